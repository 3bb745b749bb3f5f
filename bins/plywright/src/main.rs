//! The program: a game engine under a chosen protocol, and a few tools for people.

mod arguments;
mod commands;
mod failure;
mod games;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Task};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.task {
        None => commands::serve::run(&arguments.serve),
        Some(Task::Games) => commands::games::run(),
        Some(Task::Moves(moves)) => commands::moves::run(moves),
        Some(Task::Perft(perft)) => commands::perft::run(perft),
    };
    result.map_or_else(|failure| failure.exit(), |()| ExitCode::SUCCESS)
}
