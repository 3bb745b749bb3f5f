//! Chooses a move from the engine's opening tree at random, within the limit of the option `Opening Variety`.

use super::dyn_engine::DynEngine;
use super::opening_tree::OpeningMove;
use super::request::{Go, Strength};
use super::settings::Settings;
use super::typed_engine::Engine;
use crate::game::{DynLine, GameLine, Playable};
use crate::rules::Key;
use crate::search::{Algorithm, Rng, Wdl};

pub(super) struct Chosen {
    pub(super) text: String,
    pub(super) notice: String,
}

/// Chooses a move from the engine's opening tree. `None` if there is no tree for the engine's rules, the tree
/// has no suitable move, the game is over, or the request does not use the tree (see [`DynEngine::search`]).
pub(super) fn choose_opening<G: Playable>(engine: &Engine<G>, line: &GameLine<G>, go: &Go) -> Option<Chosen> {
    let tree = engine.opening.as_ref()?.fitting()?;
    let Settings { analyse, algorithm, opening_variety, .. } = engine.shared.settings;
    let for_analysis = go.infinite || go.ponder || go.mate.is_some() || !go.search_moves.is_empty();
    let is_random = algorithm == Algorithm::Random;
    if for_analysis || analyse || is_random || go.strength == Strength::Full || line.ending().is_some() {
        return None;
    }
    let mut moves = tree.moves_from(line);
    let known = engine.exact(line);
    let values = known.as_ref().map_or(&[][..], |known| &known.moves);
    for OpeningMove { text, node } in &mut moves {
        let value = values.iter().find(|(known, _)| known == text).and_then(|(_, value)| *value);
        node.exact = value.map(Wdl::from).or(node.exact);
    }
    let of_tree = || tree.get(line.canonical_key())?.exact;
    let value = known.as_ref().and_then(|known| known.value).map(Wdl::from).or_else(of_tree);
    let mut rng = Rng::new(Key::mix(engine.seed_of_game()).0 ^ line.key().0);
    let all: u64 = moves.iter().map(|one| one.node.games()).sum();
    let chosen = choose(moves, value, opening_variety, &mut rng)?;
    let notice = format!("opening tree: {} of {all} games", chosen.node.games());
    Some(Chosen { text: chosen.text, notice })
}

/// Chooses a move at random, with probabilities proportional to the numbers of games. `value` is the exact
/// value of the position.
///
/// If any move is known to win, only winning moves are candidates. Otherwise, if `value` is a win or a draw,
/// only moves known to keep it are candidates. If it is a loss, all moves are. If it is unknown, all moves
/// are except those known to lose. A candidate also needs at least `100 - variety` percent of the games of
/// the most played candidate. `None` if no candidate has games.
fn choose(
    mut moves: Vec<OpeningMove>,
    value: Option<Wdl>,
    variety: u8,
    rng: &mut Rng,
) -> Option<OpeningMove> {
    let wins = moves.iter().any(|one| one.node.exact == Some(Wdl::Win));
    moves.retain(|one| match value {
        _ if wins => one.node.exact == Some(Wdl::Win),
        Some(value) => value == Wdl::Loss || one.node.exact >= Some(value),
        None => one.node.exact != Some(Wdl::Loss),
    });
    let max_games = moves.iter().map(|one| one.node.games()).max().filter(|max_games| *max_games > 0)?;
    let threshold = max_games * u64::from(100 - variety.min(100));
    moves.retain(|one| one.node.games() * 100 >= threshold);
    let all: u64 = moves.iter().map(|one| one.node.games()).sum();
    let mut left = rng.below(all as usize) as u64;
    moves.into_iter().find(|one| {
        let is_here = left < one.node.games();
        left = left.saturating_sub(one.node.games());
        is_here
    })
}
