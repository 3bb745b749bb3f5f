//! Text drawings of scenes, for terminals.

use std::fmt;

use super::{Piece, Place, PlaceShape, Scene, Shape, Spot};
use crate::rules::Side;

/// Minimum distance in columns, and distance in rows of characters, between neighbouring points of a board
/// with lines.
const POINTS_APART: (usize, f32) = (4, 2.0);
/// Number of text rows for one unit of height on a board of hexagons: 2/√3, because neighbouring rows of
/// hexagons are √3/2 units apart and one text row apart.
const HEXAGONS_APART: f32 = 1.154_700_5;
/// Number of blank columns between the board and the captions beside it.
const GAP: usize = 2;

#[derive(Default)]
struct Canvas(Vec<Vec<char>>);

impl Canvas {
    fn put(&mut self, (column, row): (usize, usize), text: &str) {
        self.0.resize_with(self.0.len().max(row + 1), Vec::new);
        let row = &mut self.0[row];
        for (column, sign) in (column..).zip(text.chars()) {
            row.resize(row.len().max(column + 1), ' ');
            row[column] = sign;
        }
    }

    /// Draws a line between two places, without its ends.
    fn join(&mut self, from: (usize, usize), to: (usize, usize)) {
        let (width, height) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        let sign = match (width, height) {
            (_, 0) => "-",
            (0, _) => "|",
            _ if (from.0 < to.0) == (from.1 < to.1) => "\\",
            _ => "/",
        };
        let steps = if height == 0 { width } else { height };
        let between = |a: usize, b: usize, step: usize| (a * (steps - step) + b * step) / steps;
        for step in 1..steps {
            self.put((between(from.0, to.0, step), between(from.1, to.1, step)), sign);
        }
    }

    fn text(self) -> String {
        let lines = self.0.into_iter().map(|row| row.into_iter().collect::<String>());
        lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }
}

/// Draws the board as several lines of text. Discs, crosses, circles and figures appear as the signs of their
/// sides, or as `#` if they belong to neither side. Storeys, rings and counts appear as numbers, a dome as
/// `D`, a token as its first character, and a piece out of play as `X`. A carved piece appears as its letter,
/// in lower case for the second side.
///
/// ```
/// use plywright::{Scene, Shape, Side};
/// let piece = |letter| (letter == 'x').then_some((Some(Side::First), Shape::Cross));
/// assert_eq!(Scene::grid(3, 2).rows("x../..x", piece).to_string(), "2  x . .\n1  . . x\n   a b c");
/// ```
impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.drawing(&[]))
    }
}

