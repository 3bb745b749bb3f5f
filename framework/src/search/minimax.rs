//! Plain minimax: no window, no table, no order, nothing skipped. It is the oracle of tests, so it stays obvious.

use super::{Bound, Control, Depth, Info, Limits, Line, Report, Root, Search, SearchResult};
use crate::eval::Eval;
use crate::game::{Ending, Game, MoveClass, Moves, State};
use crate::history::PositionHistory;
use crate::score::Score;
use crate::side::Side;

/// Searches every line to a fixed depth and compares the values of their ends.
#[derive(Clone, Debug)]
pub struct Minimax<G, E> {
    game: G,
    eval: E,
    nodes: u64,
}

/// Depth that is searched when the limits name none.
const DEFAULT_DEPTH: Depth = Depth(4);

/// The value of a finished game for `side`, `ply` plies from the root.
pub(super) fn ending_score(ending: Ending, side: Side, ply: u32) -> Score {
    match ending {
        Ending::Draw => Score::DRAW,
        Ending::Win(winner) if winner == side => Score::win_in(ply),
        Ending::Win(_) => Score::loss_in(ply),
    }
}

impl<G: Game, E: Eval<G>> Minimax<G, E> {
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

    /// After a move that kept the side to move: does its turn go on, and how many plies does the move count?
    fn continuation(&self, child: &G::State) -> (bool, u32) {
        let goes_on = self.game.turn_goes_on(child);
        (goes_on, u32::from(!goes_on))
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
            return ending_score(ending, state.side(), ply);
        }
        if history.is_drawn_in_search(self.game.draw_rules(state)) || control.is_over() {
            return Score::DRAW;
        }
        if self.game.forbids_repetition() && history.repeats() {
            return Score::win_in(ply);
        }
        if depth == 0 && !same_turn {
            return self.quiet_value(state, ply, false);
        }
        let best = moves.into_iter().map(|mv| self.move_value(state, mv, depth, ply, history, control)).max();
        // Nothing but moves that are no moves draws.
        let is_forbidden = |best: &Score| self.game.forbids_repetition() && *best == Score::loss_in(ply + 1);
        best.filter(|best| !is_forbidden(best)).unwrap_or(Score::DRAW)
    }

    /// The value at the horizon: a win at once where the game tells of one, else the better of standing still and of the
    /// best tactical move. A turn that was begun is finished with whatever moves it offers.
    fn quiet_value(&mut self, state: &G::State, ply: u32, same_turn: bool) -> Score {
        let mut moves = Moves::new();
        if let Some(ending) = self.game.moves(state, &mut moves) {
            return ending_score(ending, state.side(), ply);
        }
        if self.game.winning_move(state).is_some() {
            return Score::win_in(ply + 1);
        }
        let mut best = -Score::INFINITY;
        if !same_turn {
            best = self.eval.evaluate(&self.game, state);
            moves.retain(|mv| E::POLICY.quiescence && self.game.class(state, *mv) == MoveClass::Tactical);
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

impl<G: Game, E: Eval<G>> Search<G, E> for Minimax<G, E> {
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
