//! Parses the choice of a match's openings: `random:PLIES`, or a file with the order and length of its openings.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use plywright::shorten;

use crate::settings::{SettingError, settings};

const RANDOM: &str = "random:";
const MAX_RANDOM_PLIES: usize = 1000;

/// Number of random moves of an opening: a fixed number (`random:4`) or a range (`random:2-10`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomPlies {
    /// Minimum number of moves.
    pub min: usize,
    /// Maximum number of moves.
    pub max: usize,
}

impl FromStr for RandomPlies {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let plies = text.strip_prefix(RANDOM).unwrap_or_default();
        let (min, max) = plies.split_once('-').unwrap_or((plies, plies));
        let count = |text: &str| text.parse().ok().filter(|plies| *plies <= MAX_RANDOM_PLIES);
        match (count(min), count(max)) {
            (Some(min), Some(max)) if min <= max => Ok(Self { min, max }),
            _ => Err(SettingError(format!(
                "'{}' is not understood, expected random:PLIES or random:MIN-MAX, whole numbers from 0 to \
                 {MAX_RANDOM_PLIES}",
                shorten(text)
            ))),
        }
    }
}

impl fmt::Display for RandomPlies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{RANDOM}{}", self.min)?;
        if self.min == self.max { Ok(()) } else { write!(f, "-{}", self.max) }
    }
}

/// Source of the openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningChoice {
    /// Random moves.
    Random(RandomPlies),
    /// Openings from a file.
    File {
        /// Path of the file.
        path: PathBuf,
        /// Whether the openings are shuffled, by the seed of the match.
        is_shuffled: bool,
        /// Number of the opening that the first round uses, from 1, after filtering and shuffling. A number past the
        /// last opening wraps around, and 0 counts as 1.
        start: usize,
        /// Maximum number of moves of each opening.
        plies: usize,
    },
}

impl FromStr for OpeningChoice {
    type Err = SettingError;

    /// Parses `random:PLIES`, `random:MIN-MAX`, a file name, or `file=NAME order=random|sequential start=N plies=N
    /// format=epd|pgn`. A wrong format is an error, but a right one has no effect.
    fn from_str(text: &str) -> Result<Self, SettingError> {
        if text.starts_with(RANDOM) {
            return text.parse().map(Self::Random);
        }
        let (mut path, mut is_shuffled, mut start, mut plies) = (PathBuf::from(text), false, 1, usize::MAX);
        if text.contains("file=") {
            for setting in settings(text)? {
                match (setting.name.as_str(), setting.value.as_str()) {
                    ("file", file) => path = PathBuf::from(file),
                    ("order", "random") => is_shuffled = true,
                    ("order", "sequential") => is_shuffled = false,
                    ("order", _) => return Err(setting.wrong("random or sequential")),
                    ("start", _) => start = setting.count()?,
                    ("plies", _) => plies = setting.count()?,
                    // The format has no effect, because the first bytes of the file show it.
                    ("format", "epd" | "pgn") => {}
                    ("format", _) => return Err(setting.wrong("epd or pgn")),
                    _ => return Err(setting.unknown("file, order, start, plies, format")),
                }
            }
        }
        Ok(Self::File { path, is_shuffled, start, plies })
    }
}

impl fmt::Display for OpeningChoice {
    /// Writes `random:PLIES`, `random:MIN-MAX`, or the file's name. Leaves out its directory and all other settings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(plies) => plies.fmt(f),
            Self::File { path, .. } => {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                f.write_str(&shorten(&name.unwrap_or_default()))
            }
        }
    }
}
