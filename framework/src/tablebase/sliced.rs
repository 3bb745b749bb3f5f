//! Games that number their positions: the trait [`Sliced`].

use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::cells::Cells;
use super::error::{SolveError, TablebaseError};
use super::progress::{Solution, SolveOptions, SolveProgress};
use super::turns::{self, Reached};
use crate::rules::{Ending, Hints, Moves, State};
use crate::search::Value;
use crate::text::Notation;

/// What names a slice.
pub trait SliceName: Copy + Eq + Hash + Ord + Debug + Display + Send + Sync + 'static {}

impl<T: Copy + Eq + Hash + Ord + Debug + Display + Send + Sync + 'static> SliceName for T {}

/// A place in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SliceIndex<S> {
    /// The slice.
    pub slice: S,
    /// The number within the slice.
    pub index: u64,
}

/// A game whose positions at the beginning of a turn can be numbered slice by slice.
///
/// A slice is a set of positions that is solved as a whole, a group is a set of slices whose moves lead into
/// each other. Turns must alternate between the sides. Four methods say how positions are numbered; the
/// others follow from the rules and are overridden for speed.
pub trait Sliced: Hints + Notation {
    /// Names a slice, and is printed as its name, as in `6-4`.
    type Slice: SliceName;

    /// The groups of slices in an order in which each group's moves lead into itself and earlier groups. With
    /// `most`, only slices of positions with at most that many pieces, none of them in hand where all are
    /// placed before any moves; no slice where moves lead from these to more pieces.
    fn groups(&self, most: Option<u32>) -> Vec<Vec<Self::Slice>>;

    /// How many numbers the slice has. Not every number need be a position's.
    fn size(&self, slice: Self::Slice) -> u64;

    /// The place of a position that begins a turn; symmetric positions may share one. `None` if no slice has
    /// it.
    fn locate(&self, state: &Self::State) -> Option<SliceIndex<Self::Slice>>;

    /// The position that has this place; `None` for numbers that no position has.
    fn position(&self, place: SliceIndex<Self::Slice>) -> Option<Self::State>;

    /// Everything about the rules that the values of a slice depend on, in one line. Tables made under other
    /// rules are refused.
    fn table_rules(&self, slice: Self::Slice) -> String;

    /// Does what [`solve`](super::solve) does, but writes files in another program's format.
    ///
    /// # Errors
    /// As there, and when there is no such format.
    fn solve_as(
        &self,
        format: &str,
        _options: &SolveOptions,
        _stop: &AtomicBool,
        _report: &(dyn Fn(&SolveProgress) + Sync),
    ) -> Result<Solution, TablebaseError> {
        Err(TablebaseError::Format { format: format.to_owned() })
    }

    /// The slices outside the group that moves from this slice lead to; `None` when any earlier one may be
    /// among them.
    fn exits(&self, _slice: Self::Slice) -> Option<Vec<Self::Slice>> {
        None
    }

    /// Calls `visit` with each number in `range` that a position has, and what its moves lead to.
    ///
    /// # Errors
    /// As [`Sliced::expand_by_rules`], which it is unless there is a faster way.
    fn expand(
        &self,
        slice: Self::Slice,
        range: Range<u64>,
        scope: &Scope<'_, Self::Slice>,
        visit: &mut dyn FnMut(u64, Node),
    ) -> Result<(), SolveError> {
        self.expand_by_rules(slice, range, scope, visit)
    }

    /// What [`Sliced::expand`] does, by playing every move. Not to be overridden: tables are verified by it.
    ///
    /// # Errors
    /// When a move leads to a slice that is neither in the group nor solved, or the rules are not such that a
    /// table can hold the value.
    fn expand_by_rules(
        &self,
        slice: Self::Slice,
        range: Range<u64>,
        scope: &Scope<'_, Self::Slice>,
        visit: &mut dyn FnMut(u64, Node),
    ) -> Result<(), SolveError> {
        for index in range {
            let place = SliceIndex { slice, index };
            if let Some(state) = self.position(place)
                && let Some(node) = node_by_rules(self, &state, scope)?
            {
                visit(index, node);
            }
        }
        Ok(())
    }

    /// Appends the places within `group` to which the moves of a position lead, each as often as moves lead
    /// there.
    ///
    /// # Errors
    /// As [`Sliced::expand`].
    fn inner_moves(
        &self,
        place: SliceIndex<Self::Slice>,
        group: &[Self::Slice],
        out: &mut Vec<SliceIndex<Self::Slice>>,
    ) -> Result<(), SolveError> {
        let Some(state) = self.position(place) else { return Ok(()) };
        turns::each(self, &state, &mut |reached| {
            if let Reached::Position(state) = reached
                && let Some(place) = self.locate(state)
                && group.contains(&place.slice)
            {
                out.push(place);
            }
            Ok(())
        })
    }

