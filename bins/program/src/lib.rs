//! The command line as a library: one call of [`run`] gives a game in another crate all commands.
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
pub mod shards;
mod values;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;
use std::thread;

use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use plywright::engine::STACK;
pub use plywright_protocols::Program;

pub use crate::failure::Failure;
pub use crate::games::{GameEntry, MakeEngine, game, game_with, offer};

const EXAMPLES: &str = "\
Examples:
  plywright                                     serve a client over UCI on standard input and output
  plywright --game connect-four --protocol ugi  serve connect four over UGI
  plywright --variant lasker-morris             serve a variant of the default game
  plywright games                               list games and variants
  plywright moves --game tic-tac-toe            list the legal moves of the start position
  plywright perft --depth 6 --divide            count the move sequences of length 6, per first move
  plywright bench --game mill                   measure the search
  plywright board                               play and analyse on a board in the browser
  plywright play --level 12 --side second       play against the engine, which begins
  plywright match --levels 0,6,12 --rounds 100  measure how the levels differ in strength
  plywright selfplay --game connect-four --games 2000 --nodes 300 --out c4.games   record games for training
  plywright train --game connect-four --data c4.games --out c4.net   train a network for the option `EvalFile`
  plywright match --engine cmd=builtin --engine cmd=./other --each tc=10+0.1   play against another engine
  plywright replay games.pgn --analyse          analyse a recorded game move by move
  plywright report --game gyges --svg g.svg     measure the qualities of a game
  plywright new my-game                         write the skeleton of a new game";

/// Engine for two-player board games
///
/// Without a command, the program serves a client over standard input and output. It ends at `quit` or at the
/// end of the input.
#[derive(Debug, Parser)]
#[command(name = "plywright", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Arguments {
    /// The command; without one, the program serves a client.
    #[command(subcommand)]
    task: Option<Task>,
    /// Options for serving a client.
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
    /// Count the move sequences of a given length (perft), the standard test of move generation
    Perft(commands::perft::Perft),
    /// Search fixed positions with every algorithm and count the nodes; with one thread, the counts are
    /// reproducible
    Bench(commands::bench::Bench),
    /// Play, analyse and replay on a board in the browser
    #[cfg(feature = "board")]
    Board(commands::board::Board),
    /// Solve a game or its endings into tablebases; verify or list tablebases
    Solve(commands::solve::Solve),
    /// Print the exact values of a position and of its moves
    Probe(commands::probe::Probe),
    /// Compare engines' moves with the exact values of all moves, and count the moves that turn a win into a
    /// draw or loss, or a draw into a loss
    Accuracy(Box<commands::accuracy::Accuracy>),
    /// Play against the engine in this terminal
    Play(commands::play::Play),
    /// Play a match between engines and report which one is stronger
    Match(Box<commands::matches::Match>),
    /// Show a recorded game move by move, with an analysis if requested
    Replay(commands::replay::Replay),
    /// Check recorded games and rewrite them in another format: PGN, SGF, or MIF for Mill
    Convert(commands::convert::Convert),
    /// Build a tree of openings from recorded games, merge trees, or show the moves of one
    Explore(commands::explore::Explore),
    /// Find positions with exactly one right move, or pose them as puzzles
    Puzzles(commands::puzzles::Puzzles),
    /// Measure the qualities of a game: its length, balance, draws, choice of moves and depth of skill
    Report(commands::report::Report),
    /// Play games of the engine against itself and record them for training
    Selfplay(Box<commands::selfplay::Selfplay>),
    /// Train a network on recorded games, for the option `EvalFile`
    Train(commands::train::Train),
    /// Tune search parameters by games between two versions of the engine
    Tune(commands::tune::Tune),
    /// Write the skeleton of a new game into a workspace and register it
    New(commands::new::New),
    /// Write the manual pages
    Man(commands::man::Man),
    /// Print a script for the completion of command lines by a shell
    Completions(commands::completions::Completions),
}

impl Arguments {
    /// Returns the parser of the command line. It accepts negative numbers as values, so that the error names
    /// the valid range instead of an unknown option.
    fn full_command() -> Command {
        Self::command().mut_subcommands(|command| {
            let has_shards = shards::JOBS.contains(&command.get_name());
            command.mut_args(|arg| {
                let takes_value = arg.get_action().takes_values();
                let arg = if takes_value { arg.allow_negative_numbers(true) } else { arg };
                if has_shards { shards::fixed_by_plan(arg) } else { arg }
            })
        })
    }

    /// Runs the command. `words` are the command line.
    fn run(&self, program: Program, words: &[OsString]) -> Result<(), Failure> {
        let command = || help::adapted(Self::full_command(), &program).name(help::executable(&program));
        match &self.task {
            None => commands::serve::run(program, &self.serve),
            Some(Task::Games(games)) => commands::games::run(games),
            Some(Task::Moves(moves)) => commands::moves::run(moves),
            Some(Task::Perft(perft)) => commands::perft::run(perft),
            Some(Task::Bench(bench)) => commands::bench::run(bench),
            #[cfg(feature = "board")]
            Some(Task::Board(board)) => commands::board::run(board),
            Some(Task::Solve(solve)) => commands::solve::run(solve),
            Some(Task::Probe(probe)) => commands::probe::run(probe),
            Some(Task::Accuracy(accuracy)) => commands::accuracy::run(accuracy),
            Some(Task::Play(play)) => commands::play::run(play),
            Some(Task::Match(played)) => commands::matches::run(played, words),
            Some(Task::Replay(replay)) => commands::replay::run(replay),
            Some(Task::Convert(convert)) => commands::convert::run(convert),
            Some(Task::Explore(explore)) => commands::explore::run(explore),
            Some(Task::Puzzles(puzzles)) => commands::puzzles::run(puzzles),
            Some(Task::Report(report)) => commands::report::run(report),
            Some(Task::Selfplay(selfplay)) => commands::selfplay::run(selfplay, words),
            Some(Task::Train(train)) => commands::train::run(train),
            Some(Task::Tune(tune)) => commands::tune::run(tune),
            Some(Task::New(new)) => commands::new::run(new),
            Some(Task::Man(man)) => commands::man::run(man, command()),
            Some(Task::Completions(completions)) => commands::completions::run(completions, command()),
        }
    }
}

/// Runs the command line for these games, under the name of `program`. The first game is the default. Returns
/// the exit code: 0 for success, 2 for an invalid command line, position or file text, 1 if something failed.
/// Only the first call in a process sets the games.
pub fn run(program: Program, games: Vec<Box<dyn GameEntry>>) -> ExitCode {
    games::offer(games);
    let words = renamed::current_words(env::args_os().collect());
    let matches = help::adapted(Arguments::full_command(), &program).get_matches_from(&words);
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    // Commands run in a thread of their own, because the stack of the main thread can be too small for a
    // search.
    let work = thread::Builder::new().stack_size(STACK).spawn(move || arguments.run(program, &words));
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
