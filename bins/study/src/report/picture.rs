//! Draws reports as one page of SVG: a table of statistics and four charts.
//!
//! All lengths are in units of the picture, whose width is 1,000. There are colours for two reports. From the
//! third report on, the table and the chart of lengths repeat the colours, and the other three charts leave
//! the reports out.

use std::fmt::Write;

use super::Report;
use super::chart::{CHART_HEIGHT, Chart, write_text};
use super::text::{columns, facts, rows, title};
use crate::interval::Estimate;

const WIDTH: f64 = 1000.0;
const MARGIN: f64 = 40.0;
/// Height of a line of text.
const LINE: f64 = 17.0;
/// Height of the line with a report's title.
const TITLE_LINE: f64 = 1.3 * LINE;
/// Space after the facts of a report.
const REPORT_GAP: f64 = 0.6 * LINE;
/// Further space before the table.
const TABLE_GAP: f64 = 0.4 * LINE;
const TITLE_SIZE: f64 = 20.0;
const TEXT_SIZE: f64 = 12.0;
/// Space to the left of a chart's area, for the numbers of its vertical axis.
const LEFT_SPACE: f64 = 30.0;
/// Space above the areas of the upper charts, for their titles.
const TOP_SPACE: f64 = 50.0;
/// Space below the areas of the lower charts, for the numbers and names of their horizontal axes.
const BOTTOM_SPACE: f64 = 60.0;
/// Side of the coloured square before the head of a column.
const SWATCH: f64 = 9.0;
/// Distance from the left edge of the coloured square to the head.
const HEAD_INDENT: f64 = 14.0;
/// Horizontal distance between the left edges of neighbouring charts.
const COLUMN_PITCH: f64 = 490.0;
/// Vertical distance between the upper edges of neighbouring charts.
const ROW_PITCH: f64 = 270.0;
/// Colours of the strong and the weak play of each report.
const COLOURS: [[&str; 2]; 2] = [["#1f5fa8", "#8db3dc"], ["#b5541c", "#e6b08c"]];
/// The chart of legal moves shows a ply if at least this share of the strong engine's games reaches it.
const SHOWN: f64 = 0.1;

/// Draws the reports as one page of SVG. Three of its four charts show only the first two reports.
pub fn svg(reports: &[Report]) -> String {
    let mut body = String::new();
    let mut y = MARGIN;
    for report in reports {
        write_text(&mut body, MARGIN, y, TITLE_SIZE, "start", &title(&report.game, &report.variant));
        y += TITLE_LINE;
        for fact in std::iter::once(report.conditions.clone()).chain(facts(&report.exact)) {
            write_text(&mut body, MARGIN, y, TEXT_SIZE, "start", &fact);
            y += LINE;
        }
        y += REPORT_GAP;
    }
    y = draw_table(&mut body, reports, y + TABLE_GAP);
    // Returns the upper left corner of the area of a chart. The charts are in two columns and numbered row by row.
    let place = |index: usize| {
        let (column, row) = ((index % 2) as f64, (index / 2) as f64);
        (MARGIN + LEFT_SPACE + COLUMN_PITCH * column, y + TOP_SPACE + ROW_PITCH * row)
    };
    draw_lengths(&mut body, reports, place(0));
    draw_branching(&mut body, reports, place(1));
    draw_decisions(&mut body, reports, place(2));
    draw_skill(&mut body, reports, place(3));
    let (_, bottom_row) = place(3);
    let height = bottom_row + CHART_HEIGHT + BOTTOM_SPACE;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

/// Returns the colour of a column of the table, and of the line that shows the lengths of the same games. Each report
/// has two columns: strong play, then weak play.
fn colour_of(column: usize) -> &'static str {
    let (report, play) = (column / 2, column % 2);
    COLOURS[report % COLOURS.len()][play]
}

