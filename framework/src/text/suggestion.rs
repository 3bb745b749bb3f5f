//! Suggestions for mistyped names.

/// Maximum length of a word that is compared; longer words are not mistyped names.
const MAX_LENGTH: usize = 60;

/// The known name closest to `found`, in any case; `None` where none is close. A name is close if at most a third
/// of the letters of `found` have to be changed.
///
/// ```
/// use plywright::closest;
/// assert_eq!(closest("Alphbeta", ["mcts", "alpha-beta"]), Some("alpha-beta"));
/// assert_eq!(closest("xyz", ["mcts", "alpha-beta"]), None);
/// ```
pub fn closest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found = found.trim().to_lowercase();
    let length = found.chars().count();
    if length > MAX_LENGTH {
        return None;
    }
    let distance = |name: &str| strsim::damerau_levenshtein(&found, &name.to_lowercase());
    let ranked = known.into_iter().map(|name| (distance(name), name));
    ranked
        .filter(|(distance, _)| *distance <= length.div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The end of an error message: `; did you mean 'NAME'?` with the closest known name, or nothing.
pub fn did_you_mean<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    closest(found, known).map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
}
