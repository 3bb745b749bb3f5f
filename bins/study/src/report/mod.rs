//! Reports of a game's qualities: length, choice of moves, balance, draws, when games are decided, and how
//! much the result depends on skill.
//!
//! The statistics come from self-play of a strong engine and of a weak one. The Elo gain of doubling the
//! nodes comes from matches. Games begin with random moves, because otherwise an engine would always play the
//! same game. The number of games played at the same time does not change the report.

mod chart;
mod data;
mod decision;
mod games;
mod picture;
mod replay;
mod skill;
mod spread;
mod text;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plywright::Side;
use plywright::engine::{DynEngine, SetOptionError, SetupError};
use plywright::tablebase::Value;
use plywright_matches::openings::{OpeningError, RandomPlies};
use plywright_matches::tournament::TournamentError;
pub use plywright_training::MakeEngine;
use plywright_training::SelfPlayError;
use serde::Serialize;
use thiserror::Error;

pub use data::data;
pub use decision::Decision;
pub use games::{ExactPlay, GameFigures};
pub use picture::svg;
pub use skill::Doubling;
pub use spread::Spread;
pub use text::text;

use games::figures;
use skill::measure_doublings;

/// Level of the weak engine: the weakest one.
const WEAK_LEVEL: u8 = 0;

/// Settings of a report.
#[derive(Clone, Debug)]
pub struct ReportSettings {
    /// Number of games of the strong engine, of the weak engine, and of each match. An odd number is rounded up for
    /// matches.
    pub games: u64,
    /// Node limit of each search of the strong and of the weak engine.
    pub nodes: u64,
    /// Number of matches of an engine against one with twice its nodes. The nodes double from match to match, up to
    /// `nodes`. There are fewer matches if `nodes` cannot be halved so often.
    pub doublings: u32,
    /// Seed of all random choices.
    pub seed: u64,
    /// Range from which the number of random moves at the start of each game is drawn.
    pub opening: RandomPlies,
    /// Number of plies after which an unfinished game counts as a draw. Matches count the plies of random
    /// moves, self-play does not.
    pub max_plies: usize,
    /// Number of games played at the same time.
    pub concurrency: usize,
}

/// The qualities of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Name of the game, as the command line takes it.
    pub game: String,
    /// Name of the variant, as the command line takes it.
    pub variant: String,
    /// Settings of the games in a sentence for readers: nodes, levels, random moves and seed.
    pub conditions: String,
    /// Known exact results.
    pub exact: ExactFacts,
    /// Statistics of the strong engine's games.
    pub strong: GameFigures,
    /// Statistics of the weak engine's games.
    pub weak: GameFigures,
    /// Results of the matches, fewest nodes first.
    pub skill: Vec<Doubling>,
    /// Whether the report was interrupted. An interrupted report covers only the finished games.
    pub interrupted: bool,
}

/// Exact results of the start position.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ExactFacts {
    /// The published result and its source; `None` if none is known.
    pub published: Option<String>,
    /// The exact result in words, from the tables of the engine that replays the games, with the distance in plies if
    /// known; `None` if the tables lack it.
    pub by_tables: Option<String>,
    /// How many first moves keep the result by the tables, and how many first moves there are; `None` unless the tables
    /// have the values of the start and of all first moves.
    pub first_moves: Option<[usize; 2]>,
}

