//! Tree search with a window: alpha-beta, PVS and MTD(f) over one node function.
//!
//! The three differ in the windows with which the root asks; everything below (table, ordering, reductions,
//! quiescence) is theirs together. With selectivity off the value is plain minimax's to the same depth.

mod currently_searched;
mod deepening;
mod endgame;
mod frontier;
mod knowledge;
mod node;
mod node_info;
mod ordering;
mod quiescence;
mod root;
mod selectivity;
mod win_search;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{
    Control, Entry, Limits, Report, Resources, Root, STACK, Search, SearchGame, SearchResult, Statistics,
    Table,
};
use crate::course::PositionHistory;
use crate::eval::Eval;
use crate::key::Key;
use crate::oracle::Oracle;
use crate::params::SearchParams;
use crate::score::Score;
use currently_searched::CurrentlySearched;
use node_info::Trail;
use ordering::Picker;

pub(super) use ordering::HistoryTables;

/// How the root asks for values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Driver {
    /// Every move with the open window.
    AlphaBeta,
    /// The first move with the open window, the others with a null window first.
    Pvs,
    /// Null windows only, moving towards the value.
    MtdF,
}

/// A search by alpha-beta, PVS or MTD(f).
pub struct TreeSearch<G: SearchGame, E> {
    game: G,
    eval: E,
    driver: Driver,
    resources: Resources<G>,
}

impl<G: SearchGame, E: Eval<G>> TreeSearch<G, E> {
    /// Alpha-beta: every move is searched with the window that its elder siblings left open.
    pub fn alpha_beta(game: G, eval: E, resources: Resources<G>) -> Self {
        Self { game, eval, driver: Driver::AlphaBeta, resources }
    }

    /// Principal variation search: only the first move is searched with an open window, the others must prove
    /// that they deserve one.
    pub fn pvs(game: G, eval: E, resources: Resources<G>) -> Self {
        Self { game, eval, driver: Driver::Pvs, resources }
    }

    /// MTD(f): a sequence of null-window searches that converges to the value, starting from the last one.
    pub fn mtd_f(game: G, eval: E, resources: Resources<G>) -> Self {
        Self { game, eval, driver: Driver::MtdF, resources }
    }
}

impl<G: SearchGame, E: Eval<G>> Search<G, E> for TreeSearch<G, E> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move> {
        let shared = Shared::default();
        let worker = || {
            Worker::new(
                &self.game,
                self.eval.clone(),
                &self.resources,
                self.driver,
                root,
                limits,
                control,
                &shared,
            )
        };
        std::thread::scope(|scope| {
            for _ in 1..self.resources.threads {
                let mut helper = worker();
                // A thread that the system does not give is missed, and nothing else.
                let thread = std::thread::Builder::new().stack_size(STACK);
                let _ = thread.spawn_scoped(scope, move || helper.deepen(&mut ()));
            }
            let mut first = worker();
            let memory = self.resources.memory.as_ref().filter(|_| first.params.history_kept > 0);
            if let Some(history) = memory.and_then(|memory| memory.take_history()) {
                first.history = history.aged(first.params.history_kept);
            }
            first.seek_wins = first.wins_can_be_sought();
            let found = first.deepen(report);
            shared.finished.store(true, Ordering::Relaxed);
            memory.inspect(|memory| memory.keep_history(first.history));
            found
        })
    }
}

/// What the threads of one search share beside the table.
#[derive(Default)]
struct Shared {
    /// The first thread is done.
    finished: AtomicBool,
    /// Nodes that the threads have reported so far.
    nodes: AtomicU64,
    tb_hits: AtomicU64,
    currently_searched: CurrentlySearched,
}

/// Moves from the root to a node at the most; beyond, the static estimate must do.
const MAX_PLY: usize = 500;
/// Nodes between two looks at clock and stop.
const CHECK_INTERVAL: u32 = 1024;
/// Moves listed between two looks at clock and stop: where lists are long, few nodes take long.
const LISTED_INTERVAL: usize = 16 * 1024;
/// Such looks between two at how full the table is.
const CHECKS_BEFORE_GROWING: u32 = 4;
const UNLIMITED: u64 = u64::MAX;

/// One thread's search.
struct Worker<'a, G: SearchGame, E: Eval<G>> {
    game: &'a G,
    eval: E,
    table: &'a Table,
    oracle: Option<&'a dyn Oracle<G>>,
    driver: Driver,
    params: SearchParams,
    /// Are table values of greater depth than asked for welcome? Not when the value must be minimax's.
    deeper_is_welcome: bool,
    deepening: bool,
    multi_pv: usize,
    several_threads: bool,
    /// Whether this thread looks for forced wins beside its search.
    seek_wins: bool,
    root: &'a Root<G>,
    limits: &'a Limits,
    control: &'a Control,
    shared: &'a Shared,
    line: PositionHistory,
    /// Whether positions may be searched to the end of the game; see [`endgame`].
    sees_the_end: bool,
    /// Whether superko holds in this game.
    superko: bool,
    history: HistoryTables,
    /// For each ply the best line from there.
    variations: Vec<Vec<G::Move>>,
    reductions: Vec<[u8; selectivity::REDUCED_MOVES]>,
    /// The static estimate of the line's position at each turn, where one was made.
    estimates: Vec<Option<Score>>,
    /// Nodes visited when `countdown` was last set.
    nodes_at_check: u64,
    countdown: u32,
    interval: u32,
    /// Moves listed since clock and stop were last looked at for that.
    listed: usize,
    checks: u32,
    node_limit: u64,
    stopped: bool,
    /// Did an estimate, or a draw by the course of the line, go into a value since this was last cleared?
    estimated: bool,
    selective_depth: u32,
    root_depth: i32,
    statistics: Statistics,
}

