//! Opens the engine's opening tree, and checks that it is for the engine's rules.
//!
//! Two sets of rules are equal if the same options differ from their defaults and have the same values. An option that
//! was set to its default therefore counts as not set.

use std::path::Path;

use super::opening_tree::OpeningTree;
use super::option_table::OPENING_TREE_OPTION;
use crate::game::{OptionError, OptionSpec, OptionValue};
use crate::text::shorten;

/// The opening tree of an engine, and whether it fits the engine's rules.
pub(super) struct Opening {
    tree: OpeningTree,
    /// Reason why the tree does not fit the engine's rules; `None` if it does.
    pub(super) misfit: Option<String>,
}

impl Opening {
    /// Opens the opening tree in a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is not an opening tree, or holds a tree for a game other
    /// than `game`.
    pub(super) fn open(game: &str, path: &Path) -> Result<Self, OptionError> {
        let refused = |reason: &str| OptionError::File {
            name: OPENING_TREE_OPTION.to_owned(),
            reason: format!("'{}': {reason}", shorten(&path.to_string_lossy())),
        };
        let tree = OpeningTree::open(path).map_err(|error| refused(&error.to_string()))?;
        let [found, ..] = &tree.rules;
        if !found.is_empty() && found != game {
            return Err(refused(&format!("the opening tree is of {}, expected {game}", shorten(found))));
        }
        Ok(Self { tree, misfit: None })
    }

    /// Returns the tree if it is for the engine's rules.
    pub(super) fn fitting(&self) -> Option<&OpeningTree> {
        self.misfit.is_none().then_some(&self.tree)
    }

    /// Sets [`Opening::misfit`] if the tree is for other rules than the engine's, and clears it otherwise. `is_variant`
    /// must accept the tree's variant, and the tree's options must equal `values`. A tree that names no variant is for
    /// `default_variant`; one that names no game is for all rules. A mismatch is not an error, because a client may set
    /// the rules after the tree.
    pub(super) fn fit(
        &mut self,
        default_variant: &str,
        is_variant: &dyn Fn(&str) -> bool,
        specs: &[OptionSpec],
        values: &[(String, String)],
    ) {
        let [game, variant, options] = &self.tree.rules;
        let variant = if variant.is_empty() { default_variant } else { variant };
        let of_tree = changed_rules(specs, options.split(',').filter_map(|option| option.split_once('=')));
        let of_engine =
            changed_rules(specs, values.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        let fits = game.is_empty() || (is_variant(variant) && of_engine == of_tree);
        let found = shorten(format!("{variant} {options}").trim());
        self.misfit = (!fits).then(|| format!("the opening tree is not used: its rules are '{found}'"));
    }
}

/// Returns the names and values of the rules that differ from the defaults in `specs`, sorted by name. `set` yields the
/// rules that were set, as texts; if a rule is set twice, the last value counts. A returned value is `None` if the rule
/// is unknown or its text is invalid.
fn changed_rules<'a>(
    specs: &[OptionSpec],
    set: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<(String, Option<OptionValue>)> {
    let mut changed: Vec<(String, Option<OptionValue>)> = Vec::new();
    for (name, value) in set {
        let spec = specs.iter().find(|spec| spec.is_called(name));
        if spec.is_some_and(|spec| !spec.of_rules) {
            continue;
        }
        let name = spec.map_or(name, |spec| spec.name).to_owned();
        let value = spec.and_then(|spec| spec.parse(value).ok());
        changed.retain(|(known, _)| *known != name);
        if spec.is_none_or(|spec| value != Some(spec.kind.default_value())) {
            changed.push((name, value));
        }
    }
    changed.sort_by(|(name, _), (other, _)| name.cmp(other));
    changed
}
