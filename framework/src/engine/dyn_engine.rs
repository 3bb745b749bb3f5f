//! Engine without the types of its game, [`DynEngine`]. Every [`Engine`](super::Engine) implements it.
//!
//! Programs and protocols that know no game use this trait. Dynamic dispatch costs little, because the search
//! runs in code compiled for its game.

use std::path::Path;
use std::sync::Arc;

use super::dyn_game::DynGame;
use super::eval_file::NetworkInput;
use super::opening_tree::{OpeningMove, OpeningTree};
use super::report::{BenchReport, Finding, NextMoves, PerftReport, SearchReport};
use super::request::{Board, Go, SetOptionError, Setup};
use super::settings::Settings;
use super::task::Task;
use crate::game::{DynLine, OptionError, OptionSpec, PositionValue, SetupError};
use crate::rules::{Depth, Perft};
use crate::search::{ForcedWin, SearchParams, TimeSource};
use crate::tablebase::compact::Source;
use crate::tablebase::{Probed, TablebaseError, Value};

/// Engine without the types of its game.
pub trait DynEngine: Send {
    /// Returns the game under the current rules.
    fn dyn_game(&self) -> Arc<dyn DynGame>;
    /// Returns the settings.
    fn settings(&self) -> &Settings;
    /// Changes settings for later searches.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if a number is outside the range of its option, a file cannot be
    /// used, or there is not enough memory for a transposition table.
    fn change(&mut self, change: &dyn Fn(&mut Settings)) -> Result<(), SetOptionError>;
    /// Seeds the random choices of later searches; see [`Settings::seed`]. Random moves begin their sequence anew,
    /// even if the seed is the same.
    fn set_seed(&mut self, seed: u64);
    /// Uses the network in a file for later searches. The option `EvalFile` does the same by text.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if the file is not a network for the game.
    fn open_network(&mut self, path: &Path) -> Result<(), SetOptionError>;
    /// Returns the search parameters at full strength.
    fn search_params(&self) -> SearchParams;
    /// Returns all options, in the order in which clients see them.
    fn options(&self) -> Vec<OptionSpec>;
    /// Sets an option from text, for later searches. The name is case-insensitive. A new variant sets up its
    /// start position. After a change of other rules, the current position is kept if it is not the start
    /// position and the new rules allow it. Otherwise the new start position replaces it.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such option, the value is invalid or cannot be used, or there is not
    /// enough memory for a transposition table.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError>;
    /// Returns the game's own options that change the rules. The option `UCI_Variant` is not among them.
    fn rules(&self) -> Vec<OptionSpec> {
        self.options().into_iter().filter(|option| option.of_rules).collect()
    }
    /// Whether one of [`DynEngine::rules`] has this name or alias, ignoring case.
    fn has_rule(&self, name: &str) -> bool {
        self.rules().iter().any(|rule| rule.is_called(name))
    }
    /// Sets one of [`DynEngine::rules`], and refuses all other options. Game records and other untrusted
    /// sources may set options only through this method.
    ///
    /// # Errors
    ///
    /// Returns an error if the option is not one of these rules, or [`DynEngine::set_option`] fails.
    fn set_rule(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        let rules = self.rules();
        if rules.iter().any(|rule| rule.is_called(name)) {
            return self.set_option(name, value);
        }
        Err(OptionError::not_a_rule(name, &rules).into())
    }
    /// Returns a one-line warning about the current options, the opened tables or the opening tree, if any.
    fn warning(&self) -> Option<String>;
    /// Returns the message of the first lookup of an exact value that failed, because a file is damaged or cannot
    /// be read; `None` if none has failed. The engine continues without the value.
    fn failure(&self) -> Option<String>;
    /// Sets the time source of later searches. The default is the system clock, which environments such as
    /// browsers do not have.
    fn set_time_source(&mut self, time: TimeSource);
    /// Discards the results of earlier searches and sets up the start position.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if there is not enough memory for a new transposition table.
    fn new_game(&mut self) -> Result<(), SetOptionError>;
    /// Sets up a position and plays moves from it. Returns a warning about the position text, if any.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if the position is unknown or cannot be read, or a move cannot
    /// be played.
    fn set_position(&mut self, setup: &Setup, moves: &[&str]) -> Result<Option<String>, SetupError>;
    /// Sets up a position of the engine's game with its history.
    /// # Errors
    /// Returns an error, and changes nothing, if the line is of other rules and these rules do not allow it.
    fn set_line(&mut self, line: &dyn DynLine) -> Result<(), SetupError>;
    /// Plays moves from the current position.
    ///
    /// # Errors
    ///
    /// Returns an error, and plays no move, if a move cannot be played.
    fn play(&mut self, moves: &[&str]) -> Result<(), SetupError>;
    /// Takes the last move back. Returns `false` if no move has been played.
    fn undo(&mut self) -> bool;
    /// Returns the current position with its history.
    fn line(&self) -> &dyn DynLine;
    /// Returns the current position for display.
    fn board(&self) -> Board;
    /// Returns the exact value for the side to move if it is known, otherwise the static evaluation. Ignores draws
    /// by repetition and move limit. `None` if the position itself ends the game.
    fn evaluation(&self) -> Option<PositionValue>;
    /// Returns the exact values of the position and of its moves. `None` if no value is known or the game is
    /// over.
    fn exact(&self) -> Option<Probed>;
    /// Returns the exact value of the current position for the side to move. Ignores draws by repetition and
    /// move limit. `None` if the value is unknown or the position itself ends the game.
    fn exact_value(&self) -> Option<Value>;
    /// Converts a margin from evaluation units to reported units. Returns any other value unchanged.
    fn reported(&self, value: Value) -> Value;
    /// Opens the tables in a folder, full or compact. They supply exact values where the current options have
    /// none. A change of the rules opens the folder again. While its tables are of other rules, they supply
    /// nothing, and [`DynEngine::warning`] says so. The option `EndgameTablesPath` does the same by text.
    ///
    /// # Errors
    ///
    /// Returns an error if the tables cannot be used, or the game does not number its positions.
    fn open_tables(&mut self, folder: &Path) -> Result<(), TablebaseError>;
    /// Opens the compact tables of a source. They supply exact values where the current options have none.
    /// A change of the rules closes them.
    ///
    /// # Errors
    ///
    /// Returns an error if the tables cannot be used, or the game does not number its positions.
    fn open_source(&mut self, source: Box<dyn Source>) -> Result<(), TablebaseError>;
    /// Looks up the exact values of the position and its moves, even if the game is over; `None` if there is
    /// no oracle.
    fn probe(&self) -> Option<Probed>;
    /// Returns the moves from the current position to positions of an opening tree, the most played first. Of
    /// several moves to the same canonical position, only the first is returned. Does not check that the tree
    /// is for the current rules.
    fn opening_moves(&self, tree: &OpeningTree) -> Vec<OpeningMove>;
    /// Returns the shortest forced win of at most `plies` plies from the current position, with the moves as
    /// texts. `None` if [`forced_win`](crate::search::forced_win) finds none with `nodes` nodes for a search.
    fn forced_win(&self, plies: u8, nodes: u64) -> Option<ForcedWin<String>>;
    /// Returns the network input for the image of the current position under a symmetry, whose number is less
    /// than [`DynGame::symmetries`]. `None` if the game has no learned evaluation or the symmetry does not
    /// hold in the position.
    fn network_input(&self, symmetry: u8) -> Option<NetworkInput>;
    /// Creates a task that answers with a move from the opening tree or, if the tree has no suitable move,
    /// searches the current position. The tree is not used for infinite, ponder and mate searches, requests
    /// for full strength or for selected root moves, the option `UCI_AnalyseMode`, and the algorithm
    /// [`Random`](crate::search::Algorithm::Random).
    fn search(&self, go: &Go) -> Task<SearchReport>;
    /// Sets up a position, given by its text or as `startpos`, and creates a task that analyses it.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if the position cannot be read.
    fn analyse(&mut self, text: &str, go: &Go) -> Result<Task<Finding>, SetupError>;
    /// Creates a task that lists the positions after each legal move of a position, given by its text or as
    /// `startpos`. The task fails if the position cannot be read.
    fn next_moves(&self, text: &str) -> Task<NextMoves>;
    /// Creates a task that runs perft from the current position to `depth` plies. It reports the count of
    /// each first move and the total.
    fn perft(&self, depth: u32, perft: Perft) -> Task<PerftReport>;
    /// Creates a task that searches the game's bench positions under the current rules, with each of
    /// [`Algorithm::PLAYING`](crate::search::Algorithm::PLAYING). `threads` is the number of search threads.
    /// The evaluation is the hand-written one, and the transposition table has 16 MiB. The depth is `depth`,
    /// or each position's own depth if that is `None`.
    fn bench(&self, threads: usize, depth: Option<Depth>) -> Task<BenchReport>;
}
