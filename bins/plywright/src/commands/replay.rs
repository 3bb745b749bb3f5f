//! Command `replay`: shows a recorded game move by move, with an analysis if requested.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use plywright::engine::{DynEngine, DynGame, Go, SearchError, Strength};
use plywright::game::DynLine;
use plywright::{Depth, Side, shorten};
use plywright_matches::analysis::{AnalysedPly, Play, analyse};
use plywright_matches::graph::{bar, svg};
use plywright_matches::outputs::Output;
use plywright_matches::record::{GameRecord, numbered};

use crate::choice::Choice;
use crate::columns::Columns;
use crate::console::{read_line, stdout};
use crate::failure::{Failure, check_tables};
use crate::recorded;
use crate::values::whole;

/// Default node limit of each search.
const NODES: u64 = 100_000;
/// Default size of the engine's transposition table in MiB.
const HASH: &str = "64";

const EXAMPLES: &str = "\
Examples:
  plywright replay games.pgn                       the first game of a file, move by move
  plywright replay games.pgn --number 3 --analyse  the third game, with an analysis of each move
  plywright replay games.pgn --analyse --nodes 1000000 --out game.svg   with longer searches and a picture of the graph";

/// Arguments of `replay`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Replay {
    /// A file of records, for example written by a match
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of the game in the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1_u64..))]
    number: u64,
    /// Game and rules of a record that does not name them.
    #[command(flatten)]
    choice: Choice,
    /// Search every position; print the best moves, the loss of each move and a graph of the value
    #[arg(long)]
    analyse: bool,
    /// Node limit of the search of each position; 100,000 if neither --nodes nor --depth is given
    #[arg(long, value_name = "N", requires = "analyse", value_parser = whole(1_u64..))]
    nodes: Option<u64>,
    /// Depth limit of the search of each position in plies, instead of nodes
    #[arg(long, value_name = "N", requires = "analyse", conflicts_with = "nodes")]
    #[arg(value_parser = whole(1..=200_u16))]
    depth: Option<u16>,
    /// Write the graph of the analysis to this file as an SVG picture
    #[arg(long, value_name = "FILE", requires = "analyse")]
    out: Option<PathBuf>,
}

pub fn run(replay: &Replay) -> Result<(), Failure> {
    replay.choice.check()?;
    let mut record = recorded::find(&replay.file, Some(replay.number))?;
    let engine = recorded::engine(&replay.file, &mut record, &replay.choice, &[("Hash", HASH)])?;
    let game = engine.dyn_game();
    let line = game.set_up(&record.setup(), &[]);
    let mut line = line.map_err(|error| recorded::illegal(&replay.file, &record, error))?;
    let is_picture = |bytes: &[u8]| bytes.starts_with(b"<svg ");
    let open = |path| Output::open(path, "an SVG picture", is_picture);
    let picture = replay.out.as_deref().map(open).transpose()?;
    let mut out = stdout();
    let tag = |name| record.tags.get(name).unwrap_or("?");
    let title = format!("{} against {}, {}", tag("White"), tag("Black"), record.result);
    if replay.analyse {
        return print_analysis(replay, &record, &*engine, &title, picture, &mut out);
    }
    writeln!(out, "{title}")?;
    // An error is ignored, because the sides before an illegal move are right despite it.
    let _ = record.follow(&*game);
    let variations = record.variation_texts();
    let shown = ShownGame { path: &replay.file, record: &record, variations };
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        shown.step(&*game, &mut out)
    } else {
        shown.list(&mut *line, &mut out)
    }
}

struct ShownGame<'a> {
    path: &'a Path,
    record: &'a GameRecord,
    /// The variations of each move.
    variations: Vec<String>,
}

impl ShownGame<'_> {
    /// Prints the move with this index, from 0, and plays it. Then prints the resulting position, the comment on the
    /// move and its variations.
    fn show_move(&self, line: &mut dyn DynLine, index: usize, out: &mut impl Write) -> Result<(), Failure> {
        let (number, ply) = (index + 1, &self.record.plies[index]);
        let note = ply.note.to_string();
        let note = if note.is_empty() { note } else { format!("  {{{note}}}") };
        let side = line.scene().side_name(line.side());
        writeln!(out, "\n{number}. {side}: {}{}{note}", ply.text, ply.signs())?;
        let played = line.replay(&[&ply.text]).map_err(|error| numbered(error, number));
        played.map_err(|error| recorded::illegal(self.path, self.record, error))?;
        writeln!(out, "{}", line.drawing())?;
        for text in [&ply.comment, &self.variations[index]].into_iter().filter(|text| !text.is_empty()) {
            writeln!(out, "{text}")?;
        }
        Ok(())
    }

    fn show_start(&self, line: &dyn DynLine, out: &mut impl Write) -> Result<(), Failure> {
        writeln!(out, "{}", line.drawing())?;
        if !self.record.before.is_empty() {
            writeln!(out, "{}", self.record.before)?;
        }
        Ok(())
    }

    /// Prints the whole game.
    fn list(&self, line: &mut dyn DynLine, out: &mut impl Write) -> Result<(), Failure> {
        writeln!(out)?;
        self.show_start(line, out)?;
        for index in 0..self.record.plies.len() {
            self.show_move(line, index, out)?;
        }
        if !self.record.comment.is_empty() {
            writeln!(out, "\n{}", self.record.comment)?;
        }
        Ok(out.flush()?)
    }

    /// Shows one position at a time, and asks the person after each which one to show next.
    fn step(&self, game: &dyn DynGame, out: &mut impl Write) -> Result<(), Failure> {
        let GameRecord { plies, result, comment, .. } = self.record;
        let mut place = 0;
        loop {
            let moves: Vec<&str> = plies[..place].iter().map(|ply| ply.text.as_str()).collect();
            let previous = place.saturating_sub(1);
            let line = game.set_up(&self.record.setup(), &moves[..previous]);
            let mut line = line.map_err(|error| recorded::illegal(self.path, self.record, error))?;
            if place > 0 {
                self.show_move(&mut *line, previous, out)?;
            } else {
                self.show_start(&*line, out)?;
            }
            let all = plies.len();
            if place == all {
                writeln!(out, "{result} {comment}")?;
            }
            write!(out, "move {place} of {all}; Enter: next, b: back, a number: go there, q: quit > ")?;
            out.flush()?;
            let Some(typed) = read_line(&mut io::stdin().lock())? else { return Ok(()) };
            match typed.trim() {
                "q" => return Ok(()),
                "b" => place = previous,
                "" => place = (place + 1).min(all),
                word => match word.parse::<usize>() {
                    Ok(number) => place = number.min(all),
                    Err(_) => writeln!(out, "'{}' is neither b, q nor a number", shorten(word))?,
                },
            }
        }
    }
}

