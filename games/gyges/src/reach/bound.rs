//! Upper bounds on the squares where a piece can end, found without following every chain of bounces.
//!
//! A leg is a path from one bounce to the next, and a passage is an edge or square that a move may use only once. The
//! loose bound ignores passages and visits each reached piece once. The close bound checks only that two successive
//! legs use no passage twice, and visits each path out of each piece at most once.

use plywright::Element;
use smallvec::SmallVec;

use super::finder::ReachFinder;
use crate::paths::{Passages, Paths};
use crate::square::{SQUARES, Square, Squares};

/// Returns an upper bound on the ends of moves of the piece on `start`: squares, pieces and goals, without `start`. It
/// may contain both goals, even though the side to move may not enter its own one. The bound does not depend on the
/// order of the paths, so mirror images have mirrored bounds.
pub(crate) fn close_bound(finder: &mut ReachFinder, start: Square) -> Squares {
    finder.with_lifted(start, |finder| {
        let mut visited = [Paths::EMPTY; SQUARES];
        let mut reached = Squares::of(start);
        let mut legs: SmallVec<[(Square, Passages); 64]> = SmallVec::new();
        legs.push((start, finder.used_at_start(start)));
        let mut next = 0;
        while let Some(&(square, used)) = legs.get(next) {
            next += 1;
            let exits = finder.exits(square);
            let unvisited = exits.free - visited[square.number()];
            if unvisited.is_empty() {
                continue;
            }
            let new = unvisited - finder.blocked(square, used);
            visited[square.number()] |= new;
            let paths = finder.paths(square);
            for number in new & exits.onto_pieces {
                let path = paths[number.index()];
                reached.insert(path.end);
                legs.push((path.end, path.uses));
            }
        }
        let ends = reached
            .iter()
            .fold(Squares::EMPTY, |ends, square| ends | finder.ends_of(square, visited[square.number()]));
        ends.without(start)
    })
}

/// Returns an upper bound on the squares, pieces and goals where the piece lifted from `start` can end. May include
/// `start` and both goals. Afterwards [`ReachFinder::known_exits`] is valid for `start` and for every piece that the
/// lifted piece can bounce on.
pub(super) fn loose_bound(finder: &mut ReachFinder, start: Square) -> Squares {
    let mut bound = finder.exits(start).ends;
    let mut done = Squares::EMPTY;
    loop {
        let new = (bound & finder.occupied) - done;
        if new.is_empty() {
            return bound;
        }
        done |= new;
        for square in new {
            bound |= finder.exits(square).ends;
        }
    }
}
