//! Chooses a move from the engine's opening tree at random, within the limit of the option `Opening Variety`. A move
//! that was played more often is chosen more often. Moves that are known to be mistakes are not chosen.

use super::dyn_engine::DynEngine;
use super::opening_tree::OpeningMove;
use super::request::{Go, Strength};
use super::settings::Settings;
use super::typed_engine::Engine;
use crate::game::{DynLine, GameLine, Playable};
use crate::rules::Key;
use crate::search::{Algorithm, Rng, Wdl};

/// A move from the opening tree.
pub(super) struct Chosen {
    /// Text of the move.
    pub(super) text: String,
    /// Note for the client: how many of the tree's games play the move.
    pub(super) notice: String,
}

/// Chooses a move from the engine's opening tree. `None` if there is no tree for the engine's rules, the tree
/// has no suitable move, the game is over, or the request does not use the tree (see [`DynEngine::search`]).
pub(super) fn choose_opening<G: Playable>(engine: &Engine<G>, line: &GameLine<G>, go: &Go) -> Option<Chosen> {
    let tree = engine.opening.as_ref()?.fitting()?;
    let Settings { analyse, algorithm, opening_variety, seed, .. } = engine.shared.settings;
    let needs_search = go.infinite || go.ponder || go.mate.is_some() || !go.search_moves.is_empty();
    let is_random = algorithm == Algorithm::Random;
    if needs_search || analyse || is_random || go.strength == Strength::Full || line.ending().is_some() {
        return None;
    }
    let mut moves = tree.moves_from(line);
    // Returns before the lookup of exact values. Without a move of the tree, the lookup would only cost time, and no
    // clock counts this time yet.
    if moves.is_empty() {
        return None;
    }
    let mut value = tree.get(line.tree_key()).and_then(|node| node.exact);
    // A value of the oracle replaces that of the tree.
    if let Some(probed) = engine.exact(line) {
        value = probed.value.map(Wdl::from).or(value);
        for OpeningMove { text, node } in &mut moves {
            let of_move = probed.moves.iter().find(|(known, _)| known == text);
            node.exact = of_move.and_then(|(_, exact)| *exact).map(Wdl::from).or(node.exact);
        }
    }
    let mut rng = Rng::new(Key::mix(engine.seeds.of_game(seed)).0 ^ line.key().0);
    let total = total_games(&moves);
    let chosen = choose(moves, value, opening_variety, &mut rng)?;
    let notice = format!("opening tree: {} of {total} games", chosen.node.games());
    Some(Chosen { text: chosen.text, notice })
}

/// Chooses a move at random, with probabilities proportional to the numbers of games; `None` if no candidate has games.
/// `value` is the exact value of the position.
///
/// If any move is known to win, only winning moves are candidates. Otherwise, the candidates depend on `value`. For a
/// win or a draw, they are the moves known to keep it; for a loss, all moves; for an unknown value, all moves not known
/// to lose. The chosen move has at least `100 - variety` percent of the games of the most played candidate.
fn choose(
    mut moves: Vec<OpeningMove>,
    value: Option<Wdl>,
    variety: u8,
    rng: &mut Rng,
) -> Option<OpeningMove> {
    let wins = |mv: &OpeningMove| mv.node.exact == Some(Wdl::Win);
    if moves.iter().any(wins) {
        moves.retain(|mv| wins(mv));
    } else {
        moves.retain(|mv| match value {
            Some(Wdl::Loss) => true,
            Some(value) => mv.node.exact.is_some_and(|exact| exact >= value),
            None => mv.node.exact != Some(Wdl::Loss),
        });
    }
    let max_games = moves.iter().map(|mv| mv.node.games()).max().filter(|max_games| *max_games > 0)?;
    let threshold = max_games * u64::from(100 - variety.min(100));
    moves.retain(|mv| mv.node.games() * 100 >= threshold);
    // Draws a number among the games of all moves, and finds the move of the game with this number.
    let mut game = rng.below(total_games(&moves) as usize) as u64;
    for mv in moves {
        let games = mv.node.games();
        if game < games {
            return Some(mv);
        }
        game -= games;
    }
    // Not reached, because `game` is less than the number of games of all moves.
    None
}

fn total_games(moves: &[OpeningMove]) -> u64 {
    moves.iter().map(|mv| mv.node.games()).sum()
}
