//! Endgame tables packed into a few megabytes: exact values and distances of positions with three or more
//! stones of each side, at most ten together, and none in hand.
//!
//! Two slices with the same two numbers of stones form a pair, and only one of them is stored. A position of
//! the other slice gets its value from its turns, which lead into the stored slice or to fewer stones. Values
//! are packed in blocks, and a block is unpacked at its first access, which takes a fraction of a
//! millisecond.

mod coder;
mod memory;
mod model;
mod pack;
mod packed_slice;

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use plywright::tablebase::Value;
use plywright::tablebase::reader::Reader;
use plywright::{ShippedFile, shipped_file};

use super::numbering::Numbering;
use super::table_rules::TableRules;
use super::turns::each_turn;
use super::{MIN_STONES, Slice};
use crate::board::PointSet;
use crate::position::{Phase, State};
use crate::rules::{Rules, StandardRules};
use memory::reserve;
use pack::pack_slice;
use packed_slice::PackedSlice;

/// The built-in tables, made by `cargo run --release -p plywright-mill --example pack_endgames`.
static PACKED: ShippedFile = shipped_file!("../../../data/endgames.bin");

/// Stored slices, as numbers of stones of the side to move and of the other side.
const KEPT: [[u8; 2]; 9] = [[3, 3], [4, 3], [3, 5], [4, 4], [3, 6], [4, 5], [7, 3], [4, 6], [5, 5]];
/// Maximum number of stones of both sides together.
const MAX_STONES: u32 = 10;
const MAGIC: [u8; 8] = *b"PLYPACK1";
/// CRC-32 of the built-in tables. A page may load them from a server, and they hold no checksum themselves.
const CHECKSUM: u32 = 0x4833_b20c;

