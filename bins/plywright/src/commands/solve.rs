//! Command `solve`: solves a game or its endings into tablebases, and verifies or lists tablebases.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use clap::Args;
use plywright::engine::{DynGame, lock};
use plywright::tablebase::{
    Contents, DynTablebase, SliceCounts, Solution, SolveControl, SolveOptions, SolveProgress, Stage,
    TableFormat, TablebaseError, is_compact,
};

use crate::choice::Choice;
use crate::columns::Columns;
use crate::console::stdout;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::values::whole;

const NOTES: &str = include_str!("solve_notes.txt");

const COMPACT: &str = "compact";
const NO_FULL_TABLES: &str = "compact tables can only be compared with the full tables they were packed from; give their folder by --against";
const ONLY_COMPACT: &str = "--distances needs --format compact";
const ONE_FOLDER: &str = "--out and --tables can be combined only with --format compact";

const GIGABYTE: u64 = 1_000_000_000;

/// Arguments of `solve`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
#[group(id = "what", required = true, multiple = false, args = ["out", "verify", "info"])]
pub struct Solve {
    /// The game and its rules.
    #[command(flatten)]
    choice: Choice,
    /// Solve the game and write the tablebases to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Verify every value of the tablebases in the folder --tables: by the rules, or with --against by
    /// comparison with full tablebases
    #[arg(long, requires = "tables")]
    verify: bool,
    /// List the tablebases in the folder --tables
    #[arg(long, requires = "tables")]
    info: bool,
    /// A folder of tablebases. With --format compact, these are the full tablebases to pack; without this
    /// option, each slice is packed as soon as it is solved
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Folder of the full tablebases from which the compact ones in --tables were packed
    #[arg(long, value_name = "DIR", requires = "verify")]
    against: Option<PathBuf>,
    /// Format of the output. `compact` stores wins, draws and losses without distances, in a fraction of the
    /// space. `malom`, for Mill's standard rules, is the format of the perfect database
    #[arg(long, value_name = "NAME", conflicts_with_all = ["verify", "info"])]
    format: Option<String>,
    /// With --format compact, also pack the distances of wins and losses in 30 plies or more. The search finds
    /// shorter wins without them
    #[arg(long, conflicts_with_all = ["verify", "info", "openings", "endings"])]
    distances: bool,
    /// With --format compact, pack only the endings, with all their distances. In Mill, these are all positions without
    /// stones in hand. Also write them to one file, `endings.bin`, which a program can embed
    #[arg(long, requires = "tables", conflicts_with_all = ["verify", "info", "openings"])]
    endings: bool,
    /// With --format compact, pack only the opening: positions at ply PLIES and at every second ply before it.
    /// Also write them to one file, `openings.bin`, which a program can embed
    #[arg(long, value_name = "PLIES", requires = "tables", conflicts_with_all = ["verify", "info"])]
    #[arg(value_parser = whole(0_u32..))]
    openings: Option<u32>,
    /// Solve only positions with at most N pieces. In a game that places all pieces before it moves any,
    /// solve only positions without pieces in hand
    #[arg(long, value_name = "N", conflicts_with = "tables", value_parser = whole(0_u32..))]
    stones: Option<u32>,
    /// Maximum memory to use for solving, in gigabytes
    #[arg(long, value_name = "GB", default_value_t = 4, conflicts_with = "tables")]
    #[arg(value_parser = whole(1..=4096_u64))]
    memory: u64,
    /// Number of threads; as many as the machine has processors if not given
    #[arg(long, value_name = "N", conflicts_with = "info", value_parser = whole(1..=1024_u16))]
    threads: Option<u16>,
}

/// Solves, verifies or lists tablebases. Prints the counts of each slice as soon as the slice is finished. A slice is a
/// part of the positions; in Mill, those with the same numbers of stones.
pub fn run(solve: &Solve) -> Result<(), Failure> {
    let game = solve.choice.engine()?.dyn_game();
    let tablebase = game.tablebase().ok_or(TablebaseError::Unnumbered)?;
    solve.check()?;
    let listing = Listing {
        columns: Columns::of_output(),
        progress: Progress::new(),
        stop: AtomicBool::new(false),
        has_header: Mutex::new(Ok(false)),
    };
    let report = |news: &SolveProgress| listing.report(news);
    let control = SolveControl { threads: solve.threads(), stop: &listing.stop, report: &report };
    let solution = solve.solution(&*tablebase, control);
    if solve.info
        && let Ok(solution) = &solution
    {
        for (slice, counts) in &solution.rows {
            listing.print(slice, counts);
        }
    }
    listing.progress.clear();
    listing.has_header.into_inner().unwrap_or_else(PoisonError::into_inner)?;
    print_end(solve, &*game, &solution?, listing.columns)
}

/// Prints the value of the start position, if the tables give it, and after a verification the number of values that
/// were verified.
fn print_end(
    solve: &Solve,
    game: &dyn DynGame,
    solution: &Solution,
    columns: Columns,
) -> Result<(), Failure> {
    let Solution { rows, start } = solution;
    let mut out = stdout();
    if let Some(start) = start {
        writeln!(out, "start: {:?}", game.reported(*start))?;
    }
    if solve.verify {
        let positions: u64 = rows.iter().map(|(_, counts)| counts.positions()).sum();
        let (positions, slices) = (columns.count(positions), rows.len());
        let finding = match solve.against {
            Some(_) => "equal those of the full tables",
            None => "follow from the rules",
        };
        writeln!(out, "verified: all {positions} values in {slices} slices {finding}")?;
    }
    Ok(out.flush()?)
}

