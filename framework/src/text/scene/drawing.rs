//! Drawings of scenes as text, for terminals. A `Layout` gives each point of the board a column and a row of
//! characters, and a `Canvas` collects the characters.

use std::fmt;

use super::{Piece, Place, PlaceShape, Scene, Shape, Spot};
use crate::rules::Side;

/// Minimum number of columns of characters for one unit of width on a board with lines, so that the lines can be seen.
const MIN_COLUMNS_APART: usize = 4;
/// Number of text rows for one unit of height on a board with lines. Twice as many columns as rows make about a
/// square, because a character is about twice as high as wide.
const ROWS_APART: f32 = 2.0;
/// Number of text rows for one unit of height on a board of hexagons: 2/√3, because neighbouring rows of
/// hexagons are √3/2 units apart and one text row apart.
const HEXAGON_ROWS_APART: f32 = 1.154_700_5;
/// Number of blank columns between the board and the captions beside it.
const GAP: usize = 2;

/// Text drawn character by character, in rows from the top. Rows and columns are added when they are written.
#[derive(Default)]
struct Canvas {
    rows: Vec<Vec<char>>,
}

impl Canvas {
    /// Writes `text` into a row, beginning at a column, over any characters there.
    fn put(&mut self, (column, row): (usize, usize), text: &str) {
        self.rows.resize_with(self.rows.len().max(row + 1), Vec::new);
        let row = &mut self.rows[row];
        for (column, sign) in (column..).zip(text.chars()) {
            row.resize(row.len().max(column + 1), ' ');
            row[column] = sign;
        }
    }

    /// Draws a line of `-`, `|`, `\` or `/` between two points, which are left free for places.
    fn join(&mut self, (column, row): (usize, usize), (to_column, to_row): (usize, usize)) {
        let (width, height) = (column.abs_diff(to_column), row.abs_diff(to_row));
        let sign = match (width, height) {
            (_, 0) => "-",
            (0, _) => "|",
            _ if (column < to_column) == (row < to_row) => "\\",
            _ => "/",
        };
        let steps = if height == 0 { width } else { height };
        let between = |from: usize, to: usize, step: usize| (from * (steps - step) + to * step) / steps;
        for step in 1..steps {
            self.put((between(column, to_column, step), between(row, to_row, step)), sign);
        }
    }

    fn text(self) -> String {
        let lines = self.rows.into_iter().map(|row| row.into_iter().collect::<String>());
        lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }
}

/// Writes the board as several lines of text. Discs, crosses, circles and figures appear as the [sign](Scene::sign) of
/// their side, or as `#` if they belong to neither side. Storeys, rings and counts appear as numbers, a dome as
/// `D`, a token as its first character, and a piece out of play as `X`. A carved piece appears as its letter,
/// in lower case for the second side. An empty place appears as `.`, or as `*` if it is a point where lines meet. A bar
/// appears as its name and its pieces in parentheses.
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
    /// Writes the board like [`Scene`]'s `Display`, with brackets around the places with the indices `marked`. Bars get
    /// no brackets. A place at the left edge of the text gets only the right bracket. Indices of no place are ignored.
    ///
    /// ```
    /// use plywright::{Scene, Shape, Side};
    /// let piece = |letter| (letter == 'x').then_some((Some(Side::First), Shape::Cross));
    /// let scene = Scene::grid(3, 2).rows("x../..x", piece);
    /// assert_eq!(scene.drawing(&[0, 4]), "2 [x]. .\n1  .[.]x\n   a b c");
    /// ```
    pub fn drawing(&self, marked: &[usize]) -> String {
        let cells: Vec<String> = (0..self.places.len()).map(|at| cell_text(self, at)).collect();
        let layout = Layout::new(self, &cells);
        let mut canvas = Canvas::default();
        for [from, to] in &self.lines {
            canvas.join(layout.at(*from), layout.at(*to));
        }
        for (place, cell) in self.places.iter().zip(&cells) {
            let (column, row) = layout.at(place.spot);
            if is_bar(place) {
                let text = match cell.as_str() {
                    "." => format!("({})", place.name),
                    cell => format!("({}: {cell})", place.name),
                };
                canvas.put((column.saturating_sub(text.chars().count() / 2), row), &text);
            } else {
                canvas.put((column, row), cell);
            }
        }
        for number in marked {
            let Some(place) = self.places.get(*number).filter(|place| !is_bar(place)) else { continue };
            let (column, row) = layout.at(place.spot);
            canvas.put((column + cells[*number].chars().count(), row), "]");
            if column > 0 {
                canvas.put((column - 1, row), "[");
            }
        }
        let below = canvas.rows.len();
        for (spot, caption) in &self.captions {
            canvas.put(layout.at_caption(*spot, caption.chars().count(), below), caption);
        }
        canvas.text()
    }
}

