//! File of a match's games. Each game is written when it ends, so a match that is killed loses only
//! unfinished games.

use std::collections::{BTreeMap, HashSet};
use std::io::BufRead;
use std::path::{Path, PathBuf};

use plywright_matches::files::{LocatedError, Naming};
use plywright_matches::outputs::AppendedOutput;
use plywright_matches::player::FAILURES;
use plywright_matches::record::formats::check_size;
use plywright_matches::record::{GameRecord, GameResult, RecordError, RecordProblem, RecordReader};
use plywright_matches::schedule::GameId;
use plywright_matches::scoreboard::Scoreboard;
use plywright_matches::tournament::{EVENT, Tournament};

pub struct GamesFile {
    path: PathBuf,
    output: AppendedOutput,
}

impl GamesFile {
    /// Opens or creates the file of a match. Adds the file's games to `scores`. Adds to `failures`, for each engine by
    /// name, how many of these games it has lost by a failure. Returns the ids of the games. Removes an incomplete game
    /// at the end of the file.
    pub fn open(
        path: &Path,
        tournament: &Tournament,
        scores: &mut Scoreboard,
        failures: &mut BTreeMap<String, u64>,
    ) -> Result<(Self, HashSet<GameId>), LocatedError> {
        let mut done = HashSet::new();
        let output = AppendedOutput::open(path, |mut input| {
            let start = input.fill_buf().naming(path)?;
            // A killed match may leave only a part of the first line. The file is then continued like an empty one.
            let first_line = format!("[Event \"{EVENT}\"]\n");
            let first_line = first_line.as_bytes();
            let may_be_cut = start.starts_with(first_line) || first_line.starts_with(start);
            let mut reader = RecordReader::new(input);
            done = add_games(&mut reader, path, tournament, scores, failures)?;
            if done.is_empty() && !may_be_cut {
                let error = "the file exists and has no game of a match; choose another file or remove it";
                return Err(LocatedError::new(path, error));
            }
            Ok(reader.end_of_last)
        });
        let mut games = Self { path: path.to_owned(), output: output? };
        // An empty line separates two games.
        if !done.is_empty() {
            games.output.write("\n")?;
        }
        Ok((games, done))
    }

    /// Writes a game. Returns an error if it is too large to be read again.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), LocatedError> {
        let text = record.to_string();
        check_size(&text).naming(&self.path)?;
        self.output.write(&text)
    }
}

/// Adds the games of a match to `scores` and `failures`, and returns their ids. Ignores an incomplete game at the end,
/// which an interruption can leave. Returns an error if a game is malformed or cannot be read, if an incomplete game
/// stands before another one, if a game occurs twice, or if a game belongs to another match.
fn add_games(
    reader: &mut RecordReader<impl BufRead>,
    path: &Path,
    tournament: &Tournament,
    scores: &mut Scoreboard,
    failures: &mut BTreeMap<String, u64>,
) -> Result<HashSet<GameId>, LocatedError> {
    let mut done = HashSet::new();
    let mut incomplete: Option<RecordError> = None;
    for record in reader {
        if let Some(error) = incomplete.take() {
            return Err(error.in_file(path));
        }
        match record {
            Ok(record) => {
                let id = tournament.identify(&record).naming(path)?;
                if !done.insert(id) {
                    let error = format!("a game of round {} occurs twice; remove one of the two", id.round);
                    return Err(LocatedError::new(path, error));
                }
                scores.add(&id.round.to_string(), id.first, id.second, record.result);
                let termination = record.tags.get("Termination").unwrap_or_default();
                if let GameResult::Win(winner) = record.result
                    && FAILURES.contains(&termination)
                {
                    let loser = [id.first, id.second][winner.other().index()];
                    *failures.entry(tournament.engines[loser].name.clone()).or_default() += 1;
                }
            }
            Err(error) if matches!(error.problem, RecordProblem::Incomplete(_)) => incomplete = Some(error),
            Err(error) => return Err(error.in_file(path)),
        }
    }
    Ok(done)
}
