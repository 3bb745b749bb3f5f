//! Games with numbered positions: the trait [`Sliced`], and functions that play the turns of such a game. Solvers,
//! verification and lookups share these functions.

use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::Range;

use super::cells::Cells;
use super::error::{SolveError, TablebaseError};
use super::progress::{SolveControl, SolveOptions, SolveResult};
use crate::rules::{Ending, Game, Hints, Moves, State};
use crate::search::{Child, Turn, Value};
use crate::text::Notation;

/// Type that identifies a slice. Every type with the required traits implements this trait.
pub trait SliceName: Copy + Eq + Hash + Ord + Debug + Display + Send + Sync + 'static {}

impl<T: Copy + Eq + Hash + Ord + Debug + Display + Send + Sync + 'static> SliceName for T {}

/// Number of a position: a slice and an index within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SliceIndex<S> {
    /// The slice that contains the position.
    pub slice: S,
    /// Number of the position within the slice, from 0.
    pub index: u64,
}

/// A position in a row of a compact table, as input for predicting its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPosition<'a> {
    /// Cells with pieces of the side to move, as a bit set.
    pub own: u64,
    /// Cells with pieces of the other side, as a bit set.
    pub other: u64,
    /// Distances to similar positions, whose values help to predict this position's value. The index of a similar
    /// position is this position's index minus the distance, which is at least 1. Distances after the eighth are
    /// ignored, and so are those that lead to an index before the row.
    pub similar: &'a [u32],
}

/// A game that numbers its positions, slice by slice. Only positions at the beginning of a turn have numbers.
///
/// A slice is a set of positions whose values are stored together, in files of their own. A group is a set of slices
/// that are solved together, because moves lead from one to another and back. Turns must alternate between the sides.
/// Most methods have defaults, but a game in which all endings are margins must override [`Sliced::margin_unit`].
pub trait Sliced: Hints + Notation {
    /// Identifies a slice. Its `Display` text is the slice's name, such as `6-4`.
    type Slice: SliceName;

    /// Returns the groups of slices in the order of solving. Moves must lead from a group only into itself
    /// and into earlier groups.
    ///
    /// With `max_pieces`, returns only slices whose positions have, and lead to, at most this many pieces.
    fn groups(&self, max_pieces: Option<u32>) -> Vec<Vec<Self::Slice>>;

    /// Returns the number of indices in the slice. Some indices may have no position.
    fn size(&self, slice: Self::Slice) -> u64;

    /// Returns the slice and index of a position at the beginning of a turn; `None` if no slice contains it.
    /// Symmetric positions may share an index.
    fn locate(&self, state: &Self::State) -> Option<SliceIndex<Self::Slice>>;

    /// Returns the position with this slice and index; `None` for an index without a position.
    fn position(&self, place: SliceIndex<Self::Slice>) -> Option<Self::State>;

    /// Describes in one line all rules that the values of a slice depend on. Tables made under other rules
    /// are refused.
    fn table_rules(&self, slice: Self::Slice) -> String;

    /// Solves the game like [`solve`](super::solve), but writes files in another program's format. The
    /// default supports no format.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](super::solve), and an error if the format is not supported.
    fn solve_as(&self, format: &str, _options: &SolveOptions, _control: SolveControl<'_>) -> SolveResult {
        Err(TablebaseError::Format { format: format.to_owned() })
    }

    /// Whether compact tables store the slice; `true` by default. The value of a position in a slice that is not stored
    /// is derived by playing at most four turns, and is unknown if they do not reach stored values.
    fn is_stored(&self, _slice: Self::Slice) -> bool {
        true
    }

    /// Whether compact tables can also store the distances of long wins and losses in the slice; `true` by default for
    /// stored slices. [`Contents::Endings`](super::Contents::Endings) has only such slices, with all distances.
    fn has_distances(&self, slice: Self::Slice) -> bool {
        self.is_stored(slice)
    }

