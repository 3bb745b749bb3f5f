//! Moves into the goal, and moves that allow the opponent one.
//!
//! A chain into the goal needs the squares that it passes empty and the pieces that it bounces on in their
//! places, and that no piece comes to stand nearer to the player than his active row. While all of these
//! squares stay as they are, the chain wins, whatever else changes. A chain that refuted one move of a
//! position mostly refutes the next ones too, so chains are kept by their needs, and only a move that
//! disturbs all of them is searched for a new one.

use plywright::NodeScratch;

use crate::board::{Pieces, State};
use crate::generate::MoveGenerator;
use crate::moves::Move;
use crate::play::pieces_after;
use crate::rules::Rules;
use crate::setup;
use crate::square::{Square, active_row, behind_active_row};

/// Words of a kept chain: the squares that it needs, and the two words of the pieces on them.
const WORDS: usize = 3;
/// Most chains kept about a position; more are seldom of use.
const MOST_CHAINS: usize = 12;

/// Returns a move into the goal.
pub(crate) fn winning_move(rules: Rules, state: &State) -> Option<Move> {
    let chain = MoveGenerator::new(rules, state.pieces, state.side).goal_chain()?;
    Some(Move::Go { start: chain.start, end: Square::target_goal(state.side) })
}

/// Whether the opponent can reach his goal after a legal move; `None` for moves that end the game and in the
/// set-up phase. `scratch` keeps the chains that refuted earlier moves of the same position.
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
    if scratch.chunks_exact(WORDS).any(|words| holds(words, pieces)) {
        return Some(true);
    }
    let opponent = !state.side;
    let Some(chain) = MoveGenerator::new(rules, pieces, opponent).goal_chain() else { return Some(false) };
    let occupied = pieces.occupied();
    // Under `StuckRow::NextRow` a chain may start farther away, and then it depends on more than its needs.
    let starts_in_active_row = active_row(occupied, opponent).contains(chain.start);
    if starts_in_active_row && scratch.len() < MOST_CHAINS * WORDS {
        let needs = chain.needs.with(chain.start) | behind_active_row(occupied, opponent);
        let [low, high] = pieces.words();
        scratch.extend([needs.bits(), low & needs.bits(), high & needs.bits()]);
    }
    Some(true)
}

/// Whether the needs of a kept chain are met: its squares hold the same pieces as when it was found.
#[inline]
fn holds(words: &[u64], pieces: Pieces) -> bool {
    let [low, high] = pieces.words();
    ((low ^ words[1]) | (high ^ words[2])) & words[0] == 0
}
