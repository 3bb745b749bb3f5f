//! Runs a prepared search, stores its results for later searches, and returns the answer as texts. Even if the search
//! panics, there is an answer.

use std::sync::Arc;

use super::handicap::{Handicap, Judgement, Perceived, Truth};
use super::learning::name_of;
use super::panics::catch_panic;
use super::report::{BestMove, InnerReport, SearchReport, TaskEvent, Verbose};
use super::search_reporter::SearchReporter;
use super::search_task::SearchTask;
use super::task::guarded;
use super::typed_engine::Shared;
use crate::game::Playable;
use crate::rules::{Depth, Key, Score, State, sort_by_key_once};
use crate::search::{
    Bound, Candidates, Child, Entry, Eval, FastValues, Info, MateLines, Report, Resources, Root, Search,
    SearchParams, SearchResult, Statistics, Table, Variation, choose_by_oracle, lock,
};

/// Minimum node limit of a search that uses slow values of the oracle at its root, such as those of compact tables.
/// Looking them up takes as long as thousands of nodes.
const MIN_NODES_FOR_SLOW_VALUES: u64 = 10_000;
/// Size in mebibytes of the transposition table for a search that simulates errors.
const LEVEL_TABLE: usize = 4;
/// The score of a search is learned only if the final depth exceeds the first reported depth by at least this number of
/// plies.
const SURPRISE_PLIES: u16 = 4;

impl<G: Playable> SearchTask<G> {
    /// Searches, reports to `listener`, and returns the answer. Returns when the search has ended, even
    /// if the answer must still be withheld. If the search panics, the answer is the best move that was
    /// reported, or an arbitrary one. The score is that of the last reported best line.
    pub(super) fn run(&self, listener: &mut dyn FnMut(InnerReport<G::Move>)) -> BestMove {
        let mut reported = None;
        let answer = guarded(listener, |listener| {
            self.run_unguarded(&mut |report| {
                if let InnerReport::Line(info) | InnerReport::Better(info) = &report
                    && info.rank == 1
                {
                    reported = Some((info.line.moves.first().copied(), info.line.score));
                }
                listener(report);
            })
        });
        let (first_move, score) = reported.unzip();
        let answer = answer.unwrap_or_else(|| {
            let mv = first_move.flatten().or(self.root.moves.first().copied());
            let game = self.shared.rules.game();
            let best = mv.and_then(|mv| catch_panic(|| game.move_text(&self.root.state, mv)).ok());
            BestMove { best, time: self.control.elapsed(), ..BestMove::default() }
        });
        BestMove { score: score.map(|score| self.shared.eval.params().reported(score)), ..answer }
    }

