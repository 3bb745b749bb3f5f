//! Openings of a match: random moves, or positions and lines of moves from a file.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use plywright::engine::{DynEngine, Go, Outcome, Setup, SetupError};
use plywright::search::Rng;
use plywright::{Key, shorten};
use thiserror::Error;

use crate::files::LocatedError;
use crate::record::{EngineScore, RecordReader};
use crate::settings::{SettingError, settings};

/// Maximum number of attempts at a random opening that leaves the game open and, if required, balanced.
const ATTEMPTS: u64 = 1000;
/// Nodes of the search that checks whether an opening is balanced.
const BALANCE_NODES: u64 = 20_000;
/// Begins the setting of random openings.
const RANDOM: &str = "random:";
const MAX_RANDOM_PLIES: usize = 1000;
/// Stands for the starting position in a file of openings.
const START: &str = "startpos";

/// Number of random moves of an opening: `random:4`, or between two bounds, `random:2-10`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomPlies {
    /// Minimum number.
    pub least: usize,
    /// Maximum number.
    pub most: usize,
}

impl FromStr for RandomPlies {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let plies = text.strip_prefix(RANDOM).unwrap_or_default();
        let (least, most) = plies.split_once('-').unwrap_or((plies, plies));
        let count = |text: &str| text.parse().ok().filter(|plies| *plies <= MAX_RANDOM_PLIES);
        match (count(least), count(most)) {
            (Some(least), Some(most)) if least <= most => Ok(Self { least, most }),
            _ => Err(SettingError(format!(
                "'{}' is not understood, expected random:PLIES or random:LEAST-MOST, whole numbers from 0 to \
                 {MAX_RANDOM_PLIES}",
                shorten(text)
            ))),
        }
    }
}

impl fmt::Display for RandomPlies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{RANDOM}{}", self.least)?;
        if self.least == self.most { Ok(()) } else { write!(f, "-{}", self.most) }
    }
}

/// Source of the openings, as given on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningChoice {
    /// Random moves.
    Random(RandomPlies),
    /// Openings from a file.
    File {
        /// The file.
        path: PathBuf,
        /// Whether the openings are shuffled.
        is_shuffled: bool,
        /// Number of the first opening used, from 1.
        start: usize,
        /// Maximum number of moves of each opening.
        plies: usize,
    },
}

impl FromStr for OpeningChoice {
    type Err = SettingError;

    /// Parses `random:PLIES`, `random:LEAST-MOST`, a file name, or `file=NAME order=random|sequential start=N plies=N`.
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
                    // The format is detected from the file's first bytes.
                    ("format", "epd" | "pgn") => {}
                    ("format", _) => return Err(setting.wrong("epd or pgn")),
                    _ => return Err(setting.unknown("file, order, start, plies, format")),
                }
            }
        }
        Ok(Self::File { path, is_shuffled, start, plies })
    }
}

/// An opening: a position and moves from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position.
    pub setup: Setup,
    /// Moves played from the position.
    pub moves: Vec<String>,
}

/// Reason why no opening is available.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read, is malformed or has no usable opening.
    #[error(transparent)]
    File(#[from] LocatedError),
    /// Random openings end the game or are not balanced.
    #[error(
        "every opening {0} that was tried ends the game or is not balanced, expected fewer moves or a wider \
         balance"
    )]
    Random(RandomPlies),
}

/// The openings of a match.
#[derive(Clone, Debug)]
pub struct Openings {
    source: Source,
    /// Maximum absolute score of an opening; `None` for any score.
    balance: Option<i32>,
    seed: u64,
}

#[derive(Clone, Debug)]
enum Source {
    Random(RandomPlies),
    List(Vec<Opening>),
}

impl Openings {
    /// Prepares the openings. Reads the file, if any, and drops openings that end the game or are not
    /// balanced. `engine` plays by the rules of the match.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, contains anything but openings of this game, or has no
    /// usable opening.
    pub fn new(
        choice: &OpeningChoice,
        balance: Option<i32>,
        seed: u64,
        engine: &mut dyn DynEngine,
    ) -> Result<Self, OpeningError> {
        let source = match choice {
            OpeningChoice::Random(plies) => Source::Random(*plies),
            OpeningChoice::File { path, is_shuffled, start, plies } => {
                let mut list = read_file(path, *plies, engine)?;
                if let Some(balance) = balance {
                    list.retain(|opening| set_up(engine, opening).is_ok() && is_balanced(engine, balance));
                }
                if *is_shuffled {
                    let mut rng = Rng::new(Key::mix(seed).0);
                    (1..list.len()).rev().for_each(|last| list.swap(last, rng.below(last + 1)));
                }
                if list.is_empty() {
                    let error =
                        "it has no opening after which the game is still on, and as balanced as asked for";
                    return Err(LocatedError::new(path, error).into());
                }
                let first = start.saturating_sub(1) % list.len();
                list.rotate_left(first);
                Source::List(list)
            }
        };
        Ok(Self { source, balance, seed })
    }

    /// Hash of the openings from a file; `None` for random openings.
    pub fn content(&self) -> Option<Key> {
        let Source::List(list) = &self.source else { return None };
        let texts = list.iter().map(|Opening { setup, moves }| {
            let position = match setup {
                Setup::Start => START,
                Setup::Text(text) | Setup::Named(text) => text,
            };
            (position, moves.join(" "))
        });
        Some(Key::of(&texts.collect::<Vec<_>>()))
    }

