//! How far a piece gets: the squares and goals where its move can end, bounces included.
//!
//! Bounces make chains, and edges that one leg of a chain uses are closed to the others, so the ways are too many to
//! try them all. They need not be: if only two legs in a row must not use the same edge, every leg is looked at once,
//! and what is reached so is an upper bound. The same pass also finds most of what is really reached, for it knows of
//! one chain to every leg. Only for what is left are chains tried one by one, and only by way of pieces from which it
//! can still be reached.

use plywright::Side;
use smallvec::SmallVec;

use crate::board::Pieces;
use crate::squares::{SQUARES, bit, far_goal, own_goal, squares};
use crate::trails::{BY_EDGES, BY_SQUARES, Trails, may_touch};

/// Bounces of a chain at the most: every one uses up an edge.
const LONGEST_CHAIN: usize = 60;

/// A board on which pieces are lifted one after the other to see how far they get.
#[derive(Debug)]
pub(crate) struct Explorer {
    trails: &'static Trails,
    /// Does a move use up squares, its start the first one?
    by_squares: bool,
    pieces: Pieces,
    /// Squares with pieces, without the lifted one.
    occupied: u64,
    /// The goal that must not be entered.
    barred: u64,
    goal: u64,
    /// Pieces whose way out is known.
    known: u64,
    out: [WayOut; SQUARES],
}

/// A chain that ends in the goal: the squares that it needs as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chain {
    /// The piece that starts.
    pub(crate) start: usize,
    /// Squares that must stay empty, and those with pieces that it bounces on.
    pub(crate) needs: u64,
}

/// How a piece, or what bounces on it, gets away. Trails are bits in the order of the table of trails.
#[derive(Clone, Copy, Debug, Default)]
struct WayOut {
    /// Its trails over empty squares, and those of them that end on pieces.
    free: u64,
    onto_pieces: u64,
    /// Where they end.
    ends: u64,
}

/// A leg of a chain that ends on a piece.
#[derive(Clone, Copy)]
struct Leg {
    end: usize,
    /// What the leg uses up, and what the chain that it was first met on does.
    uses: u64,
    used: u64,
    /// Does that chain use anything twice?
    is_broken: bool,
}

/// What is still looked for, and what was found on the way.
struct Quest {
    missing: u64,
    /// Pieces from which something missing can be reached while no edge is closed.
    leads: u64,
    /// Of the chain found last: squares passed and bounced on.
    needs: u64,
}

impl Explorer {
    pub(crate) fn new(pieces: Pieces, side: Side, by_squares: bool) -> Self {
        Self {
            trails: if by_squares { &BY_SQUARES } else { &BY_EDGES },
            by_squares,
            pieces,
            occupied: pieces.occupied(),
            barred: bit(own_goal(side)),
            goal: bit(far_goal(side)),
            known: 0,
            out: [WayOut::default(); SQUARES],
        }
    }

    /// Where a move of the piece on `start` can end: empty squares, pieces and the goal. Its own square is left out
    /// unless it is wanted.
    pub(crate) fn reach(&mut self, start: usize, wants_start: bool) -> u64 {
        self.lift(start);
        let wanted = !self.barred & if wants_start { u64::MAX } else { !bit(start) };
        let (mut found, bound) = self.spread(start);
        let missing = bound & !found & wanted;
        if missing != 0 {
            let mut quest = self.quest(missing);
            self.follow(start, self.start_uses(start), &mut quest);
            found |= missing & !quest.missing;
        }
        self.put_back(start);
        found & wanted
    }

    /// An upper bound to `reach`, for estimates: only legs of a chain that follow one another must not use up the same.
    /// It depends on nothing but the board, so mirror images have images for bounds.
    pub(crate) fn reach_at_most(&mut self, start: usize) -> u64 {
        self.lift(start);
        let mut met = [0_u64; SQUARES];
        let mut pieces = bit(start);
        let mut legs: SmallVec<[(usize, u64); 64]> = SmallVec::new();
        legs.push((start, self.start_uses(start)));
        let mut next = 0;
        while let Some(&(square, uses)) = legs.get(next) {
            next += 1;
            let out = self.look(square);
            let left = out.free & !met[square];
            if left == 0 {
                continue;
            }
            let rings = self.pieces.rings(square);
            let new = left & !self.trails.blocked(square, rings, uses);
            met[square] |= new;
            let trails = self.trails.from(square, rings);
            for number in squares(new & out.onto_pieces) {
                let trail = trails[number];
                pieces |= bit(trail.end());
                legs.push((trail.end(), trail.uses));
            }
        }
        let all = squares(pieces).fold(0, |all, square| all | self.ends_of(square, met[square]));
        self.put_back(start);
        all & !self.barred & !bit(start)
    }

