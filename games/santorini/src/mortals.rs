//! Mortals against mortals: move generation by bit operations.
//!
//! The enumeration of turns for gods, in the module `turn`, gives the same moves, but more slowly.

use plywright::Moves;

use crate::moves::Move;
use crate::plain::Plain;
use crate::square::{Direction, Square, TOP};
use crate::squares::{NEIGHBOURS, Squares, neighbours};
use crate::state::State;

/// Height of a worker that wins by a step up.
const CLIMBER: usize = TOP as usize - 1;

/// The parts of a position on which the moves of the side to move depend.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    /// Workers of the side to move.
    own: Squares,
    /// `levels[h - 1]`: squares with a height of at least `h`, for `h` from 1 to 4.
    levels: [Squares; 4],
    /// Squares without a worker and without a dome.
    free: Squares,
}

impl Board {
    #[inline]
    pub(crate) fn new(state: &State) -> Self {
        let levels = [1, 2, 3, 4].map(|height| state.at_least(height));
        Self { own: state.own(), levels, free: !(state.occupied() | state.domes()) }
    }

    #[inline]
    fn height(&self, worker: Square) -> usize {
        self.levels[..3].iter().filter(|level| level.contains(worker)).count()
    }

    /// Returns the squares that a worker on `height` may step to: free neighbours at most one level up.
    #[inline]
    fn steps(&self, worker: Square, height: usize) -> Squares {
        // Squares two or more levels up. From level 2 on, these would be domes, which are not free anyway.
        let too_high = self.levels[(height + 1).min(3)];
        NEIGHBOURS[worker.index()] & (self.free - too_high)
    }

    /// Returns those of `steps` with which a worker on `height` wins.
    #[inline]
    fn wins(&self, steps: Squares, height: usize) -> Squares {
        if height == CLIMBER { steps & self.levels[2] } else { Squares::EMPTY }
    }

    /// Returns the sites (squares to build on) of a worker on `to` after a step from `from`.
    #[inline]
    fn sites(&self, from: Square, to: Square) -> Squares {
        NEIGHBOURS[to.index()] & self.free.with(from)
    }

    /// Returns the number of moves, without [`Move::NONE`].
    #[inline]
    pub(crate) fn count(&self) -> u64 {
        let mut count = 0;
        for worker in self.own {
            let height = self.height(worker);
            let steps = self.steps(worker, height);
            let wins = self.wins(steps, height);
            count += wins.count();
            for to in steps - wins {
                count += self.sites(worker, to).count();
            }
        }
        count.into()
    }

    #[inline]
    pub(crate) fn winning_move(&self) -> Option<Move> {
        for worker in self.own & (self.levels[1] - self.levels[2]) {
            if let Some(to) = self.wins(self.steps(worker, CLIMBER), CLIMBER).first() {
                return worker.direction_to(to).map(|step| Move::winning_step(worker, step));
            }
        }
        None
    }

    /// Appends the moves to `out`, without [`Move::NONE`].
    #[inline]
    pub(crate) fn list(&self, out: &mut Moves<Move>) {
        for worker in self.own {
            let height = self.height(worker);
            let steps = self.steps(worker, height);
            let wins = self.wins(steps, height);
            for (step, to) in towards(worker, steps) {
                if wins.contains(to) {
                    out.push(Move::winning_step(worker, step));
                } else {
                    let sites = self.sites(worker, to);
                    out.extend(
                        towards(to, sites).map(|(build, _)| Move::step_and_build(worker, step, build)),
                    );
                }
            }
        }
    }

    /// Whether a step with a building or a winning step is legal. `false` for placements and [`Plain::NoMoves`], which
    /// this function does not judge.
    #[inline]
    pub(crate) fn allows(&self, plain: Plain) -> bool {
        let (from, to, site) = match plain {
            Plain::Place(_) | Plain::NoMoves => return false,
            Plain::Win(from, to) => (from, to, None),
            Plain::Build(from, to, site) => (from, to, Some(site)),
        };
        if !self.own.contains(from) {
            return false;
        }
        let height = self.height(from);
        let steps = self.steps(from, height);
        let wins = self.wins(steps, height).contains(to);
        match site {
            None => wins,
            Some(site) => !wins && steps.contains(to) && self.sites(from, to).contains(site),
        }
    }
}

/// Returns the squares next to enemies on level 2. An enemy wins by a step to one of them that is free and has level 3.
#[inline]
pub(crate) fn next_to_climbers(state: &State) -> Squares {
    neighbours(state.others() & state.exactly(TOP - 1))
}

/// Whether the opponent can win at once after a worker steps from `from` to `to` and builds on `site`.
/// `near` is the result of [`next_to_climbers`] before the move.
#[inline]
pub(crate) fn remains_threatened(
    state: &State,
    near: Squares,
    from: Square,
    to: Square,
    site: Square,
) -> bool {
    !(near & (tops_after(state, site) - state.occupied().without(from).with(to))).is_empty()
}

/// Whether, after a move, the mover has a worker on level 2 next to a free square of level 3. `false` for
/// placements, winning steps and [`Plain::NoMoves`].
#[inline]
pub(crate) fn threatens(state: &State, plain: Plain) -> bool {
    let Plain::Build(from, to, site) = plain else { return false };
    let own = state.own().without(from).with(to);
    let climbers = neighbours(own & state.exactly(TOP - 1));
    !(climbers & (tops_after(state, site) - (state.others() | own))).is_empty()
}

/// Returns the squares that have level 3 after one level is built on `site`.
#[inline]
fn tops_after(state: &State, site: Square) -> Squares {
    let site = Squares::of(site);
    (state.exactly(TOP) - site) | state.exactly(TOP - 1) & site
}

/// Returns the neighbours of `from` that are in `squares`, each with the direction that leads to it.
#[inline]
fn towards(from: Square, squares: Squares) -> impl Iterator<Item = (Direction, Square)> {
    Direction::ALL.into_iter().filter_map(move |direction| {
        Some((direction, from.next(direction).filter(|to| squares.contains(*to))?))
    })
}

/// Plays a move between mortals. After [`Plain::NoMoves`], the side that could not move is still the side to move.
#[inline]
pub(crate) fn play(state: &mut State, plain: Plain) {
    let me = state.side;
    match plain {
        Plain::NoMoves => {
            state.winner = Some(!me);
            return;
        }
        Plain::Place(squares) => state.workers[me.index()] = squares,
        Plain::Win(from, to) => {
            state.workers[me.index()] ^= Squares::of(from) | Squares::of(to);
            state.winner = Some(me);
        }
        Plain::Build(from, to, site) => {
            state.workers[me.index()] ^= Squares::of(from) | Squares::of(to);
            state.raise(Squares::of(site));
        }
    }
    state.side = !me;
}
