//! Runs a search: from the prepared task to the answer in text.

use std::sync::Arc;

use super::handicap::{Handicap, Judgement, Perceived, Truth};
use super::learning::name_of;
use super::panics::catch_panic;
use super::report::{BestMove, Inside, SearchReport, TaskEvent, Verbose};
use super::search_reporter::SearchReporter;
use super::search_task::SearchTask;
use super::task::guarded;
use super::typed_engine::Shared;
use crate::game::Playable;
use crate::rules::{Depth, Key, Score, State};
use crate::search::{
    Bound, Candidates, Child, Entry, Eval, FastValues, Info, MateLines, Report, Resources, Root, Search,
    SearchParams, SearchResult, Statistics, Table, Variation, choose_by_oracle, lock,
};

/// Minimum node limit of a search that uses slow values of the oracle at its root. Looking them up takes as
/// long as thousands of nodes.
const MIN_NODES_FOR_SLOW_VALUES: u64 = 10_000;
/// Size in mebibytes of the transposition table for a search that simulates errors.
const LEVEL_TABLE: usize = 4;
/// A score is learned only if the final depth of its search exceeds the first reported depth by at least this number of
/// plies.
const SURPRISE_PLIES: u16 = 4;

impl<G: Playable> SearchTask<G> {
    /// Searches, reports to `listener`, and returns the answer. Returns when the search has ended, even
    /// if the answer must still be withheld. If the search panics, the answer is the best move that was
    /// reported, or an arbitrary one.
    pub(super) fn run(&self, listener: &mut dyn FnMut(Inside<G::Move>)) -> BestMove {
        let mut reported = None;
        let answer = guarded(listener, |listener| {
            self.run_unguarded(&mut |inside| {
                if let Inside::Line(info) = &inside
                    && info.rank == 1
                {
                    reported = info.line.moves.first().copied();
                }
                listener(inside);
            })
        });
        answer.unwrap_or_else(|| {
            let text = |mv: &G::Move| self.shared.rules.game().move_text(&self.root.state, *mv);
            let mv = reported.as_ref().or(self.root.moves.first());
            let best = mv.and_then(|mv| catch_panic(|| text(mv)).ok());
            BestMove { best, time: self.control.elapsed(), ..BestMove::default() }
        })
    }

    fn run_unguarded(&self, listener: &mut dyn FnMut(Inside<G::Move>)) -> BestMove {
        if let Some(result) = self.result() {
            listener(Inside::Line(result));
            return BestMove { time: self.control.elapsed(), ..BestMove::default() };
        }
        let settings = &self.shared.settings;
        if settings.verbose {
            let first = self.limits.depth.filter(|_| !settings.deepening).unwrap_or(Depth(1));
            listener(SearchReport::Verbose(Verbose::Started(first)).into());
        }
        let (view, resources) = (self.view(), self.resources());
        let Root { state, history, .. } = self.root.clone();
        let eval = Judgement(self.shared.eval.clone());
        let lines = MateLines::new(view.clone(), eval, state, history, &resources, &self.control);
        let mut reporter = SearchReporter::new(self, lines, listener);
        let mut found = self.search(view, resources, &mut reporter);
        if let Err(message) = self.learn_from(&found, reporter.shallow) {
            (reporter.listener)(Inside::Other(TaskEvent::Notice(message)));
        }
        self.keep(&found);
        if let Some(message) = self.new_failure() {
            (reporter.listener)(Inside::Other(TaskEvent::Notice(message)));
        }
        if let Some(line) = found.lines.first_mut() {
            reporter.lines.complete(line, found.nodes);
        }
        let best = found.lines.first();
        reporter.conclude(&found);
        let (nodes, time) = (found.nodes, self.control.elapsed());
        let mut texts = best.map_or(Vec::new(), |line| self.texts(&self.aspect_of(&line.moves))).into_iter();
        let replies = best.is_some_and(|line| self.passes_the_turn(line.moves[0]));
        let answer = BestMove {
            best: texts.next(),
            ponder: texts.next().filter(|_| replies),
            nodes,
            time,
            is_book: false,
        };
        if settings.verbose {
            let score = |line: &Variation<_>| self.shared.eval.params().reported(line.score);
            let best = answer.best.clone().zip(best.map(score));
            listener(SearchReport::Verbose(Verbose::Ended { nodes, time, best }).into());
        }
        answer
    }

    /// Returns the message of a failed lookup of an exact value, unless a search of this engine has reported
    /// it before.
    fn new_failure(&self) -> Option<String> {
        let failure = self.oracle.as_ref()?.failure()?;
        let mut reported = lock(&self.shared.reported_failure);
        if reported.as_ref() == Some(&failure) {
            return None;
        }
        *reported = Some(failure.clone());
        Some(failure)
    }

    fn handicap(&self) -> Option<Handicap> {
        self.errors.map(|errors| Handicap { errors, viewer: self.root.state.side(), seed: self.seed })
    }

    /// Returns the game as the search sees it. At a level with errors, the moves that the level overlooks are
    /// missing.
    fn view(&self) -> Perceived<G> {
        Perceived::new(self.shared.rules.game().clone(), self.handicap())
    }

    /// Returns the resources of the search. A fallible player has one thread and, if there is memory for it, its
    /// own transposition table, so that it shares no results with stronger searches.
    fn resources(&self) -> Resources<Perceived<G>> {
        let Shared { settings, eval, table, kept, .. } = &self.shared;
        let (multi_pv, seed) = (settings.multi_pv, self.seed);
        if self.errors.is_some() {
            let table = Table::new(LEVEL_TABLE).map_or_else(|_| Arc::clone(table), Arc::new);
            let kept = Arc::new(kept.without_results());
            return Resources { kept, multi_pv, seed, ..Resources::new(table) };
        }
        table.next_search();
        Resources {
            kept: Arc::clone(kept),
            threads: settings.threads,
            multi_pv,
            deepening: settings.deepening,
            oracle: self.oracle.clone().map(|oracle| Arc::new(Truth(oracle)) as _),
            params: Some(settings.params.over(eval.params())),
            seed,
            statistics: settings.debug,
            ..Resources::new(Arc::clone(table))
        }
    }

