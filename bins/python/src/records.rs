//! Game records in the text format of matches.

use std::io::Cursor;

use plywright::Side;
use plywright_arena::record::{GameRecord, GameResult, Ply, RecordReader, Tags};
use pyo3::prelude::*;

use crate::errors::RecordError;

/// A record: tags, comment before the first move, moves, result, and comment after the last move.
type Parts = (Vec<(String, String)>, String, Vec<Move>, String, String);
/// A move of a record: side, text, the engine's note as text, and comment.
type Move = (usize, String, String, String);

/// Parses all records of a text.
#[pyfunction]
pub fn _read_records(py: Python<'_>, text: Vec<u8>) -> PyResult<Vec<Parts>> {
    py.detach(|| {
        RecordReader::new(Cursor::new(text))
            .map(|record| record.map(parts).map_err(|error| RecordError::new_err(error.to_string())))
            .collect()
    })
}

fn parts(record: GameRecord) -> Parts {
    let moves =
        record.plies.into_iter().map(|ply| (ply.side.index(), ply.text, ply.note.to_string(), ply.comment));
    (record.tags.0, record.before, moves.collect(), record.result.to_string(), record.comment)
}

/// Formats a record, followed by an empty line.
#[pyfunction]
pub fn _write_record(record: Parts) -> PyResult<String> {
    let (tags, before, moves, result, comment) = record;
    let result: GameResult = result.parse().map_err(|()| {
        let found = plywright::shorten(&result);
        RecordError::new_err(format!("the result is '{found}', expected 1-0, 0-1, 1/2-1/2 or *"))
    })?;
    let ply = |(side, text, note, comment): Move| {
        if text.is_empty() || text.contains(char::is_whitespace) {
            let found = plywright::shorten(&text);
            return Err(RecordError::new_err(format!("a move is '{found}', expected one word")));
        }
        let side = if side == 0 { Side::First } else { Side::Second };
        // The engine's note is written before the comment, where it is read as a note again.
        let comment =
            [note, comment].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        Ok(Ply { side, text, comment, ..Ply::default() })
    };
    let plies = moves.into_iter().map(ply).collect::<PyResult<_>>()?;
    Ok(GameRecord { tags: Tags(tags), before, plies, result, comment }.to_string())
}
