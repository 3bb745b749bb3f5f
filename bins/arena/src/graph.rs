//! Graph of a game's value by moves: text bars and an SVG picture.

use std::fmt::Write;

use plywright::Side;

use crate::analysis::{AnalysedPly, LIMIT};

/// Number of columns of a bar on each side of its middle.
const HALF_BAR: usize = 15;

/// Draws a bar from the middle towards the value. It extends to the right when the first side is ahead.
///
/// ```
/// use plywright_arena::graph::bar;
/// assert_eq!(bar(0), "               |               ");
/// assert_eq!(bar(1000), "               |###############");
/// assert_eq!(bar(-200), "            ###|               ");
/// ```
pub fn bar(value: i32) -> String {
    let length = (value.abs().min(LIMIT) as usize * HALF_BAR).div_ceil(LIMIT as usize);
    let filled = "#".repeat(length);
    if value < 0 {
        format!("{filled:>HALF_BAR$}|{:HALF_BAR$}", "")
    } else {
        format!("{:HALF_BAR$}|{filled:<HALF_BAR$}", "")
    }
}

/// Draws the value after each move, for the first side, as an SVG picture. Marks each move that lost at least
/// `mistake` hundredths. `title` stands above the graph.
pub fn svg(title: &str, plies: &[AnalysedPly], mistake: i32) -> String {
    const WIDTH: f64 = 800.0;
    const HEIGHT: f64 = 300.0;
    const MARGIN: f64 = 40.0;
    let x = |ply: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * ply as f64 / plies.len().max(1) as f64;
    let y = |value: i32| HEIGHT / 2.0 - (HEIGHT / 2.0 - MARGIN) * f64::from(value) / f64::from(LIMIT);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"20\" font-size=\"14\">{}</text>\n",
        escape(title)
    );
    // Writing to a string cannot fail.
    for value in [-LIMIT, -LIMIT / 2, 0, LIMIT / 2, LIMIT] {
        let (height, end) = (y(value), WIDTH - MARGIN);
        let _ = writeln!(
            text,
            "<line x1=\"{MARGIN}\" y1=\"{height}\" x2=\"{end}\" y2=\"{height}\" stroke=\"#ccc\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{:+}</text>",
            MARGIN - 6.0,
            height + 4.0,
            value / 100
        );
    }
    let start = plies.first().map_or(0, |ply| ply.before);
    let values = std::iter::once(start).chain(plies.iter().map(|ply| ply.after));
    let points: Vec<_> =
        values.enumerate().map(|(ply, value)| format!("{:.1},{:.1}", x(ply), y(value))).collect();
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    for (number, ply) in plies.iter().enumerate().filter(|(_, ply)| ply.loss >= mistake) {
        let fill = if ply.side == Side::First { "white" } else { "black" };
        let _ = writeln!(
            text,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"#c02020\" stroke-width=\"2\">\
             <title>{}. {} loses {:.2}, best is {}</title></circle>",
            x(number + 1),
            y(ply.after),
            number + 1,
            escape(&ply.text),
            f64::from(ply.loss) / 100.0,
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

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
