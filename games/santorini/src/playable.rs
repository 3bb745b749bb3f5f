//! Santorini as a [`Playable`] game: levels, variants, options and benchmark positions.

use std::sync::LazyLock;

use plywright::{
    Game, GameInfo, GameOptions, Learned, Levels, MoveNumbers, Notation, OptionError, OptionSpec,
    OptionValue, Playable, Protocol, Variant,
};

use crate::eval::Heights;
use crate::features::BoardFeatures;
use crate::game::Santorini;
use crate::god::God;
use crate::gods;
use crate::moves::Move;
use crate::plain::CODES;
use crate::state::State;
use crate::themes::themes;

const FIRST_GOD: &str = "First God";
const SECOND_GOD: &str = "Second God";
const MARK_BEFORE: &str = "Winner Mark First";

/// In a game with gods, maximum number of moves of a position that have an entry in action masks. Further legal moves
/// have none.
const MAX_NUMBERED: u32 = 4096;

/// Benchmark positions and their search depths in plies.
const BENCH: &[(&str, u16)] = &[
    ("0000000000000000000000000/1/mortal:B3,D3/mortal:C4,C2", 7),
    ("0000001100012100010000000/1/mortal:B3,D3/mortal:C4,C2", 7),
    ("0100000100001000101000111/1/mortal:E3,D1/mortal:C3,B2", 7),
];

/// Pairs of a level and its Elo rating, from a tournament of the levels between mortals. A player of random moves has
/// rating 0.
const RATINGS: [(u8, u16); 9] =
    [(0, 1440), (3, 1750), (6, 1950), (9, 2110), (12, 2250), (15, 2340), (18, 2480), (21, 2670), (24, 2870)];

impl Playable for Santorini {
    type Eval = Learned<BoardFeatures, Heights>;
    const INFO: GameInfo = GameInfo {
        protocol: Protocol::Json,
        levels: Levels::rated(&RATINGS),
        puzzles: include_str!("../data/puzzles.pgn"),
        how_to_play: &[("en", include_str!("how_to_play.en.md")), ("de", include_str!("how_to_play.de.md"))],
        ..GameInfo::new("santorini", "Workers climb and build on an island; mortals and 52 gods.")
    };

    fn variants() -> Vec<Variant> {
        vec![Variant { name: God::Mortal.name(), summary: "Mortals on both sides, without gods." }]
    }

    fn variant(name: &str) -> Option<Self> {
        Self::new(God::find_pair(name)?)
    }

    fn further_variants() -> Option<Variant> {
        static SUMMARY: LazyLock<String> = LazyLock::new(|| {
            let names: Vec<_> = God::ALL.iter().map(|god| god.name()).collect();
            format!("Two gods, the first player's first, such as apollo-demeter: {}.", names.join(", "))
        });
        Some(Variant { name: "GOD-GOD", summary: &SUMMARY })
    }

    fn further_variant(name: &str) -> Result<Option<String>, String> {
        let Some(gods) = God::find_pair(name) else { return Ok(None) };
        check(gods)?;
        Ok(Some(God::pair_name(gods)))
    }

    fn options(&self) -> Box<dyn GameOptions<Self>> {
        Box::new(SantoriniOptions { variant: self.gods, chosen: [None; 2], mark_before: self.mark_before })
    }

    fn themes(&self, state: &State, line: &[Move]) -> Vec<&'static str> {
        themes(*self, state, line)
    }

    fn bench_positions(&self) -> Vec<(String, u16)> {
        if self.gods == [God::Mortal; 2] {
            BENCH.iter().map(|(text, depth)| ((*text).to_owned(), *depth)).collect()
        } else {
            vec![(self.position_text(&self.start()), 2)]
        }
    }

    /// If a god takes part, the number of a move is its index among the legal moves of the position, sorted by code.
    /// Between mortals, a number means the same move in all positions. The lowest numbers are steps, in the order of
    /// square, direction, and direction of building (or a win). The placements follow, which are pairs of squares. The
    /// last number is the move of a side that cannot move.
    fn move_numbers(&self) -> MoveNumbers {
        if self.start().is_of_mortals() {
            MoveNumbers::ByCode(CODES)
        } else {
            MoveNumbers::ByPlace(MAX_NUMBERED)
        }
    }
}

/// The gods of the two players, and the place of the winner's mark.
struct SantoriniOptions {
    /// Gods before any option was set.
    variant: [God; 2],
    /// Gods that were set in place of the variant's.
    chosen: [Option<God>; 2],
    mark_before: bool,
}

impl SantoriniOptions {
    /// Returns each player's god: the one that was set, otherwise the variant's. The pair may not be allowed.
    fn wanted(&self) -> [God; 2] {
        [0, 1].map(|side| self.chosen[side].unwrap_or(self.variant[side]))
    }

    /// Returns the gods of the game. A god of the variant that may not meet the one that was set gives way to mortals,
    /// so that the gods of every allowed pair can be set in either order.
    fn gods(&self) -> [God; 2] {
        if gods::check_pair(self.wanted()).is_ok() {
            self.wanted()
        } else {
            self.chosen.map(|god| god.unwrap_or(God::Mortal))
        }
    }
}

impl GameOptions<Santorini> for SantoriniOptions {
    fn specs(&self) -> Vec<OptionSpec> {
        // The first word of an option is its default.
        let default_first = |side: usize| {
            let gods = if self.chosen[side].is_some() { self.variant } else { self.gods() };
            let mut names: Vec<_> = God::ALL.iter().map(|god| god.name()).collect();
            names.sort_by_key(|name| *name != gods[side].name());
            names
        };
        vec![
            OptionSpec::combo(FIRST_GOD, default_first(0)).of_variant(),
            OptionSpec::combo(SECOND_GOD, default_first(1)).of_variant(),
            OptionSpec::check(MARK_BEFORE, false).of_rules(),
        ]
    }

    fn set(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        match (name, value) {
            (MARK_BEFORE, OptionValue::Check(before)) => self.mark_before = *before,
            (FIRST_GOD | SECOND_GOD, OptionValue::Text(god)) => {
                let mut chosen = self.chosen;
                chosen[usize::from(name == SECOND_GOD)] = God::find(god);
                if let [Some(first), Some(second)] = chosen {
                    check([first, second]).map_err(|refused| OptionError::Unusable {
                        name: name.to_owned(),
                        reason: format!("{refused}; set the other god to mortal first"),
                    })?;
                }
                self.chosen = chosen;
            }
            _ => return Err(OptionError::unknown(name)),
        }
        Ok(())
    }

    fn game(&self) -> Santorini {
        Santorini { gods: self.gods(), mark_before: self.mark_before }
    }

    fn warning(&self) -> Option<String> {
        let refused = check(self.wanted()).err()?;
        Some(format!("{refused}; the game is {}", God::pair_name(self.gods())))
    }
}

/// Checks whether a pair of gods is allowed. Returns a message with the reason if not.
fn check(gods: [God; 2]) -> Result<(), String> {
    gods::check_pair(gods)
        .map_err(|reason| format!("{} is not an allowed pair of gods: {reason}", God::pair_name(gods)))
}