#[derive(Debug)]
pub(crate) struct BuiltIn<'a> {
    rules: StandardRules,
    /// `slices[own][other]`: the stored slice with these numbers of stones of the side to move and of the
    /// other side, at most seven each. `None` if the slice is not stored.
    slices: [[Option<PackedSlice<'a>>; 8]; 8],
    /// `derived[own][other]`: cached values of a slice that is not stored, created when it is first probed.
    /// `None` if there is no room for them.
    derived: [[OnceLock<Option<DerivedSlice>>; 8]; 8],
}

/// Cached values of a slice that is not stored. Memory grows as positions are probed. All slices of this kind
/// together take at most 67 MB.
#[derive(Debug)]
struct DerivedSlice {
    numbering: Numbering,
    /// For each index, the value's byte with all bits inverted; 0 while the value is not cached.
    values: Box<[AtomicU8]>,
}

impl<'a> BuiltIn<'a> {
    const RULES: TableRules<'static> = TableRules(&Rules::NINE_MENS_MORRIS);

    /// Returns the built-in tables. `None` if they are not valid under these rules, if their file is damaged,
    /// or if the program was built without the file and has not been given its contents.
    pub(crate) fn for_rules(rules: &Rules) -> Option<&'static BuiltIn<'static>> {
        static TABLES: OnceLock<Option<BuiltIn<'static>>> = OnceLock::new();
        if !Self::fits(rules) {
            return None;
        }
        let bytes = PACKED.bytes()?;
        let read = || if crc32fast::hash(bytes) == CHECKSUM { BuiltIn::read(bytes) } else { None };
        TABLES.get_or_init(read).as_ref()
    }

    /// Whether the program has a damaged file of tables for these rules.
    pub(crate) fn is_damaged(rules: &Rules) -> bool {
        Self::fits(rules) && PACKED.bytes().is_some() && Self::for_rules(rules).is_none()
    }

    /// Whether the tables are valid under these rules.
    fn fits(rules: &Rules) -> bool {
        let moving = Slice::moving(MIN_STONES, MIN_STONES);
        TableRules(rules).moving().is_some()
            && TableRules(rules).in_words(moving) == Self::RULES.in_words(moving)
    }

    /// Reads the contents of the file. `None` if they are cut short or do not have the format. Damage within
    /// a block is not found.
    pub(crate) fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut tables =
            Self { rules: Self::RULES.moving()?, slices: Default::default(), derived: Default::default() };
        let mut reader = Reader(bytes);
        if reader.take(MAGIC.len())? != MAGIC {
            return None;
        }
        for [own, other] in KEPT {
            let slice = PackedSlice::read(&mut reader, Self::RULES.numbering(Slice::moving(own, other)))?;
            tables.slices[usize::from(own)][usize::from(other)] = Some(slice);
        }
        Some(tables)
    }

    /// Packs tables into the built-in format. `value` returns the value at an index of a slice.
    pub(crate) fn pack<E>(value: impl Fn(Slice, u64) -> Result<Value, E>) -> Result<Vec<u8>, E> {
        let mut out = MAGIC.to_vec();
        for [own, other] in KEPT {
            let slice = Slice::moving(own, other);
            let numbering = Self::RULES.numbering(slice);
            let mut values = Vec::with_capacity(numbering.len() as usize);
            for index in 0..numbering.len() {
                values.push(value(slice, index)?.to_byte());
            }
            pack_slice(&numbering, &mut values, &mut out);
        }
        Ok(out)
    }

    /// Returns the value of a position for the side to move. `None` unless the position is at the start of a
    /// turn, with at most ten stones on the board, at least three of each side, and none in hand. `None` also
    /// if unpacking a block would exceed the limit of [`reserve`].
    pub(crate) fn value_of(&self, state: &State) -> Option<Value> {
        let stones = [state.own(), state.opposing()];
        let counts = stones.map(PointSet::count);
        let covered = counts[0] + counts[1] <= MAX_STONES
            && counts.iter().all(|count| *count >= MIN_STONES.into())
            && state.hand == [0; 2]
            && state.removals == [0; 2]
            && state.marked.is_empty()
            && state.phase == Phase::Moving;
        if !covered {
            return None;
        }
        self.value(stones[0], stones[1])
    }

    /// Returns the value for the side with the stones `own`. Each side must have at least three stones, both
    /// together at most ten. A value of a slice that is not stored is derived from the position's turns, and
    /// cached if there is room. `None` if unpacking a block would exceed the limit of [`reserve`].
    fn value(&self, own: PointSet, other: PointSet) -> Option<Value> {
        let counts = [own, other].map(|stones| stones.count() as usize);
        if let Some(slice) = self.slices.get(counts[0])?.get(counts[1])? {
            return slice.value(slice.numbering.number(own, other).index);
        }
        let slice = self.derived[counts[0]][counts[1]].get_or_init(|| DerivedSlice::new(counts));
        let Some(slice) = slice else { return self.value_by_turns(own, other) };
        let cached = &slice.values[slice.numbering.number(own, other).index as usize];
        let byte = cached.load(Ordering::Relaxed);
        if byte != 0 {
            return Some(Value::from_byte(!byte));
        }
        let value = self.value_by_turns(own, other)?;
        cached.store(!value.to_byte(), Ordering::Relaxed);
        Some(value)
    }

    /// Returns the best value of a position's turns, or a loss if it has none. `None` if the value of a
    /// successor is needed but not available.
    fn value_by_turns(&self, own: PointSet, other: PointSet) -> Option<Value> {
        let mut best = Value::LOST;
        // The loop ends early at a turn that wins at once, and at a successor without a value.
        let early = each_turn(&self.rules, [own, other], false, &mut |own, other| {
            if other.count() < MIN_STONES.into() {
                return ControlFlow::Break(Value::LOST.one_turn_before());
            }
            match self.value(other, own).and_then(Value::one_turn_before) {
                Some(value) => best = best.max(value),
                None => return ControlFlow::Break(None),
            }
            ControlFlow::Continue(())
        });
        early.break_value().unwrap_or(Some(best))
    }
}

impl DerivedSlice {
    /// Creates an empty cache; `None` if it would exceed the limit of [`reserve`].
    fn new(counts: [usize; 2]) -> Option<Self> {
        let numbering = BuiltIn::RULES.numbering(Slice::moving(counts[0] as u8, counts[1] as u8));
        let size = numbering.len() as usize;
        reserve(size).then(|| Self { values: bytemuck::allocation::zeroed_slice_box(size), numbering })
    }
}

#[cfg(test)]
mod tests {
    use super::model::LEN;
    use super::*;

    #[test]
    fn a_model_that_is_too_short_is_refused() {
        let bytes = PACKED.bytes().expect("the tables");
        assert!(BuiltIn::read(bytes).is_some());
        let model = lz4_flex::block::compress(&vec![128; LEN - 1]);
        let start = MAGIC.len() + 4;
        let old = u32::from_le_bytes(bytes[MAGIC.len()..start].try_into().expect("four bytes")) as usize;
        let length = (model.len() as u32).to_le_bytes();
        let changed = [&MAGIC[..], &length, &model, &bytes[start + old..]].concat();
        assert!(BuiltIn::read(&changed).is_none());
    }
}
