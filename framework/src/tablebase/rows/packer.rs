//! Encodes a slice's values for compact tables in three steps: trains a network, counts the bits of each context, and
//! encodes the rows with probabilities from these counts. Only results have a network. In a large slice, only some rows
//! are counted, which saves time.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use super::super::cells::Cells;
use super::super::error::SolveError;
use super::super::parallel::Workers;
use super::super::progress::Stage;
use super::super::sliced::{RowPosition, Sliced};
use super::Encoding;
use super::bits::{BitCounts, CodedRow, Probabilities};
use super::distances::{self, DistanceRow, class_of};
use super::exact::{self, ExactRow};
use super::predictor::{Network, Patterns};
use super::results::{Model, PROBABILITIES, ResultRow, byte_of, without_network};
use super::training::{Lessons, Trainer};
use crate::rules::Key;
use crate::search::{Rng, Value, Wdl, lock};

/// Minimum number of indices in a slice with a network. A network takes about a hundred kilobytes, more than
/// it saves in a small slice.
const MIN_FOR_NETWORK: u64 = 1 << 20;
/// Maximum number of training positions of a slice.
const MAX_TRAINING: u64 = 8_000_000;
/// Number of training positions for each index of the slice, up to [`MAX_TRAINING`] in total.
const TRAINING_PER_INDEX: u64 = 8;
/// Approximate maximum number of indices whose bits are counted to find the probabilities. Counting all indices would
/// make the files smaller by only about a thousandth.
const MAX_COUNTED: u64 = 1 << 24;
/// Number of training positions in a batch. A thread can draw the next batch while another thread trains.
const LESSONS: u64 = 1 << 14;
/// Seed of the training positions. It is fixed, so that equal tables give equal files on the same machine.
const SEED: u64 = 1;
/// Number of stages in which a slice is packed: training, counting and encoding.
const STAGES: u64 = 3;
/// Number of stages before the counting of bits.
const BEFORE_COUNTING: u64 = 1;
/// Number of stages before the encoding of rows.
const BEFORE_ENCODING: u64 = 2;
/// Maximum number of rows that a thread counts before it adds its counts to those of the other threads.
const MAX_COUNTED_AT_A_TIME: usize = 4096;
/// Number of rows that a thread takes at a time to encode them.
const ENCODED_AT_A_TIME: usize = 64;

/// Returns the number of positions with which the network of a slice with `len` indices is trained, in a game with
/// patterns; 0 if the slice is too small for a network.
pub(in crate::tablebase) fn training_positions(len: u64) -> u64 {
    if len < MIN_FOR_NETWORK { 0 } else { (len * TRAINING_PER_INDEX).min(MAX_TRAINING) }
}

/// The parts of a file that depend on its encoding.
pub(in crate::tablebase) struct Encoded {
    pub(in crate::tablebase) model: Vec<u8>,
    pub(in crate::tablebase) rows: Vec<Vec<u8>>,
}

/// Encodes the rows of a slice, whose values are in `cells`.
pub(in crate::tablebase) struct Packer<'a, G: Sliced> {
    pub(in crate::tablebase) game: &'a G,
    pub(in crate::tablebase) slice: G::Slice,
    pub(in crate::tablebase) encoding: Encoding,
    pub(in crate::tablebase) cells: &'a Cells,
    pub(in crate::tablebase) workers: Workers<'a>,
    pub(in crate::tablebase) report: &'a (dyn Fn(Stage) + Sync),
}