impl<'a, G: SearchGame, E: Eval<G>> Worker<'a, G, E> {
    #[allow(clippy::too_many_arguments)] // Everything that a thread needs, handed over once.
    fn new(
        game: &'a G,
        eval: E,
        resources: &'a Resources<G>,
        driver: Driver,
        root: &'a Root<G>,
        limits: &'a Limits,
        control: &'a Control,
        shared: &'a Shared,
    ) -> Self {
        let params = resources.params.unwrap_or(eval.params());
        let params = if resources.selective { params } else { params.full_width() };
        let mut worker = Self {
            game,
            eval,
            table: &resources.table,
            oracle: resources.oracle.as_deref(),
            driver,
            params,
            deeper_is_welcome: resources.selective,
            deepening: resources.deepening,
            multi_pv: resources.multi_pv,
            several_threads: resources.threads > 1,
            seek_wins: false,
            root,
            limits,
            control,
            shared,
            line: root.history.clone(),
            sees_the_end: Self::sees_the_end(game, &root.state, resources.oracle.is_some()),
            superko: game.course(&root.state).has_superko(),
            history: HistoryTables::new(MAX_PLY + 2),
            variations: vec![Vec::new(); MAX_PLY + 2],
            reductions: selectivity::reduction_table(&params),
            estimates: vec![None; MAX_PLY + 2],
            nodes_at_check: 0,
            countdown: 0,
            interval: 0,
            listed: 0,
            checks: 0,
            node_limit: limits.nodes.unwrap_or(UNLIMITED),
            stopped: false,
            estimated: false,
            selective_depth: 0,
            root_depth: 0,
            statistics: Statistics { timed: resources.statistics, ..Statistics::default() },
        };
        worker.wind_up();
        worker
    }

    /// Nodes visited by this thread.
    fn nodes(&self) -> u64 {
        self.nodes_at_check + u64::from(self.interval - self.countdown)
    }

    /// Nodes visited by all threads, as far as they have told.
    fn total_nodes(&self) -> u64 {
        if self.several_threads {
            self.shared.nodes.load(Ordering::Relaxed) + u64::from(self.interval - self.countdown)
        } else {
            self.nodes()
        }
    }

    #[inline]
    fn count_node(&mut self) {
        self.countdown -= 1;
        if self.countdown == 0 {
            self.check();
        }
    }

    /// The static estimate of a position.
    #[inline]
    fn evaluate(&mut self, state: &G::State) -> Score {
        let begin = self.statistics.begin();
        let estimate = self.eval.evaluate(self.game, state);
        begin.inspect(|begin| self.statistics.evaluating += begin.elapsed());
        estimate
    }

    /// What the table knows about a position.
    #[inline]
    fn probe(&mut self, key: Key) -> Option<Entry> {
        let begin = self.statistics.begin();
        let known = self.table.probe(key);
        begin.inspect(|begin| self.statistics.probing += begin.elapsed());
        self.statistics.probes += 1;
        self.statistics.hits += u64::from(known.is_some());
        known
    }

    /// Ranks a node's moves. Listing many of them is work too, so clock and stop may be looked at.
    #[inline]
    fn rank(&mut self, picker: &mut Picker<G::Move>, state: &G::State, trail: Trail) {
        let begin = self.statistics.begin();
        picker.rank(&self.history, self.game, &self.eval, &self.params, state, trail);
        begin.inspect(|begin| self.statistics.ranking += begin.elapsed());
        self.count_listed(picker.moves.len());
    }

    /// Counts moves listed, or other work that takes as long, and looks at clock and stop now and then.
    #[inline]
    fn count_listed(&mut self, moves: usize) {
        self.listed += moves;
        if self.listed >= LISTED_INTERVAL {
            self.listed = 0;
            self.stopped |= self.control.is_over();
        }
    }

    /// Looks whether the search is over.
    #[cold]
    fn check(&mut self) {
        self.nodes_at_check += u64::from(self.interval);
        let all = if self.several_threads {
            self.shared.nodes.fetch_add(self.interval.into(), Ordering::Relaxed) + u64::from(self.interval)
        } else {
            self.nodes_at_check
        };
        self.stopped |=
            all >= self.node_limit || self.control.is_over() || self.shared.finished.load(Ordering::Relaxed);
        self.checks += 1;
        if self.checks.is_multiple_of(CHECKS_BEFORE_GROWING) {
            self.table.grow_if_full();
        }
        self.interval = 0;
        self.wind_up();
    }

    fn wind_up(&mut self) {
        let left = self.node_limit.saturating_sub(self.nodes_at_check).max(1);
        self.interval = left.min(CHECK_INTERVAL.into()) as u32;
        self.countdown = self.interval;
    }
}