    fn search(
        &self,
        view: Perceived<G>,
        resources: Resources<Perceived<G>>,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move> {
        let Shared { rules, settings, eval, .. } = &self.shared;
        let game = rules.game();
        let (mut root, lines) = (self.root.clone(), settings.multi_pv);
        if let Some(handicap) = self.handicap() {
            // Keeps at least one move for each requested line, if there are enough.
            handicap.overlook(game, &root.state, &mut root.moves, lines);
        }
        if let Some(oracle) = self.oracle.as_deref() {
            let is_brief = self.limits.nodes.is_some_and(|nodes| nodes < MIN_NODES_FOR_SLOW_VALUES);
            let oracle = if is_brief { &FastValues(oracle) } else { oracle };
            let mut eval = eval.clone();
            match choose_by_oracle(game, &mut eval, oracle, &root, lines, &self.control, report) {
                Ok(known) => return known,
                Err(Candidates::Draws { moves, tb_hits }) => {
                    let resources = Resources { oracle: None, ..resources };
                    let report = &mut AsDraws { report, tb_hits };
                    let mut found = self.search_moves(Root { moves, ..root }, view, resources, report);
                    found.lines.iter_mut().for_each(make_draw);
                    return found;
                }
                Err(Candidates::Best(moves)) => {
                    let all = std::mem::replace(&mut root.moves, moves);
                    let others: Vec<_> = all.into_iter().filter(|mv| !root.moves.contains(mv)).collect();
                    // Each requested line needs a move.
                    root.moves.extend(others.into_iter().take(lines.saturating_sub(root.moves.len())));
                }
            }
        }
        self.search_moves(root, view, resources, report)
    }

    fn search_moves(
        &self,
        root: Root<G>,
        view: Perceived<G>,
        resources: Resources<Perceived<G>>,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move> {
        let Shared { settings, eval, .. } = &self.shared;
        let Root { state, history, moves } = root;
        let mut search = settings.algorithm.search(view, Judgement(eval.clone()), resources);
        search.search(&Root { state, history, moves }, &self.limits, &self.control, report)
    }

    fn keep(&self, found: &SearchResult<G::Move>) {
        let Some(line) = found.lines.first() else { return };
        if found.depth.0 > 0 && self.is_worth_keeping() {
            let (key, entry) = self.entry(line, found.depth);
            self.shared.table.store(key, entry);
        }
    }

    fn entry(&self, line: &Variation<G::Move>, depth: Depth) -> (Key, Entry) {
        let (key, code) = self.key_and_code(line.moves[0]);
        (key, Entry { code: Some(code), score: line.score, depth, bound: line.bound, complete: false })
    }

    /// Stores the final score in the learning file if it is surprising. `shallow` is the first reported score
    /// with its depth.
    ///
    /// # Errors
    ///
    /// Returns the error of [`Learning::learn`].
    ///
    /// [`Learning::learn`]: super::learning::Learning::learn
    fn learn_from(
        &self,
        found: &SearchResult<G::Move>,
        shallow: Option<(Score, Depth)>,
    ) -> Result<(), String> {
        let (Some(learning), Some(line), Some((first, first_depth))) =
            (&self.shared.learning, found.lines.first(), shallow)
        else {
            return Ok(());
        };
        let deep = found.depth.0 >= first_depth.0 + SURPRISE_PLIES && self.limits.mate.is_none();
        let change = (line.score.0 - first.0).abs();
        if !self.is_worth_keeping()
            || !deep
            || line.bound != Bound::Exact
            || change < surprising_change(self.shared.eval.params())
        {
            return Ok(());
        }
        let (key, entry) = self.entry(line, found.depth);
        let Shared { rules, evaluation, .. } = &self.shared;
        let network = evaluation.network(rules.game(), &mut self.shared.eval.clone());
        lock(learning).learn(&name_of(rules.facts(), network.as_deref()), key, &entry)
    }

    fn passes_the_turn(&self, mv: G::Move) -> bool {
        Child::new(self.shared.rules.game(), &self.root.state, mv).turn.passed()
    }
}

/// Passes on the reports of a search whose root moves all lead to known draws. Replaces the score of each line with a
/// draw, and cuts the line after its first move.
struct AsDraws<'a, M> {
    report: &'a mut dyn Report<M>,
    /// Number of oracle hits before the search.
    tb_hits: u64,
}

impl<M: Copy> Report<M> for AsDraws<'_, M> {
    fn info(&mut self, info: &Info<M>) {
        let mut info = info.clone();
        make_draw(&mut info.line);
        info.tb_hits += self.tb_hits;
        self.report.info(&info);
    }

    fn root_move(&mut self, mv: M, number: usize) {
        self.report.root_move(mv, number);
    }

    fn statistics(&mut self, depth: Depth, statistics: &Statistics) {
        self.report.statistics(depth, statistics);
    }
}

/// Reports a line as a draw. Only its first move is known to draw: a search without exact values chose the other moves.
fn make_draw<M>(line: &mut Variation<M>) {
    (line.score, line.bound) = (Score::DRAW, Bound::Exact);
    line.moves.truncate(1);
}

const fn surprising_change(params: SearchParams) -> i32 {
    if params.win_scale < 2 { 1 } else { params.win_scale / 2 }
}
