//! Numbering of moves, for learning programs.

use plywright::Playable;
use plywright::engine::{DynEngine, SetOptionError};
use plywright::network::FeatureSet;

/// Scheme by which the moves of a game are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Numbers from 0 to this value minus 1, each for one move in all positions. If a position has a move
    /// beyond this range, its moves are numbered as by [`Self::ByPlace`].
    ByCode(u32),
    /// The number of a move is its index among the legal moves, sorted by code. A move whose index is not
    /// below this value has no entry in action masks.
    ByPlace(u32),
}

/// A game with numbered moves, as the package needs it.
pub trait Numbered: Playable<Eval: Sync> {
    /// Number of moves after which an environment may truncate a game.
    const MAX_PLIES: u32;

    /// Creates an engine for a variant; `None` for the default variant. An engine from the game's own crate
    /// is compiled in parallel with those of other games.
    ///
    /// # Errors
    ///
    /// Returns an error if the variant does not exist or the memory for the transposition table is not
    /// available.
    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError>;

    /// Returns the numbering of moves under these rules.
    fn numbering(&self) -> Numbering;

    /// Converts a move's code to its number, for [`Numbering::ByCode`].
    fn number(code: u32) -> u32 {
        code
    }

    /// Returns planes, height and width if observations are planes of a grid. `None` means a list of the
    /// network's features.
    fn planes(&self) -> Option<[usize; 3]> {
        None
    }

    /// Inserts the observation of a position from both perspectives. Called only if the game has no networks.
    /// In other games, the observation consists of the network's features.
    fn observe(&self, _state: &Self::State, _perspectives: &mut [FeatureSet; 2]) {}
}
