//! Search parameters: which selective techniques a search may use, and their margins, as one value.
//!
//! A value, not constants: an evaluation brings the parameters that suit it, and a run can change each of
//! them by its name, so that it can be tested by games and tuned. How to choose them for a new game: begin
//! with [`SearchParams::FULL_WIDTH`], set `win_scale` and `aspiration` by the evaluation's unit, switch one
//! technique on, and let games decide whether it stays.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::rules::Score;
use crate::text::shorten;

/// A parameter as it is read and written by name; switches are 0 and 1.
trait Parameter: Copy {
    fn to_number(self) -> i32;
    fn from_number(number: i32) -> Self;
}

impl Parameter for bool {
    fn to_number(self) -> i32 {
        self.into()
    }

    fn from_number(number: i32) -> Self {
        number != 0
    }
}

impl Parameter for i32 {
    fn to_number(self) -> i32 {
        self
    }

    fn from_number(number: i32) -> Self {
        number
    }
}

/// One parameter: its name, its values, and where they are kept.
struct Param {
    name: &'static str,
    range: RangeInclusive<i32>,
    get: fn(&SearchParams) -> i32,
    set: fn(&mut SearchParams, i32),
}

/// Parameters that say what an evaluation's unit is worth; nobody sets them from outside.
const UNITS: [&str; 2] = ["win_scale", "scale"];

macro_rules! search_params {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = $full_width:expr, $range:expr;)*) => {
        /// Which selective techniques are sound for a game under an evaluation, and their margins. Scores are
        /// in the evaluation's units, depths in plies; 0 switches a technique off. All are off by default, so
        /// [`Hints::class`](crate::Hints::class), [`Hints::noisy`](crate::Hints::noisy) and
        /// [`Hints::pass`](crate::Hints::pass) do nothing until [`Eval::params`](crate::Eval::params) switches
        /// one on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[$doc])* pub $name: $kind,)*
        }

        impl SearchParams {
            /// No selective technique at all.
            pub const FULL_WIDTH: Self = Self { $($name: $full_width,)* };

            /// All parameters by name.
            const PARAMS: &[Param] = &[$(Param {
                name: stringify!($name),
                range: $range,
                get: |params| params.$name.to_number(),
                set: |params, value| params.$name = Parameter::from_number(value),
            }),*];
        }
    };
}

search_params! {
    /// Follow tactical moves beyond the nominal depth.
    quiescence: bool = false, 0..=1;
    /// Look a ply beyond the horizon for a side that must parry a threat to win, and leave out none of its
    /// moves.
    extend_threatened: bool = false, 0..=1;
    /// Nodes spent on looking for the shortest forced win, in percent of those of the tree, unless a depth is
    /// prescribed; more where the search sees a win coming. For games that have
    /// [`Hints::winning_move`](crate::Hints::winning_move).
    win_search: i32 = 0, 0..=50;
    /// A game that has [`Hints::moves_left`](crate::Hints::moves_left) is searched to its end by an
    /// iteration that is at most this number of plies less deep.
    solve_ahead: i32 = 0, 0..=64;
    /// Searched to its end, a position with at least this number of moves left is kept in the table and its
    /// moves are ranked; with fewer it takes less time to search it again.
    solve_kept: i32 = 6, 0..=64;
    /// Searched to its end, a position with at least this number of moves left asks the table about all its
    /// successors first.
    solve_looked_ahead: i32 = 14, 0..=64;
    /// Let the opponent move twice where [`Hints::pass`](crate::Hints::pass) allows it, and cut if that does
    /// not help him. Where a side may be in zugzwang, set `null_move_verification` too.
    null_move: bool = false, 0..=1;
    /// Within this number of plies of the horizon a quiet move is skipped when the estimate is further below
    /// alpha than `futility_margin` a ply, and a position is cut when it is as far above beta.
    futility_plies: i32 = 0, 0..=16;
    /// See `futility_plies`.
    futility_margin: i32 = 0, 0..=10_000;
    /// Reduce late quiet moves.
    late_move_reductions: bool = false, 0..=1;
    /// The base of the reductions, in hundredths of a ply.
    reduction_base: i32 = 40, -200..=400;
    /// What the product of the logarithms of depth and number is divided by, in hundredths.
    reduction_divisor: i32 = 220, 50..=1_000;
    /// Reduce more where a cut is expected, and where the position does not improve.
    reduction_by_node: bool = false, 0..=1;
    /// Within this number of plies of the horizon only the first few quiet moves are tried.
    late_move_pruning_plies: i32 = 0, 0..=16;
    /// How many quiet moves are tried at depth 1; more with the square of the depth.
    late_move_pruning_base: i32 = 4, 1..=64;
    /// How many are tried where the window is open, times the square of the depth; 0 for all.
    late_move_pruning_open: i32 = 0, 0..=1_000;
    /// From depth 5 on a position is cut when a search four plies less deep finds it so far above beta; 0 for
    /// never.
    probcut_margin: i32 = 0, 0..=10_000;
    /// Minimum depth at which a cut by a pass must be confirmed by a search without one: what a side in
    /// zugzwang needs, which would be glad to pass. 0 for never.
    null_move_verification: i32 = 0, 0..=64;
    /// From this depth on a position without a known best move is searched a ply less deep.
    internal_iterative_reduction: i32 = 0, 0..=64;
    /// Weight of what was learnt about moves beside the evaluation's own order, in percent.
    learnt_order: i32 = 100, 0..=400;
    /// Half the width of the first aspiration window; 0 opens the full window.
    aspiration: i32 = 0, 0..=10_000;
    /// Rank moves by the ends and estimates that they lead to as well, with this number of units of rank for
    /// a unit of estimate; pays where playing and estimating is cheap.
    order_by_child_eval: i32 = 0, 0..=10_000;
    /// The estimate at which a side wins about three games of four, for searches that think in chances. 0
    /// means that the evaluation says nothing about chances, and such a search plays games out instead.
    win_scale: i32 = 0, 0..=30_000;
    /// How many of the evaluation's units make one reported centi-unit.
    scale: i32 = 1, 1..=10_000;
}

