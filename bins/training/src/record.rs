//! Files of recorded games. They are text with one game per line. Files can be concatenated.
//!
//! A file consists of one or more shards. A shard begins with lines `# key value` that describe how its games
//! were made. The first of them is `# plywright-games 1`. Each other line is a game in five parts, separated
//! by tabs:
//!
//! 1. the game's number;
//! 2. its result, `1-0`, `0-1` or `1/2`;
//! 3. the random moves of its opening;
//! 4. the searched moves, each as `move:logit` with the search's value for the side to move;
//! 5. the CRC-32 of the line before the last tab, in hexadecimal.
//!
//! An interruption may leave an incomplete last line. It is removed when the run resumes.

use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use plywright::{Key, Side};
use plywright_matches::files::LocatedError;
use plywright_matches::outputs::AppendedOutput;
use plywright_matches::record::GameResult;

/// First line of a shard.
const TITLE: &str = "# plywright-games 1";
/// Length in bytes from which a line is an error.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Keys that a header may have.
const KEYS: [&str; 9] =
    ["game", "variant", "nodes", "seed", "opening", "branches", "first", "evaluation", "option"];

/// Header of a shard: keys and values in the order of their lines. The key `option` may occur several times, each time
/// with a value of the form `NAME=VALUE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RecordHeader(Vec<(String, String)>);

impl RecordHeader {
    pub(crate) fn new(lines: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        Self(lines.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// Returns the first value of a key, or an empty string if the header lacks it.
    pub(crate) fn get(&self, key: &str) -> &str {
        self.0.iter().find(|(known, _)| known == key).map_or("", |(_, value)| value)
    }

    pub(crate) fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter(|(key, _)| key == "option").filter_map(|(_, option)| option.split_once('='))
    }

    /// Returns the lines of the header in a file.
    pub(crate) fn text(&self) -> String {
        let lines = self.0.iter().map(|(key, value)| format!("# {key} {value}\n"));
        format!("{TITLE}\n{}", lines.collect::<String>())
    }

    /// Hashes the header without the key `first`. The shards of a run differ only in this key, so they have the same
    /// hash.
    pub(crate) fn run(&self) -> Key {
        let lines = self.0.iter().filter(|(key, _)| key != "first");
        Key::of(&lines.collect::<Vec<_>>())
    }

    /// Adds a line of the header. Returns `false` if the line is malformed or its key is unknown.
    fn add_line(&mut self, line: &str) -> bool {
        let parts = line.strip_prefix("# ").and_then(|line| line.split_once(' '));
        let Some((key, value)) = parts.filter(|(key, _)| KEYS.contains(key)) else { return false };
        self.0.push((key.to_owned(), value.to_owned()));
        true
    }
}

/// Texts of the results in a file.
const RESULTS: [(GameResult, &str); 3] = [
    (GameResult::Win(Side::First), "1-0"),
    (GameResult::Draw, "1/2"),
    (GameResult::Win(Side::Second), "0-1"),
];

/// A searched move with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move's text.
    pub text: String,
    /// Value for the side to move: 400 times the natural logarithm of the odds that it wins; see
    /// [`SearchParams::logit`](plywright::SearchParams::logit).
    pub logit: i32,
}

/// Minimum absolute value, in the unit of [`RecordedMove::logit`], that stands for a proven win or loss.
const PROVEN: u32 = 9_000;

impl RecordedMove {
    pub(crate) const fn is_proven(&self) -> bool {
        self.logit.unsigned_abs() >= PROVEN
    }
}

/// A game with its random opening, its searched moves and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    /// Number of the game, unique in its run.
    pub number: u64,
    /// Result of the game.
    pub result: GameResult,
    /// Random moves of the opening.
    pub opening: Vec<String>,
    /// The searched moves.
    pub moves: Vec<RecordedMove>,
}

impl fmt::Display for RecordedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<_> = self.moves.iter().map(|mv| format!("{}:{}", mv.text, mv.logit)).collect();
        let line = format!(
            "{}\t{}\t{}\t{}",
            self.number,
            RESULTS.iter().find(|(result, _)| *result == self.result).map_or("", |(_, name)| name),
            self.opening.join(" "),
            moves.join(" ")
        );
        writeln!(f, "{line}\t{:08x}", crc32fast::hash(line.as_bytes()))
    }
}

impl RecordedGame {
    /// Parses the line of a game. An error holds what was found and what was expected.
    pub(crate) fn parse(line: &str) -> Result<Self, (String, &'static str)> {
        let (content, sum) =
            line.rsplit_once('\t').ok_or((shortened(line), "five parts with tabs between them"))?;
        let actual = format!("{:08x}", crc32fast::hash(content.as_bytes()));
        if sum != actual {
            return Err((format!("checksum {actual}"), "the checksum at the line's end"));
        }
        let parts: Vec<&str> = content.split('\t').collect();
        let [number, result, opening, moves] = parts[..] else {
            return Err((format!("{} parts", parts.len() + 1), "five parts with tabs between them"));
        };
        let number = number.parse().map_err(|_| (shortened(number), "the game's number"))?;
        let result = RESULTS.iter().find(|(_, name)| *name == result);
        let (result, _) = *result.ok_or((shortened(line), "1-0, 1/2 or 0-1"))?;
        let mv = |text: &str| {
            let (text, logit) = text.rsplit_once(':')?;
            Some(RecordedMove { text: text.to_owned(), logit: logit.parse().ok()? })
        };
        let moves = moves.split_whitespace().map(|text| mv(text).ok_or((shortened(text), "move:logit")));
        let opening = opening.split_whitespace().map(str::to_owned).collect();
        Ok(Self { number, result, opening, moves: moves.collect::<Result<_, _>>()? })
    }
}

fn shortened(text: &str) -> String {
    format!("'{}'", plywright::shorten(text))
}

/// File to which games are appended.
#[derive(Debug)]
pub(crate) struct GameWriter(AppendedOutput);

impl GameWriter {
    /// Opens or creates the file of a run and returns the number of games that it already has. Cuts off an incomplete
    /// last line. Writes `header` if there are no games.
    ///
    /// # Errors
    /// Returns an error if the file has games under another header, lacks a game, or cannot be read or written.
    pub(crate) fn open(path: &Path, header: &RecordHeader) -> Result<(Self, u64), LocatedError> {
        let mut games = 0;
        let output = AppendedOutput::open(path, |mut input| {
            if input.fill_buf().map_err(|error| LocatedError::new(path, error))?.is_empty() {
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
        });
        let mut writer = Self(output?);
        if games == 0 {
            writer.0.write(&header.text())?;
        }
        Ok((writer, games))
    }

    /// Appends a game and writes it to the file at once, so that a killed run loses no finished game.
    pub(crate) fn push(&mut self, game: &RecordedGame) -> Result<(), LocatedError> {
        self.0.write(&game.to_string())
    }
}

/// Reads all games of a file.
///
/// # Errors
/// Returns an error if the file is empty or cannot be read, or if a line is neither a game nor part of a
/// header.
pub fn read_games(path: &Path) -> Result<Vec<RecordedGame>, LocatedError> {
    let (mut reader, mut games) = (GameReader::open(path)?, Vec::new());
    while let Some((_, game)) = reader.next_game()? {
        games.push(game);
    }
    Ok(games)
}

/// Reader of the games in a file.
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
        let file = File::open(path).map_err(|error| LocatedError::new(path, error))?;
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
        let read = limited.read_until(b'\n', &mut line);
        read.map_err(|error| LocatedError::new(&self.path, error))?;
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
