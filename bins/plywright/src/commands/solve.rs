//! Command `solve`: solves a game or its endings into tablebases, and verifies or lists tablebases.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use clap::Args;
use plywright::engine::lock;
use plywright::tablebase::{
    Contents, SliceCounts, Solution, SolveControl, SolveOptions, SolveProgress, Stage, is_compact,
};

use crate::choice::Choice;
use crate::columns::Columns;
use crate::console::{Progress, stdout};
use crate::failure::Failure;
use crate::values::whole;

const NOTES: &str = "\
Prints a line for each finished slice of positions: the numbers of positions that the side to move wins, draws
and loses, and the longest win and loss in plies, 0 in a game decided by points. A slice of Mill is named after
the numbers of stones of the side to move and of the opponent, and symmetric positions of Mill count once. The
last lines give the value of the start position, if the tables contain it, and the result of a verification.
A folder belongs to one set of rules. The same command resumes a stopped run. It also checks every table and
makes a damaged one again.

Examples:
  plywright solve --game mill --stones 10 --out tables   solve Mill's endings with up to ten stones
  plywright solve --game mill --stones 18 --out tables   solve all positions without stones in hand
  plywright solve --game mill --out tables               solve the whole game, from the first stone on
  plywright solve --game mill --tables tables --verify   derive every value anew and compare
  plywright solve --game mill --tables tables --info     print the counts again
  plywright solve --variant six-mens-morris --out six    solve a small game whole
  plywright solve --format compact --out small           solve into compact tables, a fraction of the size
  plywright solve --format compact --distances --out small   also with the distances of long wins
  plywright solve --format compact --tables full --out small   pack full tables that are solved already
  plywright solve --tables small --verify --against full   compare every packed value with the full tables
  plywright solve --format compact --tables full --openings 11 --out openings   pack the opening into one file
  plywright solve --game connect-four --variant 5x4 --out four   solve connect four on a small board
  plywright solve --format malom --stones 7 --out std    write the perfect database's files";

const NO_TABLES: &str = "this game or variant cannot be solved, because its positions are not numbered";

/// Name of the format of compact tables.
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
    pub choice: Choice,
    /// Solve the game and write the tablebases to this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Verify every value of the tablebases in the folder --tables: by the rules, or with --against by
    /// comparison with full tablebases
    #[arg(long, requires = "tables")]
    pub verify: bool,
    /// List the tablebases in the folder --tables
    #[arg(long, requires = "tables")]
    pub info: bool,
    /// A folder of tablebases. With --format compact, these are the full tablebases to pack; without this
    /// option, each slice is packed as soon as it is solved
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// Folder of the full tablebases from which the compact ones in --tables were packed
    #[arg(long, value_name = "DIR", requires = "verify")]
    pub against: Option<PathBuf>,
    /// Format of the output. `compact` stores wins, draws and losses without distances, in a fraction of the
    /// space. `malom`, for Mill's standard rules, is the format of the perfect database
    #[arg(long, value_name = "NAME", conflicts_with_all = ["verify", "info"])]
    pub format: Option<String>,
    /// With --format compact, also pack the distances of wins and losses in 30 plies or more. The search finds
    /// shorter wins without them
    #[arg(long, conflicts_with_all = ["verify", "info", "openings"])]
    pub distances: bool,
    /// With --format compact, pack only the opening: positions at ply PLIES and at every second ply before it.
    /// Also write them to one file, `openings.bin`, which a program can embed
    #[arg(long, value_name = "PLIES", requires = "tables", conflicts_with_all = ["verify", "info"])]
    #[arg(value_parser = whole(0_u32..))]
    pub openings: Option<u32>,
    /// Solve only positions with at most N pieces. In a game that places all pieces before it moves any,
    /// solve only positions without pieces in hand
    #[arg(long, value_name = "N", conflicts_with = "tables", value_parser = whole(0_u32..))]
    pub stones: Option<u32>,
    /// Maximum memory to use for solving, in gigabytes
    #[arg(long, value_name = "GB", default_value_t = 4, conflicts_with = "tables")]
    #[arg(value_parser = whole(1..=4096_u64))]
    pub memory: u64,
    /// Number of threads; as many as the machine has processors if not given
    #[arg(long, value_name = "N", conflicts_with = "info", value_parser = whole(1..=1024_u16))]
    pub threads: Option<u16>,
}

