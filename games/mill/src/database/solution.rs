//! Computes the files of the perfect database: the ultra-strong solution, which grades draws.
//!
//! A subspace is the set of positions with given numbers of stones. A draw by play that stays in a subspace forever is
//! worth the value of the subspace. The entry of a position stores the value of the position relative to the value of
//! its subspace, and the number of plies after which best play reaches this value. A side prefers to reach a positive
//! value soon and a negative value late. If the relative value is 0, the entry stores the number of turns that keep it.
//!
//! A group is one subspace with stones in hand, or one or two subspaces without stones in hand, between which turns
//! lead back and forth. Exits are turns that leave the group. The values of a group follow from the subspaces to which
//! its exits lead, and are found by retrograde analysis: the values farthest from 0 come first, and among equally
//! distant values those with fewer plies.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use plywright::Symmetry;
use plywright::tablebase::{SolveError, Stage};

use super::entry::{self, Entry, SYMMETRIES, Scale};
use super::{missing_error, numbering};
use crate::board::{Board, PointSet};
use crate::rules::StandardRules;
use crate::tables::{MIN_STONES, Numbering, Slice, each_turn, each_unmove};

/// Number of indices between two progress reports and checks of the stop flag.
const INTERVAL: u64 = 1 << 16;

/// Exact value of a position for the side to move, or of a turn for the side that plays it. `value` is relative to the
/// value of the position's subspace, or of the subspace before the turn. Best play reaches `value` after `plies` plies;
/// if `value` is 0, `plies` has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Worth {
    pub(super) value: i16,
    pub(super) plies: i16,
}

impl Worth {
    /// Compares the worths of two turns for the side that plays them; the better turn is greater. If the values are
    /// equal, the sooner turn is better at a positive value, and the later turn at a negative one.
    fn compare(self, other: Self) -> Ordering {
        let sign = -i32::from(self.value.signum());
        let signed_plies = |worth: Self| sign * i32::from(worth.plies);
        self.value.cmp(&other.value).then(signed_plies(self).cmp(&signed_plies(other)))
    }

    /// Converts the worth of the position after a turn into the worth of the turn, for the side that plays it. `from`
    /// and `to` are the values of the subspaces before and after the turn. `plies` is first negated if the position's
    /// value has different signs in the two subspaces, or set to 0 if it is 0 in one of them. Then one ply is added for
    /// the turn.
    fn one_turn_before(self, from: i32, to: i32) -> Self {
        let value = i32::from(self.value) + to + from;
        let sign = value.signum() as i16 * self.value.signum();
        Self { value: -value as i16, plies: sign * self.plies + 1 }
    }
}

/// A solved subspace.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) value: i32,
    pub(super) numbering: Numbering,
    /// Worth of the position at each index; the default worth if the entry refers to a symmetric image.
    pub(super) worths: Vec<Worth>,
}

/// The encoded entries of a subspace's file, in the order of indices.
type Entries = Vec<[u8; entry::LENGTH]>;

pub(super) struct Context<'a> {
    pub(super) rules: StandardRules,
    pub(super) scale: Scale,
    /// Returns a solved subspace; `None` if it has not been solved.
    pub(super) solved: &'a dyn Fn(Slice) -> Option<&'a Solved>,
    pub(super) stop: &'a AtomicBool,
    pub(super) report: &'a dyn Fn(Stage),
}

struct Unsolved {
    slice: Slice,
    value: i32,
    numbering: Numbering,
    worths: Vec<Worth>,
    /// For the position at each index, the number of open turns: those that may still be worth at least 0, which stands
    /// for the value of the subspace. A turn within the group counts once for each un-move (a turn taken back) that
    /// leads to the position. Exits worth 0 count singly. The other exits count together as one turn, or not at all if
    /// the best exit is worth 0.
    open_turns: Vec<u16>,
}

/// A fact from which the value of a position follows, or which closes one of the position's turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The best exit is worth less than the value of the subspace. So the open turn that stands for the exits is
    /// closed.
    Leaves,
    /// A turn is worth more than the value of the subspace.
    Rises,
    /// No open turn is left, so the position is worth less than the value of the subspace.
    Falls,
}

/// Sort key of events: greatest distance of the value from 0 first, then fewest plies, then the kind of event, then the
/// index of the position's subspace in [`Solver::group`].
type Moment = (Reverse<i16>, i16, Event, usize);

