//! Games with numbered positions: the trait [`Sliced`].

use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::Range;

use super::cells::Cells;
use super::error::{SolveError, TablebaseError};
use super::progress::{Run, Solution, SolveOptions};
use crate::rules::{Ending, Game, Hints, Moves, State};
use crate::search::{Child, Turn, Value};
use crate::text::Notation;

/// Name of a slice.
pub trait SliceName: Copy + Eq + Hash + Ord + Debug + Display + Send + Sync + 'static {}

impl<T: Copy + Eq + Hash + Ord + Debug + Display + Send + Sync + 'static> SliceName for T {}

/// Place of a position: a slice and a number within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SliceIndex<S> {
    /// The slice.
    pub slice: S,
    /// Number within the slice.
    pub index: u64,
}

/// A position of a row of a compact table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPosition<'a> {
    /// Cells of the side to move, as bits.
    pub own: u64,
    /// Cells of the other side, as bits.
    pub other: u64,
    /// Distances in index back to similar positions of the row. Those before the row's first index do not
    /// count.
    pub similar: &'a [u32],
}

/// A game whose positions at the beginning of a turn are numbered slice by slice.
///
/// A slice is a set of positions that is solved as a whole. A group is a set of slices whose moves lead into
/// each other. Turns must alternate between the sides. Four methods define the numbering; the others follow
/// from the rules and are overridden for speed.
pub trait Sliced: Hints + Notation {
    /// Identifies a slice. Its `Display` text is the slice's name, such as `6-4`.
    type Slice: SliceName;

    /// Returns the groups of slices in the order of solving: the moves of a group lead into itself and
    /// earlier groups. With `most`, returns only slices of positions with at most that many pieces. In games
    /// that place all pieces before any moves, these positions have no pieces in hand. A slice whose moves
    /// lead to more pieces is left out.
    fn groups(&self, most: Option<u32>) -> Vec<Vec<Self::Slice>>;

    /// Returns how many numbers the slice has. Some may have no position.
    fn size(&self, slice: Self::Slice) -> u64;

    /// Returns the place of a position at the beginning of a turn; symmetric positions may share one. `None`
    /// if no slice contains it.
    fn locate(&self, state: &Self::State) -> Option<SliceIndex<Self::Slice>>;

    /// Returns the position at a place; `None` for numbers without a position.
    fn position(&self, place: SliceIndex<Self::Slice>) -> Option<Self::State>;

    /// Describes in one line all rules that the values of a slice depend on. Tables made under other rules
    /// are refused.
    fn table_rules(&self, slice: Self::Slice) -> String;

    /// Solves the game like [`solve`](super::solve), but writes files in another program's format.
    ///
    /// # Errors
    ///
    /// As [`solve`](super::solve), and if the format is unknown.
    fn solve_as(
        &self,
        format: &str,
        _options: &SolveOptions,
        _run: Run<'_>,
    ) -> Result<Solution, TablebaseError> {
        Err(TablebaseError::Format { format: format.to_owned() })
    }

    /// Whether compact tables store the slice. Turns from other slices must lead into stored ones after at
    /// most four turns; their values follow from these.
    fn is_stored(&self, _slice: Self::Slice) -> bool {
        true
    }

    /// Number of turns after which the slice's positions arise, if it is the same in all games. Tables of
    /// openings hold every third ply up to a last one.
    fn ply(&self, _slice: Self::Slice) -> Option<u32> {
        None
    }

    /// Number of indices in a row, at least 1. Compact tables code each row by itself, and a lookup unpacks
    /// one.
    fn row_len(&self, _slice: Self::Slice) -> u64 {
        8192
    }

    /// Groups of at most five cells whose joint states say much about a position's value, for compact tables.
    fn patterns(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Calls `visit` with each index in the range, which lies within a row, and its position. Numbers without
    /// a position are left out.
    fn walk_row(&self, slice: Self::Slice, range: Range<u64>, visit: &mut dyn FnMut(u64, RowPosition<'_>)) {
        for index in range {
            if self.position(SliceIndex { slice, index }).is_some() {
                visit(index, RowPosition { own: 0, other: 0, similar: &[1] });
            }
        }
    }

    /// Returns the slices outside the group that moves from this slice lead to; `None` if any earlier slice
    /// is possible.
    fn exits(&self, _slice: Self::Slice) -> Option<Vec<Self::Slice>> {
        None
    }

    /// Expands the positions in `range`: calls `visit` with the number of each position and its [`Node`].
    /// Override it with a faster way than the rules, if there is one.
    ///
    /// # Errors
    ///
    /// As [`Sliced::expand_by_rules`].
    fn expand(
        &self,
        slice: Self::Slice,
        range: Range<u64>,
        scope: &Scope<'_, Self::Slice>,
        visit: &mut dyn FnMut(u64, Node),
    ) -> Result<(), SolveError> {
        self.expand_by_rules(slice, range, scope, visit)
    }

    /// Expands the positions in `range` by playing every move. Must not be overridden, because it verifies
    /// tables.
    ///
    /// # Errors
    ///
    /// Returns an error if a move leads to a slice that is neither in the group nor solved, or a table cannot
    /// hold a value under these rules.
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

    /// Whether [`Sliced::unmoves`] is implemented for these slices. Otherwise the solver builds a list of all
    /// moves within the group, at about four bytes a move.
    fn has_unmoves(&self, _group: &[Self::Slice]) -> bool {
        false
    }

    /// Calls `visit` with each place within the group whose turns lead to one of the given positions of a
    /// slice, and with the number of these turns. The positions are given by their numbers in ascending
    /// order. Counts of repeated visits to a place add up; for places with [`Node::symmetric`] any count is
    /// valid.
    fn unmoves(
        &self,
        _slice: Self::Slice,
        _indexes: &[u64],
        _visit: &mut dyn FnMut(SliceIndex<Self::Slice>, u8),
    ) {
    }
}

/// Summary of the turns of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Node {
    /// Best value of the turns that leave the group or end the game, for the side that plays them; `None` if
    /// there is no such turn.
    pub best_exit: Option<Value>,
    /// Number of turns that stay within the group, at most [`Node::MAX_INNER`].
    pub inner: u32,
    /// Whether the number of predecessors counted by un-moves can differ from the number of turns. This is
    /// the case for positions that equal one of their own images.
    pub symmetric: bool,
}

impl Node {
    /// Maximum number of turns of a position that stay within its group.
    pub const MAX_INNER: u32 = 250;
}

/// The group that is being solved, and all solved slices.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a, S> {
    pub(super) group: &'a [S],
    pub(super) known: &'a SolvedSlices<S>,
}

