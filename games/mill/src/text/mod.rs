//! Texts of positions and moves, and the drawing of the board.
//!
//! A position has seventeen fields. Rules with captures on lines or removals after a stalemate can add more. Texts of
//! other programs can have the field `ids:nodes` after them.
//!
//! | field | content |
//! |---|---|
//! | 1 to 4 | board, side to move, phase, action |
//! | 5, 6 | White's stones on the board and in hand |
//! | 7, 8 | Black's stones on the board and in hand |
//! | 9, 10 | numbers of stones that White and Black still have to remove; negative for stones of their own |
//! | 11, 12 | start and end of the move that closed White's last mill |
//! | 13, 14 | the same for Black |
//! | 15 | mask of used mills |
//! | 16 | plies without placing or removing |
//! | 17 | move number |
//!
//! The board is written in groups of eight points, ring by ring from the inside, each clockwise from twelve
//! o'clock. A point in the centre is a group of its own at the end. Points are numbered from 8 in this order:
//!
//! | board | board field | numbers |
//! |---|---|---|
//! | three rings | `********/********/********` | 8..=15, 16..=23, 24..=31 |
//! | two rings | `********/********` | 8..=15, 16..=23 |
//! | two rings and a cross | `********/********/*` | 8..=15, 16..=23, 24 |
//! | three by three | `********/*` | 8..=15, 16 |
//!
//! These numbers stand in the fields of last mills, in which 0 means no point, and in those of captures. The mask of
//! used mills has a bit for each of them, White's in the upper half of 64 bits and Black's in the lower half. In a text
//! with the field `ids:nodes`, all these numbers are lower by 8, and -1 means no point. Such texts are read but not
//! written.

mod extra;
mod fields;
mod moves;
mod read;
mod scene;
mod write;

use plywright::{Action, Game, Notation, ParseMoveError, ParsePositionError, Scene};

use crate::game::Mill;
use crate::position::{Move, State};
use crate::rules::Duty;

impl Notation for Mill {
    fn parse_position(&self, text: &str) -> Result<State, ParsePositionError> {
        read::position(self, text).map(|(state, _)| state)
    }

    fn position_text(&self, state: &State) -> String {
        write::position(self, state)
    }

    fn position_warning(&self, text: &str, _state: &State) -> Option<String> {
        let (_, warnings) = read::position(self, text).ok()?;
        (!warnings.is_empty()).then(|| warnings.join("; "))
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
        format!("{}\n{}", scene::of(self, state), caption(self, state))
    }
}

/// Returns the last line of the drawing: the side to move, its duty or that the game is over, and the stones in both
/// hands.
fn caption(game: &Mill, state: &State) -> String {
    let name = ["White (O)", "Black (@)"][state.side.index()];
    let duty = match game.standard().duty(state) {
        _ if game.ending(state).is_some() => "has the turn, but the game is over".to_owned(),
        Duty::Remove => format!("to remove {}", state.pending().unsigned_abs()),
        Duty::Place if game.rules().may_move_in_placing_phase => "to place or move".to_owned(),
        Duty::Place => "to place".to_owned(),
        Duty::Fly => "to move or fly".to_owned(),
        Duty::Slide => "to move".to_owned(),
    };
    let [white, black] = state.hand;
    format!("{name} {duty}; in hand: White {white}, Black {black}")
}
