//! The root: its moves, best first, and the drivers that search them.

use std::collections::VecDeque;
use std::time::Duration;

use super::node_info::{NodeInfo, ReducedMove};
use super::selectivity::Lateness;
use super::worker::{Driver, Worker};
use crate::rules::{Ending, Move, MoveClass, Moves, Score, State};
use crate::search::eval::Eval;
use crate::search::line::{Child, Line, Window};
use crate::search::report::{self, Bound, Report};
use crate::search::root::SearchGame;

/// A root move with its line and value.
pub(super) type RootMove<M> = report::Line<M>;

const ROOT: NodeInfo = NodeInfo {
    turn: 0,
    ply: 0,
    previous: None,
    same_turn: false,
    after_pass: false,
    no_win: false,
    evaluations: [None; 2],
};
/// Number of aspiration failures that opens the window fully on that side.
const LAST_FAILURE: u32 = 3;
/// Root moves are announced after this search time.
const ANNOUNCE_AFTER: Duration = Duration::from_secs(3);

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Returns the value of the best of `moves` at `depth` and moves the best one to the front. `guess` is
    /// the expected value. If the search is stopped, the best known move is at the front.
    pub(super) fn search_depth(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        depth: i32,
        guess: Score,
        report: &mut dyn Report<G::Move>,
    ) {
        match self.driver {
            Driver::AlphaBeta | Driver::Pvs => self.aspiration(moves, depth, guess, report),
            Driver::MtdF => self.mtdf(moves, depth, guess, report),
        }
    }

    /// Returns the value at the end of the game, which is at most `left` moves away; nothing is pruned or
    /// reduced.
    pub(super) fn search_to_the_end(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        left: u32,
        guess: Score,
        report: &mut dyn Report<G::Move>,
    ) {
        let params = self.params;
        self.params = params.full_width();
        // A pass may follow every move.
        let depth = 2 * left as i32;
        self.root_depth = depth;
        let mate = self.limits.mate.map(|moves| Score::win_in(2 * moves.max(1) - 1));
        let is_found = mate.is_some_and(|mate| {
            self.search_root(moves, Window::above(mate - 1), depth, report) >= mate || self.stopped
        });
        if !is_found {
            self.search_depth(moves, depth, guess, report);
        }
        self.params = params;
    }

    /// Searches with a small window around the guess and widens it on the failing side.
    fn aspiration(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        depth: i32,
        guess: Score,
        report: &mut dyn Report<G::Move>,
    ) {
        let mut width = self.params.aspiration;
        let mut failures = 0;
        let mut window = Window { alpha: -Score::INFINITY, beta: Score::INFINITY };
        if width > 0 && depth > 3 && !guess.is_mate() {
            window = Window { alpha: guess - width, beta: guess + width };
        }
        while !self.stopped {
            let value = self.search_root(moves, window, depth, report);
            width = width.saturating_mul(4);
            failures += 1;
            let widened = |bound: Score| if failures == LAST_FAILURE { Score::INFINITY } else { bound };
            if value <= window.alpha && window.alpha > -Score::INFINITY {
                window.alpha = -widened(-(value - width));
            } else if value >= window.beta && window.beta < Score::INFINITY && !self.leaves_win(value) {
                window.beta = widened(value + width);
            } else {
                break;
            }
        }
    }

    /// Whether a value that is only a bound is a win that the mate solver will find.
    fn leaves_win(&self, value: Score) -> bool {
        self.leaves_wins && value.is_win()
    }

    /// MTD(f): null-window searches at a moving guess until both bounds meet.
    fn mtdf(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        depth: i32,
        guess: Score,
        report: &mut dyn Report<G::Move>,
    ) {
        let (mut least, mut most) = (-Score::INFINITY, Score::INFINITY);
        let mut value = guess;
        while least < most && !self.stopped {
            let beta = if value == least { value + 1 } else { value };
            value = self.search_root(moves, Window::above(beta - 1), depth, report);
            if value < beta {
                most = value;
            } else {
                least = value;
                if least < most && self.leaves_win(value) {
                    return;
                }
            }
            if value.is_mate() && least < most {
                // Distances to mate lie far apart, and null windows would approach them in tiny steps.
                value = self.search_root(
                    moves,
                    Window {
                        alpha: (least - 1).max(-Score::INFINITY),
                        beta: (most + 1).min(Score::INFINITY),
                    },
                    depth,
                    report,
                );
                break;
            }
        }
        if !self.stopped {
            moves[0].score = value;
            moves[0].bound = Bound::Exact;
        }
    }

    /// Searches the root moves once. A move that raises alpha comes to the front with its value and line.
    fn search_root(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        window: Window,
        depth: i32,
        report: &mut dyn Report<G::Move>,
    ) -> Score {
        let mut best = -Score::INFINITY;
        let mut alpha = window.alpha;
        let state = &self.root.state;
        let key = state.key();
        let mut left: VecDeque<usize> = (0..moves.len()).collect();
        let mut postponed = 0;
        while let Some(number) = left.pop_front() {
            let mv = moves[number].moves[0];
            let work = self.work(key, mv, depth, moves.len());
            if self.is_searched_elsewhere(work) && number > 0 && left.len() >= postponed {
                left.push_back(number);
                postponed += 1;
                continue;
            }
            if self.control.elapsed() > ANNOUNCE_AFTER {
                report.root_move(mv, number + 1);
            }
            let now = Window { alpha, beta: window.beta };
            let reduction = self.root_reduction(mv, number, depth, &moves[0]);
            let reduced = ReducedMove { reduction, ..ReducedMove::full(number == 0) };
            work.inspect(|work| self.shared.currently_searched.begin(*work));
            let value = self.child(state, mv, now, depth, reduced, ROOT);
            work.inspect(|work| self.shared.currently_searched.end(*work));
            if self.stopped {
                break;
            }
            best = best.max(value);
            if value > alpha || number == 0 {
                let bound = match value {
                    _ if value <= window.alpha => Bound::Upper,
                    _ if value >= window.beta => Bound::Lower,
                    _ => Bound::Exact,
                };
                let mut line = vec![mv];
                if now.is_open() && value > alpha {
                    line.extend_from_slice(&self.variations[1]);
                }
                if line.len() > 1 || value > alpha {
                    moves[number].moves = line;
                }
                moves[number].score = value;
                moves[number].bound = bound;
                moves[..=number].rotate_right(1);
                left.iter_mut().filter(|later| **later < number).for_each(|later| *later += 1);
                alpha = alpha.max(value);
                if alpha >= window.beta {
                    break;
                }
            }
        }
        best
    }

    /// Returns the reduction in plies of a move after `number` others; `best` is the first of them.
    fn root_reduction(&self, mv: G::Move, number: usize, depth: i32, best: &RootMove<G::Move>) -> i32 {
        let state = &self.root.state;
        if number == 0 || best.score.is_win() || self.game.class(state, mv) != MoveClass::Quiet {
            return 0;
        }
        let late = Lateness { open: true, improving: true, has_tt_move: true };
        self.reduction(depth, number, late)
    }

    /// Extends a line with table moves, as long as they are legal and the game is not over.
    pub(super) fn extend_pv_from_tt(&self, line: &mut Vec<G::Move>) {
        const LONGEST: usize = 60;
        let mut state = self.root.state.clone();
        let mut walked = Line::new(self.root.history.clone());
        let mut play = |state: &mut G::State, mv: G::Move| {
            let turn = walked.advance(self.game, state, mv);
            walked.ending(self.game, state, turn.continues())
        };
        for mv in line.iter() {
            if play(&mut state, *mv).is_some() {
                return;
            }
        }
        while line.len() < LONGEST {
            let next = self.game.winning_move(&state).or_else(|| self.tt_move(&state));
            let Some(mv) = next.or_else(|| self.least_refuted(&state)) else { return };
            let ending = play(&mut state, mv);
            if !matches!(ending, Some(Ending::Win(_))) {
                line.push(mv);
            }
            if ending.is_some() {
                return;
            }
        }
    }

    /// Returns the move whose stored successor has the best value. After a null-window search without a good
    /// enough move the table has no best move, but it has the refutations of all moves.
    fn least_refuted(&self, state: &G::State) -> Option<G::Move> {
        let mut moves = Moves::new();
        self.game.distinct_moves(state, &mut moves);
        let value = |mv: &G::Move| {
            let child = Child::new(self.game, state, *mv);
            let score = self.table.probe(self.game.canonical(&child.state).0)?.score;
            Some(child.turn.for_mover(score))
        };
        moves
            .into_iter()
            .filter_map(|mv| Some((value(&mv)?, mv)))
            .max_by_key(|(value, _)| *value)
            .map(|(_, mv)| mv)
    }

    /// Returns the table's best move of a position.
    pub(super) fn tt_move(&self, state: &G::State) -> Option<G::Move> {
        let (key, symmetry) = self.game.canonical(state);
        let code = self.table.probe(key)?.code?;
        self.decoded_tt_move(state, code, symmetry).or_else(|| {
            let mut moves = Moves::new();
            self.game.moves(state, &mut moves);
            moves.into_iter().find(|mv| mv.code() == code)
        })
    }
}
