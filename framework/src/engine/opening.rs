//! The engine's choice of a move from a tree of openings. The options `Opening Tree` and `Opening Variety`
//! set the tree and the moves.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::path::Path;

use super::dyn_engine::DynEngine;
use super::opening_tree::{OpeningMove, OpeningTree};
use super::options::{OptionError, OptionSpec, OptionValue};
use super::playable::Playable;
use super::request::{Go, Strength};
use super::settings::{OPENING_TREE_OPTION, Settings};
use super::typed_engine::{Engine, find_variant};
use crate::rules::{Ending, Key, Side, State, Symmetry};
use crate::search::{Algorithm, Rng, Wdl};
use crate::text::shorten;

/// The tree from which an engine plays.
pub(super) struct Opening {
    tree: OpeningTree,
    /// Reason why the tree is not used; `None` if it has the engine's rules.
    pub(super) misfit: Option<String>,
}

impl Opening {
    /// Opens the tree of the file at `path`; `None` if `path` is empty.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or its tree is of another game than `game`.
    pub(super) fn open(game: &str, path: &str) -> Result<Option<Self>, OptionError> {
        if path.is_empty() {
            return Ok(None);
        }
        let of_game = |tree: OpeningTree| match &*tree.rules[0] {
            found if found.is_empty() || found == game => Ok(tree),
            found => Err(format!("the tree of openings is of {}, expected {game}", shorten(found))),
        };
        let tree = OpeningTree::open(Path::new(path)).map_err(|error| error.to_string()).and_then(of_game);
        match tree {
            Ok(tree) => Ok(Some(Self { tree, misfit: None })),
            Err(error) => {
                let reason = format!("'{}': {error}", shorten(path));
                Err(OptionError::File { name: OPENING_TREE_OPTION.to_owned(), reason })
            }
        }
    }
}

/// A move chosen from a tree, with a description of the choice.
pub(super) struct Chosen {
    pub(super) text: String,
    pub(super) notice: String,
}

impl<G: Playable> Engine<G> {
    /// Checks whether the tree of openings has the engine's rules. Other rules are a warning instead of an
    /// error, because a client may set the rules after the tree.
    pub(super) fn fit_opening_tree(&mut self) {
        let Some(Opening { tree, .. }) = &self.opening else { return };
        let [game, variant, rules] = &tree.rules;
        let default = G::variants().first().map_or("", |variant| variant.name);
        let variant = if variant.is_empty() { default } else { variant };
        let specs = self.options.specs();
        let own = changed_rules(&specs, self.kept_options.iter().map(|(name, value)| (&**name, &**value)));
        let of_tree = changed_rules(&specs, rules.split(',').filter_map(|rule| rule.split_once('=')));
        let is_variant = find_variant::<G>(variant).is_ok_and(|(name, _)| name == self.variant());
        let fits = game.is_empty() || is_variant && own == of_tree;
        let found = shorten(format!("{variant} {rules}").trim());
        let misfit = (!fits).then(|| format!("the tree of openings is not used: its rules are '{found}'"));
        if let Some(opening) = &mut self.opening {
            opening.misfit = misfit;
        }
    }

    /// Chooses a move from the tree of openings. `None` if there is no tree, it has no move for the position,
    /// or the request is one for analysis.
    pub(super) fn choose_opening(&self, go: &Go) -> Option<Chosen> {
        let Opening { tree, .. } = self.opening.as_ref().filter(|opening| opening.misfit.is_none())?;
        let Settings { analyse, algorithm, opening_variety, .. } = self.shared.settings;
        let for_analysis = go.infinite || go.ponder || go.mate.is_some() || !go.search_moves.is_empty();
        let is_random = algorithm == Algorithm::Random;
        if for_analysis || analyse || is_random || go.strength == Strength::Full || self.ended_by().is_some()
        {
            return None;
        }
        let mut moves = opening_moves(self, tree);
        let known = self.exact();
        let values = known.as_ref().map_or(&[][..], |known| &known.moves);
        for OpeningMove { text, node } in &mut moves {
            let value = values.iter().find(|(known, _)| known == text).and_then(|(_, value)| *value);
            node.exact = value.map(Wdl::from).or(node.exact);
        }
        let of_tree = || tree.get(canonical_key(self.game(), self.state()))?.exact;
        let value = known.as_ref().and_then(|known| known.value).map(Wdl::from).or_else(of_tree);
        let mut rng = Rng::new(Key::mix(self.seed_of_game()).0 ^ self.state().key().0);
        let all: u64 = moves.iter().map(|one| one.node.games()).sum();
        let chosen = choose(moves, value, opening_variety, &mut rng)?;
        let notice = format!("opening tree: {} of {all} games", chosen.node.games());
        Some(Chosen { text: chosen.text, notice })
    }
}

