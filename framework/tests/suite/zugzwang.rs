//! A win by zugzwang: the opponent loses only because it must move. Null-move pruning lets the opponent pass, and so
//! misses such a win unless a second search verifies the result.

use plywright::prelude::*;
use plywright::search::{Driver, Root};

use crate::searches::{Even, resources, search, to_depth};
use crate::token::Token;

/// The first side squeezes or waits. After a squeeze, every move of the second side loses, but a pass would
/// not. After a wait, the game never ends.
#[derive(Clone)]
struct Squeeze;

impl Game for Squeeze {
    /// The place is 0 at the start, 1 after a wait or a pass, and 2 after a squeeze. From 2 on, each move adds 1, and
    /// the first side has won at 6.
    type State = Token;
    /// The place after the move.
    type Move = u8;

    fn start(&self) -> Token {
        Token { place: 0, side: Side::First }
    }

    fn moves(&self, token: &Token, out: &mut Moves<u8>) -> Option<Ending> {
        match token.place {
            0 => out.extend([1, 2]),
            1 => out.push(1),
            6 => return Some(Ending::Win(Side::First)),
            place => out.push(place + 1),
        }
        None
    }

    fn play(&self, token: &mut Token, to: u8) {
        *token = Token { place: to, side: !token.side };
    }
}

impl Hints for Squeeze {
    fn pass(&self, token: &Token) -> Option<Token> {
        Some(Token { place: 1, side: !token.side })
    }
}

impl Symmetric for Squeeze {}

#[test]
fn a_win_by_zugzwang_is_found_where_passes_are_verified_and_only_there() {
    // Null moves are verified from depth `null_move_verification` on, and never with 0.
    let value = |null_move_verification| {
        let params = SearchParams { null_move: true, null_move_verification, ..SearchParams::FULL_WIDTH };
        let (game, root) = ((Squeeze, Even(params)), Root::new(&Squeeze, Squeeze.start()));
        search(Driver::Pvs, game, resources(), &root, &to_depth(27)).score()
    };
    assert_eq!(value(0), Some(Score::DRAW), "a pass hides the win");
    assert_eq!(value(1), Some(Score::win_in(5)));
}
