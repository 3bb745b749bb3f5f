//! Upper bounds to where a piece gets, without trying chains of bounces one by one.
//!
//! The loose one forgets what a chain has used and costs a look at each piece that is reached. The close one
//! forbids a leg of a chain only what the leg before it has used, and so looks at most once at every path out
//! of every piece.

use plywright::Element;
use smallvec::SmallVec;

use super::finder::ReachFinder;
use crate::paths::{Passages, Paths};
use crate::square::{SQUARES, Square, Squares};

/// An upper bound to the ends of the piece on `start`, for estimates. It depends on the board alone, so
/// mirror images have mirrored bounds. `start` is left out; goals are there for whichever side looks.
pub(crate) fn close_bound(finder: &mut ReachFinder, start: Square) -> Squares {
    finder.with_lifted(start, |finder| {
        let mut met = [Paths::EMPTY; SQUARES];
        let mut reached = Squares::of(start);
        let mut legs: SmallVec<[(Square, Passages); 64]> = SmallVec::new();
        legs.push((start, finder.used_at_start(start)));
        let mut next = 0;
        while let Some(&(square, used)) = legs.get(next) {
            next += 1;
            let exits = finder.exits(square);
            let left = exits.free - met[square.number()];
            if left.is_empty() {
                continue;
            }
            let new = left - finder.blocked(square, used);
            met[square.number()] |= new;
            let paths = finder.paths(square);
            for number in new & exits.onto_pieces {
                let path = paths[number.index()];
                reached.insert(path.end);
                legs.push((path.end, path.uses));
            }
        }
        let ends = reached
            .iter()
            .fold(Squares::EMPTY, |ends, square| ends | finder.ends_of(square, met[square.number()]));
        ends.without(start)
    })
}

/// An upper bound to the ends of the lifted piece. Every piece that can be bounced on has known exits
/// afterwards.
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
