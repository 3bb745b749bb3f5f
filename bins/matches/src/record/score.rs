//! Scores of moves as records write them, such as `+0.35` or `-M3`.

use std::fmt;

use plywright::Score;
use plywright::game::DynLine;

/// Score that an engine reported with its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// An evaluation in hundredths of the evaluation's unit.
    Centi(i32),
    /// An evaluation in whole points, in a game that ends with a margin.
    Points(i32),
    /// A proven win, in this number of the winner's moves.
    WinIn(u32),
    /// A proven loss, in this number of the winner's moves.
    LossIn(u32),
}

impl EngineScore {
    /// Converts a score that an engine of this program found for the current position of `line`, from the view of the
    /// side to move.
    pub fn of(line: &dyn DynLine, score: Score) -> Self {
        match score.mate_in_moves() {
            Some(moves) if score > Score::DRAW => Self::WinIn(moves.unsigned_abs()),
            Some(moves) => Self::LossIn(moves.unsigned_abs()),
            None => Self::Centi(score.0).in_unit_of(line),
        }
    }

    /// Converts [`EngineScore::Centi`] to [`EngineScore::Points`] with the same number if the game of `line` ends with
    /// a margin. Returns any other score unchanged.
    #[must_use]
    pub fn in_unit_of(self, line: &dyn DynLine) -> Self {
        match self {
            Self::Centi(number) if line.scene().margin.is_some() => Self::Points(number),
            other => other,
        }
    }

    /// Returns the score from the opponent's view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Centi(centi) => Self::Centi(centi.saturating_neg()),
            Self::Points(points) => Self::Points(points.saturating_neg()),
            Self::WinIn(moves) => Self::LossIn(moves),
            Self::LossIn(moves) => Self::WinIn(moves),
        }
    }

    /// Returns a number by which scores are compared. An evaluation gives its hundredths or points, at most 50,000 in
    /// absolute value. A win gives 100,000 minus its moves, at least 99,000. A loss gives minus the number of a win
    /// that is as long.
    pub fn number(self) -> i32 {
        const END: i32 = 100_000;
        match self {
            Self::Centi(number) | Self::Points(number) => number.clamp(-END / 2, END / 2),
            Self::WinIn(moves) => END - moves.min(1000) as i32,
            Self::LossIn(moves) => moves.min(1000) as i32 - END,
        }
    }
}

impl fmt::Display for EngineScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centi(0) => f.write_str("0.00"),
            Self::Centi(centi) => write!(f, "{:+.2}", f64::from(*centi) / 100.0),
            Self::Points(0) => f.write_str("0"),
            Self::Points(points) => write!(f, "{points:+}"),
            Self::WinIn(moves) => write!(f, "+M{moves}"),
            Self::LossIn(moves) => write!(f, "-M{moves}"),
        }
    }
}
