//! Signature of an engine: a hash of its behaviour in short games. Machines whose engines have the same signature can
//! be expected to play the same shards.

use std::error::Error;

use plywright::Key;
use plywright::engine::{DynEngine, Go};
use plywright::search::Rng;

use super::JobError;

const GAMES: u64 = 4;
/// Maximum number of moves of a game.
const PLIES: usize = 48;
/// Number of random moves from one search to the next.
const STEP: usize = 6;
/// Node limit of a search.
const NODES: u64 = 300;

/// Plays random games under the engine's rules, searches some of their positions, and returns a hash of moves and
/// results. Sets the threads and the seed of the engine to 1, so that its searches are reproducible.
///
/// # Errors
/// Returns an error if the engine rejects a setting, the rules reject a move that they listed, or a search panics.
pub fn signature(engine: &mut dyn DynEngine) -> Result<Key, JobError> {
    behaviour(engine).map(|texts| Key::of(&texts)).map_err(JobError::new)
}

/// Returns the texts that [`signature`] hashes: the names of the game and its variant, the moves, the results of the
/// searches, and the last position of each game with its outcome.
fn behaviour(engine: &mut dyn DynEngine) -> Result<Vec<String>, Box<dyn Error + Send + Sync>> {
    engine.change(&|settings| settings.threads = 1)?;
    engine.set_seed(1);
    let rules = engine.dyn_game();
    let go = Go { nodes: Some(NODES), ..Go::default() };
    let mut texts = vec![rules.facts().game.to_owned(), rules.facts().variant.clone()];
    for game in 0..GAMES {
        engine.new_game()?;
        let mut line = rules.start();
        let mut rng = Rng::new(Key::mix(game).0);
        for ply in 0..PLIES {
            if ply % STEP == 0 {
                let (answer, found) = engine.search(&*line, &go).answer()?;
                texts.push(format!(
                    "{:?} {} {:?}",
                    answer.best,
                    answer.nodes,
                    found.map(|found| found.logit)
                ));
            }
            let Some(text) = line.random_move(&mut rng) else { break };
            line.replay(&[&text])?;
            texts.push(text);
        }
        texts.push(format!("{} {:?}", line.text(), line.outcome()));
    }
    Ok(texts)
}
