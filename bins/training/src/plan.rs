//! Settings of a self-play run, and the header that describes them in the run's files.

use std::path::PathBuf;

use plywright::engine::DynEngine;
use plywright_matches::openings::RandomPlies;
use plywright_matches::player::SEED_OPTION;

use crate::header::RecordHeader;

/// Usual value of [`SelfPlay::max_plies`]. A header states any other value, so this one never changes.
const USUAL_MAX_PLIES: usize = 400;

/// Settings of a self-play run.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// Number of games in the finished file, including those that an interrupted run has written.
    pub games: u64,
    /// Number of the first game. The numbers of the other games follow it.
    pub first: u64,
    /// Node limit of each search.
    pub nodes: u64,
    /// Seed of the openings and, unless an option sets a seed, of the engine.
    pub seed: u64,
    /// Range from which each game draws its number of random opening moves.
    pub opening: RandomPlies,
    /// Share, 0 to 1, of the games that branch off from a quick game, which is played with short searches. Such a game
    /// repeats the quick game up to a random position and plays a random move there. If the quick game was won, the
    /// random move mostly replaces a move of the winner, so that both sides win often.
    pub branches: f32,
    /// Number of searched moves after which an unfinished game counts as a draw.
    pub max_plies: usize,
    /// Whether a game continues after a search has proven its result.
    pub to_the_end: bool,
    /// Number of games played at the same time, each by one thread.
    pub concurrency: usize,
    /// Value of the option `EvalFile`: the file of a network, or the empty text for the hand-written evaluation. `None`
    /// does not set the option.
    pub network: Option<PathBuf>,
    /// Names and values of the engine's other options.
    pub options: Vec<(String, String)>,
}

impl SelfPlay {
    pub(crate) fn has_seed(&self) -> bool {
        self.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(SEED_OPTION))
    }

    /// Returns the header of the run's files. `engine` must have the rules of the run.
    pub(crate) fn header(&self, engine: &dyn DynEngine) -> RecordHeader {
        let evaluation = match &self.network {
            None => "built-in".to_owned(),
            Some(path) => {
                path.file_name().map_or("hand-written".into(), |name| name.to_string_lossy().into_owned())
            }
        };
        let RandomPlies { min, max } = self.opening;
        let lines = [
            ("game", engine.dyn_game().facts().game.to_owned()),
            ("variant", engine.dyn_game().facts().variant.clone()),
            ("nodes", self.nodes.to_string()),
            ("seed", self.seed.to_string()),
            ("opening", format!("{min}..{max}")),
            ("first", self.first.to_string()),
            ("evaluation", evaluation),
        ];
        let branches = (self.branches > 0.0).then(|| ("branches", self.branches.to_string()));
        let max_plies =
            (self.max_plies != USUAL_MAX_PLIES).then(|| ("max-plies", self.max_plies.to_string()));
        let options = self.options.iter().map(|(name, value)| ("option", format!("{name}={value}")));
        RecordHeader::new(lines.into_iter().chain(branches).chain(max_plies).chain(options))
    }
}
