//! Mill's positions in tables: which slices there are, where a position stands in them, and how they are
//! solved fast.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use plywright::tables::{
    Node, Place, Scope, SliceRow, Sliced, SolveError, SolveOptions, SolveProgress, TablesError, Value,
};
use plywright::{Game, Side, State as _};

use crate::boards::Layout;
use crate::database::Database;
use crate::endgame::{
    BuiltIn, Expander, Geometry, LEAST_STONES, Numbering, Placing, Slice, SlidingRules, unmoves,
};
use crate::mill::Mill;
use crate::rules::{BoardFull, MillWhilePlacing, Rules, Stalemate};
use crate::state::{Phase, State};

/// The format of the perfect database.
const MALOM: &str = "malom";

impl Rules {
    /// Whether nothing but the stones decides endings under these rules once none is in hand, and turns
    /// alternate.
    fn by_stones_alone(&self) -> bool {
        !self.one_time_use_mill
            && !self.restrict_repeated_mills_formation
            && self.pieces_at_least_count == LEAST_STONES
            && self.stalemate == Stalemate::Loss
    }

    /// What decides endings under these rules once no stone is in hand; `None` where more than the stones
    /// does, or stones are taken otherwise than by mills.
    pub(crate) fn sliding(&self) -> Option<SlidingRules> {
        (self.by_stones_alone() && !self.captures()).then_some(SlidingRules {
            flies_up_to: self.flies_up_to(),
            takes_from_mills: self.may_remove_from_mills_always,
            takes_several: self.may_remove_multiple,
        })
    }

    fn flies_up_to(&self) -> u8 {
        if self.may_fly { self.fly_piece_count } else { 0 }
    }

    /// Whether the board is so small that the solver takes the rules' word for every position.
    fn is_on_small_board(&self) -> bool {
        self.layout != Layout::ThreeRings
    }

    /// Whether a turn places a stone or moves one, as in Lasker Morris, and tables hold positions with stones
    /// in hand.
    fn places_or_moves(&self) -> bool {
        self.may_move_in_placing_phase && self.places_plainly() && !self.is_on_small_board()
    }

    /// Whether turns place stones until the last is placed, and tables hold positions with stones in hand.
    fn places_first(&self) -> bool {
        let fills_board = 2 * u32::from(self.piece_count) >= self.board().points().count();
        let full_is_blocked = self.board_full == BoardFull::FirstPlayerLoses;
        !self.may_move_in_placing_phase
            && self.places_plainly()
            && (self.is_on_small_board() || full_is_blocked || !fills_board)
    }

    /// Whether mills, and nothing else, take stones at once while there are stones in hand, and turns
    /// alternate until the last is placed.
    fn places_plainly(&self) -> bool {
        self.mill_while_placing == MillWhilePlacing::RemoveFromBoard
            && !self.captures()
            && !self.is_defender_move_first
            && !self.stop_placing_when_two_empty_squares
    }
}

impl Mill {
    /// Whether there can be endgame tables for these rules.
    pub fn has_tables(&self) -> bool {
        let rules = &self.rules;
        rules.by_stones_alone() && (rules.places_first() || !rules.is_on_small_board())
    }

    /// What the built-in tables say about a position that begins a turn.
    pub(crate) fn built_in_value(&self, tables: &BuiltIn, state: &State) -> Option<Value> {
        let [own, other] = [state.side(), state.side().other()].map(|side| state.stones[side.index()]);
        let covered = BuiltIn::covers([own.count(), other.count()])
            && state.hand == [0; 2]
            && state.removals == [0; 2]
            && state.marked.is_empty()
            && state.phase == Phase::Moving;
        let geometry = self.geometry();
        if covered { tables.value(geometry.bits_of(own), geometry.bits_of(other)) } else { None }
    }