    /// Does the work of [`SearchTask::run`], but leaves the score of the answer empty and catches no panic.
    fn run_unguarded(&self, listener: &mut dyn FnMut(InnerReport<G::Move>)) -> BestMove {
        if let Some(result) = self.result() {
            listener(InnerReport::Line(result));
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
        let mate_lines = MateLines::new(view.clone(), eval, state, history, &resources, &self.control);
        let mut reporter = SearchReporter::new(self, mate_lines, listener);
        let mut found = self.search(view, resources, &mut reporter);
        let failures = [self.learn_from(&found, reporter.shallow).err(), self.new_failure()];
        for message in failures.into_iter().flatten() {
            (reporter.listener)(InnerReport::Other(TaskEvent::Notice(message)));
        }
        self.store_in_table(&found);
        if let Some(line) = found.lines.first_mut() {
            reporter.mate_lines.complete(line, found.nodes);
        }
        reporter.conclude(&found);
        let answer = self.answer(&found);
        if settings.verbose {
            let score = found.lines.first().map(|line| self.shared.eval.params().reported(line.score));
            let (nodes, time, best) = (answer.nodes, answer.time, answer.best.clone().zip(score));
            listener(SearchReport::Verbose(Verbose::Ended { nodes, time, best }).into());
        }
        answer
    }

    /// Returns the answer with the first two moves of the best line, but without the second if the same side plays it.
    fn answer(&self, found: &SearchResult<G::Move>) -> BestMove {
        let time = self.control.elapsed();
        let moves = found.lines.first().map_or(&[][..], |line| &line.moves);
        let opponent_replies = moves.first().is_some_and(|mv| self.passes_the_turn(*mv));
        let mut texts = self.texts(&self.image_of_line(moves)).into_iter();
        let best = texts.next();
        let ponder = texts.next().filter(|_| opponent_replies);
        BestMove { best, ponder, nodes: found.nodes, time, ..BestMove::default() }
    }

    /// Returns the message of a failed lookup of an exact value, and remembers it as reported. `None` if no lookup
    /// failed, or if this message was the last one reported.
    fn new_failure(&self) -> Option<String> {
        let failure = self.oracle.as_ref()?.failure()?;
        let mut reported = lock(&self.shared.reported_failure);
        if reported.as_ref() == Some(&failure) {
            return None;
        }
        *reported = Some(failure.clone());
        Some(failure)
    }

    /// Returns the errors to simulate; `None` at full strength.
    fn handicap(&self) -> Option<Handicap> {
        self.errors.map(|errors| Handicap { errors, viewer: self.root.state.side(), seed: self.seed })
    }

    /// Returns the game as the search sees it. The moves that the level overlooks, if any, are missing.
    fn view(&self) -> Perceived<G> {
        Perceived::new(self.shared.rules.game().clone(), self.handicap())
    }

    /// Returns the resources of the search. A fallible player has one thread. It has its own transposition table if
    /// there is memory for one, so that it shares no results with stronger searches. At full strength, also begins a
    /// new search in the shared table, so that the entries of earlier searches are replaced sooner.
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

    /// Lets exact values choose the best move if they determine it. Otherwise searches; exact values may then limit the
    /// moves to search.
    fn search(
        &self,
        view: Perceived<G>,
        resources: Resources<Perceived<G>>,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move> {
        let Shared { rules, settings, eval, .. } = &self.shared;
        let game = rules.game();
        let (mut root, multi_pv) = (self.root.clone(), settings.multi_pv);
        if let Some(handicap) = self.handicap() {
            // Keeps at least one move for each requested line, if there are enough moves.
            handicap.overlook(game, &root.state, &mut root.moves, multi_pv);
        }
        if let Some(oracle) = self.oracle.as_deref() {
            let is_brief = self.limits.nodes.is_some_and(|nodes| nodes < MIN_NODES_FOR_SLOW_VALUES);
            let oracle = if is_brief { &FastValues(oracle) } else { oracle };
            let mut eval = eval.clone();
            match choose_by_oracle(game, &mut eval, oracle, &root, multi_pv, &self.control, report) {
                Ok(known) => return known,
                Err(Candidates::Draws { moves, tb_hits }) => {
                    let without_oracle = Resources { oracle: None, ..resources };
                    let as_draws = &mut AsDraws { report, tb_hits };
                    let mut found = self.search_moves(Root { moves, ..root }, view, without_oracle, as_draws);
                    for line in &mut found.lines {
                        make_draw(line);
                    }
                    return found;
                }
                Err(Candidates::Best(best)) => {
                    let all = std::mem::replace(&mut root.moves, best.clone());
                    // Other moves fill the requested lines for which there is no best move.
                    let others = all.into_iter().filter(|mv| !best.contains(mv));
                    root.moves.extend(others.take(multi_pv.saturating_sub(best.len())));
                    let lines = root.moves.len();
                    if lines > best.len() {
                        let best_first = &mut BestFirst { report, best: &best, lines, waiting: Vec::new() };
                        let mut found = self.search_moves(root, view, resources, best_first);
                        put_first(&best, &mut found.lines);
                        return found;
                    }
                }
            }
        }
        self.search_moves(root, view, resources, report)
    }

    /// Searches the moves of `root` with the algorithm of the settings.
    fn search_moves(
        &self,
        root: Root<G>,
        view: Perceived<G>,
        resources: Resources<Perceived<G>>,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move> {
        let Shared { settings, eval, .. } = &self.shared;
        // The perceived game has the same positions and moves, but `Root` is a type of its own for each game.
        let Root { state, history, moves } = root;
        let mut search = settings.algorithm.search(view, Judgement(eval.clone()), resources);
        search.search(&Root { state, history, moves }, &self.limits, &self.control, report)
    }

    /// Stores the best line in the transposition table, for later searches. Does nothing for a result of depth 0, or if
    /// [`SearchTask::stores_results`] is false.
    fn store_in_table(&self, found: &SearchResult<G::Move>) {
        let Some(line) = found.lines.first() else { return };
        if found.depth.0 > 0 && self.stores_results() {
            let (key, entry) = self.entry(line, found.depth);
            self.shared.table.store(key, entry);
        }
    }

    /// Returns the key and the transposition table entry of the root, from its best line, which must have a move.
    fn entry(&self, line: &Variation<G::Move>, depth: Depth) -> (Key, Entry) {
        let (key, code) = self.key_and_code(line.moves[0]);
        (key, Entry { code: Some(code), score: line.score, depth, bound: line.bound, complete: false })
    }

    /// Stores the final score in the learning file if it is exact and differs by at least [`surprising_change`] from
    /// `shallow`, the first reported score with its depth. Does nothing without a learning file, for a mate search, if
    /// the search is less than [`SURPRISE_PLIES`] deeper than `shallow`, or if [`SearchTask::stores_results`] is false.
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
        let is_deep = found.depth.0 >= first_depth.0 + SURPRISE_PLIES && self.limits.mate.is_none();
        let change = (line.score.0 - first.0).abs();
        let is_surprising = change >= surprising_change(self.shared.eval.params());
        if !self.stores_results() || !is_deep || line.bound != Bound::Exact || !is_surprising {
            return Ok(());
        }
        let (key, entry) = self.entry(line, found.depth);
        let Shared { rules, evaluation, .. } = &self.shared;
        let network = evaluation.network(rules.game(), &self.shared.eval);
        lock(learning).learn(&name_of(rules.facts(), network.as_deref()), key, &entry)
    }

    /// Whether the opponent is to move after a root move.
    fn passes_the_turn(&self, mv: G::Move) -> bool {
        Child::new(self.shared.rules.game(), &self.root.state, mv).turn.passed()
    }
}

/// Passes on the reports of a search whose root moves all lead to known draws. Replaces the score of each line with a
/// draw, and cuts the line after its first move.
struct AsDraws<'a, M> {
    report: &'a mut dyn Report<M>,
    /// Number of values that the oracle found before the search.
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

/// Makes a line the exact draw to which its first move is known to lead. Cuts off the later moves, because a search
/// without exact values chose them.
fn make_draw<M>(line: &mut Variation<M>) {
    line.score = Score::DRAW;
    line.bound = Bound::Exact;
    line.moves.truncate(1);
}

/// Passes on the reports of a search for more lines than there are best moves by exact values. The search may rank
/// another move first, because it sees no slow values. The lines of the best moves are therefore put first. Lines wait
/// until all of them are there, except a first line that begins with a best move.
struct BestFirst<'a, M> {
    report: &'a mut dyn Report<M>,
    best: &'a [M],
    /// Number of lines of the search.
    lines: usize,
    /// The lines that have been reported since the last one of rank 1.
    waiting: Vec<Info<M>>,
}

impl<M: Copy + PartialEq> Report<M> for BestFirst<'_, M> {
    fn info(&mut self, info: &Info<M>) {
        if info.rank == 1 {
            self.waiting.clear();
            // This line keeps its rank. Other lines may never follow: the mate solver reports only the best one.
            if self.best.contains(&info.line.moves[0]) {
                self.report.info(info);
            }
        }
        self.waiting.push(info.clone());
        if self.waiting.len() == self.lines {
            let mut lines: Vec<_> = self.waiting.iter().map(|info| info.line.clone()).collect();
            let is_first_reported = self.best.contains(&lines[0].moves[0]);
            put_first(self.best, &mut lines);
            let reports = self.waiting.drain(..).zip(lines).skip(usize::from(is_first_reported));
            for (info, line) in reports {
                self.report.info(&Info { line, ..info });
            }
        }
    }

