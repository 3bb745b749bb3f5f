//! Moves of a position: listed, listed without doubles, counted, or only the one that wins.
//!
//! Where a lifted piece can end says everything: which of its moves there are follows from set operations.

use plywright::{Moves, Side};

use crate::board::Pieces;
use crate::moves::Move;
use crate::reach::{Chain, Explorer};
use crate::rules::{Rules, StuckRow};
use crate::squares::{BOARD, SQUARES, WIDTH, active_row, behind_active_row, bit, far_goal, squares};

/// All that the moves of a position's pieces depend on.
#[derive(Debug)]
pub(crate) struct Generator {
    pieces: Pieces,
    side: Side,
    null_moves: bool,
    stuck_row: StuckRow,
    explorer: Explorer,
    occupied: u64,
    /// Empty squares where a replaced piece may be dropped; the start counts as well.
    drops: u64,
}

/// A piece that may start, and where its move can end.
#[derive(Clone, Copy, Debug)]
struct Lifted {
    start: usize,
    /// Empty squares, its own one only if the board may stay as it is.
    stops: u64,
    /// Pieces with other numbers of rings, and with the same.
    others: u64,
    alike: u64,
    goal: bool,
    /// Where a replaced piece may be dropped.
    drops: u64,
}

impl Lifted {
    /// The number of its moves.
    #[inline]
    fn count(&self, null_moves: bool) -> u64 {
        let drops = u64::from(self.drops.count_ones());
        let after_alike = if null_moves { drops } else { drops - 1 };
        let number = |set: u64| u64::from(set.count_ones());
        number(self.stops)
            + number(self.others) * drops
            + number(self.alike) * after_alike
            + u64::from(self.goal)
    }
}

impl Generator {
    pub(crate) fn new(rules: Rules, pieces: Pieces, side: Side) -> Self {
        let occupied = pieces.occupied();
        Self {
            pieces,
            side,
            null_moves: rules.null_moves,
            stuck_row: rules.stuck_row,
            explorer: Explorer::new(pieces, side, rules.square_once),
            occupied,
            drops: BOARD & !occupied & !behind_active_row(occupied, !side),
        }
    }

    fn lift(&mut self, start: usize) -> Lifted {
        let reach = self.explorer.reach(start, self.null_moves);
        let occupied = self.occupied & !bit(start);
        let alike = self.pieces.with_rings(self.pieces.rings(start));
        Lifted {
            start,
            stops: reach & BOARD & !occupied,
            others: reach & occupied & !alike,
            alike: reach & occupied & alike,
            goal: reach & bit(far_goal(self.side)) != 0,
            drops: self.drops | bit(start),
        }
    }

    /// The pieces of the row that may start: the active one or, where the rules go on to the next ones, the first that
    /// has a move.
    fn starters(&mut self) -> u64 {
        let mut left = self.occupied & BOARD;
        loop {
            let row = left & active_row(left, self.side);
            if row == 0 || self.stuck_row != StuckRow::NextRow || self.any_moves(row) {
                return row;
            }
            left &= !row;
        }
    }

    /// Can any of these pieces move?
    fn any_moves(&mut self, pieces: u64) -> bool {
        squares(pieces).any(|start| {
            self.explorer.has_easy_move(start) || {
                let null_moves = self.null_moves;
                self.lift(start).count(null_moves) > 0
            }
        })
    }

    /// Can any piece that may start move?
    pub(crate) fn can_move(&mut self) -> bool {
        let starters = self.starters();
        starters != 0 && (self.stuck_row == StuckRow::NextRow || self.any_moves(starters))
    }

    /// The number of moves of pieces.
    pub(crate) fn count(&mut self) -> u64 {
        let null_moves = self.null_moves;
        squares(self.starters()).map(|start| self.lift(start).count(null_moves)).sum()
    }

    /// All pieces that may start, and the number of their moves.
    fn lift_all(&mut self) -> ([Option<Lifted>; WIDTH], u64) {
        let mut lifted = [None; WIDTH];
        let mut count = 0;
        for (place, start) in lifted.iter_mut().zip(squares(self.starters())) {
            let piece = self.lift(start);
            count += piece.count(self.null_moves);
            *place = Some(piece);
        }
        (lifted, count)
    }

