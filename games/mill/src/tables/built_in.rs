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
static ENDINGS: Archive = Archive::of(shipped_file!("../../data/endgames.bin"));
/// The opening, made by `plywright solve --format compact --openings 10`.
static OPENINGS: Archive = Archive::of(shipped_file!("../../data/openings.bin"));

/// Maximum number of stones of both sides in the built-in endings.
const MAX_STONES: u32 = 10;

/// Tables of Nine Men's Morris in one file.
struct Archive {
    file: ShippedFile,
    /// The opened tables; `None` if the file is damaged. Set as soon as the file has bytes and the tables are needed.
    tables: OnceLock<Option<Tables<Mill>>>,
}

impl Archive {
    const fn of(file: ShippedFile) -> Self {
        Self { file, tables: OnceLock::new() }
    }

    /// Returns the tables, which the first call opens. `None` if the program has no file or a damaged one.
    fn open(&self) -> Option<&Tables<Mill>> {
        let bytes = self.file.bytes()?;
        let open = || Tables::open(Mill::default(), Box::new(Stored::archive(bytes)?)).ok();
        self.tables.get_or_init(open).as_ref()
    }

    fn is_damaged(&self) -> bool {
        self.file.bytes().is_some() && self.open().is_none()
    }
}

/// Returns the built-in tables of endings. `None` if endings have other values under these rules than in Nine Men's
/// Morris, or if the program has no file of endings or a damaged one.
pub(crate) fn endings(rules: &Rules) -> Option<&'static Tables<Mill>> {
    if has_endings(rules) { ENDINGS.open() } else { None }
}

/// Whether the program has a damaged file of endings for these rules.
pub(crate) fn are_endings_damaged(rules: &Rules) -> bool {
    has_endings(rules) && ENDINGS.is_damaged()
}

/// Whether a position has no stone in hand and few enough stones for the built-in endings. This check avoids lookups
/// that cannot succeed.
pub(crate) fn is_ending(state: &State) -> bool {
    state.hand == [0; 2] && state.stones.map(PointSet::count).iter().sum::<u32>() <= MAX_STONES
}

/// Returns the built-in tables of the opening. `None` if the rules differ from Nine Men's Morris in more than draw
/// rules, or if the program has no file of the opening or a damaged one.
pub(crate) fn openings(rules: &Rules) -> Option<&'static Tables<Mill>> {
    if has_openings(rules) { OPENINGS.open() } else { None }
}

/// Whether the program has a damaged file of the opening for these rules.
pub(crate) fn are_openings_damaged(rules: &Rules) -> bool {
    has_openings(rules) && OPENINGS.is_damaged()
}

/// Whether positions without stones in hand have the same values under these rules as in Nine Men's Morris.
fn has_endings(rules: &Rules) -> bool {
    let moving = Slice::moving(MIN_STONES, MIN_STONES);
    let in_words = |rules| TableRules(rules).in_words(moving);
    TableRules(rules).moving().is_some() && in_words(rules) == in_words(&Rules::NINE_MENS_MORRIS)
}

fn has_openings(rules: &Rules) -> bool {
    rules.without_draw_rules() == Rules::NINE_MENS_MORRIS.without_draw_rules()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_damaged_if_it_is_there_and_holds_no_tables() {
        let noise = Archive::of(ShippedFile::embedded("noise.bin", b"no tables"));
        let missing = Archive::of(ShippedFile::given("missing.bin"));
        assert!(noise.is_damaged() && !missing.is_damaged());
        let nine = Rules::NINE_MENS_MORRIS;
        assert!(!are_endings_damaged(&nine) && !are_openings_damaged(&nine));
    }
}
