//! Santorini by Gordon Hamilton: in a turn, a worker steps to a neighbouring square, at most one level up, and builds a
//! level on a square next to it. A worker that steps up to the third level wins. A fourth level is a dome, which closes
//! the square. A god changes the turns of its side or restricts the opponent; a mortal does neither. There are 52 gods,
//! most of them from the edition by Roxley Games (2016) and its expansion.
//!
//! A position ([`State`]) names its gods. Each [`God`] has a file under `gods/` with its card, the stages of
//! the turn that it changes, and its restrictions, which the module `turn` enforces. An enemy is a worker of
//! the opponent. The stored state of a god is what it keeps from turn to turn, such as the squares of its tokens.
//!
//! The text of a position lists 25 heights from A5 to E1 in reading order, the player to move, and each
//! player: `0000000000000000000000000/1/mortal:B3,D3/mortal:C4,C2`. A player is written as the god, the god's
//! stored state in brackets, and the workers. The winner is marked with `#`.
//!
//! Bia places first, even as the second player's god. The first player then places and takes the first turn. While the
//! workers are placed, the player to move in the text is 1 for the side that places first and 2 for the other.
//!
//! A move is one word that lists the changes; a turn without changes is `pass`, or `pass#` if it wins. A side that
//! cannot move plays `none` and loses.
//!
//! | part of a move | meaning |
//! |---|---|
//! | `B3,D3` | places workers |
//! | `B3>C4` | moves a worker from B3 to C4 |
//! | `>C4`, `B3>` | adds a worker, removes a worker |
//! | `^C5`, `^C5^C5` | builds once, twice |
//! | `*C5` | puts a dome on a square with fewer than three levels |
//! | `-C5` | removes a level |
//! | `[...]` | sets the stored state of the mover's god |
//! | `#` | marks a win |
//! | `!C4>D5`, `![...]`, `!#` | the same for the opponent: moves an enemy, sets its god's stored state, marks its win |

mod card;
mod eval;
mod features;
mod game;
mod god;
mod gods;
mod mortals;
mod moves;
mod placement;
mod plain;
mod playable;
mod power;
mod scene;
mod square;
mod squares;
mod state;
mod stored;
mod text;
mod themes;
mod threat;
mod turn;

use std::sync::Arc;

use plywright::engine::{DynGame, game_of};

pub use eval::Heights;
pub use features::BoardFeatures;
pub use game::Santorini;
pub use god::God;
pub use moves::Move;
pub use square::{Direction, Square};
pub use squares::Squares;
pub use state::State;
pub use stored::Stored;

/// Returns the game's default variant. The search is compiled in this crate, so that the compiler builds the
/// searches of several games at the same time.
pub fn game() -> Arc<dyn DynGame> {
    game_of::<Santorini>()
}
