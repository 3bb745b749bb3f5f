//! What the searches of one game hand on to the next one, beside the transposition table.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::mcts::tree::Tree;
use super::tree::HistoryTables;
use crate::game::Game;

/// What the searches of one game hand on to the next one. A new game begins with a new memory.
pub struct Memory<G: Game> {
    tree: Mutex<Option<Tree<G::Move>>>,
    history: Mutex<Option<HistoryTables>>,
}

impl<G: Game> Default for Memory<G> {
    fn default() -> Self {
        Self { tree: Mutex::new(None), history: Mutex::new(None) }
    }
}

impl<G: Game> fmt::Debug for Memory<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

impl<G: Game> Memory<G> {
    /// The tree of the last search by MCTS, which belongs to the caller now.
    pub(super) fn take_tree(&self) -> Option<Tree<G::Move>> {
        lock(&self.tree).take()
    }

    pub(super) fn keep_tree(&self, tree: Tree<G::Move>) {
        *lock(&self.tree) = Some(tree);
    }

    /// What the last tree search has learnt about moves, which belongs to the caller now.
    pub(super) fn take_history(&self) -> Option<HistoryTables> {
        lock(&self.history).take()
    }

    pub(super) fn keep_history(&self, history: HistoryTables) {
        *lock(&self.history) = Some(history);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