impl<'a, S: SliceName> Scope<'a, S> {
    /// Returns a solved slice.
    ///
    /// # Errors
    ///
    /// Returns an error if the slice is not solved.
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
    /// Returns the value of a position by its number.
    ///
    /// # Panics
    ///
    /// Panics if the slice has no such number.
    #[inline]
    pub fn value(&self, index: u64) -> Value {
        Value::from_byte(self.0.get(index))
    }

    /// Appends the bytes of the values in a range of numbers.
    ///
    /// # Panics
    ///
    /// Panics if the range exceeds the slice.
    #[inline]
    pub fn copy(&self, range: Range<u64>, out: &mut Vec<u8>) {
        self.0.copy(range, out);
    }
}

/// The solved slices in memory.
#[derive(Debug)]
pub(super) struct SolvedSlices<S>(pub(super) HashMap<S, Cells>);

/// Expands a position by playing its moves. Returns `None` for positions that its side to move has already
/// won, which no game can reach.
fn node_by_rules<G: Sliced>(
    game: &G,
    state: &G::State,
    scope: &Scope<'_, G::Slice>,
) -> Result<Option<Node>, SolveError> {
    let mut node = Node::default();
    match game.moves(state, &mut Moves::new()) {
        Some(Ending::Win(winner)) if winner == state.side() => return Ok(None),
        Some(Ending::Win(_)) => node.best_exit = Some(Value::LOST),
        Some(Ending::Draw) => node.best_exit = Some(Value::DRAW),
        Some(Ending::Margin(_)) => return Err(SolveError::Margin),
        None => each_turn(game, state, &mut |reached| {
            let value = match reached {
                Reached::Ended(value) => value,
                Reached::Position(next) => {
                    let place = game.locate(next).ok_or(SolveError::Unnumbered)?;
                    if scope.group.contains(&place.slice) {
                        node.inner += 1;
                        return Ok(());
                    }
                    let value = scope.solved(place.slice)?.value(place.index);
                    value.one_turn_before().ok_or(SolveError::TooLong)?
                }
            };
            node.best_exit = node.best_exit.max(Some(value));
            Ok(())
        })?,
    }
    Ok(Some(node))
}

/// Returns the places within `group` that the turns of a position lead to, one for each turn.
pub(super) fn inner_moves<G: Sliced>(
    game: &G,
    place: SliceIndex<G::Slice>,
    group: &[G::Slice],
) -> Result<Vec<SliceIndex<G::Slice>>, SolveError> {
    let mut places = Vec::new();
    let Some(state) = game.position(place) else { return Ok(places) };
    each_turn(game, &state, &mut |reached| {
        if let Reached::Position(state) = reached {
            places.extend(game.locate(state).filter(|place| group.contains(&place.slice)));
        }
        Ok(())
    })?;
    Ok(places)
}

/// Result of a turn. A side may make several moves in one turn, and tables hold only positions between turns.
pub(super) enum Reached<'a, S> {
    /// The game is over, with this value for the side that made the turn.
    Ended(Value),
    /// The other side is to move in this position.
    Position(&'a S),
}

/// Receives the result of each turn.
type VisitTurn<'v, G> = &'v mut dyn FnMut(Reached<'_, <G as Game>::State>) -> Result<(), SolveError>;

/// Calls `visit` with the result of each turn of the side to move. The game must not be over.
pub(super) fn each_turn<G: Hints + Notation>(
    game: &G,
    state: &G::State,
    visit: VisitTurn<'_, G>,
) -> Result<(), SolveError> {
    let no_alternation =
        |mv| SolveError::Turns { position: game.position_text(state), mv: game.move_text(state, mv) };
    let mover = state.side();
    let mut list = Moves::new();
    game.distinct_moves(state, &mut list);
    for mv in list {
        let Child { state: next, turn } = Child::new(game, state, mv);
        match game.ending(&next) {
            Some(Ending::Margin(_)) => return Err(SolveError::Margin),
            Some(ending) => {
                let value = Value::of_turn(ending, mover).ok_or_else(|| no_alternation(mv))?;
                visit(Reached::Ended(value))?;
            }
            None => match turn {
                Turn::Passed => visit(Reached::Position(&next))?,
                Turn::Continues => each_turn(game, &next, visit)?,
                Turn::Again => return Err(no_alternation(mv)),
            },
        }
    }
    Ok(())
}
