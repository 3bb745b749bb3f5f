//! A game with known values: players take up to three from a heap, and the player who takes the last wins.
//! The player to move loses if the heap is divisible by four.

use plywright::{Ending, Game, Hints, Key, Moves, Side, State, Symmetric};

/// Maximum number taken in a move.
const MOST: u16 = 3;

#[derive(Clone, Default)]
pub struct TakeAway;

impl TakeAway {
    /// The winning number to take; 0 if there is none.
    pub fn good_move(heap: u16) -> u16 {
        heap % (MOST + 1)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heap(pub u16, pub Side);

impl State for Heap {
    fn side(&self) -> Side {
        self.1
    }

    fn key(&self) -> Key {
        Key::mix(u64::from(self.0) << 1 | self.1.index() as u64)
    }
}

impl Game for TakeAway {
    type State = Heap;
    type Move = u8;

    fn start(&self) -> Heap {
        Heap(21, Side::First)
    }

    fn moves(&self, heap: &Heap, out: &mut Moves<u8>) -> Option<Ending> {
        out.extend((1..=heap.0.min(MOST)).map(|taken| taken as u8));
        (heap.0 == 0).then_some(Ending::Win(!heap.1))
    }

    fn play(&self, heap: &mut Heap, taken: u8) {
        *heap = Heap(heap.0 - u16::from(taken), !heap.1);
    }
}

impl Hints for TakeAway {}
impl Symmetric for TakeAway {}
