//! Gyges as a [`Playable`] game: name, levels, options and benchmark positions.

use plywright::{GameOption, Learned, Levels, Notation, Playable};

use crate::eval::GygesEval;
use crate::features::PiecesAndReach;
use crate::game::Gyges;
use crate::rules::{Repetition, StuckRow};

/// Values of the combo options, in the order of the words in [`Gyges::OPTIONS`].
const STUCK_ROWS: [StuckRow; 3] = [StuckRow::Draw, StuckRow::NextRow, StuckRow::Pass];
const REPETITIONS: [Repetition; 3] = [Repetition::Threefold, Repetition::None, Repetition::Forbid];

const BENCH_DEPTH: u16 = 4;

/// Levels with their Elo ratings from a tournament of levels. A player of random moves has rating 0.
const RATINGS: [(u8, u16); 9] =
    [(0, 1250), (3, 1420), (6, 1530), (9, 1600), (12, 1690), (15, 1730), (18, 1790), (21, 1850), (24, 1890)];

impl Playable for Gyges {
    type Eval = Learned<PiecesAndReach, GygesEval>;

    const NAME: &'static str = "gyges";
    const SUMMARY: &'static str = "Twelve pieces that belong to nobody, bounced into the goal.";
    const PUZZLES: &'static str = include_str!("../data/puzzles.pgn");
    const OPTIONS: &'static [GameOption<Self>] = &[
        GameOption::check("NullMoves", |game: &mut Self| &mut game.rules.null_moves).of_rules(),
        GameOption::check("SquareOnce", |game: &mut Self| &mut game.rules.square_once).of_rules(),
        GameOption::combo("StuckRow", &["draw", "next-row", "pass"], |game: &mut Self, chosen| {
            game.rules.stuck_row = STUCK_ROWS[chosen];
        })
        .of_rules(),
        GameOption::combo("Repetition", &["threefold", "none", "forbid"], |game: &mut Self, chosen| {
            game.rules.repetition = REPETITIONS[chosen];
        })
        .of_rules(),
        GameOption::combo("Setup", &["fixed", "players"], |game: &mut Self, chosen| {
            game.rules.setup = chosen == 1;
        })
        .of_rules(),
    ];

    fn levels() -> Levels {
        Levels { ratings: &RATINGS, ..Levels::default() }
    }

    fn bench_positions(&self) -> Vec<(String, u16)> {
        self.named_positions().into_iter().map(|(_, text)| (text, BENCH_DEPTH)).collect()
    }
}