    /// Appends all moves of pieces, those into the goal first.
    pub(crate) fn list(&mut self, out: &mut Moves<Move>) {
        let (lifted, count) = self.lift_all();
        out.reserve(count as usize);
        self.list_goals(&lifted, out);
        let drops = Drops::of(self.drops);
        for piece in lifted.iter().flatten() {
            let start = piece.start as u8;
            out.extend(squares(piece.stops).map(|end| Move::Go { start, end: end as u8 }));
            for end in squares(piece.others | piece.alike) {
                Self::list_replacements(start, end as u8, &drops, out);
                if self.null_moves || piece.alike & bit(end) == 0 {
                    out.push(Move::Replace { start, end: end as u8, drop: start });
                }
            }
        }
    }

    fn list_replacements(start: u8, end: u8, drops: &Drops, out: &mut Moves<Move>) {
        out.extend(drops.iter().map(|drop| Move::Replace { start, end, drop: *drop }));
    }

    fn list_goals(&self, lifted: &[Option<Lifted>], out: &mut Moves<Move>) {
        let end = far_goal(self.side) as u8;
        let scorers = lifted.iter().flatten().filter(|piece| piece.goal);
        out.extend(scorers.map(|piece| Move::Go { start: piece.start as u8, end }));
    }

    /// Appends moves of pieces to all successors, one to each, those into the goal first.
    ///
    /// Two moves lead to one position in two ways only: a piece that replaces one like it might as well have gone where
    /// that one is dropped, and two pieces that change places might each have been the one that moved.
    pub(crate) fn list_distinct(&mut self, out: &mut Moves<Move>) {
        let (lifted, count) = self.lift_all();
        out.reserve(count as usize);
        self.list_goals(&lifted, out);
        let drops = Drops::of(self.drops);
        let mut stays = false;
        for (number, piece) in lifted.iter().enumerate() {
            let Some(piece) = piece else { break };
            let start = piece.start as u8;
            let mut ends = piece.stops;
            if piece.alike != 0 {
                ends |= piece.drops & if self.null_moves { u64::MAX } else { !bit(piece.start) };
            }
            if stays {
                ends &= !bit(piece.start);
            }
            stays |= ends & bit(piece.start) != 0;
            let go = |end: usize| match piece.stops & bit(end) {
                0 => Move::Replace { start, end: piece.alike.trailing_zeros() as u8, drop: end as u8 },
                _ => Move::Go { start, end: end as u8 },
            };
            out.extend(squares(ends).map(go));
            for end in squares(piece.others) {
                Self::list_replacements(start, end as u8, &drops, out);
                let swapped_before = lifted[..number]
                    .iter()
                    .flatten()
                    .any(|other| other.start == end && other.others & bit(piece.start) != 0);
                if !swapped_before {
                    out.push(Move::Replace { start, end: end as u8, drop: start });
                }
            }
        }
    }

    /// Is it a move of one of the pieces?
    pub(crate) fn is_legal(&mut self, mv: Move) -> bool {
        let (Move::Go { start, .. } | Move::Replace { start, .. }) = mv else { return false };
        let start = usize::from(start);
        if self.starters() & bit(start) == 0 {
            return false;
        }
        let piece = self.lift(start);
        match mv {
            Move::Go { end, .. } if usize::from(end) == far_goal(self.side) => piece.goal,
            Move::Go { end, .. } => piece.stops & bit(end.into()) != 0,
            Move::Replace { end, drop, .. } => {
                let (end, drop) = (bit(end.into()), bit(drop.into()));
                piece.drops & drop != 0
                    && (piece.others & end != 0
                        || piece.alike & end != 0 && (self.null_moves || drop != bit(start)))
            }
            Move::SetUp(_) | Move::Pass => false,
        }
    }

    /// A way into the goal.
    pub(crate) fn way_to_goal(&mut self) -> Option<Chain> {
        squares(self.starters()).find_map(|start| self.explorer.way_to_goal(start))
    }
}

/// The empty squares for dropping as a list, made once for all pieces that can be replaced.
struct Drops {
    squares: [u8; SQUARES],
    count: usize,
}

impl Drops {
    fn of(set: u64) -> Self {
        let mut drops = Self { squares: [0; SQUARES], count: 0 };
        for square in squares(set) {
            drops.squares[drops.count] = square as u8;
            drops.count += 1;
        }
        drops
    }

    #[inline]
    fn iter(&self) -> std::slice::Iter<'_, u8> {
        self.squares[..self.count].iter()
    }
}
