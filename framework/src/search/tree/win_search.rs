//! Forced wins beside the search: looked for first in a small part of the move's time, and again when the
//! search sees a win coming or has found one that may not be the shortest.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::root::RootMove;
use super::worker::Worker;
use crate::rules::{Depth, Score};
use crate::search::eval::Eval;
use crate::search::report::{Bound, Line, Report};
use crate::search::root::SearchGame;
use crate::search::win_solver::WinSolver;

/// The longest win that is looked for, in plies.
const LONGEST: u8 = 31;
/// Times the value of three games of four from which the search sees a win coming.
const WINNING: i32 = 2;
/// The depth from which the search's word on that is taken.
const NEAR_DEPTH: u16 = 4;
/// The part of what is left of a move's time that is spent on a win that is near, and on a shorter one than is
/// known, when nothing else is at stake.
const NEAR_SHARE: f64 = 0.4;
const KNOWN_SHARE: f64 = 0.9;
/// The time limit of a search that has none.
const UNLIMITED: Duration = Duration::from_secs(4);

impl<'a, G: SearchGame, E: Eval<G>> Worker<'a, G, E> {
    /// Whether forced wins may be looked for: one line is wanted, and no depth is prescribed.
    pub(super) fn wins_can_be_sought(&self) -> bool {
        self.params.win_search > 0 && self.multi_pv == 1 && self.limits.depth.is_none() && !self.superko
    }

    /// The solver for the root; it keeps what it learns for the whole search.
    pub(super) fn win_solver(&self) -> Option<WinSolver<'a, G, E>> {
        self.seek_wins
            .then(|| WinSolver::new(self.game, self.eval.clone(), self.root, self.table, self.control))
    }

    /// Looks for the shortest win as long as `moves`, the root's best first, give reason to. A win that is
    /// found comes to the front of them, and then it is proven and there is nothing more to do: `true`.
    pub(super) fn find_forced_win(
        &mut self,
        solver: &mut WinSolver<'a, G, E>,
        moves: &mut [RootMove<G::Move>],
        done: Depth,
        report: &mut dyn Report<G::Move>,
    ) -> bool {
        let score = moves[0].score;
        let sees_win = score > -Score::INFINITY && score.0 >= WINNING * self.params.win_scale.max(1);
        let known = score.plies_to_end().filter(|_| score > Score::DRAW);
        let share = match done.0 {
            0 => f64::from(self.params.win_search) / 100.0,
            1..NEAR_DEPTH => return false,
            _ if known.is_some() => KNOWN_SHARE,
            // Without a win in hand one long look is enough; the search needs the rest of the time.
            _ if sees_win && !solver.has_looked_long => NEAR_SHARE,
            _ => return false,
        };
        let most = match known {
            // Nothing is shorter than what the search proved as it stands.
            Some(0..=2) => return true,
            Some(plies) => u8::try_from(plies - 1).unwrap_or(LONGEST).min(LONGEST),
            None => LONGEST,
        };
        solver.has_looked_long = done.0 > 0;
        let elapsed = self.control.elapsed();
        let left = self.control.time_limit().unwrap_or(UNLIMITED).saturating_sub(elapsed);
        let nodes_left = self.node_limit.saturating_sub(self.nodes());
        let nodes = if nodes_left > u64::MAX / 2 { nodes_left } else { (nodes_left as f64 * share) as u64 };
        let before = solver.nodes;
        let found = solver.shortest_win(&self.root.state, most, elapsed + left.mul_f64(share), nodes);
        self.nodes_at_check = self.nodes() + (solver.nodes - before);
        self.interval = 0;
        self.wind_up();
        if self.several_threads {
            self.shared.nodes.fetch_add(solver.nodes - before, Ordering::Relaxed);
        }
        // A win on which it gives up is the search's own affair from then on.
        self.leaves_wins &= known.is_none();
        let Some((plies, line)) = found else {
            let all_shorter = known.is_some_and(|plies| plies <= u32::from(LONGEST) + 1);
            let is_shortest = all_shorter && !solver.gave_up();
            // What is left of the move's time or nodes would hardly show a shorter one.
            let is_limited = self.control.time_limit().is_some() || self.limits.nodes.is_some();
            let is_good_enough = known.is_some() && is_limited;
            let is_done = moves[0].bound != Bound::Upper && (is_shortest || is_good_enough);
            if is_done && moves[0].bound == Bound::Lower {
                moves[0].bound = Bound::Exact;
                report.info(&self.info(done, 1, moves[0].clone()));
            }
            return is_done;
        };
        let Some(number) = line.first().and_then(|mv| moves.iter().position(|root| root.moves[0] == *mv))
        else {
            return false;
        };
        moves[number] = Line { score: Score::win_in(plies.into()), bound: Bound::Exact, moves: line };
        moves[..=number].rotate_right(1);
        let depth = done.max(Depth(plies.into()));
        report.info(&self.info(depth, 1, moves[0].clone()));
        true
    }
}
