//! The rules of a member of the family, as values.

use crate::board::Board;
use crate::boards::Layout;

/// What closing a mill does while stones are still being placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum MillWhilePlacing {
    /// A stone of the opponent is taken from the board.
    #[default]
    RemoveFromBoard,
    /// The opponent loses a stone in hand; then it is the opponent's turn.
    RemoveFromHandThenOpponent,
    /// The opponent loses a stone in hand; then the same side goes on.
    RemoveFromHandThenSelf,
    /// The opponent takes one of its own stones from the board.
    OpponentRemovesOwn,
    /// A stone of the opponent is marked; marked stones leave the board when placing ends.
    MarkAndDelay,
    /// Nothing at once; when placing ends, removals are due according to the mills on the board.
    CountAtTheEnd,
}

impl MillWhilePlacing {
    /// All choices, in the order of their numbers.
    pub const ALL: [Self; 6] = [
        Self::RemoveFromBoard,
        Self::RemoveFromHandThenOpponent,
        Self::RemoveFromHandThenSelf,
        Self::OpponentRemovesOwn,
        Self::MarkAndDelay,
        Self::CountAtTheEnd,
    ];
}

/// What happens when the board is full at the end of placing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum BoardFull {
    /// The side that began loses.
    #[default]
    FirstPlayerLoses,
    /// Each side takes a stone of the other, the first player before the second.
    FirstAndSecondRemove,
    /// Each side takes a stone of the other, the second player before the first.
    SecondAndFirstRemove,
    /// The side to move takes a stone.
    SideToMoveRemoves,
    /// The game is drawn.
    Draw,
}

impl BoardFull {
    /// All choices, in the order of their numbers.
    pub const ALL: [Self; 5] = [
        Self::FirstPlayerLoses,
        Self::FirstAndSecondRemove,
        Self::SecondAndFirstRemove,
        Self::SideToMoveRemoves,
        Self::Draw,
    ];
}

/// What happens when the side to move has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Stalemate {
    /// It loses.
    #[default]
    Loss,
    /// The turn passes.
    ChangeSide,
    /// It takes a stone of the opponent's and moves again.
    RemoveAndMove,
    /// It takes a stone of the opponent's and the turn passes.
    RemoveAndChangeSide,
    /// The game is drawn.
    Draw,
    /// Both sides take a stone.
    BothRemove,
}

impl Stalemate {
    /// All choices, in the order of their numbers.
    pub const ALL: [Self; 6] = [
        Self::Loss,
        Self::ChangeSide,
        Self::RemoveAndMove,
        Self::RemoveAndChangeSide,
        Self::Draw,
        Self::BothRemove,
    ];
}

/// Where and when stones are captured without a mill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CaptureRule {
    /// Does the capture exist at all?
    pub enabled: bool,
    /// Does it work along the sides of the rings?
    pub on_square_edges: bool,
    /// Does it work along the lines that cross the rings at right angles?
    pub on_cross_lines: bool,
    /// Does it work along diagonals, where the board has some?
    pub on_diagonal_lines: bool,
    /// May a side that still has stones in hand capture?
    pub in_placing_phase: bool,
    /// May a side that has placed all its stones capture?
    pub in_moving_phase: bool,
    /// May a side that moves its stones capture only with three or fewer of them on the board?
    pub only_when_own_pieces_leq3: bool,
}

impl CaptureRule {
    /// No such capture. Switched on, it works everywhere and always.
    pub const OFF: Self = Self {
        enabled: false,
        on_square_edges: true,
        on_cross_lines: true,
        on_diagonal_lines: true,
        in_placing_phase: true,
        in_moving_phase: true,
        only_when_own_pieces_leq3: false,
    };

    /// Captures on all lines and at all times.
    pub const ON: Self = Self { enabled: true, ..Self::OFF };

    /// As [`CaptureRule::OFF`]; switched on, it waits for the moves that follow placing.
    pub const OFF_WHILE_PLACING: Self = Self { in_placing_phase: false, ..Self::OFF };

