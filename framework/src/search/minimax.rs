//! Plain minimax without window, table, move ordering or pruning. It is the reference for tests, so it stays
//! obvious.

use super::algorithm::Search;
use super::control::Control;
use super::eval::Eval;
use super::line::{Child, Line};
use super::report::{self, Bound, Info, Report, SearchResult};
use super::root::{Limits, Root, SearchGame};
use crate::rules::{Depth, MoveClass, Moves, Score, State};

/// Searches every line to a fixed depth and takes the best value.
#[derive(Clone, Debug)]
pub struct Minimax<G, E> {
    game: G,
    eval: E,
    nodes: u64,
}

/// Depth of a search whose limits set none.
const DEFAULT_DEPTH: Depth = Depth(4);

impl<G: SearchGame, E: Eval<G>> Minimax<G, E> {
    /// Creates a search of a game with an evaluation.
    pub const fn new(game: G, eval: E) -> Self {
        Self { game, eval, nodes: 0 }
    }

    /// Returns the value of `mv` for the side that plays it.
    fn move_value(
        &mut self,
        state: &G::State,
        mv: G::Move,
        depth: u32,
        ply: u32,
        line: &mut Line,
        control: &Control,
    ) -> Score {
        let Child { state, turn } = line.play(&self.game, state, mv);
        self.nodes += 1;
        let (depth, ply) = (depth - turn.plies(), ply + turn.plies());
        let value = self.value(&state, depth, ply, turn.continues(), line, control);
        line.undo();
        turn.for_mover(value)
    }

    /// Returns the value of a position for its side to move. `same_turn`: the side is in the middle of its
    /// turn.
    fn value(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: u32,
        same_turn: bool,
        line: &mut Line,
        control: &Control,
    ) -> Score {
        let mut moves = Moves::new();
        if let Some(ending) = self.game.moves(state, &mut moves) {
            return ending.score(state.side(), ply);
        }
        if control.is_over() {
            return Score::DRAW;
        }
        if let Some(ending) = line.ending(&self.game, state, same_turn) {
            return ending.score(state.side(), ply);
        }
        if depth == 0 && !same_turn {
            return self.quiet_value(state, ply, false);
        }
        let best = moves.into_iter().map(|mv| self.move_value(state, mv, depth, ply, line, control)).max();
        // If superko forbids every move, the game is drawn.
        let is_forbidden =
            |best: &Score| self.game.draw_rules(state).has_superko() && *best == Score::loss_in(ply + 1);
        best.filter(|best| !is_forbidden(best)).unwrap_or(Score::DRAW)
    }

    /// Returns the value at the horizon: a win at once if the game names one, otherwise the better of the
    /// static evaluation and the best noisy move. In the middle of a turn all moves are searched.
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
                self.eval.params().quiescence && self.game.class(state, *mv) == MoveClass::Noisy
            });
        }
        for mv in moves {
            let Child { state, turn } = Child::new(&self.game, state, mv);
            self.nodes += 1;
            let value = self.quiet_value(&state, ply + turn.plies(), turn.continues());
            best = best.max(turn.for_mover(value));
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
        let mut line = Line::new(root.history.clone());
        let mut best: Option<report::Line<G::Move>> = None;
        for (number, mv) in root.moves.iter().enumerate() {
            report.root_move(*mv, number + 1);
            let score = self.move_value(&root.state, *mv, depth.0.into(), 0, &mut line, control);
            if best.as_ref().is_none_or(|line| !control.is_over() && score > line.score) {
                best = Some(report::Line { score, bound: Bound::Exact, moves: vec![*mv] });
            }
        }
        if let Some(line) = best.clone() {
            report.info(&Info::new(depth, 1, line, self.nodes, control.elapsed()));
        }
        SearchResult { lines: best.into_iter().collect(), depth, nodes: self.nodes }
    }
}
