//! Letters and digits as lines, for pictures made of pixels. SVG leaves its text to the viewer's fonts.

use plywright::picture::Anchor;
use tiny_skia::{Path, PathBuilder};

/// Height of capitals, as a share of the text's size. A capital is six units high; the lengths below are in these
/// units.
const HEIGHT: f32 = 0.7;
/// Distance between two letters.
const GAP: f32 = 1.6;
/// Width of a space.
const BLANK: f32 = 2.0;
/// Widths of the lines of regular and of bold letters.
const REGULAR: f32 = 0.9;
const BOLD: f32 = 1.3;

/// Letters, one on a line, each with its strokes. A stroke is a list of points, each written as two digits: `x` to the
/// right and `y` downwards. Capitals reach from `y` 0 to 6, and small letters begin at 2.
const GLYPHS: &str = include_str!("strokes.txt");
/// The strokes of a box, which stands for every letter that the file lacks.
const UNKNOWN: &str = "0040460600";

/// Returns the strokes of a letter, separated by spaces, or those of a box for a letter that the file lacks.
fn glyph(letter: char) -> &'static str {
    let known = GLYPHS.lines().find_map(|line| line.strip_prefix(letter)?.strip_prefix(' '));
    known.unwrap_or(UNKNOWN)
}

/// Returns the lines that draw a text in one row, and the width of the pen. A text without letters has no lines. The
/// origin lies at half the height of capitals, at the text's left end or in its middle, as `anchor` says.
pub fn outline(text: &str, size: f32, anchor: Anchor, is_bold: bool) -> (Option<Path>, f32) {
    let unit = HEIGHT * size / 6.0;
    let mut strokes: Vec<(f32, &str)> = Vec::new();
    let mut end = 0.0;
    for letter in text.chars() {
        let glyph = if letter.is_whitespace() { "" } else { glyph(letter) };
        let mut width = 0.0_f32;
        for stroke in glyph.split(' ').filter(|stroke| !stroke.is_empty()) {
            strokes.push((end, stroke));
            width = points(stroke).map(|[x, _]| x).fold(width, f32::max);
        }
        end += if glyph.is_empty() { BLANK } else { width + GAP };
    }
    let left = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -(end - GAP).max(0.0) / 2.0,
    };
    let mut path = PathBuilder::new();
    for (start, stroke) in strokes {
        for (index, [x, y]) in points(stroke).enumerate() {
            let (x, y) = ((left + start + x) * unit, (y - 3.0) * unit);
            if index == 0 {
                path.move_to(x, y);
            }
            // Even a stroke with a single point becomes a short line, which its round ends show as a dot.
            path.line_to(x + 0.01 * unit, y);
        }
    }
    (path.finish(), unit * if is_bold { BOLD } else { REGULAR })
}

/// Returns the points of a stroke, in units.
fn points(stroke: &str) -> impl Iterator<Item = [f32; 2]> {
    let digit = |byte: u8| f32::from(byte.saturating_sub(b'0'));
    stroke.as_bytes().chunks_exact(2).map(move |pair| [digit(pair[0]), digit(pair[1])])
}
