//! What turns rules into something a program can offer by name: [`Playable`], and the options that a game
//! brings itself: [`GameOptions`].

use std::fmt;
use std::sync::Arc;

use crate::eval::Eval;
use crate::hints::Hints;
use crate::levels::Levels;
use crate::notation::Notation;
use crate::options::{OptionAlias, OptionError, OptionSpec, OptionValue};
use crate::oracle::Oracle;
use crate::search::Algorithm;
use crate::symmetry::Symmetric;
use crate::tables::GameTables;

/// A named set of rules within a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name by which it is chosen: lower-case words joined by hyphens.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
}

/// A game with a name, its variants, its evaluation and its own options: all that the engine needs to offer
/// it under every protocol.
///
/// A game must have a name, a summary and an evaluation ([`NoEval`](crate::NoEval) will do for a start). Its
/// default value is the game by its usual rules.
pub trait Playable: Notation + Hints + Symmetric + Default {
    /// The evaluation that goes with the game; its default value is the usual one.
    type Eval: Eval<Self> + Default;

    /// The name by which the game is chosen: lower-case words joined by hyphens.
    const NAME: &'static str;

    /// What the game is, in one line.
    const SUMMARY: &'static str;

    /// The variants, the default first; never empty. The default is one variant with the game's name.
    fn variants() -> Vec<Variant> {
        vec![Variant { name: Self::NAME, summary: Self::SUMMARY }]
    }

    /// The rules of the variant with that name, in lower case; `None` when there is none.
    fn variant(name: &str) -> Option<Self> {
        (name == Self::NAME).then(Self::default)
    }

    /// What names variants have that are too many to be listed, and what they are; `None` where all are
    /// listed.
    fn further_variants() -> Option<Variant> {
        None
    }

    /// The full name of the variant that is called so, in lower case, if it is one that is not listed.
    ///
    /// # Errors
    /// When there is none although the name looks like one's: why.
    fn further_variant(_name: &str) -> Result<Option<&'static str>, String> {
        Ok(None)
    }

    /// An evaluation for these rules.
    fn eval(&self) -> Self::Eval {
        Self::Eval::default()
    }

    /// Options of the game's own, beside those that every game has, at their defaults: as they are, they make
    /// these rules. The default has none.
    fn options(&self) -> Box<dyn GameOptions<Self>> {
        Box::new(NoOptions(self.clone()))
    }

    /// The algorithm that searches unless another one is chosen.
    const ALGORITHM: Algorithm = Algorithm::Pvs;

    /// The level at which the game is played unless another one is chosen, and the measured ratings of its
    /// levels. The default is full strength without ratings.
    fn levels() -> Levels {
        Levels::default()
    }

    /// Names and units by which the game's clients know options that every game has. The default has none.
    fn option_aliases() -> &'static [OptionAlias] {
        &[]
    }

    /// What solves the game and reads its tables, where positions are numbered; see
    /// [`Sliced`](crate::tables::Sliced).
    fn tables(&self) -> Option<Box<dyn GameTables<Self>>> {
        None
    }

    /// The depth to which the start position is searched when the game is benchmarked, in plies.
    const BENCH_DEPTH: u16 = 8;

    /// Position texts on which the game is benchmarked, with the depth for each.
    fn bench_positions(&self) -> Vec<(String, u16)> {
        vec![(self.position_text(&self.start()), Self::BENCH_DEPTH)]
    }
}

/// The options of a variant that are the game's own, what they have been set to, and what follows from that.
/// An engine asks them when a command comes, never during a search.
pub trait GameOptions<G: Playable>: Send {
    /// The options, in the order in which they are advertised.
    fn specs(&self) -> Vec<OptionSpec>;

    /// Sets an option, named as in its specification, to a value that the specification allows.
    ///
    /// # Errors
    /// When there is no such option, or the value stands for something that cannot be used, such as a file;
    /// then nothing changes.
    fn set(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError>;

    /// The rules.
    fn game(&self) -> G;

    /// An evaluation for these rules.
    fn eval(&self) -> G::Eval {
        self.game().eval()
    }

    /// Exact knowledge for the search.
    fn oracle(&self) -> Option<Arc<dyn Oracle<G>>> {
        None
    }

    /// What is odd about the values, in one line; reported whenever a search starts.
    fn warning(&self) -> Option<String> {
        None
    }
}

impl<G: Playable> fmt::Debug for dyn GameOptions<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.specs()).finish()
    }
}

/// The options of a game that has none.
struct NoOptions<G>(G);

impl<G: Playable> GameOptions<G> for NoOptions<G> {
    fn specs(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    fn set(&mut self, name: &str, _value: &OptionValue) -> Result<(), OptionError> {
        Err(OptionError::unknown(name))
    }

    fn game(&self) -> G {
        self.0.clone()
    }
}
