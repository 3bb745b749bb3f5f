//! What tables need to know about the rules: whether tables exist, which slices they have, how positions are numbered,
//! and the text that identifies the rules in a folder of tables.

use super::geometry::Geometry;
use super::numbering::Numbering;
use super::{MIN_STONES, Slice};
use crate::board::Layout;
use crate::rules::{BoardFull, MillWhilePlacing, Rules, Stalemate, StandardRules};

#[derive(Clone, Copy, Debug)]
pub(crate) struct TableRules<'a>(pub(crate) &'a Rules);

impl TableRules<'_> {
    pub(crate) fn has_tables(self) -> bool {
        self.values_depend_on_stones_alone() && (self.places_first() || !self.is_on_small_board())
    }

    /// Whether tables can hold positions without stones in hand: the rules record no mills, a side loses with fewer
    /// than three stones or without a move, mills do not win on three rings, and no turn from these positions takes
    /// three stones.
    fn values_depend_on_stones_alone(self) -> bool {
        let rules = self.0;
        // On three rings, closing three mills at once requires seven stones.
        let flies_with_seven = rules.may_fly && rules.fly_piece_count >= 7;
        !rules.one_time_use_mill
            && !rules.restrict_repeated_mills_formation
            && rules.pieces_at_least_count == MIN_STONES
            && rules.stalemate == Stalemate::Loss
            && (!rules.mill_wins || self.is_on_small_board())
            && !(self.may_take_three() && flies_with_seven)
    }

    /// Returns the rules that apply when no stone is in hand. `None` if tables cannot hold positions without stones in
    /// hand, or if the rules have captures without a mill, which [`StandardRules`] do not know.
    pub(crate) fn moving(self) -> Option<StandardRules> {
        (self.values_depend_on_stones_alone() && !self.0.captures()).then(|| StandardRules::new(self.0))
    }

    /// Whether the board has fewer than three rings.
    fn is_on_small_board(self) -> bool {
        self.0.layout != Layout::ThreeRings
    }

    /// Whether a side with stones in hand may place one or move one, as in Lasker Morris, and tables can hold positions
    /// with stones in hand.
    pub(crate) fn places_or_moves(self) -> bool {
        self.0.may_move_in_placing_phase && self.places_plainly() && !self.is_on_small_board()
    }

    /// Whether a side with stones in hand must place one, and tables can hold positions with stones in hand.
    pub(crate) fn places_first(self) -> bool {
        let fills_board = 2 * u32::from(self.0.piece_count) >= self.0.board().points().count();
        let full_has_value = match self.0.board_full {
            // Under this rule, a full board needs no special case: the first side is to move, and without a move it
            // loses anyway.
            BoardFull::FirstPlayerLoses => true,
            BoardFull::Draw => self.is_on_small_board(),
            // Removals are due on a full board, and tables hold no positions with pending removals.
            _ => false,
        };
        !self.0.may_move_in_placing_phase && self.places_plainly() && (full_has_value || !fills_board)
    }

    /// Whether tables support the rules of placing. Only mills may take stones, at once and at most two in a turn.
    /// Placing must last until no stones are in hand, and the second side must not move first after it.
    fn places_plainly(self) -> bool {
        self.0.mill_while_placing == MillWhilePlacing::RemoveFromBoard
            && !self.0.captures()
            && !self.0.is_defender_move_first
            && !self.0.stop_placing_when_two_empty_squares
            && !self.may_take_three()
    }

    /// Whether a turn may take three stones; tables support at most two. On three rings with diagonals, a stone placed
    /// or flying to a corner may close three mills. A slide closes at most two, because it leaves a point of the
    /// line along which it goes. In the centre of two rings and a cross, six lines meet.
    fn may_take_three(self) -> bool {
        let has_junctions = self.0.has_diagonal_lines || self.0.layout == Layout::TwoRingsAndCross;
        self.0.may_remove_multiple && has_junctions
    }

    /// Returns the rules under which the solver has fast functions for turns that move stones. `None` if it has none
    /// for these rules.
    pub(crate) fn fast_moving(self) -> Option<StandardRules> {
        self.moving().filter(|_| !self.is_on_small_board())
    }

    /// Returns the rules under which an [`Expander`](super::Expander), which is faster than playing moves, expands the
    /// slice, and whether every turn of the slice places a stone. `None` if an expander does not support the slice.
    pub(crate) fn fast(self, slice: Slice) -> Option<(StandardRules, bool)> {
        let must_place = slice.hand[0] > 0 && self.places_first() && !self.0.mill_wins;
        let rules = if must_place { self.moving() } else { self.fast_moving() };
        Some((rules?, must_place))
    }

    pub(crate) fn geometry(self) -> &'static Geometry {
        Geometry::of(self.0.layout, self.0.has_diagonal_lines)
    }

    pub(crate) fn size(self, slice: Slice) -> u64 {
        Numbering::count_indices(self.geometry(), self.leading_first(slice, slice.board))
    }

    pub(crate) fn numbering(self, slice: Slice) -> Numbering {
        Numbering::new(self.geometry(), self.leading_first(slice, slice.board))
    }

    /// Swaps a pair of values, the mover's first, if the slice is numbered by the stones of the side that is not to
    /// move. If every turn places a stone, slices are numbered by the first side's stones, so pairs are swapped when
    /// the second side is to move. A second call undoes the swap.
    pub(crate) fn leading_first<T>(self, slice: Slice, [own, other]: [T; 2]) -> [T; 2] {
        let second_places = slice.hand[0] > slice.hand[1] && self.places_first();
        if second_places { [other, own] } else { [own, other] }
    }

    /// Returns the slices of the tables. Each side has at least three stones, those in hand included.
    pub(crate) fn slices(self) -> Vec<Slice> {
        let max_stones = self.0.piece_count;
        let points = self.0.board().points().count();
        let mut slices = Vec::new();
        for hand in self.hands() {
            let [own_range, other_range] =
                hand.map(|hand| MIN_STONES.saturating_sub(hand)..=max_stones - hand);
            for own in own_range {
                for other in other_range.clone() {
                    let slice = Slice { hand, board: [own, other] };
                    if u32::from(own + other) <= points && self.can_arise(slice) {
                        slices.push(slice);
                    }
                }
            }
        }
        slices
    }

    /// Returns the pairs of numbers of stones in hand that slices can have. A pair begins with the side to move.
    fn hands(self) -> Vec<[u8; 2]> {
        let (must_place, may_move) = (self.places_first(), self.places_or_moves());
        let mut hands = Vec::new();
        for own in 0..=self.0.piece_count {
            for other in 0..=self.0.piece_count {
                // If every turn places a stone, the sides place alternately, and the first side begins.
                let is_in_turn = must_place && (own == other || own == other + 1);
                if may_move || is_in_turn || [own, other] == [0, 0] {
                    hands.push([own, other]);
                }
            }
        }
        hands
    }

    /// Whether each side can have taken the stones that its opponent has lost, given the number of stones that it has
    /// placed. A side closes no mill with its first two stones. Always `true` if no stone is in hand or stones can move
    /// while placing.
    fn can_arise(self, slice: Slice) -> bool {
        let max_stones = self.0.piece_count;
        let max_taken = if self.0.may_remove_multiple { 2 } else { 1 };
        let can_have_lost = |side: usize| {
            let lost = max_stones - slice.hand[side] - slice.board[side];
            let placed_by_other = max_stones - slice.hand[1 - side];
            lost <= max_taken * placed_by_other.saturating_sub(2)
        };
        slice.hand == [0; 2] || self.places_or_moves() || (can_have_lost(0) && can_have_lost(1))
    }

    /// Returns the slices to which turns that place or take stones lead. `None` if an [`Expander`](super::Expander)
    /// does not support the slice, so that the slices are not known.
    pub(crate) fn exits(self, slice: Slice) -> Option<Vec<Slice>> {
        let (rules, must_place) = self.fast(slice)?;
        let exits = slice.exits(&rules, must_place);
        Some(exits.map(|(placed, taken)| slice.after(placed, taken)).collect())
    }

    /// Describes in one line the rules that the values of a slice depend on. Table folders store these texts, so they
    /// must not change. They contain names from the code: those of the variants of [`Layout`] and [`BoardFull`], and
    /// those of [`CaptureRule`] and its fields.
    ///
    /// [`CaptureRule`]: crate::rules::CaptureRule
    pub(crate) fn in_words(self, slice: Slice) -> String {
        let Rules { layout, piece_count, has_diagonal_lines, mill_wins, board_full, .. } = self.0;
        let sliding = format!(
            ", flying up to {}, {} from mills, {} at a time",
            if self.0.may_fly { self.0.fly_piece_count } else { 0 },
            if self.0.may_remove_from_mills_always { "taking" } else { "not taking" },
            if self.0.may_remove_multiple { "several" } else { "one" }
        );
        let captures = if self.0.captures() {
            let captures = [self.0.custodian_capture, self.0.intervention_capture, self.0.leap_capture];
            format!(", custodian, intervention, leap: {captures:?}")
        } else {
            String::new()
        };
        let whole = if self.is_on_small_board() {
            format!(", {piece_count} stones, mills win: {mill_wins}, {board_full:?}")
        } else {
            String::new()
        };
        let lines = if *has_diagonal_lines { "with" } else { "without" };
        let placing = match slice.hand {
            [0, 0] => "",
            _ if self.places_or_moves() => ", placing or moving",
            _ => ", placing",
        };
        format!("mill: {layout:?} {lines} diagonals{sliding}{captures}{whole}{placing}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::CaptureRule;

    #[test]
    fn texts_are_those_of_the_first_tables() {
        let text = |rules: &Rules, hand| TableRules(rules).in_words(Slice { hand, board: [3; 2] });
        let standard = Rules::NINE_MENS_MORRIS;
        let moving =
            "mill: ThreeRings without diagonals, flying up to 3, not taking from mills, one at a time";
        assert_eq!(text(&standard, [0; 2]), moving);
        assert_eq!(text(&standard, [1; 2]), format!("{moving}, placing"));
        let captures = Rules {
            custodian_capture: CaptureRule { enabled: true, on_cross_lines: false, ..CaptureRule::OFF },
            intervention_capture: CaptureRule::OFF,
            leap_capture: CaptureRule { only_when_own_pieces_leq3: true, ..CaptureRule::OFF_WHILE_PLACING },
            ..standard
        };
        let expected = "CaptureRule { enabled: true, on_square_edges: true, on_cross_lines: false, \
             on_diagonal_lines: true, in_placing_phase: true, in_moving_phase: true, \
             only_when_own_pieces_leq3: false }, \
             CaptureRule { enabled: false, on_square_edges: true, on_cross_lines: true, \
             on_diagonal_lines: true, in_placing_phase: true, in_moving_phase: true, \
             only_when_own_pieces_leq3: false }, \
             CaptureRule { enabled: false, on_square_edges: true, on_cross_lines: true, \
             on_diagonal_lines: true, in_placing_phase: false, in_moving_phase: true, \
             only_when_own_pieces_leq3: true }";
        let found = text(&captures, [0; 2]);
        assert_eq!(found, format!("{moving}, custodian, intervention, leap: [{expected}]"));
        let small = Rules { layout: Layout::Grid, piece_count: 3, may_fly: false, ..standard };
        assert_eq!(
            text(&small, [0; 2]),
            "mill: Grid without diagonals, flying up to 0, not taking from mills, one at a time, 3 \
             stones, mills win: false, FirstPlayerLoses"
        );
        let layouts = Layout::ALL.map(|layout| format!("{layout:?}"));
        assert_eq!(layouts, ["ThreeRings", "TwoRings", "TwoRingsAndCross", "Grid"]);
        let effects: Vec<String> = BoardFull::ALL.iter().map(|effect| format!("{effect:?}")).collect();
        let names =
            ["FirstPlayerLoses", "FirstAndSecondRemove", "SecondAndFirstRemove", "SideToMoveRemoves", "Draw"];
        assert_eq!(effects, names);
    }
}
