//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use plywright::FULL_STRENGTH;
use plywright_protocols::{ActionForm, UgiForm};

use crate::choice::{Choice, Place};
use crate::commands::board::Board;
use crate::commands::matches::MatchArguments;
use crate::commands::new::New;
use crate::commands::probe::Probe;
use crate::commands::replay::Replay;
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
    /// What to do instead of serving a client.
    #[command(subcommand)]
    pub task: Option<Task>,
    /// How to serve one.
    #[command(flatten)]
    pub serve: Serve,
}

/// What the program can do beside serving a client.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// List the games and their variants
    Games,
    /// List the legal moves of a position, one a line
    Moves(Place),
    /// Count the move sequences of a given length, the standard test of move generation
    Perft(Perft),
    /// Search fixed positions by every algorithm and count nodes: the same number in every run at one thread
    Bench(Bench),
    /// Play, analyse and replay on a board in the browser
    Board(Board),
    /// Solve a game, or its endings, and keep the values; verify or list what was kept
    Solve(Solve),
    /// Report what is exactly known about a position and each of its moves
    Probe(Probe),
    /// Play against the engine in this terminal
    Play(Play),
    /// Let engines of this program and of others play each other, and report which is stronger
    Match(Box<MatchArguments>),
    /// Show a recorded game move by move, and what each move was worth
    Replay(Replay),
    /// Let the engine play against itself and record the games for training
    Selfplay(SelfPlayArguments),
    /// Train a network on recorded games, for the option `EvalFile`
    Train(TrainArguments),
    /// Tune search parameters by games of the engine against itself
    Tune(TuneArguments),
    /// Write the skeleton of a new game into a workspace and register it
    New(New),
}

/// How to serve a client.
#[derive(Debug, Args)]
pub struct Serve {
    /// Which game and variant.
    #[command(flatten)]
    pub choice: Choice,
    /// The protocol to speak; unless given, the first line of the input chooses it
    #[arg(long, value_enum)]
    pub protocol: Option<Protocol>,
    /// Which of the two interfaces of the name UGI to write; auto, the default, finds out which one the
    /// client speaks
    #[arg(long, value_enum)]
    pub ugi_dialect: Option<UgiDialect>,
    /// How much detail the actions of the JSON protocol have; plain unless given
    #[arg(long, value_enum)]
    pub json_dialect: Option<JsonDialect>,
}

/// The protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// The Universal Chess Interface, for any game
    Uci,
    /// The Universal Game Interface or the Universal Gyges Interface, for any game
    Ugi,
    /// Lines of JSON, for programs that show a board
    Json,
}

impl From<Protocol> for plywright::Protocol {
    fn from(protocol: Protocol) -> Self {
        match protocol {
            Protocol::Uci => Self::Uci,
            Protocol::Ugi => Self::Ugi,
            Protocol::Json => Self::Json,
        }
    }
}

/// The forms of the JSON protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum JsonDialect {
    /// An action that does something else besides has a name of its own
    Plain,
    /// What an action does besides is part of its value; the first move told is any legal one
    Current,
}

impl JsonDialect {
    /// The form that actions have.
    pub const fn form(self) -> ActionForm {
        match self {
            Self::Plain => ActionForm::Plain,
            Self::Current => ActionForm::Detailed,
        }
    }
}

/// The interfaces of the name UGI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UgiDialect {
    /// The one that the client's commands turn out to belong to
    Auto,
    /// The Universal Gyges Interface
    Gyges,
    /// The Universal Game Interface
    Game,
}

impl UgiDialect {
    /// The form to write, where it is settled.
    pub const fn form(self) -> Option<UgiForm> {
        match self {
            Self::Auto => None,
            Self::Gyges => Some(UgiForm::Gyges),
            Self::Game => Some(UgiForm::Game),
        }
    }
}

/// A count of move sequences.
#[derive(Debug, Args)]
pub struct Perft {
    /// Where to count from.
    #[command(flatten)]
    pub place: Place,
    /// The length of the sequences in moves
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub depth: u32,
    /// Print each first move's part
    #[arg(long)]
    pub divide: bool,
    /// Count a game that ends earlier as one sequence, as published tables of some games do
    #[arg(long)]
    pub finished: bool,
}

/// A benchmark.
#[derive(Debug, Args)]
pub struct Bench {
    /// Only this game
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Threads that search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: u16,
    /// Fail unless node counts are those in this file
    #[arg(long, value_name = "FILE")]
    pub check: Option<PathBuf>,
    /// Write node counts to this file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// A game of a person against the engine.
#[derive(Debug, Args)]
pub struct Play {
    /// Where to play from.
    #[command(flatten)]
    pub place: Place,
    /// The engine's strength; 30 is full strength, and the default with --movetime
    #[arg(long, value_name = "0..30")]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=i64::from(FULL_STRENGTH)))]
    pub level: Option<u8>,
    /// Which side the person plays
    #[arg(long, value_enum, default_value_t = Seats::First)]
    pub side: Seats,
    /// Maximum time for a move of the engine, in milliseconds; full strength unless --level is given
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=3_600_000))]
    pub movetime: Option<u32>,
}

/// The sides that a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Seats {
    /// The side that begins
    First,
    /// The other side
    Second,
    /// Both sides, without the engine
    Both,
    /// No side: the engine plays itself
    None,
}
