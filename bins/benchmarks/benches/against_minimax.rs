//! Benchmark: connect four searched by this framework and by the crate `minimax`, alternating in one run.
//!
//! Both programs search the start position to the same depth. They use the same state, move generator and
//! evaluation, one thread, and no selective pruning. The benchmark checks that their values agree. Run it
//! with `cargo bench -p plywright-benchmarks --bench against_minimax -- 16 --runs 5`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use minimax::{Evaluation, IterativeOptions, IterativeSearch, Strategy, Winner};
use plywright::search::Algorithm;
use plywright::{Depth, Ending, Eval, Game, Move, Moves, Pieces, Score, Side, State};
use plywright_benchmarks::{SearchSettings, median};
use plywright_connect_four::{ConnectFour, OpenFours, Size};

const GAME: ConnectFour = ConnectFour(Size::USUAL);

/// Compares the search times of Plywright and the crate `minimax` in connect four
#[derive(Debug, Parser)]
struct Arguments {
    /// Depths in plies to which the start position is searched
    #[arg(default_values_t = [12, 14, 16])]
    depths: Vec<u8>,
    /// Number of runs of each contender at each depth
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Size of each table in MiB; `minimax` rounds it up to a power of two
    #[arg(long, default_value_t = 16)]
    table: usize,
    /// Set by `cargo bench`; without it, as in a test, each contender runs once, to a small depth
    #[arg(long, hide = true)]
    bench: bool,
}

/// Connect four for the crate `minimax`: the rules and the evaluation.
struct Adapter;

impl minimax::Game for Adapter {
    type S = Pieces;
    type M = u8;

    fn generate_moves(board: &Pieces, moves: &mut Vec<u8>) -> Option<Winner> {
        let mut listed = Moves::new();
        let ending = GAME.moves(board, &mut listed);
        moves.extend_from_slice(&listed);
        ending.map(|ending| winner(ending, board.side()))
    }

    fn apply(board: &mut Pieces, mv: u8) -> Option<Pieces> {
        let mut child = *board;
        GAME.play(&mut child, mv);
        Some(child)
    }

    fn get_winner(board: &Pieces) -> Option<Winner> {
        GAME.ending(board).map(|ending| winner(ending, board.side()))
    }

    fn zobrist_hash(board: &Pieces) -> u64 {
        board.key().0
    }

    fn table_index(mv: u8) -> u16 {
        mv.code() as u16
    }

    /// The seven columns have the codes 0 to 6.
    fn max_table_index() -> u16 {
        6
    }
}

/// Names the winner from the view of the side `to_move`.
fn winner(ending: Ending, to_move: Side) -> Winner {
    match ending.winner() {
        None => Winner::Draw,
        Some(side) if side == to_move => Winner::PlayerToMove,
        Some(_) => Winner::PlayerJustMoved,
    }
}

impl minimax::Evaluator for Adapter {
    type G = Self;

    fn evaluate(&self, board: &Pieces) -> Evaluation {
        OpenFours.evaluate(&GAME, board).0 as Evaluation
    }
}

/// A program and the settings of its search. Every contender is compared with the first one in [`CONTENDERS`].
#[derive(Clone, Copy)]
enum Contender {
    Plywright(Algorithm),
    /// The crate `minimax`, with the name of its options and a function that sets them.
    Minimax(&'static str, fn(IterativeOptions) -> IterativeOptions),
}

const CONTENDERS: [Contender; 8] = [
    Contender::Plywright(Algorithm::Pvs),
    Contender::Minimax("defaults", |options| options),
    Contender::Plywright(Algorithm::AlphaBeta),
    Contender::Minimax("countermoves", IterativeOptions::with_countermoves),
    Contender::Plywright(Algorithm::MtdF),
    Contender::Minimax("mtdf", IterativeOptions::with_mtdf),
    Contender::Minimax("countermove history", IterativeOptions::with_countermove_history),
    Contender::Minimax("aspiration", |options| options.with_aspiration_window(3)),
];

impl Contender {
    fn name(self) -> String {
        match self {
            Self::Plywright(algorithm) => format!("plywright {}", algorithm.name()),
            Self::Minimax(options, _) => format!("minimax {options}"),
        }
    }