    /// Returns the number of evaluation units in one step of the margin, in a game whose endings are all
    /// margins. `None`, the default, in a game that is won, drawn or lost. Tables hold margins of -128 to 127
    /// steps. Without [`Hints::points`], a game that never ends counts as drawn.
    ///
    /// With [`Hints::points`], a table holds the final margin minus the current lead. Positions that differ only in the
    /// lead may then share an index. Turns within a group must then leave the lead unchanged; a turn that changes it
    /// must lead into an earlier group. The margin of a game that never ends is the current lead.
    fn margin_unit(&self) -> Option<i32> {
        None
    }

    /// Returns the number of plies from the start of a game to the positions of the slice; `None`, the
    /// default, if the number is not the same for all of them. Opening tables store every second ply.
    fn ply(&self, _slice: Self::Slice) -> Option<u32> {
        None
    }

    /// Returns the number of indices in a row, at least 1; 8192 by default. Compact tables encode each row separately,
    /// and a lookup decodes a whole row. A table with an encoded row of more than 65,535 bytes cannot be written.
    fn row_len(&self, _slice: Self::Slice) -> u64 {
        8192
    }

    /// Returns the patterns for predicting the values in compact tables; none by default. Each pattern is a
    /// list of at most five cells, numbered from 0 to 63.
    fn patterns(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Calls `visit` with the index and the position of each index in `range` that has a position, in ascending order.
    /// Only compact tables need this. The range lies within one row. The default passes no cells, and the position at
    /// the preceding index as the only similar one.
    fn walk_row(&self, slice: Self::Slice, range: Range<u64>, visit: &mut dyn FnMut(u64, RowPosition<'_>)) {
        for index in range {
            if self.position(SliceIndex { slice, index }).is_some() {
                visit(index, RowPosition { own: 0, other: 0, similar: &[1] });
            }
        }
    }

    /// Returns the slices of earlier groups that turns from this slice can reach; `None`, the default, stands for all
    /// slices of earlier groups.
    fn exits(&self, _slice: Self::Slice) -> Option<Vec<Self::Slice>> {
        None
    }

    /// Expands the positions in `range`: calls `visit` with the index of each position and its [`Node`].
    /// Positions that the side to move has already won are skipped. The default plays every move; override it
    /// for speed.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Sliced::expand_by_rules`].
    fn expand(
        &self,
        slice: Self::Slice,
        range: Range<u64>,
        scope: &Scope<'_, Self::Slice>,
        visit: &mut dyn FnMut(u64, Node),
    ) -> Result<(), SolveError> {
        self.expand_by_rules(slice, range, scope, visit)
    }

    /// Expands the positions in `range` by playing every move. This method must not be overridden, because
    /// [`verify`](super::verify) relies on it.
    ///
    /// # Errors
    ///
    /// Returns an error if a move leads to a position without a number or to a slice that is neither in the
    /// group nor solved, or a table cannot hold a value under these rules.
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
                && let Some(node) = node_by_rules(self, &state, scope, &mut |_| None)?
            {
                visit(index, node);
            }
        }
        Ok(())
    }

    /// Whether [`Sliced::unmoves`] is implemented for these slices; `false` by default. With `false`, the
    /// solver lists all turns within the group, which takes eight bytes per index and four per turn.
    fn has_unmoves(&self, _group: &[Self::Slice]) -> bool {
        false
    }

    /// Calls `visit` with the predecessors of the positions at `indexes`, each with the number of turns that
    /// lead from the predecessor to these positions. Predecessors outside the group must not be visited.
    /// `indexes` is in ascending order. If a predecessor is visited several times, the numbers add up. For a
    /// predecessor with [`Node::symmetric`], any number is valid. Called only if [`Sliced::has_unmoves`] returns
    /// `true`.
    fn unmoves(
        &self,
        _slice: Self::Slice,
        _indexes: &[u64],
        _visit: &mut dyn FnMut(SliceIndex<Self::Slice>, u8),
    ) {
    }
}

