//! The program as a library. One call gives a game in another crate the whole command line.
//!
//! ```no_run
#![doc = include_str!("../examples/own_game.rs")]
//! ```

mod choice;
mod commands;
mod console;
mod failure;
mod games;
mod help;
mod recorded;
mod renamed;
mod values;

use std::env;
use std::process::ExitCode;
use std::thread;

use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use plywright::engine::STACK;
pub use plywright_protocols::Program;

use crate::failure::Failure;
pub use crate::games::{GameEntry, MakeEngine, game, game_with};

const EXAMPLES: &str = "\
Examples:
  plywright                                     serve a client over UCI on standard input and output
  plywright --game connect-four --protocol ugi  serve connect four over UGI
  plywright --variant lasker-morris             the same under other rules
  plywright games                               list games and variants
  plywright moves --game tic-tac-toe            list the legal moves of the start position
  plywright perft --depth 6 --divide            count the move sequences of length 6, per first move
  plywright bench --game mill                   measure the search
  plywright board                               play and analyse on a board in the browser
  plywright play --level 12 --side second       play against the engine, which begins
  plywright match --levels 0,6,12 --rounds 100  measure how much stronger a level is than another
  plywright selfplay --game connect-four --games 2000 --nodes 300 --out c4.games   record games for training
  plywright train --game connect-four --data c4.games --out c4.net   train a network for the option `EvalFile`
  plywright match --engine cmd=builtin --engine cmd=./other --each tc=10+0.1   play against another engine
  plywright replay games.pgn --analyse          show what each move of a game was worth
  plywright new my-game                         write the skeleton of a new game";

/// An engine for two-player board games: a game, a protocol, and search.
///
/// Without a subcommand the program serves a client over standard input and output until `quit` or the end of
/// the input.
#[derive(Debug, Parser)]
#[command(name = "plywright", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Arguments {
    /// The command; without one the program serves a client.
    #[command(subcommand)]
    task: Option<Task>,
    /// Options of serving a client.
    #[command(flatten)]
    serve: commands::serve::Serve,
}

/// Commands of the program.
#[derive(Debug, Subcommand)]
enum Task {
    /// List the games and their variants
    Games(commands::games::Games),
    /// List the legal moves of a position, one per line
    Moves(commands::moves::Moves),
    /// Count the move sequences of a given length: the standard test of move generation
    Perft(commands::perft::Perft),
    /// Search fixed positions with every algorithm and count nodes; with one thread, every run gives the same
    /// counts
    Bench(commands::bench::Bench),
    /// Play, analyse and replay on a board in the browser
    Board(commands::board::Board),
    /// Solve a game or its endgames and store the values; verify or list stored values
    Solve(commands::solve::Solve),
    /// Print the exact values of a position and its moves
    Probe(commands::probe::Probe),
    /// Measure how often engines give value away, by exact values of all moves
    Accuracy(Box<commands::accuracy::Accuracy>),
    /// Play against the engine in this terminal
    Play(commands::play::Play),
    /// Play a match between engines of this program or others, and report which one is stronger
    Match(Box<commands::matches::Match>),
    /// Show a recorded game move by move, optionally with an analysis
    Replay(commands::replay::Replay),
    /// Play games of the engine against itself and record them for training
    Selfplay(commands::selfplay::Selfplay),
    /// Train a network on recorded games for the option `EvalFile`
    Train(commands::train::Train),
    /// Tune search parameters by games of the engine against itself
    Tune(commands::tune::Tune),
    /// Write the skeleton of a new game into a workspace and register it
    New(commands::new::New),
}

impl Arguments {
    /// Parser of the command line. Negative numbers are parsed as values, so that the error is about their
    /// range.
    fn full_command() -> Command {
        Self::command().mut_subcommands(|command| {
            command.mut_args(|arg| {
                let takes_value = arg.get_action().takes_values();
                if takes_value { arg.allow_negative_numbers(true) } else { arg }
            })
        })
    }

    fn run(&self, program: Program) -> Result<(), Failure> {
        match &self.task {
            None => commands::serve::run(program, &self.serve),
            Some(Task::Games(games)) => commands::games::run(games),
            Some(Task::Moves(moves)) => commands::moves::run(moves),
            Some(Task::Perft(perft)) => commands::perft::run(perft),
            Some(Task::Bench(bench)) => commands::bench::run(bench),
            Some(Task::Board(board)) => commands::board::run(board),
            Some(Task::Solve(solve)) => commands::solve::run(solve),
            Some(Task::Probe(probe)) => commands::probe::run(probe),
            Some(Task::Accuracy(accuracy)) => commands::accuracy::run(accuracy),
            Some(Task::Play(play)) => commands::play::run(play),
            Some(Task::Match(played)) => commands::matches::run(played),
            Some(Task::Replay(replay)) => commands::replay::run(replay),
            Some(Task::Selfplay(selfplay)) => commands::selfplay::run(selfplay),
            Some(Task::Train(train)) => commands::train::run(train),
            Some(Task::Tune(tune)) => commands::tune::run(tune),
            Some(Task::New(new)) => commands::new::run(new),
        }
    }
}

/// Runs the command line with these games under the name of `program`; the first game is the default. Returns
/// the exit code: 0 for success, 2 if the command line, a position or the text of a file is invalid, 1 if
/// something failed. Call it once.
pub fn run(program: Program, games: Vec<Box<dyn GameEntry>>) -> ExitCode {
    games::offer(games);
    let words = renamed::current_words(env::args_os().collect());
    let matches = help::adapted(Arguments::full_command(), &program).get_matches_from(words);
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    // The main thread's stack size depends on the system and can be too small.
    let work = thread::Builder::new().stack_size(STACK).spawn(move || arguments.run(program));
    let no_thread = |error| Failure::failed(format!("cannot start a thread: {error}"));
    match work.map_err(no_thread).map(thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(failure))) | Err(failure) => failure.exit(),
        // The panic has already printed its message.
        Ok(Err(_)) => ExitCode::FAILURE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_shows_examples_and_no_range_in_the_syntax_of_rust() {
        let mut command = Arguments::full_command();
        command.build();
        command.clone().debug_assert();
        for command in command.get_subcommands_mut().filter(|command| command.get_name() != "help") {
            let name = command.get_name().to_owned();
            let help = command.render_long_help().to_string();
            assert!(help.contains(&format!("Examples:\n  plywright {name}")), "{name}: {help}");
            assert!(!help.replace("...", "").contains(".."), "{name}: {help}");
        }
    }
}
