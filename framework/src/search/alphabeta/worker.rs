//! A thread of an alpha-beta search: its line, history tables, counters and limits.

use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::abdada::{Abdada, Claim};
use super::history::{HEIGHTS, HistoryTables};
use super::mate_search::MateSearch;
use crate::rules::{Depth, DrawRules, Key, Move, PositionHistory, Score, State, Symmetry};
use crate::search::algorithm::{Limits, Root, SearchGame, Task};
use crate::search::control::Control;
use crate::search::eval::Eval;
use crate::search::mate_solver::MateSolver;
use crate::search::oracle::Oracle;
use crate::search::ordering::Picker;
use crate::search::params::SearchParams;
use crate::search::report::{Info, Variation};
use crate::search::statistics::Statistics;
use crate::search::transposition_table::{Entry, Table};

/// Algorithm of the alpha-beta family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// Plain alpha-beta: moves are searched with the whole window between alpha and beta. Null windows are only for
    /// searches at reduced depth, and for a win within the mate limit in a search to the end of the game.
    AlphaBeta,
    /// Principal variation search: in an open window, later moves are first searched with a null window, and
    /// again with an open window if they raise alpha without a cutoff.
    Pvs,
    /// MTD(f): null-window searches of the root that converge to the value.
    MtdF,
}

/// Counters and a flag that the threads of a search share, and the moves that they are searching.
#[derive(Default)]
pub(super) struct Shared {
    /// Whether the first thread has finished, so that the helper threads must end.
    pub(super) finished: AtomicBool,
    /// Number of nodes that the threads have reported; they report at intervals. 0 with one thread.
    pub(super) nodes: AtomicU64,
    pub(super) tb_hits: AtomicU64,
    pub(super) abdada: Abdada,
}

/// What the threads of a search share, and the history tables of each thread. The data is kept for later searches, so
/// that it need not be allocated again; [`SearchData::clear`] prepares it for the next one.
#[derive(Default)]
pub(super) struct SearchData {
    pub(super) shared: Shared,
    pub(super) of_first: HistoryTables,
    pub(super) of_helpers: Vec<HistoryTables>,
}

impl SearchData {
    /// Clears the data of earlier searches, and adapts it to the number of threads. `abdada` needs no clearing, because
    /// every search releases its claims.
    pub(super) fn clear(&mut self, threads: usize) {
        *self.shared.finished.get_mut() = false;
        *self.shared.nodes.get_mut() = 0;
        *self.shared.tb_hits.get_mut() = 0;
        self.of_helpers.resize_with(threads.saturating_sub(1), HistoryTables::default);
        for tables in &mut self.of_helpers {
            tables.clear();
        }
        self.of_first.clear();
    }
}

/// Maximum number of nodes between two checks of the clock and the stop flag.
const CHECK_INTERVAL: u32 = 1024;
/// Number of listed moves after which the clock and the stop flag are checked too, because nodes with long move lists
/// take long.
const LISTED_INTERVAL: usize = 16 * 1024;

