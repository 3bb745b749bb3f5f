//! Plays games of the engine against itself for training.

use plywright_training::{SelfPlay, self_play};

use super::progress::Progress;
use crate::failure::Failure;
use crate::training_arguments::SelfPlayArguments;

/// Plays the games, continues an existing file, and shows progress on standard error.
pub fn run(arguments: &SelfPlayArguments) -> Result<(), Failure> {
    let game = arguments.choice.game()?;
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
        options: arguments.choice.options(),
    };
    let engine = || game.engine(arguments.choice.variant.as_deref());
    let progress = Progress::new();
    let mut summary = String::new();
    self_play(&plan, &engine, &arguments.out, &mut |done| {
        summary = match done.positions {
            0 => format!("{} games, which the file had before", done.games),
            positions => {
                let rate = positions as f64 / done.time.as_secs_f64().max(1e-6);
                format!("{} games, {rate:.0} positions a second", done.games)
            }
        };
        progress.show(done.games, plan.games, || summary.clone());
    })?;
    progress.clear();
    progress.line(&summary);
    Ok(())
}
