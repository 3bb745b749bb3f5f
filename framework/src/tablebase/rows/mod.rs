//! The encodings of rows. A file divides the values of its slice into rows, and each row can be decoded alone.
//!
//! The encodings differ in speed and in space, because different lookups need them:
//!
//! * [`Encoding::Values`] compresses one byte for each index. A row is decoded in microseconds, so a search looks
//!   values up at its nodes. A file takes about a byte for each index.
//! * [`Encoding::Results`] predicts win, draw or loss and encodes only what the prediction leaves open, usually in less
//!   than half a bit for each index. Decoding takes up to a millisecond, so a search looks values up only at its root.
//! * [`Encoding::Distances`] adds the distances of long wins and losses to a file of results.
//! * [`Encoding::Exact`] predicts values with their distances, but only from similar positions. Decoding takes less
//!   than a millisecond, so a search can look values up at its nodes if decoded rows stay in memory. A program can
//!   embed such tables of endings, in which few values are hard to predict.
//!
//! The decoders compute in integers, so every machine decodes the same values.

mod bits;
mod distances;
mod exact;
mod packer;
mod predictor;
mod probability;
mod results;
mod training;

use std::ops::Range;

use super::cells::Cells;
use super::sliced::Sliced;
use crate::search::Wdl;
use bits::{CodedRow, Probabilities};
use distances::DistanceRow;
pub(super) use distances::value_of;
use exact::ExactRow;
pub(super) use packer::{Packer, training_positions};
use predictor::Patterns;
use results::{Model, ResultRow, byte_of};

/// Number of indices in each row of [`Encoding::Values`] except the last, which may have fewer. It is a multiple of the
/// number of cells in a block.
pub(super) const VALUES_ROW: u64 = 16 * 1024;

/// Maximum number of indices in a row of [`Encoding::Exact`], unless the game's [`Sliced::row_len`] is larger. Longer
/// rows save space, but a search often decodes a row for a few of its values.
const EXACT_ROW: u64 = 8 * 1024;

/// What the rows of a file hold. [`Encoding::magic`] returns the first bytes of the file. A file of
/// [`Encoding::Values`] is a full table; the other three are compact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// The value of each index as a byte; see [`value_of_byte`](super::sliced::value_of_byte).
    Values,
    /// Win, draw or loss of each position, without distances.
    Results,
    /// Distances of long wins and losses. The file of results says which positions are wins and losses.
    Distances,
    /// The value of each position as a byte, as in [`Encoding::Values`].
    Exact,
}

/// Data with which the rows of a file are decoded.
#[derive(Debug)]
pub(super) enum RowModel {
    /// [`Encoding::Values`] needs no model.
    Values,
    /// The model of [`Encoding::Results`].
    Results(Box<Model>),
    /// The probabilities of [`Encoding::Distances`].
    Distances(Probabilities),
    /// The probabilities of [`Encoding::Exact`].
    Exact(Probabilities),
}

impl Encoding {
    pub(super) const ALL: [Self; 4] = [Self::Values, Self::Results, Self::Distances, Self::Exact];

    /// Returns the file name extension.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Values => "table",
            Self::Results => "wdl",
            Self::Distances => "plies",
            Self::Exact => "exact",
        }
    }

    /// Returns the first eight bytes of a file, which [`Preamble`](super::table_file::Preamble) checks.
    pub(super) const fn magic(self) -> [u8; 8] {
        match self {
            Self::Values => *b"PLYTAB01",
            Self::Results => *b"PLYWDL01",
            Self::Distances => *b"PLYPLY01",
            Self::Exact => *b"PLYEXA01",
        }
    }

    pub(super) fn file_name(self, slice: &str) -> String {
        format!("{slice}.{}", self.extension())
    }

    /// Returns the encoding and the slice of a file with this name; `None` if it is not a file of tables.
    pub(super) fn of_file(name: &str) -> Option<(Self, &str)> {
        let (slice, extension) = name.rsplit_once('.')?;
        Some((Self::ALL.into_iter().find(|encoding| encoding.extension() == extension)?, slice))
    }

    /// Returns the number of indices in a row of the slice; the last row may have fewer.
    pub(super) fn row_len<G: Sliced>(self, game: &G, slice: G::Slice) -> u64 {
        match self {
            Self::Values => VALUES_ROW,
            Self::Results | Self::Distances => game.row_len(slice),
            Self::Exact => {
                let length = game.row_len(slice);
                length * (EXACT_ROW / length).max(1)
            }
        }
    }

    /// Reads the model of a file; `None` if the bytes are not a model of this encoding.
    pub(super) fn read_model<G: Sliced>(self, game: &G, bytes: &[u8]) -> Option<RowModel> {
        match self {
            Self::Values => bytes.is_empty().then_some(RowModel::Values),
            Self::Results => {
                let model = Model::from_bytes(Patterns::new(&game.patterns()), bytes)?;
                Some(RowModel::Results(Box::new(model)))
            }
            Self::Distances => Probabilities::from_bytes(bytes, distances::CONTEXTS).map(RowModel::Distances),
            Self::Exact => exact::read_model(bytes).map(RowModel::Exact),
        }
    }
}

impl RowModel {
    /// Decodes the row with these indices into one byte for each index. A byte is a value, a result as [`result_of`]
    /// reads it, or the class of a distance. `results` is the decoded row of results at the same indices; only
    /// distances need it. `None` if the bytes cannot be decoded.
    pub(super) fn decode<G: Sliced>(
        &self,
        game: &G,
        slice: G::Slice,
        row: Range<u64>,
        results: &[u8],
        bytes: &[u8],
    ) -> Option<Vec<u8>> {
        match self {
            Self::Values => decode_values(bytes, (row.end - row.start) as usize),
            Self::Results(model) => {
                Some(ResultRow { model, game, slice, range: row }.decode(&model.probabilities, bytes))
            }
            Self::Distances(probabilities) => {
                Some(DistanceRow { game, slice, start: row.start, results }.decode(probabilities, bytes))
            }
            Self::Exact(probabilities) => {
                Some(ExactRow { game, slice, range: row }.decode(probabilities, bytes))
            }
        }
    }
}

/// Compresses the bytes in `cells` row by row, for a file of [`Encoding::Values`].
pub(super) fn value_rows(cells: &Cells) -> impl ExactSizeIterator<Item = Vec<u8>> {
    (0..cells.len().div_ceil(VALUES_ROW) as usize).map(|row| {
        let start = row as u64 * VALUES_ROW;
        let mut values = Vec::with_capacity(VALUES_ROW as usize);
        cells.copy(start..(start + VALUES_ROW).min(cells.len()), &mut values);
        lz4_flex::block::compress(&values)
    })
}

fn decode_values(bytes: &[u8], length: usize) -> Option<Vec<u8>> {
    lz4_flex::block::decompress(bytes, length).ok().filter(|values| values.len() == length)
}

/// Returns the result that a byte of a decoded row of results stands for; `None` for 0, an index without a position.
pub(super) fn result_of(byte: u8) -> Option<Wdl> {
    Wdl::ALL.into_iter().find(|result| byte_of(*result) == byte)
}