    /// As [`CaptureRule::ON`], but not for a side with stones in hand.
    pub const ON_AFTER_PLACING: Self = Self { enabled: true, ..Self::OFF_WHILE_PLACING };
}

/// The rules of one member of the family. [`Rules::default`] is Nine Men's Morris.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The board, diagonals left aside.
    pub layout: Layout,
    /// Stones of each side, at least 3 and at most as many as fill half the board.
    pub piece_count: u8,
    /// A side with so many stones or fewer flies, where flying is allowed.
    pub fly_piece_count: u8,
    /// A side with fewer stones, those in hand included, has lost.
    pub pieces_at_least_count: u8,
    /// May a side with few stones move to any empty point?
    pub may_fly: bool,
    /// Is the board crossed by diagonals, as far as it can be?
    pub has_diagonal_lines: bool,
    /// What closing a mill does while stones are being placed.
    pub mill_while_placing: MillWhilePlacing,
    /// May stones be taken out of mills while others stand outside?
    pub may_remove_from_mills_always: bool,
    /// Does closing a mill win the game?
    pub mill_wins: bool,
    /// Does closing two mills at once take two stones?
    pub may_remove_multiple: bool,
    /// The game is drawn after so many moves without placing or removing; 0 for never.
    pub n_move_rule: u16,
    /// The same while a side has exactly three stones.
    pub endgame_n_move_rule: u16,
    /// May a side move a stone instead of placing one?
    pub may_move_in_placing_phase: bool,
    /// Does the second player make the first move after placing?
    pub is_defender_move_first: bool,
    /// Must a stone that has left a mill not return to it at once?
    pub restrict_repeated_mills_formation: bool,
    /// Does each mill take a stone only the first time it is closed?
    pub one_time_use_mill: bool,
    /// Does placing stop when only two points are empty?
    pub stop_placing_when_two_empty_squares: bool,
    /// What happens on a full board.
    pub board_full: BoardFull,
    /// Is the game drawn when a position occurs for the third time?
    pub threefold_repetition_rule: bool,
    /// What happens to a side without a legal move.
    pub stalemate: Stalemate,
    /// Is a stone taken that gets sandwiched on a line between two of the opponent's?
    pub custodian_capture: CaptureRule,
    /// Are two stones taken between which the opponent steps on a line?
    pub intervention_capture: CaptureRule,
    /// May a stone leap along a line over an opponent's and take it? A leap is a move: while placing it needs a side
    /// that may move then.
    pub leap_capture: CaptureRule,
}

impl Rules {
    /// Nine Men's Morris.
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

    /// The board that these rules are played on.
    pub fn board(&self) -> &'static Board {
        self.layout.board(self.has_diagonal_lines)
    }

    /// Are stones taken otherwise than by mills?
    pub(crate) const fn captures(&self) -> bool {
        self.custodian_capture.enabled || self.intervention_capture.enabled || self.leap_capture.enabled
    }

    /// Can both sides have stones to remove at the same time?
    pub(crate) const fn both_may_have_removals(&self) -> bool {
        matches!(self.mill_while_placing, MillWhilePlacing::CountAtTheEnd)
            || matches!(self.board_full, BoardFull::FirstAndSecondRemove | BoardFull::SecondAndFirstRemove)
            || matches!(self.stalemate, Stalemate::BothRemove)
    }

    /// Can a side have to remove stones of its own?
    pub(crate) const fn removes_own_stones(&self) -> bool {
        matches!(
            self.mill_while_placing,
            MillWhilePlacing::OpponentRemovesOwn | MillWhilePlacing::CountAtTheEnd
        )
    }

    /// Does a side without a move take a stone?
    pub(crate) const fn stalemate_removes(&self) -> bool {
        matches!(
            self.stalemate,
            Stalemate::RemoveAndMove | Stalemate::RemoveAndChangeSide | Stalemate::BothRemove
        )
    }

    /// Do taken stones stay on the board for a while?
    pub(crate) const fn marks_stones(&self) -> bool {
        matches!(self.mill_while_placing, MillWhilePlacing::MarkAndDelay)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::NINE_MENS_MORRIS
    }
}
