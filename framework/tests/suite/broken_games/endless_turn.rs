//! A game in which `play` forgets to pass the turn. Without a rule that ends the game, its first turn never ends.

use plywright::prelude::*;
use plywright::testkit::{Check, Conformance};

/// A token moves by one or two places around a ring of five places. The third occurrence of a place is a draw.
#[derive(Clone, Copy, Debug, Default)]
struct Ring;

const PLACES: u8 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Token(u8);

impl State for Token {
    fn side(&self) -> Side {
        Side::First
    }
}

impl Game for Ring {
    type State = Token;
    type Move = u8;

    fn start(&self) -> Token {
        Token(0)
    }

    fn moves(&self, _: &Token, out: &mut Moves<u8>) -> Option<Ending> {
        out.extend([1, 2]);
        None
    }

    fn play(&self, token: &mut Token, places: u8) {
        token.0 = (token.0 + places) % PLACES;
    }

    fn draw_rules(&self, _: &Token) -> DrawRules {
        DrawRules { repetition: Repetition::Draw(3), ..DrawRules::NONE }
    }
}

impl Hints for Ring {}

impl Symmetric for Ring {}

impl Notation for Ring {
    fn parse_position(&self, text: &str) -> Result<Token, ParsePositionError> {
        let place = text.parse().ok().filter(|place| *place < PLACES);
        place.map(Token).ok_or_else(|| ParsePositionError::new("place", text, "a number below 5"))
    }

    fn position_text(&self, token: &Token) -> String {
        token.0.to_string()
    }

    fn move_text(&self, _: &Token, places: u8) -> String {
        places.to_string()
    }
}

impl Playable for Ring {
    type Eval = NoEval;
    const INFO: GameInfo = GameInfo::new("ring", "A token goes round.");
}

#[test]
fn an_endless_turn_is_a_failure() {
    let failure = Conformance { games: 5, ..Conformance::new(&Ring) }.run().expect_err("an endless turn");
    assert_eq!(failure.check, Check::Turn, "{failure}");
    assert!(failure.found.starts_with("the first side to move again"), "{failure}");
}
