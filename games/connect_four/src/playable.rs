//! The game for the engine: variants by name, ratings of the levels, and tablebases of the small boards.

use plywright::prelude::*;
use plywright::{Levels, Variant};

use crate::features::Stones;
use crate::{ConnectFour, OpenFours, Size};

/// The usual board, and variants small enough to be solved completely.
const VARIANTS: [(Variant, Size); 7] = [
    (ConnectFour::INFO.variant(), Size::USUAL),
    small("4x4", 4, 4, "four columns of four squares"),
    small("4x5", 4, 5, "four columns of five squares"),
    small("4x6", 4, 6, "four columns of six squares"),
    small("5x4", 5, 4, "five columns of four squares"),
    small("5x5", 5, 5, "five columns of five squares"),
    small("6x4", 6, 4, "six columns of four squares"),
];

const fn small(name: &'static str, columns: u8, rows: u8, summary: &'static str) -> (Variant, Size) {
    (Variant { name, summary }, Size::new(columns, rows))
}

/// Levels with their Elo ratings from a tournament of levels on the usual board. A player of random moves has
/// rating 0.
const RATINGS: [(u8, u16); 9] =
    [(0, 240), (3, 390), (6, 490), (9, 560), (12, 630), (15, 710), (18, 800), (21, 930), (24, 1050)];

impl Playable for ConnectFour {
    type Eval = Learned<Stones, OpenFours>;
    const INFO: GameInfo = GameInfo {
        levels: Levels::rated(&RATINGS),
        puzzles: include_str!("../data/puzzles.pgn"),
        how_to_play: &[("en", include_str!("how_to_play.en.md")), ("de", include_str!("how_to_play.de.md"))],
        max_plies: 42,
        move_numbers: MoveNumbers::ByCode(7),
        bench_depth: 14,
        ..GameInfo::new("connect-four", "Four in a row on seven columns of six.")
    };

    fn variants() -> Vec<Variant> {
        VARIANTS.map(|(variant, _)| variant).to_vec()
    }

    fn variant(name: &str) -> Option<Self> {
        VARIANTS.iter().find(|(variant, _)| variant.name == name).map(|(_, size)| Self(*size))
    }

    fn solved(&self) -> Option<Solved> {
        let is_usual = self.0 == Size::USUAL;
        is_usual.then_some(Solved { winner: Some(Side::First), source: "Allen and Allis, 1988" })
    }

    fn tablebase(&self) -> Option<Box<dyn GameTablebase<Self>>> {
        (self.0 != Size::USUAL).then(|| Box::new(*self) as Box<dyn GameTablebase<Self>>)
    }
}

/// Returns the game's default variant. Its search is compiled in this crate, so that the searches of several games are
/// compiled at the same time.
pub fn game() -> std::sync::Arc<dyn DynGame> {
    game_of::<ConnectFour>()
}
