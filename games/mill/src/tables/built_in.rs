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

/// Archive of the endings, made by `plywright solve --format compact --endings`.
static ENDINGS: ShippedFile = shipped_file!("../../data/endgames.bin");
/// Archive of the opening, made by `plywright solve --format compact --openings 10`.
static OPENINGS: ShippedFile = shipped_file!("../../data/openings.bin");

/// Maximum number of stones of both sides in the built-in endings.
const MAX_STONES: u32 = 10;

/// Returns the built-in tables of endings, which the first call opens. `None` if endings have other values under these
/// rules than in Nine Men's Morris, or if the program has no archive of endings or a damaged one.
pub(crate) fn endings(rules: &Rules) -> Option<&'static Tables<Mill>> {
    static TABLES: OnceLock<Option<Tables<Mill>>> = OnceLock::new();
    if has_endings(rules) { open_once(&ENDINGS, &TABLES) } else { None }
}

/// Whether the program has a damaged archive of endings for these rules.
pub(crate) fn are_endings_damaged(rules: &Rules) -> bool {
    has_endings(rules) && ENDINGS.bytes().is_some() && endings(rules).is_none()
}

/// Whether a position has no stone in hand and few enough stones for the built-in endings. This check avoids lookups
/// that cannot succeed.
pub(crate) fn is_ending(state: &State) -> bool {
    state.hand == [0; 2] && state.stones.map(PointSet::count).iter().sum::<u32>() <= MAX_STONES
}

/// Returns the built-in tables of the opening, which the first call opens. `None` if the rules differ from Nine Men's
/// Morris in more than draw rules, or if the program has no archive of the opening or a damaged one.
pub(crate) fn openings(rules: &Rules) -> Option<&'static Tables<Mill>> {
    static TABLES: OnceLock<Option<Tables<Mill>>> = OnceLock::new();
    let fits = rules.without_draw_rules() == Rules::NINE_MENS_MORRIS.without_draw_rules();
    if fits { open_once(&OPENINGS, &TABLES) } else { None }
}

/// Whether positions without stones in hand have the same values under these rules as in Nine Men's Morris.
fn has_endings(rules: &Rules) -> bool {
    let moving = Slice::moving(MIN_STONES, MIN_STONES);
    let in_words = |rules| TableRules(rules).in_words(moving);
    TableRules(rules).moving().is_some() && in_words(rules) == in_words(&Rules::NINE_MENS_MORRIS)
}

/// Opens the tables of an archive once and keeps the result in `tables`. Returns `None` if the archive is damaged, or
/// as long as it has no bytes.
fn open_once(
    archive: &ShippedFile,
    tables: &'static OnceLock<Option<Tables<Mill>>>,
) -> Option<&'static Tables<Mill>> {
    let bytes = archive.bytes()?;
    let open = || Tables::open(Mill::default(), Box::new(Stored::archive(bytes)?)).ok();
    tables.get_or_init(open).as_ref()
}
