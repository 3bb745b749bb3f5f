//! Built-in tables of Nine Men's Morris: exact values of the endings with at most ten stones, and win, draw or loss of
//! all positions of the first ten plies.

use std::sync::OnceLock;

use plywright::tablebase::{Stored, Tables};
use plywright::{ShippedFile, shipped_file};

use super::{MIN_STONES, Slice, TableRules};
use crate::board::PointSet;
use crate::game::Mill;
use crate::position::State;
use crate::rules::Rules;

/// The endings, made by `plywright solve --format compact --endings`.
pub(crate) static ENDINGS: Archive = Archive::of(shipped_file!("../../data/endgames.bin"), has_endings);
/// The opening, made by `plywright solve --format compact --openings 10`.
pub(crate) static OPENINGS: Archive =
    Archive::of(shipped_file!("../../data/openings.bin"), Rules::play_like_nine_mens_morris);

/// Maximum number of stones of both sides in the built-in endings.
const MAX_STONES: u32 = 10;

/// Tables of Nine Men's Morris in one file.
pub(crate) struct Archive {
    file: ShippedFile,
    /// Whether the positions of the tables have the same values under these rules as in Nine Men's Morris.
    holds: fn(&Rules) -> bool,
    /// The opened tables; `None` if the file is damaged. Set as soon as the file has bytes and the tables are needed.
    tables: OnceLock<Option<Tables<Mill>>>,
}

impl Archive {
    const fn of(file: ShippedFile, holds: fn(&Rules) -> bool) -> Self {
        Self { file, holds, tables: OnceLock::new() }
    }

    /// Returns the tables, which the first call opens. `None` if the positions of the tables have other values under
    /// these rules, or if the program has no file or a damaged one.
    pub(crate) fn tables(&self, rules: &Rules) -> Option<&Tables<Mill>> {
        let bytes = self.file.bytes().filter(|_| (self.holds)(rules))?;
        let open = || Tables::open(Mill::default(), Box::new(Stored::archive(bytes)?)).ok();
        self.tables.get_or_init(open).as_ref()
    }

    /// Whether the program has a damaged file for these rules.
    pub(crate) fn is_damaged(&self, rules: &Rules) -> bool {
        (self.holds)(rules) && self.file.bytes().is_some() && self.tables(rules).is_none()
    }
}

/// Whether a position has no stone in hand and few enough stones for the built-in endings. This check avoids lookups
/// that cannot succeed.
pub(crate) fn is_ending(state: &State) -> bool {
    state.hand == [0; 2] && state.stones.map(PointSet::count).iter().sum::<u32>() <= MAX_STONES
}

/// Whether positions without stones in hand have the same values under these rules as in Nine Men's Morris.
fn has_endings(rules: &Rules) -> bool {
    let moving = Slice::moving(MIN_STONES, MIN_STONES);
    let in_words = |rules| TableRules(rules).in_words(moving);
    TableRules(rules).moving().is_some() && in_words(rules) == in_words(&Rules::NINE_MENS_MORRIS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_damaged_if_it_is_there_and_holds_no_tables() {
        let nine = Rules::NINE_MENS_MORRIS;
        let noise = Archive::of(ShippedFile::embedded("noise.bin", b"no tables"), has_endings);
        let missing = Archive::of(ShippedFile::given("missing.bin"), has_endings);
        assert!(noise.is_damaged(&nine) && !missing.is_damaged(&nine));
        assert!(!ENDINGS.is_damaged(&nine) && !OPENINGS.is_damaged(&nine));
    }
}