impl Solve {
    /// Checks what the parser of the command line does not: whether the folders and options fit the format of the
    /// tables.
    fn check(&self) -> Result<(), Failure> {
        let problem = match (&self.out, &self.tables) {
            (Some(_), _) if self.distances && !self.packs() => ONLY_COMPACT,
            (Some(_), Some(_)) if !self.packs() => ONE_FOLDER,
            (None, Some(folder)) if self.verify && self.against.is_none() && is_compact(folder) => {
                NO_FULL_TABLES
            }
            _ => return Ok(()),
        };
        Err(Failure::not_understood(problem))
    }

    /// Whether to write compact tables. Without `--format`, they are written if the output folder already contains
    /// some.
    fn packs(&self) -> bool {
        match &self.format {
            Some(format) => format == COMPACT,
            None => self.out.as_deref().is_some_and(is_compact),
        }
    }

    fn threads(&self) -> usize {
        match self.threads {
            Some(threads) => threads.into(),
            None => thread::available_parallelism().map_or(1, NonZero::get),
        }
    }

    /// Solves, packs, verifies or lists tablebases, as the arguments say. Reports the progress to `control`, and prints
    /// nothing itself.
    fn solution(
        &self,
        tablebase: &dyn DynTablebase,
        control: SolveControl<'_>,
    ) -> Result<Solution, TablebaseError> {
        if let Some(out) = &self.out {
            return self.write(out, tablebase, control);
        }
        // The parser guarantees a folder of tablebases with `--verify` and `--info`.
        let folder = self.tables.as_deref().unwrap_or(Path::new(""));
        if self.info {
            return tablebase.info(folder, control.stop);
        }
        tablebase.verify(folder, self.against.as_deref(), control)
    }

    /// Writes tables into the folder `out`: packs those of `--tables` if it is given, and otherwise solves the game.
    fn write(
        &self,
        out: &Path,
        tablebase: &dyn DynTablebase,
        control: SolveControl<'_>,
    ) -> Result<Solution, TablebaseError> {
        let contents = match self.openings {
            Some(plies) => Contents::Openings(plies),
            None if self.distances => Contents::Distances,
            None if self.endings => Contents::Endings,
            None => Contents::Values,
        };
        if let Some(full) = &self.tables {
            return tablebase.pack(full, out, contents, control);
        }
        let format = if self.packs() {
            Some(TableFormat::Compact(contents))
        } else {
            self.format.clone().map(TableFormat::Other)
        };
        let options = SolveOptions {
            folder: out.to_owned(),
            max_pieces: self.stones,
            memory: self.memory * GIGABYTE,
            format,
        };
        tablebase.solve(&options, control)
    }
}

/// Prints a row for each finished slice to standard output, and the solver's progress to standard error. The solver
/// calls it from several threads.
struct Listing {
    columns: Columns,
    progress: Progress,
    /// The first error of the output sets this flag, which stops the solver.
    stop: AtomicBool,
    /// Whether the header has been printed, or the first error of the output.
    has_header: Mutex<io::Result<bool>>,
}

impl Listing {
    fn print(&self, slice: &str, counts: &SliceCounts) {
        let mut result = lock(&self.has_header);
        if let Ok(has_header) = *result {
            let printed = self.progress.aside(|| print_row(self.columns, !has_header, slice, counts));
            if printed.is_err() {
                self.stop.store(true, Relaxed);
            }
            *result = printed.map(|()| true);
        }
    }

    fn report(&self, news: &SolveProgress) {
        let slices = &news.slices;
        let step = match &news.stage {
            Stage::Finished(counts) => return self.print(slices, counts),
            Stage::Damaged(damage) => {
                return self.progress.line(&format!("note: {damage}; it is made again"));
            }
            Stage::Expanding(done, all) => format!("{slices}: {} %", done * 100 / all.max(&1)),
            Stage::Iteration(plies) => format!("{slices}: iteration {plies}"),
        };
        self.progress.show(news.done, news.all, || step);
    }
}

/// Prints a row with the counts of a slice. For a person, each count has its share in per cent. If `header` is set,
/// prints the names of the columns first.
fn print_row(columns: Columns, header: bool, slice: &str, counts: &SliceCounts) -> io::Result<()> {
    let mut out = stdout();
    if header {
        writeln!(out, "slice\twon\tdrawn\tlost\tlongest_win\tlongest_loss")?;
    }
    let all = counts.positions().max(1);
    let [won, drawn, lost] = [counts.won, counts.drawn, counts.lost].map(|part| {
        let count = columns.count(part);
        let share = part as f64 * 100.0 / all as f64;
        if columns.is_data() { count } else { format!("{count} ({share:.1} %)") }
    });
    writeln!(out, "{slice}\t{won}\t{drawn}\t{lost}\t{}\t{}", counts.longest_win, counts.longest_loss)?;
    out.flush()
}
