//! Gyges as a [`Playable`] game: name, levels, options and benchmark positions.

use plywright::{GameInfo, GameOption, Learned, Levels, MoveNumbers, Notation, Playable};

use crate::eval::GygesEval;
use crate::features::PiecesAndReach;
use crate::game::Gyges;
use crate::moves::{PASS, SET_UP};
use crate::rules::{Repetition, StuckRow};
use crate::square;
use crate::text::STUCK;

const BENCH_DEPTH: u16 = 4;

/// Pairs of a level and its Elo rating, from a tournament of the levels. A player of random moves has rating 0.
const RATINGS: [(u8, u16); 9] =
    [(0, 1250), (3, 1420), (6, 1530), (9, 1600), (12, 1690), (15, 1730), (18, 1790), (21, 1850), (24, 1890)];

const SQUARES: u32 = square::SQUARES as u32;
/// Number of places where a move can end: the squares and both goals.
const ENDS: u32 = square::PLACES as u32;
/// Number of choices for the drop of a move: the squares, or no drop.
const DROPS: u32 = SQUARES + 1;
/// Move number of the first arrangement of a home row.
const SET_UPS: u32 = SQUARES * ENDS * DROPS;
/// Number of arrangements of a home row, with two pieces each of one, two and three rings.
const ROWS: u32 = 90;

impl Playable for Gyges {
    type Eval = Learned<PiecesAndReach, GygesEval>;
    const INFO: GameInfo = GameInfo {
        levels: Levels::rated(&RATINGS),
        puzzles: include_str!("../data/puzzles.pgn"),
        how_to_play: &[("en", include_str!("how_to_play.en.md")), ("de", include_str!("how_to_play.de.md"))],
        move_numbers: MoveNumbers::ByCode(SET_UPS + ROWS + 1),
        ..GameInfo::new("gyges", "Twelve pieces that belong to nobody, bounced into the goal.")
    };

    const OPTIONS: &'static [GameOption<Self>] = &[
        GameOption::check("NullMoves", |game: &mut Self| &mut game.rules.may_leave_board_unchanged)
            .of_rules(),
        GameOption::check("SquareOnce", |game: &mut Self| &mut game.rules.square_once).of_rules(),
        GameOption::combo("StuckRow", &["draw", "next-row", "pass"], |game: &mut Self, chosen| {
            game.rules.stuck_row = [StuckRow::Draw, StuckRow::NextRow, StuckRow::Pass][chosen];
        })
        .of_rules(),
        GameOption::combo("Repetition", &["threefold", "none", "forbid"], |game: &mut Self, chosen| {
            game.rules.repetition = [Repetition::Threefold, Repetition::None, Repetition::Forbid][chosen];
        })
        .of_rules(),
        GameOption::combo("Setup", &["fixed", "players"], |game: &mut Self, chosen| {
            game.rules.setup = chosen == 1;
        })
        .of_rules(),
    ];

    /// Returns the named positions, except the one in which the game can be over.
    fn bench_positions(&self) -> Vec<(String, u16)> {
        let texts = self.named_positions().into_iter().map(|(_, text)| text);
        texts.filter(|text| text != STUCK).map(|text| (text, BENCH_DEPTH)).collect()
    }

    /// Returns the number of the move with this code. The lowest numbers are moves of pieces, in the order of start,
    /// end and drop. The arrangements of a home row follow. The last number is the pass.
    fn number(code: u32) -> u32 {
        if code & SET_UP != 0 {
            return SET_UPS + (code & 0xff);
        }
        if code & PASS != 0 {
            return SET_UPS + ROWS;
        }
        // The start, the end and the drop square take six bits each.
        let (start, end, drop) = (code & 63, code >> 6 & 63, code >> 12 & 63);
        (start * ENDS + end) * DROPS + drop.min(SQUARES)
    }
}
