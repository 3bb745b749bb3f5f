//! Playing a line of moves in a test.

use crate::notation::Notation;

/// The position after moves, given as texts, from the start of the game.
///
/// # Panics
/// If one of them is not a legal move there.
pub fn play_line<G: Notation>(game: &G, moves: &[&str]) -> G::State {
    play_line_from(game, game.start(), moves)
}

/// The position after moves, given as texts, from `state`.
///
/// # Panics
/// If one of them is not a legal move there.
pub fn play_line_from<G: Notation>(game: &G, mut state: G::State, moves: &[&str]) -> G::State {
    for text in moves {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{moves:?}: {error}"));
        game.play(&mut state, mv);
    }
    state
}
