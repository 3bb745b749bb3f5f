//! Games without end, on which the test kit must neither hang nor overflow the stack.

use plywright::prelude::*;
use plywright::split_side;
use plywright::testkit::{Check, Conformance, Failure};

const PLACES: u8 = 5;
const STONES: u8 = 5;

/// The sides put stones on a heap. When no stone is left, they move a token by one or two places around a ring. The
/// third occurrence of a position is a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ring {
    /// There are no stones, and `play` forgets to pass the turn.
    #[default]
    KeepsTurn,
    /// The hint about the moves left counts only the stones.
    CountsStones,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Token {
    /// Number of stones that are not on the heap yet.
    stones: u8,
    place: u8,
    side: Side,
}

impl State for Token {
    fn side(&self) -> Side {
        self.side
    }
}

impl Game for Ring {
    type State = Token;
    /// 0 for a stone, otherwise the number of places.
    type Move = u8;

    fn start(&self) -> Token {
        let stones = if *self == Self::KeepsTurn { 0 } else { STONES };
        Token { stones, place: 0, side: Side::First }
    }

    fn moves(&self, token: &Token, out: &mut Moves<u8>) -> Option<Ending> {
        out.extend(if token.stones > 0 { 0..1 } else { 1..3 });
        None
    }

    fn play(&self, token: &mut Token, places: u8) {
        token.stones = token.stones.saturating_sub(1);
        token.place = (token.place + places) % PLACES;
        if *self != Self::KeepsTurn {
            token.side = !token.side;
        }
    }

    fn draw_rules(&self, _: &Token) -> DrawRules {
        DrawRules { repetition: Repetition::Draw(3), ..DrawRules::NONE }
    }
}

impl Hints for Ring {
    fn moves_left(&self, token: &Token) -> Option<u32> {
        (*self == Self::CountsStones).then(|| token.stones.into())
    }
}

impl Symmetric for Ring {}

impl Notation for Ring {
    fn parse_position(&self, text: &str) -> Result<Token, ParsePositionError> {
        let wrong = || ParsePositionError::new("token", text, "stones, a place and x or o, as in 5 0 x");
        let (numbers, side) = split_side(text, ["x", "o"])?;
        let (stones, place) = numbers.split_once(' ').ok_or_else(wrong)?;
        let stones = stones.parse().ok().filter(|stones| *stones <= STONES).ok_or_else(wrong)?;
        let place = place.parse().ok().filter(|place| *place < PLACES).ok_or_else(wrong)?;
        Ok(Token { stones, place, side })
    }

    fn position_text(&self, token: &Token) -> String {
        format!("{} {} {}", token.stones, token.place, ["x", "o"][token.side.index()])
    }

    fn move_text(&self, _: &Token, places: u8) -> String {
        places.to_string()
    }
}

impl Playable for Ring {
    type Eval = NoEval;
    const INFO: GameInfo = GameInfo::new("ring", "A token goes round.");
}

fn failure_of(game: Ring) -> Failure {
    Conformance { games: 5, ..Conformance::new(&game) }.run().expect_err("a game without end")
}

#[test]
fn an_endless_turn_is_a_failure() {
    let failure = failure_of(Ring::KeepsTurn);
    assert_eq!(failure.check, Check::Turn, "{failure}");
    assert!(failure.found.starts_with("the first side to move again"), "{failure}");
}

#[test]
fn the_end_is_not_searched_where_the_hint_about_it_is_wrong() {
    let failure = failure_of(Ring::CountsStones);
    assert_eq!(failure.check, Check::MovesLeft, "{failure}");
    assert_eq!(failure.position.as_deref(), Some("0 0 o"), "{failure}");
}
