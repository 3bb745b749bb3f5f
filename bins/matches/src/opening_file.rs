//! Files of openings: game records, or an opening on each line. A line has a position (`startpos`, a position text or
//! EPD), the word `moves` with moves after it, or both. Moves without a position begin at the start position. Empty
//! lines and lines that begin with `#` are skipped.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use plywright::engine::{DynGame, Outcome, Setup, SetupError};
use plywright::game::DynLine;

use crate::encoding::{Encoding, decoded};
use crate::epd::position_of_epd;
use crate::files::{LocatedError, Naming};
use crate::opening::{Opening, START};
use crate::record::{GameRecord, formats};

/// Size in bytes from which a line is refused. Reading a device whose data never end would otherwise fill the memory.
const MAX_LINE_BYTES: u64 = 1 << 24;

/// Characters that are dropped at the ends of a line: the byte order mark and the end-of-file character of old systems.
const NO_TEXT: [char; 2] = ['\u{feff}', '\u{1a}'];

/// The openings of a file.
#[derive(Debug, Default)]
pub(crate) struct OpeningFile {
    pub(crate) openings: Vec<Opening>,
    /// Number, from 1, of the first line that is not UTF-8; `None` if all lines are.
    pub(crate) line_in_latin_1: Option<u64>,
}

/// Reads the openings of a file. Cuts each one to at most `plies` moves and leaves out those that end the game. `game`
/// must have the rules of the match. `rules` are the names and values of the options that were set to get these rules;
/// a game record that names other rules is an error.
pub(crate) fn read(
    path: &Path,
    plies: usize,
    rules: &[(String, String)],
    game: &dyn DynGame,
) -> Result<OpeningFile, LocatedError> {
    let file = BufReader::new(File::open(path).naming(path)?);
    let (start, file) = formats::with_start(file).naming(path)?;
    if formats::is_records(&start) {
        read_records(file, path, plies, rules, game)
    } else {
        read_lines(file, path, plies, game)
    }
}

fn read_records(
    file: impl BufRead,
    path: &Path,
    plies: usize,
    rules: &[(String, String)],
    game: &dyn DynGame,
) -> Result<OpeningFile, LocatedError> {
    let mut read = OpeningFile::default();
    let mut records = formats::read(file).naming(path)?;
    for (number, record) in (1..).zip(records.by_ref()) {
        let mut record = record.map_err(|error| error.in_file(path))?;
        let at = |error: LocatedError| error.at(format!("game {number}"));
        record.check_rules(game, rules).naming(path).map_err(at)?;
        record.split_turns(game.facts().game);
        read.openings.extend(of_record(record, plies, game).naming(path).map_err(at)?);
    }
    read.line_in_latin_1 = records.line_in_latin_1();
    Ok(read)
}

fn read_lines(
    mut file: impl BufRead,
    path: &Path,
    plies: usize,
    game: &dyn DynGame,
) -> Result<OpeningFile, LocatedError> {
    let mut read = OpeningFile::default();
    for number in 1.. {
        let mut line = Vec::new();
        let size = file.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line).naming(path)? as u64;
        if size == 0 {
            break;
        }
        let at = |error: String| LocatedError::new(path, error).at(format!("line {number}"));
        if size == MAX_LINE_BYTES {
            return Err(at(format!("a line of at least {MAX_LINE_BYTES} bytes")));
        }
        let (text, is_latin_1) = decoded(line, Encoding::Utf8);
        if is_latin_1 {
            read.line_in_latin_1.get_or_insert(number);
        }
        let text = text.trim_matches(|letter: char| letter.is_whitespace() || NO_TEXT.contains(&letter));
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let (opening, position) = of_line(text, plies, game).map_err(at)?;
        if position.outcome() == Outcome::Open {
            read.openings.push(opening);
        }
    }
    Ok(read)
}

/// Returns the opening of a record, at most `plies` moves long: the moves at the start that are marked as book, or all
/// moves if none is marked. Writes the moves as the game does, such as `e2e4` for `e4` in chess.
///
/// Without marked moves, a last move that ends the game is left out. `None` if the game is still over after the
/// opening.
fn of_record(record: GameRecord, plies: usize, game: &dyn DynGame) -> Result<Option<Opening>, SetupError> {
    let setup = record.setup();
    let book = record.plies.iter().take_while(|ply| ply.note.is_book).count();
    let length = if book > 0 { book } else { record.plies.len() };
    let moves: Vec<String> = record.plies.into_iter().take(length.min(plies)).map(|ply| ply.text).collect();
    let mut opening = Opening { setup, moves };
    let mut line = opening.line(game)?;
    if line.outcome() != Outcome::Open && book == 0 && opening.moves.pop().is_some() {
        line = opening.line(game)?;
    }
    Ok((line.outcome() == Outcome::Open).then(|| as_written(&opening, &*line)))
}

/// Parses `POSITION [moves M ...]` or `moves M ...`, where POSITION is `startpos`, a position text or EPD. Keeps at
/// most `plies` moves. Returns the opening, and the game in which it has been played.
fn of_line(line: &str, plies: usize, game: &dyn DynGame) -> Result<(Opening, Box<dyn DynLine>), String> {
    let (position, moves) = match line.split_once(" moves ") {
        // After an odd number of quotes, `moves` is a word inside an EPD comment.
        Some((position, moves)) if position.matches('"').count() % 2 == 0 => (position.trim(), moves),
        _ => line.strip_prefix("moves ").map_or((line, ""), |moves| (START, moves)),
    };
    let moves = moves.split_whitespace().take(plies).map(str::to_owned).collect();
    let is_start = position.eq_ignore_ascii_case(START);
    let setup = if is_start { Setup::Start } else { Setup::Text(position.to_owned()) };
    let mut opening = Opening { setup, moves };
    let mut played = opening.line(game);
    if played.is_err()
        && !is_start
        && let Some(text) = position_of_epd(position, game)?
    {
        opening.setup = Setup::Text(text);
        played = opening.line(game);
    }
    let line = played.map_err(|error| error.to_string())?;
    Ok((as_written(&opening, &*line), line))
}

/// Returns an opening, which has been played in `line`, with the position and the moves as the game writes them. EPD,
/// for example, leaves out counters that another program may need.
fn as_written(opening: &Opening, line: &dyn DynLine) -> Opening {
    let is_start = opening.setup == Setup::Start;
    let setup = if is_start { Setup::Start } else { Setup::Text(line.first().text()) };
    Opening { setup, moves: line.history() }
}