impl Scene {
    /// Draws the board with brackets around the places with the indices `marked`. Bars get no brackets. A
    /// place at the left edge of the text gets only the right one.
    ///
    /// ```
    /// use plywright::{Scene, Shape, Side};
    /// let piece = |letter| (letter == 'x').then_some((Some(Side::First), Shape::Cross));
    /// let scene = Scene::grid(3, 2).rows("x../..x", piece);
    /// assert_eq!(scene.drawing(&[0, 4]), "2 [x]. .\n1  .[.]x\n   a b c");
    /// ```
    pub fn drawing(&self, marked: &[usize]) -> String {
        let min = |values: &dyn Fn(&Place) -> f32| self.places.iter().map(values).fold(f32::MAX, f32::min);
        let (left, top) = (min(&|place| place.spot.x), min(&|place| place.spot.y));
        let right = self.places.iter().map(|place| place.spot.x).fold(f32::MIN, f32::max);
        let texts: Vec<String> = (0..self.places.len()).map(|at| cell(self, at)).collect();
        let is_bar = |place: &Place| matches!(place.shape, PlaceShape::Bar(_));
        let squares = || self.places.iter().zip(&texts).filter(|(place, _)| !is_bar(place));
        let widest = squares().map(|(_, cell)| cell.chars().count()).max().unwrap_or(1);
        let has_hexagons = self.places.iter().any(|place| place.shape == PlaceShape::Hexagon);
        let apart = match (self.lines.is_empty(), has_hexagons) {
            (true, true) => (widest + 1, HEXAGONS_APART),
            (true, false) => (widest + 1, 1.0),
            _ => (POINTS_APART.0.max(widest + 1), POINTS_APART.1),
        };
        let apart = (apart.0 as f32, apart.1);
        let beside = |spot: Spot| spot.x < left;
        let margin = self.captions.iter().filter(|(spot, _)| beside(*spot));
        let margin = margin.map(|(_, text)| text.chars().count() + GAP).max().unwrap_or(0);
        let scaled = |distance: f32, apart: f32| (distance.max(0.0) * apart).round() as usize;
        let at = |spot: Spot| (margin + scaled(spot.x - left, apart.0), scaled(spot.y - top, apart.1));
        let mut canvas = Canvas::default();
        for [from, to] in &self.lines {
            canvas.join(at(*from), at(*to));
        }
        for (place, cell) in self.places.iter().zip(&texts) {
            let (column, row) = at(place.spot);
            if is_bar(place) {
                let text = if cell == "." {
                    format!("({})", place.name)
                } else {
                    format!("({}: {cell})", place.name)
                };
                canvas.put((column.saturating_sub(text.chars().count() / 2), row), &text);
            } else {
                canvas.put((column, row), cell);
            }
        }
        for at_place in marked.iter().filter(|at| self.places.get(**at).is_some_and(|place| !is_bar(place))) {
            let (column, row) = at(self.places[*at_place].spot);
            canvas.put((column + texts[*at_place].chars().count(), row), "]");
            if column > 0 {
                canvas.put((column - 1, row), "[");
            }
        }
        let below = canvas.0.len();
        for (spot, caption) in &self.captions {
            let (column, row) = at(*spot);
            let place = if beside(*spot) {
                (margin - GAP - caption.chars().count(), row)
            } else if row >= below {
                (column, below)
            } else if spot.x > right {
                (margin + scaled(right - left, apart.0) + widest + GAP, row)
            } else {
                (column.saturating_sub(caption.chars().count() - 1), row)
            };
            canvas.put(place, caption);
        }
        canvas.text()
    }
}

/// Returns a line for each side that has a hand, a role or a note.
pub(crate) fn legend(scene: &Scene) -> Vec<String> {
    let line = |side: Side| {
        let seat = &scene.seats[side.index()];
        let hand = seat.hand.as_ref().map(|(_, count)| format!("{count} in hand"));
        let role = seat.role.as_ref().map(|role| format!("{}: {}", role.name, role.rule));
        let parts: Vec<String> = [hand, role, seat.note.clone()].into_iter().flatten().collect();
        (!parts.is_empty())
            .then(|| format!("{} {}: {}", scene.sign(side), scene.side_name(side), parts.join("; ")))
    };
    Side::BOTH.into_iter().filter_map(line).collect()
}

fn cell(scene: &Scene, at: usize) -> String {
    let pieces = || scene.pieces.iter().filter(|piece| piece.at == at);
    let storeys = pieces().filter(|piece| piece.shape == Shape::Block).count();
    let mut cell = if storeys == 0 { String::new() } else { storeys.to_string() };
    cell.extend(pieces().map(|piece| sign(scene, piece)));
    if cell.is_empty() {
        let is_point = scene.places[at].shape == PlaceShape::Point;
        cell.push(if is_point { '*' } else { '.' });
    }
    cell
}

/// Returns the text of a piece in its cell. It is empty for a storey, because the cell shows the number of
/// storeys instead.
fn sign(scene: &Scene, piece: &Piece) -> String {
    match &piece.shape {
        _ if piece.dead => "X".to_owned(),
        Shape::Block => String::new(),
        Shape::Dome => "D".to_owned(),
        Shape::Rings(number) | Shape::Count(number) => number.to_string(),
        Shape::Token(word) => word.chars().take(1).collect(),
        Shape::Man(kind) if piece.side == Some(Side::Second) => kind.letter().to_lowercase().collect(),
        Shape::Man(kind) => kind.letter().to_string(),
        Shape::Disc | Shape::Cross | Shape::Circle | Shape::Figure => {
            piece.side.map_or('#', |side| scene.sign(side)).to_string()
        }
    }
}
