//! A second implementation of the rules, slow and straight from the rule sheet, with which tests compare the crate's
//! lists of moves. Its rules share no code with the crate.

use std::collections::{BTreeMap, BTreeSet};

use plywright::{Game, Moves, Notation};
use plywright_gyges::{Gyges, Rules, StuckRow};

/// Maximum number of steps that a walk tries. Some boards have too many chains of bounces to walk them all.
const MAX_STEPS: usize = 200_000;

/// Number of squares, which are numbered row by row.
const SQUARES: usize = 36;
/// Numbers of the goals of players 1 and 2. They lie beyond the first and the last row.
const GOALS: [usize; 2] = [36, 37];

/// Number of rings of the piece on each square and in each goal; 0 if there is no piece.
pub type Digits = [u8; SQUARES + GOALS.len()];

/// A position and its rules. `player` is 1 or 2.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub digits: Digits,
    pub player: u8,
    pub rules: Rules,
}

impl Sheet {
    pub fn text(&self) -> String {
        let rows: Vec<String> =
            self.digits[..SQUARES].chunks(6).map(|row| row.iter().map(u8::to_string).collect()).collect();
        format!("{} {}", rows.join("/"), self.player)
    }

    fn rows(player: u8) -> Vec<usize> {
        if player == 1 { (0..6).collect() } else { (0..6).rev().collect() }
    }

    fn row_has_piece(&self, row: usize) -> bool {
        self.digits[6 * row..6 * row + 6].iter().any(|rings| *rings > 0)
    }

    fn active_row(&self, player: u8) -> Option<usize> {
        Self::rows(player).into_iter().find(|row| self.row_has_piece(*row))
    }

    fn neighbours(square: usize) -> Vec<usize> {
        let (row, file) = (square / 6, square % 6);
        let mut all = Vec::new();
        if file < 5 {
            all.push(square + 1);
        }
        if file > 0 {
            all.push(square - 1);
        }
        all.push(if row < 5 { square + 6 } else { GOALS[1] });
        all.push(if row > 0 { square - 6 } else { GOALS[0] });
        all
    }

    /// Returns the texts of all moves of pieces; `None` if there are too many chains or the board is empty.
    pub fn moves(&self) -> Option<BTreeSet<String>> {
        let rows = Self::rows(self.player);
        let first = self.active_row(self.player)?;
        for row in rows.into_iter().skip_while(|row| *row != first) {
            let mut all = BTreeSet::new();
            for start in 6 * row..6 * row + 6 {
                if self.digits[start] > 0 {
                    all.extend(self.moves_of(start)?);
                }
            }
            if !all.is_empty() || self.rules.stuck_row != StuckRow::NextRow {
                return Some(all);
            }
        }
        Some(BTreeSet::new())
    }

    /// Returns the squares and goals where the piece on `start` can end, each with the smallest number of bounces that
    /// leads there. `None` if there are too many chains.
    pub fn reach(&self, start: usize) -> Option<BTreeMap<usize, usize>> {
        let mut walk = Walk::new(self, start, None);
        walk.step(start, self.digits[start], 0);
        (walk.steps <= MAX_STEPS).then_some(walk.ends)
    }

    /// Whether the piece on `start` can end on `end` by bouncing on exactly the pieces on the squares `bounces`, in
    /// this order.
    pub fn bounces_to(&self, start: usize, bounces: &[usize], end: usize) -> bool {
        let mut walk = Walk::new(self, start, Some(bounces));
        walk.step(start, self.digits[start], 0);
        walk.ends.get(&end) == Some(&bounces.len())
    }

    fn moves_of(&self, start: usize) -> Option<BTreeSet<String>> {
        let mut lifted = self.digits;
        lifted[start] = 0;
        let mut texts = BTreeSet::new();
        for end in self.reach(start)?.into_keys() {
            if lifted[end] == 0 {
                if end != start || self.rules.may_leave_board_unchanged {
                    texts.insert(format!("{start}|{end}"));
                }
                continue;
            }
            for drop in (0..SQUARES).filter(|drop| lifted[*drop] == 0 && self.may_drop(*drop)) {
                let mut after = lifted;
                after[drop] = lifted[end];
                after[end] = self.digits[start];
                if after != self.digits || self.rules.may_leave_board_unchanged {
                    texts.insert(format!("{start}|{end}|{drop}"));
                }
            }
        }
        Some(texts)
    }

