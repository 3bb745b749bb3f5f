//! What is kept of a walk through the turns: the moves, for the search; whether there is any; or,
//! for clients, the moves with what a person does at the board.
//!
//! The walk is compiled for each recorder, so the search does not pay for what only clients see.

use plywright::Moves;
use smallvec::SmallVec;

use super::act::Act;
use super::turn_state::TurnState;
use crate::moves::Move;
use crate::state::State;

/// How a turn answers to the demand that a worker moves up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    /// Nothing is demanded, or a worker moves up by a power that nobody can be made to use. Where
    /// there is a demand, such turns come after all others.
    None,
    /// A worker moves up.
    Met,
    /// No worker moves up: the turn may be played only if no turn meets the demand.
    Missed,
}

/// Takes the turns of a walk, and what is done on the way to them.
pub(crate) trait Recorder {
    /// Whether each order counts in which a position can be reached. Otherwise one of them is enough.
    const RECORDS_ORDERS: bool = false;
    /// Whether only turns that win are wanted.
    const ONLY_WINS: bool = false;

    /// Called before the walk. `repeats` says whether several turns may lead to one position.
    #[inline]
    fn begin(&mut self, _repeats: bool) {}

    /// Called with what is done next.
    #[inline]
    fn act(&mut self, _act: Act) {}

    /// Called when the last act has been gone through with all that can follow it.
    #[inline]
    fn undo_act(&mut self) {}

    /// Takes a turn that leads from one position to another by the present acts.
    fn take(&mut self, start: &State, end: &State, demand: Demand);

    /// Called with all positions that a god's many walks lead to, before it builds: leaves those to go on
    /// from.
    #[inline]
    fn select(&mut self, _standings: &mut Vec<TurnState>) {}

    /// Whether nothing more is wanted. Loops end early then.
    #[inline]
    fn is_done(&self) -> bool {
        false
    }
}

/// Finds out whether there is any turn.
#[derive(Default)]
pub(crate) struct AnyTurn {
    pub(crate) is_found: bool,
}

impl Recorder for AnyTurn {
    #[inline]
    fn take(&mut self, _start: &State, _end: &State, _demand: Demand) {
        self.is_found = true;
    }

    #[inline]
    fn is_done(&self) -> bool {
        self.is_found
    }
}

/// Finds a turn that wins.
#[derive(Default)]
pub(crate) struct WinFinder {
    /// A turn that wins, with how it answers to the demand to move up: no others may have met it.
    pub(crate) win: Option<(Move, Demand)>,
}

impl Recorder for WinFinder {
    const ONLY_WINS: bool = true;

    #[inline]
    fn take(&mut self, start: &State, end: &State, demand: Demand) {
        if end.winner.is_some() && !self.is_done() {
            self.win = Some((Move::between(start, end), demand));
        }
    }

    #[inline]
    fn is_done(&self) -> bool {
        self.win.is_some_and(|(_, demand)| demand != Demand::Missed)
    }
}

/// Collects moves. Turns that lead to the same position are one move.
pub(crate) struct MoveCollector<'a> {
    /// The moves, each once.
    moves: &'a mut Moves<Move>,
    /// Whether the demand to move up has been met by a turn so far.
    is_demand_met: bool,
    /// Finds equal moves by their codes, where there may be any: numbers of moves from 1, and 0
    /// where there is none, with open addressing.
    slots: SmallVec<[u32; FIRST_SLOTS]>,
}

const FIRST_SLOTS: usize = 512;

impl<'a> MoveCollector<'a> {
    /// Collects moves in a list that is empty.
    pub(crate) fn new(moves: &'a mut Moves<Move>) -> Self {
        Self { moves, is_demand_met: false, slots: SmallVec::new() }
    }

    /// Adds a turn's move if it is new, and returns its number; `None` if the turn may not be played.
    #[inline]
    fn add(&mut self, start: &State, end: &State, demand: Demand) -> Option<usize> {
        if demand == Demand::Met && !self.is_demand_met {
            self.is_demand_met = true;
            self.moves.clear();
            self.slots.fill(0);
        }
        if demand == Demand::Missed && self.is_demand_met {
            return None;
        }
        if !self.slots.is_empty() {
            return Some(self.number_of(Move::between(start, end)));
        }
        self.moves.push(Move::between(start, end));
        Some(self.moves.len() - 1)
    }

    /// The number of a move, which is added if it is new.
    fn number_of(&mut self, mv: Move) -> usize {
        let mut slot = self.slot_of(&mv);
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.moves[number as usize] == mv {
                return number as usize;
            }
            slot = (slot + 1) % self.slots.len();
        }
        self.moves.push(mv);
        self.slots[slot] = self.moves.len() as u32;
        if 2 * self.moves.len() > self.slots.len() {
            self.grow();
        }
        self.moves.len() - 1
    }

    #[inline]
    fn slot_of(&self, mv: &Move) -> usize {
        plywright::Move::code(*mv) as usize & (self.slots.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = SmallVec::from_elem(0, 4 * self.slots.len());
        for number in 0..self.moves.len() {
            let mut slot = self.slot_of(&self.moves[number]);
            while self.slots[slot] != 0 {
                slot = (slot + 1) % self.slots.len();
            }
            self.slots[slot] = number as u32 + 1;
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
    fn take(&mut self, start: &State, end: &State, demand: Demand) {
        self.add(start, end, demand);
    }
}

/// Records the turns as a person plays them.
pub(crate) struct TurnRecorder<'a> {
    collector: MoveCollector<'a>,
    /// What was done to come to the present position.
    acts: Vec<Act>,
    /// The turns, with the numbers of their moves.
    turns: Vec<(usize, Vec<Act>)>,
}

impl<'a> TurnRecorder<'a> {
    /// Collects moves in a list that is empty.
    pub(crate) fn new(moves: &'a mut Moves<Move>) -> Self {
        Self { collector: MoveCollector::new(moves), acts: Vec::new(), turns: Vec::new() }
    }

    /// The turns, each with the move that it is.
    pub(crate) fn into_turns(self) -> impl Iterator<Item = (Move, Vec<Act>)> {
        let moves = self.collector.moves;
        self.turns.into_iter().map(|(number, acts)| (moves[number], acts))
    }
}

impl Recorder for TurnRecorder<'_> {
    const RECORDS_ORDERS: bool = true;

    /// Each order is a turn of its own, so every god's turns repeat.
    fn begin(&mut self, _repeats: bool) {
        self.collector.begin(true);
    }

    fn act(&mut self, act: Act) {
        self.acts.push(act);
    }

    fn undo_act(&mut self) {
        self.acts.pop();
    }

    fn take(&mut self, start: &State, end: &State, demand: Demand) {
        let was_met = self.collector.is_demand_met;
        let number = self.collector.add(start, end, demand);
        if self.collector.is_demand_met != was_met {
            self.turns.clear();
        }
        self.turns.extend(number.map(|number| (number, self.acts.clone())));
    }
}