/// Draws the table of statistics from `y` downwards. Returns the vertical coordinate below it.
fn draw_table(out: &mut String, reports: &[Report], mut y: f64) -> f64 {
    let heads = columns(reports);
    // Several reports have more columns, so the labels and the letters are smaller.
    let (label_width, size) = if reports.len() > 1 { (190.0, 10.0) } else { (300.0, TEXT_SIZE) };
    let width = (WIDTH - 2.0 * MARGIN - label_width) / heads.len().max(1) as f64;
    let left_of = |column: usize| MARGIN + label_width + width * column as f64;
    for (column, head) in heads.iter().enumerate() {
        let (colour, x, top) = (colour_of(column), left_of(column), y - SWATCH);
        // An error is ignored, because writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{SWATCH}\" height=\"{SWATCH}\" fill=\"{colour}\"/>"
        );
        write_text(out, x + HEAD_INDENT, y, size, "start", head);
    }
    y += LINE;
    for row in rows(reports) {
        write_text(out, MARGIN, y, size, "start", row.label);
        for (column, cell) in row.cells.iter().enumerate() {
            write_text(out, left_of(column), y, size, "start", &cell.to_string());
        }
        y += LINE;
    }
    y
}

/// Returns the end of an axis for values up to `value`: the least of 1, 2, 4, 6, 8 or 10 times a power of ten that is
/// at least `value`. The quarters of such an axis are numbers with few digits.
fn round_up(value: f64) -> f64 {
    let unit = 10_f64.powf(value.max(1e-9).log10().floor());
    let steps = [1.0, 2.0, 4.0, 6.0, 8.0, 10.0];
    steps.iter().map(|step| step * unit).find(|bound| *bound >= value).unwrap_or(value)
}

/// Draws the shares of games by length: for each report a line for strong and a line for weak play. `place` is the
/// upper left corner of the chart's area.
fn draw_lengths(out: &mut String, reports: &[Report], place: (f64, f64)) {
    /// Maximum number of equal ranges into which the horizontal axis divides the lengths.
    const RANGES: usize = 40;
    /// The vertical axis ends at this share or a greater one.
    const MIN_END: f64 = 0.05;
    let plays: Vec<_> = reports.iter().flat_map(|report| [&report.strong, &report.weak]).collect();
    let longest = plays.iter().map(|play| play.lengths.len()).max().unwrap_or(0).max(2);
    let end = round_up((longest - 1) as f64);
    let width = (end / RANGES as f64).ceil().max(1.0);
    let mut max = MIN_END;
    let mut lines = Vec::new();
    for play in plays {
        let ranges = (play.lengths.len() as f64 / width).ceil() as usize;
        let mut sums = vec![0; ranges + 1];
        for (length, games) in play.lengths.iter().enumerate() {
            sums[(length as f64 / width) as usize] += games;
        }
        let mut steps = Vec::new();
        for (range, sum) in sums.into_iter().enumerate() {
            let share = sum as f64 / play.games.max(1) as f64;
            let [left, right] = [range, range + 1].map(|range| (range as f64 * width).min(end));
            steps.extend([(left, share), (right, share)]);
            max = max.max(share);
        }
        lines.push(steps);
    }
    let name = format!("share of games by length, in steps of {width}");
    let mut chart = Chart::new(out, place, &name, [0.0, end], [0.0, round_up(max)]);
    for (index, steps) in lines.iter().enumerate() {
        chart.line(steps, colour_of(index));
    }
    chart.label_axis("plies");
}

/// Returns how many plies of a report the chart of legal moves shows: those that a share of at least [`SHOWN`] of the
/// strong engine's games reaches.
fn shown_plies(report: &Report) -> usize {
    let min = SHOWN * report.strong.games as f64;
    let lengths = &report.strong.lengths;
    (0..lengths.len()).rev().find(|ply| lengths[*ply..].iter().sum::<u64>() as f64 >= min).unwrap_or(0)
}

