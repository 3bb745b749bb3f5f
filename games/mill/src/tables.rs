//! Mill's positions in tables: which slices there are, where a position stands in them, and how they are solved fast.

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
    /// What decides endings under these rules once no stone is in hand; `None` where more than the stones does.
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
}

impl Mill {
    /// Whether there can be endgame tables for these rules.
    pub fn has_tables(&self) -> bool {
        let rules = &self.rules;
        let plain_placing = rules.mill_while_placing == MillWhilePlacing::RemoveFromBoard
            && !rules.may_move_in_placing_phase
            && !rules.is_defender_move_first
            && !rules.stop_placing_when_two_empty_squares;
        rules.sliding().is_some() && (plain_placing || !rules.is_solved_whole())
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

    /// Slices in which each side has at least three stones and at most what it starts with.
    fn slices(&self) -> Vec<Slice> {
        let most = self.rules.piece_count;
        let hands: Vec<[u8; 2]> = if self.rules.is_solved_whole() {
            (0..=most)
                .flat_map(|hand| [[hand, hand], [hand + 1, hand]])
                .filter(|hand| hand[0] <= most)
                .collect()
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
        let mut slices = self.slices();
        slices
            .retain(|slice| most.is_none_or(|most| slice.hand == [0; 2] && u32::from(slice.total()) <= most));
        slices.sort_by_key(|slice| (slice.hand[0] + slice.hand[1], slice.board[0] + slice.board[1]));
        let mut groups: Vec<Vec<Slice>> = Vec::new();
        for slice in slices {
            let partner = Slice::moving(slice.board[1], slice.board[0]);
            match groups.iter_mut().find(|group| slice.hand == [0; 2] && group.contains(&partner)) {
                Some(group) => group.push(slice),
                None => groups.push(vec![slice]),
            }
        }
        groups
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
            || in_hand && !(self.rules.is_solved_whole() && hands_in_turn)
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
        let rules = self.fast()?;
        let most = if rules.takes_several { 2 } else { 1 };
        let enough = |taken: &u8| slice.board[1] - taken >= LEAST_STONES;
        Some((1..=most).filter(enough).map(|taken| slice.after(0, taken)).collect())
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

    fn unmoves(&self, place: Place<Slice>, out: &mut Vec<Place<Slice>>) {
        if let Some(rules) = self.fast() {
            unmoves(rules, self.geometry(), place, out);
        }
    }
}
