//! Measuring the search, and finding out whether a change has touched it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use plywright::BenchRow;
use plywright::engine::TaskEvent;
use thiserror::Error;

use super::run_task::run_task;
use crate::arguments::Bench;
use crate::failure::Failure;
use crate::games;

/// Why a benchmark is not what it was.
#[derive(Debug, Error)]
pub enum SignatureError {
    /// The file of the signature cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// Node counts differ.
    #[error("the signature in {} is another:\n{}", path.display(), changes.join("\n"))]
    Changed {
        /// The file.
        path: PathBuf,
        /// What differs, a line each.
        changes: Vec<String>,
    },
}

impl From<SignatureError> for Failure {
    fn from(error: SignatureError) -> Self {
        Self::Broken(error.into())
    }
}

/// Depths and nodes by game and algorithm.
type Signature = BTreeMap<String, String>;

/// Prints a row for each game and algorithm as soon as it is known, and what they add up to.
pub fn run(bench: &Bench) -> Result<(), Failure> {
    let games = match &bench.game {
        Some(name) => vec![games::find(name)?],
        None => games::all().collect(),
    };
    // A file that is of no use is found out before anything is measured.
    let expected = bench.check.as_ref().map(|path| read(path).map(|text| (path, text))).transpose()?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", BenchRow::HEADER)?;
    let (mut all_nodes, mut all_time) = (0, Duration::ZERO);
    let mut signature = Signature::new();
    for game in &games {
        let mut refused = None;
        run_task(game.engine(None)?.bench(bench.threads.into(), None), |event| match event {
            TaskEvent::BenchRow(row) => {
                let BenchRow { game, algorithm, depth, nodes, .. } = &row;
                signature.insert(format!("{game} {}", algorithm.name()), format!("{depth} {nodes}"));
                writeln!(out, "{row}").and_then(|()| out.flush())
            }
            TaskEvent::Total { nodes, time } => {
                all_nodes += nodes;
                all_time += time;
                Ok(())
            }
            TaskEvent::Failed(message) => {
                refused = Some(message);
                Ok(())
            }
            _ => Ok(()),
        })?;
        if let Some(message) = refused {
            return Err(Failure::Broken(message.into()));
        }
    }
    let nodes_per_second = (all_nodes as f64 / all_time.as_secs_f64().max(1e-6)) as u64;
    writeln!(out, "{all_nodes} nodes {nodes_per_second} nps")?;
    out.flush()?;
    if let Some(path) = &bench.record {
        let lines: Vec<_> = signature.iter().map(|(name, counts)| format!("{name} {counts}\n")).collect();
        fs::write(path, lines.concat())
            .map_err(|error| SignatureError::File { path: path.clone(), error })?;
    }
    if let Some((path, text)) = expected {
        let names: Vec<_> = games.iter().map(|game| game.name()).collect();
        check(path, &text, &names, &signature)?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, SignatureError> {
    fs::read_to_string(path).map_err(|error| SignatureError::File { path: path.to_owned(), error })
}

/// Compares node counts with those of a file, for the games that were measured.
fn check(path: &Path, text: &str, games: &[&str], found: &Signature) -> Result<(), SignatureError> {
    let is_measured = |line: &&str| games.iter().any(|game| line.split(' ').next() == Some(*game));
    let expected: Signature = text
        .lines()
        .filter(is_measured)
        .filter_map(|line| {
            let place = line.match_indices(' ').nth(1)?.0;
            Some((line[..place].to_owned(), line[place + 1..].to_owned()))
        })
        .collect();
    let names: std::collections::BTreeSet<_> = expected.keys().chain(found.keys()).collect();
    let counts =
        |signature: &Signature, name: &str| signature.get(name).map_or("nothing", String::as_str).to_owned();
    let changes: Vec<_> = names
        .into_iter()
        .filter(|name| expected.get(*name) != found.get(*name))
        .map(|name| format!("{name}: {}, was {}", counts(found, name), counts(&expected, name)))
        .collect();
    if changes.is_empty() { Ok(()) } else { Err(SignatureError::Changed { path: path.to_owned(), changes }) }
}
