//! Built-in opening tables: win, draw and loss of all positions of the first plies.

use std::sync::OnceLock;

use plywright::tablebase::Sliced;
use plywright::tablebase::compact::{CompactTables, Stored};
use plywright::{ShippedFile, shipped_file};

use super::Slice;
use crate::game::Mill;
use crate::rules::Rules;

/// The archive of the tables, made by `plywright solve --format compact --openings 10`.
static ARCHIVE: ShippedFile = shipped_file!("../../data/openings.bin");

/// Returns the built-in opening tables. `None` if they are not valid under these rules, if the archive is
/// damaged, or if the program was built without it and has not been given its contents.
pub(crate) fn openings(rules: &Rules) -> Option<&'static CompactTables<Mill>> {
    static TABLES: OnceLock<Option<CompactTables<Mill>>> = OnceLock::new();
    let rules_of = |game: &Mill| {
        let count = game.rules().piece_count;
        [[count; 2], [0; 2]]
            .map(|hand| game.table_rules(Slice { hand, board: hand.map(|hand| count - hand) }))
    };
    let game = Mill::new(Rules::NINE_MENS_MORRIS);
    let asked = Mill::new(*rules);
    let fits = asked.has_tables()
        && rules.piece_count == game.rules().piece_count
        && rules_of(&asked) == rules_of(&game);
    let bytes = ARCHIVE.bytes().filter(|_| fits)?;
    TABLES.get_or_init(|| CompactTables::open(game, Box::new(Stored::archive(bytes)?)).ok()).as_ref()
}
