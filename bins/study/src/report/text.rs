//! Formats reports as text: a table of statistics, then the matches and the number of legal moves by ply.

use std::fmt;

use super::decision::Decision;
use super::games::{ExactPlay, GameFigures};
use super::spread::Spread;
use super::{Doubling, ExactFacts, Report};
use crate::interval::Estimate;

/// Width of the column of labels, in characters.
const LABEL: usize = 34;
/// Minimum width of every column except the first, in characters.
const COLUMN: usize = 26;
/// Text of a figure that is not known.
const NOTHING: &str = "-";

const NOTES: &str = "\
In parentheses: 95 % confidence intervals, which treat the games as independent. A ply is one move of a record;
where a turn has several moves, each is a ply. A side leads from a winning chance of 55 %, by the searches of
strong play, until the other side leads. A game is decided when the winner leads for good.
";

/// A row of the table of statistics: for each report a cell for strong play, then one for weak play.
pub(super) struct Row {
    pub(super) label: &'static str,
    pub(super) cells: Vec<Cell>,
}

/// A figure in a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cell {
    Nothing,
    Count(u64),
    /// Minimum and maximum.
    Range(u64, u64),
    Estimate {
        estimate: Estimate,
        decimals: usize,
        /// The unit with a leading space; empty for a plain number.
        unit: &'static str,
    },
}

impl Cell {
    /// Formats the value, the lower bound and the upper bound, without units. A range has no value, only bounds. A
    /// missing number becomes an empty text.
    pub(super) fn numbers(self) -> [String; 3] {
        let (value, bounds) = match self {
            Self::Nothing => (String::new(), None),
            Self::Count(count) => (count.to_string(), None),
            Self::Range(min, max) => (String::new(), Some([min.to_string(), max.to_string()])),
            Self::Estimate { estimate: Estimate { value, interval }, decimals, .. } => {
                let text = |number: f64| without_sign_of_zero(format!("{number:.decimals$}"));
                (text(value), interval.map(|bounds| bounds.map(text)))
            }
        };
        let [low, high] = bounds.unwrap_or_default();
        [value, low, high]
    }
}

/// Removes the sign of a number that was rounded to zero, such as `-0.0`.
fn without_sign_of_zero(mut number: String) -> String {
    if number.starts_with('-') && number.chars().all(|letter| "-0.".contains(letter)) {
        number.remove(0);
    }
    number
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [value, low, high] = self.numbers();
        match self {
            Self::Nothing => f.write_str(NOTHING),
            Self::Count(_) => f.write_str(&value),
            Self::Range(..) => write!(f, "{low} and {high}"),
            Self::Estimate { unit, .. } if low.is_empty() => write!(f, "{value}{unit}"),
            Self::Estimate { unit, .. } => write!(f, "{value}{unit} ({low} to {high})"),
        }
    }
}

/// Formats reports as text, side by side in the columns of each table.
pub fn text(reports: &[Report]) -> String {
    let heads: String = reports.iter().map(header).collect();
    format!("{heads}\n{}\n{}\n{}\n{NOTES}", statistics(reports), skill(reports), branching(reports))
}

/// Returns the lines about one report that stand above the tables of all reports.
fn header(report: &Report) -> String {
    let Report { game, variant, conditions, exact, interrupted, .. } = report;
    let mut lines = vec![title(game, variant), conditions.clone()];
    lines.extend(facts(exact));
    if *interrupted {
        lines.push("interrupted: the figures are from the games that were finished".to_owned());
    }
    lines.join("\n") + "\n"
}

fn statistics(reports: &[Report]) -> String {
    let mut text = table_line("", columns(reports));
    for row in rows(reports) {
        text += &table_line(row.label, row.cells);
    }
    text
}

fn skill(reports: &[Report]) -> String {
    let mut text = table_line("Elo gained by doubling the nodes", names(reports));
    let steps = reports.iter().map(|report| report.skill.len()).max().unwrap_or(0);
    for step in 0..steps {
        let doublings = reports.iter().map(|report| report.skill.get(step));
        let nodes = doublings.clone().flatten().next().map_or(0, |doubling| doubling.nodes);
        let cells = doublings.map(|doubling| doubling.map_or_else(|| NOTHING.to_owned(), elo_of));
        text += &table_line(&format!("{nodes} to {} nodes", 2 * nodes), cells);
    }
    text
}

fn branching(reports: &[Report]) -> String {
    let mut text = table_line("legal moves by ply, strong play", names(reports));
    let by_ply = reports.iter().map(|report| &report.strong.branching_by_ply);
    let longest = by_ply.clone().map(Vec::len).max().unwrap_or(0);
    for ply in (1..=longest).filter(|ply| is_listed(*ply)) {
        let cells = by_ply.clone().map(|estimates| optional(estimates.get(ply - 1).copied(), 2));
        text += &table_line(&format!("ply {ply}"), cells);
    }
    text
}

/// Whether the text shows the number of legal moves at a ply, counted from 1: at the first ten plies, then every fifth.
fn is_listed(ply: usize) -> bool {
    ply <= 10 || ply.is_multiple_of(5)
}

