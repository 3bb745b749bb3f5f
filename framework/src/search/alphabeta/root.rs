//! The search at the root: iterative deepening, and the best lines.

use std::collections::VecDeque;
use std::time::Duration;

use super::abdada::Claim;
use super::late_moves::LateMoves;
use super::mate_search::MateSearch;
use super::node::Try;
use super::visit::Node;
use super::worker::Worker;
use crate::rules::{Depth, Move, MoveClass, Score, State, sort_by_key_once};
use crate::search::algorithm::SearchGame;
use crate::search::clock::Stability;
use crate::search::eval::Eval;
use crate::search::line::Window;
use crate::search::ordering::Picker;
use crate::search::report::{ANNOUNCE_AFTER, Bound, Report, SearchResult, Variation};

/// Ordering score of a root move for each unit of the static evaluation of the position after the move. It is so large
/// that static evaluations mostly determine the order.
const ROOT_CHILD_EVAL: i32 = 500;

/// Iterative deepening: searches increasing depths until the search must stop or the result is final. Every thread of a
/// search runs this function; they share results through the transposition table.
pub(super) fn deepen<G: SearchGame, E: Eval<G>>(
    worker: &mut Worker<'_, G, E>,
    report: &mut dyn Report<G::Move>,
) -> SearchResult<G::Move> {
    let mut picker = Picker::new();
    picker.moves.clone_from(&worker.root.moves);
    picker.rank(worker.game, &mut worker.eval, ROOT_CHILD_EVAL, &worker.root.state);
    if let Some(tt_move) = worker.tt_move(&worker.root.state) {
        picker.prefer(|mv| mv.code() == tt_move.code());
    }
    let moves = picker.map(RootMove::new).collect();
    let mut root = RootSearch { worker, report, moves, depth: Depth(0), found: 0 };
    let depth = root.run_iterations();
    let RootSearch { worker, mut moves, .. } = root;
    moves.truncate(worker.multi_pv);
    for root_move in &mut moves {
        // A move without a value has `-Score::INFINITY`, which is not a score. It is returned as a loss in 0 plies.
        root_move.score = root_move.score.max(Score::loss_in(0));
    }
    let lines = moves.iter().map(RootMove::line).collect();
    SearchResult { lines, depth, nodes: worker.total_nodes() }
}

/// A root move with its value and the line that begins with it.
pub(super) struct RootMove<M> {
    mv: M,
    /// `-Score::INFINITY` while the move has no value. A move gets one when it raises alpha, or when it is the first
    /// move searched.
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// The moves after the root move. They are not stored inline, because most root moves of a short search have none.
    continuation: Vec<M>,
}

impl<M: Move> RootMove<M> {
    fn new(mv: M) -> Self {
        Self { mv, score: -Score::INFINITY, bound: Bound::Upper, continuation: Vec::new() }
    }

    /// Sets the value that a search in `window` has found, and whether it is exact or a bound.
    fn set_value(&mut self, value: Score, window: Window) {
        self.score = value;
        self.bound = if value <= window.alpha {
            Bound::Upper
        } else if value >= window.beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
    }

    fn line(&self) -> Variation<M> {
        let moves = [&[self.mv][..], &self.continuation].concat();
        Variation { score: self.score, bound: self.bound, moves }
    }
}

/// Iterative deepening of one thread.
pub(super) struct RootSearch<'r, 'a, G: SearchGame, E: Eval<G>> {
    pub(super) worker: &'r mut Worker<'a, G, E>,
    report: &'r mut dyn Report<G::Move>,
    /// The root moves. Those of the lines found in this iteration come first, then the best move so far.
    pub(super) moves: Vec<RootMove<G::Move>>,
    /// Depth of the current iteration; 0 before the first one. In an iteration that searches to the end of the game,
    /// the depth is at least the number of moves left.
    depth: Depth,
    /// Number of best lines that the current iteration has found. Their root moves come first in `moves`, and are
    /// left out of the search for the next line.
    pub(super) found: usize,
}