    /// Whether a square is a legal drop square if it is empty: it must not lie between the opponent's active row and
    /// the opponent's edge of the board.
    fn may_drop(&self, square: usize) -> bool {
        let row = square / 6;
        match self.player {
            1 => self.active_row(2).is_some_and(|active| row <= active),
            _ => self.active_row(1).is_some_and(|active| row >= active),
        }
    }
}

/// A depth-first walk over the chains of bounces of one piece.
struct Walk<'a> {
    sheet: &'a Sheet,
    /// The board without the piece that moves.
    board: Digits,
    /// If set, chains bounce only on the pieces on these squares, in this order. `None` allows all bounces.
    bounces: Option<&'a [usize]>,
    /// Edges that the current chain has crossed, as pairs of squares, the lower number first.
    used: Vec<(usize, usize)>,
    /// Squares that the current chain has entered, its start included.
    squares: Vec<usize>,
    /// Smallest number of bounces to each square and goal where the piece can end. If the field `bounces` is set, only
    /// chains that make all its bounces count.
    ends: BTreeMap<usize, usize>,
    /// Number of steps tried so far.
    steps: usize,
}

impl<'a> Walk<'a> {
    fn new(sheet: &'a Sheet, start: usize, bounces: Option<&'a [usize]>) -> Self {
        let mut board = sheet.digits;
        board[start] = 0;
        Self { sheet, board, bounces, used: vec![], squares: vec![start], ends: BTreeMap::new(), steps: 0 }
    }

    /// Tries all continuations of a chain that has come to the square `at` after `bounced` bounces and has `left` steps
    /// before the next bounce or its end. Adds each end to `ends`.
    fn step(&mut self, at: usize, left: u8, bounced: usize) {
        let own_goal = GOALS[usize::from(self.sheet.player - 1)];
        for to in Sheet::neighbours(at) {
            self.steps += 1;
            if self.steps > MAX_STEPS || to == own_goal || self.repeats(at, to) {
                continue;
            }
            if GOALS.contains(&to) {
                if left == 1 {
                    self.end_on(to, bounced);
                }
                continue;
            }
            self.used.push(edge(at, to));
            self.squares.push(to);
            if left == 1 {
                self.end_on(to, bounced);
                self.bounce_on(to, bounced);
            } else if self.board[to] == 0 {
                self.step(to, left - 1, bounced);
            }
            self.used.pop();
            self.squares.pop();
        }
    }

    /// Whether the step from the square `at` to its neighbour `to` repeats what a chain may do only once.
    fn repeats(&self, at: usize, to: usize) -> bool {
        if self.sheet.rules.square_once {
            self.squares.contains(&to)
        } else {
            self.used.contains(&edge(at, to))
        }
    }

    /// Adds the end of a chain after `bounced` bounces.
    fn end_on(&mut self, end: usize, bounced: usize) {
        if self.bounces.is_none_or(|bounces| bounced == bounces.len()) {
            let fewest = self.ends.entry(end).or_insert(bounced);
            *fewest = bounced.min(*fewest);
        }
    }

    /// Continues a chain after `bounced` bounces by one more, on the square `at`, if a piece is there and the walk
    /// allows this bounce.
    fn bounce_on(&mut self, at: usize, bounced: usize) {
        let is_allowed = self.bounces.is_none_or(|bounces| bounces.get(bounced) == Some(&at));
        if self.board[at] > 0 && is_allowed {
            self.step(at, self.board[at], bounced + 1);
        }
    }
}

/// Returns the edge between two neighbours, the lower number first.
fn edge(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}

/// Returns the texts of the moves that the crate lists, and asserts that no two moves have the same text.
pub fn listed(game: &Gyges, text: &str) -> BTreeSet<String> {
    let state = game.parse_position(text).expect(text);
    let mut moves = Moves::new();
    game.moves(&state, &mut moves);
    let texts: BTreeSet<String> = moves.iter().map(|mv| game.move_text(&state, *mv)).collect();
    assert_eq!(texts.len(), moves.len(), "{text}");
    texts
}
