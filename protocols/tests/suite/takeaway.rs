//! A game for tests: each turn takes one, two or three stones from a heap. The side that takes the last stone wins,
//! unless the option `Last Stone Loses` is on. A position includes its history, so there are no
//! transpositions, and a large heap cannot be solved in time. Some sizes of the heap are slow or panic on purpose.

use std::time::Duration;

use plywright::network::Learnable;
use plywright::{
    Action, Ending, Eval, Game, GameInfo, GameOptions, Hints, Key, Move, Moves, Notation, OptionError,
    OptionSpec, OptionValue, ParsePositionError, Playable, Score, Side, State, Symmetric,
};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heap {
    stones: u16,
    side: Side,
    /// Hash of the moves so far.
    trail: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take(u16);

#[derive(Clone, Debug, Default)]
pub struct Takeaway {
    /// Whether the side that takes the last stone loses.
    misere: bool,
}

impl State for Heap {
    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> Key {
        Key::mix(self.trail ^ u64::from(self.stones) << 1 ^ self.side.index() as u64)
    }
}

impl Move for Take {
    fn code(self) -> u32 {
        self.0.into()
    }
}

impl Game for Takeaway {
    type State = Heap;
    type Move = Take;

    fn start(&self) -> Heap {
        Heap { stones: 300, side: Side::First, trail: 0 }
    }

    fn moves(&self, heap: &Heap, out: &mut Moves<Take>) -> Option<Ending> {
        assert_ne!(heap.stones, PANICKING_MOVES, "{REASON}");
        out.extend((1..=heap.stones.min(3)).map(Take));
        let winner = if self.misere { heap.side } else { !heap.side };
        out.is_empty().then_some(Ending::Win(winner))
    }

    fn play(&self, heap: &mut Heap, mv: Take) {
        let trail = Key::mix(heap.trail ^ u64::from(mv.0)).0;
        *heap = Heap { stones: heap.stones - mv.0, side: !heap.side, trail };
    }
}

impl Hints for Takeaway {}

impl Symmetric for Takeaway {}

/// Size of a heap for which [`Notation::actions`] is slow.
const SLOW_ACTIONS: u16 = 250;
/// Time that [`Notation::actions`] takes for all three moves of a heap of [`SLOW_ACTIONS`] stones.
pub const LONG_TIME: Duration = Duration::from_millis(1200);

impl Notation for Takeaway {
    fn parse_position(&self, text: &str) -> Result<Heap, ParsePositionError> {
        let stones = text.parse().map_err(|_| ParsePositionError::new("heap", text, "a number of stones"))?;
        Ok(Heap { stones, side: Side::First, trail: 0 })
    }

    fn position_text(&self, heap: &Heap) -> String {
        heap.stones.to_string()
    }

    fn named_positions(&self) -> Vec<(&'static str, String)> {
        vec![("small", "5".to_owned())]
    }

    fn actions(&self, heap: &Heap, mv: Take) -> Vec<Vec<Action>> {
        if heap.stones == SLOW_ACTIONS {
            std::thread::sleep(LONG_TIME / 3);
        }
        vec![vec![Action::on(Self::ACTION, self.move_text(heap, mv))]]
    }

    fn move_text(&self, _: &Heap, mv: Take) -> String {
        format!("t{}", mv.0)
    }
}

/// Message of the panics of this game.
pub const REASON: &str = "this panic is part of a test";
/// Size of a heap whose evaluation panics.
pub const PANICKING_EVALUATION: u16 = 1313;
/// Size of a heap whose list of moves panics.
pub const PANICKING_MOVES: u16 = 1414;
/// Size of a heap whose evaluation takes the time [`LONG_TIME`].
pub const SLOW_EVALUATION: u16 = 1515;

/// An evaluation without meaning, which varies from position to position.
#[derive(Clone, Default)]
pub struct NoIdea;

impl Eval<Takeaway> for NoIdea {
    fn evaluate(&mut self, _: &Takeaway, heap: &Heap) -> Score {
        assert_ne!(heap.stones, PANICKING_EVALUATION, "{REASON}");
        if heap.stones == SLOW_EVALUATION {
            std::thread::sleep(LONG_TIME);
        }
        Score((heap.trail % 7) as i32)
    }
}

impl Learnable<Takeaway> for NoIdea {}

impl Playable for Takeaway {
    type Eval = NoIdea;
    const INFO: GameInfo = GameInfo::new("takeaway", "The last stone wins.");

    fn options(&self) -> Box<dyn GameOptions<Self>> {
        Box::new(TakeawayOptions { last_stone_loses: self.misere, is_odd: false })
    }

    fn bench_positions(&self) -> Vec<(String, u16)> {
        vec![("12".to_owned(), 4), ("300".to_owned(), 9)]
    }
}

/// Options: one changes a rule, the other causes a warning.
struct TakeawayOptions {
    last_stone_loses: bool,
    is_odd: bool,
}

impl GameOptions<Takeaway> for TakeawayOptions {
    fn specs(&self) -> Vec<OptionSpec> {
        vec![OptionSpec::check("Last Stone Loses", false).of_rules(), OptionSpec::check("Odd", false)]
    }

    fn set(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        let is_on = *value == OptionValue::Check(true);
        match name {
            "Odd" => self.is_odd = is_on,
            _ => self.last_stone_loses = is_on,
        }
        Ok(())
    }

    fn game(&self) -> Takeaway {
        Takeaway { misere: self.last_stone_loses }
    }

    fn warning(&self) -> Option<String> {
        self.is_odd.then(|| "odd options".to_owned())
    }
}
