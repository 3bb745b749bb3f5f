//! Move ordering: scores each move by the change of the evaluation, estimated from the squares that the move
//! changes. The walk of a move is its first part, which moves workers; the building follows. Moves with the same walk
//! share most of the work.

use std::cmp::Reverse;

use plywright::{MoveScores, Moves};

use super::worker::{self, GAINS_BY_LEVEL};
use crate::gods::list_moves;
use crate::moves::{ChangedSquares, Move};
use crate::plain::Plain;
use crate::square::{SQUARES, Square, TOP};
use crate::squares::{NEIGHBOURS, Squares, neighbours};
use crate::state::State;
use crate::turn::collector::MoveCollector;
use crate::turn::turn_state::TurnState;

/// Number of move-score units in one evaluation unit.
const SCALE: i32 = 3;
/// Score of a move that wins, and maximum absolute score of any move.
const WIN_SCORE: i32 = 10_000;
/// Number of far walks that are kept however few quiet moves the search tries.
const MIN_WALKS: usize = 4;
/// Number of quiet moves to try for each further far walk that is kept.
const QUIET_MOVES_PER_WALK: usize = 4;
/// Entry of [`MoveScorer::worker_values`] that is not computed yet.
const NOT_COMPUTED: i32 = i32::MIN;

/// Appends the score of each move to `out`, clamped to at most [`WIN_SCORE`] in absolute value.
pub(super) fn rank(state: &State, moves: &[Move], out: &mut MoveScores) {
    let mut scorer = MoveScorer::new(state);
    let before = out.len();
    out.resize(before + moves.len(), 0);
    for (mv, score) in moves.iter().zip(&mut out[before..]) {
        *score = scorer.score(mv).clamp(-WIN_SCORE, WIN_SCORE);
    }
}

/// Lists the moves that continue the most promising far walks (over several squares), and all moves without a far walk.
/// More walks are kept if the search tries more quiet moves (`quiet_moves`). Returns `false` and lists nothing if the
/// god's workers do not walk far, during placement, and if there is no legal turn.
pub(super) fn most_promising(state: &State, quiet_moves: usize, out: &mut Moves<Move>) -> bool {
    if state.is_placing() || !state.god().card().walks_far {
        return false;
    }
    let mut scorer = MoveScorer::new(state);
    let wanted = MIN_WALKS + quiet_moves / QUIET_MOVES_PER_WALK;
    let mut select = |walks: &mut Vec<_>| scorer.select(walks, wanted);
    list_moves(state, &mut MoveCollector::selecting(out, &mut select));
    !out.is_empty()
}

/// Index of the mover's entry in arrays with two entries. The opponent's entry has the index 1.
const MOVER: usize = 0;

/// Scores the moves of one position. A side is given as an index `whose`: [`MOVER`], or 1 for the opponent.
struct MoveScorer<'a> {
    state: &'a State,
    /// Free squares of each height from 0 to 3.
    levels: [Squares; TOP as usize + 1],
    heights: [u8; SQUARES as usize],
    /// Squares that are contested for each side: those next to workers of the other side.
    contested: [Squares; 2],
    /// Value of a worker of each side on each square of the current board; [`NOT_COMPUTED`] until it is needed.
    worker_values: [[i32; SQUARES as usize]; 2],
    /// `gains_by_level[whose][height]`: for each square, what the mover gains if a level is added to it and a worker of
    /// the side `whose` stands next to it on `height`. `None` until it is needed.
    gains_by_level: [[Option<Gains>; TOP as usize + 1]; 2],
    last_walk: LastWalk,
}

/// For each square, what the mover gains when the height of the square grows by one. The entries from 25 on are unused;
/// with them, the table fills vector registers.
type Gains = [i16; 32];

/// For each square, a mask for [`Gains`]: all bits are set in the entries of its neighbours, and no bits in other
/// entries.
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

