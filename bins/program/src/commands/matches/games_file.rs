//! File of a match's games. Each game is written when it ends, so a killed match loses only unfinished games.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use plywright::Key;
use plywright_arena::contest::Contest;
use plywright_arena::record::{GameRecord, RecordProblem, RecordReader};
use plywright_arena::schedule::GameId;
use plywright_arena::scoreboard::Scoreboard;

use super::error::MatchError;

/// Tags that determine a game. In a record that lacks one, its value counts as empty.
const DECIDING_TAGS: [&str; 8] =
    ["Game", "Variant", "Seed", "Openings", "Options", "TimeControl", "WhiteTimeControl", "BlackTimeControl"];
/// Further tags that determine a game. Older records lack them.
const NEWER_TAGS: [&str; 3] = ["Conditions", "WhiteEngine", "BlackEngine"];

/// A file to which games are appended.
pub struct GamesFile {
    path: PathBuf,
    file: File,
}

impl GamesFile {
    /// A new file.
    pub fn create(path: &Path) -> Result<Self, MatchError> {
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.map_err(|error| MatchError::File { path: path.to_owned(), error })?;
        let games = Self { path: path.to_owned(), file };
        let length = games.file.metadata().map_err(|error| games.wrong(error))?.len();
        if length == 0 { Ok(games) } else { Err(MatchError::Exists(games.path)) }
    }

    /// Opens the file of a match to resume it. Adds its games to `scores` and returns their ids. Cuts off an
    /// incomplete game at its end.
    pub fn resume(
        path: &Path,
        contest: &Contest,
        scores: &mut Scoreboard,
    ) -> Result<(Self, HashSet<GameId>), MatchError> {
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = open.map_err(|error| MatchError::File { path: path.to_owned(), error })?;
        let mut games = Self { path: path.to_owned(), file };
        let mut done = HashSet::new();
        let input = games.file.try_clone().map_err(|error| games.wrong(error))?;
        let mut reader = RecordReader::new(BufReader::new(input));
        let mut broken = None;
        for record in reader.by_ref() {
            // An interruption can only leave the last record incomplete, so this one is malformed.
            if let Some(error) = broken.take() {
                return Err(MatchError::Record { path: path.to_owned(), error });
            }
            match record {
                Ok(record) => {
                    let id = games.identify(contest, &record)?;
                    done.insert(id);
                    scores.add(&id.round.to_string(), id.first, id.second, record.result);
                }
                // An interruption leaves the beginning of a record.
                Err(error)
                    if matches!(error.problem, RecordProblem::NoResult | RecordProblem::Open { .. }) =>
                {
                    broken = Some(error);
                }
                Err(error) => return Err(MatchError::Record { path: path.to_owned(), error }),
            }
        }
        let end = reader.end_of_last();
        let cut = games.file.set_len(end).and_then(|()| games.file.seek(SeekFrom::End(0)));
        cut.map_err(|error| games.wrong(error))?;
        if end > 0 {
            games.write("\n")?;
        }
        Ok((games, done))
    }

    /// Finds the game of the match that a record belongs to.
    fn identify(&self, contest: &Contest, record: &GameRecord) -> Result<GameId, MatchError> {
        let found = |tag| record.tags.get(tag).unwrap_or_default().to_owned();
        let other = |tag, expected: &str| MatchError::OtherMatch {
            path: self.path.clone(),
            tag,
            found: found(tag),
            expected: expected.to_owned(),
        };
        let engine = |tag| {
            let name = found(tag);
            let names = || contest.engines.iter().map(|engine| engine.name.as_str()).collect::<Vec<_>>();
            contest
                .engines
                .iter()
                .position(|engine| engine.name == name)
                .ok_or_else(|| other(tag, &names().join(" or ")))
        };
        let (first, second) = (engine("White")?, engine("Black")?);
        let round = found("Round").parse().map_err(|_| other("Round", "a number"))?;
        let id = GameId { round, first, second };
        let expected = contest.tags_of(id);
        let is_present = |tag: &&str| record.tags.get(tag).is_some();
        for tag in DECIDING_TAGS.into_iter().chain(NEWER_TAGS.into_iter().filter(is_present)) {
            let expected = expected.iter().find(|(name, _)| name == tag).map_or("", |(_, value)| value);
            // Blanks may differ, because a tag is written in one line.
            if found(tag).split_whitespace().ne(expected.split_whitespace()) {
                return Err(other(tag, expected));
            }
        }
        Ok(id)
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), MatchError> {
        self.write(&record.to_string())
    }

    fn write(&mut self, text: &str) -> Result<(), MatchError> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| self.wrong(error))
    }

    fn wrong(&self, error: std::io::Error) -> MatchError {
        MatchError::File { path: self.path.clone(), error }
    }
}

/// Adds up the games of several files. A malformed record is passed to `listener` and does not count; a game
/// that occurs twice is an error.
pub fn join(paths: &[PathBuf], mut listener: impl FnMut(&MatchError)) -> Result<Scoreboard, MatchError> {
    let (mut scores, mut seen) = (Scoreboard::default(), HashSet::new());
    for (number, path) in paths.iter().enumerate() {
        let file = File::open(path).map_err(|error| MatchError::File { path: path.clone(), error })?;
        for record in RecordReader::new(BufReader::new(file)) {
            let path = || path.clone();
            let counted = match record {
                Ok(record) if !seen.insert(identity(&record)) => {
                    let game = ["Round", "White", "Black"].map(|tag| record.tags.get(tag).unwrap_or("?"));
                    let [round, first, second] = game.map(str::to_owned);
                    return Err(MatchError::Twice { path: path(), round, first, second });
                }
                Ok(record) => scores
                    .add_record(&number.to_string(), &record)
                    .map_err(|error| MatchError::Uncounted { path: path(), error }),
                Err(error) if matches!(error.problem, RecordProblem::Read(_)) => {
                    return Err(MatchError::Record { path: path(), error });
                }
                Err(error) => Err(MatchError::Record { path: path(), error }),
            };
            if let Err(error) = counted {
                listener(&error);
            }
        }
    }
    if scores.games() == 0 {
        let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(MatchError::NoGames(names.join(", ")));
    }
    Ok(scores)
}

/// Returns a key that differs between all games of all shards of a match.
fn identity(record: &GameRecord) -> Key {
    let tags = ["Seed", "Game", "Variant", "White", "Black", "Round"].map(|tag| record.tags.get(tag));
    match tags[0] {
        Some(_) => Key::of(&tags),
        // Games of other programs have no seed.
        None => Key::of(record.to_string().as_str()),
    }
}
