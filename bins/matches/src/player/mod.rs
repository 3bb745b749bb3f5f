//! The [`Player`] interface, through which a match asks engines of all kinds for moves.
//!
//! | module | engine |
//! |---|---|
//! | `builtin` | an engine of this program |
//! | `text` | a process that speaks UCI or one of the two interfaces called UGI |
//! | `json` | a process that speaks the JSON protocol |

mod builtin;
mod info;
mod json;
mod process;
mod text;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use plywright::Protocol;
use plywright::engine::{DynEngine, DynGame, Go, InternalError, Setup};
use plywright::game::{DynLine, Facts};
use thiserror::Error;

use crate::record::EngineScore;
use crate::searches::Searches;
use builtin::Builtin;
pub use builtin::{SEED_OPTION, seed_engine};
use json::JsonEngine;
use process::Process;
use text::TextEngine;

/// Name of the option by which text protocols select a variant.
const VARIANT_OPTION: &str = "UCI_Variant";

/// Where an engine comes from: this program, a process, or the caller.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// An engine of this program.
    #[default]
    Builtin,
    /// An engine in its own process.
    Process {
        /// Program file. A name without a directory is looked up in `PATH`.
        program: PathBuf,
        /// Command-line arguments.
        args: Vec<String>,
        /// Working directory of the process; `None` for the current directory.
        directory: Option<PathBuf>,
        /// Protocol of the process.
        protocol: Protocol,
    },
    /// A player that the calling program supplies. It cannot be described as text.
    Custom(Custom),
}

/// Function that creates players. A match needs one for each of its threads, and another after a fault.
#[derive(Clone)]
pub struct Custom(pub Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>);

impl fmt::Debug for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Custom")
    }
}

impl PartialEq for Custom {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Custom {}

/// Starts a player with `options`, which are set in their order. A process with a text protocol also receives the rules
/// of `game` as options, if it declares them and `options` does not set them. `make_engine` is called only for a
/// built-in player, whose options it must set; a custom player receives none. `timeout` limits the answer to a command
/// that needs no search.
///
/// # Errors
/// Returns a fault if the player cannot be started or does not answer.
pub fn start(
    origin: &Origin,
    game: &dyn DynGame,
    options: &[(String, String)],
    timeout: Duration,
    make_engine: impl FnOnce() -> Result<Box<dyn DynEngine>, String>,
) -> Result<Box<dyn Player>, Fault> {
    match origin {
        Origin::Builtin => {
            let engine = make_engine().map_err(Fault::Start)?;
            let has_own_seed = options.iter().any(|(name, _)| name.eq_ignore_ascii_case(SEED_OPTION));
            Ok(Box::new(Builtin::new(engine, has_own_seed)))
        }
        Origin::Custom(Custom(make_player)) => Ok(make_player()),
        Origin::Process { program, args, directory, protocol } => {
            let process = Process::start(program, args, directory.as_deref())?;
            match protocol {
                Protocol::Json => Ok(Box::new(JsonEngine::new(process, options, timeout)?)),
                text => Ok(Box::new(TextEngine::new(process, *text, game, options, timeout)?)),
            }
        }
    }
}

/// Returns the rules of a game as options of an engine: the variant, then the options that were set to change the
/// rules. The default variant is left out, unless the engine plays another one by default (`plays_another`). If the
/// engine does not list the variant (`lists_variant`), the options in which the variant differs from the default one
/// come first.
fn options_of_rules(game: &dyn DynGame, lists_variant: bool, plays_another: bool) -> Vec<(String, String)> {
    let Facts { variant, options, .. } = game.facts();
    let (mut rules, default) = (Vec::new(), default_variant(game));
    if let Some(default) = default.as_ref().filter(|_| !lists_variant) {
        let known = default.options();
        let own = game.options().into_iter().filter(|rule| !known.contains(rule));
        rules.extend(own.map(|rule| (rule.name.to_owned(), rule.kind.default_value().to_string())));
    }
    if default.is_some() || plays_another {
        rules.push((VARIANT_OPTION.to_owned(), variant.clone()));
    }
    rules.extend_from_slice(options);
    rules
}

/// Returns the default variant of a game; `None` if `game` is this variant.
fn default_variant(game: &dyn DynGame) -> Option<Arc<dyn DynGame>> {
    let first = game.variants().into_iter().next()?;
    if first.name == game.facts().variant { None } else { game.variant(first.name).ok() }
}

/// A position and the limits within which a player must choose its move.
#[derive(Clone)]
pub struct MoveRequest<'a> {
    /// Starting position of the game.
    pub setup: &'a Setup,
    /// The game so far, under the rules of the match. Its moves begin at the starting position.
    pub line: &'a dyn DynLine,
    /// Limits of the search.
    pub go: Go,
    /// Time from the request after which a player without a move loses the game.
    pub allowed: Duration,
    /// Searches of the match. When they are stopped, the player must end its search at once, and its answer is ignored.
    pub searches: &'a Arc<Searches>,
}

