//! Command `train`: trains a network on recorded games.

use std::path::{Path, PathBuf};

use clap::Args;
use plywright::network::Provenance;
use plywright::search::per_second;
use plywright_matches::settings::quoted;
use plywright_training::{Epoch, Expansion, Training, TrainingProgress, train};

use crate::choice::option_value;
use crate::console::say;
use crate::failure::Failure;
use crate::games;
use crate::values::{fraction, whole};

/// Number of games read between two progress reports.
const GAMES_PER_REPORT: u64 = 10_000;

const NOTES: &str = "\
One in sixteen games belongs to the validation set; the loss on this set measures the network. The network is
written after each epoch, and the best one so far to the same name with `.best` appended. The same command
resumes an interrupted run, and a greater --epochs adds epochs. Other data or settings are refused without
--force, because they would replace the network of another run. Equal seeds and data give equal files for any
number of threads.

Examples:
  plywright train --game connect-four --data c4.games --result-share 1 --out c4.net
  plywright train --game mill --data mill.games --option EndgameTablesPath=tables --out mill.net
  plywright train --game connect-four --data c4.games more.games --from c4.net --learning-rate 0.0005 --out next.net
  plywright match --game connect-four --engine \"cmd=builtin option.EvalFile=c4.net\" \\
    --engine cmd=builtin --each nodes=1000";

/// Arguments of `train`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct Train {
    /// The game, as listed by `plywright games`; its variants are taken from the data
    #[arg(long, value_name = "NAME", required = games::are_several())]
    game: Option<String>,
    /// Files of recorded games
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The file of the network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Size of the hidden layer: a multiple of 32, at most 256
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = whole(32..=256_u16))]
    hidden: u16,
    /// A network to start from instead of random weights; it may have fewer hidden neurons
    #[arg(long, value_name = "NET")]
    from: Option<PathBuf>,
    /// Number of passes over all positions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole(1..=10_000_u32))]
    epochs: u32,
    /// Number of positions in a batch
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = whole(1..=1_000_000_u32))]
    batch: u32,
    /// Initial learning rate
    #[arg(long, value_name = "X", default_value_t = 0.002)]
    #[arg(value_parser = fraction(f32::MIN_POSITIVE..=1.0, "a number above 0, at most 1"))]
    learning_rate: f32,
    /// Weight of the game's result in the target; the search's score gets the remaining weight. If the search
    /// proved a win or a loss, only the result counts
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    #[arg(value_parser = fraction(0.0..=1.0, "a number from 0 to 1"))]
    result_share: f32,
    /// Weight of the exact value in the target, for positions in the tablebases
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    #[arg(value_parser = fraction(0.0..=1.0, "a number from 0 to 1"))]
    exact_share: f32,
    /// An option of the engine that is no rule, such as the folder of tablebases; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option_value)]
    options: Vec<(String, String)>,
    /// Number of symmetric images of each position to train on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=64_u8))]
    images: u8,
    /// Seed of the initial weights, of the choice of symmetric images and of the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64..))]
    seed: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=64_u16))]
    threads: u16,
    /// Replace a network of another training run in the output file
    #[arg(long)]
    force: bool,
}

pub fn run(arguments: &Train) -> Result<(), Failure> {
    let game = games::find(arguments.game.as_deref().unwrap_or(games::default_name()))?;
    if let Some((name, _)) = arguments.options.iter().find(|(name, _)| game.has_rule(name)) {
        let error =
            format!("{name} is a rule; the rules are those of the recorded games, so --option sets none");
        return Err(Failure::not_understood(error));
    }
    let make_engine = || game.engine_with(&arguments.options);
    // An invalid option is reported before the training opens its output.
    make_engine()?;
    let Train { images, result_share, exact_share, seed, .. } = *arguments;
    let training = Training {
        data: arguments.data.clone(),
        hidden: arguments.hidden.into(),
        from: arguments.from.clone(),
        epochs: arguments.epochs,
        batch: arguments.batch as usize,
        rate: arguments.learning_rate,
        expansion: Expansion { images, result_share, exact_share, seed },
        threads: arguments.threads.into(),
        force: arguments.force,
        provenance: provenance(arguments, game.facts().game),
    };
    // Nothing stops the training: Ctrl-C ends the process, and the same command resumes the run. The returned network
    // is already in its file.
    train(&training, &make_engine, &arguments.out, &|| false, &mut print_progress)?;
    Ok(())
}

/// Returns the description of the training run that the network's file stores. It names the files of games and of the
/// networks without their folders.
fn provenance(arguments: &Train, game: &str) -> Provenance {
    let Train { hidden, epochs, batch, learning_rate, result_share, exact_share, images, seed, .. } =
        arguments;
    let file_name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let data: Vec<_> = arguments.data.iter().map(|path| file_name(path)).collect();
    let quoted_data: Vec<_> = data.iter().map(|name| quoted(name)).collect();
    let name = file_name(&arguments.out);
    let option = |(name, value): &(String, String)| format!("--option \"{name}={value}\" ");
    let options = arguments.options.iter().map(option).collect::<Vec<_>>().concat();
    let from = arguments.from.as_ref().map(|path| format!("--from {} ", quoted(&file_name(path))));
    let command = format!(
        "plywright train --game {game} --data {} --hidden {hidden} {}--epochs {epochs} --batch {batch} \
         --learning-rate {learning_rate} --result-share {result_share} --exact-share {exact_share} \
         {options}--images {images} --seed {seed} --out {}",
        quoted_data.join(" "),
        from.unwrap_or_default(),
        quoted(&name),
    );
    Provenance { command, data: data.join(" "), name }
}

fn print_progress(progress: TrainingProgress) {
    let line = match progress {
        TrainingProgress::Reading(games) if games % GAMES_PER_REPORT > 0 => return,
        TrainingProgress::Reading(games) => format!("{games} games read"),
        TrainingProgress::Start { training, validation, exact, epochs } => format!(
            "{training} positions to train on, {validation} in the validation set, {exact} of known value, \
             {epochs} epochs done before"
        ),
        TrainingProgress::Epoch(epoch) => {
            let Epoch { number, loss, validation_loss, best, rounding, positions, time, left } = epoch;
            format!(
                "epoch {number}: loss {loss:.5}, validation {validation_loss:.5} (best: epoch {best}), \
                 rounding {rounding:.3}, {} positions a second, {} s left",
                per_second(positions as u64, time),
                left.as_secs(),
            )
        }
    };
    say(line);
}
