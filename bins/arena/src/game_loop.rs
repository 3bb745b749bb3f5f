//! The game loop and the random openings of matches and self-play.

use std::ops::ControlFlow;

use plywright::engine::{DynEngine, Outcome, Setup, SetupError};
use plywright::search::Rng;

use crate::record::GameResult;

/// How the game loop ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnd<E> {
    /// By the rules.
    Rules(GameResult),
    /// The maximum number of moves has been played.
    MaxPlies,
    /// The `turn` callback ended the game.
    Turn(E),
}

/// Plays from the current position of `game` until the rules or `turn` end the game, or `max_plies` moves
/// have been played. Each call of `turn` plays one move.
pub fn play_on<E>(
    game: &mut dyn DynEngine,
    max_plies: usize,
    mut turn: impl FnMut(&mut dyn DynEngine) -> ControlFlow<E>,
) -> GameEnd<E> {
    let mut plies = 0;
    loop {
        if let Outcome::Over(ending) = game.outcome() {
            return GameEnd::Rules(ending.winner().map_or(GameResult::Draw, GameResult::Win));
        }
        if plies == max_plies {
            return GameEnd::MaxPlies;
        }
        if let ControlFlow::Break(end) = turn(game) {
            return GameEnd::Turn(end);
        }
        plies += 1;
    }
}

/// Plays `plies` random moves from the start of a game, fewer if the game ends before.
///
/// # Errors
/// Returns an error if the engine rejects one of its own legal moves.
pub fn random_moves(
    engine: &mut dyn DynEngine,
    plies: usize,
    rng: &mut Rng,
) -> Result<Vec<String>, SetupError> {
    engine.set_position(&Setup::Start, &[])?;
    let mut moves = Vec::with_capacity(plies);
    while moves.len() < plies && engine.outcome() == Outcome::Open {
        let Some(text) = engine.random_move(rng) else { break };
        engine.play(&[&text])?;
        moves.push(text);
    }
    Ok(moves)
}
