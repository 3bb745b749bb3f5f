//! Resources of a search: memory, threads, parameters and exact knowledge.

use std::sync::Arc;

use super::algorithm::{Limits, Root};
use super::control::Control;
use super::memory::Memory;
use super::oracle::Oracle;
use super::params::SearchParams;
use super::table::Table;
use crate::rules::Game;

/// Resources of a search.
#[derive(Clone)]
pub struct Resources<G: Game> {
    /// The transposition table.
    pub table: Arc<Table>,
    /// What earlier searches left for this one.
    pub memory: Arc<Memory>,
    /// Number of search threads, including the calling one; at least 1.
    pub threads: usize,
    /// Number of lines to search; at least 1.
    pub multi_pv: usize,
    /// Parameters that replace those of the evaluation.
    pub params: Option<SearchParams>,
    /// Whether the search prunes, reduces and extends as the parameters allow. Otherwise its value is plain
    /// minimax's.
    pub selective: bool,
    /// Iterative deepening: whether to search depths 1, 2, 3 and so on up to the given depth, rather than
    /// that depth at once.
    pub deepening: bool,
    /// Exact knowledge.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
    /// Seed of random choices.
    pub seed: u64,
    /// Whether [`Statistics`](super::Statistics) of each iteration are reported.
    pub statistics: bool,
}

impl<G: Game> Resources<G> {
    /// Resources with this table, one thread, one line and all techniques that the parameters allow.
    pub fn new(table: Arc<Table>) -> Self {
        Self {
            table,
            memory: Arc::default(),
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

/// What every thread of a search receives.
pub(super) struct Task<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) resources: &'a Resources<G>,
    pub(super) root: &'a Root<G>,
    pub(super) limits: &'a Limits,
    pub(super) control: &'a Control,
}
