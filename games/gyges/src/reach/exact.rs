//! The exact set of squares where a piece can end.
//!
//! A move may use each passage (an edge or square) only once. A breadth-first pass visits each path out of each piece
//! at most twice: on the first chain of bounces that may take the path, and on the first sound chain, which uses no
//! passage twice. The ends of all visited paths are an upper bound. Sound chains yield most of the exact ends. Chains
//! are followed one by one only for the few ends that remain.

use plywright::Element;
use smallvec::SmallVec;

use super::chains::{Targets, follow_chains};
use super::finder::ReachFinder;
use crate::paths::{Passages, Paths};
use crate::square::{SQUARES, Square, Squares};

/// Returns all ends of moves of the piece on `start`: empty squares, pieces and the opponent's goal. Leaves out `start`
/// unless `may_end_on_start` is set.
pub(crate) fn exact_reach(finder: &mut ReachFinder, start: Square, may_end_on_start: bool) -> Squares {
    finder.with_lifted(start, |finder| {
        let excluded = if may_end_on_start { finder.own_goal } else { finder.own_goal.with(start) };
        let (mut found, bound) = breadth_first(finder, start);
        let missing = bound - found - excluded;
        if !missing.is_empty() {
            let mut targets = Targets::new(finder, missing);
            // Whether all targets were reached does not matter: `targets.missing` keeps those that were not.
            follow_chains(finder, start, finder.used_at_start(start), &mut targets);
            found |= missing - targets.missing;
        }
        found - excluded
    })
}

/// A chain that ends on the piece on `end`. The pass begins with the empty chain, which ends on the start.
#[derive(Clone, Copy)]
struct Chain {
    end: Square,
    /// Passages that the last path of the chain uses.
    last: Passages,
    /// Passages that the chain uses, its last path included.
    used: Passages,
    /// Whether the chain uses no passage twice.
    is_sound: bool,
}

/// Paths out of a piece that the breadth-first pass has visited.
#[derive(Clone, Copy, Default)]
struct Visited {
    /// Paths visited on any chain, sound or not.
    any: Paths,
    /// Paths visited on a sound chain.
    sound: Paths,
}

/// Makes the breadth-first pass. Returns two sets: the ends of sound chains, which are certain, and the ends of all
/// chains, which are an upper bound. Both may include `start` and the side's own goal.
fn breadth_first(finder: &mut ReachFinder, start: Square) -> (Squares, Squares) {
    let mut visited = [Visited::default(); SQUARES];
    let mut reached = Squares::of(start);
    let mut chains: SmallVec<[Chain; 64]> = SmallVec::new();
    let used = finder.used_at_start(start);
    chains.push(Chain { end: start, last: Passages::EMPTY, used, is_sound: true });
    let mut next = 0;
    while let Some(chain) = chains.get(next).copied() {
        next += 1;
        let square = chain.end;
        let exits = finder.exits(square);
        let Visited { any, sound } = visited[square.number()];
        let new = exits.free - any;
        let new_sound = if chain.is_sound { exits.free - sound } else { Paths::EMPTY };
        if (new | new_sound).is_empty() {
            continue;
        }
        // Any path must avoid the passages of the path before it; a sound chain avoids those of all earlier paths.
        let closed = finder.blocked(square, chain.last);
        let new_sound = new_sound - closed - finder.blocked(square, chain.used - chain.last);
        let new_unsound = new - closed - new_sound;
        visited[square.number()] = Visited { any: any | new_unsound | new_sound, sound: sound | new_sound };
        let paths = finder.paths(square);
        for number in (new_unsound | new_sound) & exits.onto_pieces {
            let path = paths[number.index()];
            reached.insert(path.end);
            chains.push(Chain {
                end: path.end,
                last: path.uses,
                used: chain.used | path.uses,
                is_sound: new_sound.contains(number),
            });
        }
    }
    visited_ends(finder, reached, &visited)
}

/// Returns two sets: the ends of the paths visited on sound chains, and the ends of all visited paths. `reached` holds
/// the squares on which visited paths begin.
#[inline]
fn visited_ends(finder: &ReachFinder, reached: Squares, visited: &[Visited; SQUARES]) -> (Squares, Squares) {
    let (mut found, mut bound) = (Squares::EMPTY, Squares::EMPTY);
    for square in reached {
        let Visited { any, sound } = visited[square.number()];
        bound |= finder.ends_of(square, any);
        found |= finder.ends_of(square, sound);
    }
    (found, bound)
}