    /// Has the piece on `start` a move that is seen without bounces: to an empty square, or to a piece unlike it, which
    /// may be dropped at the start?
    pub(crate) fn has_easy_move(&self, start: usize) -> bool {
        let rings = self.pieces.rings(start);
        let alike = self.pieces.with_rings(rings);
        self.trails
            .from(start, rings)
            .iter()
            .any(|trail| trail.is_free(self.occupied) && bit(trail.end()) & (alike | self.barred) == 0)
    }

    /// The pieces bounced on in a shortest way of the piece on `start` to a square, piece or goal that it can reach.
    pub(crate) fn bounces(&mut self, start: usize, end: usize) -> Vec<usize> {
        self.lift(start);
        let mut bounces = Vec::new();
        if self.bound(start) & bit(end) != 0 {
            for most in 0..=LONGEST_CHAIN {
                if self.approach(start, self.start_uses(start), end, most, &mut bounces) {
                    break;
                }
            }
        }
        self.put_back(start);
        bounces
    }

    /// Gets from a piece to `end` with so many bounces at most, which are noted in their order.
    fn approach(&self, square: usize, used: u64, end: usize, most: usize, bounces: &mut Vec<usize>) -> bool {
        let trails = self.trails.from(square, self.pieces.rings(square));
        let open =
            || squares(self.out[square].free).map(|number| trails[number]).filter(|t| t.uses & used == 0);
        if open().any(|trail| trail.end() == end) {
            return true;
        }
        most > 0
            && open().any(|trail| {
                let (next, used) = (trail.end(), used | trail.uses);
                let leads = bit(next) & self.occupied != 0
                    && self.still_leads(next, used, bit(end))
                    && self.approach(next, used, end, most - 1, bounces);
                if leads {
                    bounces.insert(0, next);
                }
                leads
            })
    }

    /// Any way of the piece on `start` into the goal.
    pub(crate) fn way_to_goal(&mut self, start: usize) -> Option<Chain> {
        self.lift(start);
        let mut quest = None;
        if self.bound(start) & self.goal != 0 {
            let quest = quest.insert(self.quest(self.goal));
            self.follow(start, self.start_uses(start), quest);
        }
        self.put_back(start);
        quest.filter(|quest| quest.missing == 0).map(|quest| Chain { start, needs: quest.needs })
    }

    fn lift(&mut self, start: usize) {
        self.occupied &= !bit(start);
        self.known &= !may_touch(start);
    }

    fn put_back(&mut self, start: usize) {
        self.occupied |= bit(start);
        self.known &= !may_touch(start);
    }

    #[inline]
    fn start_uses(&self, start: usize) -> u64 {
        if self.by_squares { bit(start) } else { 0 }
    }

    /// The way out of a piece.
    #[inline]
    fn look(&mut self, square: usize) -> WayOut {
        if self.known & bit(square) == 0 {
            let rings = self.pieces.rings(square);
            let free = self.trails.free(square, rings, self.occupied);
            let trails = self.trails.from(square, rings);
            let (mut onto_pieces, mut ends) = (0, 0);
            for number in squares(free) {
                let end = trails[number].end();
                ends |= bit(end);
                onto_pieces |= (self.occupied >> end & 1) << number;
            }
            self.out[square] = WayOut { free, onto_pieces, ends };
            self.known |= bit(square);
        }
        self.out[square]
    }

