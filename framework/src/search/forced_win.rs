//! Finds all moves that begin a shortest forced win.

use std::sync::Arc;

use super::algorithm::{Root, SearchGame};
use super::control::Control;
use super::eval::Eval;
use super::mate_solver::MateSolver;
use super::transposition_table::Table;
use crate::rules::{Moves, State};

/// Size of the solver's transposition table in MiB.
const TABLE: usize = 1;

/// A forced win of the side to move, and the moves that begin one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin<M> {
    /// Length of the shortest win in plies; may be one ply too long if the shortest win takes an even number
    /// of plies.
    pub plies: u8,
    /// A winning line of at most `plies` plies.
    pub line: Vec<M>,
    /// The legal moves that win within `plies` plies.
    pub moves: Vec<M>,
}

/// Finds the shortest forced win of at most `max_plies` plies, and all moves that win as fast. The search for the win
/// visits at most `nodes` nodes. Then each legal move is searched with the same limit. `None` if there is no such win,
/// if a search needs more nodes, under superko, or if there is not enough memory.
pub fn forced_win<G: SearchGame, E: Eval<G>>(
    game: &G,
    eval: &E,
    state: &G::State,
    max_plies: u8,
    nodes: u64,
) -> Option<ForcedWin<G::Move>> {
    if game.draw_rules(state).has_superko() {
        return None;
    }
    let (control, table) = (Control::new(), Arc::new(Table::new(TABLE).ok()?));
    let root = Root::new(game, state.clone());
    let side = state.side();
    let win =
        MateSolver::new(game, eval.clone(), &root, side, &table, &control).find_win(max_plies, nodes)?;
    let (mut all, mut moves) = (Moves::new(), Vec::new());
    game.moves(state, &mut all);
    for mv in all {
        let root = Root { moves: std::iter::once(mv).collect(), ..root.clone() };
        let mut solver = MateSolver::new(game, eval.clone(), &root, side, &table, &control);
        if solver.find_win(win.plies, nodes).is_some() {
            moves.push(mv);
        } else if !solver.excludes(win.plies) {
            return None;
        }
    }
    Some(ForcedWin { plies: win.plies, line: win.line, moves })
}
