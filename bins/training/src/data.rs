//! Converts recorded games to training examples.
//!
//! Each game is replayed by the rules. Each searched position gives symmetric images, selected by the seed; an image
//! under a symmetry that does not hold in the position is left out. About one game in sixteen, selected by its number,
//! belongs to the validation set and is not trained on. All examples stay in memory.

use std::path::{Path, PathBuf};

use ahash::AHashSet;
use plywright::engine::{DynEngine, Setup, SetupError};
use plywright::search::Rng;
use plywright::tablebase::{Value, Wdl};
use plywright::{Key, shorten};
use plywright_matches::files::LocatedError;

use crate::MakeEngine;
use crate::chance::chance;
use crate::error::TrainingError;
use crate::examples::Examples;
use crate::game_file::GameReader;
use crate::header::RecordHeader;
use crate::record::{RecordedGame, RecordedMove};

/// About one game in this many belongs to the validation set.
const VALIDATION_SHARE: u64 = 16;
/// Scale of recorded logits: a recorded value of 400 is a logit of 1.
const LOGIT: f32 = 400.0;

/// Examples from all files of a training run.
#[derive(Debug, Default)]
pub struct Data {
    /// Positions to train on.
    pub training: Examples,
    /// Positions of the validation set.
    pub validation: Examples,
    /// Number of games to train on.
    pub games: u64,
    /// Number of games in the validation set.
    pub validation_games: u64,
    /// Number of positions, symmetric images not counted, whose exact value the engine knows; 0 if
    /// [`Expansion::exact_share`] is 0.
    pub exact: u64,
}

/// Parameters of the conversion from games to examples.
#[derive(Clone, Copy, Debug)]
pub struct Expansion {
    /// Number of symmetric images of each position, limited to the range from 1 to the number of the game's symmetries.
    /// A position gives fewer if some of the symmetries do not hold in it.
    pub images: u8,
    /// Weight of the game's result against the search's score in the target, 0 to 1. For a move whose search
    /// proved a win or a loss, the weight is 1.
    pub result_share: f32,
    /// Weight of the exact value in the target, 0 to 1, for positions whose exact value is known.
    pub exact_share: f32,
    /// Seed that selects the images.
    pub seed: u64,
}

