//! The board drawn with characters: points on a grid, joined by their lines.

use plywright::Side;

use crate::mill::Mill;
use crate::point::Point;
use crate::rule_sheet::RuleSheet;
use crate::state::{Phase, State};
use crate::text::fields::symbol;

/// Number of columns from one file to the next.
const WIDTH: usize = 4;
/// Number of lines from one rank to the next.
const HEIGHT: usize = 2;
/// Number of columns left of the board, for the digits of the ranks.
const MARGIN: usize = 3;

/// Rows of characters, the highest rank first.
struct Canvas {
    rows: Vec<Vec<char>>,
    top_rank: usize,
}

impl Canvas {
    fn new(files: usize, ranks: usize) -> Self {
        let width = MARGIN + (files - 1) * WIDTH + 1;
        Self { rows: vec![vec![' '; width]; (ranks - 1) * HEIGHT + 1], top_rank: ranks - 1 }
    }

    /// Row and column of a place given by file and rank, both from 0.
    fn at(&self, (file, rank): (usize, usize)) -> (usize, usize) {
        ((self.top_rank - rank) * HEIGHT, MARGIN + file * WIDTH)
    }

    /// Draws a line between two places, without its ends.
    fn join(&mut self, a: (usize, usize), b: (usize, usize)) {
        let (from, to) = (self.at(a), self.at(b));
        let rising = (from.0 < to.0) != (from.1 < to.1);
        let mark = match (from.0 == to.0, from.1 == to.1) {
            (true, _) => '-',
            (_, true) => '|',
            _ if rising => '/',
            _ => '\\',
        };
        let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1));
        let between = |p: usize, q: usize, step: usize| (p * (steps - step) + q * step) / steps;
        // A diagonal has one sign per line, a straight line one per character.
        let stride = if from.0 == to.0 || from.1 == to.1 { 1 } else { steps / from.0.abs_diff(to.0) };
        for step in (stride..steps).step_by(stride) {
            self.rows[between(from.0, to.0, step)][between(from.1, to.1, step)] = mark;
        }
    }
}

/// The board and what the side to move has to do.
pub(super) fn of(game: &Mill, state: &State) -> String {
    let place = |point: Point| {
        let label = game.board.label(point).as_bytes();
        (usize::from(label[0] - b'a'), usize::from(label[1] - b'1'))
    };
    let places = || game.board.points().iter().map(place);
    let files = places().map(|p| p.0).max().unwrap_or(0) + 1;
    let ranks = places().map(|p| p.1).max().unwrap_or(0) + 1;
    let mut canvas = Canvas::new(files, ranks);
    for point in game.board.points() {
        for neighbour in game.board.neighbours(point) {
            canvas.join(place(point), place(neighbour));
        }
    }
    for point in game.board.points() {
        let (row, column) = canvas.at(place(point));
        canvas.rows[row][column] = symbol(state, point);
    }
    for rank in 0..ranks {
        let (row, _) = canvas.at((0, rank));
        canvas.rows[row][0] = char::from(b'1' + rank as u8);
    }
    let mut lines: Vec<String> = canvas.rows.iter().map(|row| row.iter().collect()).collect();
    let letters: Vec<String> = (0..files).map(|f| char::from(b'a' + f as u8).to_string()).collect();
    lines.push(" ".repeat(MARGIN) + &letters.join(&" ".repeat(WIDTH - 1)));
    lines.push(caption(game, state));
    lines.join("\n")
}

/// The last line of the drawing.
fn caption(game: &Mill, state: &State) -> String {
    let name = |side| match side {
        Side::First => "White (O)",
        Side::Second => "Black (@)",
    };
    let doing = match (game.sheet.ending(state), state.pending(), state.phase) {
        (Some(_), ..) => "has the turn, but the game is over".to_owned(),
        (None, 0, Phase::Placing) => "to place".to_owned(),
        (None, 0, Phase::Moving) if game.flies(state, state.side) => "to move or fly".to_owned(),
        (None, 0, _) => "to move".to_owned(),
        (None, due, _) => format!("to remove {}", due.unsigned_abs()),
    };
    let hands = format!("in hand: White {}, Black {}", state.hand(Side::First), state.hand(Side::Second));
    format!("{} {doing}; {hands}", name(state.side))
}
