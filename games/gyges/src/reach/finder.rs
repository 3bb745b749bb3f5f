//! Finds where moves end, on a board with a cache of the paths out of its pieces.

use plywright::{Element, Side};

use crate::board::Pieces;
use crate::paths::{Passages, Path, PathTable, Paths, PathsFrom, free_ends};
use crate::square::{SQUARES, Square, Squares};

/// A board from which one piece at a time is lifted to find the ends of its moves.
///
/// The paths out of a piece are computed on first use. Lifting a piece or putting it back invalidates the paths of
/// all pieces that could pass or end on its square.
#[derive(Debug)]
pub(crate) struct ReachFinder {
    table: &'static PathTable,
    square_once: bool,
    pieces: Pieces,
    /// Squares with pieces, except the lifted one.
    pub(super) occupied: Squares,
    /// The goal that the side to move defends, which its moves must not enter.
    pub(super) own_goal: Squares,
    /// The opponent's goal.
    pub(super) target_goal: Squares,
    /// Squares whose entries in `exits` are valid for the current board.
    pub(super) known: Squares,
    exits: [Exits; SQUARES],
}

/// The paths out of a piece. A piece that bounces on it moves on along the same paths.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exits {
    /// Paths that pass only empty squares.
    pub(super) free: Paths,
    /// Free paths that end on pieces.
    pub(super) onto_pieces: Paths,
    /// Squares, pieces and goals where free paths end.
    pub(super) ends: Squares,
}

impl ReachFinder {
    pub(crate) fn new(pieces: Pieces, side: Side, square_once: bool) -> Self {
        Self {
            table: PathTable::of_rule(square_once),
            square_once,
            pieces,
            occupied: pieces.occupied(),
            own_goal: Squares::of(Square::own_goal(side)),
            target_goal: Squares::of(Square::target_goal(side)),
            known: Squares::EMPTY,
            exits: [Exits::default(); SQUARES],
        }
    }

    /// Lifts the piece on `start`, calls `find`, puts the piece back, and returns the result of the call.
    pub(super) fn with_lifted<T>(&mut self, start: Square, find: impl FnOnce(&mut Self) -> T) -> T {
        let affected_with = |rings| self.pieces.with_rings(rings) & self.table.from(start, rings).in_range;
        let affected = affected_with(1) | affected_with(2) | affected_with(3);
        self.known -= affected;
        self.occupied.remove(start);
        let found = find(self);
        self.occupied.insert(start);
        self.known -= affected;
        found
    }

    /// Whether the piece on `start`, which must not be lifted, has a move without bounces that is surely legal. Such a
    /// move ends on an empty square, in the goal, or on a piece with another number of rings, which can then be dropped
    /// on `start`. If `false`, the piece may still have other moves.
    pub(crate) fn has_simple_move(&self, start: Square) -> bool {
        let rings = self.pieces.rings(start);
        let excluded = self.pieces.with_rings(rings) | self.own_goal;
        let paths = &self.table.from(start, rings).list;
        paths.iter().any(|path| !path.passes.intersects(self.occupied) && !excluded.contains(path.end))
    }

    /// Returns the passages used up before the first step of a move from `start`: the start itself under
    /// `SquareOnce`, none otherwise.
    pub(super) fn used_at_start(&self, start: Square) -> Passages {
        if self.square_once { Passages::from_bits(1 << start.number()) } else { Passages::EMPTY }
    }

    fn paths_from(&self, square: Square) -> &'static PathsFrom {
        self.table.from(square, self.pieces.rings(square))
    }

    /// Returns all paths out of a piece, also those that pass other pieces.
    pub(super) fn paths(&self, square: Square) -> &'static [Path] {
        &self.paths_from(square).list
    }

    /// Returns the paths out of a piece that use at least one passage of `used`.
    pub(super) fn blocked(&self, square: Square, used: Passages) -> Paths {
        self.paths_from(square).blocked(used)
    }

    /// Returns the paths out of the piece on `square`, which may be the start of the lifted piece. Computes and keeps
    /// them, unless those kept earlier are still valid.
    pub(super) fn exits(&mut self, square: Square) -> Exits {
        if !self.known.contains(square) {
            let (paths, rings) = (self.paths_from(square), self.pieces.rings(square));
            let free = paths.free(self.occupied);
            let ends = free_ends(square, rings, self.occupied);
            let onto_pieces = free & paths.ending_on(ends & self.occupied);
            self.exits[square.number()] = Exits { free, onto_pieces, ends };
            self.known.insert(square);
        }
        self.exits[square.number()]
    }

    /// Returns the paths out of a piece without checking that they are valid: [`ReachFinder::exits`] must have been
    /// called for the piece since a piece was last lifted or put back.
    pub(super) fn known_exits(&self, square: Square) -> &Exits {
        &self.exits[square.number()]
    }

    /// Returns the ends of `paths`, a set of free paths out of a piece. [`ReachFinder::known_exits`] must be valid for
    /// the piece.
    pub(super) fn ends_of(&self, square: Square, paths: Paths) -> Squares {
        let exits = self.known_exits(square);
        if paths == exits.free {
            return exits.ends;
        }
        let all = self.paths(square);
        paths.iter().map(|number| all[number.index()].end).collect()
    }
}
