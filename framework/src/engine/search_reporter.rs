//! Passes the reports of a running search to the listener of its task. Extends a line with a proven win or loss to the
//! end of the game, maps moves by the symmetry that was chosen for the search, and limits the rate of the reports.

use std::time::Duration;

use super::handicap::{Judgement, Perceived};
use super::report::{InnerReport, SearchReport};
use super::search_task::SearchTask;
use crate::game::Playable;
use crate::rules::{Depth, Score};
use crate::search::{Bound, Info, MateLines, Report, SearchResult, Statistics};

pub(super) struct SearchReporter<'a, G: Playable> {
    task: &'a SearchTask<G>,
    pub(super) listener: &'a mut dyn FnMut(InnerReport<G::Move>),
    /// Extends a line with a proven win or loss to the end of the game.
    pub(super) mate_lines: MateLines<Perceived<G>, Judgement<G::Eval>>,
    throttle: Throttle<G::Move>,
    /// Last report of the best line, with moves not yet mapped by the symmetry; `None` before the first report.
    last: Option<Info<G::Move>>,
    /// First reported score of the best line, and its depth.
    pub(super) shallow: Option<(Score, Depth)>,
    /// Maximum depth reported so far. A later report of a lower depth is given this depth, because the depth of MCTS
    /// can decrease.
    depth: Depth,
    selective_depth: Depth,
}

impl<'a, G: Playable> SearchReporter<'a, G> {
    pub(super) fn new(
        task: &'a SearchTask<G>,
        mate_lines: MateLines<Perceived<G>, Judgement<G::Eval>>,
        listener: &'a mut dyn FnMut(InnerReport<G::Move>),
    ) -> Self {
        Self {
            task,
            listener,
            mate_lines,
            throttle: Throttle { passed_at: None, waiting: Vec::new(), depth: Depth(0), ranks: Vec::new() },
            last: None,
            shallow: None,
            depth: Depth(0),
            selective_depth: Depth(0),
        }
    }

    /// Reports the final line if its first move differs from that of the last reported best line. The moves differ if a
    /// search is stopped after it has changed its best move, or before its first report. In any case, passes on all
    /// waiting lines at the end.
    pub(super) fn conclude(mut self, found: &SearchResult<G::Move>) {
        let now = self.task.control.elapsed();
        let last = self.last.take();
        let first_move = last.as_ref().and_then(|info| info.line.moves.first());
        if let Some(line) = found.lines.first()
            && first_move != line.moves.first()
        {
            let mut line = line.clone();
            if last.is_none() && line.score <= Score::loss_in(0) {
                // No move leads to a loss in 0 plies, so the search was stopped before it found a value. The static
                // evaluation is reported instead.
                line.bound = Bound::Exact;
                line.score = self.task.static_evaluation();
            }
            let (hashfull, tb_hits) = last.map_or((0, 0), |info| (info.hashfull, info.tb_hits));
            let info = Info::new(found.depth, 1, line, found.nodes, now);
            self.info(&Info { hashfull, tb_hits, ..info });
        }
        self.throttle.release(now, self.listener);
    }
}

impl<G: Playable> Report<G::Move> for SearchReporter<'_, G> {
    fn info(&mut self, info: &Info<G::Move>) {
        let mut info = info.clone();
        self.mate_lines.complete(&mut info.line, info.nodes);
        if info.rank == 1 {
            self.shallow = self.shallow.or(Some((info.line.score, info.depth)));
            self.last = Some(info.clone());
        }
        self.depth = self.depth.max(info.depth);
        self.selective_depth = self.selective_depth.max(info.selective_depth).max(self.depth);
        (info.depth, info.selective_depth) = (self.depth, self.selective_depth);
        info.line.moves = self.task.image_of_line(&info.line.moves);
        self.throttle.add_line(info, self.listener);
    }

    fn better_move(&mut self, info: &Info<G::Move>) {
        let mut info = info.clone();
        info.depth = info.depth.max(self.depth);
        info.line.moves = self.task.image_of_line(&info.line.moves);
        (self.listener)(InnerReport::Better(info));
    }

    fn root_move(&mut self, mv: G::Move, number: usize) {
        let text = self.task.texts(&self.task.image_of_line(&[mv])).concat();
        let report = SearchReport::RootMove { text, number };
        self.throttle.pass_or_drop(report.into(), self.task.control.elapsed(), self.listener);
    }

    fn statistics(&mut self, depth: Depth, statistics: &Statistics) {
        self.throttle.release(self.task.control.elapsed(), self.listener);
        let report = SearchReport::Debug(format!("depth {}: {statistics}", depth.0));
        (self.listener)(report.into());
    }
}

/// Minimum time between two reports; see [`Throttle`] for the exceptions.
const INTERVAL: Duration = Duration::from_millis(100);

/// Limits the rate of a search's lines and root moves, so that a person can read them. Statistics are not limited.
///
/// The first exact line of each depth and rank passes at once. Any other line that comes less than [`INTERVAL`]
/// after the last report must wait for the next report, a line of another depth, or the end of the search. It is
/// dropped if a newer line of its depth and rank arrives first. For root moves, see [`Throttle::pass_or_drop`].
struct Throttle<M> {
    /// Time of the last report; `None` before the first one.
    passed_at: Option<Duration>,
    /// Lines that wait for the next report, in order of arrival.
    waiting: Vec<Info<M>>,
    /// Depth of the last line.
    depth: Depth,
    /// Ranks for which an exact line of `depth` has arrived.
    ranks: Vec<usize>,
}

impl<M> Throttle<M> {
    fn is_due(&self, now: Duration) -> bool {
        self.passed_at.is_none_or(|at| now.saturating_sub(at) >= INTERVAL)
    }

    /// Passes a line to `listener` at once, or lets it wait; see [`Throttle`]. If the depth has changed, passes the
    /// waiting lines first. Otherwise drops a waiting line of the same rank.
    fn add_line(&mut self, info: Info<M>, listener: &mut dyn FnMut(InnerReport<M>)) {
        let now = info.time;
        if info.depth != self.depth {
            self.release(now, listener);
            self.depth = info.depth;
            self.ranks.clear();
        }
        self.waiting.retain(|older| older.rank != info.rank);
        let is_first = info.line.bound == Bound::Exact && !self.ranks.contains(&info.rank);
        if is_first {
            self.ranks.push(info.rank);
        }
        self.waiting.push(info);
        if is_first || self.is_due(now) {
            self.release(now, listener);
        }
    }

    /// Passes the waiting lines to `listener`, and then `event`, which is not a line. If less than [`INTERVAL`] has
    /// passed since the last report, drops the event, and the lines go on waiting.
    fn pass_or_drop(
        &mut self,
        event: InnerReport<M>,
        now: Duration,
        listener: &mut dyn FnMut(InnerReport<M>),
    ) {
        if self.is_due(now) {
            self.release(now, listener);
            listener(event);
            self.passed_at = Some(now);
        }
    }

    /// Passes all waiting lines to `listener`, in order of arrival.
    fn release(&mut self, now: Duration, listener: &mut dyn FnMut(InnerReport<M>)) {
        for info in self.waiting.drain(..) {
            self.passed_at = Some(now);
            listener(InnerReport::Line(info));
        }
    }
}