/// One thread of a search.
pub(super) struct Worker<'a, G: SearchGame, E: Eval<G>> {
    pub(super) game: &'a G,
    pub(super) eval: E,
    pub(super) table: &'a Table,
    /// Table of this thread for the last moves of a search to the end; see [`SearchParams::solve_shared`].
    /// Created when first needed; `None` if there is not enough memory.
    own_table: OnceCell<Option<Table>>,
    pub(super) oracle: Option<&'a dyn Oracle<G>>,
    pub(super) driver: Driver,
    pub(super) params: SearchParams,
    /// Whether transposition table values of a greater depth than requested may be used; `false` if the value
    /// must equal minimax's.
    pub(super) accepts_deeper: bool,
    pub(super) deepening: bool,
    pub(super) multi_pv: usize,
    pub(super) several_threads: bool,
    /// The mate solver; `None` in all threads but the first, and where [`Worker::use_mate_solver`] leaves it off.
    pub(super) mates: Option<MateSearch<'a, G, E>>,
    pub(super) root: &'a Root<G>,
    pub(super) limits: &'a Limits,
    pub(super) control: &'a Control,
    pub(super) shared: &'a Shared,
    /// The line of moves to the current node.
    pub(super) line: PositionHistory,
    /// Whether positions can be searched to the end of the game: the game knows the number of moves left, has no draw
    /// rules, and no oracle is used. See [`super::endgame`].
    pub(super) sees_the_end: bool,
    /// Whether no position may be repeated.
    pub(super) superko: bool,
    pub(super) history: &'a mut HistoryTables,
    /// `variations[height]`: best line found so far that begins at the current node of this height. The height of a
    /// node is its number of moves from the root.
    pub(super) variations: Vec<Vec<G::Move>>,
    /// Number of nodes visited by this thread and its mate solver up to the last check; `countdown` counts the later
    /// ones.
    pub(super) nodes_at_check: u64,
    /// Number of further nodes to the next check.
    pub(super) countdown: u32,
    /// Value of `countdown` after the last check.
    pub(super) interval: u32,
    /// Number of moves listed since this number last caused a check.
    pub(super) listed: usize,
    /// Number of empty entries of the transposition table that this thread has filled since the last check. The next
    /// check reports the number to the table, which decides by it whether to grow.
    pub(super) filled: u32,
    /// Maximum number of nodes of all threads; `u64::MAX` for no limit.
    pub(super) node_limit: u64,
    /// Whether the search must end. Values found while this is set are meaningless.
    pub(super) stopped: bool,
    /// Time beyond the limit that the search may take to finish its first iteration; 0 afterwards.
    pub(super) grace: Duration,
    /// Whether a value found since this flag was last cleared depends on a static evaluation, on pruning or
    /// on the game's history (repetition, superko, move limit).
    pub(super) has_static_value: bool,
    /// Greatest number of plies from the root that this iteration has reached.
    pub(super) selective_depth: u32,
    /// Depth of this iteration.
    pub(super) root_depth: i32,
    pub(super) statistics: Statistics,
}

impl<'a, G: SearchGame, E: Eval<G>> Worker<'a, G, E> {
    pub(super) fn new(
        task: &Task<'a, G>,
        eval: E,
        driver: Driver,
        shared: &'a Shared,
        history: &'a mut HistoryTables,
    ) -> Self {
        let &Task { game, resources, root, limits, control } = task;
        let params = resources.params.unwrap_or(eval.params());
        let params = if resources.selective { params } else { params.full_width() };
        let rules = game.draw_rules(&root.state);
        let mut worker = Self {
            game,
            eval,
            table: &resources.table,
            own_table: OnceCell::new(),
            oracle: resources.oracle.as_deref(),
            driver,
            params,
            accepts_deeper: resources.selective,
            deepening: resources.deepening,
            multi_pv: resources.multi_pv.max(1),
            several_threads: resources.threads > 1,
            mates: None,
            root,
            limits,
            control,
            shared,
            line: root.history.clone(),
            sees_the_end: resources.oracle.is_none()
                && rules == DrawRules::NONE
                && game.moves_left(&root.state).is_some(),
            superko: rules.has_superko(),
            history,
            variations: vec![Vec::new(); HEIGHTS],
            nodes_at_check: 0,
            countdown: 0,
            interval: 0,
            listed: 0,
            filled: 0,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            stopped: false,
            grace: control.first_iteration_grace(),
            has_static_value: false,
            selective_depth: 0,
            root_depth: 0,
            statistics: Statistics { timed: resources.statistics, ..Statistics::default() },
        };
        worker.restart_countdown();
        worker
    }

    /// Lets this thread run the mate solver in alternation with its search, unless the parameters switch the solver
    /// off, or the search has a depth limit, several lines or superko.
    pub(super) fn use_mate_solver(&mut self) {
        let is_allowed = self.multi_pv == 1 && self.limits.depth.is_none() && !self.superko;
        if self.params.mate_solver > 0 && is_allowed {
            let (eval, attacker) = (self.eval.clone(), self.root.state.side());
            let solver = MateSolver::new(self.game, eval, self.root, attacker, self.table, self.control);
            self.mates = Some(MateSearch::new(solver));
        }
    }