    fn geometry(&self) -> &'static Geometry {
        Geometry::of(self.rules.layout, self.rules.has_diagonal_lines)
    }

    pub(crate) fn numbering(&self, slice: Slice) -> Numbering {
        let [leading, other] = self.leading_first(slice, slice.board).map(usize::from);
        Numbering::new(self.geometry(), leading, other)
    }

    /// Turns what belongs to the side to move and to the other one, or the other way round, into what belongs
    /// to the stones that number positions and to the others.
    fn leading_first<T>(&self, slice: Slice, [own, other]: [T; 2]) -> [T; 2] {
        if self.second_places(slice) { [other, own] } else { [own, other] }
    }

    /// Whether the second side is to place a stone: positions are numbered by the first side's stones while
    /// stones are placed, and else by those of the side to move.
    fn second_places(&self, slice: Slice) -> bool {
        slice.hand[0] > slice.hand[1] && self.rules.places_first()
    }

    /// The rules that the fast path goes by while stones are moved, where it knows them.
    fn fast(&self) -> Option<SlidingRules> {
        self.rules.sliding().filter(|_| !self.rules.is_on_small_board())
    }

    /// The same for a slice in which turns place stones.
    fn fast_placing(&self, slice: Slice) -> Option<SlidingRules> {
        let places = slice.hand[0] > 0 && self.rules.places_first() && !self.rules.mill_wins;
        self.rules.sliding().filter(|_| places)
    }

    /// Slices in which each side has at least three stones, those in hand included, and at most what it
    /// starts with.
    fn slices(&self) -> Vec<Slice> {
        let most = self.rules.piece_count;
        let pairs = || (0..=most).flat_map(|own| (0..=most).map(move |other| [own, other]));
        let hands: Vec<[u8; 2]> = if self.rules.places_first() {
            // Stones are placed in turn, the first side beginning.
            pairs().filter(|[own, other]| (0..=1).contains(&own.wrapping_sub(*other))).collect()
        } else if self.rules.places_or_moves() {
            pairs().collect()
        } else {
            vec![[0, 0]]
        };
        let counts = |hand: u8| LEAST_STONES.saturating_sub(hand)..=most - hand;
        let points = self.geometry().points;
        hands
            .into_iter()
            .flat_map(|hand| {
                let boards = move |own| counts(hand[1]).map(move |other| [own, other]);
                counts(hand[0]).flat_map(boards).map(move |board| Slice { hand, board })
            })
            .filter(|slice| usize::from(slice.board[0] + slice.board[1]) <= points && self.can_arise(*slice))
            .collect()
    }

    /// Whether the stones that are missing while stones are placed can have been taken: the first two stones
    /// of a side close no mill.
    fn can_arise(&self, slice: Slice) -> bool {
        let most = self.rules.piece_count;
        let by_one = if self.rules.may_remove_multiple { 2 } else { 1 };
        let taken_from = |side: usize| {
            let placed_by_other = most - slice.hand[1 - side];
            (most - slice.hand[side] - slice.board[side]) <= by_one * placed_by_other.saturating_sub(2)
        };
        slice.hand == [0; 2] || self.rules.places_or_moves() || taken_from(0) && taken_from(1)
    }
}

impl Sliced for Mill {
    type Slice = Slice;

    fn groups(&self, most: Option<u32>) -> Vec<Vec<Slice>> {
        if !self.has_tables() {
            return Vec::new();
        }
        // Where stones are moved, they are moved to and fro between two slices.
        let places_or_moves = self.rules.places_or_moves();
        let is_paired = |slice: &Slice| slice.hand == [0; 2] || places_or_moves;
        let mut slices = self.slices();
        slices.retain(|slice| most.is_none_or(|most| is_paired(slice) && u32::from(slice.total()) <= most));
        slices.sort_by_key(|slice| (slice.hand[0] + slice.hand[1], slice.board[0] + slice.board[1]));
        let group = |slice: Slice| {
            let partner = slice.after(0, 0);
            match partner.cmp(&slice) {
                Ordering::Less if is_paired(&slice) => None,
                Ordering::Greater if is_paired(&slice) => Some(vec![slice, partner]),
                _ => Some(vec![slice]),
            }
        };
        slices.into_iter().filter_map(group).collect()
    }

    fn size(&self, slice: Slice) -> u64 {
        let [leading, other] = self.leading_first(slice, slice.board).map(usize::from);
        Numbering::count(self.geometry(), leading, other)
    }

    fn locate(&self, state: &State) -> Option<Place<Slice>> {
        let (own, other) = (state.side().index(), state.side().other().index());
        let in_hand = state.hand != [0; 2];
        let hands_in_turn = state.hand[own] == state.hand[other] + own as u8;
        if state.removals != [0; 2]
            || state.has_marks()
            || state.phase == Phase::Over
            || in_hand && !(self.rules.places_first() && hands_in_turn || self.rules.places_or_moves())
        {
            return None;
        }
        let stones = state.stones.map(|stones| stones.count() as u8);
        let enough = |side: usize| {
            let total = stones[side] + state.hand[side];
            LEAST_STONES <= total && total <= self.rules.piece_count
        };
        if !enough(0) || !enough(1) {
            return None;
        }
        let slice = Slice { hand: [state.hand[own], state.hand[other]], board: [stones[own], stones[other]] };
        let geometry = self.geometry();
        let [own, other] = [own, other].map(|side| geometry.bits_of(state.stones[side]));
        let [leading, other] = self.leading_first(slice, [own, other]);
        Some(Place { slice, index: self.numbering(slice).number(leading, other).index })
    }

