//! A perft that can be stopped.
//!
//! It looks at the stop_handle once per inner node; leaves are counted in bulk by the framework, so looking costs nothing
//! that can be measured.

use plywright::search::Control;
use plywright::{Game, Moves, perft};

/// The number of sequences of exactly `depth` moves, or `None` when stopped before all were counted.
pub(crate) fn stoppable_perft<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    control: &Control,
) -> Option<u64> {
    if depth < 2 {
        return Some(perft(game, state, depth));
    }
    if control.is_over() {
        return None;
    }
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    moves.into_iter().try_fold(0, |sum, mv| {
        let mut child = state.clone();
        game.play(&mut child, mv);
        Some(sum + stoppable_perft(game, &child, depth - 1, control)?)
    })
}
