//! Leapers, an invented game with selectable faults.
//!
//! The game is played on a row of seven cells. A stone steps to an empty neighbouring cell, or leaps over a
//! neighbouring enemy stone to the empty cell behind it and captures it. A side that captures moves again if
//! it has a move and the opponent has a stone left. A side that cannot move loses, but a full row is a draw.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use plywright::prelude::*;
use plywright::{NodeScratch, Points};

use super::faults::Fault;

pub const CELLS: u8 = 7;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Cells with stones of the first and of the second side. Bit 0 is the cell `a`, at the left end.
    pub stones: [u8; 2],
    pub side: Side,
    /// Copy of the game's fault, because the key and the moves of a row may be wrong, and a row does not know the game.
    pub fault: Fault,
}

impl State for Row {
    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> Key {
        let side = if self.fault == Fault::KeyWithoutSide { 0 } else { self.side.index() as u64 };
        let first = if self.fault == Fault::KeyWithoutStone { self.stones[0] & !1 } else { self.stones[0] };
        Key::mix(side << 16 | u64::from(first) << 8 | u64::from(self.stones[1]))
    }
}

impl Row {
    pub fn has(self, side: Side, cell: u8) -> bool {
        self.stones[side.index()] >> cell & 1 == 1
    }

    fn is_free(self, cell: u8) -> bool {
        cell < CELLS && !self.has(Side::First, cell) && !self.has(Side::Second, cell)
    }

    fn allows(self, mv: Leap) -> bool {
        let between = u8::midpoint(mv.from, mv.to);
        self.has(self.side, mv.from)
            && (self.is_free(mv.to) || self.fault == Fault::LegalOntoStones)
            && (mv.from.abs_diff(mv.to) == 1 || (mv.takes() && self.has(!self.side, between)))
    }