    /// Returns the value of the start position and the time of the search. The time includes the creation of the
    /// transposition table, because one program zeroes its table at once and the other at the first use.
    fn search(self, depth: u8, table: usize) -> (Value, Duration) {
        let started = Instant::now();
        let value = match self {
            Self::Plywright(algorithm) => {
                let settings = SearchSettings {
                    algorithm,
                    selective: false,
                    table,
                    ..SearchSettings::to_depth(Depth(depth.into()))
                };
                Value::from(settings.search(&GAME, &GAME.start()).score().expect("a move"))
            }
            Self::Minimax(_, with) => {
                let options = with(IterativeOptions::new().with_table_byte_size(table << 20));
                let mut search = IterativeSearch::new(Adapter, options);
                search.set_max_depth(depth);
                search.choose_move(&GAME.start());
                Value::from(search.root_value())
            }
        };
        (value, started.elapsed())
    }
}

/// Value of a position. `minimax` reports a win without its distance.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Win,
    Loss,
    Estimate(i32),
}

impl From<Score> for Value {
    fn from(score: Score) -> Self {
        match score {
            score if !score.is_mate() => Self::Estimate(score.0),
            Score(1..) => Self::Win,
            Score(_) => Self::Loss,
        }
    }
}

impl From<Evaluation> for Value {
    fn from(evaluation: Evaluation) -> Self {
        match evaluation {
            minimax::BEST_EVAL => Self::Win,
            minimax::WORST_EVAL => Self::Loss,
            estimate => Self::Estimate(estimate.into()),
        }
    }
}

/// The times of each contender's runs, in seconds.
type Times = [Vec<f64>; CONTENDERS.len()];

/// Runs the contenders in turn, so that a slow minute of the machine affects all of them. If they find different values
/// of the position, prints the values as an error and returns `None`.
fn race(depth: u8, runs: usize, table: usize) -> Option<(Value, Times)> {
    let mut times = CONTENDERS.map(|_| Vec::new());
    let mut values = Vec::new();
    for _ in 0..runs {
        for (contender, own) in CONTENDERS.iter().zip(&mut times) {
            let (value, time) = contender.search(depth, table);
            values.push(value);
            own.push(time.as_secs_f64());
        }
    }
    if values.iter().all(|value| *value == values[0]) {
        return Some((values[0], times));
    }
    eprintln!("depth {depth}: values differ: {values:?}");
    None
}

/// Prints the median time of each contender, and the quotient of its time in each run and the first contender's time in
/// the same run.
fn print(depth: u8, table: usize, value: Value, times: &Times) {
    println!("\ndepth {depth}, tables of {table} MiB, one thread each; the value of all: {value:?}");
    println!("{:28} {:>8}   run by run, over {}", "seconds", "median", CONTENDERS[0].name());
    for (contender, own) in CONTENDERS.iter().zip(times) {
        let ratios: Vec<f64> = own.iter().zip(&times[0]).map(|(own, first)| own / first).collect();
        print!("{:28} {:8.3}", contender.name(), median(own.iter().copied()));
        for ratio in &ratios {
            print!("{ratio:6.2}");
        }
        println!("   median {:.2}", median(ratios));
    }
}

fn main() -> ExitCode {
    let Arguments { depths, runs, table, bench } = Arguments::parse();
    let (depths, runs) = if bench { (depths, runs.max(1)) } else { (vec![6], 1) };
    for depth in depths {
        let Some((value, times)) = race(depth, runs, table) else { return ExitCode::FAILURE };
        print(depth, table, value, &times);
    }
    ExitCode::SUCCESS
}
