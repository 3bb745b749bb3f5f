//! Reads and writes game records. Python gets a record as a tuple, from which the package's module `_records` makes an
//! object.

use std::fs::File;
use std::io::{self, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use plywright::Side;
use plywright::engine::{DynGame, lock};
use plywright_matches::record::formats::{self, Format, Records};
use plywright_matches::record::rules::GivenRules;
use plywright_matches::record::{GameRecord, GameResult, Ply, PlyNote, Tags};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::errors::{RecordError, raise};
use crate::game::PyGame;
use crate::guard::unlocked;
use crate::rules::games;

/// A record: moves, tags, result, comment before the first move, and comment after the last move.
type Parts = (Vec<Move>, Vec<(String, String)>, String, String, String);
/// A move of a record: text, side, the engine's note as text, comment, glyphs, and variations.
type Move = (String, usize, String, String, String, String);

/// Names of rules: a game, a variant, and options.
type Names = (Option<String>, Option<String>, Vec<(String, String)>);
/// Rules that the caller names, and the game itself if it is written in Python.
type Given = (Names, Option<Py<PyGame>>);

/// Parses all records of a text. The first error is raised. The given rules supply what a record does not name. A
/// record that names other rules is an error.
#[pyfunction]
pub fn _read_records(py: Python<'_>, text: Vec<u8>, given: Given) -> PyResult<Vec<Parts>> {
    unlocked(py, || {
        let mut rules = LastRules::default();
        formats::read(Cursor::new(text))?.map(|record| complete(record, &given, &mut rules)).collect()
    })?
}

/// Returns the parts of a record. The given rules supply the game, the variant and the options that the record does not
/// name. Returns an error if the record names others.
fn complete(
    record: Result<GameRecord, plywright_matches::record::RecordError>,
    ((game, variant, options), written): &Given,
    rules: &mut LastRules,
) -> PyResult<Parts> {
    let mut record = record.map_err(raise::<RecordError>)?;
    let given = GivenRules { game: game.as_deref(), variant: variant.as_deref(), options };
    record.take_rules(given).map_err(|error| match record.plies.first() {
        Some(ply) => RecordError::new_err(format!("{}: {error}", ply.place)),
        None => raise::<RecordError>(error),
    })?;
    let game = match written {
        Some(game) => Some(&*game.get().rules().game),
        None => rules.of(&record),
    };
    Ok(parts_of(record, game))
}

/// The rules that the last record named, because making them can take longer than reading a record.
#[derive(Default)]
struct LastRules {
    named: Names,
    game: Option<Arc<dyn DynGame>>,
}

impl LastRules {
    /// Returns the rules that a record names, without the options that cannot be set; `None` if this package lacks the
    /// game or the game lacks the variant.
    fn of(&mut self, record: &GameRecord) -> Option<&dyn DynGame> {
        let tag = |name: &str| record.tags.get(name).map(str::to_owned);
        let options = record.rules().into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        let named: Names = (tag("Game"), tag("Variant"), options.collect());
        if named != self.named {
            let (name, variant, options) = &named;
            let name = name.as_deref().unwrap_or_default().trim();
            let known = games().iter().find(|game| game.facts().game.eq_ignore_ascii_case(name)).cloned();
            self.game = known.and_then(|game| match variant {
                Some(variant) => game.variant(variant).ok(),
                None => Some(game),
            });
            for (name, value) in options {
                if let Some(next) = self.game.as_ref().and_then(|game| game.with(name, value).ok()) {
                    self.game = Some(next);
                }
            }
            self.named = named;
        }
        self.game.as_deref()
    }
}

/// Returns the accuracy of a move, from 0 to 1. `loss` is the winning chance that the move lost, also from 0
/// to 1.
#[pyfunction]
pub fn _accuracy(loss: f64) -> f64 {
    plywright_matches::analysis::accuracy(loss)
}

/// Converts an I/O error to Python's `OSError`, which names the file. Removes the error's number at the end of Rust's
/// text, because `OSError` shows the number itself.
fn os_error(error: &io::Error, path: PathBuf) -> PyErr {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default().to_owned();
    PyOSError::new_err((error.raw_os_error(), text, path))
}

/// Iterator over the records of a file.
#[pyclass(name = "_RecordFile", module = "plywright._core")]
pub struct PyRecordFile {
    records: Mutex<(Records<BufReader<File>>, LastRules)>,
    given: Given,
}

#[pymethods]
impl PyRecordFile {
    #[new]
    fn new(path: PathBuf, given: Given) -> PyResult<Self> {
        let file = File::open(&path).map_err(|error| os_error(&error, path))?;
        let records = formats::read(BufReader::new(file))?;
        Ok(Self { records: Mutex::new((records, LastRules::default())), given })
    }

    /// Returns the number of the first line so far that is not UTF-8 and was read as ISO 8859-1; `None` without one.
    fn line_in_latin_1(&self) -> Option<u64> {
        lock(&self.records).0.line_in_latin_1()
    }

    /// Reads the next record; `None` at the end of the file.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Parts>> {
        unlocked(py, || {
            let mut locked = lock(&self.records);
            let (records, rules) = &mut *locked;
            records.next().map(|record| complete(record, &self.given, rules)).transpose()
        })?
    }
}