    /// Whether [`Sliced::unmoves`] is written for these slices. Otherwise the solver keeps a list of all
    /// moves within the group, at about four bytes a move.
    fn has_unmoves(&self, _group: &[Self::Slice]) -> bool {
        false
    }

    /// Calls `visit` with the places within the group from which turns lead to positions of a slice, given by
    /// their numbers in ascending order, and with how many of these turns there are. Several visits to one
    /// place add up; any number will do for a place whose node is [`Node::symmetric`].
    fn unmoves(
        &self,
        _slice: Self::Slice,
        _indexes: &[u64],
        _visit: &mut dyn FnMut(SliceIndex<Self::Slice>, u8),
    ) {
    }
}

/// What the moves of a position lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Node {
    /// Values of turns that leave the group or end the game.
    pub exits: Exits,
    /// Turns that lead to positions of the group, at most [`Node::MOST_INNER`].
    pub inner: u32,
    /// Whether un-moves reach this position another number of times than its moves lead onwards, as happens
    /// to positions that equal an image of their own.
    pub symmetric: bool,
}

impl Node {
    /// The most turns within its group that a position can have.
    pub const MOST_INNER: u32 = 250;
}

/// The best of the values that turns out of a group have for the side that plays them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Exits {
    best: Option<Value>,
}

impl Exits {
    /// One more turn, of that value for the side that plays it.
    #[inline]
    pub fn add(&mut self, value: Value) {
        if self.best.is_none_or(|best| value > best) {
            self.best = Some(value);
        }
    }

    /// The best value; `None` when there is no such turn.
    #[inline]
    pub const fn best(self) -> Option<Value> {
        self.best
    }
}

/// What the solver knows while it works on a group.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a, S> {
    pub(super) group: &'a [S],
    pub(super) known: &'a SolvedSlices<S>,
}

impl<'a, S: SliceName> Scope<'a, S> {
    /// The slices that are being solved.
    pub const fn group(&self) -> &'a [S] {
        self.group
    }

    /// A solved slice.
    ///
    /// # Errors
    /// When it is not solved.
    pub fn solved(&self, slice: S) -> Result<SolvedSlice<'a>, SolveError> {
        self.known
            .0
            .get(&slice)
            .map(SolvedSlice)
            .ok_or_else(|| SolveError::Missing { slice: slice.to_string() })
    }
}

/// The values of a solved slice.
#[derive(Clone, Copy, Debug)]
pub struct SolvedSlice<'a>(&'a Cells);

impl SolvedSlice<'_> {
    /// The value of the position of that number.
    ///
    /// # Panics
    /// When the slice has no such number.
    #[inline]
    pub fn value(&self, index: u64) -> Value {
        Value::from_byte(self.0.get(index))
    }

    /// Appends the bytes of the values with these numbers.
    ///
    /// # Panics
    /// When the slice has not all of them.
    #[inline]
    pub fn copy(&self, range: Range<u64>, out: &mut Vec<u8>) {
        self.0.copy(range, out);
    }
}

/// Slices that are solved and in memory.
#[derive(Debug)]
pub(super) struct SolvedSlices<S>(pub(super) HashMap<S, Cells>);

/// What a position's moves lead to, by playing them; `None` for a position that no game can come to
/// because it was won before.
fn node_by_rules<G: Sliced>(
    game: &G,
    state: &G::State,
    scope: &Scope<'_, G::Slice>,
) -> Result<Option<Node>, SolveError> {
    let mut node = Node::default();
    match game.moves(state, &mut Moves::new()) {
        Some(Ending::Win(winner)) if winner == state.side() => return Ok(None),
        Some(Ending::Win(_)) => node.exits.add(Value::LOST),
        Some(Ending::Draw) => node.exits.add(Value::DRAW),
        Some(Ending::Margin(_)) => return Err(SolveError::Margin),
        None => turns::each(game, state, &mut |reached| {
            match reached {
                Reached::Ended(value) => node.exits.add(value),
                Reached::Position(next) => {
                    let place = game.locate(next).ok_or(SolveError::Unnumbered)?;
                    if scope.group.contains(&place.slice) {
                        node.inner += 1;
                    } else {
                        let value = scope.solved(place.slice)?.value(place.index);
                        node.exits.add(value.one_turn_before().ok_or(SolveError::TooLong)?);
                    }
                }
            }
            Ok(())
        })?,
    }
    Ok(Some(node))
}
