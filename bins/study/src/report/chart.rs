//! A chart in the picture of a report: its axes, and lines, bands and bars in its area. All lengths are in units of the
//! picture. Errors are ignored, because writing to a string cannot fail.

use std::fmt::Write;

use plywright::picture::escape;

use crate::interval::Estimate;

/// Width of the area in which a chart is drawn, without the labels around it.
const CHART_WIDTH: f64 = 400.0;
/// Height of the area in which a chart is drawn, without the labels around it.
pub(super) const CHART_HEIGHT: f64 = 190.0;
const TITLE_SIZE: f64 = 14.0;
/// Distance from the line on which the title stands to the area.
const TITLE_DISTANCE: f64 = 12.0;
const LABEL_SIZE: f64 = 11.0;
/// Distance from the numbers of the vertical axis to the area.
const NUMBER_DISTANCE: f64 = 6.0;
/// Distance from a horizontal line down to the base line of its number, so that the line meets the middle of the
/// digits.
const NUMBER_DROP: f64 = 4.0;
/// Distance from the area to the line on which the numbers of the horizontal axis stand.
const AXIS_NUMBERS: f64 = 15.0;
/// Distance from the area to the line on which the name of the horizontal axis stands.
const AXIS_NAME: f64 = 32.0;
/// Number of equal parts into which the numbers divide an axis.
const AXIS_PARTS: u8 = 4;
/// Minimum difference between the values at the ends of an axis whose numbers have no decimals. Neighbouring numbers
/// then differ by at least 2.
const LONG_AXIS: f64 = 8.0;

/// A chart being drawn.
pub(super) struct Chart<'a> {
    out: &'a mut String,
    left: f64,
    top: f64,
    /// First and last value of the horizontal axis.
    x: [f64; 2],
    /// Lowest and highest value of the vertical axis.
    y: [f64; 2],
}

impl<'a> Chart<'a> {
    /// Begins a chart: writes the title, and draws the horizontal lines with their numbers. `left` and `top` are the
    /// upper left corner of the area.
    pub(super) fn new(
        out: &'a mut String,
        (left, top): (f64, f64),
        title: &str,
        x: [f64; 2],
        y: [f64; 2],
    ) -> Self {
        write_text(out, left, top - TITLE_DISTANCE, TITLE_SIZE, "start", title);
        let chart = Self { out, left, top, x, y };
        for step in 0..=AXIS_PARTS {
            let part = f64::from(step) / f64::from(AXIS_PARTS);
            let value = y[0] + (y[1] - y[0]) * part;
            let (height, right) = (chart.height_of(value), left + CHART_WIDTH);
            let _ = writeln!(
                chart.out,
                "<line x1=\"{left:.1}\" y1=\"{height:.1}\" x2=\"{right:.1}\" y2=\"{height:.1}\" stroke=\"#ddd\"/>"
            );
            let (number_x, number_y) = (left - NUMBER_DISTANCE, height + NUMBER_DROP);
            write_text(chart.out, number_x, number_y, LABEL_SIZE, "end", &label_of(value, y));
        }
        chart
    }

    /// Labels the horizontal axis with five numbers and a name.
    pub(super) fn label_axis(&mut self, name: &str) {
        for step in 0..=AXIS_PARTS {
            let value = self.x[0] + (self.x[1] - self.x[0]) * f64::from(step) / f64::from(AXIS_PARTS);
            self.label(value, &label_of(value, self.x));
        }
        self.name_axis(name);
    }

    /// Writes `text` under the horizontal axis, at `value`.
    pub(super) fn label(&mut self, value: f64, text: &str) {
        let (x, y) = (self.place_of(value), self.top + CHART_HEIGHT + AXIS_NUMBERS);
        write_text(self.out, x, y, LABEL_SIZE, "middle", text);
    }

    /// Writes `name` under the numbers of the horizontal axis, at its right end.
    pub(super) fn name_axis(&mut self, name: &str) {
        let (x, y) = (self.left + CHART_WIDTH, self.top + CHART_HEIGHT + AXIS_NAME);
        write_text(self.out, x, y, LABEL_SIZE, "end", name);
    }

    fn place_of(&self, x: f64) -> f64 {
        self.left + CHART_WIDTH * (x - self.x[0]) / (self.x[1] - self.x[0])
    }

    /// Returns the vertical coordinate of a value. A value beyond the axis gets that of the nearer end.
    fn height_of(&self, y: f64) -> f64 {
        self.top
            + CHART_HEIGHT * (1.0 - (y.clamp(self.y[0], self.y[1]) - self.y[0]) / (self.y[1] - self.y[0]))
    }

    fn point(&self, x: f64, y: f64) -> String {
        format!("{:.1},{:.1}", self.place_of(x), self.height_of(y))
    }

    pub(super) fn line(&mut self, points: &[(f64, f64)], colour: &str) {
        let points: Vec<_> = points.iter().map(|(x, y)| self.point(*x, *y)).collect();
        let _ = writeln!(
            self.out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
    }

    /// Draws estimates as a line inside the band of their intervals.
    pub(super) fn band(&mut self, points: &[(f64, Estimate)], colour: &str) {
        let bounds: Vec<_> = points.iter().filter_map(|(x, y)| Some((*x, y.interval?))).collect();
        let low = bounds.iter().map(|(x, [low, _])| self.point(*x, *low));
        let high = bounds.iter().rev().map(|(x, [_, high])| self.point(*x, *high));
        let outline: Vec<_> = low.chain(high).collect();
        let _ = writeln!(
            self.out,
            "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.2\"/>",
            outline.join(" ")
        );
        self.line(&points.iter().map(|(x, y)| (*x, y.value)).collect::<Vec<_>>(), colour);
    }

    /// Draws an estimate as a point, with a vertical bar for its interval.
    pub(super) fn bar(&mut self, x: f64, estimate: Estimate, colour: &str) {
        let (place, height) = (self.place_of(x), self.height_of(estimate.value));
        let _ =
            writeln!(self.out, "<circle cx=\"{place:.1}\" cy=\"{height:.1}\" r=\"4\" fill=\"{colour}\"/>");
        if let Some([low, high]) = estimate.interval {
            self.line(&[(x, low), (x, high)], colour);
        }
    }
}

/// Formats a number at an axis from `low` to `high`: without decimals if the ends differ by at least [`LONG_AXIS`],
/// otherwise with two.
fn label_of(value: f64, [low, high]: [f64; 2]) -> String {
    let decimals = if high - low >= LONG_AXIS { 0 } else { 2 };
    format!("{value:.decimals$}")
}

/// Writes a text into the picture. `anchor` says which point of the text lies at `x`: `start`, `middle` or `end`.
pub(super) fn write_text(out: &mut String, x: f64, y: f64, size: f64, anchor: &str, text: &str) {
    let text = escape(text);
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\">{text}</text>"
    );
}
