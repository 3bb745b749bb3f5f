//! Move ordering: scores each move by the change of the evaluation, estimated from the squares that the move
//! changes.

use std::cmp::Reverse;

use plywright::{MoveScores, Moves};

use super::worker::{self, RAISED};
use crate::gods::list_moves;
use crate::moves::{ChangedSquares, Move, Plain};
use crate::square::{SQUARES, Square, TOP};
use crate::squares::{NEIGHBOURS, Squares, neighbours};
use crate::state::State;
use crate::turn::collector::MoveCollector;
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

/// Appends the score of each move to `out`.
pub(super) fn rank(state: &State, moves: &[Move], out: &mut MoveScores) {
    let mut scorer = MoveScorer::new(state);
    let before = out.len();
    out.resize(before + moves.len(), 0);
    for (mv, score) in moves.iter().zip(&mut out[before..]) {
        *score = scorer.score(mv).clamp(-LIMIT, LIMIT);
    }
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
    list_moves(state, &mut MoveCollector::selecting(out, &mut select));
    !out.is_empty()
}

struct MoveScorer<'a> {
    state: &'a State,
    levels: [Squares; TOP as usize + 1],
    heights: [u8; SQUARES as usize],
    /// `watched[0]`: squares next to the opponent's workers. `watched[1]`: squares next to the mover's
    /// workers.
    watched: [Squares; 2],
    /// `worths[0]`: value of a worker of the mover on each square of the current board. `worths[1]`: the same
    /// for the opponent. [`UNKNOWN`] until computed.
    worths: [[i32; SQUARES as usize]; 2],
    /// `rises[0][height]`: for each square, what the mover gains if a level is added to it and a worker of the mover
    /// stands next to it on `height`. `rises[1]`: the same with a worker of the opponent. `None` until computed.
    rises: [[Option<Gains>; TOP as usize + 1]; 2],
    last_walk: LastWalk,
}

/// For each square, what the mover gains when its height grows by one. The entries after those of the squares
/// are unused; with them, the table fills vector registers.
type Gains = [i16; 32];

/// For each square, a table like [`Gains`] with all bits set for its neighbours.
static NEIGHBOUR_MASKS: [Gains; SQUARES as usize] = {
    let mut masks = [[0; 32]; SQUARES as usize];
    let mut index = 0;
    while index < SQUARES as usize * SQUARES as usize {
        let (square, other) = (index / SQUARES as usize, index % SQUARES as usize);
        masks[square][other] = -((NEIGHBOURS[square].bits() >> other & 1) as i16);
        index += 1;
    }
    masks
};

/// Values of the workers after a walk, before any building. Only the last walk is kept, because lists keep moves
/// with the same walk together.
#[derive(Default)]
struct LastWalk {
    /// Squares that the mover's and the opponent's workers left or entered.
    changed: [Squares; 2],
    /// What the mover gains by the walk, in evaluation units.
    gained: i32,
    /// Workers of the mover on squares that the mover did not occupy before.
    arrived: Squares,
    /// The mover's other workers, and the opponent's.
    rest: [Squares; 2],
    /// What the mover gains if a level is added to a square after the walk.
    raised: Gains,
    /// The part of `raised` that comes from the workers of `rest`.
    raised_for_rest: Gains,
}

impl<'a> MoveScorer<'a> {
    fn new(state: &'a State) -> Self {
        let free = !state.occupied();
        let levels = std::array::from_fn(|height| free & state.exactly(height as u8));
        let heights = std::array::from_fn(|square| state.height(Square::new(square as u8)));
        let watched = [state.others(), state.own()].map(neighbours);
        let worths = [[UNKNOWN; SQUARES as usize]; 2];
        let (rises, last_walk) = ([[None; TOP as usize + 1]; 2], LastWalk::default());
        let mut scorer = Self { state, levels, heights, watched, worths, rises, last_walk };
        scorer.set_last_walk([Squares::EMPTY; 2]);
        scorer
    }

