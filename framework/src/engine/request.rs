//! Requests to the engine as plain data without the game's types, and the reasons why they fail. Every protocol
//! translates its commands into these requests, so that the engine knows no protocol.

use std::time::Duration;

use thiserror::Error;

use super::panics::InternalError;
use crate::game::{OptionError, SetupError};
use crate::rules::Depth;
use crate::search::{Clock, TableError};
use crate::text::shorten;

/// Position to set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// The start position.
    Start,
    /// A position text.
    Text(String),
    /// Name of one of the game's named positions, case-insensitive.
    Named(String),
}

impl Setup {
    /// Returns the position text; `None` for the start position. `named` are the names and texts of the game's
    /// named positions. Returns an error for a name that is not among them.
    pub(super) fn text(&self, named: &[(&str, String)]) -> Result<Option<String>, SetupError> {
        match self {
            Self::Start => Ok(None),
            Self::Text(text) => Ok(Some(text.clone())),
            Self::Named(name) => match named.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
                Some((_, text)) => Ok(Some(text.clone())),
                None => Err(SetupError::Name(shorten(name))),
            },
        }
    }
}

/// Request for a search. The options supply the limits of a request without limits.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Go {
    /// Texts of the root moves to search; empty for all. Moves that are illegal or that superko forbids are left out,
    /// each with a notice. If no move is left, all moves are searched.
    pub search_moves: Vec<String>,
    /// Maximum depth in plies; `None` or 0 for no maximum.
    pub depth: Option<Depth>,
    /// Maximum number of nodes; `None` for no maximum.
    pub nodes: Option<u64>,
    /// Time to search, in place of the clock's budget; `None` if the request sets no time.
    pub move_time: Option<Duration>,
    /// Whether to withhold the answer until the search is stopped. Limits of time then have no effect. If the search
    /// also ponders, a ponder hit releases the answer too, and limits of time count from then on.
    pub infinite: bool,
    /// Maximum length of a win to search for, counted in the winner's moves. `None` if no mate search is
    /// requested.
    pub mate: Option<u32>,
    /// Clocks of the first and the second side; `None` for a side without a clock.
    pub clocks: [Option<Clock>; 2],
    /// Whether to ponder: to search in the opponent's time, and withhold the answer until a ponder hit or a
    /// stop.
    pub ponder: bool,
    /// Strength of the search, in relation to the level that the options set.
    pub strength: Strength,
    /// Whether the client may play on after a draw that must be claimed; see
    /// [`GameInfo::claimed_draws`](crate::GameInfo::claimed_draws). If so, a search chooses a move in such a position
    /// too.
    pub may_play_on: bool,
}

/// Strength that a request asks for. A limit by the option `UCI_LimitStrength` counts as a level that was
/// set. With the option `UCI_AnalyseMode`, the strength is full in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Strength {
    /// The level that was set. If none was set, a request without arguments uses the game's default level,
    /// and any other request full strength.
    #[default]
    Level,
    /// The level that was set. If none was set, full strength.
    FullUnlessSet,
    /// Full strength, whatever level was set.
    Full,
}

impl Go {
    pub(super) fn max_depth(&self) -> Option<Depth> {
        self.depth.filter(|depth| depth.0 > 0)
    }

    /// Whether the search serves analysis rather than the choice of a move in a game: the request names root moves, a
    /// depth, a number of nodes or a mate, or is infinite.
    pub(super) fn is_for_analysis(&self) -> bool {
        let Self { search_moves, nodes, infinite, mate, .. } = self;
        !search_moves.is_empty()
            || self.max_depth().is_some()
            || nodes.is_some()
            || *infinite
            || mate.is_some()
    }

    /// Whether the request has no arguments, apart from the strength.
    pub(super) fn is_bare(&self) -> bool {
        self.is_without_limits() && self.search_moves.is_empty() && !self.ponder
    }

    /// Whether the request has no limits. `infinite` counts as a limit. Pondering, a selection of root moves and the
    /// permission to play on do not.
    pub(super) fn is_without_limits(&self) -> bool {
        let unlimited = Self {
            depth: self.max_depth(),
            search_moves: Vec::new(),
            ponder: false,
            strength: Strength::default(),
            may_play_on: false,
            ..self.clone()
        };
        unlimited == Self::default()
    }
}

/// Reason why positions of a game could not be searched.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// A position could not be set up, or a move could not be played.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// The engine's rules do not allow the position or a move before it, for this reason.
    #[error("{0}")]
    Refused(String),
    /// A search panicked.
    #[error("{0}")]
    Panicked(#[from] InternalError),
}

/// Reason why an option could not be set, or why an engine could not be created or begin a new game. After such an
/// error, the options are as before.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetOptionError {
    /// The option is unknown, or its value is invalid or cannot be used.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// There is not enough memory for the transposition table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The learning file named by the option cannot be used.
    #[error("cannot use the learning file: {0}")]
    File(String),
}
