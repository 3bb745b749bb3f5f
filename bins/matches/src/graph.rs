//! Draws the first side's winning chance, move by move, as bars of text or as an SVG picture.

use std::fmt::Write;

use plywright::Side;
use plywright::picture::escape;

use crate::analysis::{AnalysedPly, MoveQuality};

/// Number of columns of a bar on each side of the middle.
const HALF_BAR: usize = 15;

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
    const WIDTH: f64 = 800.0;
    const HEIGHT: f64 = 300.0;
    const MARGIN: f64 = 40.0;
    let x = |ply: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * ply as f64 / plies.len().max(1) as f64;
    let y = |chance: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * chance;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"20\" font-size=\"14\">{}</text>\n",
        escape(title)
    );
    // Errors are ignored, because writing to a string cannot fail.
    for percent in [0, 25, 50, 75, 100] {
        let (height, end) = (y(f64::from(percent) / 100.0), WIDTH - MARGIN);
        let _ = writeln!(
            text,
            "<line x1=\"{MARGIN}\" y1=\"{height}\" x2=\"{end}\" y2=\"{height}\" stroke=\"#ccc\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent} %</text>",
            MARGIN - 6.0,
            height + 4.0,
        );
    }
    let start = plies.first().map_or(0.5, |ply| ply.before.chance);
    let values = std::iter::once(start).chain(plies.iter().map(|ply| ply.after.chance));
    let points: Vec<_> =
        values.enumerate().map(|(ply, chance)| format!("{:.1},{:.1}", x(ply), y(chance))).collect();
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    for (number, ply) in plies.iter().enumerate().filter(|(_, ply)| ply.quality() > MoveQuality::Sound) {
        let fill = if ply.side == Side::First { "white" } else { "black" };
        let _ = writeln!(
            text,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"#c02020\" stroke-width=\"2\">\
             <title>{}. {}{} loses {:.0} %, best is {}</title></circle>",
            x(number + 1),
            y(ply.after.chance),
            number + 1,
            escape(&ply.text),
            ply.quality().mark(),
            100.0 * ply.loss,
            escape(&ply.best)
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">moves: {}</text>\n</svg>",
        WIDTH - MARGIN,
        HEIGHT - 10.0,
        plies.len()
    );
    text
}