    /// Returns the number of nodes visited by this thread and its mate solver.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes_at_check + u64::from(self.interval - self.countdown)
    }

    /// Returns the number of nodes visited by all threads. The nodes of other threads since their last checks are
    /// missing.
    pub(super) fn total_nodes(&self) -> u64 {
        if self.several_threads {
            self.shared.nodes.load(Ordering::Relaxed) + u64::from(self.interval - self.countdown)
        } else {
            self.nodes()
        }
    }

    pub(super) fn info(&self, depth: Depth, rank: usize, line: Variation<G::Move>) -> Info<G::Move> {
        Info {
            selective_depth: Depth(self.selective_depth.max(depth.0.into()) as u16),
            hashfull: self.table.hashfull(),
            tb_hits: self.shared.tb_hits.load(Ordering::Relaxed),
            ..Info::new(depth, rank, line, self.total_nodes(), self.control.elapsed())
        }
    }

    /// Returns the claim by which [`Self::claiming`] shows the other threads that this thread is searching `mv`.
    /// `moves` is the number of moves listed in the position `key`. `None` with a single thread, or if the depth is too
    /// low for postponing a move.
    #[inline]
    pub(super) fn claim(&self, key: Key, mv: G::Move, depth: i32, moves: usize) -> Option<Claim<'a>> {
        if self.several_threads { self.shared.abdada.claim(key, mv.code(), depth, moves) } else { None }
    }

    /// Runs `search` for a move. If there is a claim on the move, other threads see it meanwhile.
    #[inline]
    pub(super) fn claiming(
        &mut self,
        claim: Option<Claim<'a>>,
        search: impl FnOnce(&mut Self) -> Score,
    ) -> Score {
        if let Some(claim) = claim {
            claim.take();
        }
        let value = search(self);
        if let Some(claim) = claim {
            claim.release();
        }
        value
    }

    /// Counts a visited node. Regularly checks the limits, and sets `stopped` if one is reached.
    #[inline]
    pub(super) fn count_node(&mut self) {
        self.countdown -= 1;
        if self.countdown == 0 {
            self.check();
        }
    }

    /// Runs `part` of the search. If times are measured, adds the duration to the field of the statistics that `time`
    /// returns.
    #[inline]
    pub(super) fn timed<T>(
        &mut self,
        time: impl FnOnce(&mut Statistics) -> &mut Duration,
        part: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let began = self.statistics.timed.then(|| self.control.elapsed());
        let result = part(self);
        if let Some(began) = began {
            *time(&mut self.statistics) += self.control.elapsed().saturating_sub(began);
        }
        result
    }

    #[inline]
    pub(super) fn evaluate(&mut self, state: &G::State) -> Score {
        self.timed(|times| &mut times.evaluating, |worker| worker.eval.evaluate(worker.game, state))
    }

    /// Returns the key under which the transposition table stores `state`, the current position of the search, and the
    /// symmetry that maps `state` to the image with this key.
    #[inline]
    pub(super) fn table_key(&self, state: &G::State) -> (Key, Symmetry) {
        if self.game.symmetries() > 1 || self.sees_the_end {
            self.game.canonical(state)
        } else {
            // The line has already computed the key, for the draw rules.
            (self.line.key(), Symmetry::IDENTITY)
        }
    }

    /// Looks up a position in the shared transposition table.
    #[inline]
    pub(super) fn probe(&mut self, key: Key) -> Option<Entry> {
        self.probe_in(key, |worker| worker.table)
    }

    /// Stores an entry in the shared transposition table.
    #[inline]
    pub(super) fn store(&mut self, key: Key, entry: Entry) {
        self.filled += u32::from(self.table.store(key, entry));
    }

    /// Looks up a position with `left` moves to the end of the game: in this thread's own table if the position belongs
    /// there, otherwise in the shared one.
    #[inline]
    pub(super) fn probe_near_end(&mut self, left: u32, key: Key) -> Option<Entry> {
        self.probe_in(key, |worker| worker.own_table(left).unwrap_or(worker.table))
    }

    /// Stores an entry of a position with `left` moves to the end of the game: in this thread's own table if the
    /// position belongs there, otherwise in the shared one.
    #[inline]
    pub(super) fn store_near_end(&mut self, left: u32, key: Key, entry: Entry) {
        match self.own_table(left) {
            Some(table) => _ = table.store(key, entry),
            None => self.store(key, entry),
        }
    }

    /// Returns this thread's own table if positions with `left` moves to the end of the game belong there. Creates the
    /// table at the first use. `None` also if there is not enough memory.
    #[inline]
    fn own_table(&self, left: u32) -> Option<&Table> {
        let is_near = (left as i32) < self.params.solve_shared;
        if is_near { self.own_table.get_or_init(Table::small).as_ref() } else { None }
    }

    /// Looks up a position in the table that `table` returns, and counts the lookup in the statistics.
    #[inline]
    fn probe_in(&mut self, key: Key, table: impl FnOnce(&Self) -> &Table) -> Option<Entry> {
        let entry = self.timed(|times| &mut times.probing, |worker| table(worker).probe(key));
        self.statistics.probes += 1;
        self.statistics.hits += u64::from(entry.is_some());
        entry
    }

    /// Gives a node's moves their ordering scores, and counts them as listed. `height` is the node's number of moves
    /// from the root, and `previous` the code of the last move; `None` after a null move and in quiescence search.
    #[inline]
    pub(super) fn rank(
        &mut self,
        picker: &mut Picker<G::Move>,
        state: &G::State,
        height: usize,
        previous: Option<u32>,
    ) {
        self.timed(
            |times| &mut times.ranking,
            |worker| {
                picker.rank(worker.game, &mut worker.eval, worker.params.order_by_child_eval, state);
                let weight = worker.params.history_weight;
                worker.history.adjust(picker, weight, state.side(), height, previous);
            },
        );
        self.count_listed(picker.moves.len());
    }

    /// Counts listed moves, or other work that takes as long. At intervals, checks the clock and the stop flag, and
    /// sets `stopped` if the search must end.
    #[inline]
    pub(super) fn count_listed(&mut self, moves: usize) {
        self.listed += moves;
        if self.listed >= LISTED_INTERVAL {
            self.listed = 0;
            self.stopped |= self.control.is_over_by(self.grace);
        }
    }

    /// Sets the principal variation of a node: `mv`, then the principal variation of the position after `mv`. `height`
    /// is the node's number of moves from the root.
    #[inline]
    pub(super) fn extend_variation(&mut self, mv: G::Move, height: usize) {
        let (upper, lower) = self.variations.split_at_mut(height + 1);
        upper[height].clear();
        upper[height].push(mv);
        upper[height].extend_from_slice(&lower[0]);
    }

    /// Checks the limits, and sets `stopped` if one is reached. Lets the transposition table grow and the mate solver
    /// run. A win that the solver finds sets `stopped` too.
    #[cold]
    pub(super) fn check(&mut self) {
        let all = self.share_nodes(self.interval.into());
        self.stopped |= all >= self.node_limit
            || self.control.is_over_by(self.grace)
            || self.shared.finished.load(Ordering::Relaxed);
        self.table.grow_if_full(std::mem::take(&mut self.filled));
        if let Some(mates) = &self.mates
            && !self.stopped
        {
            let left = self.node_limit.saturating_sub(self.nodes_at_check);
            let nodes = mates.allowance(self.nodes_at_check).min(left);
            self.stopped |= nodes > 0 && self.run_mate_solver(nodes);
        }
        self.restart_countdown();
    }

    /// Runs the mate solver for at most `nodes` nodes, which count as nodes of this thread. Returns whether it found a
    /// win.
    pub(super) fn run_mate_solver(&mut self, nodes: u64) -> bool {
        let Some(mates) = &mut self.mates else { return false };
        let (visited, is_found) = mates.run(nodes);
        self.share_nodes(visited);
        is_found
    }

    /// Adds nodes to the counts of this thread and of all threads. Returns the count of all threads.
    fn share_nodes(&mut self, nodes: u64) -> u64 {
        self.nodes_at_check += nodes;
        if self.several_threads {
            self.shared.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes
        } else {
            self.nodes_at_check
        }
    }

    /// Sets the number of nodes to the next check. With one thread, the last check then comes exactly at the node
    /// limit.
    fn restart_countdown(&mut self) {
        let left = self.node_limit.saturating_sub(self.nodes_at_check).max(1);
        self.interval = left.min(CHECK_INTERVAL.into()) as u32;
        self.countdown = self.interval;
    }
}
