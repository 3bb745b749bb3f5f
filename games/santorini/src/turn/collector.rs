//! Two recorders: [`MoveCollector`] collects the moves of an enumeration, and [`TurnRecorder`] also the acts of each
//! turn, the actions by which a person enters it.

use std::collections::HashMap;

use plywright::Moves;
use smallvec::SmallVec;

use super::recorder::{Act, Demand, Recorder};
use super::turn_state::TurnState;
use crate::moves::Move;

/// Implementation of [`Recorder::select`].
type Select<'a> = &'a mut dyn FnMut(&mut Vec<TurnState>);

/// Collects moves. Turns that lead to the same position are one move.
pub(crate) struct MoveCollector<'a> {
    moves: &'a mut Moves<Move>,
    /// Whether at least one turn so far was [`Demand::Met`]. Turns with [`Demand::Missed`] are then illegal.
    is_demand_met: bool,
    /// Hash table with open addressing, by the codes of moves. A slot stores the index of a move in `moves` plus 1; 0
    /// marks an empty slot. There are no slots if no two turns lead to the same position.
    slots: SmallVec<[u32; FIRST_SLOTS]>,
    /// Chooses among the positions after far walks, over several squares: removes those from which no turn is to be
    /// listed. `None` keeps them all.
    select: Option<Select<'a>>,
}

/// Initial number of slots. Must be a power of two.
const FIRST_SLOTS: usize = 512;

impl<'a> MoveCollector<'a> {
    /// Creates a collector that appends to `moves`, which must be empty.
    pub(crate) fn new(moves: &'a mut Moves<Move>) -> Self {
        Self { moves, is_demand_met: false, slots: SmallVec::new(), select: None }
    }

    /// Creates a collector that lets `select` remove positions after far walks. `moves` must be empty.
    pub(crate) fn selecting(moves: &'a mut Moves<Move>, select: Select<'a>) -> Self {
        Self { select: Some(select), ..Self::new(moves) }
    }

    /// Adds the move of a turn unless it is already listed. Leaves out a turn that misses a demand to climb that an
    /// earlier turn has met. The first turn that meets the demand removes all listed moves.
    fn add(&mut self, mv: Move, demand: Demand) {
        if demand == Demand::Met && !self.is_demand_met {
            self.is_demand_met = true;
            self.moves.clear();
            self.slots.fill(0);
        }
        if demand == Demand::Missed && self.is_demand_met {
            return;
        }
        if self.slots.is_empty() {
            self.moves.push(mv);
        } else {
            self.push_if_new(mv);
        }
    }

    /// Appends a move unless it is already listed.
    fn push_if_new(&mut self, mv: Move) {
        let Some(slot) = self.free_slot(&mv) else { return };
        self.moves.push(mv);
        self.slots[slot] = self.moves.len() as u32;
        if 2 * self.moves.len() > self.slots.len() {
            self.grow();
        }
    }

    /// Returns the empty slot for a move; `None` if a slot already stores the move.
    #[inline]
    fn free_slot(&self, mv: &Move) -> Option<usize> {
        // The number of slots is a power of two.
        let last = self.slots.len() - 1;
        let mut slot = plywright::Move::code(*mv) as usize & last;
        while let Some(index) = self.slots[slot].checked_sub(1) {
            if self.moves[index as usize] == *mv {
                return None;
            }
            slot = (slot + 1) & last;
        }
        Some(slot)
    }

    /// Makes four times as many slots and fills them again.
    #[cold]
    fn grow(&mut self) {
        self.slots = SmallVec::from_elem(0, 4 * self.slots.len());
        for index in 0..self.moves.len() {
            if let Some(slot) = self.free_slot(&self.moves[index]) {
                self.slots[slot] = index as u32 + 1;
            }
        }
    }
}

impl Recorder for MoveCollector<'_> {
    #[inline]
    fn begin(&mut self, repeats: bool) {
        if repeats {
            self.slots.resize(FIRST_SLOTS, 0);
        }
    }

    #[inline]
    fn take(&mut self, mv: Move, demand: Demand) {
        if demand == Demand::None && self.slots.is_empty() {
            self.moves.push(mv);
        } else {
            self.add(mv, demand);
        }
    }

    #[inline]
    fn take_all(&mut self, moves: impl Iterator<Item = Move>, demand: Demand) {
        if demand == Demand::None && self.slots.is_empty() {
            // Writes each move directly into the list. `push` would first build it on the stack.
            self.moves.extend(moves);
        } else {
            for mv in moves {
                self.add(mv, demand);
            }
        }
    }

    fn select(&mut self, walks: &mut Vec<TurnState>) {
        if let Some(select) = &mut self.select {
            select(walks);
        }
    }
}

/// For each move, the acts of every turn that leads to its position.
pub(crate) type Orders = HashMap<Move, Vec<Vec<Act>>>;

/// Records the acts of each turn by its move; turns with the same move are all kept. The first turn that meets a demand
/// to climb removes the turns before it, and later turns that miss the demand are dropped.
#[derive(Default)]
pub(crate) struct TurnRecorder {
    /// Acts of the current turn up to now.
    acts: Vec<Act>,
    /// The turns recorded so far.
    pub(crate) orders: Orders,
    /// Whether at least one turn so far was [`Demand::Met`]. Turns with [`Demand::Missed`] are then illegal.
    is_demand_met: bool,
}

/// The functions of this recorder are not inlined. A search does not record acts, so their speed does not matter, but
/// the size of the program does: the turns of every god are compiled for this recorder too.
impl Recorder for TurnRecorder {
    const RECORDS_ORDERS: bool = true;

    #[inline(never)]
    fn act(&mut self, act: Act) {
        self.acts.push(act);
    }

    #[inline(never)]
    fn undo_act(&mut self) {
        self.acts.pop();
    }

    #[inline(never)]
    fn take(&mut self, mv: Move, demand: Demand) {
        if demand == Demand::Met && !self.is_demand_met {
            self.is_demand_met = true;
            self.orders.clear();
        }
        if demand != Demand::Missed || !self.is_demand_met {
            self.orders.entry(mv).or_default().push(self.acts.clone());
        }
    }
}
