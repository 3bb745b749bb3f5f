//! A game with known values: the sides take 1 to `max` stones from a heap in turn, and the side that takes
//! the last stone wins. The side to move loses if the heap is divisible by `max + 1`.

use plywright::{Ending, Game, Hints, Key, Moves, Notation, ParsePositionError, Side, State, Symmetric};

#[derive(Clone, Debug)]
pub struct TakeAway {
    /// Maximum number of stones taken in a move.
    pub max: u16,
    /// Number of times that each un-move is counted; 1 is correct.
    pub counted: u8,
    /// Number added to the slice of each un-move; 0 is correct.
    pub shifted: u32,
    /// Number of heaps in a slice of the tables.
    pub heaps: u64,
    /// Minimum size of a heap of which a side may take all stones at once, by the move 0.
    pub all_from: u16,
}

pub const THREE: TakeAway = TakeAway { max: 3, counted: 1, shifted: 0, heaps: 10, all_from: u16::MAX };

impl Default for TakeAway {
    fn default() -> Self {
        THREE
    }
}

impl TakeAway {
    /// Returns the number of stones to take in order to win; 0 if no move wins.
    pub fn good_move(&self, heap: u16) -> u16 {
        heap % (self.max + 1)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heap {
    pub stones: u16,
    pub side: Side,
}

impl Heap {
    /// Returns a heap with the first side to move.
    pub fn of(stones: u16) -> Self {
        Self { stones, side: Side::First }
    }
}

impl State for Heap {
    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> Key {
        Key::mix(u64::from(self.stones) << 1 | self.side.index() as u64)
    }
}

impl Game for TakeAway {
    type State = Heap;
    type Move = u8;

    fn start(&self) -> Heap {
        Heap::of(29)
    }

    fn moves(&self, heap: &Heap, out: &mut Moves<u8>) -> Option<Ending> {
        out.extend((1..=heap.stones.min(self.max)).map(|taken| taken as u8));
        out.extend((heap.stones >= self.all_from).then_some(0));
        (heap.stones == 0).then_some(Ending::Win(!heap.side))
    }

    fn play(&self, heap: &mut Heap, taken: u8) {
        let stones = if taken == 0 { 0 } else { heap.stones - u16::from(taken) };
        *heap = Heap { stones, side: !heap.side };
    }
}

impl Hints for TakeAway {}
impl Symmetric for TakeAway {}

impl Notation for TakeAway {
    fn parse_position(&self, text: &str) -> Result<Heap, ParsePositionError> {
        let wrong = |_| ParsePositionError::new("heap", text, "a number");
        text.parse().map(Heap::of).map_err(wrong)
    }

    fn position_text(&self, heap: &Heap) -> String {
        heap.stones.to_string()
    }

    fn move_text(&self, _: &Heap, taken: u8) -> String {
        taken.to_string()
    }
}
