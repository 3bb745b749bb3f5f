//! Santorini: workers climb and build, and whoever steps up to the third level wins. Mortals and every god.
//!
//! The game is Gordon Hamilton's, the gods' powers are those of the edition by Roxley Games (2016).
//!
//! A position ([`State`]) names its gods. A [`God`] has a card in `cards`, with its text and all of it that
//! can be said as plain data, and a file under `gods/` if it changes a stage of the turn or forbids
//! something; `turn` sees to what is forbidden, so no god knows another.
//!
//! A position is written as 25 heights from A5 to E1 in reading order, the player to move, and for each
//! player the god, `#` if it has won, what it has stored, and its workers:
//! `0000000000000000000000000/1/mortal:B3,D3/athena[^]:C4,C2`.
//!
//! A move is one word that says what changes: `B3,D3` places workers; `B3>C4^C5` moves from B3 to C4 and
//! builds on C5; `^C5^C5` builds twice, `*C5` puts a dome on less than three levels, `-C5` takes a level
//! away; `>C4` is a worker that appears, `B3>` one that disappears; behind `!` stands what happens to the
//! enemy, as in `B3>C4!C4>D5^B4`; `[...]` is what the god has stored from now on; `#` wins. `none` is played
//! by a side that cannot move, and loses.

mod cards;
mod eval;
mod features;
mod game;
mod gods;
mod mortals;
mod moves;
mod pairs;
mod placement;
mod playable;
mod power;
mod scene;
mod square;
mod squares;
mod state;
mod stored;
mod text;
mod turn;

pub use cards::God;
pub use eval::Heights;
pub use features::BoardFeatures;
pub use game::Santorini;
pub use moves::Move;
pub use square::{Direction, Square};
pub use squares::Squares;
pub use state::State;
pub use stored::Stored;
