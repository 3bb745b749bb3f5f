//! Playing moves given as text, for tests.

use crate::text::Notation;

/// Plays moves, given as text, from the start of the game.
///
/// # Panics
///
/// Panics if a move is not legal.
pub fn play_line<G: Notation>(game: &G, moves: &[&str]) -> G::State {
    play_line_from(game, game.start(), moves)
}

/// Plays moves, given as text, from `state`.
///
/// # Panics
///
/// Panics if a move is not legal.
pub fn play_line_from<G: Notation>(game: &G, mut state: G::State, moves: &[&str]) -> G::State {
    for text in moves {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{moves:?}: {error}"));
        game.play(&mut state, mv);
    }
    state
}