/// Summary of a position's turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Node {
    /// Best value for the side to move among the turns that leave the group or end the game; `None` if there is no such
    /// turn. For a finished game, the value of its ending. In a game with [`Hints::points`], this is the final margin
    /// minus the current lead, but for a finished game the whole margin.
    pub best_exit: Option<Value>,
    /// Number of turns that stay within the group, at most [`Node::MAX_INNER`].
    pub inner: u32,
    /// Whether [`Sliced::unmoves`] may count more or fewer turns of this position than [`Node::inner`]. This is the
    /// case for positions that equal their own image under a symmetry.
    pub symmetric: bool,
}

impl Node {
    /// Maximum number of turns of a position that stay within its group. The solver counts them in a byte, whose
    /// greatest values are marks.
    pub const MAX_INNER: u32 = 250;
}

/// The group that is being solved, and the solved slices in memory.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a, S> {
    pub(super) group: &'a [S],
    /// Solved slices in memory, to which turns may lead from the group.
    pub(super) known: &'a SolvedSlices<S>,
    /// Size of a margin step in evaluation units, as in [`Sliced::margin_unit`].
    pub(super) unit: Option<i32>,
}

impl<'a, S: SliceName> Scope<'a, S> {
    /// Returns the values of a solved slice.
    ///
    /// # Errors
    ///
    /// Returns an error if the slice is not solved, or [`Sliced::exits`] does not list it.
    pub fn solved(&self, slice: S) -> Result<SolvedSlice<'a>, SolveError> {
        match self.known.get(&slice) {
            Some(values) => Ok(SolvedSlice { values, unit: self.unit }),
            None => Err(SolveError::Missing { slice: slice.to_string() }),
        }
    }
}

/// The values of a solved slice, all of which are in memory.
#[derive(Clone, Copy, Debug)]
pub struct SolvedSlice<'a> {
    values: &'a Cells,
    unit: Option<i32>,
}

impl SolvedSlice<'_> {
    /// Returns the value at an index, for the side to move. In a game with [`Hints::points`], this is the final margin
    /// minus the current lead.
    ///
    /// # Panics
    ///
    /// May panic if the slice has no such index.
    #[inline]
    pub fn value(&self, index: u64) -> Value {
        value_of_byte(self.values.get(index), self.unit)
    }

    /// Appends the values in a range of indices to `out`, one byte for each index; see [`Value::from_byte`] and
    /// [`Value::from_margin_byte`].
    ///
    /// # Panics
    ///
    /// May panic if the range exceeds the slice.
    #[inline]
    pub fn copy(&self, range: Range<u64>, out: &mut Vec<u8>) {
        self.values.copy(range, out);
    }
}

/// The values of solved slices in memory.
pub(super) type SolvedSlices<S> = HashMap<S, Cells>;

/// Converts a byte of a full table to its value. `unit` is the result of [`Sliced::margin_unit`].
#[inline]
pub(super) fn value_of_byte(byte: u8, unit: Option<i32>) -> Value {
    unit.map_or(Value::from_byte(byte), |unit| Value::from_margin_byte(byte, unit))
}

/// Returns the current lead of the side to move in evaluation units, which tables do not store; 0 in a game without
/// [`Hints::points`].
#[inline]
pub(super) fn lead<G: Hints>(game: &G, state: &G::State) -> i32 {
    game.points(state).map_or(0, |points| points.lead)
}

