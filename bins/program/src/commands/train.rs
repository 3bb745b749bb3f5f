//! Trains a network on recorded games.

use plywright::network::Provenance;
use plywright_training::{Epoch, Training, TrainingProgress, train};

use crate::failure::Failure;
use crate::games;
use crate::stderr::say;
use crate::training_arguments::TrainArguments;

/// Number of games between two progress reports while reading.
const EVERY: u64 = 10_000;

/// Trains a network, reports each epoch on standard error, and writes the network.
pub fn run(arguments: &TrainArguments) -> Result<(), Failure> {
    let game = games::find(&arguments.game.clone().unwrap_or_else(games::default_name))?;
    let options: Vec<_> = arguments.options.iter().flat_map(|options| &options.0).collect();
    let make_engine = || {
        let mut engine = game.engine(None)?;
        options.iter().try_for_each(|(name, value)| engine.set_option(name, value))?;
        Ok(engine)
    };
    make_engine()?;
    let texts: Vec<_> = options.iter().map(|(name, value)| format!("--option \"{name}={value}\" ")).collect();
    let texts = texts.concat();
    let file_name =
        |path: &std::path::Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let files: Vec<_> = arguments.data.iter().map(|path| file_name(path)).collect();
    let name = file_name(&arguments.out);
    let TrainArguments { hidden, epochs, batch, rate, result_share, exact_share, images, seed, .. } =
        *arguments;
    let provenance = Provenance {
        command: format!(
            "plywright train --game {} --data {} --hidden {hidden} --epochs {epochs} --batch {batch} \
             --rate {rate} --result-share {result_share} --exact-share {exact_share} {texts}\
             --images {images} --seed {seed} --out {name}",
            game.name(),
            files.join(" "),
        ),
        data: files.join(" "),
        name,
    };
    let training = Training {
        data: arguments.data.clone(),
        hidden: hidden.into(),
        epochs,
        batch: batch as usize,
        rate,
        result_share,
        exact_share,
        images,
        seed,
        jobs: arguments.jobs.into(),
        force: arguments.force,
        provenance,
    };
    train(&training, &make_engine, &arguments.out, &mut print_progress)?;
    Ok(())
}

fn print_progress(progress: TrainingProgress) {
    say(match progress {
        TrainingProgress::Reading(games) if games % EVERY > 0 => return,
        TrainingProgress::Reading(games) => format!("{games} games read"),
        TrainingProgress::Start { training, held_back, exact, epochs } => format!(
            "{training} positions to train on, {held_back} held back, {exact} of known value, {epochs} epochs \
             done before"
        ),
        TrainingProgress::Epoch(Epoch { number, loss, held_back, best, rounding, positions, time, left }) => {
            format!(
                "epoch {number}: loss {loss:.5}, held back {held_back:.5} (best: epoch {best}), rounding {rounding:.3}, \
             {:.0} positions a second, {} s left",
                positions as f64 / time.as_secs_f64().max(1e-6),
                left.as_secs(),
            )
        }
    });
}