    /// Returns the score of a move before it is limited.
    #[inline]
    fn score(&mut self, mv: &Move) -> i32 {
        match mv.as_plain() {
            Some(Plain::Build(from, to, site)) => {
                let gained = self.gain_of_walk([Squares::of(from).with(to), Squares::EMPTY]);
                SCALE * (gained + i32::from(self.last_walk.raised[site.index()]))
            }
            Some(Plain::Win(..)) => LIMIT,
            Some(_) => 0,
            None => match mv.changed_squares(self.state) {
                Some(changed) => SCALE * self.gain_of_turn(mv, changed),
                None if mv.wins_for_mover() => LIMIT,
                None => -LIMIT,
            },
        }
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

    /// Returns what the mover gains by a god's move, in evaluation units. `changed` are the squares that the
    /// move changes.
    #[inline]
    fn gain_of_turn(&mut self, mv: &Move, changed: ChangedSquares) -> i32 {
        let mut gained = self.gain_of_walk([changed.own, changed.others]);
        for site in changed.raised {
            gained += i32::from(self.last_walk.raised[site.index()]);
        }
        for site in changed.rebuilt {
            let after = mv.height_after(self.heights[site.index()], site);
            gained += self.change_of_height(site, after);
        }
        gained
    }

    /// Returns what the mover gains by a walk, in evaluation units, and keeps the walk as the last one.
    /// `changed` are the squares that the mover's and the opponent's workers leave or enter.
    #[inline]
    fn gain_of_walk(&mut self, changed: [Squares; 2]) -> i32 {
        if changed != self.last_walk.changed {
            self.set_last_walk(changed);
        }
        self.last_walk.gained
    }

    /// Computes `last_walk` for a walk that changes these squares.
    fn set_last_walk(&mut self, changed: [Squares; 2]) {
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
        if rest != self.last_walk.rest {
            self.set_rest(rest);
        }
        let arrived = own - before[0];
        let mut raised = self.last_walk.raised_for_rest;
        for worker in arrived {
            self.add_gains(&mut raised, 0, worker);
        }
        self.last_walk.changed = changed;
        self.last_walk.gained = gains[0] - gains[1];
        self.last_walk.arrived = arrived;
        self.last_walk.raised = raised;
    }

    /// Computes `raised_for_rest` for these workers.
    fn set_rest(&mut self, rest: [Squares; 2]) {
        let mut raised = Gains::default();
        for (whose, workers) in rest.into_iter().enumerate() {
            for worker in workers {
                self.add_gains(&mut raised, whose, worker);
            }
        }
        self.last_walk.rest = rest;
        self.last_walk.raised_for_rest = raised;
    }

    /// Adds the gains from the squares next to a worker to `raised`. `whose` is 0 for a worker of the mover and
    /// 1 for a worker of the opponent.
    #[inline]
    fn add_gains(&mut self, raised: &mut Gains, whose: usize, worker: Square) {
        let rises = self.rises(whose, self.heights[worker.index()].min(TOP));
        for ((sum, rise), mask) in raised.iter_mut().zip(rises).zip(&NEIGHBOUR_MASKS[worker.index()]) {
            *sum += rise & mask;
        }
    }

    /// Returns, for each square, what the mover gains if a level is added to it and a worker stands next to it on
    /// `height`. Keeps these gains in `rises`. `whose` is 0 for a worker of the mover and 1 for one of the opponent.
    #[inline]
    fn rises(&mut self, whose: usize, height: u8) -> &Gains {
        let (heights, watched) = (&self.heights, self.watched[0]);
        // The mover's worker that builds stands next to the site, which is therefore contested for the opponent.
        let (contested, sign) = if whose == 0 { (watched, 1) } else { (Squares::ALL, -1) };
        self.rises[whose][usize::from(height)].get_or_insert_with(|| {
            let raised = &RAISED[usize::from(height)];
            let mut rises = Gains::default();
            for (square, level) in heights.iter().enumerate() {
                let is_contested = contested.contains(Square::new(square as u8));
                rises[square] = sign * raised[usize::from(is_contested)][usize::from(*level)];
            }
            rises
        })
    }

    /// Returns what the mover gains if, after the last walk, the height of a square becomes `after`.
    fn change_of_height(&self, site: Square, after: u8) -> i32 {
        let LastWalk { arrived, rest: [stayed, others], .. } = self.last_walk;
        let before = self.heights[site.index()];
        let near = NEIGHBOURS[site.index()];
        let change = |worker: Square, contested: bool| {
            let height = self.heights[worker.index()];
            worker::around(height, after, contested) - worker::around(height, before, contested)
        };
        let contested = self.watched[0].contains(site);
        let mut gained = 0;
        for worker in (stayed | arrived) & near {
            gained += change(worker, contested);
        }
        for worker in others & near {
            gained -= change(worker, true);
        }
        gained
    }
}
