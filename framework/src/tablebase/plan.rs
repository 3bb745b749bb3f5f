//! Plans a run of the solver: which groups it still has to solve, and for how long each full table is needed. A run for
//! compact tables then removes the table, because full tables take much space.
//!
//! Also estimates the work of each step, for progress reports.

use std::collections::HashMap;

use super::rows::training_positions;
use super::sliced::{SliceName, Sliced};

/// Work to solve an index in a group that every turn leaves. The unit of work is arbitrary: only the ratios of this
/// constant, [`ITERATING`], [`PACKING`] and [`TRAINING`] matter. They were fitted to the times of a whole run with two
/// threads.
const EXPANDING: u64 = 1;
/// Work to solve an index in a group within which turns may stay. Such a group takes several iterations.
const ITERATING: u64 = 3;
/// Work to pack an index.
const PACKING: u64 = 3;
/// Work to train a network on one position.
const TRAINING: u64 = 2;

pub(super) struct Plan<S> {
    /// For each group, whether it has to be solved.
    pub(super) solves: Vec<bool>,
    /// For each slice, the number of the last group for which its full table is needed. This is the last group that has
    /// to be solved and has turns into the slice; if there is none, the slice's own group.
    pub(super) last_need: HashMap<S, usize>,
}

impl<S: SliceName> Plan<S> {
    /// Decides which groups have to be solved. A group has to be solved if a needed slice of it has no full table. A
    /// slice is needed if it is `wanted`, or if turns lead to it from a group that has to be solved. Decides about the
    /// last group first, because turns lead from a group only into itself and into earlier groups.
    pub(super) fn new<G: Sliced<Slice = S>>(
        game: &G,
        groups: &[Vec<S>],
        wanted: impl Fn(&S) -> bool,
        has_full: impl Fn(&S) -> bool,
    ) -> Self {
        let mut last_need = HashMap::new();
        let mut solves = vec![false; groups.len()];
        for (number, group) in groups.iter().enumerate().rev() {
            let is_needed = |slice: &S| wanted(slice) || last_need.contains_key(slice);
            solves[number] = group.iter().any(|slice| is_needed(slice) && !has_full(slice));
            for slice in group {
                last_need.entry(*slice).or_insert(number);
            }
            if solves[number] {
                for slice in exits_of(game, groups, number) {
                    last_need.entry(slice).or_insert(number);
                }
            }
        }
        Self { solves, last_need }
    }
}

/// Returns the slices of earlier groups that turns from the group with this number may reach.
pub(super) fn exits_of<G: Sliced>(game: &G, groups: &[Vec<G::Slice>], number: usize) -> Vec<G::Slice> {
    let mut all = Vec::new();
    for slice in &groups[number] {
        match game.exits(*slice) {
            Some(exits) => all.extend(exits),
            None => return groups[..number].concat(),
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the work of solving a slice: [`EXPANDING`] for each index if all positions have the same ply, because every
/// turn then leaves the group; otherwise [`ITERATING`].
pub(super) fn work_to_solve<G: Sliced>(game: &G, slice: G::Slice) -> u64 {
    game.size(slice) * if game.ply(slice).is_some() { EXPANDING } else { ITERATING }
}

pub(super) fn work_to_pack<G: Sliced>(game: &G, slice: G::Slice) -> u64 {
    let size = game.size(slice);
    let training = if game.patterns().is_empty() { 0 } else { training_positions(size) };
    size * PACKING + training * TRAINING
}
