//! Counts the games of several files on one scoreboard, such as the parts of a match that several machines have played.

use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use plywright::Key;
use plywright_matches::files::{LocatedError, Naming};
use plywright_matches::record::{GameRecord, RecordProblem, RecordReader};
use plywright_matches::scoreboard::Scoreboard;

use crate::console::say;
use crate::failure::Failure;

/// Counts the games of several files on one scoreboard. Engines with the same name count as one. Prints a note about
/// each record that does not count. Returns an error if a file cannot be read, a game occurs twice, or no game counts.
pub fn join(paths: &[PathBuf]) -> Result<Scoreboard, Failure> {
    let (mut scores, mut seen) = (Scoreboard::default(), HashSet::new());
    for (number, path) in paths.iter().enumerate() {
        let file = File::open(path).naming(path)?;
        for record in RecordReader::new(BufReader::new(file)) {
            let record = match record {
                Ok(record) => record,
                Err(error) if matches!(error.problem, RecordProblem::Read(_)) => {
                    return Err(error.in_file(path).into());
                }
                Err(error) => {
                    say(format_args!("note: {}", error.in_file(path)));
                    continue;
                }
            };
            if !seen.insert(identity(&record)) {
                return Err(counted_before(path, &record).into());
            }
            if let Err(error) = scores.add_record(&number.to_string(), &record).naming(path) {
                say(format_args!("note: {error}"));
            }
        }
    }
    if scores.games() == 0 {
        let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(Failure::not_understood(format!("no game in {} counts", names.join(", "))));
    }
    scores.remove_idle();
    Ok(scores)
}

fn counted_before(path: &Path, record: &GameRecord) -> LocatedError {
    let [round, first, second] = ["Round", "White", "Black"].map(|tag| record.tags.get(tag).unwrap_or("?"));
    let error = format!(
        "round {round}, {first} against {second}, was counted before; expected each shard once, \
         and another --seed for each"
    );
    LocatedError::new(path, error)
}

/// Returns a key by which two records of the same game are recognised.
fn identity(record: &GameRecord) -> Key {
    if record.tags.get("Seed").is_none() {
        // Without a seed, the whole record counts: it is of another program, whose tags may be the same in many games.
        return Key::of(record.to_string().as_str());
    }
    Key::of(&["Seed", "Game", "Variant", "White", "Black", "Round"].map(|tag| record.tags.get(tag)))
}
