//! Facts about a game that hold for all its variants ([`GameInfo`]), and the names of variants ([`Variant`]).

use super::move_numbers::MoveNumbers;
use super::option_spec::OptionAlias;
use super::ratings::Levels;
use crate::search::Algorithm;

/// A text protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Universal Game Interface, or another interface that is also called UGI.
    Ugi,
    /// Requests and answers in JSON, one on each line.
    Json,
}

/// A named set of rules within a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Name: lower-case words joined by hyphens.
    pub name: &'static str,
    /// Description in one line.
    pub summary: &'static str,
}

/// Facts about a game that are the same for all its variants.
///
/// A game writes its facts as one literal: its own values, and the defaults of [`GameInfo::new`] for all others.
///
/// ```
/// use plywright::{GameInfo, MoveNumbers};
/// const INFO: GameInfo = GameInfo {
///     max_plies: 42,
///     move_numbers: MoveNumbers::ByCode(7),
///     ..GameInfo::new("four-in-line", "Four in a row on seven columns of six.")
/// };
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// Name of the game: lower-case words joined by hyphens.
    pub name: &'static str,
    /// Description of the game in one line.
    pub summary: &'static str,
    /// Protocol that most clients of the game use. By default it is UCI.
    pub protocol: Protocol,
    /// Default search algorithm. By default it is principal variation search.
    pub algorithm: Algorithm,
    /// The default level, the measured ratings, and how levels play. By default, the level is full strength, and there
    /// are no ratings.
    pub levels: Levels,
    /// Names and units that the game's clients use for options that all games share. By default there are none.
    pub option_aliases: &'static [OptionAlias],
    /// Puzzles that come with the game, as game records with the tags `FEN` and `Goal`. By default there are none.
    pub puzzles: &'static str,
    /// How to play the default variant: texts for beginners, each with its language tag, such as `en`. A text may have
    /// Markdown's paragraphs and numbered lists, but no other Markdown. A comment `<!-- moves: MOVES | CAPTION -->` or
    /// `<!-- position: TEXT | CAPTION -->` is replaced by a picture. By default there is no text.
    pub how_to_play: &'static [(&'static str, &'static str)],
    /// Names of openings, one on each line as `NAME: MOVES`, with moves from the start position. A name
    /// belongs to the position after these moves and to its images under the symmetries of the board. By
    /// default there are none.
    pub openings: &'static str,
    /// Names of the game's phases, such as the opening, for statistics. [`Playable::phase`](super::Playable::phase)
    /// returns an index into this list. By default there is a single phase.
    pub phases: &'static [&'static str],
    /// Number of moves after which a program may break off a game, for example a game of random moves. By default it is
    /// 1,000.
    pub max_plies: u32,
    /// Whether a draw by repetition or by the move limit must be claimed by a player. In a protocol, a search then
    /// chooses a move in such a position, because the client may play on. By default such a draw ends the game, and a
    /// search answers without a move.
    pub claimed_draws: bool,
    /// How moves are numbered for programs that learn. By default, a move's number is its index among the legal moves,
    /// sorted by code, and a mask of legal moves has 1,024 entries.
    pub move_numbers: MoveNumbers,
    /// Search depth in plies of the command `bench`, unless the game overrides [`Playable::bench_positions`]. By
    /// default it is 8.
    ///
    /// [`Playable::bench_positions`]: super::Playable::bench_positions
    pub bench_depth: u16,
}

impl GameInfo {
    /// Creates facts with this name and summary, and the defaults of all other fields.
    pub const fn new(name: &'static str, summary: &'static str) -> Self {
        Self {
            name,
            summary,
            protocol: Protocol::Uci,
            algorithm: Algorithm::Pvs,
            levels: Levels::rated(&[]),
            option_aliases: &[],
            puzzles: "",
            how_to_play: &[],
            openings: "",
            phases: &["all"],
            max_plies: 1000,
            claimed_draws: false,
            move_numbers: MoveNumbers::ByPlace(1024),
            bench_depth: 8,
        }
    }

    /// Returns a variant with the name and the summary of the game.
    pub const fn variant(&self) -> Variant {
        Variant { name: self.name, summary: self.summary }
    }

    /// Sets [`GameInfo::move_numbers`] to [`MoveNumbers::ByCode`]: the number of a move follows from its code. The
    /// numbers should be less than `count`.
    #[must_use]
    pub const fn numbered(mut self, count: u32) -> Self {
        self.move_numbers = MoveNumbers::ByCode(count);
        self
    }

    /// Sets [`GameInfo::how_to_play`].
    #[must_use]
    pub const fn explained(mut self, pages: &'static [(&'static str, &'static str)]) -> Self {
        self.how_to_play = pages;
        self
    }
}
