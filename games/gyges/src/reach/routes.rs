//! Routes of a piece from one square to another, for clients that draw them.

use plywright::Element;

use super::bound::loose_bound;
use super::chains::still_leads;
use super::finder::ReachFinder;
use crate::paths::{Passages, Path};
use crate::square::{Square, Squares, WIDTH};

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
    let distance = |square: &Square| {
        let [a, b] = [from, *square].map(Square::number);
        (a / WIDTH).abs_diff(b / WIDTH) + (a % WIDTH).abs_diff(b % WIDTH)
    };
    // A path passes at most two squares. The first one adjoins its start, so the distance from the start gives their
    // order.
    let mut passed: Vec<Square> = path.passes.iter().collect();
    passed.sort_by_key(distance);
    passed.into_iter().chain([path.end])
}

#[cfg(test)]
mod tests {
    use plywright::Side;

    use super::*;
    use crate::board::Pieces;

    /// Checks that each step of the route goes to a neighbouring square, and that no two steps cross the same edge.
    fn assert_no_edge_twice(route: &Route) {
        let mut edges = Vec::new();
        for step in route.squares.windows(2) {
            let (a, b) = (step[0].min(step[1]).number(), step[0].max(step[1]).number());
            assert!(b - a == WIDTH || (b - a == 1 && b % WIDTH != 0), "{route:?}");
            assert!(!edges.contains(&(a, b)), "{route:?}");
            edges.push((a, b));
        }
    }

    /// Checks that each leg has as many steps as the piece at its beginning has rings, and passes only empty squares.
    fn assert_steps(pieces: &Pieces, route: &Route, start: Square, end: Square) {
        let mut at = 0;
        for (leg, from) in std::iter::once(&start).chain(&route.bounces).enumerate() {
            let steps = pieces.rings(*from);
            for passed in &route.squares[at + 1..at + steps] {
                assert!(*passed == start || pieces.rings(*passed) == 0, "{route:?}");
            }
            at += steps;
            assert_eq!(route.squares[at], *route.bounces.get(leg).unwrap_or(&end));
        }
        assert_eq!(at + 1, route.squares.len());
    }

    #[test]
    fn routes_keep_to_the_rules_and_differ() {
        let square = |number| Square::new(number).expect("a square");
        let rings = b"202110000330000000000200000100030123".map(|digit| usize::from(digit - b'0'));
        let mut pieces = Pieces::default();
        for (square, rings) in (0..).map(square).zip(rings) {
            pieces.toggle(square, rings);
        }
        let square_once = false;
        let mut finder = ReachFinder::new(pieces, Side::First, square_once);
        let (mut several, mut all) = (0, 0);
        for start in [0, 2, 3, 4].map(square) {
            for end in (0..36).map(square).filter(|end| *end != start) {
                let found = routes(&mut finder, start, end, 4);
                several += usize::from(found.len() > 1);
                all += found.len();
                for (index, route) in found.iter().enumerate() {
                    assert!(found[..index].iter().all(|other| other.bounces != route.bounces));
                    assert_no_edge_twice(route);
                    assert_steps(&pieces, route, start, end);
                }
            }
        }
        assert!(several > 10 && all > 60, "{several} ends with several routes, {all} routes");
    }
}
