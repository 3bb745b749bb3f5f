//! The rules of one variant of a game, with the values that follow from them, such as the start position. All positions
//! under the rules share them.

use super::move_numbers::MoveNumbers;
use super::option_spec::OptionSpec;
use super::playable::{GameOptions, Playable, find_variant};
use crate::network::{FeatureSet, Learnable, NetworkFeatures};
use crate::rules::{Ending, Score};
use crate::search::Eval;
use crate::tablebase::Value;
use crate::text::OptionError;

/// The names and option values from which the same rules can be created again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Facts {
    /// Name of the game.
    pub game: &'static str,
    /// Full name of the variant.
    pub variant: String,
    /// Names and values of the rules that were set, in alphabetical order of the names. A value is the text of its
    /// [`OptionValue`](super::OptionValue), so that the spelling in which it was set makes no difference.
    pub options: Vec<(String, String)>,
}

/// The rules of one variant of a game. A ruleset never changes, and all lines under its rules share it.
pub struct Ruleset<G: Playable> {
    game: G,
    start: G::State,
    /// The hand-written evaluation. Its parameters convert margins to reported units, those that clients see. Its
    /// network slot is empty, but describes the features of the game's networks.
    eval: G::Eval,
    move_numbers: MoveNumbers,
    /// Features of the game's networks; `None` without networks.
    features: Option<NetworkFeatures<G>>,
    facts: Facts,
}

/// Sorts options by their names. It is a function of its own, so that the sort is compiled once and not for each game.
fn sort_options(options: &mut [(String, String)]) {
    options.sort();
}

impl<G: Playable> Ruleset<G> {
    /// Creates the rules of the variant with this name; `None` for the default variant.
    ///
    /// # Errors
    /// Returns an error if there is no such variant.
    pub fn of_variant(name: Option<&str>) -> Result<Self, OptionError> {
        let variants = G::variants();
        let name = name.unwrap_or_else(|| variants.first().map_or("", |variant| variant.name));
        let (variant, game) = find_variant::<G>(name)?;
        Ok(Self::new(game, variant, Vec::new()))
    }

    /// Creates the rules for a game value. `options` are the names and values of the options that are already set in
    /// the game value.
    pub fn new(game: G, variant: String, mut options: Vec<(String, String)>) -> Self {
        sort_options(&mut options);
        let (start, eval, move_numbers) = (game.start(), game.eval(), game.move_numbers());
        let features = eval.features();
        let facts = Facts { game: G::INFO.name, variant, options };
        Self { game, start, eval, move_numbers, features, facts }
    }

    /// Returns these rules with one of [`Ruleset::options`] set.
    ///
    /// # Errors
    /// Returns an error if the option is not one of them, its value is invalid or refused by the game, or these rules
    /// cannot be created again from [`Ruleset::facts`].
    pub fn with(&self, name: &str, value: &str) -> Result<Self, OptionError> {
        let mut options = self.settable()?;
        let rules = rules_among(options.specs());
        let Some(option) = rules.iter().find(|option| option.is_called(name)) else {
            return Err(OptionError::not_a_rule(name, &rules));
        };
        let value = option.parse(value)?;
        options.set(option.name, &value)?;
        let mut changed = self.facts.options.clone();
        changed.retain(|(known, _)| known != option.name);
        changed.push((option.name.to_owned(), value.to_string()));
        Ok(Self::new(options.game(), self.facts.variant.clone(), changed))
    }

    /// Returns the game's own options, set to the values of these rules. Skips the values of options that the variant
    /// does not have. Returns an error if the variant is unknown or a value is invalid.
    pub(crate) fn settable(&self) -> Result<Box<dyn GameOptions<G>>, OptionError> {
        let (_, game) = find_variant::<G>(&self.facts.variant)?;
        let mut options = game.options();
        for (name, value) in &self.facts.options {
            let specs = options.specs();
            if let Some(option) = specs.iter().find(|option| option.name == name) {
                options.set(option.name, &option.parse(value)?)?;
            }
        }
        Ok(options)
    }

    /// Returns the options that are rules, with the variant's values as defaults. Empty if the values of these rules
    /// cannot be set.
    pub fn options(&self) -> Vec<OptionSpec> {
        self.settable().map_or_else(|_| Vec::new(), |options| rules_among(options.specs()))
    }

    /// Returns the game value, with these rules set.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the start position.
    pub const fn start(&self) -> &G::State {
        &self.start
    }

    /// Returns the hand-written evaluation, with an empty slot if it can have a network.
    pub const fn eval(&self) -> &G::Eval {
        &self.eval
    }

    /// Returns the scheme by which moves are numbered.
    pub const fn move_numbers(&self) -> MoveNumbers {
        self.move_numbers
    }

    /// Inserts the features of a position into empty sets, one for each side's perspective, and returns the index
    /// of its bucket of output weights. In a game without networks, the features are those of
    /// [`Playable::observe`] and the bucket is 0.
    pub fn observe(&self, state: &G::State, perspectives: &mut [FeatureSet; 2]) -> usize {
        let Some(features) = &self.features else {
            self.game.observe(state, perspectives);
            return 0;
        };
        (features.active)(&self.game, state, perspectives);
        (features.bucket)(&self.game, state)
    }

    /// Returns the names of the game, the variant and the rules that were set.
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Converts a margin from evaluation units to the reported units that clients see. Returns any other value
    /// unchanged.
    pub(crate) fn reported_value(&self, value: Value) -> Value {
        value.points().map_or(value, |points| Value::margin(self.eval.params().reported(Score(points)).0))
    }

    /// Converts the margin of an ending from evaluation units to the reported units that clients see. Returns any other
    /// ending unchanged.
    pub(crate) fn reported(&self, ending: Ending) -> Ending {
        match ending {
            Ending::Margin(points) => Ending::Margin(self.eval.params().reported(Score(points)).0),
            ending => ending,
        }
    }
}

fn rules_among(mut specs: Vec<OptionSpec>) -> Vec<OptionSpec> {
    specs.retain(|option| option.of_rules);
    specs
}
