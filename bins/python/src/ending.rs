//! The Python class `Ending`. States return endings, and rules that are written in Python create them.

use plywright::engine::Reason;
use plywright::{Ending, Side};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::checks;
use crate::errors::OptionError;

const REASONS: [&str; 3] = ["rules", "repetition", "move limit"];

/// Ending of a game: winner, reason and margin.
#[pyclass(frozen, eq, hash, get_all, name = "Ending", module = "plywright._core")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyEnding {
    /// Side that won: 0 for the first, 1 for the second; `None` for a draw.
    winner: Option<usize>,
    /// Reason: `rules`, `repetition` or `move limit`.
    reason: &'static str,
    /// The first side's margin in the game's unit, such as discs; `None` in games without margins.
    margin: Option<i32>,
}

impl From<(Ending, Reason)> for PyEnding {
    fn from((ending, reason): (Ending, Reason)) -> Self {
        let [rules, repetition, move_limit] = REASONS;
        Self {
            winner: ending.winner().map(Side::index),
            reason: match reason {
                Reason::Position => rules,
                Reason::Repetition => repetition,
                Reason::MoveLimit(_) => move_limit,
            },
            margin: match ending {
                Ending::Margin(points) => Some(points),
                Ending::Win(_) | Ending::Draw => None,
            },
        }
    }
}

impl PyEnding {
    /// Returns the framework's ending, which has no reason.
    pub fn ending(&self) -> Ending {
        match (self.margin, self.winner) {
            (Some(points), _) => Ending::Margin(points),
            (None, Some(side)) => Ending::Win(Side::BOTH[side.min(1)]),
            (None, None) => Ending::Draw,
        }
    }
}

#[pymethods]
impl PyEnding {
    #[new]
    #[pyo3(signature = (winner, reason="rules", margin=None))]
    fn new(
        #[pyo3(from_py_with = checks::winner)] winner: Option<usize>,
        reason: &str,
        #[pyo3(from_py_with = checks::margin)] margin: Option<i32>,
    ) -> PyResult<Self> {
        if let Some(side) = winner.filter(|side| *side > 1) {
            return Err(OptionError::new_err(format!("winner is {side}, expected 0, 1 or None")));
        }
        if let Some(points) = margin
            && Ending::Margin(points).winner().map(Side::index) != winner
        {
            let expected = "the first side's: above 0 if it wins, below 0 if it loses, 0 in a draw";
            return Err(OptionError::new_err(format!("the margin is {points}, expected {expected}")));
        }
        let Some(reason) = REASONS.into_iter().find(|known| *known == reason) else {
            let (found, expected) = (plywright::shorten(reason), REASONS.join(", "));
            return Err(OptionError::new_err(format!("reason is '{found}', expected one of {expected}")));
        };
        Ok(Self { winner, reason, margin })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let ending = slf.get();
        (slf.get_type(), (ending.winner, ending.reason, ending.margin)).into_pyobject(slf.py())
    }

    fn __repr__(&self) -> String {
        let show = |number: Option<String>| number.unwrap_or_else(|| "None".to_owned());
        let winner = show(self.winner.map(|side| side.to_string()));
        let margin = show(self.margin.map(|points| points.to_string()));
        format!("Ending(winner={winner}, reason='{}', margin={margin})", self.reason)
    }
}