/// What the mover gains by a walk and by a building after it, in evaluation units. Only the last walk is kept, because
/// moves with the same walk stand together in a list of moves.
#[derive(Default)]
struct LastWalk {
    /// Squares that the mover's and the opponent's workers left or entered.
    changed: [Squares; 2],
    /// What the mover gains by the walk alone.
    gained: i32,
    /// Workers of the mover on squares that the mover did not occupy before.
    arrived: Squares,
    /// After the walk: workers of the mover on squares that the mover occupied before, and workers of the opponent.
    others: [Squares; 2],
    /// For each square, what the mover gains if a level is added to it after the walk.
    by_level: Gains,
    /// The part of `by_level` that comes from the workers of `others`.
    by_level_for_others: Gains,
}

impl<'a> MoveScorer<'a> {
    fn new(state: &'a State) -> Self {
        let free = !state.occupied();
        let levels = std::array::from_fn(|height| free & state.exactly(height as u8));
        let heights = std::array::from_fn(|square| state.height(Square::new(square as u8)));
        let contested = [state.others(), state.own()].map(neighbours);
        let worker_values = [[NOT_COMPUTED; SQUARES as usize]; 2];
        let (gains_by_level, last_walk) = ([[None; TOP as usize + 1]; 2], LastWalk::default());
        let mut scorer = Self { state, levels, heights, contested, worker_values, gains_by_level, last_walk };
        scorer.set_last_walk([Squares::EMPTY; 2]);
        scorer
    }

    /// Returns the ordering score of a move, which [`rank`] clamps.
    #[inline]
    fn score(&mut self, mv: &Move) -> i32 {
        match mv.as_plain() {
            Some(Plain::Build(from, to, site)) => {
                let gained = self.gain_of_walk([Squares::of(from).with(to), Squares::EMPTY]);
                SCALE * (gained + i32::from(self.last_walk.by_level[site.index()]))
            }
            Some(Plain::Win(..)) => WIN_SCORE,
            Some(_) => 0,
            None => match mv.changed_squares(self.state) {
                Some(changed) => SCALE * self.gain_of_turn(mv, changed),
                None if mv.wins_for_mover() => WIN_SCORE,
                None => -WIN_SCORE,
            },
        }
    }

    /// Returns the value of a worker of the side `whose` on a square, and keeps it in `worker_values`.
    #[inline]
    fn worker_value(&mut self, whose: usize, at: Square) -> i32 {
        let known = self.worker_values[whose][at.index()];
        if known != NOT_COMPUTED {
            return known;
        }
        let value = worker::worker_value(self.state, &self.levels, self.contested[whose], at);
        self.worker_values[whose][at.index()] = value;
        value
    }

