//! Where the games of a match begin: random moves, or positions and lines of moves from a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use plywright::engine::{DynEngine, Go, Outcome, Setup, SetupError, TaskEvent};
use plywright::search::Rng;
use plywright::{Key, shorten};
use thiserror::Error;

use crate::analysis::start_of;
use crate::player::score_of;
use crate::record::{RecordError, RecordReader};
use crate::settings::{Setting, SettingError, settings};

/// Attempts to find a random opening after which the game is still on and, if asked for, balanced.
const ATTEMPTS: u64 = 1000;
/// Nodes of the search that says whether an opening is balanced.
const BALANCE_NODES: u64 = 20_000;
/// What stands for the start of a game in a file of openings.
const START: &str = "startpos";

/// How openings are chosen, as a command line says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningChoice {
    /// Random moves.
    Random {
        /// How many.
        plies: usize,
    },
    /// Out of a file.
    File {
        /// The file.
        path: PathBuf,
        /// Whether they are shuffled.
        is_shuffled: bool,
        /// The first one that is used, from 1.
        start: usize,
        /// Moves of a line that are played at the most.
        plies: usize,
    },
}

impl FromStr for OpeningChoice {
    type Err = SettingError;

    /// Reads `random:PLIES`, the name of a file, or `file=NAME order=random|sequential start=N plies=N`.
    fn from_str(text: &str) -> Result<Self, SettingError> {
        if let Some(plies) = text.strip_prefix("random:") {
            let setting = Setting { name: "random".to_owned(), value: plies.to_owned() };
            return Ok(Self::Random { plies: setting.count()? });
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
                    // Which of the two it is shows at its beginning.
                    ("format", "epd" | "pgn") => {}
                    ("format", _) => return Err(setting.wrong("epd or pgn")),
                    _ => return Err(setting.unknown("file, order, start, plies, format")),
                }
            }
        }
        Ok(Self::File { path, is_shuffled, start, plies })
    }
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position.
    pub setup: Setup,
    /// The moves that are played from there.
    pub moves: Vec<String>,
}

/// Why there is no opening.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("cannot read openings from {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// A record in the file is broken.
    #[error("{}, {error}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: RecordError,
    },
    /// A line of the file is not an opening of this game.
    #[error("{}, line {line}: {error}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: SetupError,
    },
    /// A record in the file is not a game by these rules.
    #[error("{}, game {number}: {error}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The record's number, from 1.
        number: usize,
        /// What is wrong.
        error: SetupError,
    },
    /// The file has no opening in which the game is still on and, if asked for, balanced.
    #[error("{} has no opening after which the game is still on, and as balanced as asked for", .0.display())]
    Empty(PathBuf),
    /// Random openings end the game, or favour a side.
    #[error(
        "every opening of {plies} random moves that was tried ends the game or is not balanced, expected \
         fewer moves or a wider balance"
    )]
    Random {
        /// Its moves.
        plies: usize,
    },
}

/// The openings of a match.
#[derive(Clone, Debug)]
pub struct Openings {
    source: Source,
    /// The greatest estimate for a side, in hundredths.
    balance: Option<i32>,
    seed: u64,
}

#[derive(Clone, Debug)]
enum Source {
    Random { plies: usize },
    List(Vec<Opening>),
}

impl Openings {
    /// Prepares openings: reads the file, if there is one, and leaves out what ends the game. `engine` knows
    /// the rules.
    ///
    /// # Errors
    /// When the file cannot be read or holds something else than openings of this game.
    pub fn new(
        choice: &OpeningChoice,
        balance: Option<i32>,
        seed: u64,
        engine: &mut dyn DynEngine,
    ) -> Result<Self, OpeningError> {
        let source = match choice {
            OpeningChoice::Random { plies } => Source::Random { plies: *plies },
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
                    return Err(OpeningError::Empty(path.clone()));
                }
                let first = start.saturating_sub(1) % list.len();
                list.rotate_left(first);
                Source::List(list)
            }
        };
        Ok(Self { source, balance, seed })
    }

    /// A checksum of the openings from a file; `None` where they are random.
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

    /// The opening with that number, the same in every run. `engine` knows the rules and searches.
    ///
    /// # Errors
    /// When random moves do not lead to a game that is still on and balanced.
    pub fn get(&self, number: usize, engine: &mut dyn DynEngine) -> Result<Opening, OpeningError> {
        match &self.source {
            Source::List(list) => Ok(list[number % list.len()].clone()),
            Source::Random { plies } => (0..ATTEMPTS)
                .find_map(|attempt| self.random(*plies, number, attempt, engine))
                .ok_or(OpeningError::Random { plies: *plies }),
        }
    }

    /// Random moves; `None` when they end the game or favour a side.
    fn random(
        &self,
        plies: usize,
        number: usize,
        attempt: u64,
        engine: &mut dyn DynEngine,
    ) -> Option<Opening> {
        let mut rng = Rng::new(Key::mix(Key::mix(self.seed).0 ^ (number as u64) << 20 ^ attempt).0);
        let moves = random_moves(engine, plies, &mut rng).ok()?;
        let is_open = engine.outcome() == Outcome::Open;
        let is_usable = is_open && self.balance.is_none_or(|balance| is_balanced(engine, balance));
        is_usable.then_some(Opening { setup: Setup::Start, moves })
    }
}

