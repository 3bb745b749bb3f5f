//! Search parameters: the selective techniques of a search and their margins.
//!
//! Each evaluation supplies the parameters that suit it. A run can change each of them by name, for tests by
//! games and for tuning. For a new game, begin with [`SearchParams::FULL_WIDTH`] and set `win_scale` and
//! `aspiration` in the evaluation's unit. Then switch on one technique at a time and let games decide whether
//! it stays.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::rules::Score;
use crate::text::shorten;

/// A parameter: its name, range and accessors.
struct Param {
    name: &'static str,
    range: RangeInclusive<i32>,
    get: fn(&SearchParams) -> i32,
    set: fn(&mut SearchParams, i32),
}

/// Parameters that describe the evaluation's unit; they cannot be set from outside.
const UNITS: [&str; 2] = ["win_scale", "scale"];

/// Former names of parameters, which options and files may still use, and their present names.
const FORMER_NAMES: [(&str, &str); 2] = [("learnt_order", "history_weight"), ("win_search", "mate_solver")];

macro_rules! search_params {
    ($($(#[$doc:meta])* $name:ident: $kind:tt = $full_width:expr, $range:expr;)*) => {
        /// The selective techniques for a game with an evaluation, and their margins. Scores are in the
        /// evaluation's units, depths in plies; 0 switches a technique off. All are off by default, so
        /// [`Hints::class`](crate::Hints::class), [`Hints::noisy`](crate::Hints::noisy) and
        /// [`Hints::pass`](crate::Hints::pass) have no effect until [`Eval::params`](crate::Eval::params)
        /// switches one on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[$doc])* pub $name: $kind,)*
        }

        impl SearchParams {
            /// Parameters without any selective technique.
            pub const FULL_WIDTH: Self = Self { $($name: $full_width,)* };

            /// All parameters by name.
            const PARAMS: &[Param] = &[$(Param {
                name: stringify!($name),
                range: $range,
                get: |params| params.$name.into(),
                set: |params, value| params.$name = search_params!(@$kind value),
            }),*];
        }
    };
    // The value of a parameter from its number; switches are 0 and 1.
    (@bool $number:ident) => { $number != 0 };
    (@i32 $number:ident) => { $number };
}

search_params! {
    /// Quiescence search: search noisy moves beyond the nominal depth.
    quiescence: bool = false, 0..=1;
    /// Extend the search by a ply at the horizon if the opponent threatens to win, and do not prune moves of
    /// the threatened side.
    extend_threatened: bool = false, 0..=1;
    /// Nodes of the mate solver, which looks for the shortest forced win, in percent of the main search's
    /// nodes. More when the search expects a win; none with a fixed depth. For games that implement
    /// [`Hints::winning_move`](crate::Hints::winning_move).
    mate_solver: i32 = 0, 0..=50;
    /// For games that implement [`Hints::moves_left`](crate::Hints::moves_left): an iteration searches to the
    /// end of the game if its depth is at most this number of plies short of it.
    solve_ahead: i32 = 0, 0..=64;
    /// In a search to the end of the game, minimum number of moves left for using the table and move
    /// ordering. With fewer moves left, searching a position again is faster.
    solve_kept: i32 = 6, 0..=64;
    /// In a search to the end of the game, minimum number of moves left for probing the table for all
    /// successors first.
    solve_looked_ahead: i32 = 14, 0..=64;
    /// Null-move pruning: let the opponent move twice if [`Hints::pass`](crate::Hints::pass) allows it, and
    /// cut if this does not help the opponent. For games with zugzwang, set `null_move_verification` too.
    null_move: bool = false, 0..=1;
    /// Futility pruning within this number of plies of the horizon. A quiet move is skipped if the static
    /// evaluation is below alpha by more than `futility_margin` a ply. A node is cut if it is above beta by
    /// as much.
    futility_plies: i32 = 0, 0..=16;
    /// See `futility_plies`.
    futility_margin: i32 = 0, 0..=10_000;
    /// Reduce late quiet moves.
    late_move_reductions: bool = false, 0..=1;
    /// Constant term of the reductions, in hundredths of a ply.
    reduction_base: i32 = 40, -200..=400;
    /// Divisor of the product of the logarithms of depth and move number, in hundredths.
    reduction_divisor: i32 = 220, 50..=1_000;
    /// Reduce more in expected cut nodes and in positions that are not improving.
    reduction_by_node: bool = false, 0..=1;
    /// Late move pruning within this number of plies of the horizon: try only the first few quiet moves.
    late_move_pruning_plies: i32 = 0, 0..=16;
    /// Number of quiet moves tried at depth 1; it grows with the square of the depth.
    late_move_pruning_base: i32 = 4, 1..=64;
    /// Number of quiet moves tried in open windows, times the square of the depth; 0 for all.
    late_move_pruning_open: i32 = 0, 0..=1_000;
    /// `ProbCut` from depth 5 on: cut a node if a search four plies shallower is above beta by this margin; 0
    /// for never.
    probcut_margin: i32 = 0, 0..=10_000;
    /// Null-move verification: minimum depth at which a search without a pass must confirm a null-move cut.
    /// It protects against zugzwang, in which passing would be best. 0 for never.
    null_move_verification: i32 = 0, 0..=64;
    /// Internal iterative reduction: from this depth on, search a position without a table move a ply
    /// shallower.
    internal_iterative_reduction: i32 = 0, 0..=64;
    /// Weight of killers, counter moves and history beside the evaluation's move order, in percent.
    history_weight: i32 = 100, 0..=400;
    /// Half width of the first aspiration window; 0 opens the full window.
    aspiration: i32 = 0, 0..=10_000;
    /// Score moves also by the endings and static evaluations that they lead to: ordering score for each unit
    /// of evaluation. Worthwhile if moves and evaluations are cheap.
    order_by_child_eval: i32 = 0, 0..=10_000;
    /// Static evaluation at which a side wins about three of four games, for searches that use win
    /// probabilities. With 0, the evaluation does not express chances, and MCTS plays random games instead.
    win_scale: i32 = 0, 0..=30_000;
    /// Number of evaluation units in a reported centi-unit.
    scale: i32 = 1, 1..=10_000;
}

impl SearchParams {
    /// Names of all parameters that can be set; they are read in any case.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::PARAMS.iter().map(|param| param.name).filter(|name| !UNITS.contains(name))
    }

    fn find(name: &str) -> Option<&'static Param> {
        let renamed = FORMER_NAMES.iter().find(|(former, _)| name.eq_ignore_ascii_case(former));
        let name = renamed.map_or(name, |(_, name)| name);
        let is_called =
            |param: &&Param| param.name.eq_ignore_ascii_case(name) && !UNITS.contains(&param.name);
        Self::PARAMS.iter().find(is_called)
    }

    /// Returns the exact spelling of a parameter's name; `None` if there is no such parameter.
    pub fn name(name: &str) -> Option<&'static str> {
        Self::find(name).map(|param| param.name)
    }

    /// Range of a parameter, 0 and 1 for a switch; `None` if there is no such parameter.
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
    ///
    /// Returns an error if there is no such parameter or the value is out of range.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let param = Self::find(name).ok_or_else(|| ParamError::Unknown { name: shorten(name) })?;
        if !param.range.contains(&value) {
            return Err(ParamError::Range { name: param.name, value, range: param.range.clone() });
        }
        (param.set)(self, value);
        Ok(())
    }

    /// Returns the logit of a side's winning chance at `score`, multiplied by 400: the side wins a share of 1
    /// / (1 + exp(-logit / 400)) of all games. A proven win in n plies gives 10,000 - n, a proven loss n -
    /// 10,000. If the evaluation does not express chances, its values are returned in reported units.
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
                // Smaller than any proven result, because a depth is at most a few hundred plies.
                (logit.round() as i32).clamp(-PROVEN / 2, PROVEN / 2)
            }
            None => score.0 / self.scale.max(1),
        }
    }

    /// Whether any enabled technique depends on move [classes](crate::MoveClass).
    #[cfg(feature = "threads")] // Only the test kit asks.
    pub(crate) const fn looks_at_classes(&self) -> bool {
        self.quiescence
            || self.late_move_reductions
            || self.futility_plies > 0
            || self.late_move_pruning_plies > 0
    }

    /// Converts a score to reported units; proven results stay unchanged.
    pub const fn reported(&self, score: Score) -> Score {
        if score.is_mate() || self.scale <= 1 { score } else { Score(score.0 / self.scale) }
    }

    /// Returns the parameters of a search with plain minimax's value: the same horizon and no pruning,
    /// reduction or extension.
    pub const fn full_width(self) -> Self {
        Self {
            quiescence: self.quiescence,
            aspiration: self.aspiration,
            history_weight: self.history_weight,
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
    /// The value is out of the parameter's range.
    #[error("'{value}' is no value for {name}, expected a whole number from {} to {}", range.start(), range.end())]
    Range {
        /// The parameter's name.
        name: &'static str,
        /// The value.
        value: i32,
        /// The allowed values.
        range: RangeInclusive<i32>,
    },
}

impl Default for SearchParams {
    fn default() -> Self {
        Self::FULL_WIDTH
    }
}
