//! Files of recorded games. They are text with one game per line. Files can be concatenated.
//!
//! A file consists of one or more shards. A shard begins with lines `# key value` that describe how its games
//! were made. The first of them is `# plywright-games 1`. Each other line is a game in five parts, separated
//! by tabs:
//!
//! 1. the game's number;
//! 2. its result, `1-0`, `0-1` or `1/2`;
//! 3. the moves of its opening: random ones, and in a game that branches off also moves of the quick game (see
//!    [`SelfPlay::branches`](crate::SelfPlay::branches));
//! 4. the searched moves, each as `move:logit` with the search's value for the side to move;
//! 5. the CRC-32 of the line before the last tab, in hexadecimal.
//!
//! An interruption may leave an incomplete last line. It is removed when the run resumes.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use plywright_matches::files::{LocatedError, Naming};
use plywright_matches::outputs::AppendedOutput;

use crate::header::{RecordHeader, TITLE};
use crate::record::{RecordedGame, shortened};

/// Length in bytes from which a line is an error.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Opens or creates the file of a run and returns the number of games that it already has. Cuts off an incomplete
/// last line. Writes `header` if there are no games.
///
/// # Errors
/// Returns an error if the file has games under another header or a gap in their numbers, is malformed, or cannot
/// be read or written.
pub(crate) fn open_run(path: &Path, header: &RecordHeader) -> Result<(AppendedOutput, u64), LocatedError> {
    let mut games = 0;
    let mut output = AppendedOutput::open(path, |mut input| {
        if input.fill_buf().naming(path)?.is_empty() {
            return Ok(0);
        }
        let mut reader = GameReader::new(path, input);
        while let Some((found, game)) = reader.next_game()? {
            if found != header {
                let (found, expected) = (found.text(), header.text());
                let error = format!(
                    "it was made with\n{found}expected\n{expected}to continue it; choose another file"
                );
                return Err(LocatedError::new(path, error));
            }
            // A run writes its games in order, so an interrupted run's file has no gap.
            let expected = header.get("first").parse::<u64>().unwrap_or(0).saturating_add(games);
            if game.number != expected {
                let number = game.number;
                let error = format!("found game {number}, expected game {expected}; choose another file");
                return Err(LocatedError::new(path, error));
            }
            games += 1;
        }
        Ok(if games > 0 { reader.whole } else { 0 })
    })?;
    if games == 0 {
        output.write(&header.text())?;
    }
    Ok((output, games))
}

/// Reads all games of a file. Leaves out an incomplete last line, which an interrupted run may have written.
///
/// # Errors
/// Returns an error if the file is empty or cannot be read, or if a line is neither a game nor part of a
/// header.
pub fn read_games(path: &Path) -> Result<Vec<RecordedGame>, LocatedError> {
    read_opened_games(path, BufReader::new(File::open(path).naming(path)?), None)
}

/// Reads all games of a file that is already open, like [`read_games`]. `rules` are the names of a game and of its
/// variant that all games must have; `None` accepts any.
///
/// # Errors
/// Returns the errors of [`read_games`], and an error if a game is of another game or variant.
pub fn read_opened_games(
    path: &Path,
    file: BufReader<File>,
    rules: Option<[&str; 2]>,
) -> Result<Vec<RecordedGame>, LocatedError> {
    let (mut reader, mut games) = (GameReader::new(path, file), Vec::new());
    while let Some((header, game)) = reader.next_game()? {
        let found = ["game", "variant"].map(|key| header.get(key));
        if let Some(expected) = rules.filter(|rules| *rules != found) {
            let [found, expected] = [found, expected].map(|names| names.join(", "));
            let error = format!("it holds games of {}, expected {expected}", plywright::shorten(&found));
            return Err(LocatedError::new(path, error));
        }
        games.push(game);
    }
    Ok(games)
}

#[derive(Debug)]
pub(crate) struct GameReader {
    path: PathBuf,
    lines: BufReader<File>,
    header: RecordHeader,
    /// Number of lines read so far, an incomplete last one included.
    line: u64,
    /// Size in bytes of all complete lines read so far.
    whole: u64,
}

impl GameReader {
    pub(crate) fn open(path: &Path) -> Result<Self, LocatedError> {
        let file = File::open(path).naming(path)?;
        Ok(Self::new(path, BufReader::new(file)))
    }

    fn new(path: &Path, lines: BufReader<File>) -> Self {
        Self { path: path.to_owned(), lines, header: RecordHeader::default(), line: 0, whole: 0 }
    }

    /// Returns the next game with the header of its shard; `None` at the end of the file or at an incomplete
    /// last line.
    pub(crate) fn next_game(&mut self) -> Result<Option<(&RecordHeader, RecordedGame)>, LocatedError> {
        loop {
            let Some(line) = self.next_line()? else {
                return match self.line {
                    0 => Err(self.wrong("an empty file", TITLE)),
                    _ => Ok(None),
                };
            };
            if line == TITLE {
                self.header = RecordHeader::default();
            } else if self.line == 1 {
                return Err(self.wrong(shortened(&line), TITLE));
            } else if line.starts_with('#') {
                if !self.header.add_line(&line) {
                    return Err(self.wrong(shortened(&line), "a known line of a header"));
                }
            } else {
                let game =
                    RecordedGame::parse(&line).map_err(|(found, expected)| self.wrong(found, expected))?;
                return Ok(Some((&self.header, game)));
            }
        }
    }

    /// Returns the next line without its line feed; `None` at the end of the file or at an incomplete last line.
    fn next_line(&mut self) -> Result<Option<String>, LocatedError> {
        let mut line = Vec::new();
        let mut limited = io::Read::take(&mut self.lines, MAX_LINE_BYTES as u64);
        limited.read_until(b'\n', &mut line).naming(&self.path)?;
        self.line += u64::from(!line.is_empty());
        if line.len() == MAX_LINE_BYTES {
            return Err(self.wrong("a line without end", "a game"));
        }
        if line.last() != Some(&b'\n') {
            // An interruption can leave the beginning of the title as the only line. Any other incomplete first line
            // belongs to a file of another kind.
            if self.line == 1 && !TITLE.as_bytes().starts_with(&line) {
                return Err(self.wrong(shortened(&String::from_utf8_lossy(&line)), TITLE));
            }
            return Ok(None);
        }
        self.whole += line.len() as u64;
        line.pop();
        String::from_utf8(line).map(Some).map_err(|_| self.wrong("bytes that are not UTF-8", "a game"))
    }

    /// Returns an error that names the file and the last line read.
    fn wrong(&self, found: impl Display, expected: &str) -> LocatedError {
        LocatedError::new(&self.path, format!("found {found}, expected {expected}"))
            .at(format_args!("line {}", self.line))
    }
}
