//! Traits that hide the type of a game: [`DynGame`], the rules of one variant, which create lines and engines, and
//! [`DynEngine`], which every [`Engine`](super::Engine) implements.
//!
//! Programs and protocols that know no game use these traits. Dynamic dispatch costs little, because the search
//! runs in code compiled for its game. The traits share a file because each returns the other: a game creates
//! engines, and an engine knows its game.

use std::path::Path;
use std::sync::Arc;

use super::random_game::RandomGame;
use super::report::{BenchReport, Finding, NextMoves, PerftReport, SearchReport};
use super::request::{Go, SetOptionError, Setup};
use super::settings::Settings;
use super::task::Task;
use crate::game::{DynLine, Facts, GameInfo, OptionError, OptionSpec, PositionValue, SetupError, Variant};
use crate::network::FeatureShape;
use crate::rules::{Depth, Perft};
use crate::search::{ForcedWin, Rng, SearchParams, TimeSource};
use crate::tablebase::{DynTablebase, Probed, Source, TablebaseError, Value};
use crate::text::ParsePositionError;

/// Exact values of positions, behind a trait that hides the type of the game.
pub trait DynOracle: Send + Sync {
    /// Returns the exact values of a position and of its moves, even if the game is over; `None` for a position
    /// of another game. Does not check that the position is under the oracle's rules. Margins are in reported units,
    /// like the scores that clients see.
    fn probe(&self, line: &dyn DynLine) -> Option<Probed>;
}

/// The rules of one variant of a game.
pub trait DynGame: Send + Sync {
    /// Returns the facts that all variants of the game share.
    fn info(&self) -> &'static GameInfo;
    /// Returns the listed variants, the default variant first; never empty.
    fn variants(&self) -> Vec<Variant>;
    /// Returns the name pattern and the description of the variants that are not listed; `None` if all are listed.
    fn further_variants(&self) -> Option<Variant>;
    /// Returns the names of the game and the variant, and the rules that were set.
    fn facts(&self) -> &Facts;
    /// Whether `variant` is the name of a listed variant or matches the pattern of unlisted ones. A name can match the
    /// pattern although there is no such variant.
    fn may_have(&self, variant: &str) -> bool;
    /// Returns the rules of the variant called `name`, with the default of every option. The name is case-insensitive.
    ///
    /// # Errors
    /// Returns an error if there is no such variant.
    fn variant(&self, name: &str) -> Result<Arc<dyn DynGame>, OptionError>;
    /// Returns the options that change the rules, with the variant's values as defaults.
    fn options(&self) -> Vec<OptionSpec>;
    /// Whether one of [`DynGame::options`] has this name or alias, ignoring case.
    fn has_rule(&self, name: &str) -> bool {
        self.options().iter().any(|rule| rule.is_called(name))
    }
    /// Returns these rules with one of [`DynGame::options`] set.
    ///
    /// # Errors
    /// Returns an error if the option is not one of them, or its value is invalid.
    fn with(&self, name: &str, value: &str) -> Result<Arc<dyn DynGame>, OptionError>;