/// Solves a group. Takes its subspaces with their values, and returns the entries of each. All subspaces to which exits
/// lead must be solved.
pub(super) fn solve<'a>(
    context: &'a Context<'a>,
    subspaces: &[(Slice, i32)],
) -> Result<Vec<(Slice, Entries)>, SolveError> {
    let group = subspaces.iter().map(|(slice, value)| Unsolved::new(*slice, *value)).collect();
    let mut solver = Solver { context, group, events: BTreeMap::new() };
    solver.expand()?;
    solver.propagate()?;
    let board = context.rules.board;
    solver.group.iter().map(|subspace| Ok((subspace.slice, subspace.entries(board)?))).collect()
}

/// Returns [`SolveError::Stopped`] if the flag is set.
pub(super) fn check_stop(stop: &AtomicBool) -> Result<(), SolveError> {
    if stop.load(Relaxed) { Err(SolveError::Stopped) } else { Ok(()) }
}

struct Solver<'a> {
    context: &'a Context<'a>,
    group: Vec<Unsolved>,
    /// Indices of the positions of the events that are still to be handled, by the sort key of the event.
    events: BTreeMap<Moment, Vec<u32>>,
}

impl Solver<'_> {
    /// Counts the open turns of every position of the group. Adds events for positions with exits or without turns.
    fn expand(&mut self) -> Result<(), SolveError> {
        let all = self.group.iter().map(|subspace| subspace.numbering.len()).sum();
        let mut done = 0;
        for at in 0..self.group.len() {
            for index in 0..self.group[at].numbering.len() {
                if index.is_multiple_of(INTERVAL) {
                    (self.context.report)(Stage::Expanding(done + index, all));
                    check_stop(self.context.stop)?;
                }
                if let Some(stones) = self.group[at].numbering.position_at(index) {
                    self.expand_position(at, index, stones)?;
                }
            }
            done += self.group[at].numbering.len();
        }
        Ok(())
    }

    /// Counts the open turns of the position at `index` of subspace number `at` of the group. Adds an event for the
    /// best exit unless that exit is worth 0, or for a loss if the position has no turn.
    fn expand_position(&mut self, at: usize, index: u64, stones: [PointSet; 2]) -> Result<(), SolveError> {
        let (turns, best_exit) = self.summarize_turns(&self.group[at], stones)?;
        let subspace = &mut self.group[at];
        // The summary counts a turn once for each symmetry of the position after it. Divided by the number of
        // symmetries of the present position, the sum is the number of un-moves that lead to the present position.
        let symmetries = subspace.numbering.stabilizer(index, stones[1]).count_ones();
        let open_turns = (turns / symmetries) as u16;
        let (event, worth) = match best_exit {
            None if turns > 0 => {
                subspace.open_turns[index as usize] = open_turns;
                return Ok(());
            }
            None => {
                let loss = (self.context.scale.loss - subspace.value) as i16;
                (Event::Falls, Worth { value: loss, plies: 0 })
            }
            Some(best) if best.value < 0 => (Event::Leaves, best),
            Some(best) => (Event::Rises, best),
        };
        let has_turn_for_exits = event == Event::Leaves || worth.value > 0;
        subspace.open_turns[index as usize] = open_turns + u16::from(has_turn_for_exits);
        if worth.value != 0 {
            self.add_event(event, at, index, worth);
        }
        Ok(())
    }

    /// Plays each turn of a position of `subspace`, before the value of any other position of the group is known.
    /// Returns the number of turns within the group and of exits worth 0, and the worth of the best exit, if there is
    /// an exit. A turn counts once for each symmetry that maps the position after the turn to itself.
    ///
    /// # Errors
    /// Returns an error if an exit leads to a subspace that is not solved.
    fn summarize_turns(
        &self,
        subspace: &Unsolved,
        stones: [PointSet; 2],
    ) -> Result<(u32, Option<Worth>), SolveError> {
        let placed = u8::from(subspace.slice.hand[0] > 0);
        let (mut turns, mut best_exit) = (0, None);
        let flow = each_turn(&self.context.rules, stones, placed > 0, &mut |own, other| {
            let next = subspace.slice.after(placed, (stones[1].count() - other.count()) as u8);
            if let Some(target) = self.group.iter().find(|target| target.slice == next) {
                turns += target.numbering.locate(other, own).symmetries;
                return ControlFlow::Continue(());
            }
            let worth = if next.board[0] + next.hand[0] < MIN_STONES {
                Worth { value: (self.context.scale.win - subspace.value) as i16, plies: 1 }
            } else {
                let Some(solved) = (self.context.solved)(next) else { return ControlFlow::Break(next) };
                let position = solved.numbering.locate(other, own);
                let worth_after = solved.worths[position.index as usize];
                let worth = worth_after.one_turn_before(subspace.value, solved.value);
                if worth.value == 0 {
                    turns += position.symmetries;
                }
                worth
            };
            if best_exit.is_none_or(|best| worth.compare(best).is_gt()) {
                best_exit = Some(worth);
            }
            ControlFlow::Continue(())
        });
        match flow {
            ControlFlow::Break(unsolved) => Err(missing_error(unsolved)),
            ControlFlow::Continue(()) => Ok((turns, best_exit)),
        }
    }

    fn add_event(&mut self, event: Event, at: usize, index: u64, worth: Worth) {
        let moment = (Reverse(worth.value.abs()), worth.plies, event, at);
        self.events.entry(moment).or_default().push(index as u32);
    }

    /// Handles events in the order of their keys until none is left. New events are added meanwhile.
    fn propagate(&mut self) -> Result<(), SolveError> {
        while let Some(((Reverse(level), plies, event, at), indexes)) = self.events.pop_first() {
            check_stop(self.context.stop)?;
            (self.context.report)(Stage::Iteration(plies.max(0) as u32));
            let value = if event == Event::Rises { level } else { -level };
            for index in indexes.into_iter().map(u64::from) {
                let subspace = &mut self.group[at];
                if subspace.worths[index as usize].value != 0 {
                    continue;
                }
                if event == Event::Leaves {
                    self.close_turn(at, index, Worth { value, plies });
                    continue;
                }
                subspace.worths[index as usize] = Worth { value, plies };
                self.update_predecessors(at, index, Worth { value: -value, plies: plies + 1 });
            }
        }
        Ok(())
    }

    /// Updates the predecessors of the position at `index` of subspace number `at` of the group, whose value has become
    /// known. `worth` is the worth of a turn to this position, for the side that plays the turn.
    fn update_predecessors(&mut self, at: usize, index: u64, worth: Worth) {
        let slice = self.group[at].slice;
        let slice_before = slice.after(0, 0);
        let is_before = |subspace: &Unsolved| subspace.slice == slice_before && slice.hand[0] == 0;
        let Some(before) = self.group.iter().position(is_before) else { return };
        let stones @ [own, other] = self.group[at].numbering.sets_at(index);
        let (rules, numbering) = (&self.context.rules, self.group[before].numbering);
        each_unmove(rules, stones, rules.flies_with(0, slice.board[1]), |to, from| {
            let predecessor = numbering.locate(other.without(to).with(from), own).index;
            match worth.value {
                _ if self.group[before].worths[predecessor as usize].value != 0 => {}
                1.. => self.add_event(Event::Rises, before, predecessor, worth),
                _ => self.close_turn(before, predecessor, worth),
            }
        });
    }

    /// Closes one open turn of a position. `worth` is the worth of this turn. If no open turn is left, adds an event
    /// that gives the position this worth.
    fn close_turn(&mut self, at: usize, index: u64, worth: Worth) {
        let open_turns = &mut self.group[at].open_turns[index as usize];
        *open_turns = open_turns.saturating_sub(1);
        if *open_turns == 0 {
            self.add_event(Event::Falls, at, index, worth);
        }
    }
}

