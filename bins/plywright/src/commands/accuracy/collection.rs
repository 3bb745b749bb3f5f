//! Collects positions of recorded or random games: those in which some of the moves make the result worse.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use plywright::Key;
use plywright::engine::{DynEngine, DynGame, Outcome, Setup, SetupError};
use plywright::game::DynLine;
use plywright::search::Rng;
use plywright_matches::files::{LocatedError, Naming};
use plywright_matches::openings::random_moves;
use plywright_matches::record::formats;
use plywright_matches::tournament::OptionValue;
use plywright_training::read_opened_games;

use super::Accuracy;
use super::positions::{Positions, ValuedPosition};
use crate::failure::{Failure, check_tables};
use crate::progress::Progress;
use crate::recorded;

/// Maximum length of a random game in plies.
const MAX_RANDOM_PLIES: usize = 400;

/// Looks up the values of all moves in the positions of recorded or random games. Collects the positions with a choice
/// (see [`ValuedPosition::is_choice`]), and counts the other ones. In each phase of the game, stops after `--per-phase`
/// positions with a choice. Prints how many positions were left out because a move has an unknown value. Returns an
/// error if no position has a choice.
pub(super) fn collect(
    arguments: &Accuracy,
    rules: &[OptionValue],
    engine: &dyn DynEngine,
    progress: &Progress,
) -> Result<Positions, Failure> {
    let game = engine.dyn_game();
    let texts = position_texts(arguments, rules, &*game)?;
    let phases = game.info().phases.len();
    let mut positions = Positions { known: Vec::new(), without_choice: vec![0; phases] };
    let mut left = vec![arguments.per_phase.unwrap_or(usize::MAX); phases];
    let (all, mut unknown) = (texts.len(), 0);
    for (number, text) in (0..).zip(texts) {
        progress.show(number, all as u64, || format!("{} positions with a choice", positions.known.len()));
        let line = game.parse(&text)?;
        let phase = line.phase();
        if left[phase] == 0 {
            continue;
        }
        match ValuedPosition::of(text, &*line, engine) {
            None => unknown += 1,
            Some(known) if known.is_choice() => {
                left[phase] -= 1;
                positions.known.push(known);
            }
            Some(_) => positions.without_choice[phase] += 1,
        }
    }
    progress.clear();
    check_tables(engine)?;
    if positions.known.is_empty() {
        let message = format!(
            "none of the {all} positions has a choice and known values for all moves; give a folder of larger \
             tablebases by --tables"
        );
        return Err(Failure::not_understood(message));
    }
    if unknown > 0 {
        progress.line(&format!("note: left out {unknown} of {all} positions with a move of unknown value"));
    }
    Ok(positions)
}

/// Returns the texts of all unfinished positions of the recorded or random games, without duplicates and shuffled.
fn position_texts(
    arguments: &Accuracy,
    rules: &[OptionValue],
    game: &dyn DynGame,
) -> Result<Vec<String>, Failure> {
    let mut found = Texts::default();
    if let Some(path) = &arguments.games {
        found.add_file(path, rules, game)?;
    }
    let mut rng = Rng::new(Key::mix(arguments.seed).0);
    for _ in 0..arguments.random.unwrap_or_default() {
        let moves = random_moves(&mut *game.start(), MAX_RANDOM_PLIES, &mut rng)?;
        found.add_game(game, &Setup::Start, moves.iter().map(String::as_str))?;
    }
    let mut texts = found.texts;
    // With a new generator, the order does not depend on how many random numbers the games have taken.
    Rng::new(Key::mix(arguments.seed).0).shuffle(&mut texts);
    Ok(texts)
}

/// Texts of the unfinished positions of games, without duplicates.
#[derive(Debug, Default)]
struct Texts {
    /// Keys of the positions in `texts`.
    seen: HashSet<u64>,
    texts: Vec<String>,
}

impl Texts {
    /// Adds the positions of the games in a file of records, or in a file that `selfplay` wrote. `rules` are the
    /// options that were set for the rules of `game`. Records must not name other rules, and the games of `selfplay`
    /// must be of the same variant.
    fn add_file(
        &mut self,
        path: &Path,
        rules: &[OptionValue],
        game: &dyn DynGame,
    ) -> Result<(), LocatedError> {
        let wrong = |error: SetupError, index: usize| {
            LocatedError::new(path, error).at(format!("game {}", index + 1))
        };
        // The file is opened only once, because a pipe loses what was read before.
        let mut file = BufReader::new(File::open(path).naming(path)?);
        if formats::is_records(file.fill_buf().naming(path)?) {
            for (index, record) in recorded::read_opened(path, file)?.enumerate() {
                let mut record = record.map_err(|error| error.in_file(path))?;
                record.check_rules(game, rules).map_err(|error| recorded::at(path, &record, error))?;
                record.split_turns(game.facts().game);
                let moves = record.plies.iter().map(|ply| ply.text.as_str());
                self.add_game(game, &record.setup(), moves).map_err(|error| wrong(error, index))?;
            }
            return Ok(());
        }
        let expected = [game.facts().game, game.facts().variant.as_str()];
        for (index, played) in read_opened_games(path, file, Some(expected))?.iter().enumerate() {
            let moves = played.opening.iter().chain(played.moves.iter().map(|mv| &mv.text));
            let moves = moves.map(String::as_str);
            self.add_game(game, &Setup::Start, moves).map_err(|error| wrong(error, index))?;
        }
        Ok(())
    }

    /// Plays the moves of a game from `setup`, and adds each unfinished position that was not added before.
    fn add_game<'a>(
        &mut self,
        game: &dyn DynGame,
        setup: &Setup,
        moves: impl Iterator<Item = &'a str>,
    ) -> Result<(), SetupError> {
        let mut line = game.set_up(setup, &[])?;
        self.add_position(&*line);
        for mv in moves {
            line.replay(&[mv])?;
            self.add_position(&*line);
        }
        Ok(())
    }

    fn add_position(&mut self, line: &dyn DynLine) {
        if line.outcome() == Outcome::Open && self.seen.insert(line.key().0) {
            self.texts.push(line.text());
        }
    }
}
