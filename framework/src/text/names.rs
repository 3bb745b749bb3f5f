//! Helpers for error messages about texts from outside: they shorten a long text, and suggest the known name that a
//! misspelt one probably means.

/// Shortens input for an error message: a text of more than 60 characters is cut after the 60th, followed by
/// `...`.
pub fn shorten(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    if text.chars().count() <= MAX_CHARS {
        text.to_owned()
    } else {
        text.chars().take(MAX_CHARS).chain("...".chars()).collect()
    }
}

/// Returns the name in `known` with the smallest Damerau-Levenshtein distance to `found`; the first one if several are
/// equally close. Case, and white space around `found`, are ignored. Returns `None` if this distance exceeds a third of
/// the length of `found`, rounded up, or if `found` has more than 60 characters.
///
/// ```
/// use plywright::closest;
/// assert_eq!(closest("Alphbeta", ["mcts", "alpha-beta"]), Some("alpha-beta"));
/// assert_eq!(closest("xyz", ["mcts", "alpha-beta"]), None);
/// ```
pub fn closest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Maximum length of `found` in characters. The time of a comparison grows with the product of the two lengths.
    const MAX_LENGTH: usize = 60;
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

/// Returns the end of an error message, `; did you mean 'NAME'?`, with the name that [`closest`] finds; empty if no
/// name is close.
pub fn did_you_mean<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    closest(found, known).map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
}
