//! Formats reports as data: one figure a line, in columns separated by tabs, and numbers without units.

use std::fmt::Write;

use super::Report;
use super::text::{Cell, optional, rows};

/// Formats reports as data. A line with the names of the columns comes first, then a line for each figure. `play` is
/// `strong` or `weak` for figures of self-play, and empty for matches. `low` and `high` are the bounds of the 95 %
/// confidence interval, or the shortest and the longest game. Shares are in per cent; an unknown number is empty.
pub fn data(reports: &[Report]) -> String {
    let mut text = String::from("variant\tplay\tfigure\tvalue\tlow\thigh\n");
    for report in reports {
        let mut line = |play: &str, figure: &str, cell: &Cell| {
            let numbers = cell.numbers().join("\t");
            // Errors are ignored, because writing to a string cannot fail.
            let _ = writeln!(text, "{}\t{play}\t{figure}\t{numbers}", report.variant);
        };
        for (play, figures) in [("strong", &report.strong), ("weak", &report.weak)] {
            line(play, "games", &Cell::Count(figures.games));
        }
        for row in rows(std::slice::from_ref(report)) {
            for (play, cell) in ["strong", "weak"].iter().zip(&row.cells) {
                line(play, row.label, cell);
            }
        }
        for step in &report.skill {
            line("", &format!("Elo from {} to {} nodes", step.nodes, 2 * step.nodes), &optional(step.elo, 0));
            for (figure, count) in [("wins", step.wins), ("draws", step.draws), ("losses", step.losses)] {
                let figure = format!("{figure} with {} against {} nodes", 2 * step.nodes, step.nodes);
                line("", &figure, &Cell::Count(count));
            }
        }
        for (index, moves) in report.strong.branching_by_ply.iter().enumerate() {
            line("strong", &format!("legal moves at ply {}", index + 1), &optional(Some(*moves), 2));
        }
    }
    text
}
