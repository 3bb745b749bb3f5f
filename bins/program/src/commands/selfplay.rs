//! Command `selfplay`: plays games of the engine against itself and records them for training.

use std::path::PathBuf;

use clap::Args;
use plywright::search::per_second;
use plywright_arena::openings::RandomPlies;
use plywright_training::{SelfPlay, self_play};

use crate::choice::Choice;
use crate::console::Progress;
use crate::failure::Failure;
use crate::values::whole;

/// Name of the option that selects the network.
const EVALUATION: &str = "EvalFile";

const NOTES: &str = "\
The file is text with one game per line. Equal seeds give equal files for any concurrency. The same command
resumes an interrupted run. The files of runs with other first
numbers can be concatenated.

Examples:
  plywright selfplay --game connect-four --games 2000 --nodes 300 --out c4.games
  plywright selfplay --game connect-four --games 2000 --first 2000 --nodes 300 --out more.games
  plywright selfplay --game mill --games 9000 --openings random:2-12 --option EvalFile=a.net --out b.games";

/// Arguments of `selfplay`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct Selfplay {
    /// The game and its rules.
    #[command(flatten)]
    choice: Choice,
    /// Total number of games in the finished file; each opening is played once, not twice as in a match
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_000_u64))]
    games: u64,
    /// Number of the first game, which selects its random numbers
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=1_000_000_000_u64))]
    first: u64,
    /// Node limit of each search
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1_u64..))]
    nodes: u64,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64..))]
    seed: u64,
    /// Number of random moves at the start of each game
    #[arg(long, value_name = "random:PLIES|random:LEAST-MOST", default_value = "random:2-10")]
    openings: RandomPlies,
    /// Number of searched moves after which an unfinished game counts as a draw
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole(2_u32..))]
    max_plies: u32,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=256_u16))]
    concurrency: u16,
    /// The file of games; a file of the same run is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Plays the games and appends them to the file. Skips the games that the file already has.
pub fn run(arguments: &Selfplay) -> Result<(), Failure> {
    let choice = &arguments.choice;
    let game = choice.game()?;
    choice.engine()?;
    let is_network = |(name, _): &(String, String)| name.eq_ignore_ascii_case(EVALUATION);
    let (networks, options) = choice.options.iter().cloned().partition::<Vec<_>, _>(is_network);
    let plan = SelfPlay {
        games: arguments.games,
        first: arguments.first,
        nodes: arguments.nodes,
        seed: arguments.seed,
        opening: arguments.openings,
        max_plies: arguments.max_plies as usize,
        concurrency: arguments.concurrency.into(),
        network: networks.into_iter().next_back().map(|(_, path)| path.into()),
        options,
    };
    let engine = || game.engine(choice.variant.as_deref());
    let progress = Progress::new();
    let mut summary = String::new();
    self_play(&plan, &engine, &arguments.out, &mut |done| {
        summary = match done.positions {
            0 => format!("{} games, which the file had before", done.games),
            positions => {
                format!("{} games, {} positions a second", done.games, per_second(positions, done.time))
            }
        };
        progress.show(done.games, plan.games, || summary.clone());
    })?;
    progress.clear();
    progress.line(&summary);
    Ok(())
}
