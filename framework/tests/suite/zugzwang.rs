//! A win by zugzwang: the opponent loses only because it must move. Null-move pruning lets the opponent pass, and so
//! misses such a win unless a second search verifies the result.

use plywright::prelude::*;
use plywright::search::{Driver, Root};

use crate::searches::{resources, search, to_depth};

/// The first side squeezes or waits. After a squeeze, every move of the second side loses, but a pass would
/// not. After a wait, the game never ends.
#[derive(Clone)]
struct Squeeze;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Square {
    /// 0 at the start, 1 after a wait or a pass, 2 after a squeeze. From 2 on, each move adds 1, and the
    /// first side has won at 6.
    place: u8,
    side: Side,
}

impl State for Square {
    fn side(&self) -> Side {
        self.side
    }
}

impl Game for Squeeze {
    type State = Square;
    /// The value of [`Square::place`] after the move.
    type Move = u8;

    fn start(&self) -> Square {
        Square { place: 0, side: Side::First }
    }

    fn moves(&self, square: &Square, out: &mut Moves<u8>) -> Option<Ending> {
        match square.place {
            0 => out.extend([1, 2]),
            1 => out.push(1),
            6 => return Some(Ending::Win(Side::First)),
            place => out.push(place + 1),
        }
        None
    }

    fn play(&self, square: &mut Square, to: u8) {
        *square = Square { place: to, side: !square.side };
    }
}

impl Hints for Squeeze {
    fn pass(&self, square: &Square) -> Option<Square> {
        Some(Square { place: 1, side: !square.side })
    }
}

impl Symmetric for Squeeze {}

/// Evaluates every position as even. `verification` is the depth from which null moves are verified; 0 turns
/// verification off.
#[derive(Clone)]
struct Passing {
    verification: i32,
}

impl Eval<Squeeze> for Passing {
    fn evaluate(&mut self, _: &Squeeze, _: &Square) -> Score {
        Score::DRAW
    }

    fn params(&self) -> SearchParams {
        let null_move_verification = self.verification;
        SearchParams { null_move: true, null_move_verification, ..SearchParams::FULL_WIDTH }
    }
}

#[test]
fn a_win_by_zugzwang_is_found_where_passes_are_verified_and_only_there() {
    let value = |verification| {
        let (game, root) = ((Squeeze, Passing { verification }), Root::new(&Squeeze, Squeeze.start()));
        search(Driver::Pvs, game, resources(), &root, &to_depth(27)).score()
    };
    assert_eq!(value(0), Some(Score::DRAW), "a pass hides the win");
    assert_eq!(value(1), Some(Score::win_in(5)));
}
