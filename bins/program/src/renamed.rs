//! Options whose names have changed since the last release. Old names still work and print a note.

use std::ffi::OsString;

use crate::console::say;

/// Renamed options: the command, the old name, and the words that replace it. If the last of these words ends
/// with `=`, the option's value is appended to it. Otherwise the value follows as a word of its own.
const RENAMED: [(&str, &str, &str); 14] = [
    ("bench", "--record", "--out"),
    ("match", "--patience", "--timeout"),
    ("match", "--record", "--out"),
    ("match", "--resume", "--out"),
    ("replay", "--svg", "--out"),
    ("selfplay", "--eval-file", "--option EvalFile="),
    ("selfplay", "--jobs", "--concurrency"),
    ("selfplay", "--longest", "--max-plies"),
    ("solve", "--info", "--info --tables"),
    ("solve", "--verify", "--verify --tables"),
    ("train", "--jobs", "--threads"),
    ("train", "--rate", "--learning-rate"),
    ("tune", "--output", "--out"),
    ("tune", "--pairs", "--rounds"),
];
/// Former options of `selfplay` for the minimum and maximum number of random moves, with their defaults.
const OPENING_BOUNDS: [(&str, &str); 2] = [("--opening-least", "2"), ("--opening-most", "10")];

/// Replaces old names of options in a command line. The first word is the program, the second the command.
pub fn current_words(mut words: Vec<OsString>) -> Vec<OsString> {
    let command = words.get(1).cloned().unwrap_or_default();
    for (_, old, new) in RENAMED.iter().filter(|(of, ..)| command == *of) {
        while let Some((place, value)) = take(&mut words, old) {
            note(old, new);
            let mut added: Vec<OsString> = new.split(' ').map(OsString::from).collect();
            match added.last_mut() {
                Some(last) if new.ends_with('=') => last.push(value),
                _ => added.push(value),
            }
            words.splice(place..place, added);
        }
    }
    if command == "selfplay" {
        let bounds = OPENING_BOUNDS.map(|(old, _)| take(&mut words, old).map(|(_, value)| value));
        if bounds.iter().any(Option::is_some) {
            note("--opening-least and --opening-most", "--openings random:MIN-MAX");
            let [least, most] =
                [0, 1].map(|end: usize| bounds[end].clone().unwrap_or_else(|| OPENING_BOUNDS[end].1.into()));
            let random = [OsString::from("random:"), least, "-".into(), most].into_iter().collect();
            words.extend(["--openings".into(), random]);
        }
    }
    words
}

fn note(old: &str, new: &str) {
    say(format_args!("note: use {new} in place of {old}, which the next release drops"));
}

/// Removes the first `OPTION=VALUE` or `OPTION VALUE` from a command line. Returns its index in `words` and
/// the value, or `None` if `words` lack the option or its value.
fn take(words: &mut Vec<OsString>, option: &str) -> Option<(usize, OsString)> {
    let joined = |word: &OsString| Some(word.to_str()?.strip_prefix(option)?.strip_prefix('=')?.into());
    for place in 2..words.len() {
        if let Some(value) = joined(&words[place]) {
            words.remove(place);
            return Some((place, value));
        }
        let is_value = |word: &OsString| !word.to_str().is_some_and(|word| word.starts_with("--"));
        if words[place] == option && words.get(place + 1).is_some_and(is_value) {
            words.remove(place);
            return Some((place, words.remove(place)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_become_new_ones() {
        for (old, new) in [
            ("match --record=a --rounds 2", "match --out a --rounds 2"),
            ("match --resume a", "match --out a"),
            ("solve --verify tables --threads 2", "solve --verify --tables tables --threads 2"),
            ("solve --verify --tables tables", "solve --verify --tables tables"),
            ("selfplay --jobs 2 --eval-file a.net", "selfplay --concurrency 2 --option EvalFile=a.net"),
            ("selfplay --opening-most 8 --out a", "selfplay --out a --openings random:2-8"),
            ("train --jobs 2 --rate 0.1", "train --threads 2 --learning-rate 0.1"),
            ("play --record a", "play --record a"),
            ("tune --output", "tune --output"),
            ("", ""),
        ] {
            let words =
                |text: &str| format!("plywright {text}").split_whitespace().map(OsString::from).collect();
            let expected: Vec<OsString> = words(new);
            assert_eq!(current_words(words(old)), expected, "{old}");
        }
    }
}
