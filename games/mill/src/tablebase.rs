//! Tablebases for Mill: the index of a position, and the fast paths of the solver. A slice is the set of positions with
//! given numbers of stones on the board and in hand.

use std::cmp::Ordering;
use std::ops::Range;

use plywright::tablebase::{
    Node, RowPosition, Scope, SliceIndex, Sliced, Solution, SolveControl, SolveError, SolveOptions,
    TablebaseError,
};
use plywright::{Game, Side, State as _};

use crate::database::{self, Database};
use crate::game::Mill;
use crate::position::{Phase, State};
use crate::tables::{Expander, MIN_STONES, Slice, TableRules, compact, unmoves};

/// Name of the format of the perfect database, which is that of the program Malom.
const MALOM: &str = "malom";

impl Mill {
    /// Whether endgame tables can be created for the rules of this game.
    pub fn has_tables(&self) -> bool {
        TableRules(self.rules()).has_tables()
    }
}

impl Sliced for Mill {
    type Slice = Slice;

    fn groups(&self, max_pieces: Option<u32>) -> Vec<Vec<Slice>> {
        let rules = TableRules(self.rules());
        if !rules.has_tables() {
            return Vec::new();
        }
        let places_or_moves = rules.places_or_moves();
        // If turns can move stones, slices come in pairs: a move leads to the slice with the sides swapped, and the
        // reply leads back.
        let is_paired = |slice: &Slice| slice.hand == [0; 2] || places_or_moves;
        let mut slices = rules.slices();
        // `max_pieces` leaves only slices with at most this number of stones, and only if their turns can move stones.
        slices.retain(|slice| {
            max_pieces.is_none_or(|max_pieces| is_paired(slice) && u32::from(slice.total()) <= max_pieces)
        });
        // A group must come after the groups to which its turns lead, which have fewer stones in all or in hand. This
        // order also needs little space for tables that later groups probe.
        slices.sort_by_key(|slice| {
            let totals = [0, 1].map(|side| slice.hand[side] + slice.board[side]);
            (totals[0].min(totals[1]), slice.total(), slice.hand[0] + slice.hand[1])
        });
        // A pair of slices becomes one group, at the place of the slice that comes first in the order of `Slice`.
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
        TableRules(self.rules()).size(slice)
    }

    fn locate(&self, state: &State) -> Option<SliceIndex<Slice>> {
        let rules = TableRules(self.rules());
        let (own, other) = (state.side().index(), state.side().other().index());
        let in_hand = state.hand != [0; 2];
        // The first side places first, so the second side, number 1, has one stone more in hand when it is to move.
        let hands_in_turn = state.hand[own] == state.hand[other] + own as u8;
        if state.removals != [0; 2]
            || state.has_marks()
            || state.phase == Phase::Over
            || (in_hand && !((rules.places_first() && hands_in_turn) || rules.places_or_moves()))
        {
            return None;
        }
        let valid_totals = MIN_STONES..=self.rules().piece_count;
        if !state.total.iter().all(|total| valid_totals.contains(total)) {
            return None;
        }
        let stones = state.stones.map(|stones| stones.count() as u8);
        let slice = Slice { hand: [state.hand[own], state.hand[other]], board: [stones[own], stones[other]] };
        let [leading, following] = rules.leading_first(slice, [state.stones[own], state.stones[other]]);
        Some(SliceIndex { slice, index: rules.numbering(slice).locate(leading, following).index })
    }

    fn position(&self, SliceIndex { slice, index }: SliceIndex<Slice>) -> Option<State> {
        let rules = TableRules(self.rules());
        let Slice { hand, board } = slice;
        let stones = rules.numbering(slice).position_at(index)?;
        let stones = rules.leading_first(slice, stones);
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
        TableRules(self.rules()).in_words(slice)
    }

    fn solve_as(
        &self,
        format: &str,
        options: &SolveOptions,
        control: SolveControl<'_>,
    ) -> Result<Solution, TablebaseError> {
        match TableRules(self.rules()).fast_moving() {
            Some(rules) if format == MALOM && Database::fits(self.rules()) => {
                database::solve(rules, &self.start(), options, control)
            }
            _ => Err(TablebaseError::Format { format: format.to_owned() }),
        }
    }

    fn is_stored(&self, slice: Slice) -> bool {
        compact::is_stored(TableRules(self.rules()), slice)
    }

    fn has_distances(&self, slice: Slice) -> bool {
        slice.hand == [0; 2] && self.is_stored(slice)
    }

    fn ply(&self, slice: Slice) -> Option<u32> {
        let in_hand = slice.hand[0] + slice.hand[1];
        let placed = 2 * self.rules().piece_count - in_hand;
        (in_hand > 0 && TableRules(self.rules()).places_first()).then_some(placed.into())
    }

    fn row_len(&self, slice: Slice) -> u64 {
        compact::row_len(&TableRules(self.rules()).numbering(slice))
    }

    fn patterns(&self) -> Vec<Vec<u8>> {
        compact::patterns(self.board())
    }

    fn walk_row(&self, slice: Slice, range: Range<u64>, visit: &mut dyn FnMut(u64, RowPosition<'_>)) {
        compact::walk_row(&TableRules(self.rules()).numbering(slice), range, visit);
    }

    fn exits(&self, slice: Slice) -> Option<Vec<Slice>> {
        TableRules(self.rules()).exits(slice)
    }

    fn expand(
        &self,
        slice: Slice,
        range: Range<u64>,
        scope: &Scope<'_, Slice>,
        visit: &mut dyn FnMut(u64, Node),
    ) -> Result<(), SolveError> {
        let Some(expander) = Expander::new(TableRules(self.rules()), slice, scope)? else {
            return self.expand_by_rules(slice, range, scope, visit);
        };
        if expander.must_place {
            expander.expand_placing(range, visit)
        } else {
            expander.expand_moving(range, visit)
        }
    }

    fn has_unmoves(&self, _group: &[Slice]) -> bool {
        TableRules(self.rules()).fast_moving().is_some()
    }

    fn unmoves(&self, slice: Slice, indexes: &[u64], visit: &mut dyn FnMut(SliceIndex<Slice>, u8)) {
        unmoves(TableRules(self.rules()), slice, indexes, visit);
    }
}
