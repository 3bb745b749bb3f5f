//! Files of game records: reads records, creates engines for their rules, and locates errors in them.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::iter;
use std::path::Path;

use plywright::engine::{DynEngine, SetupError};
use plywright::shorten;
use plywright_matches::files::{LocatedError, Naming};
use plywright_matches::record::rules::{GivenRules, OtherRules};
use plywright_matches::record::{GameRecord, RecordError, RecordProblem, formats};

use crate::choice::Choice;
use crate::console::say;
use crate::failure::Failure;
use crate::games;

/// Opens a file and iterates over its records. The iterator prints a note about the first line that is not UTF-8.
pub fn read(path: &Path) -> Result<impl Iterator<Item = Result<GameRecord, RecordError>>, LocatedError> {
    read_opened(path, open(path)?)
}

fn open(path: &Path) -> Result<BufReader<File>, LocatedError> {
    Ok(BufReader::new(File::open(path).naming(path)?))
}

/// Iterates like [`read`] over the records of a file that is already open.
pub fn read_opened(
    path: &Path,
    file: impl BufRead,
) -> Result<impl Iterator<Item = Result<GameRecord, RecordError>>, LocatedError> {
    let mut records = formats::read(file).naming(path)?;
    let (name, mut is_said) = (path.display().to_string(), false);
    Ok(iter::from_fn(move || {
        let record = records.next();
        if !is_said && let Some(line) = records.line_in_latin_1() {
            say_latin_1(&name, line);
            is_said = true;
        }
        record
    }))
}

/// Prints a note that some lines of a file are not UTF-8. `line` is the number of the first of them, from 1.
pub fn say_latin_1(path: impl Display, line: u64) {
    say(format_args!("note: {path}, line {line}: not UTF-8, so such lines are read as ISO 8859-1"));
}

/// Reads the game with this number, from 1; `None` reads the last game of the file. Malformed records before
/// the game are counted but skipped. Returns an error if the file cannot be read or has no such game, or if
/// the game is malformed.
pub fn find(path: &Path, number: Option<u64>) -> Result<GameRecord, LocatedError> {
    find_opened(path, open(path)?, number)
}

/// Reads the game with this number like [`find`] from a file that is already open.
pub fn find_opened(path: &Path, file: impl BufRead, number: Option<u64>) -> Result<GameRecord, LocatedError> {
    let (mut games, mut last) = (0, None);
    for record in read_opened(path, file)? {
        games += 1;
        last = Some(record);
        if number == Some(games) {
            break;
        }
    }
    let record = last.ok_or_else(|| LocatedError::new(path, "the file holds no games"))?;
    let is_beyond = number.is_some_and(|number| number > games);
    match record {
        Ok(record) if !is_beyond => Ok(record),
        // If the last record is malformed, all games were still counted, and a number beyond them is too large. After
        // any other error, games may be missing from the count, so the error itself is reported.
        Err(error) if !is_beyond || !matches!(error.problem, RecordProblem::Malformed(_)) => {
            Err(error.in_file(path))
        }
        _ => {
            let error = format!("the file has {games} games, expected --number to be at most that");
            Err(LocatedError::new(path, error))
        }
    }
}

/// Creates an engine with the rules of a record and the other options of `choice`. Rules that the record does not name
/// are those of `choice`, and are added to the record's tags. `defaults` are options that are set before all others.
/// Returns an error if the record and `choice` name different rules.
pub fn engine(
    path: &Path,
    record: &mut GameRecord,
    choice: &Choice,
    defaults: &[(&str, &str)],
) -> Result<Box<dyn DynEngine>, Failure> {
    let mut engine = engine_of_variant(path, record, choice)?;
    for (name, value) in defaults {
        engine.set_option(name, value)?;
    }
    let (rules, others) = choice.split_options(&*engine.dyn_game());
    let given = GivenRules { options: &rules, ..GivenRules::default() };
    record.take_rules(given).map_err(|error| other_rules(path, record, &error))?;
    set_rules(&mut *engine, path, record)?;
    for (name, value) in &others {
        engine.set_option(name, value)?;
    }
    record.name_rules(&*engine.dyn_game());
    Ok(engine)
}

