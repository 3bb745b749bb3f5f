//! Which evaluation the engine uses: a network that comes with the game, one from a file, or the hand-written
//! one.

use std::path::Path;
use std::sync::Arc;

use super::options::{OptionError, OptionSpec, OptionValue};
use super::playable::Playable;
use crate::network::{self, FeatureSet, FeatureShape, Learnable, Network, NetworkError};
use crate::rules::{State, Symmetry};

const FILE_OPTION: &str = "EvalFile";
/// The value that stands for what comes with the game.
const SHIPPED: &str = "built-in";

/// What the option about the evaluation says.
#[derive(Clone, Debug, Default)]
pub(super) enum Evaluation {
    /// The network that comes with the variant, the hand-written evaluation where none does.
    #[default]
    Shipped,
    /// The hand-written evaluation.
    HandWritten,
    /// The network from the file that was named.
    File(Arc<Network>),
}

/// What a network sees of a position: numbers of active features as the side to move and as the other side
/// sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkInput {
    /// The side to move's view, ascending.
    pub own: Vec<u16>,
    /// The other side's view, ascending.
    pub other: Vec<u16>,
    /// The bucket.
    pub bucket: usize,
}

impl Evaluation {
    /// The option for a file, where the game has features.
    pub(super) fn spec<G: Playable>(game: &G) -> Option<OptionSpec> {
        game.eval().slot().map(|_| OptionSpec::text_with_default(FILE_OPTION, SHIPPED))
    }

    /// What the option stands for when it is set to `value`.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub(super) fn parse<G: Playable>(
        game: &G,
        option: &OptionSpec,
        value: &str,
    ) -> Result<Self, OptionError> {
        let path = match option.parse(value)? {
            OptionValue::Text(path) if path == SHIPPED => return Ok(Self::Shipped),
            OptionValue::Text(path) if !path.is_empty() => path,
            _ => return Ok(Self::HandWritten),
        };
        let fitting = |network: Network| {
            let network = Arc::new(network);
            let mut eval = game.eval();
            eval.slot().map_or(Ok(()), |slot| slot.fill(Some(Arc::clone(&network)))).map(|()| network)
        };
        let network = network::open(Path::new(&path)).and_then(fitting);
        Ok(Self::File(network.map_err(|error| unusable(&path, &error))?))
    }

    /// The same without a network that comes with the game.
    pub(super) fn without_shipped(&self) -> Self {
        match self {
            Self::Shipped => Self::HandWritten,
            chosen => chosen.clone(),
        }
    }

    /// The game's evaluation `eval` with the network that this option stands for.
    pub(super) fn fill<G: Playable>(&self, game: &G, mut eval: G::Eval) -> G::Eval {
        if let Some(slot) = eval.slot() {
            let network = match self {
                Self::Shipped => slot.shipped(game),
                Self::HandWritten => None,
                Self::File(network) => Some(Arc::clone(network)),
            };
            // It fitted when it was loaded, and all variants of a game have the same features.
            let _ = slot.fill(network);
        }
        eval
    }
}

fn unusable(path: &str, error: &NetworkError) -> OptionError {
    let reason = match error {
        NetworkError::Access { .. } => error.to_string(),
        _ => format!("'{}': {error}", crate::text::shorten(path)),
    };
    OptionError::Unusable { name: FILE_OPTION.to_owned(), reason }
}

/// What a network for the game must fit; `None` where its evaluation is not learned.
pub(super) fn shape<G: Playable>(game: &G) -> Option<FeatureShape> {
    game.eval().slot().map(|slot| slot.shape())
}

/// What a network sees of the image of a position.
pub(super) fn input<G: Playable>(game: &G, state: &G::State, symmetry: Symmetry) -> Option<NetworkInput> {
    let state = game.image(state, symmetry);
    let mut eval = game.eval();
    let slot = eval.slot()?;
    let mut views = [(); 2].map(|()| FeatureSet::new(slot.shape().count));
    slot.active(game, &state, &mut views);
    let [own, other] = [state.side(), !state.side()]
        .map(|side| views[side.index()].iter().map(|feature| feature as u16).collect());
    Some(NetworkInput { own, other, bucket: slot.bucket(game, &state) })
}
