//! The file in which a match keeps its games: each is written when it is over, so that a match which is
//! killed has lost only the games that were on.

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

/// Tags that decide a game. A record that lacks one has none of it.
const DECIDING_TAGS: [&str; 8] =
    ["Game", "Variant", "Seed", "Openings", "Options", "TimeControl", "WhiteTimeControl", "BlackTimeControl"];
/// Tags that decide a game too, and that older records lack.
const NEWER_TAGS: [&str; 3] = ["Conditions", "WhiteEngine", "BlackEngine"];

/// A file that games are added to.
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

    /// The file of a match that goes on. Its games are counted and returned; a game at its end that was not
    /// written wholly is cut off.
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
            // What is broken before the end was not broken by the end of the program.
            if let Some(error) = broken.take() {
                return Err(MatchError::Record { path: path.to_owned(), error });
            }
            match record {
                Ok(record) => {
                    let id = games.identify(contest, &record)?;
                    done.insert(id);
                    scores.add(&id.round.to_string(), id.first, id.second, record.result);
                }
                // What the end of a program leaves is the beginning of a record and nothing else.
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

    /// Which game of the match a record is.
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
            // A tag is written in one line, whatever blanks it has.
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

/// Adds up the games of several files. A broken record is passed to `listener` and does not count; a game that
/// was counted before is an error.
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

/// What no two games of all shards of a match have in common.
fn identity(record: &GameRecord) -> Key {
    let tags = ["Seed", "Game", "Variant", "White", "Black", "Round"].map(|tag| record.tags.get(tag));
    match tags[0] {
        Some(_) => Key::of(&tags),
        // Another program's games have no seed.
        None => Key::of(record.to_string().as_str()),
    }
}
