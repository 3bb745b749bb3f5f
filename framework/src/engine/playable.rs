//! Games that a program offers by name ([`Playable`]) and their own options ([`GameOptions`]).

use std::sync::Arc;

use super::levels::Levels;
use super::options::{OptionAlias, OptionError, OptionSpec, OptionValue};
use crate::network::Learnable;
use crate::rules::{Hints, Symmetric};
use crate::search::{Algorithm, Oracle};
use crate::tablebase::GameTablebase;
use crate::text::Notation;

/// A named set of rules within a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Name: lower-case words joined by hyphens.
    pub name: &'static str,
    /// Description in one line.
    pub summary: &'static str,
}

/// A text protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The interfaces of the abbreviation UGI.
    Ugi,
    /// Lines of JSON.
    Json,
}

/// A game with a name, variants, an evaluation and options: everything that the engine needs to offer it
/// under every protocol.
///
/// A name, a summary and an evaluation are required; [`NoEval`](crate::NoEval) is enough to start with. The
/// default value is the game under its usual rules.
pub trait Playable: Notation + Hints + Symmetric + Default {
    /// The evaluation type; its default value is the usual evaluation.
    type Eval: Learnable<Self> + Default;

    /// Name of the game: lower-case words joined by hyphens.
    const NAME: &'static str;

    /// Description of the game in one line.
    const SUMMARY: &'static str;

    /// The variants, the default first; never empty. By default a single variant with the game's name.
    fn variants() -> Vec<Variant> {
        vec![Variant { name: Self::NAME, summary: Self::SUMMARY }]
    }

    /// The game under the rules of a variant, named in lower case; `None` if there is no such variant.
    fn variant(name: &str) -> Option<Self> {
        (name == Self::NAME).then(Self::default)
    }

    /// Name pattern and description of the unlisted variants; `None` if all variants are listed.
    fn further_variants() -> Option<Variant> {
        None
    }

    /// Full name of an unlisted variant, given in lower case and possibly abbreviated; `None` if `name` does
    /// not match the pattern.
    ///
    /// # Errors
    ///
    /// Returns the reason if `name` matches the pattern but there is no such variant.
    fn further_variant(_name: &str) -> Result<Option<&'static str>, String> {
        Ok(None)
    }

    /// The evaluation for these rules.
    fn eval(&self) -> Self::Eval {
        Self::Eval::default()
    }

    /// The game's own options, in addition to those of every game. Their defaults match these rules. By
    /// default there are none.
    fn options(&self) -> Box<dyn GameOptions<Self>> {
        Box::new(NoOptions(self.clone()))
    }

    /// The protocol that most programs for the game use. Without another choice, the engine greets its client
    /// in this protocol, then continues in the one of the client's first line.
    const PROTOCOL: Protocol = Protocol::Uci;

    /// The default algorithm.
    const ALGORITHM: Algorithm = Algorithm::Pvs;

    /// The default level, and the measured ratings of the levels. By default full strength without ratings.
    fn levels() -> Levels {
        Levels::default()
    }

    /// Names and units that the game's clients use for the shared options. By default there are none.
    fn option_aliases() -> &'static [OptionAlias] {
        &[]
    }

    /// The tablebase solver and reader, for games with numbered positions; see
    /// [`Sliced`](crate::tablebase::Sliced).
    fn tablebase(&self) -> Option<Box<dyn GameTablebase<Self>>> {
        None
    }

    /// Names of the game's phases in their order, for statistics. By default there is one.
    const PHASES: &'static [&'static str] = &["all"];

    /// Number of the phase that a position belongs to, below the number of [`Playable::PHASES`].
    fn phase(&self, _state: &Self::State) -> usize {
        0
    }

    /// Depth of the bench search of the start position, in plies.
    const BENCH_DEPTH: u16 = 8;

    /// The bench positions as text, each with its depth.
    fn bench_positions(&self) -> Vec<(String, u16)> {
        vec![(self.position_text(&self.start()), Self::BENCH_DEPTH)]
    }
}

/// A game's own options with their current values and effects. The engine calls it for commands, never during
/// a search.
pub trait GameOptions<G: Playable>: Send {
    /// The options in the order in which they are advertised. By default there are none.
    fn specs(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Sets an option. `name` is spelled as in its specification, which allows `value`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such option, or the value cannot be used, such as a file that cannot
    /// be read. Nothing changes then.
    fn set(&mut self, name: &str, _value: &OptionValue) -> Result<(), OptionError> {
        Err(OptionError::unknown(name))
    }

    /// The rules.
    fn game(&self) -> G;

    /// The evaluation under these rules.
    fn eval(&self) -> G::Eval {
        self.game().eval()
    }

    /// Exact knowledge for the search.
    fn oracle(&self) -> Option<Arc<dyn Oracle<G>>> {
        None
    }

    /// A one-line warning about the current values. It is reported after the option command that causes it
    /// and at the start of every search.
    fn warning(&self) -> Option<String> {
        None
    }
}

/// Options of a game that has none.
struct NoOptions<G>(G);

impl<G: Playable> GameOptions<G> for NoOptions<G> {
    fn game(&self) -> G {
        self.0.clone()
    }
}
