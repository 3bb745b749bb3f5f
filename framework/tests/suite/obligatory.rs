//! A game in which captures are obligatory: a side that can capture must, so it never stands pat.

use std::sync::Arc;

use plywright::prelude::*;
use plywright::search::{Algorithm, Control, Resources, Root, Search, Table};
use plywright::testkit::{Check, Conformance};

use crate::searches;

/// Stones are taken from a heap, one or two at a time. Taking from a heap whose size is a multiple of three
/// is a capture. The faulty game calls only one of the two captures noisy.
#[derive(Clone, Copy, Debug, Default)]
struct Heap {
    is_faulty: bool,
}

const SOUND: Heap = Heap { is_faulty: false };

/// Stones on the heap, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stones(u8, Side);

impl State for Stones {
    fn side(&self) -> Side {
        self.1
    }
}

impl Game for Heap {
    type State = Stones;
    type Move = u8;

    fn start(&self) -> Stones {
        Stones(20, Side::First)
    }

    fn moves(&self, stones: &Stones, out: &mut Moves<u8>) -> Option<Ending> {
        out.extend((1..=2).filter(|taken| *taken <= stones.0));
        out.is_empty().then_some(Ending::Win(!stones.1))
    }

    fn play(&self, stones: &mut Stones, taken: u8) {
        *stones = Stones(stones.0 - taken, !stones.1);
    }
}

impl Hints for Heap {
    const NOISY_MOVES_ARE_OBLIGATORY: bool = true;

    fn class(&self, stones: &Stones, taken: u8) -> MoveClass {
        let is_capture = stones.0.is_multiple_of(3) && (!self.is_faulty || taken == 1);
        if is_capture { MoveClass::Noisy } else { MoveClass::Quiet }
    }
}

impl Symmetric for Heap {}

impl Notation for Heap {
    fn parse_position(&self, text: &str) -> Result<Stones, ParsePositionError> {
        let wrong = || ParsePositionError::new("heap", text, "a number of stones and x or o, as in 20x");
        let (stones, side) = match (text.strip_suffix('x'), text.strip_suffix('o')) {
            (Some(stones), _) => (stones, Side::First),
            (None, Some(stones)) => (stones, Side::Second),
            (None, None) => return Err(wrong()),
        };
        let is_short = stones.len() <= 3 && stones.bytes().all(|digit| digit.is_ascii_digit());
        let stones = stones.parse().ok().filter(|_| is_short).ok_or_else(wrong)?;
        Ok(Stones(stones, side))
    }

    fn position_text(&self, stones: &Stones) -> String {
        format!("{}{}", stones.0, ["x", "o"][stones.1.index()])
    }

    fn move_text(&self, _: &Stones, taken: u8) -> String {
        taken.to_string()
    }
}

/// A value without meaning for each position. Standing pat before a capture would use it.
#[derive(Clone, Copy, Debug, Default)]
struct Noise;

impl Eval<Heap> for Noise {
    fn evaluate(&mut self, _: &Heap, stones: &Stones) -> Score {
        Score((stones.key().0 % 201) as i32 - 100)
    }

    fn params(&self) -> SearchParams {
        SearchParams { quiescence: true, ..SearchParams::FULL_WIDTH }
    }
}

impl Learnable<Heap> for Noise {}

impl Playable for Heap {
    type Eval = Noise;
    const INFO: GameInfo = GameInfo::new("heap", "One or two stones from a heap.");
}

/// Values worked out by hand: with three stones, the mover must capture, and two stones or one are left. Both
/// positions are quiet, so their values are static.
#[test]
fn the_value_before_a_capture_is_the_best_of_the_captures() {
    let static_value = |stones| Noise.evaluate(&SOUND, &stones).0;
    let captures = [2, 1].map(|left| -static_value(Stones(left, Side::Second)));
    // One ply from four stones: the quiet move 1 leads to the position with three stones.
    let root = Root { moves: Moves::from_slice(&[1]), ..Root::new(&SOUND, Stones(4, Side::Second)) };
    for form in searches::FORMS {
        let game = (SOUND, Noise);
        let found = searches::search(form, game, searches::resources(), &root, &searches::to_depth(1));
        assert_eq!(found.score(), Some(Score(-captures[0].max(captures[1]))), "{form:?}");
    }
}

#[test]
fn all_searches_agree_with_minimax() {
    for stones in 1..30 {
        for depth in 1..6 {
            let root = Root::new(&SOUND, Stones(stones, Side::First));
            let limits = searches::to_depth(depth);
            let resources = Resources::new(Arc::new(Table::new(1).expect("memory")));
            let mut minimax = Algorithm::Minimax.search(SOUND, Noise, resources);
            let expected = minimax.search(&root, &limits, &Control::new(), &mut ()).score();
            for form in searches::FORMS {
                let game = (SOUND, Noise);
                let found = searches::search(form, game, searches::resources(), &root, &limits);
                assert_eq!(found.score(), expected, "{form:?}, {stones} stones, depth {depth}");
            }
        }
    }
}

#[test]
fn the_kit_finds_a_quiet_move_beside_a_capture() {
    Conformance::new(&SOUND).run().expect("a sound game");
    let failure =
        Conformance::new(&Heap { is_faulty: true }).run().expect_err("a quiet move beside a capture");
    assert_eq!(failure.check, Check::Obligation, "{failure}");
}