    /// Returns the opening with this number, the same in every run. `engine` plays by the rules of the match
    /// and searches.
    ///
    /// # Errors
    /// Returns an error if no attempt at a random opening leaves the game open and balanced.
    pub fn get(&self, number: usize, engine: &mut dyn DynEngine) -> Result<Opening, OpeningError> {
        match &self.source {
            Source::List(list) => Ok(list[number % list.len()].clone()),
            Source::Random(plies) => (0..ATTEMPTS)
                .find_map(|attempt| self.random(*plies, number, attempt, engine))
                .ok_or(OpeningError::Random(*plies)),
        }
    }

    /// Makes a random opening. Returns `None` if it ends the game or is not balanced.
    fn random(
        &self,
        RandomPlies { least, most }: RandomPlies,
        number: usize,
        attempt: u64,
        engine: &mut dyn DynEngine,
    ) -> Option<Opening> {
        let mut rng = Rng::new(Key::mix(Key::mix(self.seed).0 ^ (number as u64) << 20 ^ attempt).0);
        // A fixed length takes no random number, as in matches that began before lengths could vary.
        let length = if least < most { least + rng.below(most - least + 1) } else { least };
        let moves = random_moves(engine, length, &mut rng).ok()?;
        let is_open = engine.outcome() == Outcome::Open;
        let is_usable = is_open && self.balance.is_none_or(|balance| is_balanced(engine, balance));
        is_usable.then_some(Opening { setup: Setup::Start, moves })
    }
}

/// Plays `plies` random moves from the start of a game, fewer if the game ends before.
///
/// # Errors
/// Returns an error if the engine rejects one of its own legal moves.
pub fn random_moves(
    engine: &mut dyn DynEngine,
    plies: usize,
    rng: &mut Rng,
) -> Result<Vec<String>, SetupError> {
    engine.set_position(&Setup::Start, &[])?;
    let mut moves = Vec::with_capacity(plies);
    while moves.len() < plies && engine.outcome() == Outcome::Open {
        let Some(text) = engine.random_move(rng) else { break };
        engine.play(&[&text])?;
        moves.push(text);
    }
    Ok(moves)
}

/// Sets the engine to the position after an opening.
pub(crate) fn set_up(engine: &mut dyn DynEngine, opening: &Opening) -> Result<(), SetupError> {
    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    engine.set_position(&opening.setup, &moves).map(drop)
}

/// Whether the absolute score of a short search is at most `balance`.
fn is_balanced(engine: &dyn DynEngine, balance: i32) -> bool {
    let go = Go { nodes: Some(BALANCE_NODES), ..Go::default() };
    engine
        .search(&go)
        .answer()
        .1
        .is_some_and(|line| EngineScore::of(engine, line.score).number().abs() <= balance)
}

/// Reads a file of openings: either game records, or lines with a position, moves, or both.
fn read_file(path: &Path, plies: usize, engine: &mut dyn DynEngine) -> Result<Vec<Opening>, LocatedError> {
    let wrong = |error| LocatedError::new(path, error);
    let mut file = BufReader::new(File::open(path).map_err(wrong)?);
    let is_records = file.fill_buf().map_err(wrong)?.trim_ascii_start().starts_with(b"[");
    let mut openings = Vec::new();
    let mut add = |unit: &str, index: usize, mut opening: Opening| {
        opening.moves.truncate(plies);
        let place = || format!("{unit} {}", index + 1);
        set_up(engine, &opening).map_err(|error| LocatedError::new(path, error).at(place()))?;
        if engine.outcome() == Outcome::Open {
            openings.push(opening);
        }
        Ok::<_, LocatedError>(())
    };
    if is_records {
        for (index, record) in RecordReader::new(file).enumerate() {
            let record = record.map_err(|error| error.in_file(path))?;
            let setup = record.setup();
            // Without opening marks, the whole record is the opening, except its last move, which may have
            // ended the game.
            let book = record.plies.iter().take_while(|ply| ply.note.is_book).count();
            let length = if book > 0 { book } else { record.plies.len().saturating_sub(1) };
            let moves = record.plies.into_iter().take(length).map(|ply| ply.text).collect();
            add("game", index, Opening { setup, moves })?;
        }
    } else {
        for (index, line) in file.lines().enumerate() {
            let line = line.map_err(wrong)?;
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                add("line", index, parse_opening(line))?;
            }
        }
    }
    Ok(openings)
}

/// Parses `POSITION [moves M ...]` or `moves M ...`, where POSITION is `startpos` or a position text.
fn parse_opening(line: &str) -> Opening {
    let (position, moves) = match line.split_once(" moves ") {
        Some((position, moves)) => (position.trim(), moves),
        None => line.strip_prefix("moves ").map_or((line, ""), |moves| (START, moves)),
    };
    let is_start = position.eq_ignore_ascii_case(START);
    let setup = if is_start { Setup::Start } else { Setup::Text(position.to_owned()) };
    Opening { setup, moves: moves.split_whitespace().map(str::to_owned).collect() }
}

impl fmt::Display for OpeningChoice {
    /// Writes the setting that selects these openings, without directories.
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
