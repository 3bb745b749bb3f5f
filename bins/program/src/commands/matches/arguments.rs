//! Command line of a match.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plywright::FULL_STRENGTH;
use plywright_arena::adjudication::{Draw, Resign};
use plywright_arena::openings::OpeningChoice;
use plywright_arena::schedule::Pairing;
use plywright_arena::sprt::Sprt;

use crate::choice::Choice;
use crate::number::whole;

const NOTES: &str = "\
An engine is described by settings, as in fastchess:
  cmd=PROGRAM args='...' dir=DIRECTORY   the program; cmd=builtin is the engine of this program
  name=NAME                              its name; the program's name by default
  proto=uci|ugi|json                     its protocol; uci by default
  tc=[MOVES/][MINUTES:]SECONDS[+INC]     the time control of the game
  st=SECONDS  nodes=N  depth=N           limits for each move
  timemargin=MS  restart=on|off          50 and off by default
  option.NAME=VALUE                      an option of the engine
  option.param.NAME=N  params=FILE       a search parameter, or all of a tuning file

The program is the referee. An engine that plays an illegal move, crashes, hangs or exceeds its time loses the
game and is restarted; the match goes on. Each opening is played twice with sides exchanged. Results are for the
first engine, counted in pairs. A match of more than two engines ends with a list of ratings.

Examples:
  plywright match --engine cmd=builtin --engine \"cmd=./other name=other\" --rounds 500 \\
    --each \"tc=10+0.1 option.Hash=16\"
  plywright match --engine cmd=./new --engine cmd=./old --rounds 20000 --resume g.pgn \\
    --each st=0.1 --sprt \"elo0=0 elo1=5\"
  plywright match --levels 0,3,6,9 --pairing neighbours --rounds 100 --concurrency 2
  plywright match --join shard1.pgn shard2.pgn --sprt \"elo0=0 elo1=5\"";

/// Arguments of `match`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct MatchArguments {
    /// The game and its rules.
    #[command(flatten)]
    pub choice: Choice,
    /// An engine; repeat the option for every engine
    #[arg(long = "engine", value_name = "SETTINGS")]
    pub engines: Vec<String>,
    /// Settings of all engines
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    pub each: String,
    /// Adds engines of this program at these levels
    #[arg(long, value_name = "N,N...", value_delimiter = ',', value_parser = whole(0..=FULL_STRENGTH))]
    pub levels: Vec<u8>,
    /// Who plays whom
    #[arg(long, value_enum, default_value_t = Pairs::RoundRobin)]
    pub pairing: Pairs,
    /// Number of openings for each pair of engines; each is played twice
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = whole(1..=10_000_000_u32))]
    pub rounds: u32,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=256_u16))]
    pub concurrency: u16,
    /// Source of the openings: random:PLIES, or a file of positions, lines of moves or game records
    #[arg(long, value_name = "random:PLIES|FILE", default_value = "random:4")]
    pub openings: OpeningChoice,
    /// Only openings whose score by a short search is at most this, for either side, in hundredths
    #[arg(long, value_name = "CP", value_parser = whole(0_i32..))]
    pub balanced: Option<i32>,
    /// Seed of the openings and of the engines' random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64..))]
    pub seed: u64,
    /// End the match when an SPRT accepts a hypothesis: elo0=0 elo1=5 alpha=0.05 beta=0.05
    /// model=normalized|logistic
    #[arg(long, value_name = "SETTINGS")]
    pub sprt: Option<Sprt>,
    /// A side loses after this number of moves in a row with such a score: movecount=3 score=600
    /// twosided=false
    #[arg(long, value_name = "SETTINGS")]
    pub resign: Option<Resign>,
    /// A game is drawn after this number of moves in a row with such scores: movenumber=40 movecount=8
    /// score=10
    #[arg(long, value_name = "SETTINGS")]
    pub draw: Option<Draw>,
    /// Number of moves after which an unfinished game is drawn
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1_u32..))]
    pub max_plies: u32,
    /// Seconds to wait for an engine's move when no time limit applies
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    #[arg(value_parser = whole(1..=86_400_u32))]
    pub patience: u32,
    /// Write the games to this new file
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub record: Option<PathBuf>,
    /// Resume the match in this file and append its remaining games; a new file starts a match
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Play nothing: report the results of the games in these files
    #[arg(long, value_name = "FILE", num_args = 1..)]
    #[arg(conflicts_with_all = ["engines", "levels", "record", "resume"])]
    pub join: Vec<PathBuf>,
    /// Print the results after every N games; 0 for the end only
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0_u64..))]
    pub rating_interval: u64,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Pairs {
    /// Everybody plays everybody
    RoundRobin,
    /// The first engine plays against every other one
    Gauntlet,
    /// Each engine plays against the next one in the list
    Neighbours,
}

impl From<Pairs> for Pairing {
    fn from(pairs: Pairs) -> Self {
        match pairs {
            Pairs::RoundRobin => Self::RoundRobin,
            Pairs::Gauntlet => Self::Gauntlet,
            Pairs::Neighbours => Self::Neighbours,
        }
    }
}
