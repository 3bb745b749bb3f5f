//! Options that are part of the game value, as a table of names and setters. A game that lists its options in
//! [`Playable::OPTIONS`](super::Playable::OPTIONS) needs no code to describe, parse and check them.

use super::option_spec::{OptionSpec, OptionValue};
use crate::text::OptionError;

/// An option whose value is part of the game value `G`; see
/// [`Playable::OPTIONS`](super::Playable::OPTIONS).
///
/// ```
/// use plywright::GameOption;
/// struct Rules {
///     may_pass: bool,
///     rows: usize,
/// }
/// const OPTIONS: [GameOption<Rules>; 2] = [
///     GameOption::check("Passing", |rules: &mut Rules| &mut rules.may_pass).of_rules(),
///     GameOption::combo("Board", &["small", "large"], |rules: &mut Rules, at| rules.rows = [6, 8][at]),
/// ];
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GameOption<G> {
    name: &'static str,
    setter: Setter<G>,
    of_rules: bool,
}

/// How an option's value is set in the game value `G`.
#[derive(Clone, Copy, Debug)]
enum Setter<G> {
    /// On or off. The function returns the field of the game value that holds the setting.
    Check(fn(&mut G) -> &mut bool),
    /// One of several words. The function changes the game value to the word with a given index.
    Combo(&'static [&'static str], fn(&mut G, usize)),
}

impl<G> GameOption<G> {
    /// Creates a check option, which is on or off. `field` returns the field of the game value that holds the setting.
    pub const fn check(name: &'static str, field: fn(&mut G) -> &mut bool) -> Self {
        Self { name, setter: Setter::Check(field), of_rules: false }
    }

    /// Creates a combo option, one of several words. The first of `words` is the default, so it must describe the game
    /// value before the option is set. `choose` changes the game value to the word with a given index.
    pub const fn combo(
        name: &'static str,
        words: &'static [&'static str],
        choose: fn(&mut G, usize),
    ) -> Self {
        Self { name, setter: Setter::Combo(words, choose), of_rules: false }
    }

    /// Marks the option as a rule: it changes which moves are legal, how a game ends, or how positions and
    /// moves are written.
    #[must_use]
    pub const fn of_rules(self) -> Self {
        Self { name: self.name, setter: self.setter, of_rules: true }
    }
}

impl<G: Clone> GameOption<G> {
    /// Returns the description of the option. The default of a check option is its value in `game`. The default of a
    /// combo option is always its first word.
    pub(super) fn spec(&self, game: &G) -> OptionSpec {
        let spec = match self.setter {
            Setter::Check(field) => OptionSpec::check(self.name, *field(&mut game.clone())),
            Setter::Combo(words, _) => OptionSpec::combo(self.name, words.iter().copied()),
        };
        if self.of_rules { spec.of_rules() } else { spec }
    }
}

/// Sets the option called `name`, one of `options`, in a game value. Names and words are case-sensitive.
///
/// # Errors
///
/// Returns an error if there is no such option, the value has the wrong kind, or a combo option has no such word.
pub(super) fn set<G>(
    options: &[GameOption<G>],
    game: &mut G,
    name: &str,
    value: &OptionValue,
) -> Result<(), OptionError> {
    let unknown = || OptionError::unknown(name);
    let option = options.iter().find(|option| option.name == name).ok_or_else(unknown)?;
    match (&option.setter, value) {
        (Setter::Check(field), OptionValue::Check(on)) => *field(game) = *on,
        (Setter::Combo(words, choose), OptionValue::Text(text)) => {
            choose(game, words.iter().position(|word| word == text).ok_or_else(unknown)?);
        }
        _ => return Err(unknown()),
    }
    Ok(())
}
