//! Solves one group of slices by retrograde analysis.
//!
//! First, positions are expanded: their turns within the group are counted, and their other turns are valued.
//! Then iteration `n` updates the predecessors of the positions decided in `n` plies. Each iteration finds
//! these positions by a scan, so no queues are needed. At the end, undecided positions are draws.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::cells::{BLOCK, Cells, Presence, cells_in};
use super::edges::Edges;
use super::error::SolveError;
use super::parallel::Workers;
use super::progress::{SliceCounts, Stage};
use super::sliced::{Node, Scope, SliceIndex, Sliced, SolvedSlices, inner_moves, value_of_byte};
use crate::search::Value;

/// Value of [`Part::open`] for an index that was not expanded: it has no position, or the side to move has already won.
pub(super) const NO_POSITION: u8 = 255;
/// Value of [`Part::open`] for a position that cannot be lost, because its [`Node::best_exit`] is not a loss.
const NEVER_LOST: u8 = 254;
/// Value of [`Part::open`] for a position whose turns are not counted but checked one by one; see
/// [`Node::symmetric`].
const CHECK_TURNS: u8 = 253;
/// Value of [`Part::open`] for a lost position: no turn is open. [`Part::values`] holds the distance of the
/// loss.
const LOST: u8 = 0;

/// Number of blocks, of [`BLOCK`] indices each, that a thread takes at a time.
pub(super) const BLOCKS_AT_A_TIME: usize = 16;
/// Maximum number of blocks that a thread takes at a time to expand their positions. The number is large, because a
/// game may do some work once for each row of positions that it expands. A row may have a hundred thousand positions,
/// and this work is done again for each part of a row that is split between threads.
const MAX_EXPANDED: usize = 64;
/// Minimum number of parts for each thread, in a slice with enough blocks. The number is large, so that the threads
/// finish at about the same time.
const PARTS_PER_THREAD: usize = 8;
/// Number of predecessors that are updated together, so that their cache misses overlap.
const BATCH: usize = 256;

/// Bytes of memory for each index while its group is solved: one in [`Part::values`] and one in [`Part::open`]. The
/// lists of [`Edges`] come in addition.
pub(super) const BYTES_PER_POSITION: u64 = 2;

/// A solved slice of a group, with its values and their counts.
pub(super) type SolvedPart<S> = (S, Cells, SliceCounts);

/// A slice of the group, with the values found so far.
struct Part<S> {
    slice: S,
    /// For each position, the byte of the best value found so far for the side to move. Before a value is found, it is
    /// 0, the byte of a draw.
    values: Cells,
    /// For each position, the number of turns within the group that are not yet known to lose, or a mark:
    /// [`NO_POSITION`], [`NEVER_LOST`] or [`CHECK_TURNS`].
    open: Cells,
    presence: Presence,
}

/// Solver of one group of slices, in a game that is won, drawn or lost.
pub(super) struct GroupSolver<'a, G: Sliced> {
    game: &'a G,
    scope: Scope<'a, G::Slice>,
    workers: Workers<'a>,
    parts: Vec<Part<G::Slice>>,
    /// Lists of predecessors; `None` if the game implements [`Sliced::unmoves`].
    edges: Option<Edges>,
    /// Largest value byte stored so far. The iteration for this byte is the last.
    max: AtomicU64,
}

impl<S> Part<S> {
    /// Returns the indices of the positions in `blocks` whose value is decided and has the byte `code`. `are_lost` says
    /// whether `code` stands for a loss.
    fn decided(&self, blocks: Range<usize>, code: u8, are_lost: bool) -> Vec<u64> {
        let mut decided = Vec::new();
        for block in blocks.filter(|block| self.presence.has(*block, code)) {
            self.values.for_each_equal(block, code, |index| {
                // While a position has open turns, a loss in `values` is only a bound.
                if !are_lost || self.open.get(index) == LOST {
                    decided.push(index);
                }
            });
        }
        decided
    }
}

impl<'a, G: Sliced> GroupSolver<'a, G> {
    /// Solves the slices of a group. Before the lists of predecessors are built, calls `allow` with their size in
    /// bytes; `allow` returns an error if they do not fit into the memory limit.
    pub(super) fn solve(
        game: &'a G,
        group: &'a [G::Slice],
        known: &'a SolvedSlices<G::Slice>,
        workers: Workers<'a>,
        report: &(dyn Fn(Stage) + Sync),
        allow: &dyn Fn(u64) -> Result<(), SolveError>,
    ) -> Result<Vec<SolvedPart<G::Slice>>, SolveError> {
        let new_part = |slice: &G::Slice| {
            let len = game.size(*slice);
            let values = Cells::new(len);
            Part { slice: *slice, presence: Presence::new(&values), open: Cells::new(len), values }
        };
        let scope = Scope { group, known, unit: None };
        let parts = group.iter().map(new_part).collect();
        let mut solver = Self { game, scope, workers, parts, edges: None, max: AtomicU64::new(0) };
        let inner = solver.expand(report)?;
        if inner > 0 {
            if !game.has_unmoves(group) {
                let positions = solver.parts.iter().map(|part| part.values.len()).sum();
                allow(Edges::bytes(positions, inner))?;
                solver.edges = Some(Edges::collect(game, group)?);
            }
            let mut plies = 0;
            while u64::from(plies) < solver.max.load(Relaxed) {
                report(Stage::Iteration(plies));
                solver.iterate(plies)?;
                plies += 1;
            }
        }
        solver.conclude()
    }

