//! The command line: the program's commands with their arguments.
//!
//! The parser and the help are derived from these types. The documentation of variants and of most fields is therefore
//! the help that users read.

use clap::{Command, CommandFactory, Parser, Subcommand};

use crate::{commands, planning};

const EXAMPLES: &str = "\
Examples:
  plywright                                     serve a client; its first line selects the protocol
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
pub(crate) struct Arguments {
    /// The command; without one, the program serves a client.
    #[command(subcommand)]
    pub(crate) task: Option<Task>,
    /// Options for serving a client.
    #[command(flatten)]
    pub(crate) serve: commands::serve::Serve,
}

/// Commands of the program.
#[derive(Debug, Subcommand)]
pub(crate) enum Task {
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
    /// Build an opening tree from recorded games, merge trees, or show the moves of one
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
    /// Returns the parser of the command line. Options of commands accept negative numbers as values, so that the error
    /// names the valid range instead of an unknown option. In `match` and `selfplay`, `--shard` and `--merge` exclude
    /// all options whose values the plan contains. `match --join` excludes all arguments except `--sprt`.
    pub(crate) fn full_command() -> Command {
        Self::command().mut_subcommands(|command| {
            let name = command.get_name().to_owned();
            let has_shards = planning::JOBS.contains(&name.as_str());
            let command = command.mut_args(|arg| {
                let takes_value = arg.get_action().takes_values();
                let arg = if takes_value { arg.allow_negative_numbers(true) } else { arg };
                if has_shards { planning::refuse_beside_plan(arg) } else { arg }
            });
            if name == "match" { join_alone(command) } else { command }
        })
    }
}

/// Makes `--join` of the command `match` conflict with all its other arguments except `--sprt`.
fn join_alone(command: Command) -> Command {
    let all = command.get_arguments().map(|arg| arg.get_id().clone());
    let others: Vec<_> = all.filter(|id| !["join", "sprt"].contains(&id.as_str())).collect();
    command.mut_arg("join", |arg| arg.conflicts_with_all(others))
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
