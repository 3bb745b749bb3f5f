//! Plain minimax without window, table, move ordering or pruning: the reference for tests. It shares no node
//! function and no quiescence search with the other algorithms.

use super::algorithm::{Limits, Root, Search, SearchGame};
use super::control::Control;
use super::eval::Eval;
use super::line::Child;
use super::report::{Bound, Info, Report, SearchResult, Variation};
use crate::rules::{Depth, MoveClass, Moves, PositionHistory, Score, State};

/// Plain minimax search to a fixed depth. It ignores node and mate limits, and returns one line of one move.
#[derive(Clone, Debug)]
pub struct Minimax<G, E> {
    game: G,
    eval: E,
}

const DEFAULT_DEPTH: Depth = Depth(4);

impl<G: SearchGame, E: Eval<G>> Minimax<G, E> {
    /// Creates a search that uses `eval` at the horizon. Without a depth limit, it searches 4 plies.
    pub const fn new(game: G, eval: E) -> Self {
        Self { game, eval }
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
        let depth = limits.depth.unwrap_or(DEFAULT_DEPTH).max(Depth(1));
        let line = root.history.clone();
        let mut walk = TreeWalk { game: &self.game, eval: &mut self.eval, control, line, nodes: 0 };
        let mut best: Option<Variation<G::Move>> = None;
        for (number, mv) in root.moves.iter().enumerate() {
            report.root_move(*mv, number + 1);
            let score = walk.move_value(&root.state, *mv, depth.0.into(), 0);
            if best.as_ref().is_none_or(|line| !control.is_over() && score > line.score) {
                best = Some(Variation { score, bound: Bound::Exact, moves: vec![*mv] });
            }
        }
        let nodes = walk.nodes;
        if let Some(line) = best.clone() {
            report.info(&Info::new(depth, 1, line, nodes, control.elapsed()));
        }
        SearchResult { lines: best.into_iter().collect(), depth, nodes }
    }
}

struct TreeWalk<'a, G, E> {
    game: &'a G,
    eval: &'a mut E,
    control: &'a Control,
    line: PositionHistory,
    nodes: u64,
}

impl<G: SearchGame, E: Eval<G>> TreeWalk<'_, G, E> {
    /// Returns the value of `mv` for the side that plays it. Before the move, `depth` is the remaining depth and `ply`
    /// the number of plies from the root.
    fn move_value(&mut self, state: &G::State, mv: G::Move, depth: u32, ply: u32) -> Score {
        let Child { state, turn } = self.line.play(self.game, state, mv);
        self.nodes += 1;
        let value = self.value(&state, depth - turn.plies(), ply + turn.plies(), turn.continues());
        self.line.pop();
        turn.for_mover(value)
    }

    /// Returns the value of a position for its side to move. `mid_turn` means that this side is in the middle of its
    /// turn. Once `control` has ended the search, every unfinished position counts as a draw.
    fn value(&mut self, state: &G::State, depth: u32, ply: u32, mid_turn: bool) -> Score {
        let mut moves = Moves::new();
        if let Some(ending) = self.game.moves(state, &mut moves) {
            return ending.score(state.side(), ply);
        }
        if self.control.is_over() {
            return Score::DRAW;
        }
        if let Some(ending) = self.line.ending(self.game, state, mid_turn) {
            return ending.score(state.side(), ply);
        }
        if depth == 0 && !mid_turn {
            return self.quiet_value(state, ply, mid_turn);
        }
        let best = moves.into_iter().map(|mv| self.move_value(state, mv, depth, ply)).max();
        let best = best.unwrap_or(Score::DRAW);
        // If superko forbids every move, the game is drawn.
        let is_stuck = best == Score::loss_in(ply + 1) && self.game.draw_rules(state).has_superko();
        if is_stuck { Score::DRAW } else { best }
    }

    /// Returns the value, for its side to move, of a position at or beyond the horizon. Follows all noisy moves if the
    /// parameters switch on quiescence search, and all moves in the middle of a turn.
    fn quiet_value(&mut self, state: &G::State, ply: u32, mid_turn: bool) -> Score {
        let mut moves = Moves::new();
        if let Some(ending) = self.game.moves(state, &mut moves) {
            return ending.score(state.side(), ply);
        }
        if self.game.winning_move(state).is_some() {
            return Score::win_in(ply + 1);
        }
        let mut best = -Score::INFINITY;
        if !mid_turn {
            let quiescence = self.eval.params().quiescence;
            moves.retain(|mv| quiescence && self.game.class(state, *mv) == MoveClass::Noisy);
            if moves.is_empty() || !G::NOISY_MOVES_ARE_OBLIGATORY {
                best = self.eval.evaluate(self.game, state);
            }
        }
        for mv in moves {
            let Child { state, turn } = Child::new(self.game, state, mv);
            self.nodes += 1;
            let value = self.quiet_value(&state, ply + turn.plies(), turn.continues());
            best = best.max(turn.for_mover(value));
        }
        best
    }
}