impl MoveRequest<'_> {
    /// Returns the time after which `stop` is sent to an engine that keeps no clock of its own; `None` without a time
    /// limit.
    fn budget(&self) -> Option<Duration> {
        /// Allowance for communication with the process.
        const OVERHEAD: Duration = Duration::from_millis(10);
        let by_clock = self.go.clocks[self.line.side().index()].map(|clock| clock.budget(OVERHEAD).soft);
        let by_move = self.go.move_time.map(|time| time.saturating_sub(OVERHEAD).max(time / 2));
        by_clock.into_iter().chain(by_move).min()
    }

    /// Returns the fault of a player without a move after `waited`: [`Fault::Time`] if it has a time limit, otherwise
    /// [`Fault::Stalled`].
    fn late(&self, waited: Duration) -> Fault {
        let is_timed = self.go.move_time.is_some() || self.go.clocks[self.line.side().index()].is_some();
        if is_timed { Fault::Time { waited } } else { Fault::Stalled { waited } }
    }
}

/// Form in which a player names its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The move's text.
    Move(String),
    /// Text of the position that the move leads to.
    Successor(String),
}

/// The answer to a [`MoveRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The chosen move.
    pub choice: Choice,
    /// Last result that the search reported before the move.
    pub finding: Finding,
    /// Time from the request to the answer. It is charged to the player's clock.
    pub time: Duration,
}

/// Result that a search reported. A field is `None` if the engine did not report it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// Score from the view of the side to move.
    pub score: Option<EngineScore>,
    /// Depth of the search in plies.
    pub depth: Option<u32>,
    /// Number of nodes visited.
    pub nodes: Option<u64>,
}

/// An engine that plays games one after another. After a fault, the player must be dropped.
pub trait Player: Send {
    /// Starts a new game. Only a built-in engine whose options set no seed uses `seed`. Does nothing by default.
    ///
    /// # Errors
    /// Returns a fault if the engine rejects the command or does not answer.
    fn new_game(&mut self, _seed: u64) -> Result<(), Fault> {
        Ok(())
    }

    /// Requests a move and blocks until it comes, the time is over or the searches of the match are stopped.
    ///
    /// # Errors
    /// Returns a fault if the engine fails, rejects the position or does not answer in time.
    fn choose(&mut self, request: &MoveRequest) -> Result<Answer, Fault>;

    /// Returns the last lines that the engine's process has written, the oldest first; empty without a process.
    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the warnings since the last call: about options that a process does not declare or refuses, and about
    /// failed lookups of exact values in a built-in engine. A failure is not repeated. Empty by default.
    fn warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// Reason why an engine loses a game by its own failure.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The engine cannot be started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// The engine did not answer a command that needs no search.
    #[error("does not answer '{question}' within {} s", waited.as_secs_f64())]
    Unresponsive {
        /// The command that was not answered.
        question: String,
        /// Time spent waiting for the answer.
        waited: Duration,
    },
    /// The engine's process or its output ended.
    #[error("disconnects: {0}")]
    Disconnected(String),
    /// A built-in engine panicked.
    #[error("fails: {0}")]
    Panicked(InternalError),
    /// The engine exceeded its time limit.
    #[error("loses on time: no move after {:.3} s", waited.as_secs_f64())]
    Time {
        /// Time since the request.
        waited: Duration,
    },
    /// The engine has no time limit, but no move came within the timeout of the match.
    #[error("stalls: no move after {:.3} s", waited.as_secs_f64())]
    Stalled {
        /// Time since the request.
        waited: Duration,
    },
    /// The engine's move is illegal.
    #[error("plays an illegal move: {0}")]
    IllegalMove(String),
    /// The engine rejects a command.
    #[error("refuses: {0}")]
    Refused(String),
}

/// Values of [`Fault::termination`].
pub const FAILURES: [&str; 3] = ["time forfeit", "rules infraction", "abandoned"];

impl Fault {
    /// Returns the value of the PGN tag `Termination` for a game lost by this fault.
    pub const fn termination(&self) -> &'static str {
        match self {
            Self::Time { .. } => "time forfeit",
            Self::IllegalMove(_) | Self::Refused(_) => "rules infraction",
            _ => "abandoned",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_receives_the_variant_or_the_options_in_which_it_differs() {
        let of_game = |name| plywright_games::all().into_iter().find(move |game| game.facts().game == name);
        let chess = of_game("chess").expect("a game");
        assert!([true, false].iter().all(|lists| options_of_rules(&*chess, *lists, false).is_empty()));
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(options_of_rules(&*chess, true, true), [option("UCI_Variant", "chess")]);
        let chess = chess.variant("chess960-5").expect("a variant");
        let (variant, castling) = (option("UCI_Variant", "chess960-5"), option("UCI_Chess960", "true"));
        assert_eq!(options_of_rules(&*chess, true, false), std::slice::from_ref(&variant));
        assert_eq!(options_of_rules(&*chess, false, false), [castling, variant]);
        let mill = of_game("mill").expect("a game").with("NMoveRule", "60").expect("a rule");
        assert_eq!(options_of_rules(&*mill, false, false), [option("NMoveRule", "60")]);
    }
}
