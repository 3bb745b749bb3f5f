//! The program as a library. One call gives a game in another crate the whole command line.
//!
//! ```no_run
#![doc = include_str!("../examples/own_game.rs")]
//! ```

mod arguments;
mod choice;
mod commands;
mod failure;
mod games;
mod help;
mod interrupt;
mod number;
mod output;
mod recorded;
mod stderr;
mod training_arguments;

use std::process::ExitCode;
use std::thread;

use clap::FromArgMatches;
use plywright::engine::STACK;
pub use plywright_protocols::Program;

use crate::arguments::{Arguments, Task};
use crate::failure::Failure;
pub use crate::games::{GameEntry, game};

/// Runs the command line with these games under the name of `program`; the first game is the default. Returns
/// the exit code: 0 for success, 2 if the command line, a position or the text of a file is invalid, 1 if
/// something failed. Call it once.
pub fn run(program: Program, games: Vec<Box<dyn GameEntry>>) -> ExitCode {
    games::offer(games);
    let matches = help::adapted(Arguments::full_command(), &program).get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    // The main thread's stack size depends on the system and can be too small.
    let work = thread::Builder::new().stack_size(STACK).spawn(move || obey(program, &arguments));
    let no_thread = |error| Failure::failed(format!("cannot start a thread: {error}"));
    let result = work.map_err(no_thread).map(thread::JoinHandle::join);
    match result {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(failure))) | Err(failure) => failure.exit(),
        // The panic has already printed its message.
        Ok(Err(_)) => ExitCode::FAILURE,
    }
}

fn obey(program: Program, arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.task {
        None => commands::serve::run(program, &arguments.serve),
        Some(Task::Games(games)) => commands::games::run(games),
        Some(Task::Moves(moves)) => commands::moves::run(moves),
        Some(Task::Perft(perft)) => commands::perft::run(perft),
        Some(Task::Bench(bench)) => commands::bench::run(bench),
        Some(Task::Board(board)) => commands::board::run(board),
        Some(Task::Solve(solve)) => commands::solve::run(solve),
        Some(Task::Probe(probe)) => commands::probe::run(probe),
        Some(Task::Play(play)) => commands::play::run(play),
        Some(Task::Match(arguments)) => commands::matches::run(arguments),
        Some(Task::Replay(replay)) => commands::replay::run(replay),
        Some(Task::Tune(arguments)) => commands::tune::run(arguments),
        Some(Task::Selfplay(arguments)) => commands::selfplay::run(arguments),
        Some(Task::Train(arguments)) => commands::train::run(arguments),
        Some(Task::New(new)) => commands::new::run(new),
    }
}
