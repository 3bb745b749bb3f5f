//! Move ordering: scores each move by the change of the evaluation, estimated from the squares that the move
//! changes.

use std::cmp::Reverse;

use plywright::{MoveScores, Moves};

use super::worker::{self, RAISED};
use crate::gods::list;
use crate::moves::{Move, Plain};
use crate::square::{SQUARES, Square, TOP};
use crate::squares::{NEIGHBOURS, Squares, neighbours};
use crate::state::State;
use crate::turn::recorder::MoveCollector;
use crate::turn::turn_state::TurnState;

/// Move-score units for each unit of the evaluation.
const SCALE: i32 = 3;
/// Maximum absolute score of a move.
const LIMIT: i32 = 10_000;
/// Minimum number of walks whose continuations are listed as promising moves. A walk is the position after all
/// workers have walked.
const MIN_WALKS: usize = 4;
/// Entry of [`MoveScorer::worths`] that is not computed yet.
const UNKNOWN: i32 = i32::MIN;

pub(super) fn rank(state: &State, moves: &[Move], out: &mut MoveScores) {
    let mut scorer = MoveScorer::new(state);
    out.extend(moves.iter().map(|mv| {
        let gained = match mv.as_plain() {
            Some(Plain::Build(from, to, site)) => {
                scorer.walk([Squares::of(from).with(to), Squares::EMPTY]) + scorer.raise(site)
            }
            Some(Plain::Win(..)) => return LIMIT,
            Some(_) => 0,
            None => match mv.changed_squares() {
                None => return if mv.wins_for_mover() { LIMIT } else { -LIMIT },
                Some(changed) => scorer.turn(mv, changed),
            },
        };
        (SCALE * gained).clamp(-LIMIT, LIMIT)
    }));
}

/// Lists promising moves for a god whose workers walk far: all moves that continue the best walks, and all moves
/// without a walk. The number of walks grows with `quiet_moves`, the maximum number of quiet moves that the search
/// tries. Returns `false` and lists nothing for other gods, during placement, and if there is no legal turn.
pub(super) fn most_promising(state: &State, quiet_moves: usize, out: &mut Moves<Move>) -> bool {
    if state.is_placing() || !state.god().card().walks_far {
        return false;
    }
    let mut scorer = MoveScorer::new(state);
    let mut select = |walks: &mut Vec<_>| scorer.select(walks, MIN_WALKS + quiet_moves / 4);
    list(state, &mut MoveCollector::selecting(out, &mut select));
    !out.is_empty()
}

struct MoveScorer<'a> {
    state: &'a State,
    levels: [Squares; TOP as usize + 1],
    /// `watched[0]`: squares next to the opponent's workers. `watched[1]`: squares next to the mover's
    /// workers.
    watched: [Squares; 2],
    /// `worths[0]`: value of a worker of the mover on each square of the current board. `worths[1]`: the same
    /// for the opponent. [`UNKNOWN`] until computed.
    worths: [[i32; SQUARES as usize]; 2],
    standing: Standing,
}

/// Values of the workers after a walk, before any building. Only the last walk is kept, because lists keep moves
/// with the same walk together.
#[derive(Default)]
struct Standing {
    /// Squares where the mover's and the opponent's workers changed.
    changed: [Squares; 2],
    /// What the mover gains by the walk.
    gained: i32,
    /// Workers of the mover on squares that the mover did not occupy before.
    arrived: Squares,
    /// The mover's other workers, and the opponent's.
    rest: [Squares; 2],
    /// For each square, what the mover gains from the workers of `rest` when its height grows by one.
    raised: [i32; SQUARES as usize],
}

impl<'a> MoveScorer<'a> {
    fn new(state: &'a State) -> Self {
        let free = !state.occupied();
        let levels = std::array::from_fn(|height| free & state.exactly(height as u8));
        let watched = [state.others(), state.own()].map(neighbours);
        let worths = [[UNKNOWN; SQUARES as usize]; 2];
        let mut scorer = Self { state, levels, watched, worths, standing: Standing::default() };
        scorer.stand([state.own(), state.others()]);
        scorer
    }

    /// Returns the value of a worker on a square, and keeps it in `worths`. `whose` is 0 for a worker of the
    /// mover and 1 for a worker of the opponent.
    #[inline]
    fn worth(&mut self, whose: usize, at: Square) -> i32 {
        let known = self.worths[whose][at.index()];
        if known != UNKNOWN {
            return known;
        }
        let worth = worker::worth(self.state, &self.levels, self.watched[whose], at);
        self.worths[whose][at.index()] = worth;
        worth
    }

