//! Packs a solved slice for the built-in tables.

use plywright::tablebase::coder::Encoder;

use super::model::{LEN, Model};
use super::packed_slice::block_size;
use crate::tables::Numbering;

/// Appends a packed slice to `out`; see [`packed_slice`](super::packed_slice) for its parts. `values` is
/// mutable only because decoders share the code; it is left unchanged.
pub(super) fn pack_slice(numbering: &Numbering, values: &mut [u8], out: &mut Vec<u8>) {
    let model = model_for(numbering, values);
    let packed_model = lz4_flex::block::compress(&model);
    out.extend((packed_model.len() as u32).to_le_bytes());
    out.extend(packed_model);
    let mut blocks = Vec::new();
    for block in values.chunks_mut(block_size(numbering)) {
        let packed = code(&model, numbering, block, None);
        out.extend((packed.len() as u32).to_le_bytes());
        blocks.extend(packed);
    }
    out.extend(blocks);
}

/// Returns the probabilities of the model for a slice: the frequencies of set bits when a model with even
/// odds codes it.
fn model_for(numbering: &Numbering, values: &mut [u8]) -> Vec<u8> {
    let even = vec![0x80; LEN];
    let mut seen = vec![[0; 2]; LEN];
    for block in values.chunks_mut(block_size(numbering)) {
        code(&even, numbering, block, Some(&mut seen));
    }
    seen.into_iter().map(probability).collect()
}

/// Returns a block packed by a model, and counts the coded bits in `seen`.
fn code(model: &[u8], numbering: &Numbering, block: &mut [u8], seen: Option<&mut Vec<[u32; 2]>>) -> Vec<u8> {
    let mut coder = Encoder::default();
    let others = numbering.others as usize;
    Model::from_bytes(model).code(&mut coder, block, numbering.other, others, seen);
    coder.finish()
}

/// Estimates the probability of a set bit, in units of 1/256, from the numbers of clear and set bits counted.
fn probability([clear, set]: [u32; 2]) -> u8 {
    let (clear, set) = (u64::from(clear), u64::from(set));
    ((set * 256 + 128) / (clear + set + 1)).min(255) as u8
}