impl<G: SearchGame, E: Eval<G>> RootSearch<'_, '_, G, E> {
    /// Runs iterations from depth 1 to the depth limit, at least to 1. If there is a limit and iterative deepening is
    /// off, runs only the iteration at the limit. Ends early if the search must stop or the result is final. Returns
    /// the last completed depth; 0 if there is none, or if there are no root moves.
    fn run_iterations(&mut self) -> Depth {
        let limit = self.worker.limits.depth;
        let deepest = limit.unwrap_or(Depth::MAX).clamp(Depth(1), Depth::MAX).0;
        let first = if self.worker.deepening || limit.is_none() { 1 } else { deepest };
        let last = if self.moves.is_empty() { 0 } else { deepest };
        let mut done = Depth(0);
        let mut stability = Stability::new(self.worker.params.win_scale);
        for nominal in first..=last {
            let depth = self.iterate(Depth(nominal));
            if !self.worker.stopped {
                done = depth;
                self.worker.grace = Duration::ZERO;
                stability.note(self.moves[0].mv, self.moves[0].score);
            }
            if self.conclude_mate_search(done) {
                break;
            }
            // This is decided before the reports, so that it does not depend on a slow listener. If the listener stops
            // the search while it handles one of these reports, the stop takes effect in the next iteration. After the
            // report of a better move, it takes effect at once.
            let goes_on = self.worker.control.allows_iteration(stability.need()) && !self.is_settled(done);
            for rank in 0..self.moves.len().min(self.worker.multi_pv) {
                if self.moves[rank].score > -Score::INFINITY {
                    self.report_line(rank, depth);
                }
            }
            if self.worker.stopped || !goes_on {
                break;
            }
            if let Some(mates) = &mut self.worker.mates {
                mates.note(&self.moves[0].line(), done, &self.worker.params);
            }
        }
        done
    }

    /// Runs one iteration: finds the `multi_pv` best lines one after another, sorts them, and reports the statistics if
    /// they are wanted. Returns the searched depth, which is greater than `depth` if the search goes beyond it to the
    /// end of the game.
    fn iterate(&mut self, depth: Depth) -> Depth {
        let to_the_end = self.worker.moves_left_at_root(depth);
        let depth = to_the_end.map_or(depth, |left| depth.max(Depth(left as u16)));
        self.depth = depth;
        self.worker.root_depth = depth.0.into();
        self.worker.selective_depth = 0;
        self.worker.has_static_value = false;
        self.worker.statistics = self.worker.statistics.of_next_iteration();
        let began = self.worker.control.elapsed();
        let nodes_before = self.worker.nodes();
        let lines = self.moves.len().min(self.worker.multi_pv);
        for rank in 0..lines {
            self.found = rank;
            let guess = self.guess(rank);
            match to_the_end {
                Some(left) => self.search_to_the_end(left, guess),
                None => self.search_depth(depth.0.into(), guess),
            }
            let RootMove { mv, continuation, .. } = &mut self.moves[rank];
            self.worker.extend_from_table(*mv, continuation);
            if self.worker.stopped {
                break;
            }
        }
        let nodes = self.worker.nodes() - nodes_before;
        let statistics = &mut self.worker.statistics;
        statistics.nodes = nodes;
        statistics.time = self.worker.control.elapsed().saturating_sub(began);
        if statistics.timed {
            self.report.statistics(depth, statistics);
        }
        self.sort_lines(lines);
        depth
    }

    /// Returns the expected score of a line: its own score so far, otherwise the score of the best line, otherwise 0.
    fn guess(&self, rank: usize) -> Score {
        let scores = [self.moves[rank].score, self.moves[0].score];
        scores.into_iter().find(|score| *score > -Score::INFINITY).unwrap_or(Score::DRAW)
    }

    /// Sorts the first `lines` root moves by their scores. After a stop, the lines that this iteration has finished (or
    /// the first line, if there are none) come before the older ones. An older line with a score above the worst of
    /// these lines gets that worst score, as an upper bound.
    fn sort_lines(&mut self, lines: usize) {
        let new_lines = if self.worker.stopped { self.found.max(1).min(lines) } else { lines };
        let (new, old) = self.moves[..lines].split_at_mut(new_lines);
        sort_by_key_once(new, |line| -line.score);
        let worst = new.last().map_or(Score::INFINITY, |line| line.score);
        for line in old.iter_mut().filter(|line| line.score > worst) {
            (line.score, line.bound) = (worst, Bound::Upper);
        }
        sort_by_key_once(old, |line| -line.score);
    }

    fn report_line(&mut self, rank: usize, depth: Depth) {
        self.report.info(&self.worker.info(depth, rank + 1, self.moves[rank].line()));
    }

    /// Moves each win that the mate solver has found to the front of the root moves, reports it, and lets the solver
    /// look for a shorter one. Marks the best move's win as exact if no shorter win exists. Returns whether the search
    /// is finished. `done` is the depth of the last completed iteration.
    fn conclude_mate_search(&mut self, done: Depth) -> bool {
        let depth_of = |plies: u32| done.max(Depth(plies as u16));
        let mut is_found = false;
        while let Some(win) = self.worker.mates.as_mut().and_then(MateSearch::take_win) {
            is_found = true;
            let depth = depth_of(win.score.plies_to_end().unwrap_or(0));
            if let Some(number) = self.moves.iter().position(|root_move| root_move.mv == win.moves[0]) {
                let Variation { score, bound, moves } = win;
                self.moves[number] =
                    RootMove { score, bound, continuation: moves[1..].to_vec(), mv: moves[0] };
                self.moves[..=number].rotate_right(1);
            }
            self.report_line(0, depth);
            // Continues the solver, because a win one ply shorter may still exist.
            self.worker.run_mate_solver(self.worker.node_limit.saturating_sub(self.worker.nodes()));
        }
        let shortest = self.worker.mates.as_ref().and_then(|mates| mates.shortest(&self.moves[0].line()));
        if let Some(plies) = shortest
            && (self.moves[0].bound != Bound::Exact || !is_found)
        {
            self.moves[0].bound = Bound::Exact;
            self.report_line(0, if is_found { depth_of(plies) } else { done });
        }
        is_found || shortest.is_some()
    }

