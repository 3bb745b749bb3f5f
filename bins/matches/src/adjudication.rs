//! Adjudication: ends a game early when the engines' scores show a clear win or a draw.

use std::fmt;
use std::str::FromStr;

use plywright::Side;

use crate::record::{EngineScore, GameResult};
use crate::settings::{SettingError, settings};

/// Resignation rule: a side loses if the scores of its moves stay too low.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resign {
    /// Number of moves in a row, all with a score of at most `-score`, after which a side loses.
    pub move_count: u32,
    /// Limit above 0: points in a game that ends with a margin, otherwise hundredths of the evaluation's unit. A score
    /// of at most `-score` is losing, and one of at least `score` is winning.
    pub score: i32,
    /// Whether the opponent's scores must also have been winning for `move_count` moves in a row.
    pub two_sided: bool,
}

impl FromStr for Resign {
    type Err = SettingError;

    /// Parses settings such as `movecount=3 score=600 twosided=false`. Only `score` is required. `movecount` is 1 by
    /// default, and 0 counts as 1; `twosided` is false by default.
    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut resign = Self { move_count: 1, score: 0, two_sided: false };
        for setting in settings(text)? {
            match setting.name.as_str() {
                "movecount" => resign.move_count = setting.count::<u32>()?.max(1),
                "score" => {
                    resign.score = setting.count()?;
                    if resign.score == 0 {
                        return Err(setting.wrong("hundredths, above 0"));
                    }
                }
                "twosided" => resign.two_sided = setting.switch()?,
                _ => return Err(setting.unknown("movecount, score, twosided")),
            }
        }
        if resign.score == 0 {
            return Err(SettingError("score is missing, expected for example score=600".to_owned()));
        }
        Ok(resign)
    }
}

impl fmt::Display for Resign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { move_count, score, two_sided } = self;
        write!(f, "movecount={move_count} score={score} twosided={two_sided}")
    }
}

/// Draw rule: a game is drawn if both engines' scores stay near 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Number of moves that each engine must have played before the rule applies. Moves of the opening do not count.
    pub move_number: u32,
    /// Number of moves in a row that each side must have played with a score near 0.
    pub move_count: u32,
    /// Maximum absolute value of a score near 0, in the unit of [`Resign::score`].
    pub score: i32,
}

impl FromStr for Draw {
    type Err = SettingError;

    /// Parses settings such as `movenumber=40 movecount=8 score=10`. By default, `movenumber` and `score` are 0 and
    /// `movecount` is 1; a `movecount` of 0 counts as 1.
    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut draw = Self { move_number: 0, move_count: 1, score: 0 };
        for setting in settings(text)? {
            match setting.name.as_str() {
                "movenumber" => draw.move_number = setting.count()?,
                "movecount" => draw.move_count = setting.count::<u32>()?.max(1),
                "score" => draw.score = setting.count()?,
                _ => return Err(setting.unknown("movenumber, movecount, score")),
            }
        }
        Ok(draw)
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { move_number, move_count, score } = self;
        write!(f, "movenumber={move_number} movecount={move_count} score={score}")
    }
}

/// Applies the resignation and draw rules to the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    resign: Option<Resign>,
    draw: Option<Draw>,
    /// Number of moves of each side, not counting the moves of the opening.
    moves: [u32; 2],
    /// For each side, number of moves in a row with a score of at most minus [`Resign::score`].
    behind: [u32; 2],
    /// For each side, number of moves in a row with a score of at least [`Resign::score`].
    ahead: [u32; 2],
    /// For each side, number of moves in a row with a score near 0; see [`Draw::score`].
    level: [u32; 2],
}

impl Adjudicator {
    /// Starts a game under these rules. `None` disables a rule.
    pub fn new(resign: Option<Resign>, draw: Option<Draw>) -> Self {
        Self { resign, draw, moves: [0; 2], behind: [0; 2], ahead: [0; 2], level: [0; 2] }
    }

    /// Adds a move of `side` with the score that its engine reported, from the view of `side`. Returns the result of
    /// the game if a rule decides it. A move without a score ends the side's runs of low, high and near-zero scores.
    pub fn add(&mut self, side: Side, score: Option<EngineScore>) -> Option<GameResult> {
        let own = side.index();
        let reported = score.map(EngineScore::number);
        self.moves[own] += 1;
        if let Some(Resign { move_count, score, two_sided }) = self.resign {
            continue_run(&mut self.behind[own], reported.is_some_and(|number| number <= -score));
            continue_run(&mut self.ahead[own], reported.is_some_and(|number| number >= score));
            for (loser, winner) in [(side, side.other()), (side.other(), side)] {
                let agrees = !two_sided || self.ahead[winner.index()] >= move_count;
                if self.behind[loser.index()] >= move_count && agrees {
                    return Some(GameResult::Win(winner));
                }
            }
        }
        let Draw { move_number, move_count, score } = self.draw?;
        continue_run(&mut self.level[own], reported.is_some_and(|number| number.abs() <= score));
        let is_late = self.moves.iter().all(|moves| *moves >= move_number);
        let is_level = self.level.iter().all(|run| *run >= move_count);
        (is_late && is_level).then_some(GameResult::Draw)
    }
}

/// Counts one more move in a row, or starts again from 0.
fn continue_run(length: &mut u32, is_continued: bool) {
    *length = if is_continued { *length + 1 } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;
    use EngineScore::{Centi, LossIn};
    use Side::{First, Second};

    #[test]
    fn a_side_that_is_far_behind_resigns() {
        let mut one = Adjudicator::new(Some("movecount=2 score=500".parse().unwrap()), None);
        assert_eq!(one.add(First, Some(Centi(-600))), None);
        assert_eq!(one.add(Second, Some(Centi(10))), None);
        assert_eq!(one.add(First, None), None, "a move without a score ends the run");
        assert_eq!(one.add(First, Some(Centi(-500))), None);
        assert_eq!(one.add(First, Some(LossIn(3))), Some(GameResult::Win(Second)));
    }

    #[test]
    fn a_two_sided_resignation_needs_the_winners_scores() {
        let mut both = Adjudicator::new(Some("movecount=1 score=500 twosided=true".parse().unwrap()), None);
        assert_eq!(both.add(First, Some(Centi(-900))), None);
        assert_eq!(both.add(Second, Some(Centi(100))), None);
        assert_eq!(both.add(First, Some(Centi(-900))), None);
        assert_eq!(both.add(Second, Some(Centi(700))), Some(GameResult::Win(Second)));
    }

    #[test]
    fn level_games_are_drawn_late() {
        let mut game = Adjudicator::new(None, Some("movenumber=3 movecount=2 score=10".parse().unwrap()));
        for _ in 0..2 {
            assert_eq!(game.add(First, Some(Centi(0))), None);
            assert_eq!(game.add(Second, Some(Centi(-10))), None);
        }
        assert_eq!(game.add(First, Some(Centi(0))), None);
        assert_eq!(game.add(Second, Some(Centi(5))), Some(GameResult::Draw));
    }
}
