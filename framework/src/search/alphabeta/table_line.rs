//! Extends a line by moves from the transposition table. A search ends its line where the table gives the value of a
//! node, so the line shown to a user would be short without these moves.

use super::known;
use super::worker::Worker;
use crate::rules::{Ending, Move, Moves};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::line::Line;

/// Maximum length in moves of a line that is extended from the transposition table.
const MAX_MOVES_OF_LINE: usize = 60;

/// Extends a line, the root move `first` and then `continuation`, to at most [`MAX_MOVES_OF_LINE`] moves. Each added
/// move is one that wins at once, else the transposition table's best move, else the result of [`least_refuted`]. Ends
/// where no such move is known, where the game ends, and at a repetition that counts as a draw.
pub(super) fn extend_from_table<G: SearchGame, E: Eval<G>>(
    worker: &Worker<'_, G, E>,
    first: G::Move,
    continuation: &mut Vec<G::Move>,
) {
    let mut state = worker.root.state.clone();
    let mut line = Line::new(worker.root.history.clone());
    let mut play = |state: &mut G::State, mv: G::Move| {
        let turn = line.advance(worker.game, state, mv);
        line.ending(worker.game, state, turn.continues())
    };
    for mv in [first].iter().chain(continuation.iter()) {
        if play(&mut state, *mv).is_some() {
            return;
        }
    }
    while continuation.len() + 1 < MAX_MOVES_OF_LINE {
        let next = worker.game.winning_move(&state).or_else(|| tt_move(worker, &state));
        let Some(mv) = next.or_else(|| least_refuted(worker, &state)) else { return };
        let ending = play(&mut state, mv);
        // A win here means that the move breaks superko, so the move is left out.
        if !matches!(ending, Some(Ending::Win(_))) {
            continuation.push(mv);
        }
        if ending.is_some() {
            return;
        }
    }
}

/// Returns the move after which the position has the best value in the transposition table for the mover; `None` if
/// no such position is stored. A null-window search that failed low stores no best move for a node, but it stores
/// entries for the positions after the moves.
fn least_refuted<G: SearchGame, E: Eval<G>>(worker: &Worker<'_, G, E>, state: &G::State) -> Option<G::Move> {
    let mut moves = Moves::new();
    worker.game.distinct_moves(state, &mut moves);
    let valued = moves.into_iter().filter_map(|mv| {
        let (entry, turn) = known::entry_after(worker, state, mv)?;
        Some((turn.for_mover(entry.score), mv))
    });
    valued.max_by_key(|(value, _)| *value).map(|(_, mv)| mv)
}

/// Returns the transposition table's best move for a position; `None` if the table holds none, or if it is not legal.
/// If the game cannot decode the stored code, looks for the code among the legal moves.
pub(super) fn tt_move<G: SearchGame, E: Eval<G>>(
    worker: &Worker<'_, G, E>,
    state: &G::State,
) -> Option<G::Move> {
    let (key, symmetry) = worker.game.canonical(state);
    let code = worker.table.probe(key)?.code?;
    known::tt_move(worker.game, state, code, symmetry).or_else(|| {
        let mut moves = Moves::new();
        worker.game.moves(state, &mut moves);
        moves.into_iter().find(|mv| worker.game.image_of_move(*mv, symmetry).code() == code)
    })
}
