//! Command line of self-play and training.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use crate::choice::{Choice, OptionValues};
use crate::games;
use crate::number::whole;

const SELF_PLAY_NOTES: &str = "\
The file is text with one game per line. Equal seeds give equal files for any number of jobs. The same command
resumes an interrupted run. Shards with other first numbers are joined by concatenation.

Examples:
  plywright selfplay --game connect-four --games 2000 --nodes 300 --out c4.games
  plywright selfplay --game connect-four --games 2000 --first 2000 --nodes 300 --out more.games";

/// Arguments of `selfplay`.
#[derive(Debug, Args)]
#[command(after_help = SELF_PLAY_NOTES)]
pub struct SelfPlayArguments {
    /// The game and its rules.
    #[command(flatten)]
    pub choice: Choice,
    /// Total number of games in the finished file
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_000_u64))]
    pub games: u64,
    /// Number of the first game
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = whole(0..=1_000_000_000_u64))]
    pub first: u64,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1_u64..))]
    pub nodes: u64,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64..))]
    pub seed: u64,
    /// Minimum number of random moves at the start of a game
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = whole(0..=1000_u16))]
    pub opening_least: u16,
    /// Maximum number of random moves at the start of a game
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = whole(0..=1000_u16))]
    pub opening_most: u16,
    /// Number of searched moves after which an unfinished game is drawn
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole(2_u32..))]
    pub longest: u32,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=256_u16))]
    pub jobs: u16,
    /// The network to play with; the engine's own evaluation by default
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
    /// The file of games; a file of the same run is continued
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

const TRAIN_NOTES: &str = "\
One in sixteen games belongs to the validation set; the loss on this set measures the network. The network is
written after each epoch, and the best one so far to the same name with `.best` appended. The same command
resumes an interrupted run, and a greater --epochs adds epochs. Any other change is refused, because it would
replace the network of another run. Equal seeds and data give equal files for any number of jobs.

Examples:
  plywright train --game connect-four --data c4.games --result-share 1 --out c4.net
  plywright train --game mill --data mill.games --option EndgameTablesPath=tables --out mill.net
  plywright match --game connect-four --engine \"cmd=builtin option.EvalFile=c4.net\" \\
    --engine cmd=builtin --each nodes=1000";

/// Arguments of `train`.
#[derive(Debug, Args)]
#[command(after_help = TRAIN_NOTES)]
pub struct TrainArguments {
    /// The game, as listed by `plywright games`; the data determines the variants
    #[arg(long, value_name = "NAME", required = games::are_several())]
    pub game: Option<String>,
    /// Files of recorded games
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// The network's file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Size of the hidden layer: a multiple of 32, at most 256
    #[arg(long, value_name = "N", default_value_t = 64)]
    #[arg(value_parser = whole(32..=256_u16))]
    pub hidden: u16,
    /// Number of passes over all positions
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = whole(1..=10_000_u32))]
    pub epochs: u32,
    /// Number of positions in a batch
    #[arg(long, value_name = "N", default_value_t = 4096)]
    #[arg(value_parser = whole(1..=1_000_000_u32))]
    pub batch: u32,
    /// Initial learning rate
    #[arg(long, value_name = "X", default_value_t = 0.002, value_parser = read_rate)]
    pub rate: f32,
    /// Weight of the game's result in the target; the rest is the value of the search
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = read_share)]
    pub result_share: f32,
    /// Weight of a position's exact value in the target, where the engine's tablebase has it
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = read_share)]
    pub exact_share: f32,
    /// An option of the engine, such as the folder of larger tablebases
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<OptionValues>,
    /// Number of images of each position under symmetries of the board
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=64_u8))]
    pub images: u8,
    /// Seed of the initial weights and of the order of positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64..))]
    pub seed: u64,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=64_u16))]
    pub jobs: u16,
    /// Start a new training run in place of the one in the file
    #[arg(long)]
    pub force: bool,
}

fn read_rate(text: &str) -> Result<f32, String> {
    number_within(text, f32::MIN_POSITIVE..=1.0, "a number above 0, at most 1")
}

fn read_share(text: &str) -> Result<f32, String> {
    number_within(text, 0.0..=1.0, "a number from 0 to 1")
}

fn number_within(text: &str, range: RangeInclusive<f32>, expected: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected {expected}"))
}
