//! Games as programs offer them. [`Playable`] adds a name, variants and options to the rules of a game. [`DynLine`] is
//! a position with its history, behind a trait that hides the type of the game.

mod dyn_line;
mod game_option;
mod info;
mod legal_moves;
mod line;
mod move_numbers;
mod opening_names;
mod option_spec;
mod outcome;
mod playable;
mod ratings;
mod ruleset;

pub use dyn_line::{DynLine, MoveActions, MoveId, NetworkInput, PositionValue};
pub use game_option::GameOption;
pub use info::{GameInfo, Protocol, Variant};
pub use line::GameLine;
pub use move_numbers::MoveNumbers;
pub use option_spec::{OptionAlias, OptionKind, OptionSpec, OptionUnit, OptionValue};
pub use outcome::{Outcome, Reason, SetupError};
pub use playable::{GameOptions, Playable, Solved, VARIANT_OPTION};
pub use ratings::{FULL_STRENGTH, Levels};
pub use ruleset::{Facts, Ruleset};

pub use crate::text::OptionError;

#[cfg(feature = "threads")] // Used by the test kit only.
pub(crate) use opening_names::{canonical_key, named_position};
pub(crate) use playable::find_variant;
