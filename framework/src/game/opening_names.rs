//! Names of openings, from the lines of [`GameInfo::openings`]. A name belongs to the position after the moves, so that
//! other orders of the same moves have it too.

use super::playable::Playable;
use crate::rules::{Key, State, Symmetry};

/// Returns the name in a line `NAME: MOVES`, and the position to which the moves lead from the start position.
///
/// # Errors
///
/// Returns a message if the line has no name, or a move is illegal.
pub(crate) fn named_position<G: Playable>(
    game: &G,
    line: &'static str,
) -> Result<(&'static str, G::State), String> {
    let (name, moves) = line.split_once(": ").ok_or("it has no name, expected 'NAME: MOVES'")?;
    let mut state = game.start();
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&state, text).map_err(|error| error.to_string())?;
        game.play(&mut state, mv);
    }
    Ok((name, state))
}

/// Returns the name of the last position in `states` that has a name; `None` if no position has one. Plays the moves of
/// all openings at each call.
pub(crate) fn opening_name<G: Playable>(game: &G, states: &[G::State]) -> Option<&'static str> {
    // An opening line that is illegal under these rules is skipped.
    let lines = G::INFO.openings.lines().filter_map(|line| named_position(game, line).ok());
    let names: Vec<(Key, &str)> = lines.map(|(name, state)| (canonical_key(game, &state), name)).collect();
    if names.is_empty() {
        return None;
    }
    states.iter().rev().find_map(|state| {
        let key = canonical_key(game, state);
        names.iter().find(|(known, _)| *known == key).map(|(_, name)| *name)
    })
}

/// Returns the lowest key among the images of a position under the symmetries that hold in it.
pub(crate) fn canonical_key<G: Playable>(game: &G, state: &G::State) -> Key {
    // `Symmetric::canonical` is not enough, because in some games it does not give the same key to all images of a
    // position.
    images(game, state).map(|image| image.key()).min().unwrap_or_else(|| state.key())
}

/// Does the same as [`canonical_key`], but leaves out images with the sides exchanged.
pub(crate) fn tree_key<G: Playable>(game: &G, state: &G::State) -> Key {
    let with_sides = images(game, state).filter(|image| image.side() == state.side());
    with_sides.map(|image| image.key()).min().unwrap_or_else(|| state.key())
}

/// Iterates over the images of a position under the symmetries that hold in it. The first one is the position itself.
fn images<G: Playable>(game: &G, state: &G::State) -> impl Iterator<Item = G::State> {
    let holding = Symmetry::first(game.symmetries()).filter(|symmetry| game.holds(state, *symmetry));
    holding.map(|symmetry| game.image(state, symmetry))
}