fn is_bar(place: &Place) -> bool {
    matches!(place.shape, PlaceShape::Bar(_))
}

/// Converts the points of a scene to columns and rows of characters.
struct Layout {
    // `left`, `right` and `top` are bounds of the places' centres.
    left: f32,
    right: f32,
    top: f32,
    /// Number of columns of characters for one unit of width.
    columns_apart: f32,
    /// Number of text rows for one unit of height.
    rows_apart: f32,
    /// Number of columns for the captions on the left.
    margin: usize,
    /// Number of characters of the longest text of a place, at least 1. Bars do not count.
    widest: usize,
}

impl Layout {
    /// `cells` has the text of each place, in the order of `scene.places`.
    fn new(scene: &Scene, cells: &[String]) -> Self {
        let (mut left, mut right, mut top) = (f32::MAX, f32::MIN, f32::MAX);
        let (mut widest, mut has_hexagons) = (0, false);
        for (place, cell) in scene.places.iter().zip(cells) {
            left = left.min(place.spot.x);
            right = right.max(place.spot.x);
            top = top.min(place.spot.y);
            has_hexagons |= place.shape == PlaceShape::Hexagon;
            if !is_bar(place) {
                widest = widest.max(cell.chars().count());
            }
        }
        let widest = widest.max(1);
        let (columns_apart, rows_apart) = if !scene.lines.is_empty() {
            (MIN_COLUMNS_APART.max(widest + 1), ROWS_APART)
        } else if has_hexagons {
            (widest + 1, HEXAGON_ROWS_APART)
        } else {
            (widest + 1, 1.0)
        };
        let mut margin = 0;
        for (spot, caption) in &scene.captions {
            if spot.x < left {
                margin = margin.max(caption.chars().count() + GAP);
            }
        }
        Self { left, right, top, columns_apart: columns_apart as f32, rows_apart, margin, widest }
    }

    /// Returns the column and row of the first character at a point. Points to the left of the board or above it count
    /// as points of its edge.
    fn at(&self, spot: Spot) -> (usize, usize) {
        let row = ((spot.y - self.top).max(0.0) * self.rows_apart).round() as usize;
        (self.column(spot.x), row)
    }

    fn column(&self, x: f32) -> usize {
        self.margin + ((x - self.left).max(0.0) * self.columns_apart).round() as usize
    }

    /// Returns the column and row at which a caption of `length` characters begins. Captions to the left and right of
    /// the board stand in columns of their own, and captions below it in the row `below`. Any other caption ends at its
    /// point.
    fn at_caption(&self, spot: Spot, length: usize, below: usize) -> (usize, usize) {
        let (column, row) = self.at(spot);
        if spot.x < self.left {
            (self.margin - GAP - length, row)
        } else if row >= below {
            (column, below)
        } else if spot.x > self.right {
            (self.column(self.right) + self.widest + GAP, row)
        } else {
            ((column + 1).saturating_sub(length), row)
        }
    }
}

/// Returns the lines of text below the board: one for each side that has a hand, a role or a note.
pub(crate) fn legend(scene: &Scene) -> Vec<String> {
    let mut lines = Vec::new();
    for side in Side::BOTH {
        let seat = &scene.seats[side.index()];
        let hand = seat.hand.as_ref().map(|(_, count)| format!("{count} in hand"));
        let role = seat.role.as_ref().map(|role| format!("{}: {}", role.name, role.rule));
        let parts: Vec<String> = [hand, role, seat.note.clone()].into_iter().flatten().collect();
        if !parts.is_empty() {
            lines.push(format!("{} {}: {}", scene.sign(side), scene.side_name(side), parts.join("; ")));
        }
    }
    lines
}

/// Returns the text of a place: the number of its storeys and the signs of its other pieces. An empty place is `.`, or
/// `*` if it is a point.
fn cell_text(scene: &Scene, at: usize) -> String {
    let pieces = || scene.pieces.iter().filter(|piece| piece.at == at);
    let storeys = pieces().filter(|piece| piece.shape == Shape::Block).count();
    let mut text = if storeys == 0 { String::new() } else { storeys.to_string() };
    text.extend(pieces().map(|piece| piece_text(scene, piece)));
    if text.is_empty() {
        let is_point = scene.places[at].shape == PlaceShape::Point;
        text.push(if is_point { '*' } else { '.' });
    }
    text
}

/// Returns the text of a single piece. It is empty for a storey, because [`cell_text`] writes the number of storeys
/// instead.
fn piece_text(scene: &Scene, piece: &Piece) -> String {
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
