//! Compares the rules that a record's tags name with rules given from outside, for example on the command line.

use plywright::engine::DynGame;
use plywright::shorten;
use thiserror::Error;

use super::GameRecord;

/// Names that other programs give to variants: the game, the name in lower case, and this program's name.
const NAMES: [(&str, &str, &str); 19] = [
    ("chess", "standard", "chess"),
    ("chess", "normal", "chess"),
    ("chess", "from position", "chess"),
    ("chess", "fischerandom", "chess960"),
    ("chess", "fischerrandom", "chess960"),
    ("chess", "fischer random", "chess960"),
    ("mill", "nine men's morris", "nine-mens-morris"),
    ("mill", "twelve men's morris", "twelve-mens-morris"),
    ("mill", "morabaraba", "morabaraba"),
    ("mill", "dooz", "dooz"),
    ("mill", "lasker morris", "lasker-morris"),
    ("mill", "russian mill", "one-time-mill"),
    ("mill", "cham gonu", "cham-gonu"),
    ("mill", "zhi qi", "zhi-qi"),
    ("mill", "cheng san qi", "cheng-san-qi"),
    ("mill", "da san qi", "da-san-qi"),
    ("mill", "mul-mulan", "mul-mulan"),
    ("mill", "nerenchi", "nerenchi"),
    ("mill", "el filja", "el-filja"),
];

/// Rules for records that do not name theirs, for example from the command line. A record that names other rules is
/// refused. A value that is `None` or missing allows any rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct GivenRules<'a> {
    /// Name of the game.
    pub game: Option<&'a str>,
    /// Name of the variant.
    pub variant: Option<&'a str>,
    /// Names and values of the options that change the rules.
    pub options: &'a [(String, String)],
}

/// Error about a record whose tags contradict [`GivenRules`].
#[derive(Debug, Error)]
#[error("it records {found}, not {given}")]
pub struct OtherRules {
    /// The option of the command line that names the rules: `game`, `variant` or `option`.
    pub option: &'static str,
    /// What the record names, in the words of the message, such as `the variant x`.
    pub found: String,
    /// The given rules that contradict the record, in the words of the message.
    pub given: String,
}

/// Returns this program's name of a variant that other programs call `variant`. Returns any other name unchanged.
pub fn own_variant<'a>(game: &str, variant: &'a str) -> &'a str {
    let is_it = |(of, known, _): &&(&str, &str, &str)| {
        game.eq_ignore_ascii_case(of) && variant.eq_ignore_ascii_case(known)
    };
    NAMES.iter().find(is_it).map_or(variant, |(.., name)| *name)
}

impl GameRecord {
    /// Adds tags for given rules that the record does not name. Also replaces another program's name of the variant and
    /// splits turns; see [`GameRecord::split_turns`].
    ///
    /// # Errors
    /// Returns an error if the record names other rules. Some tags may then have been added already.
    pub fn take_rules(&mut self, given: GivenRules) -> Result<(), OtherRules> {
        self.take_tag("game", "Game", given.game)?;
        self.rename_variant();
        if let Some(game) = self.tags.get("Game").map(str::to_owned) {
            self.split_turns(&game);
        }
        self.take_tag("variant", "Variant", given.variant)?;
        let mut added = self.tags.get("Options").unwrap_or_default().to_owned();
        for (name, value) in given.options {
            let own = self.rules().into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            let Some((known, found)) = own else {
                let comma = if added.is_empty() { "" } else { "," };
                added = format!("{added}{comma}{name}={value}");
                continue;
            };
            if !found.eq_ignore_ascii_case(value) {
                let found = format!("the option {}", shorten(&format!("{known}={found}")));
                return Err(OtherRules { option: "option", found, given: format!("{name}={value}") });
            }
        }
        if !added.is_empty() {
            self.tags.set("Options", added);
        }
        Ok(())
    }

    /// Adds a tag with the given value. A tag that the record already has must have this value, except for case.
    /// `option` names the option of the command line that gives the value.
    fn take_tag(&mut self, option: &'static str, tag: &str, given: Option<&str>) -> Result<(), OtherRules> {
        let Some(given) = given else { return Ok(()) };
        let Some(found) = self.tags.get(tag) else {
            self.tags.push(tag, given);
            return Ok(());
        };
        if found.eq_ignore_ascii_case(given) {
            return Ok(());
        }
        let (found, given) = (shorten(found), shorten(given));
        let [found, given] = if option == "game" {
            [format!("a game of {found}"), format!("of {given}")]
        } else {
            [format!("the variant {found}"), given]
        };
        Err(OtherRules { option, found, given })
    }

    /// Replaces a name that another program gave the variant; see [`own_variant`].
    pub(super) fn rename_variant(&mut self) {
        if let (Some(game), Some(found)) = (self.tags.get("Game"), self.tags.get("Variant")) {
            let own = own_variant(game, found).to_owned();
            self.tags.set("Variant", own);
        }
    }

    /// Adds the tags `Game` and `Variant` if they are missing. If options of `game` are set, does the same for
    /// `Options`.
    pub fn name_rules(&mut self, game: &dyn DynGame) {
        if self.tags.get("Game").is_none() {
            self.tags.push("Game", game.facts().game);
        }
        if self.tags.get("Variant").is_none() {
            self.tags.push("Variant", game.facts().variant.clone());
        }
        if self.tags.get("Options").is_none() {
            self.tags.push_rules(&game.facts().options);
        }
    }

    /// Checks that the rules that the record names are the rules of `game`. `options` are the names and values of the
    /// options that were set to get these rules; all other options have their defaults.
    ///
    /// # Errors
    /// Returns an error if the record names other rules.
    pub fn check_rules(&self, game: &dyn DynGame, options: &[(String, String)]) -> Result<(), OtherRules> {
        let mut all = options.to_vec();
        let rules = game.options();
        for (name, _) in self.rules() {
            let is_set = options.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
            let rule = rules.iter().find(|rule| rule.is_called(name)).filter(|_| !is_set);
            all.extend(rule.map(|rule| (name.to_owned(), rule.kind.default_value().to_string())));
        }
        let variant = self.tags.get("Variant").map(|_| game.facts().variant.as_str());
        let given = GivenRules { game: Some(game.facts().game), variant, options: &all };
        Self { tags: self.tags.clone(), ..Self::default() }.take_rules(given)
    }
}
