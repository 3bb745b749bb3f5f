//! Wins at once, and moves that allow the opponent one.
//!
//! A chain into the goal needs some squares as they are: empty ones to pass, pieces to start from and bounce on, and no
//! piece in a row nearer to the player who makes it, so that his active row is the same. As long as none of them changes it wins, whatever else does. So the
//! chains that refuted some moves of a position, noted down as such needs, mostly refute the next one too, and only a
//! move that meets the needs of none is looked at afresh.

use plywright::{NodeScratch, Side};

use crate::board::{Pieces, State};
use crate::generate::Generator;
use crate::moves::Move;
use crate::rules::Rules;
use crate::setup;
use crate::squares::{active_row, behind_active_row, bit, far_goal};

/// Words of a note.
const NOTE: usize = 3;
/// Notes kept about a position: more are seldom of use.
const MOST_NOTES: usize = 12;

/// A move into the goal.
pub(crate) fn winning_move(rules: Rules, state: &State) -> Option<Move> {
    let chain = Generator::new(rules, state.pieces, state.side).way_to_goal()?;
    Some(Move::Go { start: chain.start as u8, end: far_goal(state.side) as u8 })
}

/// Can the opponent reach his goal after a legal move?
pub(crate) fn loses_at_once(
    rules: Rules,
    state: &State,
    mv: Move,
    scratch: &mut NodeScratch,
) -> Option<bool> {
    if setup::is_going_on(state) {
        return None;
    }
    let pieces = pieces_after(state.pieces, state.side, mv)?;
    if scratch.chunks_exact(NOTE).any(|note| needs_are_met(note, pieces)) {
        return Some(true);
    }
    let Some(chain) = Generator::new(rules, pieces, !state.side).way_to_goal() else { return Some(false) };
    let starts_near = bit(chain.start) & active_row(pieces.occupied(), !state.side) != 0;
    if starts_near && scratch.len() < MOST_NOTES * NOTE {
        let needs = chain.needs | bit(chain.start) | behind_active_row(pieces.occupied(), !state.side);
        scratch.extend([needs, pieces.low & needs, pieces.high & needs]);
    }
    Some(true)
}

/// Are these pieces where the chain of a note needs them, and nowhere where it does not?
#[inline]
fn needs_are_met(note: &[u64], pieces: Pieces) -> bool {
    ((pieces.low ^ note[1]) | (pieces.high ^ note[2])) & note[0] == 0
}

/// The pieces after a move; `None` when it ends the game or is none of a piece.
#[inline]
fn pieces_after(mut pieces: Pieces, side: Side, mv: Move) -> Option<Pieces> {
    match mv {
        Move::Go { end, .. } if usize::from(end) == far_goal(side) => None,
        Move::Go { start, end } => {
            let rings = pieces.rings(start.into());
            pieces.toggle(start.into(), rings);
            pieces.toggle(end.into(), rings);
            Some(pieces)
        }
        Move::Replace { start, end, drop } => {
            let (rings, replaced) = (pieces.rings(start.into()), pieces.rings(end.into()));
            pieces.toggle(start.into(), rings);
            pieces.toggle(end.into(), replaced ^ rings);
            pieces.toggle(drop.into(), replaced);
            Some(pieces)
        }
        Move::Pass => Some(pieces),
        Move::SetUp(_) => None,
    }
}