    /// Keeps the `wanted` best walks, by the total value of the mover's workers after them. Also keeps all walks
    /// after which a worker of the mover stands above level 1, because these may threaten to win.
    fn select(&mut self, walks: &mut Vec<TurnState>, wanted: usize) {
        if walks.len() <= wanted {
            return;
        }
        let high = self.state.at_least(TOP - 1);
        walks.sort_by_cached_key(|walk| {
            let own = walk.state.own();
            let worth: i32 = own.into_iter().map(|at| self.worth(0, at)).sum();
            Reverse(if own.intersects(high) { i32::MAX } else { worth })
        });
        let may_threaten = walks.iter().take_while(|walk| walk.state.own().intersects(high)).count();
        walks.truncate(wanted.max(may_threaten));
    }

    /// Returns what the mover gains by a god's move. The three sets hold the squares where the mover's workers, the
    /// opponent's workers and the heights change.
    #[inline]
    fn turn(&mut self, mv: &Move, [own, others, heights]: [Squares; 3]) -> i32 {
        let mut gained = self.walk([own, others]);
        for site in heights {
            let before = self.state.height(site);
            let after = mv.height_after(before, site);
            gained += if after == before + 1 { self.raise(site) } else { self.change_of_height(site, after) };
        }
        gained
    }

    /// Returns what the mover gains if its own workers change on the first set of squares, and the opponent's on the
    /// second.
    #[inline]
    fn walk(&mut self, changed: [Squares; 2]) -> i32 {
        if changed != self.standing.changed {
            self.set_standing(changed);
        }
        self.standing.gained
    }

    fn set_standing(&mut self, changed: [Squares; 2]) {
        let before = [self.state.own(), self.state.others()];
        let mut gains = [0; 2];
        for whose in 0..2 {
            for at in changed[whose] {
                let worth = self.worth(whose, at);
                gains[whose] += if before[whose].contains(at) { -worth } else { worth };
            }
        }
        let own = before[0] ^ changed[0];
        let rest = [own & before[0], before[1] ^ changed[1]];
        if rest != self.standing.rest {
            self.stand(rest);
        }
        self.standing.changed = changed;
        self.standing.gained = gains[0] - gains[1];
        self.standing.arrived = own - before[0];
    }

    /// Computes `raised` for these workers.
    fn stand(&mut self, rest: [Squares; 2]) {
        let mut raised = [0; SQUARES as usize];
        for worker in rest[0] {
            for site in NEIGHBOURS[worker.index()] {
                raised[site.index()] += self.gain(worker, site, self.watched[0].contains(site));
            }
        }
        for worker in rest[1] {
            for site in NEIGHBOURS[worker.index()] {
                raised[site.index()] -= self.gain(worker, site, true);
            }
        }
        self.standing.rest = rest;
        self.standing.raised = raised;
    }

    /// Returns the change in a worker's value if the height of a square next to it grows by one.
    #[inline]
    fn gain(&self, worker: Square, site: Square, contested: bool) -> i32 {
        let [height, level] = [worker, site].map(|at| usize::from(self.state.height(at)));
        RAISED[height.min(TOP.into())][usize::from(contested)][level]
    }

    /// Returns what the mover gains if, after the last walk, the height of a square grows by one.
    #[inline]
    fn raise(&self, site: Square) -> i32 {
        let Standing { arrived, raised, .. } = &self.standing;
        let mut gained = raised[site.index()];
        for worker in *arrived & NEIGHBOURS[site.index()] {
            gained += self.gain(worker, site, self.watched[0].contains(site));
        }
        gained
    }

    /// Returns what the mover gains if, after the last walk, the height of a square becomes `after`.
    fn change_of_height(&self, site: Square, after: u8) -> i32 {
        let Standing { arrived, rest: [stayed, others], .. } = self.standing;
        let before = self.state.height(site);
        let near = NEIGHBOURS[site.index()];
        let change = |worker: Square, contested: bool| {
            let height = self.state.height(worker);
            worker::around(height, after, contested) - worker::around(height, before, contested)
        };
        let contested = self.watched[0].contains(site);
        let own: i32 = ((stayed | arrived) & near).into_iter().map(|worker| change(worker, contested)).sum();
        let others: i32 = (others & near).into_iter().map(|worker| change(worker, true)).sum();
        own - others
    }
}