impl Unsolved {
    fn new(slice: Slice, value: i32) -> Self {
        let numbering = numbering(slice);
        let len = numbering.len() as usize;
        Self { slice, value, numbering, worths: vec![Worth::default(); len], open_turns: vec![0; len] }
    }

    /// Encodes the values of all indices. Fails if a number does not fit into its field.
    fn entries(&self, board: &Board) -> Result<Entries, SolveError> {
        let entries = (0..self.numbering.len()).map(|index| self.entry_at(index, board).encode());
        entries.collect::<Option<_>>().ok_or(SolveError::TooLong)
    }

    fn entry_at(&self, index: u64, board: &Board) -> Entry {
        if self.numbering.position_at(index).is_none() {
            // The entry names the first symmetry of `SYMMETRIES` that maps the position to its image with the least
            // index.
            let [own, other] = self.numbering.sets_at(index);
            let image = |set, symmetry: &usize| board.image_of_all(set, Symmetry(SYMMETRIES[*symmetry]));
            let keeping_own = (0..SYMMETRIES.len()).filter(|symmetry| image(own, symmetry) == own);
            let to_least = keeping_own.min_by_key(|symmetry| image(other, symmetry).bits());
            return Entry::Image(to_least.unwrap_or(0));
        }
        let Worth { value, plies } = self.worths[index as usize];
        let plies = if value == 0 { self.open_turns[index as usize] as i16 } else { plies };
        Entry::Value { value: value.into(), plies: Some(plies.into()) }
    }
}
