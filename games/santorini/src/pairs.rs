//! Pairs of gods: which are allowed, and their names.

use std::fmt;
use std::sync::LazyLock;

use crate::cards::God;

/// Why a pair of gods is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The published game forbids it.
    Published,
    /// The two could build and remove the same block for ever.
    Endless,
    /// Chronus counts complete towers, and a position does not show which domes are theirs.
    UnknownTowers,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Published => "the published game forbids this pair",
            Self::Endless => "they could build and remove the same block for ever",
            Self::UnknownTowers => {
                "chronus counts complete towers, and the other god's domes cannot be told from theirs"
            }
        })
    }
}

/// The pairs that are not allowed, in either order.
const REFUSED: &[(God, &[God], Refusal)] = &[
    (God::Hades, &[God::Pan, God::Asteria, God::Nike], Refusal::Published),
    (God::Aphrodite, &[God::Urania], Refusal::Published),
    (God::Harpies, &[God::Hermes], Refusal::Published),
    (God::Nemesis, &[God::Aphrodite, God::Bia, God::Clio, God::Graeae, God::Medusa], Refusal::Published),
    (God::Ares, &[God::Ares], Refusal::Endless),
    (God::Chronus, &[God::Atlas, God::Selene, God::Asteria, God::Polyphemus], Refusal::UnknownTowers),
];

/// Checks whether a pair of gods is allowed.
///
/// # Errors
///
/// Returns the reason if it is not.
pub(crate) fn check(gods: [God; 2]) -> Result<(), Refusal> {
    let [first, second] = gods;
    let is_refused = |(one, others, _): &&(God, &[God], Refusal)| {
        *one == first && others.contains(&second) || *one == second && others.contains(&first)
    };
    REFUSED.iter().find(is_refused).map_or(Ok(()), |(.., reason)| Err(*reason))
}

/// Returns the name of a pair: both names joined by a hyphen, or `mortal` for two mortals.
pub(crate) fn name(gods: [God; 2]) -> &'static str {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let pairs = God::ALL.iter().flat_map(|first| God::ALL.iter().map(move |second| [*first, *second]));
        pairs.map(|gods| gods.map(God::name).join("-")).collect()
    });
    match gods {
        [God::Mortal, God::Mortal] => God::Mortal.name(),
        [first, second] => &NAMES[first as usize * God::ALL.len() + second as usize],
    }
}

/// Finds a pair by its name in lower case. The name of one god means that god against mortals.
pub(crate) fn find(name: &str) -> Option<[God; 2]> {
    let (first, second) = name.split_once('-').unwrap_or((name, God::Mortal.name()));
    God::find(first).zip(God::find(second)).map(|(first, second)| [first, second])
}
