//! Draws the first side's winning chance, move by move, as bars of text or as an SVG picture.

use plywright::Side;
use plywright::picture::escape;

use crate::analysis::{AnalysedPly, MoveQuality};

/// Number of columns of a bar on each side of the middle.
const HALF_BAR: usize = 15;
/// Width and height of a picture, and the distance of the graph from its edges, in SVG's units.
const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 300.0;
const MARGIN: f64 = 40.0;
/// Distance between the grid and its labels.
const LABEL_GAP: f64 = 6.0;
/// Distance by which a label stands lower than its line of the grid, so that the line meets the middle of the digits.
const LABEL_DROP: f64 = 4.0;
/// Distance of the text with the number of moves from the lower edge of the picture.
const FOOT: f64 = 10.0;

/// Draws a bar of text for the first side's winning chance, 0 to 1. The bar extends to the right if the first
/// side is ahead, otherwise to the left.
///
/// ```
/// use plywright_matches::graph::bar;
/// assert_eq!(bar(0.5), "               |               ");
/// assert_eq!(bar(1.0), "               |###############");
/// assert_eq!(bar(0.4), "            ###|               ");
/// ```
pub fn bar(chance: f64) -> String {
    let lead = 2.0 * chance - 1.0;
    let filled = "#".repeat((lead.abs() * HALF_BAR as f64).round() as usize);
    if lead < 0.0 {
        format!("{filled:>HALF_BAR$}|{:HALF_BAR$}", "")
    } else {
        format!("{:HALF_BAR$}|{filled:<HALF_BAR$}", "")
    }
}

/// Returns an SVG picture of the first side's winning chance before the first move and after each move, with
/// `title` above it. A circle marks each mistake and each blunder.
pub fn svg(title: &str, plies: &[AnalysedPly]) -> String {
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"20\" font-size=\"14\">{}</text>\n",
        escape(title)
    );
    for percent in [0, 25, 50, 75, 100] {
        text += &labelled_line(percent);
    }
    let start = plies.first().map_or(0.5, |ply| ply.before.chance);
    let mut points = vec![format!("{:.1},{:.1}", column_of(0, plies.len()), row_of(start))];
    let mut marks = String::new();
    for (number, ply) in (1..).zip(plies) {
        let (x, y) = (column_of(number, plies.len()), row_of(ply.after.chance));
        points.push(format!("{x:.1},{y:.1}"));
        if ply.quality() > MoveQuality::Sound {
            marks += &mark(number, ply, [x, y]);
        }
    }
    let points = points.join(" ");
    text + &format!(
        "<polyline points=\"{points}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\"/>\n{marks}\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">moves: {}</text>\n</svg>\n",
        WIDTH - MARGIN,
        HEIGHT - FOOT,
        plies.len()
    )
}

/// Draws the line of the grid for a winning chance in per cent, with its label.
fn labelled_line(percent: u32) -> String {
    let (height, end) = (row_of(f64::from(percent) / 100.0), WIDTH - MARGIN);
    format!(
        "<line x1=\"{MARGIN}\" y1=\"{height}\" x2=\"{end}\" y2=\"{height}\" stroke=\"#ccc\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent} %</text>\n",
        MARGIN - LABEL_GAP,
        height + LABEL_DROP,
    )
}

fn column_of(ply: usize, plies: usize) -> f64 {
    MARGIN + (WIDTH - 2.0 * MARGIN) * ply as f64 / plies.max(1) as f64
}

fn row_of(chance: f64) -> f64 {
    HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * chance
}

/// Draws the circle for a mistake or blunder at the point `[x, y]`. Its tooltip describes the move.
fn mark(number: usize, ply: &AnalysedPly, [x, y]: [f64; 2]) -> String {
    let fill = if ply.side == Side::First { "white" } else { "black" };
    format!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"#c02020\" stroke-width=\"2\">\
         <title>{number}. {}{} loses {:.0} %, best is {}</title></circle>\n",
        escape(&ply.text),
        ply.quality().mark(),
        100.0 * ply.loss,
        escape(&ply.best)
    )
}
