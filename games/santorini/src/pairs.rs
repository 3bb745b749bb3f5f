//! Which gods may meet.

use std::sync::LazyLock;

use crate::gods::God;

/// Pairs that the published game forbids, in either order.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("hades", &["pan", "asteria", "nike"]),
    ("aphrodite", &["urania"]),
    ("harpies", &["hermes"]),
    ("nemesis", &["aphrodite", "bia", "clio", "graeae", "medusa"]),
];
/// Two of them could build and remove the same block for ever.
const ENDLESS: &[(&str, &[&str])] = &[("ares", &["ares"])];
/// These dome what is no complete tower, and a position does not tell such a dome from a complete tower's.
const BLIND: &[(&str, &[&str])] = &[("chronus", &["atlas", "selene", "asteria", "polyphemus"])];

/// Why two gods may not meet, if so.
///
/// # Errors
/// When they may not: what is expected instead, and why.
pub(crate) fn check(gods: [God; 2]) -> Result<(), String> {
    let [first, second] = gods.map(God::name);
    let has = |list: &[(&str, &[&str])]| {
        list.iter().any(|(one, others)| {
            *one == first && others.contains(&second) || *one == second && others.contains(&first)
        })
    };
    let reason = if has(FORBIDDEN) {
        "the published game forbids this pair"
    } else if has(ENDLESS) {
        "they could build and remove the same block for ever"
    } else if has(BLIND) {
        "chronus counts complete towers, and the other god's domes cannot be told from theirs"
    } else {
        return Ok(());
    };
    Err(format!("two gods that may meet: {reason}"))
}

/// The name of a pair: the gods' names joined by a hyphen, and `mortal` for two mortals.
pub(crate) fn name(gods: [God; 2]) -> &'static str {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let pairs = God::ALL.iter().flat_map(|first| God::ALL.iter().map(move |second| [*first, *second]));
        pairs.map(|gods| gods.map(God::name).join("-")).collect()
    });
    match gods {
        [God::Mortal, God::Mortal] => "mortal",
        [first, second] => &NAMES[first as usize * God::ALL.len() + second as usize],
    }
}

/// The two gods of that name, in lower case; a god alone meets mortals.
pub(crate) fn find(name: &str) -> Option<[God; 2]> {
    let (first, second) = name.split_once('-').unwrap_or((name, God::Mortal.name()));
    God::find(first).zip(God::find(second)).map(|(first, second)| [first, second])
}