/// Creates an engine for the game and the variant of a record. If the record does not name them, they are those of
/// `choice`, and are added to the record's tags.
fn engine_of_variant(
    path: &Path,
    record: &mut GameRecord,
    choice: &Choice,
) -> Result<Box<dyn DynEngine>, Failure> {
    let default = games::default_name();
    if record.tags.get("Game").is_none() {
        // A record of another program may lack this tag, even if it has other tags of the rules.
        record.tags.push("Game", choice.game.as_deref().unwrap_or(default));
    }
    let given = GivenRules {
        game: choice.game.as_deref(),
        variant: choice.variant.as_deref(),
        ..GivenRules::default()
    };
    record.take_rules(given).map_err(|error| other_rules(path, record, &error))?;
    let game = record.tags.get("Game").unwrap_or(default);
    let game = games::find(game).map_err(|error| at(path, record, error))?;
    let variant = record.tags.get("Variant");
    if let Some(variant) = variant {
        games::check_variant(game, variant).map_err(|error| at(path, record, error))?;
    }
    let rules = games::rules(game, variant).naming(path)?;
    Ok(rules.engine(None).naming(path)?)
}

/// Sets the rules that a record names. Skips each option that is not a rule, with a note, because a record must not
/// change the engine's settings.
fn set_rules(engine: &mut dyn DynEngine, path: &Path, record: &GameRecord) -> Result<(), LocatedError> {
    for (name, value) in record.rules() {
        if engine.dyn_game().has_rule(name) {
            engine.set_rule(name, value).map_err(|error| at(path, record, error))?;
        } else {
            say(format_args!("note: the record sets '{}', which is not a rule: ignored", shorten(name)));
        }
    }
    Ok(())
}

fn other_rules(path: &Path, record: &GameRecord, error: &OtherRules) -> LocatedError {
    at(path, record, format!("{error}; leave --{} out", error.option))
}

/// Names of the tags that state the rules of a game.
pub const RULE_TAGS: [&str; 3] = ["Game", "Variant", "Options"];
/// Values of the tags in [`RULE_TAGS`]; `None` for a tag that is missing.
type RuleTags = [Option<String>; 3];

/// Supplies an engine for each record of a file. Consecutive records with the same rules share one engine.
pub struct Engines<'a> {
    choice: &'a Choice,
    defaults: &'a [(&'a str, &'a str)],
    last: Option<EngineOfRules>,
}

struct EngineOfRules {
    /// Tags of the record as it was read.
    named: RuleTags,
    /// Tags of the record after the rules of the command line were added.
    completed: RuleTags,
    engine: Box<dyn DynEngine>,
}

fn rule_tags(record: &GameRecord) -> RuleTags {
    RULE_TAGS.map(|name| record.tags.get(name).map(str::to_owned))
}

impl<'a> Engines<'a> {
    pub fn new(choice: &'a Choice, defaults: &'a [(&'a str, &'a str)]) -> Self {
        Self { choice, defaults, last: None }
    }

    /// Returns an engine with the rules of the record, and completes the record's tags; see [`engine`].
    pub fn engine(&mut self, path: &Path, record: &mut GameRecord) -> Result<&mut dyn DynEngine, Failure> {
        let named = rule_tags(record);
        let current = if let Some(last) = self.last.take().filter(|last| last.named == named) {
            for (name, value) in RULE_TAGS.iter().zip(&last.completed) {
                if let Some(value) = value {
                    record.tags.set(name, value);
                }
            }
            record.split_turns(last.engine.dyn_game().facts().game);
            last
        } else {
            let created = engine(path, record, self.choice, self.defaults)?;
            EngineOfRules { named, completed: rule_tags(record), engine: created }
        };
        Ok(&mut *self.last.insert(current).engine)
    }

    /// Returns the engine of the last record; `None` if there was no record, or if creating its engine failed.
    pub fn into_engine(self) -> Option<Box<dyn DynEngine>> {
        self.last.map(|last| last.engine)
    }
}

/// Adds the file and a place to an error that arose when a record was replayed. The place is that of the illegal move.
/// If no move of the record is illegal, the place is that of the first move.
pub fn illegal(path: &Path, record: &GameRecord, error: SetupError) -> LocatedError {
    match error {
        SetupError::Move { number, .. } if number > 0 && number <= record.plies.len() => {
            LocatedError::new(path, error).at(record.plies[number - 1].place)
        }
        _ => at(path, record, error),
    }
}

/// Adds the file and the place to an error about a whole record. The place is that of the first move, if there is one.
pub fn at(path: &Path, record: &GameRecord, error: impl Display) -> LocatedError {
    let error = LocatedError::new(path, error.to_string());
    match record.plies.first() {
        Some(ply) => error.at(ply.place),
        None => error,
    }
}