/// Analyses the game, which takes a search for each position. Prints the title, each move when it is analysed, and then
/// the statistics of both sides. Writes the graph to `picture`, if it is given.
fn print_analysis(
    replay: &Replay,
    record: &GameRecord,
    engine: &dyn DynEngine,
    title: &str,
    picture: Option<Output>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let nodes = replay.depth.is_none().then_some(replay.nodes.unwrap_or(NODES));
    let depth = replay.depth.map(Depth);
    let go = Go { nodes, depth, strength: Strength::Full, ..Go::default() };
    let texts = record.plies.iter().map(|ply| ply.text.len());
    let width = texts.max().unwrap_or(0).max("move".len());
    let table = Table { is_data: Columns::of_output().is_data(), width };
    let mut written = writeln!(out, "{title}\n\n{}", table.header());
    let mut number = 0;
    let plies = analyse(record, engine, &go, &mut |ply| {
        number += 1;
        if written.is_ok() {
            written = writeln!(out, "{}", table.row(number, ply)).and_then(|()| out.flush());
        }
    });
    let plies = plies.map_err(|error| match error {
        SearchError::Setup(error) => Failure::from(recorded::illegal(&replay.file, record, error)),
        SearchError::Refused(reason) => Failure::not_understood(reason),
        SearchError::Panicked(error) => error.into(),
    })?;
    check_tables(engine)?;
    // The picture is written even if the reader of the output has closed it.
    let drawn = picture.map_or(Ok(()), |mut picture| picture.write(svg(title, &plies).as_bytes()));
    let printed = written.and_then(|()| print_summaries(&plies, out));
    drawn?;
    Ok(printed?)
}

fn print_summaries(plies: &[AnalysedPly], out: &mut impl Write) -> io::Result<()> {
    for side in Side::BOTH {
        writeln!(out, "{side} side: {}", summary(plies, side))?;
    }
    out.flush()
}

/// The table of an analysis: for programs, columns with tabs between them; for a person, aligned columns.
struct Table {
    is_data: bool,
    /// Length in bytes of the longest move, and at least that of the heading `move`.
    width: usize,
}

impl Table {
    fn header(&self) -> String {
        let Self { is_data, width } = self;
        if *is_data {
            return "ply\tside\tmove\tmark\tbest\tloss\texact\tvalue\tchance".to_owned();
        }
        format!(
            "{:>4} {:<6} {:<width$}   {:<width$} {:>5} {:>7}   chance of the first side",
            "", "side", "move", "best", "loss", "value"
        )
    }

    fn row(&self, number: usize, ply: &AnalysedPly) -> String {
        let Self { is_data, width } = self;
        let AnalysedPly { text, best, after, is_exact, .. } = ply;
        let (side, value) = (ply.side.to_string(), &after.text);
        let (mark, loss) = (ply.quality().mark(), 100.0 * ply.loss);
        if *is_data {
            let mark = if mark.is_empty() { "-" } else { mark };
            let chance = 100.0 * after.chance;
            return format!(
                "{number}\t{side}\t{text}\t{mark}\t{best}\t{loss:.1}\t{is_exact}\t{value}\t{chance:.1}"
            );
        }
        let (exact, bar) = (if *is_exact { "!" } else { "%" }, bar(after.chance));
        format!(
            "{number:>4} {side:<6} {text:<width$}{mark:<2} {best:<width$} {loss:>3.0} {exact} {value:>7}  {bar}"
        )
    }
}

/// Returns one line of text about the moves of a side: its accuracy, its average loss for each move, the numbers of its
/// mistakes and blunders, and its first mistake with the best move.
fn summary(plies: &[AnalysedPly], side: Side) -> String {
    let Play { accuracy, loss, mistakes, blunders, first_mistake, .. } = Play::of(plies, side);
    let (accuracy, loss) = (100.0 * accuracy, 100.0 * loss);
    let first = match first_mistake {
        Some(ply) => format!(", first mistake {}. {} (best {})", ply + 1, plies[ply].text, plies[ply].best),
        None => String::new(),
    };
    format!(
        "accuracy {accuracy:.1} %, {loss:.1} % lost a move, mistakes: {mistakes}, blunders: {blunders}{first}"
    )
}