/// Reason why a report failed.
#[derive(Debug, Error)]
pub enum ReportError {
    /// Self-play failed.
    #[error("{0}")]
    SelfPlay(#[from] SelfPlayError),
    /// A match failed.
    #[error(transparent)]
    Match(#[from] TournamentError),
    /// An engine failed in a match.
    #[error("{0}")]
    Engine(String),
    /// No opening was found.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// An engine cannot be created or rejects an option.
    #[error(transparent)]
    Option(#[from] SetOptionError),
    /// The rules reject a move of a game that was played.
    #[error("game {number}: {error}")]
    Replay {
        /// The game's number, from 0.
        number: u64,
        /// The error of the rules.
        error: SetupError,
    },
}

/// Progress of a report, after a finished game.
pub struct Step<'a> {
    /// Number of games finished so far, in all parts of the report.
    pub done: u64,
    /// Number of games in all parts of the report.
    pub all: u64,
    /// What the game was played for: `strong play`, `weak play` or `matches`.
    pub part: &'a str,
}

/// Measures the qualities of a game, by games between engines that `player` creates. `replayer` has the same rules and
/// replays the games; it can have tables that the players lack. Calls `listener` after each game. Setting `stop` ends
/// the report early, without the games in progress.
///
/// # Errors
/// Returns an error if an engine cannot be created, no opening is found, or a game cannot be played or
/// replayed.
pub fn report(
    settings: &ReportSettings,
    player: &MakeEngine,
    replayer: &dyn DynEngine,
    stop: &Arc<AtomicBool>,
    listener: &mut dyn FnMut(Step),
) -> Result<Report, ReportError> {
    let all = settings.games * 2 + settings.rounds() * 2 * u64::from(settings.doublings());
    let mut done = 0;
    let mut count = |part: &str| {
        done += 1;
        listener(Step { done, all, part });
    };
    let strong = figures(settings, None, player, replayer, stop, &mut || count("strong play"))?;
    let weak = figures(settings, Some(WEAK_LEVEL), player, replayer, stop, &mut || count("weak play"))?;
    let skill = measure_doublings(settings, player, stop, &mut || count("matches"))?;
    let RandomPlies { min, max } = settings.opening;
    let (nodes, seed) = (settings.nodes, settings.seed);
    let conditions = format!(
        "strong play: {nodes} nodes a move; weak play: level {WEAK_LEVEL}; {min} to {max} random moves \
         before; seed {seed}"
    );
    Ok(Report {
        game: replayer.dyn_game().facts().game.to_owned(),
        variant: replayer.dyn_game().facts().variant.clone(),
        conditions,
        exact: ExactFacts::of(replayer),
        strong,
        weak,
        skill,
        interrupted: stop.load(Ordering::Relaxed),
    })
}

impl ReportSettings {
    /// Returns the number of openings of each match. Each opening is played twice, with the sides exchanged.
    fn rounds(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// Returns the number of matches. It is less than the setting `doublings` if the node limit, halved so often, would
    /// fall below 1.
    fn doublings(&self) -> u32 {
        self.doublings.min(self.nodes.max(1).ilog2())
    }
}

impl ExactFacts {
    fn of(engine: &dyn DynEngine) -> Self {
        let start = engine.dyn_game().start();
        let name = |side: Side| format!("the {side} player wins");
        let published = start.solved().map(|solved| {
            let result = solved.winner.map_or_else(|| "a draw".to_owned(), name);
            format!("{result} ({})", solved.source)
        });
        let Some(probed) = engine.exact(&*start) else { return Self { published, ..Self::default() } };
        let winner = |value: Value| match value {
            _ if value.is_win() => name(start.side()),
            _ if value.is_loss() => name(!start.side()),
            _ => "a draw".to_owned(),
        };
        let by_tables = probed.value.map(|value| match value.plies() {
            Some(plies) => format!("{} in {plies} plies", winner(value)),
            None => winner(value),
        });
        let moves: Option<Vec<Value>> = probed.moves.iter().map(|(_, value)| *value).collect();
        let first_moves = probed.value.zip(moves).map(|(best, moves)| {
            let keep = moves.iter().filter(|value| value.word() == best.word()).count();
            [keep, moves.len()]
        });
        Self { published, by_tables, first_moves }
    }
}

/// Value of the key `format` in the JSON text.
pub const JSON_FORMAT: &str = "plywright-report 1";

/// Formats reports as JSON.
pub fn json(reports: &[Report]) -> String {
    #[derive(Serialize)]
    struct File<'a> {
        format: &'static str,
        reports: &'a [Report],
    }
    let file = File { format: JSON_FORMAT, reports };
    // The structures have only text keys and finite numbers, so serialization cannot fail.
    serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
}
