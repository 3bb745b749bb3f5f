//! Where exactly the moves of a piece can end.
//!
//! A breadth-first pass looks at every path out of every piece by one chain that comes to it. It gives an
//! upper bound and, where that chain uses nothing twice, most of what is really reached. Only for the rest,
//! which is seldom anything, are chains followed one by one.

use plywright::Element;
use smallvec::SmallVec;

use super::chains::{Targets, follow_chains};
use super::finder::ReachFinder;
use crate::paths::{Passages, Paths};
use crate::square::{SQUARES, Square, Squares};

/// All ends of moves of the piece on `start`: empty squares, pieces and the goal. `start` itself is left
/// out unless it is wanted.
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

/// A leg of a chain that ends on a piece.
#[derive(Clone, Copy)]
struct Leg {
    end: Square,
    /// Passages that the leg uses.
    uses: Passages,
    /// Passages that the chain uses on which it was first met, this leg included.
    used: Passages,
    /// Whether that chain uses anything twice.
    is_broken: bool,
}

/// Paths out of a piece that were looked at.
#[derive(Clone, Copy, Default)]
struct Met {
    any: Paths,
    /// Those met on a chain that uses nothing twice.
    sound: Paths,
}

/// Returns the ends that are reached by the first sound chain to every leg, and an upper bound to all ends.
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
