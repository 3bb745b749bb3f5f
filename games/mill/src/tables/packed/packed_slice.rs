//! A slice of the built-in tables, as the file holds it: its model, the lengths of its blocks, and the blocks.

use std::sync::OnceLock;

use plywright::tablebase::Value;
use plywright::tablebase::coder::Decoder;
use plywright::tablebase::reader::Reader;

use super::memory::reserve;
use super::model::{LEN, Model};
use crate::tables::Numbering;

/// Approximate number of indices in a block.
const BLOCK: u64 = 16 * 1024;

#[derive(Debug)]
pub(super) struct PackedSlice<'a> {
    pub(super) numbering: Numbering,
    /// Number of indices in a block; the last block may have fewer.
    size: usize,
    model: Model,
    blocks: Vec<Block<'a>>,
}

#[derive(Debug)]
struct Block<'a> {
    packed: &'a [u8],
    values: OnceLock<Box<[u8]>>,
}

impl<'a> PackedSlice<'a> {
    pub(super) fn read(reader: &mut Reader<'a>, numbering: Numbering) -> Option<Self> {
        let length = reader.number(4)?;
        let model = lz4_flex::block::decompress(reader.take(length as usize)?, LEN).ok()?;
        // The model may be shorter than expected, because decompression only limits its length.
        if model.len() != LEN {
            return None;
        }
        let size = block_size(&numbering);
        let mut lengths = Vec::new();
        for _ in 0..(numbering.len() as usize).div_ceil(size) {
            lengths.push(reader.number(4)? as usize);
        }
        let mut blocks = Vec::new();
        for length in lengths {
            blocks.push(Block { packed: reader.take(length)?, values: OnceLock::new() });
        }
        Some(Self { numbering, size, model: Model::from_bytes(&model), blocks })
    }

    /// Unpacks the block if necessary. `None` if that would exceed the limit of [`reserve`].
    pub(super) fn value(&self, index: u64) -> Option<Value> {
        let at = index as usize % self.size;
        let first = index as usize - at;
        let block = &self.blocks[first / self.size];
        let size = self.size.min(self.numbering.len() as usize - first);
        if block.values.get().is_none() && !reserve(size) {
            return None;
        }
        let values = block.values.get_or_init(|| {
            let mut values = vec![0; size];
            let mut decoder = Decoder::new(block.packed);
            let others = self.numbering.others as usize;
            self.model.clone().code(&mut decoder, &mut values, self.numbering.other, others, None);
            values.into_boxed_slice()
        });
        Some(Value::from_byte(values[at]))
    }
}

/// A block holds as many whole orbits as fit into [`BLOCK`] indices, and at least one.
pub(super) fn block_size(numbering: &Numbering) -> usize {
    (numbering.others * (BLOCK / numbering.others).max(1)) as usize
}
