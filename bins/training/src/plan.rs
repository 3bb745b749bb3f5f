//! Settings of a self-play run, and the header that describes them in the run's files.

use std::path::{Path, PathBuf};

use plywright::engine::DynEngine;
use plywright_matches::files::{LocatedError, read_bytes};
use plywright_matches::openings::RandomPlies;
use plywright_matches::player::SEED_OPTION;

use crate::header::RecordHeader;

/// Usual value of [`SelfPlay::max_plies`]. It must not change, because a header with this value omits it.
const USUAL_MAX_PLIES: usize = 400;
/// Value of [`SelfPlay::network`] that stands for the network that the program has, as `None` does.
const BUILT_IN: &str = "built-in";

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
    /// does not set the option. Headers name a network by its checksum.
    pub network: Option<PathBuf>,
    /// Names and values of the engine's options except `EvalFile`.
    pub options: Vec<(String, String)>,
}

impl SelfPlay {
    pub(crate) fn has_seed(&self) -> bool {
        self.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(SEED_OPTION))
    }

    /// Returns the name of the evaluation in headers. A network from a file is named by its checksum, so that games of
    /// a network that has replaced another one are not mixed with the other's games.
    fn evaluation(&self) -> Result<String, LocatedError> {
        let value = self.network.as_deref().map_or(BUILT_IN.into(), Path::to_string_lossy);
        match value.trim() {
            BUILT_IN => Ok(BUILT_IN.to_owned()),
            "" | "<empty>" => Ok("hand-written".to_owned()),
            path => {
                // A network's file ends with the checksum of all other bytes.
                let bytes = read_bytes(Path::new(path))?;
                let sum = bytes.last_chunk().map_or(0, |sum| u32::from_le_bytes(*sum));
                Ok(format!("network {sum:08x}"))
            }
        }
    }

    /// Returns the header of the run's files. `engine` must have the rules of the run. Reads the network.
    ///
    /// # Errors
    /// Returns an error if the network cannot be read.
    pub(crate) fn header(&self, engine: &dyn DynEngine) -> Result<RecordHeader, LocatedError> {
        let RandomPlies { min, max } = self.opening;
        let lines = [
            ("game", engine.dyn_game().facts().game.to_owned()),
            ("variant", engine.dyn_game().facts().variant.clone()),
            ("nodes", self.nodes.to_string()),
            ("seed", self.seed.to_string()),
            ("opening", format!("{min}..{max}")),
            ("first", self.first.to_string()),
            ("evaluation", self.evaluation()?),
        ];
        let branches = (self.branches > 0.0).then(|| ("branches", self.branches.to_string()));
        let max_plies =
            (self.max_plies != USUAL_MAX_PLIES).then(|| ("max-plies", self.max_plies.to_string()));
        let options = self.options.iter().map(|(name, value)| ("option", format!("{name}={value}")));
        Ok(RecordHeader::new(lines.into_iter().chain(branches).chain(max_plies).chain(options)))
    }
}
