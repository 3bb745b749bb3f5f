//! Move ordering: scores each move by the change of the evaluation, estimated from the squares that the move
//! changes.

use std::cmp::Reverse;

use plywright::{MoveScores, Moves};

use super::worker::{self, AROUND};
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
/// Minimum number of walks (positions after all workers have walked) whose continuations are listed as
/// promising moves.
const MIN_STANDINGS: usize = 4;
/// Entry of [`MoveScorer::worths`] that is not computed yet.
const UNKNOWN: i32 = i32::MIN;

pub(super) fn rank(state: &State, moves: &[Move], out: &mut MoveScores) {
    let mut scorer = MoveScorer::new(state);
    out.extend(moves.iter().map(|mv| {
        let gained = match mv.as_plain() {
            Some(Plain::Build(from, to, site)) => {
                let (own, others) = (state.own().without(from).with(to), state.others());
                let raised = state.height(site) + 1;
                scorer.step(from, to) + scorer.change_of_height(site, raised, own, others)
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

/// Lists promising moves for a god whose workers walk far: all moves that continue the best walks, and all
/// moves without a walk. The number of walks grows with `few`, the maximum number of quiet moves that the
/// search tries. Returns `false` and lists nothing for other gods, during placement, and if there is no legal
/// turn.
pub(super) fn most_promising(state: &State, few: usize, out: &mut Moves<Move>) -> bool {
    if state.is_placing() || !state.god().card().walks_far {
        return false;
    }
    let mut scorer = MoveScorer::new(state);
    let mut select = |standings: &mut Vec<_>| scorer.select(standings, MIN_STANDINGS + few / 4);
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
}

impl<'a> MoveScorer<'a> {
    fn new(state: &'a State) -> Self {
        let free = !state.occupied();
        let levels = std::array::from_fn(|height| free & state.exactly(height as u8));
        let watched = [state.others(), state.own()].map(neighbours);
        Self { state, levels, watched, worths: [[UNKNOWN; SQUARES as usize]; 2] }
    }

    /// `whose` is 0 for a worker of the mover and 1 for a worker of the opponent.
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

    /// Keeps the `wanted` positions in which the mover's workers together have the greatest value. Also keeps
    /// all positions with a worker of the mover above level 1, because these may threaten to win.
    fn select(&mut self, standings: &mut Vec<TurnState>, wanted: usize) {
        if standings.len() <= wanted {
            return;
        }
        let high = self.state.at_least(TOP - 1);
        standings.sort_by_cached_key(|standing| {
            let own = standing.state.own();
            let worth: i32 = own.into_iter().map(|at| self.worth(0, at)).sum();
            Reverse(if own.intersects(high) { i32::MAX } else { worth })
        });
        let may_threaten =
            standings.iter().take_while(|standing| standing.state.own().intersects(high)).count();
        standings.truncate(wanted.max(may_threaten));
    }

    #[inline]
    fn step(&mut self, from: Square, to: Square) -> i32 {
        self.worth(0, to) - self.worth(0, from)
    }

    /// Returns the mover's gain by a god's move. The three sets are the squares where the mover's workers,
    /// the opponent's workers and the heights change.
    fn turn(&mut self, mv: &Move, [own, others, heights]: [Squares; 3]) -> i32 {
        let (own_before, others_before) = (self.state.own(), self.state.others());
        let mut gained = 0;
        for at in own {
            let worth = self.worth(0, at);
            gained += if own_before.contains(at) { -worth } else { worth };
        }
        for at in others {
            let worth = self.worth(1, at);
            gained += if others_before.contains(at) { worth } else { -worth };
        }
        let (own, others) = (own_before ^ own, others_before ^ others);
        for site in heights {
            let after = mv.height_after(self.state.height(site), site);
            gained += self.change_of_height(site, after, own, others);
        }
        gained
    }

    /// Returns the mover's gain when the height of `site` changes to `after`: the change in value of the
    /// workers of `own` next to the site, minus the same for `others`. Both sets are those after the move.
    #[inline]
    fn change_of_height(&self, site: Square, after: u8, own: Squares, others: Squares) -> i32 {
        let before = usize::from(self.state.height(site));
        let near = NEIGHBOURS[site.index()];
        let gain = |worker: Square, contested: usize| {
            let around = &AROUND[usize::from(self.state.height(worker)).min(TOP.into())];
            let worth = |height: usize| around.get(height).map_or(0, |open| open[contested]);
            worth(after.into()) - worth(before)
        };
        let contested = usize::from(self.watched[0].contains(site));
        let own: i32 = (own & near).into_iter().map(|worker| gain(worker, contested)).sum();
        let others: i32 = (others & near).into_iter().map(|worker| gain(worker, 1)).sum();
        own - others
    }
}