/// Chooses a move at random. A move's probability is proportional to its number of games. `value` is the
/// exact value of the position, if it is known. A move that turns a known win into a draw or a loss, or a
/// known draw into a loss, is never chosen. A move with less than `100 - variety` per cent of the games of
/// the most played move is not chosen either. `None` if no move is left.
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
    let most = moves.iter().map(|one| one.node.games()).max().filter(|most| *most > 0)?;
    let least = most * u64::from(100 - variety.min(100));
    moves.retain(|one| one.node.games() * 100 >= least);
    let all: u64 = moves.iter().map(|one| one.node.games()).sum();
    let mut left = rng.below(all as usize) as u64;
    moves.into_iter().find(|one| {
        let is_here = left < one.node.games();
        left = left.saturating_sub(one.node.games());
        is_here
    })
}

/// Returns the names and values of the rules that differ from the defaults, sorted by name. An unknown rule
/// and an invalid value have the value `None`.
fn changed_rules<'a>(
    specs: &[OptionSpec],
    set: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<(String, Option<OptionValue>)> {
    let mut rules: Vec<(String, Option<OptionValue>)> = Vec::new();
    for (name, value) in set {
        let spec = specs.iter().find(|spec| spec.is_called(name));
        if spec.is_some_and(|spec| !spec.of_rules) {
            continue;
        }
        let name = spec.map_or(name, |spec| spec.name).to_owned();
        let value = spec.and_then(|spec| spec.parse(value).ok());
        rules.retain(|(known, _)| *known != name);
        if spec.is_none_or(|spec| value != Some(spec.kind.default_value())) {
            rules.push((name, value));
        }
    }
    rules.sort_by(|one, other| one.0.cmp(&other.0));
    rules
}

/// Implements [`DynEngine::opening_moves`].
pub(super) fn opening_moves<G: Playable>(engine: &Engine<G>, tree: &OpeningTree) -> Vec<OpeningMove> {
    let (game, state) = (engine.game(), engine.state());
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for mv in engine.moves() {
        let mut next = state.clone();
        game.play(&mut next, mv);
        let key = canonical_key(game, &next);
        let Some(node) = tree.get(key).filter(|_| seen.insert(key)) else { continue };
        let mut node = *node;
        // A tree has no values of finished games.
        node.exact = node.exact.or_else(|| Some(outcome(game.ending(&next)?, next.side())));
        if next.side() != state.side() {
            node.value = node.value.map(i16::saturating_neg);
            node.exact = node.exact.map(Wdl::reversed);
        }
        found.push(OpeningMove { text: game.move_text(state, mv), node });
    }
    found.sort_by_key(|one| Reverse(one.node.games()));
    found
}

/// Returns the result of a finished game from the view of `side`.
fn outcome(ending: Ending, side: Side) -> Wdl {
    match ending.winner() {
        None => Wdl::Draw,
        Some(winner) if winner == side => Wdl::Win,
        Some(_) => Wdl::Loss,
    }
}

/// Returns the lowest key among the images of a position under the symmetries of the board.
pub(crate) fn canonical_key<G: Playable>(game: &G, state: &G::State) -> Key {
    // `Symmetric::canonical` is not enough: in some games it does not merge all symmetric positions.
    let keys = Symmetry::first(game.symmetries()).map(|symmetry| game.image(state, symmetry).key());
    keys.min().unwrap_or_else(|| state.key())
}
