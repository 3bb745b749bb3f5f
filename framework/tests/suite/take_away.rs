//! A game whose values are known: who takes the last of a heap has won, and loses with every heap that four
//! divides.

use plywright::{Ending, Game, Hints, Key, Moves, Side, State, Symmetric};

/// The most that can be taken at a time.
const MOST: u16 = 3;

#[derive(Clone)]
pub struct TakeAway;

impl TakeAway {
    /// How many to take; 0 if nothing helps.
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
