//! Gyges as a [`Playable`] game: name, options and benchmark positions.

use plywright::{Learned, Levels, Notation, OptionError, OptionSpec, OptionValue, Playable};

use crate::eval::GygesEval;
use crate::features::PiecesAndReach;
use crate::game::Gyges;
use crate::rules::{Repetition, StuckRow};

const NULL_MOVES: &str = "NullMoves";
const SQUARE_ONCE: &str = "SquareOnce";
const STUCK_ROW: &str = "StuckRow";
const REPETITION: &str = "Repetition";
const SETUP: &str = "Setup";

/// Values of the combo option `StuckRow` with their names, the default first. The next two lists hold those
/// of `Repetition` and `Setup`.
const STUCK_ROWS: [(&str, StuckRow); 3] =
    [("draw", StuckRow::Draw), ("next-row", StuckRow::NextRow), ("pass", StuckRow::Pass)];
const REPETITIONS: [(&str, Repetition); 3] =
    [("threefold", Repetition::Threefold), ("none", Repetition::None), ("forbid", Repetition::Forbid)];
const SETUPS: [(&str, bool); 2] = [("fixed", false), ("players", true)];

const BENCH_DEPTH: u16 = 4;

/// Levels with their Elo ratings from a tournament of levels. A player of random moves has rating 0.
const RATINGS: [(u8, u16); 9] =
    [(0, 1250), (3, 1420), (6, 1530), (9, 1600), (12, 1690), (15, 1730), (18, 1790), (21, 1850), (24, 1890)];

impl Playable for Gyges {
    type Eval = Learned<PiecesAndReach, GygesEval>;

    const NAME: &'static str = "gyges";
    const SUMMARY: &'static str = "Twelve pieces that belong to nobody, bounced into the goal.";
    const PUZZLES: &'static str = include_str!("../data/puzzles.pgn");

    fn levels() -> Levels {
        Levels { ratings: &RATINGS, ..Levels::default() }
    }

    fn option_specs(&self) -> Vec<OptionSpec> {
        vec![
            OptionSpec::check(NULL_MOVES, false).of_rules(),
            OptionSpec::check(SQUARE_ONCE, false).of_rules(),
            OptionSpec::combo(STUCK_ROW, STUCK_ROWS.map(|(word, _)| word)),
            OptionSpec::combo(REPETITION, REPETITIONS.map(|(word, _)| word)).of_rules(),
            OptionSpec::combo(SETUP, SETUPS.map(|(word, _)| word)).of_rules(),
        ]
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        match (name, value) {
            (NULL_MOVES, OptionValue::Check(on)) => self.rules.null_moves = *on,
            (SQUARE_ONCE, OptionValue::Check(on)) => self.rules.square_once = *on,
            (STUCK_ROW, OptionValue::Text(word)) => choose(&STUCK_ROWS, word, &mut self.rules.stuck_row),
            (REPETITION, OptionValue::Text(word)) => choose(&REPETITIONS, word, &mut self.rules.repetition),
            (SETUP, OptionValue::Text(word)) => choose(&SETUPS, word, &mut self.rules.setup),
            _ => return Err(OptionError::unknown(name)),
        }
        Ok(())
    }

    fn bench_positions(&self) -> Vec<(String, u16)> {
        self.named_positions().into_iter().map(|(_, text)| (text, BENCH_DEPTH)).collect()
    }
}

/// Sets `rule` to the value that `meanings` lists under the name `word`. An unknown name changes nothing.
fn choose<T: Copy>(meanings: &[(&str, T)], word: &str, rule: &mut T) {
    if let Some((_, meaning)) = meanings.iter().find(|(known, _)| *known == word) {
        *rule = *meaning;
    }
}
