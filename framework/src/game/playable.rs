//! Games that a program offers by name ([`Playable`]) and their own options ([`GameOptions`]). Almost every item has a
//! default, so that a first version of a game needs only a few lines.

use std::sync::Arc;

use super::game_option::{self, GameOption};
use super::info::{GameInfo, Variant};
use super::move_numbers::MoveNumbers;
use super::option_spec::{OptionSpec, OptionValue};
use crate::network::{FeatureSet, Learnable};
use crate::rules::{Hints, Side, Symmetric};
use crate::search::Oracle;
use crate::tablebase::GameTablebase;
use crate::text::{Notation, OptionError, closest, shorten};

/// A published game-theoretic value of the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Author and year of the publication.
    pub source: &'static str,
}

/// A game with a name, variants, an evaluation and options.
///
/// A game must define its name, its summary and its evaluation. [`NoEval`](crate::NoEval) is enough for a first
/// version. `Default` returns the game under its standard rules.
pub trait Playable: Notation + Hints + Symmetric + Default {
    /// Type of the evaluation.
    type Eval: Learnable<Self> + Default;

    /// Facts about the game for all programs, such as its name, its summary and its defaults.
    const INFO: GameInfo;

    /// Returns the variants, the default first; never empty. By default there is a single variant with the
    /// game's name.
    fn variants() -> Vec<Variant> {
        vec![Self::INFO.variant()]
    }

    /// Returns the game under the rules of the variant `name`, which is in lower case; `None` if there is no such
    /// variant.
    fn variant(name: &str) -> Option<Self> {
        (name == Self::INFO.name).then(Self::default)
    }

    /// Returns the name pattern and the description of the variants that [`Playable::variants`] does not
    /// list; `None` if it lists all.
    fn further_variants() -> Option<Variant> {
        None
    }

    /// Returns the full name of an unlisted variant; `None` if `name` does not match the name pattern of
    /// [`Playable::further_variants`]. `name` is in lower case and may be abbreviated. By default every name
    /// that [`Playable::variant`] knows is a full name.
    ///
    /// # Errors
    ///
    /// Returns the reason as text if `name` matches the pattern but no such variant exists.
    fn further_variant(name: &str) -> Result<Option<String>, String> {
        Ok(Self::variant(name).map(|_| name.to_owned()))
    }

    /// Returns the evaluation for these rules. If it can have a network, its network slot is empty, and the engine
    /// fills the slot.
    fn eval(&self) -> Self::Eval {
        Self::Eval::default()
    }

    /// Options that are part of the game value, in the order in which clients see them. By default there are none.
    const OPTIONS: &'static [GameOption<Self>] = &[];

    /// Returns the game's own options, which clients see beside the options that all games share. The defaults of the
    /// options match these rules. By default, returns the options of [`Playable::OPTIONS`]. Override it for
    /// options that are not part of the game value, such as the path of a file.
    fn options(&self) -> Box<dyn GameOptions<Self>> {
        Box::new(OwnOptions { unchanged: self.clone(), game: self.clone() })
    }

    /// Returns the tablebase solver and reader of a game that numbers its positions; see
    /// [`Sliced`](crate::tablebase::Sliced). By default there is none.
    fn tablebase(&self) -> Option<Box<dyn GameTablebase<Self>>> {
        None
    }

    /// Returns the published game-theoretic value of the start position under these rules. By default there
    /// is none.
    fn solved(&self) -> Option<Solved> {
        None
    }

    /// Returns the themes of a puzzle, such as a sacrifice. `line` is its solution, played from `state`. By default
    /// there are none.
    fn themes(&self, _state: &Self::State, _line: &[Self::Move]) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns the index of the position's phase in [`GameInfo::phases`]; 0 by default.
    fn phase(&self, _state: &Self::State) -> usize {
        0
    }

    /// Returns the scheme by which moves are numbered under these rules. By default it is [`GameInfo::move_numbers`].
    fn move_numbers(&self) -> MoveNumbers {
        Self::INFO.move_numbers
    }

    /// Converts a move's code to its number under [`MoveNumbers::ByCode`]; by default they are equal. The legal moves
    /// of a position must have different numbers.
    fn number(code: u32) -> u32 {
        code
    }