    /// Looks at every leg of chains from `start`, by one chain that comes to it. Gives the ends that are reached so, and
    /// an upper bound to all ends.
    fn spread(&mut self, start: usize) -> (u64, u64) {
        // For each piece the legs that were met, and those that were met on a chain that uses nothing twice.
        let mut met = [[0_u64; 2]; SQUARES];
        let mut pieces = bit(start);
        let mut legs: SmallVec<[Leg; 64]> = SmallVec::new();
        legs.push(Leg { end: start, uses: 0, used: self.start_uses(start), is_broken: false });
        let mut next = 0;
        while let Some(leg) = legs.get(next).copied() {
            next += 1;
            let (square, rings) = (leg.end, self.pieces.rings(leg.end));
            let out = self.look(square);
            let [any, sound] = met[square];
            let (new, new_sound) = (out.free & !any, if leg.is_broken { 0 } else { out.free & !sound });
            if new | new_sound == 0 {
                continue;
            }
            let open = !self.trails.blocked(square, rings, leg.uses);
            let new_sound = new_sound & open & !self.trails.blocked(square, rings, leg.used & !leg.uses);
            let new = new & open & !new_sound;
            met[square] = [any | new | new_sound, sound | new_sound];
            let trails = self.trails.from(square, rings);
            for number in squares((new | new_sound) & out.onto_pieces) {
                let trail = trails[number];
                let is_broken = new & bit(number) != 0;
                pieces |= bit(trail.end());
                legs.push(Leg { end: trail.end(), uses: trail.uses, used: leg.used | trail.uses, is_broken });
            }
        }
        let (mut found, mut bound) = (0, 0);
        for square in squares(pieces) {
            let [any, sound] = met[square];
            bound |= self.ends_of(square, any);
            found |= self.ends_of(square, sound);
        }
        (found, bound)
    }

    /// Where some of a piece's free trails end.
    #[inline]
    fn ends_of(&self, square: usize, trails: u64) -> u64 {
        let out = &self.out[square];
        if trails == out.free {
            return out.ends;
        }
        let all = self.trails.from(square, self.pieces.rings(square));
        squares(trails).fold(0, |ends, number| ends | bit(all[number].end()))
    }

    /// An upper bound to the ends of chains from `start`, found faster and less strict than by `spread`.
    fn bound(&mut self, start: usize) -> u64 {
        let mut bound = self.look(start).ends;
        let mut done = 0;
        loop {
            let more = bound & self.occupied & !done;
            if more == 0 {
                return bound;
            }
            done |= more;
            for square in squares(more) {
                bound |= self.look(square).ends;
            }
        }
    }

    /// The search for what is missing among the ends of chains whose pieces are known.
    fn quest(&self, missing: u64) -> Quest {
        let mut quest = Quest { missing, leads: 0, needs: 0 };
        self.find_leads(&mut quest);
        quest
    }

    /// The pieces from which something missing can be reached.
    fn find_leads(&self, quest: &mut Quest) {
        let mut wanted = quest.missing;
        quest.leads = 0;
        loop {
            let left = self.known & self.occupied & !quest.leads;
            let more = squares(left).filter(|square| self.out[*square].ends & wanted != 0);
            let more = more.fold(0, |more, square| more | bit(square));
            if more == 0 {
                return;
            }
            quest.leads |= more;
            wanted |= more;
        }
    }

    /// Follows all chains from a piece with what was used up before, until nothing is missing.
    fn follow(&self, square: usize, used: u64, quest: &mut Quest) -> bool {
        let trails = self.trails.from(square, self.pieces.rings(square));
        for number in squares(self.out[square].free) {
            let trail = trails[number];
            let end = bit(trail.end());
            if trail.uses & used != 0 || end & (quest.missing | quest.leads) == 0 {
                continue;
            }
            if end & quest.missing != 0 {
                quest.missing &= !end;
                if quest.missing == 0 {
                    quest.needs = trail.passes();
                    return true;
                }
                self.find_leads(quest);
            }
            if end & quest.leads & self.occupied != 0
                && self.still_leads(trail.end(), used | trail.uses, quest.missing)
                && self.follow(trail.end(), used | trail.uses, quest)
            {
                quest.needs |= trail.passes() | end;
                return true;
            }
        }
        false
    }

    /// Can something missing be reached from a piece if no more is used up than was before?
    fn still_leads(&self, square: usize, used: u64, missing: u64) -> bool {
        let mut open = bit(square);
        let mut met = open;
        while open != 0 {
            let from = open.trailing_zeros() as usize;
            open &= open - 1;
            let blocked = self.trails.blocked(from, self.pieces.rings(from), used);
            let ends = self.ends_of(from, self.out[from].free & !blocked);
            if ends & missing != 0 {
                return true;
            }
            let more = ends & self.occupied & !met;
            met |= more;
            open |= more;
        }
        false
    }
}