    /// Returns a line at the start position, without moves.
    fn start(&self) -> Box<dyn DynLine>;
    /// Reads the text of a position, and returns a line at this position, without moves.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of this variant.
    fn parse(&self, text: &str) -> Result<Box<dyn DynLine>, ParsePositionError>;
    /// Sets up a position, plays `moves`, which are texts, and returns the line. Draw rules do not end the game while
    /// these moves are played; see [`DynLine::replay`].
    ///
    /// # Errors
    /// Returns an error if the position is unknown or cannot be read, or a move cannot be played.
    fn set_up(&self, setup: &Setup, moves: &[&str]) -> Result<Box<dyn DynLine>, SetupError> {
        let mut line = match setup.text(&self.named_positions())? {
            None => self.start(),
            Some(text) => self.parse(&text)?,
        };
        line.replay(moves)?;
        Ok(line)
    }
    /// Returns a one-line warning about a valid but suspicious position. `None` if there is nothing to warn about, and
    /// also if the position is unknown or cannot be read.
    fn warning(&self, setup: &Setup) -> Option<String>;
    /// Creates a line under these rules with the first position and the moves of `line`, which may be of other rules.
    ///
    /// # Errors
    /// Returns an error if these rules do not allow the first position or a move.
    fn replayed(&self, line: &dyn DynLine) -> Result<Box<dyn DynLine>, SetupError>;
    /// Converts a line of other rules to these rules. A start position becomes the start position of these rules, and
    /// so does a position of another game or one that these rules do not allow. Any other position stays. The history
    /// stays only if the position is equal under both rules.
    fn adopt(&self, line: &dyn DynLine) -> Box<dyn DynLine>;
    /// Creates a task that lists, for each sequence of board actions that plays a legal move, the actions and the
    /// position after the move. `text` is a position text or `startpos`. The task fails if the position cannot be read.
    fn next_moves(&self, text: &str) -> Task<NextMoves>;
    /// Creates a task that counts sequences of `depth` moves from the position, with the options in `perft`. The task
    /// reports its progress, the count of each first move, and last the total. It fails if these rules do not allow the
    /// line.
    fn perft(&self, line: &dyn DynLine, depth: u32, perft: Perft) -> Task<PerftReport>;
    /// Creates a task that searches the game's bench positions with each algorithm of
    /// [`Algorithm::PLAYING`](crate::search::Algorithm::PLAYING). `threads` is the number of search threads.
    /// The evaluation is the hand-written one, and the transposition table has 16 MiB. All searches have the depth
    /// `depth`; if it is `None`, each position has its own. The searches are timed by `time`.
    fn bench(&self, threads: usize, depth: Option<Depth>, time: TimeSource) -> Task<BenchReport>;
    /// Returns the named positions of the game, as (name, position text).
    fn named_positions(&self) -> Vec<(&'static str, String)>;
    /// Returns the names that people use for the first and the second side, such as White and Black. A side without
    /// such a name is called `first` or `second`.
    fn sides(&self) -> [String; 2];
    /// Returns the number of symmetries of the board, including the identity.
    fn symmetries(&self) -> u8;
    /// Returns the number of different move numbers, which is the length of a mask of legal moves; see
    /// [`MoveNumbers`](crate::MoveNumbers).
    fn move_count(&self) -> u32;
    /// Returns the shape of an observation: the numbers of planes, rows and columns. For a game without planes, it is a
    /// single number, the number of features of the learned evaluation (0 if the game has none).
    fn observation_shape(&self) -> Vec<usize>;
    /// Plays random moves from the start position until the game ends by its own rules or by the draw rules, or until
    /// `max_plies` moves are played.
    fn random_game(&self, rng: &mut Rng, max_plies: u32) -> RandomGame;
    /// Converts a margin from evaluation units to the reported units that clients see. Returns any other value
    /// unchanged.
    fn reported(&self, value: Value) -> Value;

    /// Returns the shape that a network for the game must have; `None` if the game has no learned evaluation.
    fn network_shape(&self) -> Option<FeatureShape>;
    /// Returns the tablebase solver and reader; `None` if the game does not number its positions.
    fn tablebase(&self) -> Option<Box<dyn DynTablebase>>;
    /// Opens the tables in `folder`; the game's built-in tables if `folder` is `None`.
    ///
    /// # Errors
    /// Returns an error if there are no tables for these rules, or they cannot be read.
    fn oracle(&self, folder: Option<&Path>) -> Result<Box<dyn DynOracle>, TablebaseError>;
    /// Creates an engine with these rules. `mebibytes` is the size of its transposition table; `None` for the
    /// default.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory for the transposition table, or the game's options cannot be set
    /// to the values of these rules.
    fn engine(&self, mebibytes: Option<usize>) -> Result<Box<dyn DynEngine>, SetOptionError>;
    /// Creates an engine with these rules, a transposition table of the default size, and these options, which are
    /// names and values.
    ///
    /// # Errors
    /// Returns an error if [`DynGame::engine`] fails, or an option cannot be set.
    fn engine_with(&self, options: &[(String, String)]) -> Result<Box<dyn DynEngine>, SetOptionError> {
        let mut engine = self.engine(None)?;
        options.iter().try_for_each(|(name, value)| engine.set_option(name, value))?;
        Ok(engine)
    }
}

/// Engine without the types of its game. It searches lines that its caller holds.
///
/// The engine's rules are those of [`DynEngine::dyn_game`]. A line of other rules is replayed under them. If they do
/// not allow it, a task fails, and a method that looks up a value or a win returns `None`.
pub trait DynEngine: Send {
    /// Returns the current rules: a variant of the game, with the rule options that are set. The returned rules do not
    /// follow later changes of the engine.
    fn dyn_game(&self) -> Arc<dyn DynGame>;
    /// Returns the current settings.
    fn settings(&self) -> &Settings;
    /// Calls `change` with a copy of the settings, and uses the changed copy for later searches.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if a number is outside the range of its option, a file cannot be
    /// used, or there is not enough memory for a transposition table.
    fn change(&mut self, change: &dyn Fn(&mut Settings)) -> Result<(), SetOptionError>;
    /// Seeds the random choices of later searches; see [`Settings::seed`]. The sequence of random moves restarts, even
    /// if the seed is the same.
    fn set_seed(&mut self, seed: u64);
    /// Returns the search parameters at full strength: those of the evaluation, with the overrides of
    /// [`Settings::params`].
    fn search_params(&self) -> SearchParams;
    /// Returns the options in the order in which clients see them. The names that [`DynEngine::set_option`] accepts for
    /// search parameters, such as `param.null_move`, are not among them.
    fn options(&self) -> Vec<OptionSpec>;
    /// Sets an option from text, for later searches. The name is case-insensitive. If the rules have changed, earlier
    /// lines should be converted with [`DynGame::adopt`]. If the variant has changed, new lines should be begun.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such option, the value is invalid or cannot be used, or there is not enough
    /// memory for a transposition table.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError>;
    /// Sets an option of the rules, and refuses all other options. Game records and other untrusted sources may
    /// set options only through this method.
    ///
    /// # Errors
    ///
    /// Returns an error if the option is not one of the rules, or [`DynEngine::set_option`] fails.
    fn set_rule(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        let game = self.dyn_game();
        if game.has_rule(name) {
            return self.set_option(name, value);
        }
        Err(OptionError::not_a_rule(name, &game.options()).into())
    }
    /// Returns a one-line warning about the first of these that has one: the values of the options, a failed lookup of
    /// an exact value, the opened tables, the opening tree. `None` if none of them has one.
    fn warning(&self) -> Option<String>;
    /// Returns the message of the first failed lookup of an exact value; `None` if none has failed. A lookup fails if a
    /// file is damaged or cannot be read. The engine then continues without the value.
    fn failure(&self) -> Option<String>;
    /// Discards the results of earlier searches, except scores in the learning file, and chooses a new random seed,
    /// which is used if [`Settings::seed`] is 0.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if there is not enough memory for a new transposition table.
    fn new_game(&mut self) -> Result<(), SetOptionError>;
    /// Opens the tables in a folder, full or compact, in place of tables that were open. They supply exact values where
    /// the options have none, or only slow ones. A change of the rules opens the folder again. If the tables do not fit
    /// the new rules, they supply nothing, and [`DynEngine::warning`] says so. Unlike the option `EndgameTablesPath`,
    /// this keeps the results of earlier searches.
    ///
    /// # Errors
    ///
    /// Returns an error if the tables cannot be used, or the game does not number its positions.
    fn open_tables(&mut self, folder: &Path) -> Result<(), TablebaseError>;
    /// Opens the tables of a source, in place of tables that were open. They supply exact values where the options have
    /// none, or only slow ones. A change of the rules closes them.
    ///
    /// # Errors
    ///
    /// Returns an error if the tables cannot be used, or the game does not number its positions.
    fn open_source(&mut self, source: Box<dyn Source>) -> Result<(), TablebaseError>;

