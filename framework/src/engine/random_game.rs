//! Games of random moves. Except under superko, the legal moves are listed only if the game needs the list to choose
//! one.

use crate::game::Playable;
use crate::rules::{Ending, Moves, PositionHistory, State};
use crate::search::Rng;

/// Result of a game of random moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomGame {
    /// How the game ended; a draw if it was cut off. A margin is in the units of evaluations, not in reported units.
    pub ending: Ending,
    /// Number of moves played.
    pub plies: u32,
}

/// Plays random moves until the game ends by its own rules or by the draw rules, or until `max_plies` moves are played.
pub(super) fn random_game<G: Playable>(
    game: &G,
    start: &G::State,
    rng: &mut Rng,
    max_plies: u32,
) -> RandomGame {
    let mut state = start.clone();
    let mut history = PositionHistory::new(state.key(), game.halfmove_clock(&state));
    let mut is_mid_turn = false;
    let mut plies = 0;
    loop {
        let rules = game.draw_rules(&state);
        if plies == max_plies || (!is_mid_turn && history.is_drawn(rules)) {
            // An ending of the position itself takes precedence over the draw.
            return RandomGame { ending: game.ending(&state).unwrap_or(Ending::Draw), plies };
        }
        let mv = if rules.has_superko() {
            random_move_under_superko(game, &state, &history, rng)
        } else {
            game.random_move(&state, rng.bits())
        };
        match mv {
            Err(ending) => return RandomGame { ending, plies },
            Ok(mv) => is_mid_turn = history.advance(game, &mut state, mv).continues(),
        }
        plies += 1;
    }
}

/// Returns a random move that restores no earlier position of the game.
///
/// # Errors
///
/// Returns the ending if the game is over, or a draw if superko forbids every move.
fn random_move_under_superko<G: Playable>(
    game: &G,
    state: &G::State,
    history: &PositionHistory,
    rng: &mut Rng,
) -> Result<G::Move, Ending> {
    let mut moves = Moves::new();
    let ending = game.moves(state, &mut moves);
    moves.retain(|mv| !history.repeats_after(game, state, *mv));
    moves.get(rng.below(moves.len())).copied().ok_or(ending.unwrap_or(Ending::Draw))
}