/// Plays `plies` random moves from the start of a game, fewer where they end it.
///
/// # Errors
/// When the engine refuses its own move.
pub fn random_moves(
    engine: &mut dyn DynEngine,
    plies: usize,
    rng: &mut Rng,
) -> Result<Vec<String>, SetupError> {
    engine.set_position(&Setup::Start, &[])?;
    let mut moves = Vec::with_capacity(plies);
    while moves.len() < plies && engine.outcome() == Outcome::Open {
        let mut legal = engine.legal_moves();
        let text = legal.swap_remove(rng.below(legal.len()));
        engine.play(&[&text])?;
        moves.push(text);
    }
    Ok(moves)
}

/// Brings the engine into the position behind an opening.
pub(crate) fn set_up(engine: &mut dyn DynEngine, opening: &Opening) -> Result<(), SetupError> {
    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    engine.set_position(&opening.setup, &moves).map(drop)
}

/// Whether a short search gives neither side more than that.
fn is_balanced(engine: &dyn DynEngine, balance: i32) -> bool {
    let go = Go { nodes: Some(BALANCE_NODES), ..Go::default() };
    let mut score = None;
    engine.search(&go).run(&mut |event| match event {
        TaskEvent::PvInfo(info) if info.rank == 1 => score = Some(info.score),
        _ => {}
    });
    score.is_some_and(|score| score_of(score).centi().abs() <= balance)
}

/// Openings of a file: records of games, or a line each of a position, moves, or both.
fn read_file(path: &Path, plies: usize, engine: &mut dyn DynEngine) -> Result<Vec<Opening>, OpeningError> {
    let wrong = |error| OpeningError::Read { path: path.to_owned(), error };
    let mut file = BufReader::new(File::open(path).map_err(wrong)?);
    let is_records = file.fill_buf().map_err(wrong)?.trim_ascii_start().starts_with(b"[");
    let mut openings = Vec::new();
    let mut add = |mut opening: Opening| {
        opening.moves.truncate(plies);
        set_up(engine, &opening)?;
        if engine.outcome() == Outcome::Open {
            openings.push(opening);
        }
        Ok(())
    };
    if is_records {
        for (index, record) in RecordReader::new(file).enumerate() {
            let record = record.map_err(|error| OpeningError::Record { path: path.to_owned(), error })?;
            let setup = start_of(&record);
            // A record that does not say what its opening was is one itself, but for the move that may have
            // ended the game.
            let book = record.plies.iter().take_while(|ply| ply.note.is_book).count();
            let length = if book > 0 { book } else { record.plies.len().saturating_sub(1) };
            let moves = record.plies.into_iter().take(length).map(|ply| ply.text).collect();
            let (path, number) = (path.to_owned(), index + 1);
            add(Opening { setup, moves }).map_err(|error| OpeningError::Game { path, number, error })?;
        }
    } else {
        for (index, line) in file.lines().enumerate() {
            let line = line.map_err(wrong)?;
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let opening = parse_opening(line);
                let (path, line) = (path.to_owned(), index + 1);
                add(opening).map_err(|error| OpeningError::Line { path, line, error })?;
            }
        }
    }
    Ok(openings)
}

/// Reads `POSITION [moves M ...]` or `moves M ...`, where POSITION is `startpos` or a position text.
fn parse_opening(line: &str) -> Opening {
    let (position, moves) = match line.split_once(" moves ") {
        Some((position, moves)) => (position.trim(), moves),
        None => line.strip_prefix("moves ").map_or((line, ""), |moves| (START, moves)),
    };
    let is_start = position.eq_ignore_ascii_case(START);
    let setup = if is_start { Setup::Start } else { Setup::Text(position.to_owned()) };
    Opening { setup, moves: moves.split_whitespace().map(str::to_owned).collect() }
}

impl std::fmt::Display for OpeningChoice {
    /// The words that chose it, without directories.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random { plies } => write!(f, "random:{plies}"),
            Self::File { path, .. } => {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                f.write_str(&shorten(&name.unwrap_or_default()))
            }
        }
    }
}
