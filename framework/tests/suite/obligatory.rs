//! A game in which captures are obligatory. A side that can capture must do so. Quiescence search must then not stand
//! pat, which would take the static value as if the side could decline to capture.

use plywright::prelude::*;
use plywright::search::{Control, Minimax, Root, Search};
use plywright::split_side;
use plywright::testkit::{Check, Conformance};

use crate::searches;
use crate::take_away::Heap;

/// The sides take one or two stones from a heap in turn. A move from a heap whose size is a multiple of three counts as
/// a capture. The faulty game calls only one of the two captures noisy.
#[derive(Clone, Copy, Debug, Default)]
struct Captures {
    is_faulty: bool,
}

const SOUND: Captures = Captures { is_faulty: false };

impl Game for Captures {
    type State = Heap;
    type Move = u8;

    fn start(&self) -> Heap {
        Heap::of(20)
    }

    fn moves(&self, heap: &Heap, out: &mut Moves<u8>) -> Option<Ending> {
        out.extend(1..=heap.stones.min(2) as u8);
        out.is_empty().then_some(Ending::Win(!heap.side))
    }

    fn play(&self, heap: &mut Heap, taken: u8) {
        *heap = Heap { stones: heap.stones - u16::from(taken), side: !heap.side };
    }
}

impl Hints for Captures {
    const NOISY_MOVES_ARE_OBLIGATORY: bool = true;

    fn class(&self, heap: &Heap, taken: u8) -> MoveClass {
        let is_capture = heap.stones.is_multiple_of(3) && (!self.is_faulty || taken == 1);
        if is_capture { MoveClass::Noisy } else { MoveClass::Quiet }
    }
}

impl Symmetric for Captures {}

impl Notation for Captures {
    fn parse_position(&self, text: &str) -> Result<Heap, ParsePositionError> {
        let (digits, side) = split_side(text, ["x", "o"])?;
        let is_short = digits.len() <= 3 && digits.bytes().all(|digit| digit.is_ascii_digit());
        let wrong = || ParsePositionError::new("heap", text, "a number of stones and x or o, as in 20 x");
        let stones = digits.parse().ok().filter(|_| is_short).ok_or_else(wrong)?;
        Ok(Heap { stones, side })
    }

    fn position_text(&self, heap: &Heap) -> String {
        format!("{} {}", heap.stones, ["x", "o"][heap.side.index()])
    }

    fn move_text(&self, _: &Heap, taken: u8) -> String {
        taken.to_string()
    }
}

/// Gives positions random values, so that a search that stands pat gets a wrong value.
#[derive(Clone, Copy, Debug, Default)]
struct Noise;

impl Eval<Captures> for Noise {
    fn evaluate(&mut self, _: &Captures, heap: &Heap) -> Score {
        Score((heap.key().0 % 201) as i32 - 100)
    }

    fn params(&self) -> SearchParams {
        SearchParams { quiescence: true, ..SearchParams::FULL_WIDTH }
    }
}

impl Learnable<Captures> for Noise {}

impl Playable for Captures {
    type Eval = Noise;
    const INFO: GameInfo = GameInfo::new("heap", "One or two stones from a heap.");
}

/// Values worked out by hand: with three stones, the mover must capture, and two stones or one are left. Both
/// positions are quiet, so their values are static.
#[test]
fn the_value_before_a_capture_is_the_best_of_the_captures() {
    let after_capture = |stones| -Noise.evaluate(&SOUND, &Heap { stones, side: Side::Second }).0;
    let best = after_capture(2).max(after_capture(1));
    // The quiet move 1 leads from four stones to three, where quiescence search begins.
    let four = Heap { stones: 4, side: Side::Second };
    let root = Root { moves: Moves::from_slice(&[1]), ..Root::new(&SOUND, four) };
    for driver in searches::DRIVERS {
        let game = (SOUND, Noise);
        let found = searches::search(driver, game, searches::resources(), &root, &searches::to_depth(1));
        assert_eq!(found.score(), Some(Score(-best)), "{driver:?}");
    }
}

#[test]
fn alpha_beta_searches_agree_with_minimax() {
    for stones in 1..30 {
        for depth in 1..6 {
            let root = Root::new(&SOUND, Heap::of(stones));
            let limits = searches::to_depth(depth);
            let mut minimax = Minimax::new(SOUND, Noise);
            let expected = minimax.search(&root, &limits, &Control::new(), &mut ()).score();
            for driver in searches::DRIVERS {
                let game = (SOUND, Noise);
                let found = searches::search(driver, game, searches::resources(), &root, &limits);
                assert_eq!(found.score(), expected, "{driver:?}, {stones} stones, depth {depth}");
            }
        }
    }
}

#[test]
fn the_kit_finds_a_quiet_move_beside_a_capture() {
    Conformance::new(&SOUND).run().expect("a sound game");
    let failure =
        Conformance::new(&Captures { is_faulty: true }).run().expect_err("a quiet move beside a capture");
    assert_eq!(failure.check, Check::Obligation, "{failure}");
}
