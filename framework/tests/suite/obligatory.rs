//! A game in which captures are obligatory: a side that can capture must, so it never stands pat.

use plywright::prelude::*;
use plywright::search::{Control, Minimax, Root, Search};
use plywright::testkit::{Check, Conformance};

use crate::searches;

/// Stones are taken from a heap, one or two at a time. Taking from a heap whose size is a multiple of three
/// is a capture. The faulty game calls only one of the two captures noisy.
#[derive(Clone, Copy, Debug, Default)]
struct Heap {
    is_faulty: bool,
}

const SOUND: Heap = Heap { is_faulty: false };

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stones {
    /// Number of stones on the heap.
    left: u8,
    side: Side,
}

impl State for Stones {
    fn side(&self) -> Side {
        self.side
    }
}

impl Game for Heap {
    type State = Stones;
    type Move = u8;

    fn start(&self) -> Stones {
        Stones { left: 20, side: Side::First }
    }

    fn moves(&self, stones: &Stones, out: &mut Moves<u8>) -> Option<Ending> {
        out.extend(1..=stones.left.min(2));
        out.is_empty().then_some(Ending::Win(!stones.side))
    }

    fn play(&self, stones: &mut Stones, taken: u8) {
        *stones = Stones { left: stones.left - taken, side: !stones.side };
    }
}

impl Hints for Heap {
    const NOISY_MOVES_ARE_OBLIGATORY: bool = true;

    fn class(&self, stones: &Stones, taken: u8) -> MoveClass {
        let is_capture = stones.left.is_multiple_of(3) && (!self.is_faulty || taken == 1);
        if is_capture { MoveClass::Noisy } else { MoveClass::Quiet }
    }
}

impl Symmetric for Heap {}

impl Notation for Heap {
    fn parse_position(&self, text: &str) -> Result<Stones, ParsePositionError> {
        let wrong = || ParsePositionError::new("heap", text, "a number of stones and x or o, as in 20x");
        let (digits, side) = match (text.strip_suffix('x'), text.strip_suffix('o')) {
            (Some(digits), _) => (digits, Side::First),
            (None, Some(digits)) => (digits, Side::Second),
            (None, None) => return Err(wrong()),
        };
        let is_short = digits.len() <= 3 && digits.bytes().all(|digit| digit.is_ascii_digit());
        let left = digits.parse().ok().filter(|_| is_short).ok_or_else(wrong)?;
        Ok(Stones { left, side })
    }

    fn position_text(&self, stones: &Stones) -> String {
        format!("{}{}", stones.left, ["x", "o"][stones.side.index()])
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
    let after_capture = |left| -Noise.evaluate(&SOUND, &Stones { left, side: Side::Second }).0;
    let best = after_capture(2).max(after_capture(1));
    // One ply from four stones: the quiet move 1 leads to the position with three stones.
    let four = Stones { left: 4, side: Side::Second };
    let root = Root { moves: Moves::from_slice(&[1]), ..Root::new(&SOUND, four) };
    for driver in searches::DRIVERS {
        let game = (SOUND, Noise);
        let found = searches::search(driver, game, searches::resources(), &root, &searches::to_depth(1));
        assert_eq!(found.score(), Some(Score(-best)), "{driver:?}");
    }
}

#[test]
fn all_searches_agree_with_minimax() {
    for left in 1..30 {
        for depth in 1..6 {
            let root = Root::new(&SOUND, Stones { left, side: Side::First });
            let limits = searches::to_depth(depth);
            let mut minimax = Minimax::new(SOUND, Noise);
            let expected = minimax.search(&root, &limits, &Control::new(), &mut ()).score();
            for driver in searches::DRIVERS {
                let game = (SOUND, Noise);
                let found = searches::search(driver, game, searches::resources(), &root, &limits);
                assert_eq!(found.score(), expected, "{driver:?}, {left} stones, depth {depth}");
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