/// Solves, verifies or lists tablebases, and prints the counts of their slices.
pub fn run(solve: &Solve) -> Result<(), Failure> {
    let game = solve.choice.engine()?.dyn_game();
    let tablebase = game.tablebase().ok_or_else(|| Failure::not_understood(NO_TABLES))?;
    let available = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = solve.threads.map_or_else(available, usize::from);
    let (columns, progress) = (Columns::of_output(), Progress::new());
    let stop = AtomicBool::new(false);
    // Whether the header still has to be printed, and the first error of the output.
    let printing = Mutex::new((true, Ok(())));
    let print = |rows: &[(&str, &SliceCounts)]| {
        let (header, printed) = &mut *lock(&printing);
        if printed.is_ok() {
            *printed = progress.aside(|| print_rows(columns, std::mem::take(header), rows));
            stop.fetch_or(printed.is_err(), Relaxed);
        }
    };
    let report = |news: &SolveProgress| match &news.stage {
        Stage::Finished(counts) => print(&[(&news.slices, counts)]),
        Stage::Damaged(damage) => progress.line(&format!("note: {damage}; it is made again")),
        stage => progress.show(news.done, news.all, || match stage {
            Stage::Expanding(done, all) => format!("{}: {} %", news.slices, done * 100 / all.max(&1)),
            Stage::Iteration(plies) => format!("{}: iteration {plies}", news.slices),
            Stage::Finished(_) | Stage::Damaged(_) => news.slices.clone(),
        }),
    };
    let control = SolveControl { stop: &stop, report: &report };
    let packs = match (&solve.format, &solve.out) {
        (Some(format), _) => format == COMPACT,
        (None, Some(out)) if is_compact(out) => true,
        (None, _) => false,
    };
    let contents = match solve.openings {
        Some(plies) => Contents::Openings(plies),
        None if solve.distances => Contents::Distances,
        None => Contents::Values,
    };
    let solution = match (&solve.out, &solve.tables) {
        (Some(_), _) if solve.distances && !packs => return Err(Failure::not_understood(ONLY_COMPACT)),
        (Some(_), Some(_)) if !packs => return Err(Failure::not_understood(ONE_FOLDER)),
        (Some(out), Some(full)) => tablebase.pack(full, out, contents, threads, control),
        (Some(out), None) => {
            let options = SolveOptions {
                folder: out.clone(),
                max_pieces: solve.stones,
                memory: solve.memory * GIGABYTE,
                threads,
                format: solve.format.clone().filter(|_| !packs),
            };
            if packs {
                tablebase.solve_and_pack(&options, contents, control)
            } else {
                tablebase.solve(&options, control)
            }
        }
        (None, folder) => {
            let folder = folder.clone().unwrap_or_default();
            match solve.against.as_deref() {
                _ if solve.info => tablebase.info(&folder).inspect(|solution| {
                    print(
                        &solution.rows.iter().map(|(slice, counts)| (&**slice, counts)).collect::<Vec<_>>(),
                    );
                }),
                None if is_compact(&folder) => return Err(Failure::not_understood(NO_FULL_TABLES)),
                full => tablebase.verify(&folder, full, threads, control),
            }
        }
    };
    progress.clear();
    printing.into_inner().unwrap_or_else(PoisonError::into_inner).1?;
    let Solution { rows, start } = solution?;
    let mut out = stdout();
    if let Some(start) = start {
        writeln!(out, "start: {:?}", game.reported(start))?;
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

/// Prints the counts of slices, for a person with their shares. With `header`, prints the names of the columns
/// first.
fn print_rows(columns: Columns, header: bool, rows: &[(&str, &SliceCounts)]) -> io::Result<()> {
    let mut out = stdout();
    if header {
        writeln!(out, "slice\twon\tdrawn\tlost\tlongest_win\tlongest_loss")?;
    }
    for (slice, counts) in rows {
        let all = counts.positions().max(1);
        let [won, drawn, lost] = [counts.won, counts.drawn, counts.lost].map(|part| {
            let count = columns.count(part);
            let share = part as f64 * 100.0 / all as f64;
            if columns.is_data() { count } else { format!("{count} ({share:.1} %)") }
        });
        writeln!(out, "{slice}\t{won}\t{drawn}\t{lost}\t{}\t{}", counts.longest_win, counts.longest_loss)?;
    }
    out.flush()
}