    /// Lists the turns of every position. Stores the best value of its turns out of the group, and its number of open
    /// turns or a mark; see [`cell_of`]. Returns the number of turns within the group.
    fn expand(&self, report: &(dyn Fn(Stage) + Sync)) -> Result<u64, SolveError> {
        let all_inner = AtomicU64::new(0);
        let done = AtomicU64::new(0);
        let all = self.parts.iter().map(|part| part.values.len()).sum();
        for part in &self.parts {
            let blocks = part.values.blocks();
            let at_a_time = (blocks / (self.workers.threads * PARTS_PER_THREAD)).clamp(1, MAX_EXPANDED);
            self.workers.run(blocks, at_a_time, &|blocks| {
                let Range { start, end } = cells_in(&blocks, part.values.len());
                let mut values = vec![0; (end - start) as usize];
                let mut open = vec![NO_POSITION; (end - start) as usize];
                let (mut max, mut inner, mut failure) = (0, 0, Ok(()));
                self.game.expand(part.slice, start..end, &self.scope, &mut |index, node| {
                    let at = (index - start) as usize;
                    match cell_of(node) {
                        Ok(cell) => (values[at], open[at]) = cell,
                        Err(error) => failure = Err(error),
                    }
                    inner += u64::from(node.inner);
                    if values[at] > 0 {
                        max = max.max(values[at]);
                        part.presence.add(index, values[at]);
                    }
                })?;
                failure?;
                all_inner.fetch_add(inner, Relaxed);
                self.max.fetch_max(max.into(), Relaxed);
                for ((block, values), open) in blocks.zip(values.chunks(BLOCK)).zip(open.chunks(BLOCK)) {
                    part.values.store_block(block, values);
                    part.open.store_block(block, open);
                }
                report(Stage::Expanding(done.fetch_add(end - start, Relaxed) + end - start, all));
                Ok(())
            })?;
        }
        Ok(all_inner.into_inner())
    }

    /// Finds the positions decided in `plies` plies and updates their predecessors.
    fn iterate(&self, plies: u32) -> Result<(), SolveError> {
        // The byte of a win or loss is one more than its plies.
        let code = plies as u8 + 1;
        let are_lost = Value::from_byte(code).is_loss();
        for (number, part) in self.parts.iter().enumerate() {
            self.workers.run(part.values.blocks(), BLOCKS_AT_A_TIME, &|blocks| {
                let decided = part.decided(blocks, code, are_lost);
                if decided.is_empty() {
                    return Ok(());
                }
                let mut before = Vec::with_capacity(BATCH);
                let mut result = Ok(());
                let mut visit = |place, turns| {
                    before.push((place, turns));
                    if before.len() >= BATCH && result.is_ok() {
                        result = self.update_predecessors(&mut before, plies, are_lost);
                    }
                };
                match &self.edges {
                    Some(edges) => edges.unmoves(number, &decided, self.scope.group, &mut visit),
                    None => self.game.unmoves(part.slice, &decided, &mut visit),
                }
                result?;
                self.update_predecessors(&mut before, plies, are_lost)
            })?;
        }
        Ok(())
    }

    /// Updates the predecessors of positions decided in `plies` plies. `before` holds predecessors, each with its
    /// number of turns to these positions, and is empty afterwards. `are_lost` says whether these positions are lost or
    /// won.
    fn update_predecessors(
        &self,
        before: &mut Vec<(SliceIndex<G::Slice>, u8)>,
        plies: u32,
        are_lost: bool,
    ) -> Result<(), SolveError> {
        if before.is_empty() {
            return Ok(());
        }
        // The predecessors are decided in one ply more, and the byte of a distance is the distance plus 1. A distance
        // that is too long for a byte becomes `u8::MAX`. Every known win is shorter, so such a distance replaces none.
        let code = u8::try_from(plies + 2).unwrap_or(u8::MAX);
        let outside = |slice: G::Slice| SolveError::UnmoveOutside(slice.to_string());
        // All cells are read before the first update, so that their cache misses overlap.
        let mut touched = 0_u8;
        for (place, _) in &*before {
            let part = self.part(place.slice).ok_or_else(|| outside(place.slice))?;
            touched ^= if are_lost { part.values.get(place.index) } else { part.open.get(place.index) };
        }
        std::hint::black_box(touched);
        for (place, turns) in before.drain(..) {
            let part = self.part(place.slice).ok_or_else(|| outside(place.slice))?;
            if are_lost {
                let is_as_short = |known: u8| Value::from_byte(known).is_win() && known <= code;
                if part.values.replace_unless(place.index, code, is_as_short) {
                    if plies == Value::MAX_PLIES {
                        return Err(SolveError::TooLong);
                    }
                    self.record_code(part, place.index, code);
                }
            } else if self.close_turns(part, place, turns, plies)? {
                // If a turn out of the group loses in more plies, the loser prefers it.
                let is_as_long = |known: u8| known >= code;
                part.values.replace_unless(place.index, code, is_as_long);
                self.record_code(part, place.index, code);
            }
        }
        Ok(())
    }