fn table_line<T: ToString>(label: &str, cells: impl IntoIterator<Item = T>) -> String {
    let mut words = vec![format!("{label:<LABEL$}")];
    words.extend(cells.into_iter().map(|cell| format!("{:<COLUMN$}", cell.to_string())));
    format!("{}\n", words.join("  ").trim_end())
}

/// Returns the name of the game, followed by that of the variant if it differs.
pub(super) fn title(game: &str, variant: &str) -> String {
    if game == variant { game.to_owned() } else { format!("{game}, {variant}") }
}

/// Returns for each report the name of its columns: the variant, or an empty text if there is only one report.
fn names(reports: &[Report]) -> Vec<String> {
    let name = |report: &Report| if reports.len() > 1 { report.variant.clone() } else { String::new() };
    reports.iter().map(name).collect()
}

/// Returns the heads of the columns of [`rows`]: for each report one for strong play, then one for weak play.
pub(super) fn columns(reports: &[Report]) -> Vec<String> {
    let of = |(report, name): (&Report, String)| {
        let head = |play: &str, games| {
            format!("{name}{}{play}, {games} games", if name.is_empty() { "" } else { ": " })
        };
        [head("strong", report.strong.games), head("weak", report.weak.games)]
    };
    reports.iter().zip(names(reports)).flat_map(of).collect()
}

pub(super) fn facts(exact: &ExactFacts) -> Vec<String> {
    let published = exact.published.as_ref().map(|result| format!("published result: {result}"));
    let first = exact.first_moves.map(|[keep, all]| format!("; {keep} of {all} first moves keep it"));
    let tables = exact.by_tables.as_ref();
    let tables = tables.map(|result| format!("result by tables: {result}{}", first.unwrap_or_default()));
    published.into_iter().chain(tables).collect()
}

/// Returns the rows of the table of statistics, without rows in which all cells are empty.
pub(super) fn rows(reports: &[Report]) -> Vec<Row> {
    type Figure = fn(&GameFigures) -> Cell;
    fn decided(figures: &GameFigures, cell: impl Fn(&Decision) -> Cell) -> Cell {
        figures.decision.as_ref().map_or(Cell::Nothing, cell)
    }
    fn exact(figures: &GameFigures, figure: impl Fn(&ExactPlay) -> Option<Estimate>) -> Cell {
        percent(figures.exact.as_ref().and_then(figure))
    }
    let cells: [(&str, Figure); 18] = [
        ("different games", |play| Cell::Count(play.different_games)),
        ("first player's points", |play| percent(play.first_player_points)),
        ("first player wins", |play| percent(play.first_player_wins)),
        ("second player wins", |play| percent(play.second_player_wins)),
        ("draws", |play| percent(play.draws)),
        ("length in plies, mean", |play| optional(play.length.mean, 1)),
        ("length in plies, median", |play| optional(play.length.median, 0)),
        ("shortest and longest game", |play| shortest_and_longest(play.games, &play.length)),
        ("legal moves", |play| optional(play.branching, 2)),
        ("symmetric positions", |play| percent(play.symmetric_positions)),
        ("decided after plies, mean", |play| decided(play, |won| optional(won.ply.mean, 1))),
        ("decided after plies, median", |play| decided(play, |won| optional(won.ply.median, 0))),
        ("decided after share of the game", |play| decided(play, |won| percent(won.share_of_length))),
        ("lead changes in a won game", |play| decided(play, |won| optional(won.lead_changes.mean, 2))),
        ("won games without lead change", |play| decided(play, |won| percent(won.without_lead_change))),
        ("won games", |play| decided(play, |won| Cell::Count(won.games))),
        ("positions of known exact value", |play| exact(play, |values| values.known_positions)),
        ("moves that worsen the result", |play| exact(play, |values| values.worse_moves)),
    ];
    let rows = cells.into_iter().map(|(label, cell)| {
        let of = |report: &Report| [cell(&report.strong), cell(&report.weak)];
        Row { label, cells: reports.iter().flat_map(of).collect() }
    });
    rows.filter(|row| row.cells.iter().any(|cell| *cell != Cell::Nothing)).collect()
}

fn elo_of(doubling: &Doubling) -> String {
    let Doubling { wins, draws, losses, elo, .. } = doubling;
    let elo = match elo {
        Some(_) => optional(*elo, 0).to_string(),
        None => "too few games".to_owned(),
    };
    format!("{elo}, +{wins} ={draws} -{losses}")
}

fn shortest_and_longest(games: u64, spread: &Spread) -> Cell {
    if games == 0 { Cell::Nothing } else { Cell::Range(spread.min, spread.max) }
}

fn percent(share: Option<Estimate>) -> Cell {
    let scaled = share.map(|share| Estimate {
        value: share.value * 100.0,
        interval: share.interval.map(|bounds| bounds.map(|bound| bound * 100.0)),
    });
    scaled.map_or(Cell::Nothing, |estimate| Cell::Estimate { estimate, decimals: 1, unit: " %" })
}

/// Returns a cell that shows the estimate without a unit, or [`Cell::Nothing`] if there is no estimate.
pub(super) fn optional(estimate: Option<Estimate>, decimals: usize) -> Cell {
    estimate.map_or(Cell::Nothing, |estimate| Cell::Estimate { estimate, decimals, unit: "" })
}