    fn moves(self) -> impl Iterator<Item = Leap> {
        (0..CELLS)
            .flat_map(move |from| {
                (0..CELLS).map(move |to| Leap { from, to, blurred: self.fault == Fault::SharedCodes })
            })
            .filter(move |mv| self.allows(*mv) && self.is_free(mv.to))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leap {
    pub from: u8,
    pub to: u8,
    /// Whether the code leaves out `from`, so that several moves share a code.
    blurred: bool,
}

impl Leap {
    fn takes(self) -> bool {
        self.from.abs_diff(self.to) == 2
    }
}

impl Move for Leap {
    fn code(self) -> u32 {
        if self.blurred { self.to.into() } else { u32::from(self.from) * 8 + u32::from(self.to) }
    }

    fn decode(code: u32) -> Option<Self> {
        let (from, to) = ((code / 8) as u8, (code % 8) as u8);
        (code < 8 * u32::from(CELLS) && to < CELLS).then_some(Self { from, to, blurred: false })
    }
}

#[derive(Clone, Debug, Default)]
pub struct Leapers {
    pub fault: Fault,
    /// Number of calls of some methods of this game and its clones, for faults that show only in some calls.
    pub calls: Arc<AtomicU32>,
    /// Value of an option without effect.
    pub idle: bool,
}

/// Recurses until the stack is full. The array fills it quickly, and `black_box` keeps the compiler from removing the
/// recursion.
fn recurse(depth: u64) -> u64 {
    if depth == u64::MAX {
        return 0;
    }
    std::hint::black_box([depth; 64])[0] + recurse(std::hint::black_box(depth + 1))
}

impl Leapers {
    pub fn with(fault: Fault) -> Self {
        Self { fault, calls: Arc::default(), idle: false }
    }

    pub fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn find_win(&self, row: Row) -> Option<Leap> {
        let mut moves = Moves::new();
        self.moves(&row, &mut moves);
        moves.into_iter().find(|mv| {
            let mut next = row;
            self.play(&mut next, *mv);
            self.moves(&next, &mut Moves::new()) == Some(Ending::Win(row.side))
        })
    }
}

impl Game for Leapers {
    type State = Row;
    type Move = Leap;

    fn start(&self) -> Row {
        assert!(!self.has(Fault::StartPanics), "there is no start");
        Row { stones: [0b000_0101, 0b101_0000], side: Side::First, fault: self.fault }
    }

    fn moves(&self, row: &Row, out: &mut Moves<Leap>) -> Option<Ending> {
        if self.has(Fault::TurnKeptAtTheEnd) && row.stones[(!row.side).index()] == 0 {
            return Some(Ending::Win(row.side));
        }
        if self.has(Fault::TurnPassedByALoss) && row.has(Side::First, CELLS / 2) {
            return Some(Ending::Win(Side::Second));
        }
        if self.has(Fault::EndlessRecursion) && row.has(Side::First, CELLS / 2) {
            recurse(0);
        }
        out.extend(row.moves());
        if self.has(Fault::Endless) {
            out.retain(|mv| !mv.takes());
            out.push(Leap { from: 0, to: 0, blurred: false });
            return None;
        }
        if self.has(Fault::MissingMove) {
            out.retain(|mv| (mv.from, mv.to) != (2, 1));
        }
        if out.is_empty() {
            if self.has(Fault::MovesAfterTheEnd) {
                out.push(Leap { from: 0, to: 1, blurred: false });
            }
            let is_full = row.stones[0] | row.stones[1] == (1 << CELLS) - 1;
            let is_tie = is_full && !self.has(Fault::TieIsWin);
            return Some(if is_tie { Ending::Draw } else { Ending::Win(!row.side) });
        }
        if self.has(Fault::MoveTwice) && out.len() > 2 {
            out.push(out[0]);
        }
        None
    }

    fn play(&self, row: &mut Row, mv: Leap) {
        if mv.from != mv.to {
            let step = 1 << mv.from | 1_u8 << mv.to;
            row.stones[row.side.index()] ^= step;
        }
        if mv.takes() {
            assert!(!self.has(Fault::PlayPanics), "only steps are expected");
            row.stones[(!row.side).index()] &= !(1 << u8::midpoint(mv.from, mv.to));
        }
        let goes_on = mv.takes() && row.moves().next().is_some() && row.stones[(!row.side).index()] != 0;
        let forgets = self.has(Fault::PlayForgetful) && self.calls.fetch_add(1, Ordering::Relaxed) % 50 == 49;
        let keeps = self.has(Fault::TurnKeptAtTheEnd) && row.stones[(!row.side).index()] == 0;
        if !(goes_on || forgets || keeps) {
            row.side = !row.side;
        }
    }

    fn ending(&self, row: &Row) -> Option<Ending> {
        let ending = self.moves(row, &mut Moves::new());
        ending.filter(|_| !self.has(Fault::EndingBlind))
    }

    fn count(&self, row: &Row) -> u64 {
        let mut moves = Moves::new();
        self.moves(row, &mut moves);
        moves.len() as u64 + u64::from(self.has(Fault::CountOneMore) && moves.len() > 2)
    }

    fn is_legal(&self, row: &Row, mv: Leap) -> bool {
        let mut moves = Moves::new();
        self.moves(row, &mut moves);
        if self.has(Fault::LegalOntoStones) {
            !moves.is_empty() && row.allows(mv)
        } else {
            moves.contains(&mv)
        }
    }

    fn continues_turn(&self, _: &Row) -> bool {
        !self.has(Fault::TurnsEndEarly)
    }

    fn irreversible(&self, _: &Row, mv: Leap) -> bool {
        mv.takes() || self.has(Fault::StepsIrreversible)
    }

    fn draw_rules(&self, _: &Row) -> DrawRules {
        assert!(!self.has(Fault::DrawRulesPanic), "there are no draws");
        if self.has(Fault::Endless) {
            DrawRules::NONE
        } else {
            let times = if self.has(Fault::RepetitionIgnored) { 0 } else { 3 };
            DrawRules { repetition: Repetition::Draw(times), move_limit: 60 }
        }
    }
}

impl Hints for Leapers {
    fn distinct_moves(&self, row: &Row, out: &mut Moves<Leap>) -> Option<Ending> {
        let ending = self.moves(row, out);
        if self.has(Fault::SuccessorForgotten) && out.len() > 2 {
            out.pop();
        }
        if self.has(Fault::SuccessorTwice) && out.len() > 2 {
            out.push(out[0]);
        }
        ending
    }

    fn winning_move(&self, row: &Row) -> Option<Leap> {
        if self.has(Fault::WinWithoutEnd) {
            return row.moves().next();
        }
        self.find_win(*row).filter(|_| !self.has(Fault::WinForgotten) || row.stones[0] & 1 == 0)
    }

    fn random_move(&self, row: &Row, random: u64) -> Result<Leap, Ending> {
        let mut moves = Moves::new();
        let ending = self.moves(row, &mut moves);
        let choice = if self.has(Fault::RandomMoveForgotten) {
            moves.len()
        } else {
            random as usize % moves.len().max(1)
        };
        moves.get(choice).copied().ok_or(ending.unwrap_or(Ending::Draw))
    }

    fn playout(&self, _: &Row, _: &mut impl FnMut() -> u64) -> Option<Ending> {
        self.has(Fault::PlayoutAlwaysDraws).then_some(Ending::Draw)
    }

    fn points(&self, _: &Row) -> Option<Points> {
        self.has(Fault::PointsTooFew).then_some(Points { lead: 0, open: 50 })
    }

    fn loses_at_once(&self, row: &Row, mv: Leap, scratch: &mut NodeScratch) -> Option<bool> {
        scratch.push(mv.code().into());
        let overlooks =
            self.has(Fault::ReplyOverlooked) || (self.has(Fault::ReplyOfNotes) && scratch.len() > 1);
        let mut next = *row;
        self.play(&mut next, mv);
        Some(next.side != row.side && self.find_win(next).is_some() && !overlooks)
    }

    fn is_threatened(&self, row: &Row, scratch: &mut NodeScratch) -> bool {
        let is_real = self.find_win(Row { side: !row.side, ..*row }).is_some();
        match self.fault {
            Fault::PassKeepsTurn => false,
            Fault::ThreatInvented | Fault::ThreatWithoutPass => true,
            Fault::ThreatOfNotes => is_real == scratch.is_empty(),
            _ => is_real,
        }
    }

    fn class(&self, _: &Row, mv: Leap) -> MoveClass {
        if mv.takes() || self.has(Fault::NoisySteps) { MoveClass::Noisy } else { MoveClass::Quiet }
    }

    fn noisy(&self, row: &Row, min: MoveClass, out: &mut Moves<Leap>) {
        self.moves(row, out);
        out.retain(|mv| self.class(row, *mv) >= min && !self.has(Fault::NoisyForgotten));
    }

    fn pass(&self, row: &Row) -> Option<Row> {
        let side = if self.has(Fault::PassKeepsTurn) { row.side } else { !row.side };
        (!self.has(Fault::ThreatWithoutPass)).then_some(Row { side, ..*row })
    }
}

impl Symmetric for Leapers {
    fn symmetries(&self) -> u8 {
        2
    }

    fn transform(&self, row: &Row, _mirror: Symmetry) -> Row {
        let mirror = |stones: u8| stones.reverse_bits() >> (8 - CELLS);
        Row { stones: row.stones.map(mirror), ..*row }
    }

    fn transform_move(&self, mv: Leap, _mirror: Symmetry) -> Leap {
        if self.has(Fault::MirroredBoardOnly) || mv.from == mv.to {
            return mv;
        }
        Leap { from: CELLS - 1 - mv.from, to: CELLS - 1 - mv.to, ..mv }
    }
}