impl Data {
    /// Reads the games of all files and converts their positions to examples. A shard is a part of a file with a header
    /// of its own; for each shard, an engine from `make_engine` gets the rules in the header. `progress` receives the
    /// number of games read so far.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, is damaged or belongs to another game, an option cannot be
    /// set, a game occurs twice, an exact value cannot be looked up because its file is damaged, the game has no
    /// features, or there are no positions to train on or none to validate with. Returns [`TrainingError::Stopped`] if
    /// `stopped` returned `true`.
    pub fn read(
        make_engine: &MakeEngine,
        files: &[PathBuf],
        expansion: Expansion,
        stopped: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Self, TrainingError> {
        let mut data = Self::default();
        // Hashes of the run and the number of each game read so far, to find games that occur twice.
        let mut games_read = AHashSet::new();
        let mut current: Option<Shard> = None;
        for path in files {
            let mut reader = GameReader::open(path)?;
            while let Some((header, game)) = reader.next_game()? {
                if stopped() {
                    return Err(TrainingError::Stopped);
                }
                let shard = match &mut current {
                    Some(shard) if shard.header == *header => shard,
                    _ => current.insert(Shard::new(make_engine, header, path)?),
                };
                let number = game.number;
                if !games_read.insert(Key::of(&(shard.run.0, number))) {
                    let seed = header.get("seed");
                    let error = format!("it holds game {number} of seed {seed}, which was read before");
                    return Err(LocatedError::new(path, error).into());
                }
                // The hash of a game's number selects the games of the validation set.
                let (games, examples) = if Key::mix(number).0.is_multiple_of(VALIDATION_SHARE) {
                    (&mut data.validation_games, &mut data.validation)
                } else {
                    (&mut data.games, &mut data.training)
                };
                *games += 1;
                data.exact += expand(&*shard.engine, &game, expansion, examples)
                    .map_err(|error| LocatedError::new(path, error).at(format_args!("game {number}")))?;
                if let Some(message) = shard.engine.failure() {
                    return Err(TrainingError::Tables(message));
                }
                progress(data.games + data.validation_games);
            }
        }
        if data.training.is_empty() || data.validation.is_empty() {
            return Err(TrainingError::TooFew { found: data.games, validation: data.validation_games });
        }
        Ok(data)
    }
}

struct Shard {
    header: RecordHeader,
    /// Hash of the run to which the shard belongs; see [`RecordHeader::run`].
    run: Key,
    engine: Box<dyn DynEngine>,
}

impl Shard {
    /// Creates an engine with the rules of a shard. Options in the header that are not rules are ignored.
    fn new(make_engine: &MakeEngine, header: &RecordHeader, path: &Path) -> Result<Self, TrainingError> {
        let mut engine = make_engine()?;
        let (found, expected) = (header.get("game"), engine.dyn_game().facts().game);
        if found != expected {
            let error = format!("it holds games of {}, expected {expected}", shorten(found));
            return Err(LocatedError::new(path, error).into());
        }
        engine.set_option("UCI_Variant", header.get("variant"))?;
        for (name, value) in header.options() {
            if engine.dyn_game().has_rule(name) {
                engine.set_rule(name, value)?;
            }
        }
        if engine.dyn_game().network_shape().is_none() {
            return Err(TrainingError::NoFeatures(expected));
        }
        Ok(Self { header: header.clone(), run: header.run(), engine })
    }
}

/// Replays a game and appends the examples of its searched positions. Returns the number of positions whose exact value
/// is known, or 0 if exact values have no weight in the target.
fn expand(
    engine: &dyn DynEngine,
    game: &RecordedGame,
    expansion: Expansion,
    examples: &mut Examples,
) -> Result<u64, SetupError> {
    let mut rng = Rng::new(Key::mix(expansion.seed).0 ^ game.number);
    let rules = engine.dyn_game();
    let opening: Vec<&str> = game.opening.iter().map(String::as_str).collect();
    let mut line = rules.set_up(&Setup::Start, &opening)?;
    let symmetries = rules.symmetries();
    let mut exact = 0;
    for mv in &game.moves {
        let points = game.result.score_of(line.side()).map_or(0.0, |score| score.half_points() as f32 / 2.0);
        let value = if expansion.exact_share > 0.0 { engine.exact_value(&*line) } else { None };
        exact += u64::from(value.is_some());
        let target = target_of(mv, points, value, expansion);
        // The images are spread evenly over the symmetries, from a random one on.
        let images = expansion.images.clamp(1, symmetries);
        let first = rng.below(symmetries.into()) as u8;
        for image in 0..images {
            let symmetry = (first + image * (symmetries / images)) % symmetries;
            if let Some(input) = line.network_input(symmetry) {
                examples.push(&input.own, &input.other, input.bucket, target);
            }
        }
        line.replay(&[&mv.text])?;
    }
    Ok(exact)
}

/// Returns the winning chance to learn for the side that searched `mv`: a mixture of its points in the game (0 to 1),
/// the search's score, and the exact value of the position if it is known.
fn target_of(mv: &RecordedMove, points: f32, value: Option<Value>, expansion: Expansion) -> f32 {
    let share = if mv.is_proven() { 1.0 } else { expansion.result_share };
    let mixture = share * points + (1.0 - share) * chance(mv.logit as f32 / LOGIT);
    value.map_or(mixture, |value| mixture + expansion.exact_share * (chance_of(value) - mixture))
}

/// Returns the chance of the side to move: 0, 0.5 or 1.
fn chance_of(value: Value) -> f32 {
    f32::from(Wdl::from(value) as u8) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_value_is_the_chance_of_the_side_to_move() {
        let value = |plies| Value::decided_in(plies).unwrap();
        let halves = |value| (2.0 * chance_of(value)) as u8;
        assert_eq!([value(1), value(7), Value::DRAW, value(2)].map(halves), [2, 2, 1, 0]);
    }
}
