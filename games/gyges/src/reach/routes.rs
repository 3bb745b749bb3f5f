//! Routes of a piece from one square to another, for clients that draw them.

use plywright::Element;

use super::bound::loose_bound;
use super::chains::still_leads;
use super::finder::ReachFinder;
use crate::paths::{Passages, Path};
use crate::square::{Square, Squares};

/// Maximum number of bounces of a route. The leg to each bounce uses up a passage (an edge or square), and there are at
/// most 60 passages.
const MAX_BOUNCES: usize = 60;
/// Maximum number of bounces by which a route may exceed the shortest one.
const DETOUR: usize = 2;
/// Number of tried bounces after which the search ends, provided that it has found a route.
const MAX_TRIES: usize = 2_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Route {
    /// Squares of the pieces on which the moved piece bounces, in order.
    pub(crate) bounces: Vec<Square>,
    /// All squares of the route in order, start and end included.
    pub(crate) squares: Vec<Square>,
}

/// Returns up to `max` routes from `start` to `end`, fewest bounces first. No two routes bounce on the same
/// pieces in the same order. May miss routes beyond the first, because the search is limited. Empty if the move is
/// impossible.
pub(crate) fn routes(finder: &mut ReachFinder, start: Square, end: Square, max: usize) -> Vec<Route> {
    finder.with_lifted(start, |finder| {
        // The loose bound also computes the exits that the search reads.
        let may_reach_end = loose_bound(finder, start).contains(end);
        let mut search = RouteSearch { finder, end, max, routes: Vec::new(), tries: 0 };
        if may_reach_end {
            search.run(start);
        }
        search.routes
    })
}

struct RouteSearch<'a> {
    finder: &'a ReachFinder,
    end: Square,
    /// Maximum number of routes.
    max: usize,
    routes: Vec<Route>,
    /// Number of bounces tried so far.
    tries: usize,
}

impl RouteSearch<'_> {
    /// Finds the routes from `start` with the fewest bounces, then those with at most [`DETOUR`] bounces more. Stops
    /// after `max` routes, or after [`MAX_TRIES`] tries if there is a route.
    fn run(&mut self, start: Square) {
        let used = self.finder.used_at_start(start);
        let mut longest = MAX_BOUNCES;
        let mut bounces = 0;
        while bounces <= longest && !self.is_done() {
            let mut route = Route { bounces: Vec::new(), squares: vec![start] };
            self.extend(start, used, bounces, &mut route);
            if !self.routes.is_empty() {
                longest = longest.min(bounces + DETOUR);
            }
            bounces += 1;
        }
    }

    fn is_done(&self) -> bool {
        self.routes.len() >= self.max || (self.tries > MAX_TRIES && !self.routes.is_empty())
    }

    /// Adds the routes that continue `route` from the piece on `from` with exactly `bounces` further bounces and
    /// without the passages in `used`. `route` is the same afterwards.
    fn extend(&mut self, from: Square, used: Passages, bounces: usize, route: &mut Route) {
        let paths = self.finder.paths(from);
        for number in self.finder.known_exits(from).free {
            let path = paths[number.index()];
            let is_last = bounces == 0;
            let fits = if is_last { path.end == self.end } else { self.finder.occupied.contains(path.end) };
            if !fits || path.uses.intersects(used) || self.is_done() {
                continue;
            }
            let length_before = route.squares.len();
            route.squares.extend(squares_of(from, path));
            if is_last {
                if self.routes.iter().all(|known| known.bounces != route.bounces) {
                    self.routes.push(route.clone());
                }
            } else {
                let used = used | path.uses;
                self.tries += 1;
                if still_leads(self.finder, path.end, used, Squares::of(self.end)) {
                    route.bounces.push(path.end);
                    self.extend(path.end, used, bounces - 1, route);
                    route.bounces.pop();
                }
            }
            route.squares.truncate(length_before);
        }
    }
}

/// Returns the squares of a path in order, without its start.
fn squares_of(from: Square, path: Path) -> impl Iterator<Item = Square> {
    // A path passes at most two squares. The first one adjoins its start, so the distance from the start gives their
    // order.
    let mut passed: Vec<Square> = path.passes.iter().collect();
    passed.sort_by_key(|square| from.distance_to(*square));
    passed.into_iter().chain([path.end])
}
