//! Texts of positions and moves, and the drawing of the board.
//!
//! A position has seventeen fields: `<board> <side> <phase> <action> <white on board> <white in hand> <black
//! on board> <black in hand> <white removals> <black removals> <white's last mill: from> <to> <black's: from>
//! <to> <mask of used mills> <plies without placing or removing> <move number>`. Some rules add one or two
//! fields. The board is written in groups of eight points, ring by ring from the inside, each clockwise from
//! twelve o'clock. A point in the centre is a group of its own at the end. Points are numbered from 8 in this
//! order:
//!
//! | board | board field | numbers |
//! |---|---|---|
//! | three rings | `********/********/********` | 8..=15, 16..=23, 24..=31 |
//! | two rings | `********/********` | 8..=15, 16..=23 |
//! | two rings and a cross | `********/********/*` | 8..=15, 16..=23, 24 |
//! | three by three | `********/*` | 8..=15, 16 |

mod drawing;
mod extra;
mod fields;
mod moves;
mod read;
mod scene;
mod signs;
mod write;

use plywright::{Action, Notation, ParseMoveError, ParsePositionError, Scene};

use crate::mill::Mill;
use crate::position::{Move, State};

impl Notation for Mill {
    fn parse_position(&self, text: &str) -> Result<State, ParsePositionError> {
        read::position(self, text).map(|(state, _)| state)
    }

    fn position_text(&self, state: &State) -> String {
        write::position(self, state)
    }

    fn position_warning(&self, text: &str, _state: &State) -> Option<String> {
        read::position(self, text).ok().and_then(|(_, oddities)| oddities.summary())
    }

    fn move_text(&self, _state: &State, mv: Move) -> String {
        moves::write(self, mv)
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, ParseMoveError> {
        moves::read(self, state, text)
    }

    fn actions(&self, _state: &State, mv: Move) -> Vec<Vec<Action>> {
        vec![vec![moves::action(self, mv)]]
    }

    fn scene(&self, state: &State) -> Scene {
        scene::of(self, state)
    }

    fn drawing(&self, state: &State) -> String {
        drawing::of(self, state)
    }
}