/// Expands a position by playing its moves; `None` if the side to move has already won. `inner` is called for each turn
/// within the group: it returns the value of the position after the turn, without the lead, or `None` if the turn is
/// only to be counted in [`Node::inner`].
pub(super) fn node_by_rules<G: Sliced>(
    game: &G,
    state: &G::State,
    scope: &Scope<'_, G::Slice>,
    inner: &mut dyn FnMut(SliceIndex<G::Slice>) -> Option<Value>,
) -> Result<Option<Node>, SolveError> {
    let mut node = Node::default();
    let own_lead = lead(game, state);
    match game.moves(state, &mut Moves::new()) {
        Some(Ending::Win(winner)) if winner == state.side() => return Ok(None),
        Some(Ending::Win(_)) => node.best_exit = Some(Value::LOST),
        Some(ending) => node.best_exit = Value::of_turn(ending, state.side()),
        None => each_turn::<_, SolveError>(game, state, &mut |reached| {
            let value = match reached {
                Reached::Ended(value) => value,
                Reached::Position(next) => {
                    let place = game.locate(next).ok_or(SolveError::Unnumbered)?;
                    let value = if scope.group.contains(&place.slice) {
                        let Some(value) = inner(place) else {
                            node.inner += 1;
                            return Ok(());
                        };
                        if lead(game, next) != -own_lead {
                            return Err(SolveError::Lead(game.position_text(state)));
                        }
                        value
                    } else {
                        scope.solved(place.slice)?.value(place.index)
                    };
                    // A win that takes too long for a table is `WIN`, to which every other win is preferred.
                    value.with_lead(lead(game, next)).one_turn_before().unwrap_or(Value::WIN)
                }
            };
            node.best_exit = node.best_exit.max(Some(value.with_lead(-own_lead)));
            Ok(())
        })?,
    }
    if node.best_exit == Some(Value::WIN) { Err(SolveError::TooLong) } else { Ok(Some(node)) }
}

/// Returns the positions of `group` that a turn from `place` can lead to. A position occurs once for each turn that
/// leads to it. Empty if there is no position at `place`.
pub(super) fn inner_moves<G: Sliced>(
    game: &G,
    place: SliceIndex<G::Slice>,
    group: &[G::Slice],
) -> Result<Vec<SliceIndex<G::Slice>>, SolveError> {
    let mut places = Vec::new();
    let Some(state) = game.position(place) else { return Ok(places) };
    each_turn::<_, SolveError>(game, &state, &mut |reached| {
        if let Reached::Position(state) = reached {
            places.extend(game.locate(state).filter(|place| group.contains(&place.slice)));
        }
        Ok(())
    })?;
    Ok(places)
}

/// Result of a turn. A turn may consist of several moves, but tables hold only positions between turns.
pub(super) enum Reached<'a, S> {
    /// The game is over, with this value for the side that made the turn.
    Ended(Value),
    /// The other side is to move in this position.
    Position(&'a S),
}

type VisitTurn<'v, G, E> = &'v mut dyn FnMut(Reached<'_, <G as Game>::State>) -> Result<(), E>;

/// Calls `visit` with the result of each turn of the side to move. Several sequences of moves may lead to the same
/// position; see [`Hints::distinct_moves`]. The game must not be over. Returns an error if a side has two turns in a
/// row or loses by its own move, or the error of `visit`.
pub(super) fn each_turn<G: Hints + Notation, E: From<SolveError>>(
    game: &G,
    state: &G::State,
    visit: VisitTurn<'_, G, E>,
) -> Result<(), E> {
    let not_alternating =
        |mv| SolveError::Turns { position: game.position_text(state), mv: game.move_text(state, mv) };
    let mover = state.side();
    let mut list = Moves::new();
    game.distinct_moves(state, &mut list);
    for mv in list {
        let Child { state: next, turn } = Child::new(game, state, mv);
        match game.ending(&next) {
            Some(ending) => {
                let value = Value::of_turn(ending, mover).ok_or_else(|| not_alternating(mv))?;
                visit(Reached::Ended(value))?;
            }
            None => match turn {
                Turn::Passed => visit(Reached::Position(&next))?,
                Turn::Continues => each_turn(game, &next, visit)?,
                Turn::Again => return Err(not_alternating(mv).into()),
            },
        }
    }
    Ok(())
}
