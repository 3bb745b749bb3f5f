//! The program: a game engine under a chosen protocol, and a few tools for people.

mod arguments;
mod choice;
mod commands;
mod failure;
mod games;

use std::process::ExitCode;
use std::thread;

use clap::Parser;
use plywright::engine::STACK;

use crate::arguments::{Arguments, Task};
use crate::failure::Failure;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // The first thread's stack is the system's choice, and on some systems small.
    let work = thread::Builder::new().stack_size(STACK).spawn(move || run(&arguments));
    let result = work.map_err(Failure::from).map(thread::JoinHandle::join);
    match result {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(failure))) | Err(failure) => failure.exit(),
        // The panic has told its tale.
        Ok(Err(_)) => ExitCode::FAILURE,
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.task {
        None => commands::serve::run(&arguments.serve),
        Some(Task::Games) => commands::games::run(),
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
    }
}
