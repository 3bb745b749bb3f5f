//! Finds all moves that begin a shortest forced win, for puzzles and similar questions about one position.

use super::algorithm::{Root, SearchGame};
use super::control::Control;
use super::eval::Eval;
use super::mate_solver::{MateSolver, Win};
use super::transposition_table::Table;
use crate::rules::{Moves, State};

const TABLE_MEBIBYTES: usize = 1;

/// A forced win of the side to move, and the moves that begin one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin<M> {
    /// Length of the shortest win in plies. It is even only if the defender ends the game or a side moves twice in a
    /// row.
    pub plies: u8,
    /// A winning line of at most `plies` plies.
    pub line: Vec<M>,
    /// The legal moves that win within `plies` plies, in the order of [`Game::moves`](crate::Game::moves).
    pub moves: Vec<M>,
}

/// Finds the shortest forced win of at most `max_plies` plies, and all moves that win as fast. Makes one or two
/// searches, and one for each legal move. Each visits at most `nodes` nodes, and further ones for the line of a win
/// that it finds. Returns `None` if there is no such win, if a search needs more nodes, under superko, or without
/// enough memory.
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
    let table = Table::new(TABLE_MEBIBYTES).ok()?;
    let root = Root::new(game, state.clone());
    // This function returns `None` both if the search is undecided and if there is no win.
    let mut win = solve(game, eval, &root, &table, max_plies, nodes).ok()??;
    if win.plies > 1 {
        // The solver tries odd numbers of plies, and an even number only if it is the maximum. It can therefore miss a
        // win in one ply less, for which a second search looks.
        let shorter = solve(game, eval, &root, &table, win.plies - 1, nodes).ok()?;
        win = shorter.unwrap_or(win);
    }
    let (mut all, mut moves) = (Moves::new(), Vec::new());
    game.moves(state, &mut all);
    for mv in all {
        let one_move = Root { moves: std::iter::once(mv).collect(), ..root.clone() };
        if solve(game, eval, &one_move, &table, win.plies, nodes).ok()?.is_some() {
            moves.push(mv);
        }
    }
    Some(ForcedWin { plies: win.plies, line: win.line, moves })
}

/// Error if a search would need more nodes to find a win or to exclude one.
struct Undecided;

/// Searches for a win of the side to move in at most `plies` plies, beginning with one of the root's moves, in at most
/// `nodes` nodes. Returns `None` if there is no such win.
fn solve<G: SearchGame, E: Eval<G>>(
    game: &G,
    eval: &E,
    root: &Root<G>,
    table: &Table,
    plies: u8,
    nodes: u64,
) -> Result<Option<Win<G::Move>>, Undecided> {
    let control = Control::new();
    let mut solver = MateSolver::new(game, eval.clone(), root, root.state.side(), table, &control);
    let win = solver.find_win(plies, nodes);
    if win.is_some() || solver.excludes(plies) { Ok(win) } else { Err(Undecided) }
}
