//! Move generation: lists all moves or one move for each position reached, counts moves, picks a random move,
//! and checks legality. All of these work with sets: the squares where a piece can end, and the squares where it can
//! drop a piece that it replaces.

use plywright::{Moves, Side};

use crate::board::Pieces;
use crate::moves::Move;
use crate::reach::{GoalChain, ReachFinder, exact_reach, goal_chain};
use crate::rules::{Rules, StuckRow};
use crate::square::{BOARD, SQUARES, Square, Squares, WIDTH, active_row, behind_active_row};

#[derive(Debug)]
pub(crate) struct MoveGenerator {
    pieces: Pieces,
    side: Side,
    rules: Rules,
    finder: ReachFinder,
    occupied: Squares,
    /// Empty squares where a replaced piece may be dropped. The start of the move, which becomes empty, is allowed too,
    /// but is not in this set.
    drops: Squares,
}

/// The moves of the piece on `start`, as sets of end squares and drop squares.
#[derive(Clone, Copy, Debug)]
struct PieceMoves {
    start: Square,
    /// Empty squares where the piece can end. Contains `start` only if a move may leave the board unchanged.
    stops: Squares,
    /// Squares of the pieces that the moved piece can replace and whose number of rings differs from its own.
    others: Squares,
    /// Squares of the pieces that the moved piece can replace and whose number of rings equals its own.
    alike: Squares,
    /// Whether the piece can end in the goal of the opponent.
    reaches_goal: bool,
    /// Squares where a replaced piece with another number of rings may be dropped, the start included.
    drops: Squares,
    /// Squares where a replaced piece with as many rings as the moved one may be dropped. Contains `start` only if a
    /// move may leave the board unchanged, because a drop on `start` does so.
    drops_of_alike: Squares,
}

impl PieceMoves {
    /// Returns the squares where the piece on `end` may be dropped if the moved piece replaces it.
    #[inline]
    fn drops_of(&self, end: Square) -> Squares {
        if self.alike.contains(end) { self.drops_of_alike } else { self.drops }
    }

    #[inline]
    fn count(&self) -> u64 {
        let replacing =
            self.others.count() * self.drops.count() + self.alike.count() * self.drops_of_alike.count();
        u64::from(self.stops.count() + replacing) + u64::from(self.reaches_goal)
    }
}

impl MoveGenerator {
    pub(crate) fn new(rules: Rules, pieces: Pieces, side: Side) -> Self {
        let occupied = pieces.occupied();
        Self {
            pieces,
            side,
            rules,
            finder: ReachFinder::new(pieces, side, rules.square_once),
            occupied,
            drops: BOARD - occupied - behind_active_row(occupied, !side),
        }
    }

    fn moves_of(&mut self, start: Square) -> PieceMoves {
        let reach = exact_reach(&mut self.finder, start, self.rules.may_leave_board_unchanged);
        let occupied = self.occupied.without(start);
        let alike = self.pieces.with_rings(self.pieces.rings(start));
        let drops = self.drops.with(start);
        PieceMoves {
            start,
            stops: (reach & BOARD) - occupied,
            others: (reach & occupied) - alike,
            alike: reach & occupied & alike,
            reaches_goal: reach.contains(Square::target_goal(self.side)),
            drops,
            drops_of_alike: if self.rules.may_leave_board_unchanged { drops } else { self.drops },
        }
    }

    /// Returns the pieces that may start a move: the pieces of the active row. Under [`StuckRow::NextRow`], they are
    /// the pieces of the nearest row that has a legal move; none if no row has one.
    fn starters(&mut self) -> Squares {
        let mut remaining = self.occupied & BOARD;
        loop {
            let row = remaining & active_row(remaining, self.side);
            if row.is_empty() || self.rules.stuck_row != StuckRow::NextRow || self.can_move_any(row) {
                return row;
            }
            remaining -= row;
        }
    }

    /// Whether at least one of `pieces` has a legal move.
    fn can_move_any(&mut self, pieces: Squares) -> bool {
        pieces.iter().any(|start| self.finder.has_simple_move(start) || self.moves_of(start).count() > 0)
    }

    /// Whether the side to move can move a piece. A pass does not count.
    pub(crate) fn can_move(&mut self) -> bool {
        let starters = self.starters();
        // Under `StuckRow::NextRow`, the starters are those of a row with a legal move.
        !starters.is_empty() && (self.rules.stuck_row == StuckRow::NextRow || self.can_move_any(starters))
    }

    /// Returns the number of moves, without a pass.
    pub(crate) fn count(&mut self) -> u64 {
        self.starters().iter().map(|start| self.moves_of(start).count()).sum()
    }

    /// Returns the moves of each starter (a piece that may start a move) and their total number. There are at most six
    /// starters. Unused entries come last and are `None`.
    fn by_piece(&mut self) -> ([Option<PieceMoves>; WIDTH], u64) {
        let mut by_piece = [None; WIDTH];
        let mut count = 0;
        for (entry, start) in by_piece.iter_mut().zip(self.starters()) {
            let moves = self.moves_of(start);
            count += moves.count();
            *entry = Some(moves);
        }
        (by_piece, count)
    }

    /// Appends all moves of pieces to `out`. Moves into the goal come first.
    pub(crate) fn list(&mut self, out: &mut Moves<Move>) {
        let (by_piece, count) = self.by_piece();
        out.reserve(count as usize);
        self.list_goals(&by_piece, out);
        let drops = Drops::of(self.drops);
        for piece in by_piece.iter().flatten() {
            let start = piece.start;
            out.extend(piece.stops.iter().map(|end| Move::Go { start, end }));
            for end in piece.others | piece.alike {
                drops.list(start, end, out);
                if self.rules.may_leave_board_unchanged || !piece.alike.contains(end) {
                    out.push(Move::Replace { start, end, drop: start });
                }
            }
        }
    }

