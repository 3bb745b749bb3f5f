//! The command line.

use clap::{Command, CommandFactory, Parser, Subcommand};

use crate::commands::bench::Bench;
use crate::commands::board::Board;
use crate::commands::games::Games;
use crate::commands::matches::MatchArguments;
use crate::commands::moves::Moves;
use crate::commands::new::New;
use crate::commands::perft::Perft;
use crate::commands::play::Play;
use crate::commands::probe::Probe;
use crate::commands::replay::Replay;
use crate::commands::serve::Serve;
use crate::commands::solve::Solve;
use crate::commands::tune::TuneArguments;
use crate::training_arguments::{SelfPlayArguments, TrainArguments};

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
pub struct Arguments {
    /// The command; without one the program serves a client.
    #[command(subcommand)]
    pub task: Option<Task>,
    /// Options of serving a client.
    #[command(flatten)]
    pub serve: Serve,
}

/// Commands of the program.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// List the games and their variants
    Games(Games),
    /// List the legal moves of a position, one per line
    Moves(Moves),
    /// Count the move sequences of a given length: the standard test of move generation
    Perft(Perft),
    /// Search fixed positions with every algorithm and count nodes; with one thread, every run gives the same
    /// counts
    Bench(Bench),
    /// Play, analyse and replay on a board in the browser
    Board(Board),
    /// Solve a game or its endgames and store the values; verify or list stored values
    Solve(Solve),
    /// Print the exact values of a position and its moves
    Probe(Probe),
    /// Play against the engine in this terminal
    Play(Play),
    /// Play a match between engines of this program or others, and report which one is stronger
    Match(Box<MatchArguments>),
    /// Show a recorded game move by move, optionally with an analysis
    Replay(Replay),
    /// Play games of the engine against itself and record them for training
    Selfplay(SelfPlayArguments),
    /// Train a network on recorded games for the option `EvalFile`
    Train(TrainArguments),
    /// Tune search parameters by games of the engine against itself
    Tune(TuneArguments),
    /// Write the skeleton of a new game into a workspace and register it
    New(New),
}

impl Arguments {
    /// Parser of the command line. Negative numbers are parsed as values, so that the error is about their
    /// range.
    pub fn full_command() -> Command {
        Self::command().mut_subcommands(|command| {
            command.mut_args(|arg| {
                let takes_value = arg.get_action().takes_values();
                if takes_value { arg.allow_negative_numbers(true) } else { arg }
            })
        })
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
