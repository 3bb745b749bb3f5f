//! The exact set of squares where a piece can end.
//!
//! A breadth-first pass visits each path out of each piece at most twice: on the first chain found, and on
//! the first chain that uses no passage twice. The ends of all visited paths are an upper bound. Chains that
//! use no passage twice yield most of the exact ends. Chains are followed one by one only for the few ends
//! that remain.

use plywright::Element;
use smallvec::SmallVec;

use super::chains::{Targets, follow_chains};
use super::finder::ReachFinder;
use crate::paths::{Passages, Paths};
use crate::square::{SQUARES, Square, Squares};

/// Returns all ends of moves of the piece on `start`: empty squares, pieces and the goal. Includes `start`
/// only with `wants_start`.
pub(crate) fn exact_reach(finder: &mut ReachFinder, start: Square, wants_start: bool) -> Squares {
    finder.with_lifted(start, |finder| {
        let excluded = if wants_start { finder.own_goal } else { finder.own_goal.with(start) };
        let (mut found, bound) = breadth_first(finder, start);
        let missing = bound - found - excluded;
        if !missing.is_empty() {
            let mut targets = Targets::new(finder, missing);
            follow_chains(finder, start, finder.used_at_start(start), &mut targets);
            found |= missing - targets.missing;
        }
        found - excluded
    })
}

/// A chain, represented by its last leg, which ends on the piece on `end`. The first entry of the pass is the
/// empty chain.
#[derive(Clone, Copy)]
struct Leg {
    end: Square,
    /// Passages that the last leg uses.
    uses: Passages,
    /// Passages that the chain uses, its last leg included.
    used: Passages,
    /// Whether the chain uses a passage twice.
    is_broken: bool,
}

/// Paths out of a piece that the breadth-first pass has visited.
#[derive(Clone, Copy, Default)]
struct Met {
    any: Paths,
    /// Paths visited on a chain that uses no passage twice.
    sound: Paths,
}

/// Returns two sets: ends reached by chains that use no passage twice, and an upper bound on all ends. The
/// first set may be incomplete. Both may include `start` and the side's own goal.
fn breadth_first(finder: &mut ReachFinder, start: Square) -> (Squares, Squares) {
    let mut met = [Met::default(); SQUARES];
    let mut reached = Squares::of(start);
    let mut legs: SmallVec<[Leg; 64]> = SmallVec::new();
    let used = finder.used_at_start(start);
    legs.push(Leg { end: start, uses: Passages::EMPTY, used, is_broken: false });
    let mut next = 0;
    while let Some(leg) = legs.get(next).copied() {
        next += 1;
        let square = leg.end;
        let exits = finder.exits(square);
        let Met { any, sound } = met[square.number()];
        let new = exits.free - any;
        let new_sound = if leg.is_broken { Paths::EMPTY } else { exits.free - sound };
        if (new | new_sound).is_empty() {
            continue;
        }
        let closed = finder.blocked(square, leg.uses);
        let new_sound = new_sound - closed - finder.blocked(square, leg.used - leg.uses);
        let new = new - closed - new_sound;
        met[square.number()] = Met { any: any | new | new_sound, sound: sound | new_sound };
        let paths = finder.paths(square);
        for number in (new | new_sound) & exits.onto_pieces {
            let path = paths[number.index()];
            reached.insert(path.end);
            legs.push(Leg {
                end: path.end,
                uses: path.uses,
                used: leg.used | path.uses,
                is_broken: new.contains(number),
            });
        }
    }
    let (mut found, mut bound) = (Squares::EMPTY, Squares::EMPTY);
    for square in reached {
        let Met { any, sound } = met[square.number()];
        bound |= finder.ends_of(square, any);
        found |= finder.ends_of(square, sound);
    }
    (found, bound)
}