    fn root_move(&mut self, mv: M, number: usize) {
        self.report.root_move(mv, number);
    }

    fn statistics(&mut self, depth: Depth, statistics: &Statistics) {
        self.report.statistics(depth, statistics);
    }
}

/// Moves the lines that begin with one of the moves `best` to the front. A score that then exceeds the score before it
/// is lowered to the score before it, and becomes an upper bound.
fn put_first<M: PartialEq>(best: &[M], lines: &mut [Variation<M>]) {
    sort_by_key_once(lines, |line| !best.contains(&line.moves[0]));
    let mut max = Score::INFINITY;
    for line in lines {
        if line.score > max {
            (line.score, line.bound) = (max, Bound::Upper);
        }
        max = line.score;
    }
}

/// Returns the smallest difference between the first and the final score that is surprising: half the evaluation's win
/// scale, or 1 if the evaluation sets none.
fn surprising_change(params: SearchParams) -> i32 {
    (params.win_scale / 2).max(1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The rank, the first move and the score of each reported line.
    #[derive(Default)]
    struct Rows(Vec<(usize, u8, Score)>);

    impl Report<u8> for Rows {
        fn info(&mut self, info: &Info<u8>) {
            self.0.push((info.rank, info.line.moves[0], info.line.score));
        }
    }

    #[test]
    fn lines_of_moves_that_exact_values_prefer_come_first() {
        let mut rows = Rows::default();
        let best_first = &mut BestFirst { report: &mut rows, best: &[7_u8], lines: 3, waiting: Vec::new() };
        for (rank, mv, score) in [(1, 5, 90), (2, 7, 40), (3, 6, -10)] {
            let line = Variation { score: Score(score), bound: Bound::Exact, moves: vec![mv] };
            best_first.info(&Info::new(Depth(3), rank, line, 0, Duration::ZERO));
        }
        assert_eq!(rows.0, [(1, 7, Score(40)), (2, 5, Score(40)), (3, 6, Score(-10))]);

        let mut rows = Rows::default();
        let best_first = &mut BestFirst { report: &mut rows, best: &[7_u8], lines: 3, waiting: Vec::new() };
        let line = Variation { score: Score(40), bound: Bound::Exact, moves: vec![7] };
        best_first.info(&Info::new(Depth(3), 1, line, 0, Duration::ZERO));
        assert_eq!(rows.0, [(1, 7, Score(40))], "the other lines may never come");
    }
}