impl SearchParams {
    /// The names of all parameters that can be set; they are read in any case.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::PARAMS.iter().map(|param| param.name).filter(|name| !UNITS.contains(name))
    }

    fn find(name: &str) -> Option<&'static Param> {
        let is_called =
            |param: &&Param| param.name.eq_ignore_ascii_case(name) && !UNITS.contains(&param.name);
        Self::PARAMS.iter().find(is_called)
    }

    /// The name of a parameter as it is written; `None` if there is no such parameter.
    pub fn name(name: &str) -> Option<&'static str> {
        Self::find(name).map(|param| param.name)
    }

    /// The values that a parameter may have, 0 and 1 for a switch; `None` if there is no such parameter.
    pub fn range(name: &str) -> Option<RangeInclusive<i32>> {
        Self::find(name).map(|param| param.range.clone())
    }

    /// The value of a parameter; `None` if there is no such parameter.
    ///
    /// ```
    /// use plywright::SearchParams;
    /// let mut params = SearchParams::FULL_WIDTH;
    /// params.set("futility_margin", 120)?;
    /// assert_eq!(params.get("futility_margin"), Some(120));
    /// # Ok::<(), plywright::ParamError>(())
    /// ```
    pub fn get(&self, name: &str) -> Option<i32> {
        Self::find(name).map(|param| (param.get)(self))
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// When there is no such parameter or the value lies outside its range.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let param = Self::find(name).ok_or_else(|| ParamError::Unknown { name: shorten(name) })?;
        if !param.range.contains(&value) {
            return Err(ParamError::Range { name: param.name, value, range: param.range.clone() });
        }
        (param.set)(self, value);
        Ok(())
    }

    /// The logit of the chance of a side whose value is `score`, times 400: the side wins a share of
    /// 1 / (1 + exp(-logit / 400)) of all games. A proven end in n plies is far outside, 10,000 less n. Where
    /// the evaluation says nothing about chances, its estimates are taken as they are.
    ///
    /// ```
    /// use plywright::{SearchParams, Score};
    /// let params = SearchParams { win_scale: 150, ..SearchParams::FULL_WIDTH };
    /// assert_eq!(params.logit(Score(0)), 0);
    /// assert_eq!(params.logit(Score(150)), 439); // three games of four
    /// assert_eq!(params.logit(Score::loss_in(4)), -9996);
    /// ```
    pub fn logit(&self, score: Score) -> i32 {
        const PROVEN: i32 = 10_000;
        match score.plies_to_end() {
            Some(plies) if score > Score::DRAW => PROVEN - plies as i32,
            Some(plies) => plies as i32 - PROVEN,
            None if self.win_scale > 0 => {
                let three_of_four = 3_f64.ln();
                let logit = 400.0 * three_of_four * f64::from(score.0) / f64::from(self.win_scale);
                // Less than any proven end: a depth is at most a few hundred plies.
                (logit.round() as i32).clamp(-PROVEN / 2, PROVEN / 2)
            }
            None => score.0 / self.scale.max(1),
        }
    }

    /// Whether a technique is on that depends on the [classes](crate::MoveClass) of moves.
    pub(crate) const fn looks_at_classes(&self) -> bool {
        self.quiescence
            || self.late_move_reductions
            || self.futility_plies > 0
            || self.late_move_pruning_plies > 0
    }

    /// A score in reported units; a proven end stays what it is.
    pub const fn reported(&self, score: Score) -> Score {
        if score.is_mate() || self.scale <= 1 { score } else { Score(score.0 / self.scale) }
    }

    /// The same parameters for a search whose value is plain minimax's: the horizon is as it was, and nothing
    /// is pruned, reduced or extended.
    pub const fn full_width(self) -> Self {
        Self {
            quiescence: self.quiescence,
            aspiration: self.aspiration,
            learnt_order: self.learnt_order,
            solve_kept: self.solve_kept,
            solve_looked_ahead: self.solve_looked_ahead,
            ..Self::FULL_WIDTH
        }
    }
}

/// Why a search parameter cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParamError {
    /// There is no such parameter.
    #[error("no search parameter is called '{name}'")]
    Unknown {
        /// The name that was read.
        name: String,
    },
    /// The value is not one of the parameter's.
    #[error("'{value}' is no value for {name}, expected a whole number from {} to {}", range.start(), range.end())]
    Range {
        /// The parameter's name.
        name: &'static str,
        /// The value.
        value: i32,
        /// The values that it may have.
        range: RangeInclusive<i32>,
    },
}

impl Default for SearchParams {
    fn default() -> Self {
        Self::FULL_WIDTH
    }
}
