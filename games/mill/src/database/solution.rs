//! Computes the files of the perfect database: the ultra-strong solution, which grades draws.
//!
//! A draw by play that stays in a subspace forever is worth the value of the subspace. An entry stores the
//! value of a position relative to the value of its subspace, and the number of plies after which best play
//! reaches this value. A side prefers to reach a positive value soon and a negative value late.
//!
//! A placing subspace is computed from the subspaces to which its turns lead. Subspaces of the moving phase
//! lead back into each other, so they are solved by retrograde analysis: the values farthest from 0 first
//! and, at equal distance, the values with fewer plies first. An exit is a turn that leads out of the
//! subspaces being solved. If best play from a position stays in them forever, its entry stores the number of
//! turns that keep play there.

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

/// Exact value of a position for the side to move, or of a turn for the side that plays it. `value` is
/// relative to the subspace's value; best play reaches it after `plies` plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Worth {
    pub(super) value: i16,
    pub(super) plies: i16,
}

impl Worth {
    /// Compares the worths of two turns for the side that plays them; the better turn is greater.
    fn compare(self, other: Self) -> Ordering {
        let later_is_better = -i32::from(self.value.signum());
        let plies = |worth: Self| later_is_better * i32::from(worth.plies);
        self.value.cmp(&other.value).then(plies(self).cmp(&plies(other)))
    }

    /// Converts the worth of the position after a turn into the worth of the turn, for the side that plays
    /// it. `from` and `to` are the values of the subspaces before and after the turn. If the sign of the
    /// relative value changes, so does the sign of the number of plies.
    fn before(self, from: i32, to: i32) -> Self {
        let value = i32::from(self.value) + to + from;
        let sign = value.signum() as i16 * self.value.signum();
        Self { value: -value as i16, plies: sign * self.plies + 1 }
    }
}

#[derive(Debug)]
pub(super) struct Solved {
    pub(super) value: i32,
    pub(super) numbering: Numbering,
    /// Worth of the position at each index; the default value if the entry refers to a symmetric image.
    pub(super) worths: Vec<Worth>,
}

/// The encoded entries of a subspace's file, in the order of indices.
type Entries = Vec<[u8; entry::LENGTH]>;

pub(super) struct Task<'a> {
    pub(super) rules: StandardRules,
    pub(super) scale: Scale,
    /// Returns a solved subspace; `None` if it has not been solved.
    pub(super) solved: &'a dyn Fn(Slice) -> Option<&'a Solved>,
    pub(super) stop: &'a AtomicBool,
    pub(super) report: &'a dyn Fn(Stage),
}

/// A subspace that is being solved.
struct Part {
    slice: Slice,
    value: i32,
    numbering: Numbering,
    worths: Vec<Worth>,
    /// For each index, the number of open turns: turns that may still be worth at least the subspace's value.
    /// A turn counts once for each un-move that finds it. All exits that are not worth 0 count together as
    /// one turn, but not at all if the best exit is worth 0.
    open: Vec<u16>,
}

/// Summary of a position's turns, from which its value in the subspace begins: how many are open, and the best exit.
#[derive(Default)]
struct Turns {
    /// Number of turns that are no exits, or exits worth 0. A turn counts once for each symmetry of the position after
    /// it.
    open: u32,
    best_exit: Option<Worth>,
    /// Whether some turn is no exit.
    stays: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The best exit is worth less than the subspace, so the open turn that stands for the exits is closed.
    Leaves,
    /// A turn is worth more than the subspace.
    Rises,
    /// No open turn is left, so the position is worth less than the subspace.
    Falls,
}

/// Sort key of events: greatest distance of the value from 0, then fewest plies, then the event, then the
/// index of its subspace in [`Solver::parts`].
type Moment = (Reverse<i16>, i16, Event, usize);

