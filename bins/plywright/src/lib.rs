//! The command line as a library: one call of [`run`] gives a game in another crate all commands.
//!
//! ```no_run
#![doc = include_str!("../examples/own_game.rs")]
//! ```

mod arguments;
mod choice;
mod columns;
mod commands;
mod console;
mod failure;
mod games;
mod help;
mod planning;
mod progress;
mod recorded;
pub mod shards;
mod tasks;
mod values;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use clap::FromArgMatches;
use plywright::engine::{DynGame, STACK};
pub use plywright_protocols::Program;

use crate::arguments::{Arguments, Task};
pub use crate::failure::Failure;
pub use crate::games::offer;

/// Runs the command line for these games, under the name of `program`. The first game is the default. Only the first
/// call in a process sets the games.
///
/// Returns the exit code: 0 for success, 1 for work that failed, 2 for invalid input such as a position or the text of
/// a file, 130 for an interruption. An invalid command line (code 2), `--help` and `--version` (code 0) end the process
/// instead of returning.
pub fn run(program: Program, games: Vec<Arc<dyn DynGame>>) -> ExitCode {
    games::offer(games);
    let words: Vec<OsString> = env::args_os().collect();
    let matches = help::adapted(Arguments::full_command(), &program).get_matches_from(&words);
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    // Commands run in a thread of their own, because the stack of the main thread can be too small for a
    // search.
    let thread = thread::Builder::new().stack_size(STACK);
    let thread = match thread.spawn(move || run_command(&arguments, program, &words)) {
        Ok(thread) => thread,
        Err(error) => return Failure::failed(format!("cannot start a thread: {error}")).exit(),
    };
    match thread.join() {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(failure)) => failure.exit(),
        // The panic has already printed its message.
        Err(_) => ExitCode::FAILURE,
    }
}

fn run_command(arguments: &Arguments, program: Program, words: &[OsString]) -> Result<(), Failure> {
    let command = || help::adapted(Arguments::full_command(), &program).name(help::executable(&program));
    match &arguments.task {
        None => commands::serve::run(program, &arguments.serve),
        Some(Task::Games(games)) => commands::games::run(games),
        Some(Task::Moves(moves)) => commands::moves::run(moves),
        Some(Task::Perft(perft)) => commands::perft::run(perft),
        Some(Task::Bench(bench)) => commands::bench::run(bench),
        #[cfg(feature = "board")]
        Some(Task::Board(board)) => commands::board::run(program, board),
        Some(Task::Solve(solve)) => commands::solve::run(solve),
        Some(Task::Probe(probe)) => commands::probe::run(probe),
        Some(Task::Accuracy(accuracy)) => commands::accuracy::run(accuracy),
        Some(Task::Play(play)) => commands::play::run(program, play),
        Some(Task::Match(played)) => match &played.shards.plan {
            None => commands::matches::run(played),
            Some(plan) => {
                shards::run_step(plan, &played.shards, played.out.as_deref(), played.concurrency, words)
            }
        },
        Some(Task::Replay(replay)) => commands::replay::run(replay),
        Some(Task::Convert(convert)) => commands::convert::run(convert),
        Some(Task::Explore(explore)) => commands::explore::run(explore),
        Some(Task::Puzzles(puzzles)) => commands::puzzles::run(puzzles),
        Some(Task::Report(report)) => commands::report::run(report),
        Some(Task::Selfplay(selfplay)) => match &selfplay.shards.plan {
            None => commands::selfplay::run(selfplay),
            Some(plan) => {
                shards::run_step(plan, &selfplay.shards, selfplay.out.as_deref(), selfplay.concurrency, words)
            }
        },
        Some(Task::Train(train)) => commands::train::run(train),
        Some(Task::Tune(tune)) => commands::tune::run(tune),
        Some(Task::New(new)) => commands::new::run(new),
        Some(Task::Man(man)) => commands::man::run(man, command()),
        Some(Task::Completions(completions)) => commands::completions::run(completions, command()),
    }
}
