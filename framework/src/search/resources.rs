//! What a search may use: memory, threads, parameters and exact knowledge.

use std::sync::Arc;

use super::memory::Memory;
use super::oracle::Oracle;
use super::params::SearchParams;
use super::table::Table;
use crate::rules::Game;

/// The stack in bytes that a thread needs to search: searches recurse. The memory is taken only when it is
/// used.
pub const STACK: usize = 16 << 20;

/// What a search may use.
#[derive(Clone)]
pub struct Resources<G: Game> {
    /// The transposition table.
    pub table: Arc<Table>,
    /// What earlier searches of the game have left; `None` for a search that stands alone.
    pub memory: Option<Arc<Memory>>,
    /// Threads that search, the calling one included; at least 1.
    pub threads: usize,
    /// Lines that are searched; at least 1.
    pub multi_pv: usize,
    /// Parameters in place of the evaluation's own.
    pub params: Option<SearchParams>,
    /// Whether the search prunes, reduces and extends as the parameters allow. Without, its value is plain
    /// minimax's.
    pub selective: bool,
    /// Whether depths 1, 2, 3 ... are searched up to a given depth, or that depth at once.
    pub deepening: bool,
    /// Exact knowledge.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
    /// The seed of random choices.
    pub seed: u64,
    /// Whether [`Statistics`](super::Statistics) of each iteration are reported.
    pub statistics: bool,
}

impl<G: Game> Resources<G> {
    /// One thread, one line, everything that the parameters allow, and that table.
    pub fn new(table: Arc<Table>) -> Self {
        Self {
            table,
            memory: None,
            threads: 1,
            multi_pv: 1,
            params: None,
            selective: true,
            deepening: true,
            oracle: None,
            seed: 0,
            statistics: false,
        }
    }
}