impl<G: Sliced> Packer<'_, G> {
    /// Encodes the rows in [`Packer::encoding`], which must not be [`Encoding::Values`].
    pub(in crate::tablebase) fn encode_file(&self) -> Result<Encoded, SolveError> {
        match self.encoding {
            Encoding::Values | Encoding::Results => self.encode_results(),
            Encoding::Distances => self.encode_distances(),
            Encoding::Exact => self.encode_exact(),
        }
    }

    fn encode_results(&self) -> Result<Encoded, SolveError> {
        let model = self.build_model()?;
        let result = |index| byte_of(self.result(index));
        let row_of = |range| ResultRow { model: &model, game: self.game, slice: self.slice, range };
        let rows = self.encode_rows(|row| row_of(row).encode(&model.probabilities, result))?;
        Ok(Encoded { model: model.to_bytes(), rows })
    }

    fn encode_distances(&self) -> Result<Encoded, SolveError> {
        let counts = self.count_bits(distances::CONTEXTS, |counts, row| {
            let results = self.row_results(row.clone());
            self.distance_row(&row, &results).count(counts, |index| self.class(index));
        })?;
        let model = self.probabilities(counts);
        let rows = self.encode_rows(|row| {
            let results = self.row_results(row.clone());
            self.distance_row(&row, &results).encode(&model, |index| self.class(index))
        })?;
        Ok(Encoded { model: model.to_bytes(), rows })
    }

    fn encode_exact(&self) -> Result<Encoded, SolveError> {
        let row_of = |range| ExactRow { game: self.game, slice: self.slice, range };
        let value = |index| self.cells.get(index);
        let counts = self.count_bits(exact::CONTEXTS, |counts, row| row_of(row).count(counts, value))?;
        let model = self.probabilities(counts);
        let rows = self.encode_rows(|row| row_of(row).encode(&model, value))?;
        Ok(Encoded { model: exact::model_bytes(&model), rows })
    }

    /// Trains the network and finds the probabilities. Leaves the network out unless it saves more than its own size.
    fn build_model(&self) -> Result<Model, SolveError> {
        let patterns = Patterns::new(&self.game.patterns());
        let network = self.train(&patterns)?;
        // Counting needs a model, but not its probabilities, which follow from the counts.
        let probabilities = BitCounts::new(PROBABILITIES).probabilities();
        let mut model = Model { patterns, network, probabilities };
        let mut counts = self.count_bits(PROBABILITIES, |counts, range| {
            let row = ResultRow { model: &model, game: self.game, slice: self.slice, range };
            row.count(counts, |index| byte_of(self.result(index)));
        })?;
        if let Some(network) = &model.network {
            let size = lz4_flex::block::compress(&network.to_bytes()).len() as f64;
            let without = without_network(&counts);
            if without.bytes() <= counts.bytes() + size / self.rows_per_counted_row() as f64 {
                model.network = None;
                counts = without;
            }
        }
        model.probabilities = self.probabilities(counts);
        Ok(model)
    }

    fn value(&self, index: u64) -> Value {
        Value::from_byte(self.cells.get(index))
    }

    fn result(&self, index: u64) -> Wdl {
        self.value(index).into()
    }

    fn class(&self, index: u64) -> u8 {
        self.value(index).plies().map_or(0, class_of)
    }

    /// Returns the results of a row, one byte for each index, as [`ResultRow::walk`] returns them.
    fn row_results(&self, row: Range<u64>) -> Vec<u8> {
        let mut results = vec![0; (row.end - row.start) as usize];
        self.game.walk_row(self.slice, row.clone(), &mut |index, _| {
            results[(index - row.start) as usize] = byte_of(self.result(index));
        });
        results
    }

    fn distance_row<'a>(&'a self, row: &Range<u64>, results: &'a [u8]) -> DistanceRow<'a, G> {
        DistanceRow { game: self.game, slice: self.slice, start: row.start, results }
    }

    fn row_len(&self) -> u64 {
        self.encoding.row_len(self.game, self.slice)
    }

    fn rows(&self) -> usize {
        self.cells.len().div_ceil(self.row_len()) as usize
    }

    fn row(&self, number: usize) -> Range<u64> {
        let length = self.row_len();
        let start = number as u64 * length;
        start..(start + length).min(self.cells.len())
    }

    /// Draws up to [`LESSONS`] random indices for training. `first` is the number of indices drawn before, and `all`
    /// the number to be drawn in the whole training. An index without a position counts, but gives no lesson.
    fn draw_lessons(&self, patterns: &Patterns, rng: &mut Rng, first: u64, all: u64) -> Lessons {
        let (mut lessons, mut states) = (Lessons::default(), patterns.empty());
        for number in first..(first + LESSONS).min(all) {
            let index = rng.below(self.cells.len() as usize) as u64;
            let target = (self.result(index), number as f32 / all as f32);
            self.game.walk_row(self.slice, index..index + 1, &mut |_, RowPosition { own, other, .. }| {
                states.set(patterns, [own, other]);
                lessons.targets.push(target);
                lessons.features.extend(&states.features);
            });
        }
        lessons
    }

    /// Trains a network on random positions; `None` if the slice is small or the game has no patterns.
    fn train(&self, patterns: &Patterns) -> Result<Option<Network>, SolveError> {
        let positions = training_positions(self.cells.len());
        if patterns.features == 0 || positions == 0 {
            return Ok(None);
        }
        let (mut trainer, mut rng) = (Trainer::new(patterns.features), Rng::new(SEED));
        let mut draw = |first| self.draw_lessons(patterns, &mut rng, first, positions);
        let parts = (0..positions).step_by(LESSONS as usize);
        let mut learn = |first: u64, lessons: &Lessons| {
            (self.report)(Stage::Expanding(first, STAGES * positions));
            trainer.learn_all(lessons);
            if self.workers.stop.load(Relaxed) { Err(SolveError::Stopped) } else { Ok(()) }
        };
        // One thread draws a batch while this thread learns from the batch before. If learning ends early, the receiver
        // is dropped, so that sending fails and the other thread ends. If the system provides no thread, this one does
        // both.
        let has_helper = self.workers.threads > 1
            && thread::scope(|scope| {
                let (sender, receiver) = mpsc::sync_channel(1);
                let (parts, draw) = (parts.clone(), &mut draw);
                let draw_all = move || {
                    for first in parts {
                        if sender.send((first, draw(first))).is_err() {
                            return;
                        }
                    }
                };
                if thread::Builder::new().spawn_scoped(scope, draw_all).is_err() {
                    return Ok(false);
                }
                for (first, lessons) in receiver {
                    learn(first, &lessons)?;
                }
                Ok::<_, SolveError>(true)
            })?;
        if !has_helper {
            for first in parts {
                learn(first, &draw(first))?;
            }
        }
        Ok(Some(trainer.finish()))
    }

    /// Returns about how many rows there are for each row whose bits are counted; 1 if all rows are counted.
    fn rows_per_counted_row(&self) -> u64 {
        let max_rows = (MAX_COUNTED / self.row_len()).max(1);
        (self.rows() as u64 / max_rows).max(1)
    }

    /// Returns the probabilities for all rows. If only some rows were counted, no count is left at 0, because the other
    /// rows may have bits that the counted rows lack.
    fn probabilities(&self, mut counts: BitCounts) -> Probabilities {
        if self.rows_per_counted_row() > 1 {
            counts.add_half();
        }
        counts.probabilities()
    }

    /// Calls `add` for the counted rows, in several threads, and returns the sum of the counts. A hash of a row's
    /// number decides whether the row is counted. The choice is irregular, because neighbouring rows are alike.
    fn count_bits(
        &self,
        contexts: usize,
        add: impl Fn(&mut BitCounts, Range<u64>) + Sync,
    ) -> Result<BitCounts, SolveError> {
        let share = self.rows_per_counted_row();
        let is_counted = |number: &usize| Key::mix(*number as u64).0.is_multiple_of(share);
        let counted: Vec<usize> = (0..self.rows()).filter(is_counted).collect();
        let all = Mutex::new(BitCounts::new(contexts));
        let done = AtomicU64::new(0);
        let at_a_time = counted.len().div_ceil(self.workers.threads.max(1)).clamp(1, MAX_COUNTED_AT_A_TIME);
        self.workers.run::<SolveError>(counted.len(), at_a_time, &|places| {
            let mut counts = BitCounts::new(contexts);
            for number in &counted[places] {
                let row = self.row(*number);
                add(&mut counts, row.clone());
                self.report_row(BEFORE_COUNTING, share, &done, &row);
            }
            lock(&all).merge(&counts);
            Ok(())
        })?;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Calls `encode` for every row, in several threads, and returns the encoded rows.
    fn encode_rows(&self, encode: impl Fn(Range<u64>) -> Vec<u8> + Sync) -> Result<Vec<Vec<u8>>, SolveError> {
        let packed = Mutex::new(vec![Vec::new(); self.rows()]);
        let done = AtomicU64::new(0);
        self.workers.run::<SolveError>(self.rows(), ENCODED_AT_A_TIME, &|rows| {
            for number in rows {
                let row = self.row(number);
                let bytes = encode(row.clone());
                lock(&packed)[number] = bytes;
                self.report_row(BEFORE_ENCODING, 1, &done, &row);
            }
            Ok(())
        })?;
        Ok(packed.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reports the progress before `row`, and then adds the row's indices to `done`, the number of indices finished in
    /// this stage. `stages` is the number of earlier stages. Each row of this stage stands for `share` rows of the
    /// slice.
    fn report_row(&self, stages: u64, share: u64, done: &AtomicU64, row: &Range<u64>) {
        let before = (done.fetch_add(row.end - row.start, Relaxed) * share).min(self.cells.len());
        (self.report)(Stage::Expanding(stages * self.cells.len() + before, STAGES * self.cells.len()));
    }
}
