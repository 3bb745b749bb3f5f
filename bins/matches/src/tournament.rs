//! A match: the settings that determine its games, their records, and what it reports.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plywright::engine::{DynEngine, Setup};
use thiserror::Error;

use crate::engine_spec::EngineSpec;
use crate::openings::{OpeningError, Openings};
use crate::player::{Fault, Origin};
use crate::record::{GameRecord, Tags};
use crate::referee::{Conditions, Failure, PlayedGame};
use crate::schedule::{GameId, Schedule};
use crate::settings::quoted;

/// Value of the tag `Event`, the first tag of every game.
pub const EVENT: &str = "match";
/// Name of the tag that lists all engines by their names, in the order of the match and quoted where necessary.
pub(crate) const ENGINES: &str = "Engines";
const UNKNOWN_DATE: &str = "????.??.??";

/// Name and value of an option.
pub type OptionValue = (String, String);

/// Tags whose values must be the same in a recorded game and in the match. A missing tag counts as empty.
const DECIDING_TAGS: &str = "Game Variant Seed Openings Options TimeControl WhiteTimeControl BlackTimeControl \
                             Conditions WhiteEngine BlackEngine";

/// Function that creates an engine of this program with the given options. It returns a message if an
/// option is wrong.
pub type MakeEngine<'a> = dyn Fn(&[OptionValue]) -> Result<Box<dyn DynEngine>, String> + Send + Sync + 'a;

/// Settings that determine the games of a match.
pub struct Tournament<'a> {
    /// Engines that play. [`GameId`] refers to an engine by its index in this list.
    pub engines: Vec<EngineSpec>,
    /// Order and sides of all games.
    pub schedule: Schedule,
    /// Openings from which the games start.
    pub openings: Openings,
    /// Adjudication rules, maximum length and timeout.
    pub conditions: Conditions,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of games played at the same time.
    pub concurrency: usize,
    /// Tags written to every record.
    pub tags: Tags,
    /// Creates the engines of this program. The rules of an engine without options are those of the match.
    pub make_engine: Box<MakeEngine<'a>>,
    /// Set by the caller to end the match early. Unfinished games are dropped.
    pub interrupt: Arc<AtomicBool>,
}

/// Event that a match reports to its listener.
#[derive(Clone, Debug)]
pub enum Event {
    /// A game has ended.
    Finished(Box<FinishedGame>),
    /// A search begins that decides whether a random opening is balanced.
    Searching {
        /// Number of different positions that the openings drawn for the same round have reached so far.
        tried: usize,
    },
    /// The match was interrupted. This is the last event; unfinished games are not reported.
    Interrupted,
    /// An engine has a problem that does not end the match, such as an unknown option or a failed start.
    Warning {
        /// The engine's name.
        engine: String,
        /// Description of the problem.
        text: String,
    },
}

/// A finished game of a match, with its record.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Identity of the game in the schedule.
    pub id: GameId,
    /// Moves, tags and result of the game.
    pub record: GameRecord,
    /// Failure of the losing engine; `None` if the game ended regularly.
    pub failure: Option<Failure>,
}

/// Reason why a match cannot start or continue.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// No usable opening is available.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// An engine cannot be started.
    #[error("engine '{engine}' {fault}")]
    Start {
        /// The engine's name.
        engine: String,
        /// Reason why the engine cannot be started.
        fault: Fault,
    },
    /// The referee's engine cannot be created.
    #[error("cannot set up the referee: {0}")]
    Referee(String),
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] io::Error),
}

