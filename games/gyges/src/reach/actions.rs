//! The bounces of a move, for clients that show how a piece travels.

use plywright::Element;

use super::bound::loose_bound;
use super::chains::still_leads;
use super::finder::ReachFinder;
use crate::paths::Passages;
use crate::square::{Square, Squares};

/// Most bounces of a chain: each one uses up an edge.
const MOST_BOUNCES: usize = 60;

/// The pieces that a move from `start` to `end` bounces on, in order, by as few bounces as possible. Empty if the move
/// needs none, or is not possible.
pub(crate) fn bounces(finder: &mut ReachFinder, start: Square, end: Square) -> Vec<Square> {
    finder.with_lifted(start, |finder| {
        let mut bounces = Vec::new();
        if loose_bound(finder, start).contains(end) {
            let used = finder.used_at_start(start);
            (0..=MOST_BOUNCES).find(|most| extend(finder, start, used, end, *most, &mut bounces));
        }
        bounces
    })
}

/// Appends the bounces from a piece to `end`, at most `most`, with `used` used up already. Returns whether there are any
/// such; if not, `bounces` is as before.
fn extend(
    finder: &ReachFinder,
    square: Square,
    used: Passages,
    end: Square,
    most: usize,
    bounces: &mut Vec<Square>,
) -> bool {
    let paths = finder.paths(square);
    let open = finder.known_exits(square).free.iter().map(|number| paths[number.index()]);
    let mut open = open.filter(|path| !path.uses.intersects(used));
    if open.clone().any(|path| path.end == end) {
        return true;
    }
    most > 0
        && open.any(|path| {
            let used = used | path.uses;
            if !finder.occupied.contains(path.end) || !still_leads(finder, path.end, used, Squares::of(end)) {
                return false;
            }
            bounces.push(path.end);
            let found = extend(finder, path.end, used, end, most - 1, bounces);
            if !found {
                bounces.pop();
            }
            found
        })
}