    #[inline]
    fn part(&self, slice: G::Slice) -> Option<&Part<G::Slice>> {
        // A group has few slices, so a linear search is fast.
        self.parts.iter().find(|part| part.slice == slice)
    }

    /// Notes that a later iteration has to look for `code` in the block of `index`.
    fn record_code(&self, part: &Part<G::Slice>, index: u64, code: u8) {
        part.presence.add(index, code);
        if u64::from(code) > self.max.load(Relaxed) {
            self.max.fetch_max(code.into(), Relaxed);
        }
    }

    /// Records that `turns` turns of a position lead to positions that the opponent wins in `plies` plies. Returns
    /// whether the position is now found to be lost.
    fn close_turns(
        &self,
        part: &Part<G::Slice>,
        place: SliceIndex<G::Slice>,
        turns: u8,
        plies: u32,
    ) -> Result<bool, SolveError> {
        match part.open.get(place.index) {
            NO_POSITION | NEVER_LOST | LOST => Ok(false),
            CHECK_TURNS => {
                if Value::from_byte(part.values.get(place.index)).is_win() {
                    return Ok(false);
                }
                let reached = inner_moves(self.game, place, self.scope.group)?;
                let is_won = |next: &SliceIndex<G::Slice>| {
                    let value =
                        self.part(next.slice).map(|part| Value::from_byte(part.values.get(next.index)));
                    value.is_some_and(|value| value.is_win() && value.plies().is_some_and(|own| own <= plies))
                };
                Ok(reached.iter().all(is_won)
                    && part.open.replace_unless(place.index, LOST, |open| open == LOST))
            }
            _ => match part.open.subtract(place.index, turns).checked_sub(turns) {
                Some(open) => Ok(open == LOST),
                None => Err(SolveError::Unmoves { slice: place.slice.to_string(), index: place.index }),
            },
        }
    }

    /// Replaces each loss that is still only a bound with a draw. Returns the values and counts of each slice.
    fn conclude(self) -> Result<Vec<SolvedPart<G::Slice>>, SolveError> {
        for part in &self.parts {
            self.workers.run(part.values.blocks(), BLOCKS_AT_A_TIME, &|blocks| {
                for block in blocks {
                    let (mut values, open) = (part.values.load_block(block), part.open.load_block(block));
                    for (value, open) in values.iter_mut().zip(open) {
                        if Value::from_byte(*value).is_loss() && open != LOST {
                            *value = Value::DRAW.to_byte();
                        }
                    }
                    part.values.store_block(block, &values);
                }
                Ok(())
            })?;
        }
        Ok(self.parts.into_iter().map(|part| counted(part.slice, part.values, &part.open, None)).collect())
    }
}

/// Returns the two bytes of a position before the first iteration: its value, which may be only a bound, and the
/// content of [`Part::open`].
fn cell_of(node: Node) -> Result<(u8, u8), SolveError> {
    let open = match node.best_exit {
        Some(value) if value.points().is_some() => return Err(SolveError::Margin),
        Some(value) if !value.is_loss() => NEVER_LOST,
        None if node.inner == 0 => return Err(SolveError::NoTurn),
        _ if node.inner > Node::MAX_INNER => return Err(SolveError::TooManyTurns),
        _ if node.symmetric && node.inner > 0 => CHECK_TURNS,
        _ => node.inner as u8,
    };
    Ok((node.best_exit.unwrap_or(Value::DRAW).to_byte(), open))
}

/// Returns a slice, its values and their counts. Indices with [`NO_POSITION`] in `open` are not counted. `unit` is the
/// result of [`Sliced::margin_unit`].
pub(super) fn counted<S>(slice: S, values: Cells, open: &Cells, unit: Option<i32>) -> SolvedPart<S> {
    let mut counts = SliceCounts::default();
    for block in 0..values.blocks() {
        for (byte, mark) in values.load_block(block).into_iter().zip(open.load_block(block)) {
            if mark != NO_POSITION {
                counts.add_score(value_of_byte(byte, unit).score());
            }
        }
    }
    (slice, values, counts)
}