impl Tournament<'_> {
    fn is_timed(&self) -> bool {
        let mut limits = self.engines.iter().map(|engine| engine.limits);
        limits.any(|limits| limits.clock.is_some() || limits.move_time.is_some())
    }

    /// Adds the tags to the record of a finished game. After a failure, also adds the engine's last lines. In a match
    /// without time limits, date and times are left out, so that equal games have equal records.
    pub(crate) fn finished(&self, id: GameId, setup: &Setup, played: PlayedGame) -> FinishedGame {
        let PlayedGame { mut record, failure } = played;
        let name = |engine: usize| self.engines[engine].name.clone();
        let mut date = UNKNOWN_DATE.to_owned();
        if self.is_timed() {
            date = time::OffsetDateTime::now_utc().date().to_string().replace('-', ".");
        } else {
            for ply in &mut record.plies {
                ply.note.time = None;
            }
        }
        // The seven mandatory tags of PGN, in their standard order.
        let mut tags = Tags::default();
        tags.push("Event", EVENT);
        tags.push("Site", "?");
        tags.push("Date", date);
        tags.push("Round", id.round.to_string());
        tags.push("White", name(id.first));
        tags.push("Black", name(id.second));
        tags.push("Result", record.result.to_string());
        tags.0.extend(self.tags_of(id).0);
        tags.push_setup(setup);
        tags.push("PlyCount", record.plies.len().to_string());
        tags.0.append(&mut record.tags.0);
        record.tags = tags;
        if let Some(failure) = &failure
            && !failure.last_lines.is_empty()
        {
            let last_lines = failure.last_lines.join(" / ");
            record.comment = format!("{}; it said last: {last_lines}", record.comment);
        }
        FinishedGame { id, record, failure }
    }

    /// Returns the tags of a game that describe the match, the limits and the engines.
    pub fn tags_of(&self, id: GameId) -> Tags {
        let engines = [id.first, id.second].map(|engine| &self.engines[engine]);
        let [first, second] = engines.map(|engine| engine.limits.to_string());
        let mut tags = self.tags.clone();
        if first == second {
            tags.push("TimeControl", first);
        } else {
            tags.push("WhiteTimeControl", first);
            tags.push("BlackTimeControl", second);
        }
        tags.push("WhiteEngine", engines[0].to_string());
        tags.push("BlackEngine", engines[1].to_string());
        let names: Vec<_> = self.engines.iter().map(|engine| quoted(&engine.name)).collect();
        tags.push(ENGINES, names.join(" "));
        tags
    }

    /// Returns the id of a recorded game of this match. Does not check that the schedule has this game.
    ///
    /// # Errors
    /// Returns a message if the tags show another match.
    pub fn identify(&self, record: &GameRecord) -> Result<GameId, String> {
        let found = |tag| record.tags.get(tag).unwrap_or_default();
        let another_match = |tag, expected: &str| {
            format!("it has games of another match: {tag} is '{}', here '{expected}'", found(tag))
        };
        let names: Vec<_> = self.engines.iter().map(|engine| engine.name.as_str()).collect();
        let engine = |tag| {
            let place = names.iter().position(|name| *name == found(tag));
            place.ok_or_else(|| another_match(tag, &names.join(" or ")))
        };
        let (first, second) = (engine("White")?, engine("Black")?);
        let round = found("Round").parse().map_err(|_| another_match("Round", "a number"))?;
        let id = GameId { round, first, second };
        let expected = self.tags_of(id);
        for tag in DECIDING_TAGS.split(' ') {
            let expected = expected.get(tag).unwrap_or_default();
            // The kind of white space is not compared, because line breaks in a setting become spaces in a tag.
            if found(tag).split_whitespace().ne(expected.split_whitespace()) {
                return Err(another_match(tag, expected));
            }
        }
        Ok(id)
    }

    /// Creates the referee and each engine of this program, and drops them, to find wrong options early. Engines in
    /// other processes are not started.
    ///
    /// # Errors
    /// Returns a message if an engine or the referee cannot be created.
    pub fn check(&self) -> Result<(), String> {
        for spec in self.engines.iter().filter(|spec| spec.origin == Origin::Builtin) {
            (self.make_engine)(&spec.options).map_err(|error| format!("engine '{}': {error}", spec.name))?;
        }
        (self.make_engine)(&[]).map(drop)
    }
}
