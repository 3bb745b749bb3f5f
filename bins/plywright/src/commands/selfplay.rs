//! Games of the engine against itself, for training.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use plywright_training::{SelfPlay, SelfPlayProgress, self_play};

use crate::failure::Failure;
use crate::games;
use crate::training_arguments::SelfPlayArguments;

/// How often progress is told: to a person, and to a file.
const EVERY: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(30)];

/// Plays the games, continuing the file, and tells progress on standard error.
pub fn run(arguments: &SelfPlayArguments) -> Result<(), Failure> {
    let game = games::find(&arguments.choice.game)?;
    arguments.choice.engine()?;
    let plan = SelfPlay {
        games: arguments.games,
        first: arguments.first,
        nodes: arguments.nodes,
        seed: arguments.seed,
        opening: (arguments.opening_least.into(), arguments.opening_most.into()),
        longest: arguments.longest as usize,
        jobs: arguments.jobs.into(),
        network: arguments.eval_file.clone(),
    };
    let engine = || game.engine(arguments.choice.variant.as_deref());
    let mut told = Instant::now();
    self_play(&plan, &engine, &arguments.out, &mut |progress| {
        if told.elapsed() >= EVERY[usize::from(!stderr().is_terminal())] || progress.games == plan.games {
            told = Instant::now();
            tell(&plan, progress);
        }
    })?;
    Ok(())
}

fn tell(plan: &SelfPlay, progress: SelfPlayProgress) {
    let SelfPlayProgress { games, positions, time, left } = progress;
    let rate = positions as f64 / time.as_secs_f64().max(1e-6);
    let line =
        format!("{games} of {} games, {rate:.0} positions a second, {} s left", plan.games, left.as_secs());
    let end = if stderr().is_terminal() && games < plan.games { "\r" } else { "\n" };
    let _ = write!(stderr(), "{line:<72}{end}");
}
