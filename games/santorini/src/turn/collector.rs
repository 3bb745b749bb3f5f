//! Two recorders: [`MoveCollector`] collects the moves of an enumeration, and [`TurnRecorder`] also the acts of each
//! turn, the actions by which a person enters it.

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

    /// Adds the move of a turn unless it is already listed, and returns its index. Returns `None` if the turn
    /// misses a demand to climb that an earlier turn has met. The first turn that meets the demand removes all
    /// listed moves.
    fn add(&mut self, mv: Move, demand: Demand) -> Option<usize> {
        if demand == Demand::Met && !self.is_demand_met {
            self.is_demand_met = true;
            self.moves.clear();
            self.slots.fill(0);
        }
        if demand == Demand::Missed && self.is_demand_met {
            return None;
        }
        if !self.slots.is_empty() {
            return Some(self.find_or_push(mv));
        }
        self.moves.push(mv);
        Some(self.moves.len() - 1)
    }

    /// Appends a move unless it is already listed, and returns its index.
    fn find_or_push(&mut self, mv: Move) -> usize {
        let mut slot = self.slot_of(&mv);
        while let Some(index) = self.slots[slot].checked_sub(1) {
            if self.moves[index as usize] == mv {
                return index as usize;
            }
            slot = self.wrap(slot + 1);
        }
        self.moves.push(mv);
        self.slots[slot] = self.moves.len() as u32;
        if 2 * self.moves.len() > self.slots.len() {
            self.grow();
        }
        self.moves.len() - 1
    }

    /// Returns the slot at which the search for a move begins.
    #[inline]
    fn slot_of(&self, mv: &Move) -> usize {
        self.wrap(plywright::Move::code(*mv) as usize)
    }

    /// Returns `number` modulo the number of slots, which is a power of two.
    #[inline]
    fn wrap(&self, number: usize) -> usize {
        number & (self.slots.len() - 1)
    }

    /// Makes four times as many slots and fills them again.
    #[cold]
    fn grow(&mut self) {
        self.slots = SmallVec::from_elem(0, 4 * self.slots.len());
        for index in 0..self.moves.len() {
            let mut slot = self.slot_of(&self.moves[index]);
            while self.slots[slot] != 0 {
                slot = self.wrap(slot + 1);
            }
            self.slots[slot] = index as u32 + 1;
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

/// Records each turn with its move and its acts; turns with the same move are all kept. The first turn that meets a
/// demand to climb removes the turns before it, and later turns that miss the demand are dropped.
pub(crate) struct TurnRecorder<'a> {
    collector: MoveCollector<'a>,
    /// Acts of the current turn up to now.
    acts: Vec<Act>,
    /// For each turn, the index of its move in the collector's list, and its acts.
    turns: Vec<(usize, Vec<Act>)>,
}

impl<'a> TurnRecorder<'a> {
    /// Creates a recorder that also collects the moves in `moves`, which must be empty.
    pub(crate) fn new(moves: &'a mut Moves<Move>) -> Self {
        Self { collector: MoveCollector::new(moves), acts: Vec::new(), turns: Vec::new() }
    }

    pub(crate) fn into_turns(self) -> impl Iterator<Item = (Move, Vec<Act>)> {
        let moves = self.collector.moves;
        self.turns.into_iter().map(|(index, acts)| (moves[index], acts))
    }
}

/// The functions of this recorder are not inlined. A search does not record acts, so their speed does not matter, but
/// the size of the program does: the turns of every god are compiled for this recorder too.
impl Recorder for TurnRecorder<'_> {
    const RECORDS_ORDERS: bool = true;

    /// Always drops duplicate moves. This recorder receives every order of the same acts, so several turns may lead to
    /// the same position even if `_repeats` is false.
    fn begin(&mut self, _repeats: bool) {
        self.collector.begin(true);
    }

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
        let was_met = self.collector.is_demand_met;
        let added = self.collector.add(mv, demand);
        if self.collector.is_demand_met != was_met {
            self.turns.clear();
        }
        if let Some(index) = added {
            self.turns.push((index, self.acts.clone()));
        }
    }
}