/// Draws the mean number of legal moves before each ply in strong play, with its interval. `place` is the upper left
/// corner of the chart's area.
fn draw_branching(out: &mut String, reports: &[Report], place: (f64, f64)) {
    let series: Vec<Vec<(f64, Estimate)>> = reports
        .iter()
        .map(|report| {
            let plies = report.strong.branching_by_ply.iter().take(shown_plies(report));
            plies.enumerate().map(|(ply, moves)| ((ply + 1) as f64, *moves)).collect()
        })
        .collect();
    let high = |estimate: &Estimate| estimate.interval.map_or(estimate.value, |[_, high]| high);
    let max = series.iter().flatten().map(|(_, moves)| high(moves)).fold(1.0, f64::max);
    let end = round_up(series.iter().map(Vec::len).max().unwrap_or(0).max(2) as f64);
    let mut chart =
        Chart::new(out, place, "legal moves by ply, strong play", [0.0, end], [0.0, round_up(max)]);
    for (points, [colour, _]) in series.iter().zip(COLOURS) {
        chart.band(points, colour);
    }
    chart.label_axis("ply");
}

/// Draws, for each number of plies, the share of won games of strong play that were decided by then, with its interval.
/// `place` is the upper left corner of the chart's area.
fn draw_decisions(out: &mut String, reports: &[Report], place: (f64, f64)) {
    let by_ply = |report: &Report| report.strong.decision.as_ref().map(|won| won.by_ply.clone());
    let series: Vec<_> = reports.iter().map(|report| by_ply(report).unwrap_or_default()).collect();
    let end = round_up(series.iter().map(Vec::len).max().unwrap_or(0).max(2) as f64);
    let name = "share of won games decided by ply, strong play";
    let mut chart = Chart::new(out, place, name, [0.0, end], [0.0, 1.0]);
    for (shares, [colour, _]) in series.iter().zip(COLOURS) {
        let points: Vec<_> = shares.iter().enumerate().map(|(ply, share)| (ply as f64, *share)).collect();
        chart.band(&points, colour);
    }
    chart.label_axis("ply");
}

/// Draws the Elo that each doubling of the nodes gains, as points with their intervals. Doublings without a known gain
/// are left out. `place` is the upper left corner of the chart's area.
fn draw_skill(out: &mut String, reports: &[Report], place: (f64, f64)) {
    /// The vertical axis ends at this Elo or a greater one.
    const MIN_END: f64 = 50.0;
    /// Each doubling takes a part of length 1 of the horizontal axis. The first report's point stands at this place in
    /// the part, and the second report's point as far from the other end.
    const FIRST_REPORT: f64 = 0.4;
    /// Distance between the two reports' points for the same doubling.
    const NEXT_REPORT: f64 = 0.2;
    let known = reports.iter().flat_map(|report| &report.skill).filter_map(|doubling| doubling.elo);
    let bounds = known.map(|elo| elo.interval.unwrap_or([elo.value; 2]));
    let high = round_up(bounds.clone().map(|[_, high]| high).fold(MIN_END, f64::max));
    let low = -round_up(bounds.map(|[low, _]| -low).fold(1.0, f64::max));
    let steps = reports.iter().map(|report| report.skill.len()).max().unwrap_or(0);
    let name = "Elo gained by doubling the nodes";
    let mut chart = Chart::new(out, place, name, [0.0, steps.max(1) as f64], [low, high]);
    for (index, (report, [colour, _])) in reports.iter().zip(COLOURS).enumerate() {
        for (step, doubling) in report.skill.iter().enumerate() {
            if let Some(elo) = doubling.elo {
                chart.bar(step as f64 + FIRST_REPORT + NEXT_REPORT * index as f64, elo, colour);
            }
        }
    }
    let longest = reports.iter().max_by_key(|report| report.skill.len());
    for (step, doubling) in longest.iter().flat_map(|report| &report.skill).enumerate() {
        chart.label(step as f64 + 0.5, &doubling.nodes.to_string());
    }
    chart.name_axis("nodes of the weaker engine");
}
