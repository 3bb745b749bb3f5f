//! The option `EvalFile`, which selects the evaluation: the network that the game ships, a network from a file, or the
//! hand-written evaluation.

use std::path::Path;
use std::sync::Arc;

use crate::game::{OptionError, OptionKind, OptionSpec, OptionValue, Playable};
use crate::network::{self, Learnable, Network, NetworkError};
use crate::text::shorten;

const FILE_OPTION: &str = "EvalFile";
/// Value of the option that selects the shipped network; the default.
const SHIPPED: &str = "built-in";

/// Value of the option `EvalFile`.
#[derive(Clone, Debug, Default)]
pub(super) enum Evaluation {
    /// The variant's shipped network, or the hand-written evaluation if there is none.
    #[default]
    Shipped,
    HandWritten,
    /// A network from a file.
    File(Arc<Network>),
}

impl Evaluation {
    /// Returns the description of the option; `None` if the game has no learned evaluation.
    pub(super) fn spec<G: Playable>(game: &G) -> Option<OptionSpec> {
        let kind = OptionKind::Text { default: SHIPPED.to_owned() };
        game.eval().features().map(|_| OptionSpec { kind, ..OptionSpec::text(FILE_OPTION) })
    }

    /// Parses the value of the option, and loads the network file if the value names one. An empty value selects the
    /// hand-written evaluation.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not a network for this game.
    pub(super) fn parse<G: Playable>(
        game: &G,
        option: &OptionSpec,
        value: &str,
    ) -> Result<Self, OptionError> {
        match option.parse(value)? {
            OptionValue::Text(path) if path == SHIPPED => Ok(Self::Shipped),
            OptionValue::Text(path) if !path.is_empty() => Self::open(game, Path::new(&path)),
            _ => Ok(Self::HandWritten),
        }
    }

    /// Loads a network file, and checks that it fits the game.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not a network for this game.
    fn open<G: Playable>(game: &G, path: &Path) -> Result<Self, OptionError> {
        let refused = |error| unusable(path, &error);
        let network = Arc::new(network::open(path).map_err(refused)?);
        game.eval().set_network(Some(Arc::clone(&network))).map_err(refused)?;
        Ok(Self::File(network))
    }

    /// Returns the selected network; `None` if the hand-written evaluation is selected, or the variant ships
    /// no network.
    pub(super) fn network<G: Playable>(&self, game: &G, eval: &G::Eval) -> Option<Arc<Network>> {
        match self {
            Self::Shipped => (eval.features()?.shipped)(game),
            Self::HandWritten => None,
            Self::File(network) => Some(Arc::clone(network)),
        }
    }

    /// Puts the selected network, or none, into the slot of `eval`. Without a network, `eval` is the
    /// hand-written evaluation.
    pub(super) fn fill<G: Playable>(&self, game: &G, mut eval: G::Eval) -> G::Eval {
        let network = self.network(game, &eval);
        // The evaluation cannot refuse the network: a network from a file was checked when it was read, and all
        // variants of a game have the same features. The game's tests check the shipped networks.
        let _ = eval.set_network(network);
        eval
    }
}

/// Returns the error for a network file that cannot be read or does not fit the game.
fn unusable(path: &Path, error: &NetworkError) -> OptionError {
    let reason = match error {
        NetworkError::File(_) => error.to_string(),
        NetworkError::Content { .. } => format!("'{}': {error}", shorten(&path.to_string_lossy())),
    };
    OptionError::File { name: FILE_OPTION.to_owned(), reason }
}