/// Solves one placing subspace, or one or two moving subspaces that lead back into each other. Takes the
/// subspaces with their values, and returns the entries of each.
pub(super) fn solve<'a>(
    task: &'a Task<'a>,
    subspaces: &[(Slice, i32)],
) -> Result<Vec<(Slice, Entries)>, SolveError> {
    let parts = subspaces.iter().map(|(slice, value)| Part::new(*slice, *value)).collect();
    let mut solver = Solver { task, parts, events: BTreeMap::new() };
    solver.expand()?;
    solver.propagate()?;
    solver.parts.iter().map(|part| Ok((part.slice, part.entries(task.rules.board)?))).collect()
}

struct Solver<'a> {
    task: &'a Task<'a>,
    parts: Vec<Part>,
    events: BTreeMap<Moment, Vec<u32>>,
}

impl Solver<'_> {
    /// Expands every position of the parts.
    fn expand(&mut self) -> Result<(), SolveError> {
        let all = self.parts.iter().map(|part| part.numbering.len()).sum();
        let mut done = 0;
        for at in 0..self.parts.len() {
            for index in 0..self.parts[at].numbering.len() {
                if index.is_multiple_of(INTERVAL) {
                    (self.task.report)(Stage::Expanding(done + index, all));
                    self.check_stop()?;
                }
                if let Some(stones) = self.parts[at].numbering.position_at(index) {
                    self.expand_position(at, index, stones)?;
                }
            }
            done += self.parts[at].numbering.len();
        }
        Ok(())
    }

    fn check_stop(&self) -> Result<(), SolveError> {
        if self.task.stop.load(Relaxed) { Err(SolveError::Stopped) } else { Ok(()) }
    }

    /// Counts the open turns of the position at `index` of part number `at`. Adds an event for its best exit
    /// unless that is worth 0, or for a loss if the position has no turn.
    fn expand_position(&mut self, at: usize, index: u64, stones: [PointSet; 2]) -> Result<(), SolveError> {
        let Turns { open, best_exit, stays } = self.turns(&self.parts[at], stones)?;
        let part = &mut self.parts[at];
        let symmetries = part.numbering.stabilizer(index, stones[1]).count_ones();
        let open = (open / symmetries) as u16;
        let (event, worth) = match best_exit {
            None if stays => {
                part.open[index as usize] = open;
                return Ok(());
            }
            None => (Event::Falls, Worth { value: (self.task.scale.loss - part.value) as i16, plies: 0 }),
            Some(best) if best.value < 0 => (Event::Leaves, best),
            Some(best) => (Event::Rises, best),
        };
        part.open[index as usize] = open + u16::from(event == Event::Leaves || worth.value > 0);
        if worth.value != 0 {
            self.add_event(event, at, index, worth);
        }
        Ok(())
    }

    /// Plays each turn of a position of `part`.
    ///
    /// # Errors
    /// Returns an error if an exit leads to a subspace that is not solved.
    fn turns(&self, part: &Part, stones: [PointSet; 2]) -> Result<Turns, SolveError> {
        let placed = u8::from(part.slice.hand[0] > 0);
        let mut turns = Turns::default();
        let flow = each_turn(&self.task.rules, stones, placed > 0, &mut |own, other| {
            let next = part.slice.after(placed, (stones[1].count() - other.count()) as u8);
            if let Some(inner) = self.parts.iter().find(|part| part.slice == next) {
                turns.stays = true;
                turns.open += inner.numbering.locate(other, own).symmetries;
                return ControlFlow::Continue(());
            }
            let worth = if next.board[0] + next.hand[0] < MIN_STONES {
                Worth { value: (self.task.scale.win - part.value) as i16, plies: 1 }
            } else {
                let Some(solved) = (self.task.solved)(next) else { return ControlFlow::Break(next) };
                let number = solved.numbering.locate(other, own);
                let worth = solved.worths[number.index as usize].before(part.value, solved.value);
                if worth.value == 0 {
                    turns.open += number.symmetries;
                }
                worth
            };
            if turns.best_exit.is_none_or(|best| worth.compare(best).is_gt()) {
                turns.best_exit = Some(worth);
            }
            ControlFlow::Continue(())
        });
        match flow {
            ControlFlow::Break(unsolved) => Err(missing_error(unsolved)),
            ControlFlow::Continue(()) => Ok(turns),
        }
    }

    /// Adds an event for the position at `index` of part number `at`.
    fn add_event(&mut self, event: Event, at: usize, index: u64, worth: Worth) {
        let moment = (Reverse(worth.value.abs()), worth.plies, event, at);
        self.events.entry(moment).or_default().push(index as u32);
    }

    /// Handles the events in the order of their moments, with the events that they add, until none is left.
    fn propagate(&mut self) -> Result<(), SolveError> {
        while let Some(((Reverse(level), plies, event, at), numbers)) = self.events.pop_first() {
            self.check_stop()?;
            (self.task.report)(Stage::Iteration(plies.max(0) as u32));
            let value = if event == Event::Rises { level } else { -level };
            for index in numbers.into_iter().map(u64::from) {
                let part = &mut self.parts[at];
                if part.worths[index as usize].value != 0 {
                    continue;
                }
                if event == Event::Leaves {
                    self.close(at, index, Worth { value, plies });
                    continue;
                }
                part.worths[index as usize] = Worth { value, plies };
                self.go_back(at, index, Worth { value: -value, plies: plies + 1 });
            }
        }
        Ok(())
    }

    /// Updates the predecessors of the decided position at `index` of part number `at`. `worth` is the worth
    /// of a turn to this position, for the side that plays the turn.
    fn go_back(&mut self, at: usize, index: u64, worth: Worth) {
        let Slice { hand, board } = self.parts[at].slice;
        let slice = Slice { hand: [hand[1], hand[0]], board: [board[1], board[0]] };
        let is_before = |part: &Part| part.slice == slice && hand[0] == 0;
        let Some(before) = self.parts.iter().position(is_before) else { return };
        let stones @ [own, other] = self.parts[at].numbering.sets_at(index);
        let (rules, numbering) = (&self.task.rules, self.parts[before].numbering);
        each_unmove(rules, stones, rules.flies_with(0, board[1]), |to, from| {
            let index = numbering.locate(other.without(to).with(from), own).index;
            match worth.value {
                _ if self.parts[before].worths[index as usize].value != 0 => {}
                1.. => self.add_event(Event::Rises, before, index, worth),
                _ => self.close(before, index, worth),
            }
        });
    }

    /// Closes one open turn of a position. `worth` is the worth of this turn. If no open turn is left, adds
    /// an event that decides the position with this worth.
    fn close(&mut self, at: usize, index: u64, worth: Worth) {
        let open = &mut self.parts[at].open[index as usize];
        *open = open.saturating_sub(1);
        if *open == 0 {
            self.add_event(Event::Falls, at, index, worth);
        }
    }
}