    /// Returns the numbers of planes, rows and columns if the features of an observation are the cells of planes;
    /// `None` if they are a plain list. By default these are the planes that the network's features declare; see
    /// [`Features::PLANES`](crate::network::Features::PLANES).
    fn planes(&self) -> Option<[usize; 3]> {
        self.eval().features().and_then(|features| features.planes)
    }

    /// Inserts the features of a position, for programs that learn, into two empty sets: as the first side and as the
    /// second side see it. Inserts none by default. The numbers of features are below the product of
    /// [`Playable::planes`]. Not called if the game has networks, because the networks' features are then used.
    fn observe(&self, _state: &Self::State, _perspectives: &mut [FeatureSet; 2]) {}

    /// Returns the positions that the command `bench` searches, as texts, each with its search depth in plies. By
    /// default this is the start position.
    fn bench_positions(&self) -> Vec<(String, u16)> {
        vec![(self.position_text(&self.start()), Self::INFO.bench_depth)]
    }
}

/// A game's own options: their descriptions, their current values, and the game and evaluation that follow from these.
pub trait GameOptions<G: Playable>: Send {
    /// Returns the options in the order in which clients see them. By default there are none.
    fn specs(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Sets an option. The caller spells `name` as in [`GameOptions::specs`], and gets `value` from
    /// [`OptionSpec::parse`], which checks the kind and the range.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such option, or the value is refused for another reason, for example because it
    /// names an unreadable file. The options are then unchanged.
    fn set(&mut self, name: &str, _value: &OptionValue) -> Result<(), OptionError> {
        Err(OptionError::unknown(name))
    }

    /// Returns the game with the current options set.
    fn game(&self) -> G;

    /// Returns the evaluation with the current options set. By default it is that of the game.
    fn eval(&self) -> G::Eval {
        self.game().eval()
    }

    /// Returns an oracle of exact values for the search. By default there is none.
    fn oracle(&self) -> Option<Arc<dyn Oracle<G>>> {
        None
    }

    /// Returns a one-line warning about the current values, which the engine reports with each search; `None` by
    /// default.
    fn warning(&self) -> Option<String> {
        None
    }
}

/// The options of [`Playable::OPTIONS`].
struct OwnOptions<G> {
    /// The game before any option was set, from which the defaults of the options are read.
    unchanged: G,
    game: G,
}

impl<G: Playable> GameOptions<G> for OwnOptions<G> {
    fn specs(&self) -> Vec<OptionSpec> {
        G::OPTIONS.iter().map(|option| option.spec(&self.unchanged)).collect()
    }

    fn set(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        game_option::set(G::OPTIONS, &mut self.game, name, value)
    }

    fn game(&self) -> G {
        self.game.clone()
    }
}

/// Name of the option that selects the variant.
pub const VARIANT_OPTION: &str = "UCI_Variant";

/// Maximum number of variants that the error message for an unknown variant lists.
const MAX_NAMES: usize = 20;

/// Returns the full name of a variant and the game under its rules. `name` is case-insensitive; an unlisted variant's
/// name may be abbreviated.
///
/// # Errors
///
/// Returns an error if there is no such variant.
pub(crate) fn find_variant<G: Playable>(name: &str) -> Result<(String, G), OptionError> {
    let mut names: Vec<_> = G::variants().iter().map(|variant| variant.name).collect();
    let wanted = name.trim().to_ascii_lowercase();
    let full_name = if names.iter().any(|listed| *listed == wanted) {
        Some(wanted)
    } else {
        G::further_variant(&wanted)
            .map_err(|reason| OptionError::Unusable { name: VARIANT_OPTION.to_owned(), reason })?
    };
    if let Some(full_name) = full_name
        && let Some(game) = G::variant(&full_name)
    {
        return Ok((full_name, game));
    }
    names.extend(G::further_variants().map(|variant| variant.name));
    Err(no_variant(name, &names))
}

fn no_variant(name: &str, names: &[&str]) -> OptionError {
    let rest = names.len().saturating_sub(MAX_NAMES);
    let more = if rest > 0 { format!(" or {rest} more") } else { String::new() };
    OptionError::Value {
        name: VARIANT_OPTION.to_owned(),
        found: shorten(name),
        expected: match closest(name, names.iter().copied()) {
            Some(known) => format!("the name of a variant; did you mean '{known}'?"),
            None => format!("one of {}{more}", names[..names.len() - rest].join(", ")),
        },
    }
}
