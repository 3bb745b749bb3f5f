//! Iterative deepening: searches increasing depths, and several lines at each, until a limit is reached.

use std::time::Duration;

use super::ordering::Picker;
use super::root::RootMove;
use super::worker::Worker;
use crate::rules::{Depth, Move, Score};
use crate::search::clock::Stability;
use crate::search::eval::Eval;
use crate::search::report::{Bound, Line, Report, SearchResult};
use crate::search::root::SearchGame;

/// Ordering score at the root for each unit of the static evaluation after a move. It is large, so that
/// static evaluations alone decide.
const ROOT_CHILD_EVAL: i32 = 500;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Searches increasing depths. Several threads do so together and share results through the table.
    pub(super) fn deepen(&mut self, report: &mut dyn Report<G::Move>) -> SearchResult<G::Move> {
        let mut picker = Picker::new();
        picker.moves.clone_from(&self.root.moves);
        picker.rank(self.game, &mut self.eval, ROOT_CHILD_EVAL, &self.root.state);
        if let Some(mv) = self.tt_move(&self.root.state) {
            picker.prefer(mv.code());
        }
        let mut moves: Vec<RootMove<G::Move>> =
            picker.map(|mv| Line { score: -Score::INFINITY, bound: Bound::Upper, moves: vec![mv] }).collect();
        let lines = self.multi_pv.clamp(1, moves.len().max(1));
        let deepest = self.limits.depth.unwrap_or(Depth::MAX).min(Depth::MAX);
        let first = if self.deepening || self.limits.depth.is_none() { 1 } else { deepest.0 };
        let mut done = Depth(0);
        let mut stability = Stability::new(self.params.win_scale);
        let last = if moves.is_empty() { 0 } else { deepest.0.max(first) };
        for depth in first..=last {
            let depth = self.iterate(&mut moves, lines, Depth(depth), report);
            if !self.stopped {
                done = depth;
                self.grace = Duration::ZERO;
                stability.note(moves[0].moves[0], moves[0].score);
            }
            if self.conclude_win(&mut moves, done, report) {
                break;
            }
            // This is checked before the lines are reported. A stop in response to a report then takes effect
            // only after further search, and nothing is reported twice.
            let goes_on = self.control.allows_iteration(stability.need()) && !self.is_settled(&moves, done);
            self.report_lines(&moves[..lines], depth, report);
            if self.stopped || !goes_on {
                break;
            }
            self.note_win(&moves[0], done);
        }
        moves.truncate(lines);
        for line in &mut moves {
            line.score = line.score.max(-Score::INFINITY + 1);
        }
        SearchResult { lines: moves, depth: done, nodes: self.total_nodes() }
    }

    /// Runs one iteration: finds the best line, then the best of the remaining moves, and so on. Returns the
    /// searched depth, which is larger than `depth` if the iteration searches to the end of the game.
    fn iterate(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        lines: usize,
        depth: Depth,
        report: &mut dyn Report<G::Move>,
    ) -> Depth {
        let to_the_end = self.left_from_root(depth);
        let depth = to_the_end.map_or(depth, |left| depth.max(Depth(left as u16)));
        self.root_depth = depth.0.into();
        self.statistics = self.statistics.next();
        let (began, nodes) = (self.control.elapsed(), self.nodes());
        self.selective_depth = 0;
        self.estimated = false;
        for rank in 0..lines {
            let known =
                [moves[rank].score, moves[0].score].into_iter().find(|score| *score > -Score::INFINITY);
            let guess = known.unwrap_or(Score::DRAW);
            match to_the_end {
                Some(left) => self.search_to_the_end(&mut moves[rank..], left, guess, report),
                None => self.search_depth(&mut moves[rank..], depth.0.into(), guess, report),
            }
            let mut line = std::mem::take(&mut moves[rank].moves);
            self.extend_pv_from_tt(&mut line);
            moves[rank].moves = line;
            if self.stopped {
                break;
            }
        }
        self.statistics.nodes = self.nodes() - nodes;
        self.statistics.time = self.control.elapsed().saturating_sub(began);
        if self.statistics.timed {
            report.statistics(depth, &self.statistics);
        }
        moves[..lines].sort_by_key(|line| -line.score);
        depth
    }

    fn report_lines(&self, lines: &[RootMove<G::Move>], depth: Depth, report: &mut dyn Report<G::Move>) {
        for (index, line) in lines.iter().enumerate() {
            if line.score > -Score::INFINITY {
                report.info(&self.info(depth, index + 1, line.clone()));
            }
        }
    }

    /// Whether a deeper search cannot change the requested result.
    fn is_settled(&self, moves: &[RootMove<G::Move>], done: Depth) -> bool {
        let Some(line) = moves.first() else { return true };
        let distance = line.score.plies_to_end();
        let proven = line.bound == Bound::Exact && distance.is_some_and(|plies| plies <= done.0.into());
        let mate_found = self.limits.mate.is_some_and(|wanted| {
            line.score.mate_in_moves().is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= wanted)
        });
        let has_value = line.bound != Bound::Lower;
        self.multi_pv == 1 && proven || mate_found || has_value && !self.estimated
    }
}