impl Part {
    fn new(slice: Slice, value: i32) -> Self {
        let numbering = numbering(slice);
        let len = numbering.len() as usize;
        Self { slice, value, numbering, worths: vec![Worth::default(); len], open: vec![0; len] }
    }

    fn entries(&self, board: &Board) -> Result<Entries, SolveError> {
        let entry = |index: u64| {
            let [own, other] = self.numbering.sets_at(index);
            if self.numbering.position_at(index).is_none() {
                // The entry names the first of the symmetries that map the position to its least index.
                let image = |set, symmetry: &usize| board.image_of_all(set, Symmetry(SYMMETRIES[*symmetry]));
                let keeping = (0..SYMMETRIES.len()).filter(|symmetry| image(own, symmetry) == own);
                let smallest = keeping.min_by_key(|symmetry| image(other, symmetry).bits());
                return Entry::Image(smallest.unwrap_or(0));
            }
            let Worth { value, plies } = self.worths[index as usize];
            let plies = if value == 0 { self.open[index as usize] as i16 } else { plies };
            Entry::Value { value: value.into(), plies: Some(plies.into()) }
        };
        let entries = (0..self.numbering.len()).map(|index| entry(index).encode());
        entries.collect::<Option<_>>().ok_or(SolveError::TooLong)
    }
}
