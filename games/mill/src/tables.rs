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
use crate::endgame::{BuiltIn, Expander, Geometry, LEAST_STONES, Numbering, Slice, SlidingRules, unmoves};
use crate::mill::Mill;
use crate::rules::{MillWhilePlacing, Rules, Stalemate};
use crate::state::{Phase, State};

/// The format of the perfect database.
const MALOM: &str = "malom";

impl Rules {
    /// What decides endings under these rules once no stone is in hand; `None` where more than the stones
    /// does.
    pub(crate) fn sliding(&self) -> Option<SlidingRules> {
        let by_stones_alone = !self.one_time_use_mill
            && !self.restrict_repeated_mills_formation
            && !self.captures()
            && self.pieces_at_least_count == LEAST_STONES
            && self.stalemate == Stalemate::Loss;
        by_stones_alone.then_some(SlidingRules {
            flies_up_to: if self.may_fly { self.fly_piece_count } else { 0 },
            takes_from_mills: self.may_remove_from_mills_always,
            takes_several: self.may_remove_multiple,
        })
    }

    /// Whether tables hold the whole game with its placing.
    fn is_solved_whole(&self) -> bool {
        self.layout != Layout::ThreeRings
    }

    /// Whether a turn places a stone or moves one, as in Lasker Morris, and tables hold positions with stones
    /// in hand.
    fn places_or_moves(&self) -> bool {
        self.may_move_in_placing_phase && self.places_plainly() && !self.is_solved_whole()
    }

    /// Whether mills take stones at once while there are stones in hand, and turns alternate until the last
    /// is placed.
    fn places_plainly(&self) -> bool {
        self.mill_while_placing == MillWhilePlacing::RemoveFromBoard
            && !self.is_defender_move_first
            && !self.stop_placing_when_two_empty_squares
    }
}

impl Mill {
    /// Whether there can be endgame tables for these rules.
    pub fn has_tables(&self) -> bool {
        let rules = &self.rules;
        let placing_is_known = rules.places_plainly() && !rules.may_move_in_placing_phase;
        rules.sliding().is_some() && (placing_is_known || !rules.is_solved_whole())
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
        Numbering::new(self.geometry(), slice.board[0].into(), slice.board[1].into())
    }

    /// The rules that the fast path goes by, where it knows them.
    fn fast(&self) -> Option<SlidingRules> {
        self.rules.sliding().filter(|_| !self.rules.is_solved_whole())
    }

    /// Slices in which each side has at least three stones, those in hand included, and at most what it
    /// starts with.
    fn slices(&self) -> Vec<Slice> {
        let most = self.rules.piece_count;
        let pairs = || (0..=most).flat_map(|own| (0..=most).map(move |other| [own, other]));
        let hands: Vec<[u8; 2]> = if self.rules.is_solved_whole() {
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
            .filter(|slice| usize::from(slice.board[0] + slice.board[1]) <= points)
            .collect()
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
        self.numbering(slice).len()
    }

    fn locate(&self, state: &State) -> Option<Place<Slice>> {
        let (own, other) = (state.side().index(), state.side().other().index());
        let in_hand = state.hand != [0; 2];
        let hands_in_turn = state.hand[own] == state.hand[other] + own as u8;
        if state.removals != [0; 2]
            || state.has_marks()
            || state.phase == Phase::Over
            || in_hand && !(self.rules.is_solved_whole() && hands_in_turn || self.rules.places_or_moves())
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
        Some(Place { slice, index: self.numbering(slice).number(own, other).index })
    }

    fn position(&self, place: Place<Slice>) -> Option<State> {
        let Slice { hand, board } = place.slice;
        let stones = self.numbering(place.slice).stones(place.index)?;
        let stones = stones.map(|set| self.geometry().points_of(set));
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

    fn table_rules(&self) -> String {
        let Rules { layout, piece_count, has_diagonal_lines, .. } = self.rules;
        let sliding = self.rules.sliding();
        let sliding = sliding.map_or_else(String::new, |rules| {
            format!(
                ", flying up to {}, {} from mills, {} at a time",
                rules.flies_up_to,
                if rules.takes_from_mills { "taking" } else { "not taking" },
                if rules.takes_several { "several" } else { "one" }
            )
        });
        let whole = if self.rules.is_solved_whole() {
            format!(
                ", {piece_count} stones, mills win: {}, {:?}",
                self.rules.mill_wins, self.rules.board_full
            )
        } else {
            String::new()
        };
        let lines = if has_diagonal_lines { "with" } else { "without" };
        format!("mill: {layout:?} {lines} diagonals{sliding}{whole}")
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
        Some(slice.exits(self.fast()?).map(|(placed, taken)| slice.after(placed, taken)).collect())
    }

    fn expand(
        &self,
        slice: Slice,
        range: Range<u64>,
        scope: &Scope<'_, Slice>,
        visit: &mut dyn FnMut(u64, Node),
    ) -> Result<(), SolveError> {
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
