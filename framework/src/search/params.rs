//! Search parameters: switches, margins and limits of the selective techniques.
//!
//! Each evaluation supplies the parameters that suit it. Options can change a parameter by name, for test
//! matches and tuning. For a new game, begin with [`SearchParams::FULL_WIDTH`] and set `win_scale` and
//! `aspiration` in the evaluation's unit. Then switch on one technique at a time, and keep it if it gains in
//! test matches.

use std::ops::RangeInclusive;

use crate::rules::Score;
use crate::text::OptionError;

/// Access to one field of [`SearchParams`] by name. A switch has the values 0 and 1.
struct Param {
    name: &'static str,
    range: RangeInclusive<i32>,
    get: fn(&SearchParams) -> i32,
    set: fn(&mut SearchParams, i32),
}

/// Parameters that describe the evaluation's unit. They cannot be set by name.
const UNITS: [&str; 2] = ["win_scale", "scale"];

macro_rules! search_params {
    ($($(#[$doc:meta])* $name:ident: $kind:tt = $full_width:expr, $range:expr;)*) => {
        /// Search parameters that suit an evaluation: switches, margins and limits of the selective
        /// techniques, weights of move ordering, and scales of scores. Scores are in the evaluation's units,
        /// depths in plies. By default all selective techniques are off.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[$doc])* pub $name: $kind,)*
        }

        impl SearchParams {
            /// Parameters that switch all selective techniques off.
            pub const FULL_WIDTH: Self = Self { $($name: $full_width,)* };

            /// The usual selective techniques of a game with captures: quiescence search, late move
            /// reductions, internal iterative reduction and a narrow aspiration window. The evaluation's
            /// unit should be about a hundredth of a piece.
            pub const SELECTIVE: Self = Self {
                quiescence: true,
                late_move_reductions: true,
                internal_iterative_reduction: 4,
                aspiration: 25,
                ..Self::FULL_WIDTH
            };

            /// All parameters by name.
            const PARAMS: &[Param] = &[$(Param {
                name: stringify!($name),
                range: $range,
                get: |params| params.$name.into(),
                set: |params, value| params.$name = search_params!(@$kind value),
            }),*];
        }
    };
    // Converts a number to the type of a parameter. For a switch, the number is 0 or 1.
    (@bool $number:ident) => { $number != 0 };
    (@i32 $number:ident) => { $number };
}

// A new parameter is an entry of this list: its type, its value in a full-width search, and its range. The option
// `param.NAME` and the command `tune` then know it by its name. If a full-width search must keep it,
// `SearchParams::full_width` names it too.
search_params! {
    /// Quiescence search: search noisy moves beyond the nominal depth.
    quiescence: bool = false, 0..=1;
    /// Quiescence search skips noisy moves with a negative ordering score. This is meant for evaluations whose
    /// [`Eval::order`](crate::Eval::order) gives negative scores only to noisy moves that lose material.
    skip_losing: bool = false, 0..=1;
    /// Threat extension: extend the search by a ply at the horizon if the opponent threatens to win, and do
    /// not prune moves of the threatened side. In quiescence search, the threatened side may not stand pat,
    /// and all its moves are searched.
    extend_threatened: bool = false, 0..=1;
    /// Threat extension at every depth instead of only at the horizon. No effect without `extend_threatened`.
    extend_all_threatened: bool = false, 0..=1;
    /// Node budget of the mate solver, in percent of the main search's nodes; 0 switches the solver off. The budget is
    /// higher while the main search expects a win or has found one. The solver does not run with a depth limit, several
    /// lines (`MultiPV`) or superko. Worthwhile in games that implement
    /// [`Hints::winning_move`](crate::Hints::winning_move).
    mate_solver: i32 = 0, 0..=50;
    /// An iteration searches to the end of the game if the number of moves left exceeds its depth by at most this
    /// value. For games that implement [`Hints::moves_left`](crate::Hints::moves_left) and have no draw rules.
    solve_ahead: i32 = 0, 0..=64;
    /// In a search to the end of the game, minimum number of moves left for using the transposition table and
    /// move ordering. With fewer moves left, searching a position again is faster.
    solve_kept: i32 = 6, 0..=64;
    /// In a search to the end of the game, minimum number of moves left for using the shared transposition
    /// table. With fewer moves left, each thread uses a small table of its own, which stays in the
    /// processor's cache. This is faster if the game has few transpositions near its end.
    solve_shared: i32 = 0, 0..=64;
    /// In a search to the end of the game, minimum number of moves left for enhanced transposition cutoffs:
    /// the transposition table is probed for all successors before a move is searched.
    solve_looked_ahead: i32 = 14, 0..=64;
    /// Value of `order_by_child_eval` in a search to the end of the game, where at least `solve_looked_ahead` moves
    /// are left.
    solve_by_child_eval: i32 = 0, 0..=10_000;
    /// Null-move pruning: pass if [`Hints::pass`](crate::Hints::pass) allows it, and cut if the value at
    /// reduced depth is still at least beta. For games with zugzwang, set `null_move_verification` too.
    null_move: bool = false, 0..=1;
    /// Maximum depth of futility pruning in null windows; 0 switches it off. Quiet moves are skipped if the static
    /// evaluation is below alpha by at least `futility_margin` per ply. Reverse futility pruning cuts a node whose
    /// evaluation is above beta by at least this margin; beyond depth 1, by one ply less if the evaluation is better
    /// than at the side's last turn.
    futility_plies: i32 = 0, 0..=16;
    /// Margin of futility pruning for each ply of depth; see `futility_plies`.
    futility_margin: i32 = 0, 0..=10_000;
    /// Late move reductions: search late quiet moves at reduced depth first.
    late_move_reductions: bool = false, 0..=1;
    /// Constant term of late move reductions, in hundredths of a ply. The other term is given by
    /// `reduction_divisor`.
    reduction_base: i32 = 40, -200..=400;
    /// Late move reductions: divisor, in hundredths, for the product of the natural logarithms of depth and
    /// move number. A larger divisor reduces less.
    reduction_divisor: i32 = 220, 50..=1_000;
    /// Late move reductions in null windows: reduce one ply more without a transposition table move, and one
    /// ply more if the static evaluation of the side to move is not better than at its last turn.
    reduction_by_node: bool = false, 0..=1;
    /// Maximum depth of late move pruning, which tries only the first few quiet moves; 0 switches it off.
    late_move_pruning_plies: i32 = 0, 0..=16;
    /// Late move pruning in null windows: the number of quiet moves tried is this value plus the square of
    /// the depth. The sum is halved if the static evaluation of the side to move is not better than at its last turn.
    late_move_pruning_base: i32 = 4, 1..=64;
    /// Late move pruning in open windows: the number of quiet moves tried is this value times the square of
    /// the depth. With 0, all quiet moves are tried.
    late_move_pruning_open: i32 = 0, 0..=1_000;
    /// `ProbCut` in null windows from depth 5 on: cut a node if the value of a search four plies shallower exceeds
    /// beta by at least this margin; 0 switches it off.
    probcut_margin: i32 = 0, 0..=10_000;
    /// Minimum depth of null-move verification: a search without a null move must confirm a null-move cut.
    /// Verification protects against zugzwang, in which passing would be best. 0 switches it off.
    null_move_verification: i32 = 0, 0..=64;
    /// Minimum depth of internal iterative reduction: a position without a move in the transposition table is
    /// searched one ply shallower. 0 switches it off.
    internal_iterative_reduction: i32 = 0, 0..=64;
    /// Weight of killers, counter moves and history in the ordering scores, in percent.
    history_weight: i32 = 100, 0..=400;
    /// Half width of the first aspiration window; 0 opens the full window.
    aspiration: i32 = 0, 0..=10_000;
    /// Move ordering by the static evaluation after each move: number of ordering-score units for each unit
    /// of evaluation; 0 switches it off. Worthwhile if playing a move and evaluating a position are cheap.
    order_by_child_eval: i32 = 0, 0..=10_000;
    /// Static evaluation at which a side wins about three of four games. MCTS converts evaluations to winning chances
    /// by it; time management, the search for mates and the levels' errors use it as their unit. 0 means that the
    /// evaluation does not express winning chances; MCTS then plays random games.
    win_scale: i32 = 0, 0..=30_000;
    /// Number of evaluation units in one reported unit, the counterpart of a centipawn.
    scale: i32 = 1, 1..=10_000;
}

impl SearchParams {
    fn settable() -> impl Iterator<Item = &'static Param> {
        Self::PARAMS.iter().filter(|param| !UNITS.contains(&param.name))
    }

    /// Iterates over the names of all parameters that can be set by name: all but `win_scale` and `scale`.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::settable().map(|param| param.name)
    }

    fn find(name: &str) -> Option<&'static Param> {
        Self::settable().find(|param| param.name.eq_ignore_ascii_case(name))
    }

    /// Returns the exact spelling of a parameter's name, which is read without regard to case. `None` if no such
    /// parameter can be set by name.
    pub fn name(name: &str) -> Option<&'static str> {
        Self::find(name).map(|param| param.name)
    }

    /// Returns the range of a parameter, 0..=1 for a switch; `None` if no such parameter can be set by name.
    pub fn range(name: &str) -> Option<RangeInclusive<i32>> {
        Self::find(name).map(|param| param.range.clone())
    }

    /// Returns the value of a parameter, 0 or 1 for a switch; `None` if no such parameter can be set by name.
    ///
    /// ```
    /// use plywright::SearchParams;
    /// let mut params = SearchParams::FULL_WIDTH;
    /// params.set("futility_margin", 120)?;
    /// assert_eq!(params.get("futility_margin"), Some(120));
    /// # Ok::<(), plywright::OptionError>(())
    /// ```
    pub fn get(&self, name: &str) -> Option<i32> {
        Self::find(name).map(|param| (param.get)(self))
    }

    /// Sets a parameter by name, ignoring case; a switch takes 0 or 1.
    ///
    /// ```
    /// use plywright::SearchParams;
    /// for name in SearchParams::names() {
    ///     let (min, max) = SearchParams::range(name).unwrap().into_inner();
    ///     for value in [min, max] {
    ///         let mut params = SearchParams::FULL_WIDTH;
    ///         params.set(&name.to_uppercase(), value)?;
    ///         assert_eq!(params.get(name), Some(value));
    ///     }
    ///     let mut params = SearchParams::FULL_WIDTH;
    ///     assert!(params.set(name, min - 1).is_err() && params.set(name, max + 1).is_err());
    ///     assert_eq!(params, SearchParams::FULL_WIDTH, "an error changes nothing");
    /// }
    /// # Ok::<(), plywright::OptionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such parameter, if it cannot be set by name, or if the value is out of
    /// range.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), OptionError> {
        let param = Self::find(name).ok_or_else(|| OptionError::unknown(name).among(Self::names()))?;
        if !param.range.contains(&value) {
            let (min, max) = param.range.clone().into_inner();
            return Err(OptionError::not_in_range(param.name, &value.to_string(), min.into(), max.into()));
        }
        (param.set)(self, value);
        Ok(())
    }

    /// Converts a score to 400 times the logit of the winning chance. An evaluation gives -5,000 to 5,000; if
    /// `win_scale` is 0, the result is the evaluation in reported units instead. A proven win in n plies
    /// gives 10,000 - n, a proven loss the negative.
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
                // An evaluation must not look like a proven win, which gives 10,000 minus at most a few hundred plies.
                (logit.round() as i32).clamp(-PROVEN / 2, PROVEN / 2)
            }
            None => score.0 / self.scale.max(1),
        }
    }

    /// Whether the classes of moves decide what a search with these parameters prunes, reduces or follows in quiescence
    /// search. The classes can also affect the order of moves, which does not count here.
    #[cfg(feature = "threads")] // Used by the test kit only.
    pub(crate) const fn looks_at_classes(&self) -> bool {
        self.quiescence
            || self.late_move_reductions
            || self.futility_plies > 0
            || self.late_move_pruning_plies > 0
    }

    /// Converts a score from evaluation units to reported units; proven wins and losses stay unchanged.
    pub const fn reported(&self, score: Score) -> Score {
        if score.is_mate() || self.scale <= 1 { score } else { Score(score.0 / self.scale) }
    }

    /// Returns these parameters without pruning, reductions, extensions, the mate solver and `order_by_child_eval`.
    /// Quiescence search stays as it is, but skips no noisy moves and treats threatened positions like others.
    /// `solve_ahead`, `win_scale` and `scale` get their defaults.
    pub const fn full_width(self) -> Self {
        Self {
            quiescence: self.quiescence,
            aspiration: self.aspiration,
            history_weight: self.history_weight,
            solve_kept: self.solve_kept,
            solve_shared: self.solve_shared,
            solve_looked_ahead: self.solve_looked_ahead,
            solve_by_child_eval: self.solve_by_child_eval,
            ..Self::FULL_WIDTH
        }
    }
}

impl Default for SearchParams {
    fn default() -> Self {
        Self::FULL_WIDTH
    }
}
