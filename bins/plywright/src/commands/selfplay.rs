//! Command `selfplay`: plays games of the engine against itself and records them for training.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use plywright::search::per_second;
use plywright_matches::openings::RandomPlies;
use plywright_training::{GameSink, SelfPlay, SelfPlayJob, play_games};

use crate::choice::Choice;
use crate::failure::Failure;
use crate::planning::{FOLLOWING, Machine, ShardOptions, named_files};
use crate::progress::Progress;
use crate::values::{fraction, whole};

/// Name of the option that selects the network.
const EVALUATION: &str = "EvalFile";

const NOTES: &str = "\
The file is text with one game per line. Equal seeds give equal files for any concurrency. The same command
resumes an interrupted run. Files can be concatenated; runs that differ only in --first must not share numbers.

With --plan, several machines play one run: write a plan, play its shards in any order, and join them.

Examples:
  plywright selfplay --game connect-four --games 2000 --nodes 300 --out c4.games
  plywright selfplay --game connect-four --games 2000 --first 2000 --nodes 300 --out more.games
  plywright selfplay --game mill --games 9000 --openings random:2-12 --option EvalFile=a.net --out b.games
  plywright selfplay --game mill --games 9000 --plan b.plan --shards 100
  plywright selfplay --plan b.plan --shard 0 --out b.shards
  plywright selfplay --plan b.plan --merge b.shards --out b.games";

/// Arguments of `selfplay`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct Selfplay {
    /// The game and its rules.
    #[command(flatten)]
    choice: Choice,
    /// Total number of games in the finished file; each opening is played once, not twice as in a match
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_000_u64))]
    #[arg(required_unless_present_any = FOLLOWING)]
    games: Option<u64>,
    /// Number of the first game, which selects its random numbers
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=1_000_000_000_u64))]
    first: u64,
    /// Node limit of each search
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1_u64..))]
    nodes: u64,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64..))]
    pub(crate) seed: u64,
    /// Number of random moves at the start of each game
    #[arg(long, value_name = "random:PLIES|random:MIN-MAX", default_value = "random:2-10")]
    openings: RandomPlies,
    /// Share of the games that branch off from a quick game by a random move, mostly in place of the winner's
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    #[arg(value_parser = fraction(0.0..=1.0, "a number from 0 to 1"))]
    branches: f32,
    /// Number of searched moves after which an unfinished game counts as a draw
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole(2_u32..))]
    max_plies: u32,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=256_u16))]
    pub(crate) concurrency: u16,
    /// The file of games; a file of the same run is continued
    #[arg(long, value_name = "FILE", required_unless_present = "plan")]
    pub(crate) out: Option<PathBuf>,
    /// Plan and shards.
    #[command(flatten)]
    pub(crate) shards: ShardOptions,
}

impl Selfplay {
    /// Returns the settings of the run. The last value of the option [`EVALUATION`] becomes the field `network`; the
    /// other options become the field `options`.
    fn settings(&self) -> SelfPlay {
        let is_network = |(name, _): &(String, String)| name.eq_ignore_ascii_case(EVALUATION);
        let (networks, options) = self.choice.options.iter().cloned().partition::<Vec<_>, _>(is_network);
        SelfPlay {
            games: self.games.unwrap_or_default(),
            first: self.first,
            nodes: self.nodes,
            seed: self.seed,
            opening: self.openings,
            branches: self.branches,
            max_plies: self.max_plies as usize,
            to_the_end: false,
            concurrency: self.concurrency.into(),
            network: networks.into_iter().next_back().map(|(_, path)| path.into()),
            options,
        }
    }

    /// Prepares the run for a machine that plays shards of it.
    pub(crate) fn job(&self, machine: &Machine) -> Result<SelfPlayJob, Failure> {
        let game = self.choice.rules()?;
        let engine = Box::new(move || game.engine(None));
        let run = SelfPlay { concurrency: machine.concurrency, ..self.settings() };
        Ok(SelfPlayJob::new(run, engine, &machine.sources, Arc::clone(&machine.stop))?)
    }

    /// Returns the paths of the files and folders that options of the engine name.
    pub(crate) fn files(&self) -> Result<Vec<String>, Failure> {
        named_files(&*self.choice.rules()?.engine(None)?, &self.choice.options)
    }
}

pub fn run(arguments: &Selfplay) -> Result<(), Failure> {
    // The parser requires an output unless there is a plan, and runs with a plan do not come here.
    let Some(out) = &arguments.out else { return Ok(()) };
    // An invalid option is reported before the file is opened.
    arguments.choice.engine()?;
    let (settings, game) = (arguments.settings(), arguments.choice.rules()?);
    let engine = || game.engine(None);
    let sink = GameSink::open(&settings, &engine, Some(out))?;
    let (started, mut done, mut positions) = (Instant::now(), sink.done, 0);
    let mut summary = format!("{done} games, which the file had before");
    let progress = Progress::new();
    progress.show(done, settings.games, || summary.clone());
    // Nothing sets the flag to stop: Ctrl-C ends the process, and the same command resumes the run.
    play_games(&settings, &engine, sink, &AtomicBool::new(false), &mut |game| {
        done += 1;
        positions += game.moves.len() as u64;
        summary = format!("{done} games, {} positions a second", per_second(positions, started.elapsed()));
        progress.show(done, settings.games, || summary.clone());
        ControlFlow::Continue(())
    })?;
    progress.clear();
    progress.line(&summary);
    Ok(())
}