    /// Whether no further iteration is needed, because the best line is a win within the mate limit, or its value
    /// depends on no static evaluation, no pruning and no earlier positions. In a search for one line, a proven win or
    /// loss within the completed depth suffices too.
    fn is_settled(&self, done: Depth) -> bool {
        let best = &self.moves[0];
        // `is_win` is tested first, because a move without a value has no distance to mate.
        if let Some(wanted) = self.worker.limits.mate
            && best.score.is_win()
            && best.score.mate_in_moves().is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= wanted)
        {
            return true;
        }
        let is_proven = best.bound == Bound::Exact
            && best.score.plies_to_end().is_some_and(|plies| plies <= done.0.into());
        if is_proven && self.worker.multi_pv == 1 {
            return true;
        }
        best.bound != Bound::Lower && !self.worker.has_static_value
    }

    /// Searches the root moves from index `found` on, until a value reaches beta or the search must stop, and returns
    /// the best value. The first move, and each later one that raises alpha, gets its value and is put first among
    /// them. A move that raises alpha also gets a new line; after a null-window search, this is the move alone. At
    /// depth 2 or more, and only in a search for a single line, each later move that raises alpha is reported, unless
    /// it is the last move and its value ends the iteration.
    pub(super) fn search_moves(&mut self, window: Window, depth: i32) -> Score {
        let Self { worker, report, moves, depth: nominal, found } = self;
        let reports_better = worker.multi_pv == 1 && nominal.0 > 1;
        let moves = &mut moves[*found..];
        let late = LateMoves { is_open: true, improving: true, has_tt_move: true };
        let mut best = -Score::INFINITY;
        let mut alpha = window.alpha;
        let state = &worker.root.state;
        let key = state.key();
        // Indices of the moves that are still to be searched; those of postponed moves come last.
        let mut left: VecDeque<usize> = (0..moves.len()).collect();
        let mut postponed = 0;
        while let Some(number) = left.pop_front() {
            let mv = moves[number].mv;
            let claim = worker.claim(key, mv, depth, moves.len());
            // A move that another thread is searching is postponed to the end, but only once.
            if claim.is_some_and(Claim::is_taken) && number > 0 && left.len() >= postponed {
                left.push_back(number);
                postponed += 1;
                continue;
            }
            if worker.control.elapsed() > ANNOUNCE_AFTER {
                report.root_move(mv, number + 1);
            }
            let current_window = Window { alpha, beta: window.beta };
            let mut attempt = Try { is_first: number == 0, ..Try::default() };
            // Later quiet moves are first searched at reduced depth, unless the best move so far wins.
            if number > 0 && !moves[0].score.is_win() && worker.game.class(state, mv) == MoveClass::Quiet {
                attempt.reduction = late.reduction(&worker.params, depth, number);
            }
            let value = worker.claiming(claim, |worker| {
                worker.child(state, mv, current_window, depth, attempt, Node::default())
            });
            if worker.stopped {
                break;
            }
            best = best.max(value);
            // The first move gets its value even if it does not raise alpha, so that every search yields a line.
            if value > alpha || number == 0 {
                if value > alpha {
                    let line = if current_window.is_open() { &worker.variations[1][..] } else { &[] };
                    moves[number].continuation = line.to_vec();
                }
                moves[number].set_value(value, window);
                bring_to_front(moves, number, &mut left);
                // After the last move, the line of the iteration follows at once, unless the window becomes wider.
                if number > 0 && reports_better && (!left.is_empty() || value >= window.beta) {
                    let line = Variation { bound: Bound::Lower, ..moves[0].line() };
                    report.better_move(&worker.info(*nominal, 1, line));
                }
                alpha = alpha.max(value);
                if alpha >= window.beta {
                    break;
                }
            }
        }
        best
    }
}

/// Moves the root move `number` to the front of `moves`. `left` are the indices of the moves that are still to be
/// searched. Postponed moves can stand before the root move, so their indices grow by 1.
fn bring_to_front<M>(moves: &mut [RootMove<M>], number: usize, left: &mut VecDeque<usize>) {
    moves[..=number].rotate_right(1);
    for place in left {
        if *place < number {
            *place += 1;
        }
    }
}
