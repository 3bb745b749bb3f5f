//! The rules: parameters, standard rules, rules of other variants, named rule sets and options.
//!
//! The standard rules are the fast ones: Nine Men's Morris with any numbers of stones and any draw rules, with or
//! without flying, on boards with at most four lines through each point. The family rules cover all other variants.

mod family;
pub(crate) mod options;
mod rule_sets;
mod standard;

pub(crate) use family::FamilyRules;
pub(crate) use rule_sets::{find, variants};
pub(crate) use standard::{Duty, StandardRules};

use crate::board::{Board, Layout};

/// Defines an enum of alternative rules and the list `ALL` of its values.
macro_rules! choice {
    ($(#[$docs:meta])* $name:ident { $($(#[$value_docs:meta])* $value:ident,)+ }) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
        pub enum $name {
            $($(#[$value_docs])* $value,)+
        }

        impl $name {
            /// All values of the enum. The option for the rule selects a value by its index in this list.
            pub const ALL: &[Self] = &[$(Self::$value),+];
        }
    };
}

choice! {
    /// Effect of closing a mill by placing a stone.
    MillWhilePlacing {
        /// The side that closed the mill removes a stone of the opponent from the board.
        #[default]
        RemoveFromBoard,
        /// The opponent loses a stone in hand, or on the board if its hand is empty. Then the opponent moves as usual.
        RemoveFromHandThenOpponent,
        /// The opponent loses a stone in hand, or on the board if its hand is empty. After a loss from the
        /// hand, the side that closed the mill moves again.
        RemoveFromHandThenSelf,
        /// The opponent removes one of its own stones from the board.
        OpponentRemovesOwn,
        /// The side that closed the mill removes a stone of the opponent. The stone stays on the board, marked, until
        /// placing ends.
        MarkAndDelay,
        /// A mill takes no stone at once; when placing ends, the mills on the board determine the removals.
        CountAtTheEnd,
    }
}

choice! {
    /// Effect of a full board at the end of placing.
    BoardFull {
        /// The first player loses.
        #[default]
        FirstPlayerLoses,
        /// Each side removes a stone of the other, the first player before the second.
        FirstAndSecondRemove,
        /// Each side removes a stone of the other, the second player before the first.
        SecondAndFirstRemove,
        /// One player removes a stone of the opponent: the second player if [`Rules::is_defender_move_first`] is set,
        /// otherwise the first.
        SideToMoveRemoves,
        /// The game is drawn.
        Draw,
    }
}

choice! {
    /// Effect when the side to move has no legal move.
    Stalemate {
        /// The blocked side loses.
        #[default]
        Loss,
        /// The turn passes. The game is drawn if neither side can move.
        ChangeSide,
        /// The blocked side removes a stone of the opponent, then moves.
        RemoveAndMove,
        /// The blocked side removes a stone of the opponent, and the turn passes.
        RemoveAndChangeSide,
        /// The game is drawn.
        Draw,
        /// Each side removes a stone of the other, the blocked side first.
        BothRemove,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaptureKind {
    /// Captures a stone between two of the captor's stones on a line.
    Custodian,
    /// Captures two stones on a line by stepping between them.
    Intervention,
    /// Captures a stone by leaping over it.
    Leap,
}

/// Lines and phases in which a capture without a mill is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CaptureRule {
    /// Whether the rules have this capture.
    pub enabled: bool,
    /// Whether the capture works along the sides of the rings.
    pub on_square_edges: bool,
    /// Whether the capture works along the lines that cross the rings at right angles.
    pub on_cross_lines: bool,
    /// Whether the capture works along diagonals, if the board has any.
    pub on_diagonal_lines: bool,
    /// Whether a side may capture in a turn that it begins with stones in hand.
    pub in_placing_phase: bool,
    /// Whether a side may capture in a turn that it begins without stones in hand.
    pub in_moving_phase: bool,
    /// Whether a side without stones in hand at the beginning of its turn may capture only if it has at most three
    /// stones on the board.
    pub only_when_own_pieces_leq3: bool,
}

impl CaptureRule {
    /// A disabled capture. If only `enabled` is changed, the capture works on all lines and in both phases.
    pub const OFF: Self = Self {
        enabled: false,
        on_square_edges: true,
        on_cross_lines: true,
        on_diagonal_lines: true,
        in_placing_phase: true,
        in_moving_phase: true,
        only_when_own_pieces_leq3: false,
    };

    /// A disabled capture. If only `enabled` is changed, the capture works on all lines, but only after placing.
    pub const OFF_WHILE_PLACING: Self = Self { in_placing_phase: false, ..Self::OFF };

    /// Returns this rule with the values of `default` in fields without effect: in all fields of a capture that is off
    /// or has no line or phase left, and in single fields that depend on diagonals or on the moving phase.
    fn in_force(self, default: Self, has_diagonals: bool) -> Self {
        let on_diagonal_lines =
            if has_diagonals { self.on_diagonal_lines } else { default.on_diagonal_lines };
        let has_lines = self.on_square_edges || self.on_cross_lines || (has_diagonals && on_diagonal_lines);
        let has_phase = self.in_placing_phase || self.in_moving_phase;
        if !(self.enabled && has_lines && has_phase) {
            return default;
        }
        let only_when_own_pieces_leq3 = self.only_when_own_pieces_leq3 && self.in_moving_phase;
        Self { on_diagonal_lines, only_when_own_pieces_leq3, ..self }
    }
}

/// Rules of a game of the Mill family. [`Rules::default`] is Nine Men's Morris.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Layout of the board, apart from its diagonals.
    pub layout: Layout,
    /// Number of stones of each side: at least 3, at most half the number of points.
    pub piece_count: u8,
    /// Maximum number of stones with which a side flies, if flying is allowed and the side has no stone in hand.
    pub fly_piece_count: u8,
    /// Minimum number of stones of a side, on the board and in hand: at most `piece_count`. A side with fewer has lost.
    pub pieces_at_least_count: u8,
    /// Whether sides fly: a side with at most `fly_piece_count` stones, none of them in hand, may move a stone to any
    /// empty point.
    pub may_fly: bool,
    /// Whether the board has its diagonals.
    pub has_diagonal_lines: bool,
    /// Effect of closing a mill by placing a stone.
    pub mill_while_placing: MillWhilePlacing,
    /// Whether stones may be removed from mills even while other stones of the side stand outside mills.
    pub may_remove_from_mills_always: bool,
    /// Whether closing a mill wins the game.
    pub mill_wins: bool,
    /// Whether a move that closes several mills removes a stone for each of them; otherwise it removes one stone.
    pub may_remove_multiple: bool,
    /// Number of consecutive moves of stones on the board, by both sides together, after which the game is drawn; 0 for
    /// no limit. Placing or removing a stone restarts the count. The framework detects the draw; `Game::ending` does
    /// not.
    pub n_move_rule: u16,
    /// Like `n_move_rule`, but applies only while a side has exactly three stones; 0 for no such limit. If both limits
    /// are set, the lower one applies while a side has three stones.
    pub endgame_n_move_rule: u16,
    /// Whether a side with stones in hand may move a stone instead of placing one.
    pub may_move_in_placing_phase: bool,
    /// Whether the second player makes the first move after placing.
    pub is_defender_move_first: bool,
    /// Whether a stone that leaves a mill to close another one must not go straight back if that would close the first
    /// mill.
    pub restrict_repeated_mills_formation: bool,
    /// Whether closing a mill earns a side nothing if it has closed the mill before. A line counts as closed before if
    /// each of its points lies in a mill that the side has closed.
    pub one_time_use_mill: bool,
    /// Whether placing stops as soon as at most two points are empty. Stones still in hand then leave the game.
    pub stop_placing_when_two_empty_squares: bool,
    /// Effect of a full board at the end of placing.
    pub board_full: BoardFull,
    /// Whether the game is drawn when a position occurs for the third time.
    pub threefold_repetition_rule: bool,
    /// Effect when the side to move has no legal move.
    pub stalemate: Stalemate,
    /// Capture of a stone by enclosing it between two of the captor's stones on a line.
    pub custodian_capture: CaptureRule,
    /// Capture of two stones by stepping between them on a line.
    pub intervention_capture: CaptureRule,
    /// Capture of a stone by leaping over it along a line, also by a side that flies. While placing, only a side that
    /// may also move stones can leap.
    pub leap_capture: CaptureRule,
}

impl Rules {
    /// Nine Men's Morris with flying, and with draws after 100 moves without a capture and by threefold repetition.
    pub const NINE_MENS_MORRIS: Self = Self {
        layout: Layout::ThreeRings,
        piece_count: 9,
        fly_piece_count: 3,
        pieces_at_least_count: 3,
        may_fly: true,
        has_diagonal_lines: false,
        mill_while_placing: MillWhilePlacing::RemoveFromBoard,
        may_remove_from_mills_always: false,
        mill_wins: false,
        may_remove_multiple: false,
        n_move_rule: 100,
        endgame_n_move_rule: 100,
        may_move_in_placing_phase: false,
        is_defender_move_first: false,
        restrict_repeated_mills_formation: false,
        one_time_use_mill: false,
        stop_placing_when_two_empty_squares: false,
        board_full: BoardFull::FirstPlayerLoses,
        threefold_repetition_rule: true,
        stalemate: Stalemate::Loss,
        custodian_capture: CaptureRule::OFF,
        intervention_capture: CaptureRule::OFF,
        leap_capture: CaptureRule::OFF_WHILE_PLACING,
    };

    /// Returns the board that `layout` and `has_diagonal_lines` select. Rules that select the same board share it.
    pub fn board(&self) -> &'static Board {
        self.layout.board(self.has_diagonal_lines)
    }

    /// Returns these rules with the values of Nine Men's Morris for some parameters that have no effect: the number of
    /// stones for flying, the effect of a full board, the early stop of placing, and the captures without a mill.
    /// Others stay, such as an `endgame_n_move_rule` above an `n_move_rule` that is not 0.
    pub(crate) fn in_force(self) -> Self {
        let nine = Self::NINE_MENS_MORRIS;
        let points = self.board().points().count();
        let stones = 2 * u32::from(self.piece_count);
        let capture = |rule: CaptureRule, default| rule.in_force(default, self.has_diagonal_lines);
        // While placing, only a side that may move stones can leap.
        let leaps_while_placing = self.leap_capture.in_placing_phase && self.may_move_in_placing_phase;
        let leap_capture = CaptureRule { in_placing_phase: leaps_while_placing, ..self.leap_capture };
        Self {
            fly_piece_count: if self.may_fly { self.fly_piece_count } else { nine.fly_piece_count },
            board_full: if stones < points { nine.board_full } else { self.board_full },
            // If the points outnumber the stones by two or more, only the last placing can leave as few as two points
            // empty, so the rule has no effect.
            stop_placing_when_two_empty_squares: self.stop_placing_when_two_empty_squares
                && stones + 1 >= points,
            custodian_capture: capture(self.custodian_capture, nine.custodian_capture),
            intervention_capture: capture(self.intervention_capture, nine.intervention_capture),
            leap_capture: capture(leap_capture, nine.leap_capture),
            ..self
        }
    }

    pub(crate) fn without_draw_rules(self) -> Self {
        Self { n_move_rule: 0, endgame_n_move_rule: 0, threefold_repetition_rule: false, ..self }
    }

    /// Whether these rules differ from Nine Men's Morris at most in draw rules.
    pub(crate) fn play_like_nine_mens_morris(&self) -> bool {
        self.without_draw_rules() == Self::NINE_MENS_MORRIS.without_draw_rules()
    }

    /// Whether [`StandardRules`] cover these rules.
    pub(crate) fn are_standard(&self) -> bool {
        let standard = Self {
            layout: self.layout,
            piece_count: self.piece_count,
            fly_piece_count: self.fly_piece_count,
            pieces_at_least_count: self.pieces_at_least_count,
            may_fly: self.may_fly,
            has_diagonal_lines: self.has_diagonal_lines,
            ..Self::NINE_MENS_MORRIS
        };
        self.without_draw_rules() == standard.without_draw_rules() && !self.board().is_crowded()
    }

    /// Returns the limit for consecutive moves of stones on the board, after which the game is drawn; 0 for no limit.
    /// `is_endgame` says whether a side has exactly three stones.
    #[inline]
    pub(crate) fn move_limit(&self, is_endgame: bool) -> u16 {
        match (self.n_move_rule, if is_endgame { self.endgame_n_move_rule } else { 0 }) {
            (general, 0) => general,
            (0, endgame) => endgame,
            (general, endgame) => general.min(endgame),
        }
    }

    /// Whether the rules have captures without a mill.
    pub(crate) const fn captures(&self) -> bool {
        self.custodian_capture.enabled || self.intervention_capture.enabled || self.leap_capture.enabled
    }

    /// Whether removals of both sides can be due at once.
    pub(crate) const fn both_may_have_removals(&self) -> bool {
        matches!(self.mill_while_placing, MillWhilePlacing::CountAtTheEnd)
            || matches!(self.board_full, BoardFull::FirstAndSecondRemove | BoardFull::SecondAndFirstRemove)
            || matches!(self.stalemate, Stalemate::BothRemove)
    }

    pub(crate) const fn removes_own_stones(&self) -> bool {
        matches!(
            self.mill_while_placing,
            MillWhilePlacing::OpponentRemovesOwn | MillWhilePlacing::CountAtTheEnd
        )
    }

    pub(crate) const fn stalemate_removes(&self) -> bool {
        matches!(
            self.stalemate,
            Stalemate::RemoveAndMove | Stalemate::RemoveAndChangeSide | Stalemate::BothRemove
        )
    }

    /// Whether removed stones stay on the board until placing ends.
    pub(crate) const fn marks_stones(&self) -> bool {
        matches!(self.mill_while_placing, MillWhilePlacing::MarkAndDelay)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::NINE_MENS_MORRIS
    }
}