    /// Returns the exact value for the side to move if it is known, otherwise the static evaluation. Ignores draws
    /// by repetition and move limit. `None` if the position itself ends the game.
    fn evaluation(&self, line: &dyn DynLine) -> Option<PositionValue>;
    /// Returns the exact value of the position for the side to move; a margin is in the reported units that clients
    /// see. Ignores draws by repetition and move limit. `None` if the value is unknown or the position itself ends the
    /// game.
    fn exact_value(&self, line: &dyn DynLine) -> Option<Value>;
    /// Looks up the exact values of the position and its moves, even if the game is over. Margins are in the reported
    /// units that clients see. `None` if the engine has no source of exact values.
    fn probe(&self, line: &dyn DynLine) -> Option<Probed>;
    /// Does what [`DynEngine::probe`] does, but returns `None` if no value is known or the game is over.
    fn exact(&self, line: &dyn DynLine) -> Option<Probed> {
        if line.ending().is_some() {
            return None;
        }
        let probed = self.probe(line)?;
        let is_known = probed.value.is_some() || probed.moves.iter().any(|(_, value)| value.is_some());
        is_known.then_some(probed)
    }
    /// Returns the shortest forced win of at most `plies` plies from the position, with the moves as texts. `None` if
    /// [`forced_win`](crate::search::forced_win) finds none with at most `nodes` nodes in each of its searches; always
    /// `None` under superko.
    fn forced_win(&self, line: &dyn DynLine, plies: u8, nodes: u64) -> Option<ForcedWin<String>>;
    /// Creates a task that searches the position, or answers without a search if the opening tree has a suitable move.
    /// The tree is not used for infinite, ponder and mate searches, for requests that select root moves or ask for full
    /// strength, under the option `UCI_AnalyseMode`, and with the algorithm
    /// [`Random`](crate::search::Algorithm::Random).
    fn search(&self, line: &dyn DynLine, go: &Go) -> Task<SearchReport>;
    /// Creates a task that analyses the position. Its reports repeat `original`, the position text as the client
    /// gave it.
    fn analyse(&self, line: &dyn DynLine, original: &str, go: &Go) -> Task<Finding>;
}