    /// Keeps all walks after which a worker of the mover stands above level 1, because such a worker may threaten to
    /// win. If they are fewer than `wanted`, fills up to `wanted` with the other walks after which the mover's workers
    /// have the greatest total value.
    fn select(&mut self, walks: &mut Vec<TurnState>, wanted: usize) {
        if walks.len() <= wanted {
            return;
        }
        let high = self.state.at_least(TOP - 1);
        walks.sort_by_cached_key(|walk| {
            let own = walk.state.own();
            let value: i32 = own.into_iter().map(|at| self.worker_value(MOVER, at)).sum();
            Reverse(if own.intersects(high) { i32::MAX } else { value })
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
            gained += i32::from(self.last_walk.by_level[site.index()]);
        }
        for site in changed.rebuilt {
            let after = mv.height_after(self.heights[site.index()], site);
            gained += self.change_of_height(site, after);
        }
        gained
    }

    /// Sets `last_walk` to a walk, and returns what the mover gains by it, in evaluation units. `changed` are the
    /// squares that the mover's and the opponent's workers leave or enter.
    #[inline]
    fn gain_of_walk(&mut self, changed: [Squares; 2]) -> i32 {
        if changed != self.last_walk.changed {
            self.set_last_walk(changed);
        }
        self.last_walk.gained
    }

    /// Sets `last_walk` to a walk. `changed` are the squares that the mover's and the opponent's workers leave or
    /// enter.
    fn set_last_walk(&mut self, changed: [Squares; 2]) {
        let before = [self.state.own(), self.state.others()];
        let mut gains = [0; 2];
        for whose in 0..2 {
            for at in changed[whose] {
                let value = self.worker_value(whose, at);
                gains[whose] += if before[whose].contains(at) { -value } else { value };
            }
        }
        let own = before[0] ^ changed[0];
        let others = [own & before[0], before[1] ^ changed[1]];
        if others != self.last_walk.others {
            self.set_others(others);
        }
        let arrived = own - before[0];
        let mut by_level = self.last_walk.by_level_for_others;
        for worker in arrived {
            self.add_gains(&mut by_level, MOVER, worker);
        }
        self.last_walk.changed = changed;
        self.last_walk.gained = gains[0] - gains[1];
        self.last_walk.arrived = arrived;
        self.last_walk.by_level = by_level;
    }

    /// Sets `others` of the last walk, and computes `by_level_for_others` from these workers.
    fn set_others(&mut self, others: [Squares; 2]) {
        let mut by_level = Gains::default();
        for (whose, workers) in others.into_iter().enumerate() {
            for worker in workers {
                self.add_gains(&mut by_level, whose, worker);
            }
        }
        self.last_walk.others = others;
        self.last_walk.by_level_for_others = by_level;
    }

    /// For each square next to `worker`, a worker of the side `whose`, adds to `sums` what the mover gains if a level
    /// is added there.
    #[inline]
    fn add_gains(&mut self, sums: &mut Gains, whose: usize, worker: Square) {
        let gains = self.gains_by_level(whose, self.heights[worker.index()].min(TOP));
        for ((sum, gain), mask) in sums.iter_mut().zip(gains).zip(&NEIGHBOUR_MASKS[worker.index()]) {
            *sum += gain & mask;
        }
    }

    /// Returns, for each square, what the mover gains if a level is added to it and a worker of the side `whose` stands
    /// next to it on `height`. Keeps the result.
    #[inline]
    fn gains_by_level(&mut self, whose: usize, height: u8) -> &Gains {
        let (heights, contested_for_mover) = (&self.heights, self.contested[MOVER]);
        // Every site counts as contested for the opponent, because the worker that builds usually stands next to it.
        let (contested, sign) = if whose == MOVER { (contested_for_mover, 1) } else { (Squares::ALL, -1) };
        self.gains_by_level[whose][usize::from(height)].get_or_insert_with(|| {
            let by_level = &GAINS_BY_LEVEL[usize::from(height)];
            let mut gains = Gains::default();
            for (square, level) in heights.iter().enumerate() {
                let is_contested = contested.contains(Square::new(square as u8));
                gains[square] = sign * by_level[usize::from(is_contested)][usize::from(*level)];
            }
            gains
        })
    }

    /// Returns what the mover gains if, after the last walk, the height of a square becomes `after`.
    fn change_of_height(&self, site: Square, after: u8) -> i32 {
        let LastWalk { arrived, others: [stayed, enemies], .. } = self.last_walk;
        let before = self.heights[site.index()];
        let near = NEIGHBOURS[site.index()];
        let change = |worker: Square, contested: bool| {
            let height = self.heights[worker.index()];
            worker::neighbour_value(height, after, contested)
                - worker::neighbour_value(height, before, contested)
        };
        let contested = self.contested[MOVER].contains(site);
        let mut gained = 0;
        for worker in (stayed | arrived) & near {
            gained += change(worker, contested);
        }
        // The site counts as contested for the opponent, because the worker that changes the height usually stands next
        // to it.
        let is_contested_for_opponent = true;
        for worker in enemies & near {
            gained -= change(worker, is_contested_for_opponent);
        }
        gained
    }
}
