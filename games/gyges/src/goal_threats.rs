//! Moves after which the opponent has a win in one move.
//!
//! A chain is a piece's way into the goal, from bounce to bounce. A chain of the opponent that wins after one move of a
//! position often wins after other moves of the position too. It does if certain squares have the same contents: the
//! squares that the chain passes, its start, the squares of the pieces it bounces on, and the squares between the
//! opponent's active row and edge of the board. Therefore chains are cached with the contents of these squares, and a
//! new chain is searched for only if no cached one still works.

use plywright::NodeScratch;

use crate::board::{Pieces, State};
use crate::generate::MoveGenerator;
use crate::moves::Move;
use crate::play::pieces_after;
use crate::rules::Rules;
use crate::setup;
use crate::square::{active_row, behind_active_row};

/// Number of words of a cached chain: the set of squares it depends on, then the two words of [`Pieces::words`] with
/// the pieces on these squares only.
const WORDS: usize = 3;
/// Maximum number of cached chains. Further chains are not cached.
const MAX_CHAINS: usize = 12;

/// Whether the opponent can move into the goal after the legal move `mv`. `None` for moves into the goal and during
/// set-up. `scratch` caches the chains with which the opponent wins after earlier moves of the same position.
pub(crate) fn loses_at_once(
    rules: Rules,
    state: &State,
    mv: Move,
    scratch: &mut NodeScratch,
) -> Option<bool> {
    let ends_game = matches!(mv, Move::Go { end, .. } if end.is_goal());
    if ends_game || setup::is_under_way(state) {
        return None;
    }
    let pieces = pieces_after(state.pieces, mv);
    let (chains, _) = scratch.as_chunks();
    if chains.iter().any(|chain| still_works(*chain, pieces)) {
        return Some(true);
    }
    let opponent = !state.side;
    let Some(chain) = MoveGenerator::new(rules, pieces, opponent).goal_chain() else { return Some(false) };
    let occupied = pieces.occupied();
    // Under `StuckRow::NextRow` a chain may start on a row beyond the active row. Such a chain is legal only while the
    // rows before it have no move. That depends on further squares, so the chain is not cached.
    let starts_in_active_row = active_row(occupied, opponent).contains(chain.start);
    if starts_in_active_row && scratch.len() < MAX_CHAINS * WORDS {
        let needs = chain.needs.with(chain.start) | behind_active_row(occupied, opponent);
        let [low, high] = pieces.words();
        scratch.extend([needs.bits(), low & needs.bits(), high & needs.bits()]);
    }
    Some(true)
}

/// Whether the squares that a cached chain depends on still hold the same pieces.
#[inline]
fn still_works([squares, low_before, high_before]: [u64; WORDS], pieces: Pieces) -> bool {
    let [low, high] = pieces.words();
    ((low ^ low_before) | (high ^ high_before)) & squares == 0
}