/// Returns the parts of a record. Sides and the numbers of variations are those of the rules of `game` or, without
/// `game`, those that the record's text gives.
fn parts_of(mut record: GameRecord, game: Option<&dyn DynGame>) -> Parts {
    if let Some(game) = game {
        // An error is ignored, because the sides before an illegal move are right despite it.
        let _ = record.follow(game);
    }
    let variations = record.variation_texts();
    let moves = record.plies.into_iter().zip(variations).map(|(ply, variations)| {
        let Ply { side, text, note, comment, glyphs, .. } = ply;
        (text, side.index(), note.to_string(), comment, glyphs, variations)
    });
    (moves.collect(), record.tags.0, record.result.to_string(), record.before, record.comment)
}

/// Converts a move of Python's record. Returns an error if its text is not one word, or if a variation cannot be read.
fn ply_of((text, side, note, comment, glyphs, variations): Move) -> PyResult<Ply> {
    if text.is_empty() || text.contains(char::is_whitespace) {
        let found = plywright::shorten(&text);
        return Err(RecordError::new_err(format!("a move is '{found}', expected one word")));
    }
    let side = if side == 0 { Side::First } else { Side::Second };
    // A note without the form of an engine's note becomes the beginning of the comment, because a reader of the record
    // would take it for a comment.
    let (note, comment) = match note.parse::<PlyNote>() {
        Ok(note) => (note, comment),
        Err(()) if note.is_empty() => (PlyNote::default(), comment),
        Err(()) if comment.is_empty() => (PlyNote::default(), note),
        Err(()) => (PlyNote::default(), format!("{note} {comment}")),
    };
    let mut ply = Ply { side, text, note, comment, glyphs, ..Ply::default() };
    ply.add_variations(&variations).map_err(RecordError::new_err)?;
    Ok(ply)
}

/// Formats a record as `pgn`, `sgf` or `mif`. For `sgf` and `mif`, plays its moves by the rules of `game`.
#[pyfunction]
pub fn _write_record(record: Parts, format: &str, game: Option<&Bound<'_, PyGame>>) -> PyResult<String> {
    let (moves, tags, result, before, comment) = record;
    let result: GameResult = result.parse().map_err(|()| {
        let found = plywright::shorten(&result);
        RecordError::new_err(format!("the result is '{found}', expected 1-0, 0-1, 1/2-1/2 or *"))
    })?;
    let plies = moves.into_iter().map(ply_of).collect::<PyResult<_>>()?;
    let mut record = GameRecord { tags: Tags(tags), before, plies, result, comment };
    let format = match format {
        "pgn" => return Ok(record.to_string()),
        "sgf" => Format::Sgf,
        "mif" => Format::Mif,
        other => {
            let found = plywright::shorten(other);
            return Err(RecordError::new_err(format!("the format is '{found}', expected pgn, sgf or mif")));
        }
    };
    let game = game.ok_or_else(|| RecordError::new_err("a record of this format needs a game"))?;
    format.write(&mut record, &*game.get().rules().game).map_err(raise::<RecordError>)
}