    fn position(&self, place: Place<Slice>) -> Option<State> {
        let Slice { hand, board } = place.slice;
        let stones = self.numbering(place.slice).stones(place.index)?;
        let stones = self.leading_first(place.slice, stones.map(|set| self.geometry().points_of(set)));
        let side = if hand[0] > hand[1] { Side::Second } else { Side::First };
        let by_side = |pair: [u8; 2]| if side == Side::First { pair } else { [pair[1], pair[0]] };
        let mut state = State {
            stones: if side == Side::First { stones } else { [stones[1], stones[0]] },
            hand: by_side(hand),
            total: by_side([hand[0] + board[0], hand[1] + board[1]]),
            side,
            phase: if hand[0] > 0 { Phase::Placing } else { Phase::Moving },
            ..self.start()
        };
        state.key = state.recomputed_key();
        Some(state)
    }

    fn table_rules(&self, slice: Slice) -> String {
        let rules = &self.rules;
        let Rules { layout, piece_count, has_diagonal_lines, .. } = rules;
        let sliding = format!(
            ", flying up to {}, {} from mills, {} at a time",
            rules.flies_up_to(),
            if rules.may_remove_from_mills_always { "taking" } else { "not taking" },
            if rules.may_remove_multiple { "several" } else { "one" }
        );
        let captures = if rules.captures() {
            let captures = [rules.custodian_capture, rules.intervention_capture, rules.leap_capture];
            format!(", custodian, intervention, leap: {captures:?}")
        } else {
            String::new()
        };
        let whole = if self.rules.is_on_small_board() {
            format!(
                ", {piece_count} stones, mills win: {}, {:?}",
                self.rules.mill_wins, self.rules.board_full
            )
        } else {
            String::new()
        };
        let lines = if *has_diagonal_lines { "with" } else { "without" };
        let placing = match slice.hand {
            [0, 0] => "",
            _ if self.rules.places_or_moves() => ", placing or moving",
            _ => ", placing",
        };
        format!("mill: {layout:?} {lines} diagonals{sliding}{captures}{whole}{placing}")
    }

    fn solve_as(
        &self,
        format: &str,
        options: &SolveOptions,
        stop: &AtomicBool,
        report: &(dyn Fn(&SolveProgress) + Sync),
    ) -> Result<Vec<SliceRow>, TablesError> {
        match self.fast() {
            Some(rules) if format == MALOM && Database::fits(&self.rules) => {
                Database::solve(rules, options, stop, report)
            }
            _ => Err(TablesError::Format { format: format.to_owned() }),
        }
    }

    fn exits(&self, slice: Slice) -> Option<Vec<Slice>> {
        if let Some(rules) = self.fast_placing(slice) {
            return Some(Placing::exits(rules, slice).map(|taken| slice.after(1, taken)).collect());
        }
        Some(slice.exits(self.fast()?).map(|(placed, taken)| slice.after(placed, taken)).collect())
    }

    fn expand(
        &self,
        slice: Slice,
        range: Range<u64>,
        scope: &Scope<'_, Slice>,
        visit: &mut dyn FnMut(u64, Node),
    ) -> Result<(), SolveError> {
        if let Some(rules) = self.fast_placing(slice) {
            return Placing::new(rules, self.geometry(), slice, scope, &|slice| self.numbering(slice))?
                .expand(range, visit);
        }
        match self.fast() {
            Some(rules) => {
                Expander::new(rules, self.geometry(), slice, scope)?.expand(range, visit);
                Ok(())
            }
            None => self.expand_by_rules(slice, range, scope, visit),
        }
    }

    fn has_unmoves(&self, _group: &[Slice]) -> bool {
        self.fast().is_some()
    }

    fn unmoves(&self, slice: Slice, indexes: &[u64], visit: &mut dyn FnMut(Place<Slice>, u8)) {
        if let Some(rules) = self.fast() {
            unmoves(rules, self.geometry(), slice, indexes, visit);
        }
    }
}
