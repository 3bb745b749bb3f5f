//! Built-in opening tables: win, draw and loss of all positions of the first plies.

use std::sync::OnceLock;

use plywright::tablebase::{Stored, Tables};
use plywright::{ShippedFile, shipped_file};

use crate::game::Mill;
use crate::rules::Rules;

/// The archive of the tables, made by `plywright solve --format compact --openings 10`.
static ARCHIVE: ShippedFile = shipped_file!("../../data/openings.bin");

/// Returns the built-in opening tables. `None` if the rules are not those of Nine Men's Morris, if the archive
/// is damaged, or if the program was built without it and has not been given its contents.
pub(crate) fn openings(rules: &Rules) -> Option<&'static Tables<Mill>> {
    static TABLES: OnceLock<Option<Tables<Mill>>> = OnceLock::new();
    let nine = Rules::NINE_MENS_MORRIS;
    let fits = rules.without_draw_rules() == nine.without_draw_rules();
    let bytes = ARCHIVE.bytes().filter(|_| fits)?;
    TABLES.get_or_init(|| Tables::open(Mill::new(nine), Box::new(Stored::archive(bytes)?)).ok()).as_ref()
}
