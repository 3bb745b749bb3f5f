//! Plain minimax: no window, no table, no order, nothing skipped. It is the oracle of tests, so it stays
//! obvious.

use super::algorithm::Search;
use super::control::Control;
use super::eval::Eval;
use super::report::{Bound, Info, Line, Report, SearchResult};
use super::root::{Limits, Root, SearchGame};
use crate::rules::{Depth, MoveClass, Moves, PositionHistory, Score, State};

/// Searches every line to a fixed depth and compares the values of their ends.
#[derive(Clone, Debug)]
pub struct Minimax<G, E> {
    game: G,
    eval: E,
    nodes: u64,
}

/// Depth that is searched when the limits name none.
const DEFAULT_DEPTH: Depth = Depth(4);

impl<G: SearchGame, E: Eval<G>> Minimax<G, E> {
    /// A search of that game with that evaluation.
    pub const fn new(game: G, eval: E) -> Self {
        Self { game, eval, nodes: 0 }
    }

    /// The value of `mv` for the side that plays it.
    fn move_value(
        &mut self,
        state: &G::State,
        mv: G::Move,
        depth: u32,
        ply: u32,
        history: &mut PositionHistory,
        control: &Control,
    ) -> Score {
        let mut child = state.clone();
        self.game.play(&mut child, mv);
        self.nodes += 1;
        history.push(child.key(), self.game.irreversible(state, mv));
        let value = if child.side() == state.side() {
            let (goes_on, cost) = self.continuation(&child);
            self.value(&child, depth - cost, ply + cost, goes_on, history, control)
        } else {
            -self.value(&child, depth - 1, ply + 1, false, history, control)
        };
        history.pop();
        value
    }

    /// After a move that kept the side to move: whether its turn continues, and how many plies the move
    /// counts.
    fn continuation(&self, child: &G::State) -> (bool, u32) {
        let continues = self.game.continues_turn(child);
        (continues, u32::from(!continues))
    }

    /// The value of a position for its side to move. `same_turn`: the side has moved already and goes on.
    fn value(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: u32,
        same_turn: bool,
        history: &mut PositionHistory,
        control: &Control,
    ) -> Score {
        let mut moves = Moves::new();
        if let Some(ending) = self.game.moves(state, &mut moves) {
            return ending.score(state.side(), ply);
        }
        if control.is_over() {
            return Score::DRAW;
        }
        let course = self.game.course(state);
        // A turn is judged when it is over.
        if !same_turn && history.is_drawn_in_search(course) {
            return Score::DRAW;
        }
        if history.breaks_superko(course) {
            return Score::win_in(ply);
        }
        if depth == 0 && !same_turn {
            return self.quiet_value(state, ply, false);
        }
        let best = moves.into_iter().map(|mv| self.move_value(state, mv, depth, ply, history, control)).max();
        // If superko forbids every move, the game is drawn.
        let is_forbidden = |best: &Score| course.has_superko() && *best == Score::loss_in(ply + 1);
        best.filter(|best| !is_forbidden(best)).unwrap_or(Score::DRAW)
    }

    /// The value at the horizon: a win at once where the game names one, else the better of standing still
    /// and of the best tactical move. A turn that was begun is finished with whatever moves it offers.
    fn quiet_value(&mut self, state: &G::State, ply: u32, same_turn: bool) -> Score {
        let mut moves = Moves::new();
        if let Some(ending) = self.game.moves(state, &mut moves) {
            return ending.score(state.side(), ply);
        }
        if self.game.winning_move(state).is_some() {
            return Score::win_in(ply + 1);
        }
        let mut best = -Score::INFINITY;
        if !same_turn {
            best = self.eval.evaluate(&self.game, state);
            moves.retain(|mv| {
                self.eval.params().quiescence && self.game.class(state, *mv) == MoveClass::Tactical
            });
        }
        for mv in moves {
            let mut child = state.clone();
            self.game.play(&mut child, mv);
            self.nodes += 1;
            let value = if child.side() == state.side() {
                let (goes_on, cost) = self.continuation(&child);
                self.quiet_value(&child, ply + cost, goes_on)
            } else {
                -self.quiet_value(&child, ply + 1, false)
            };
            best = best.max(value);
        }
        best
    }
}

impl<G: SearchGame, E: Eval<G>> Search<G, E> for Minimax<G, E> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move> {
        self.nodes = 0;
        let depth = limits.depth.unwrap_or(DEFAULT_DEPTH).max(Depth(1));
        let mut history = root.history.clone();
        let mut best: Option<Line<G::Move>> = None;
        for (number, mv) in root.moves.iter().enumerate() {
            report.root_move(*mv, number + 1);
            let score = self.move_value(&root.state, *mv, depth.0.into(), 0, &mut history, control);
            if best.as_ref().is_none_or(|line| !control.is_over() && score > line.score) {
                best = Some(Line { score, bound: Bound::Exact, moves: vec![*mv] });
            }
        }
        if let Some(line) = best.clone() {
            report.info(&Info {
                depth,
                selective_depth: depth,
                rank: 1,
                line,
                nodes: self.nodes,
                time: control.elapsed(),
                hashfull: 0,
                tb_hits: 0,
            });
        }
        SearchResult { lines: best.into_iter().collect(), depth, nodes: self.nodes }
    }
}