    /// Returns a random move of a piece; `None` if no piece can move. Scales the 64 random bits to an index of the
    /// list of moves that [`MoveGenerator::list`] makes, and finds that move by counting instead of listing.
    pub(crate) fn random_move(&mut self, random: u64) -> Option<Move> {
        let (by_piece, count) = self.by_piece();
        // Index of the move among the moves that are not yet counted off.
        let mut index = ((u128::from(random) * u128::from(count)) >> 64) as u32;
        let pieces = || by_piece.iter().flatten();
        for scorer in pieces().filter(|piece| piece.reaches_goal) {
            if index == 0 {
                return Some(Move::Go { start: scorer.start, end: Square::target_goal(self.side) });
            }
            index -= 1;
        }
        for piece in pieces() {
            let start = piece.start;
            if index < piece.stops.count() {
                return piece.stops.iter().nth(index as usize).map(|end| Move::Go { start, end });
            }
            index -= piece.stops.count();
            for end in piece.others | piece.alike {
                let drops = piece.drops_of(end);
                if index < drops.count() {
                    // In the list of moves, the drop on the start comes after the drops on all empty squares.
                    let drop = self.drops.iter().nth(index as usize).unwrap_or(start);
                    return Some(Move::Replace { start, end, drop });
                }
                index -= drops.count();
            }
        }
        None
    }

    fn list_goals(&self, by_piece: &[Option<PieceMoves>], out: &mut Moves<Move>) {
        let end = Square::target_goal(self.side);
        let scorers = by_piece.iter().flatten().filter(|piece| piece.reaches_goal);
        out.extend(scorers.map(|piece| Move::Go { start: piece.start, end }));
    }

    /// Appends moves of pieces: one for each position that the move of a piece can reach. Moves into the goal come
    /// first.
    ///
    /// Two moves of pieces reach the same position in three cases only. Replacing a piece that has as many rings as the
    /// moved one has the same result as moving to the drop square. If a move swaps two pieces of the active row, either
    /// of them could have been the moved one. If moves may leave the board unchanged, moves of several pieces leave it
    /// unchanged.
    pub(crate) fn list_distinct(&mut self, out: &mut Moves<Move>) {
        let (by_piece, count) = self.by_piece();
        out.reserve(count as usize);
        self.list_goals(&by_piece, out);
        let drops = Drops::of(self.drops);
        let mut has_listed_unchanged_board = false;
        for (number, piece) in by_piece.iter().enumerate() {
            let Some(piece) = piece else { break };
            let start = piece.start;
            let alike = piece.alike.first();
            let mut ends = piece.stops;
            if alike.is_some() {
                ends |= piece.drops_of_alike;
            }
            if has_listed_unchanged_board {
                ends.remove(start);
            }
            has_listed_unchanged_board |= ends.contains(start);
            out.extend(ends.iter().map(|end| match alike {
                Some(alike) if !piece.stops.contains(end) => Move::Replace { start, end: alike, drop: end },
                _ => Move::Go { start, end },
            }));
            for end in piece.others {
                drops.list(start, end, out);
                // A swap of the two pieces is already listed if the piece on `end` is an earlier starter and can end
                // its own move on `start`.
                if !includes_swap(&by_piece[..number], end, start) {
                    out.push(Move::Replace { start, end, drop: start });
                }
            }
        }
    }

    pub(crate) fn is_legal(&mut self, mv: Move) -> bool {
        let (Move::Go { start, .. } | Move::Replace { start, .. }) = mv else { return false };
        if !self.starters().contains(start) {
            return false;
        }
        let piece = self.moves_of(start);
        match mv {
            Move::Go { end, .. } if end == Square::target_goal(self.side) => piece.reaches_goal,
            Move::Go { end, .. } => piece.stops.contains(end),
            Move::Replace { end, drop, .. } => {
                let drops = piece.drops_of(end);
                (piece.others | piece.alike).contains(end) && drops.contains(drop)
            }
            Move::SetUp(_) | Move::Pass => false,
        }
    }

    /// Returns a chain of bounces with which a starter reaches the goal; `None` if there is none.
    pub(crate) fn goal_chain(&mut self) -> Option<GoalChain> {
        self.starters().iter().find_map(|start| goal_chain(&mut self.finder, start))
    }
}

/// Whether the piece on `start`, if it is one of `pieces`, can swap places with the piece on `end`, which has another
/// number of rings.
#[inline]
fn includes_swap(pieces: &[Option<PieceMoves>], start: Square, end: Square) -> bool {
    pieces.iter().flatten().any(|piece| piece.start == start && piece.others.contains(end))
}

/// The empty drop squares as a list, which is made once and used for all replaced pieces.
struct Drops {
    squares: [Square; SQUARES],
    count: usize,
}

impl Drops {
    fn of(set: Squares) -> Self {
        let mut squares = [Square::at(0, 0); SQUARES];
        for (place, square) in squares.iter_mut().zip(set) {
            *place = square;
        }
        Self { squares, count: set.count() as usize }
    }

    /// Appends the moves from `start` that replace the piece on `end`, one for each drop square of the list.
    #[inline]
    fn list(&self, start: Square, end: Square, out: &mut Moves<Move>) {
        out.extend(self.squares[..self.count].iter().map(|drop| Move::Replace { start, end, drop: *drop }));
    }
}
