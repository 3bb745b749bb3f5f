//! A framework for engines of two-player board games.
//!
//! A game is written once, as rules; search, protocols, perft, benchmarks and a test kit come with it. Four
//! traits carry everything: [`Game`] (rules), [`Move`], [`Eval`] (a static evaluation) and [`search::Search`]
//! (an algorithm).
//!
//! | to | see |
//! |---|---|
//! | write a game | [`Game`], [`Notation`], [`Playable`]; [`Grid`] for grids, [`BitSet`] for other boards |
//! | give it options of its own | [`GameOptions`] |
//! | make its search faster | [`Hints`], [`Symmetric`], [`SearchParams`] |
//! | test it | [`conformance`], [`Perft`] |
//! | search a position | [`search`] |
//! | play games: positions, options, levels, clocks | [`engine`] |
//! | know endings exactly | [`tablebase`], [`Oracle`] |
//! | learn an evaluation | [`network`], [`Learned`] |
//!
//! Sides need not alternate: after each move the state says whose turn it is, and a turn of several moves
//! costs one ply.

mod action;
mod bench;
mod bit_set;
pub mod conformance;
mod course;
pub mod engine;
mod eval;
mod game;
mod grid;
mod hints;
mod key;
mod learned;
mod levels;
pub mod network;
mod notation;
mod options;
mod oracle;
mod param_overrides;
mod params;
mod perft;
mod playable;
pub mod prelude;
mod scene;
mod score;
pub mod search;
mod side;
mod symmetry;
pub mod tablebase;
mod whole_file;

pub use action::{Action, Argument, SideEffect};
pub use bench::{BenchError, BenchRow, bench};
pub use bit_set::{BitSet, BitSetIter, Element, Word};
pub use course::{CourseRules, PositionHistory, Repetition};
pub use eval::{Eval, NoEval, Ranks};
pub use game::{Ending, Game, Move, Moves, State};
pub use grid::{Grid, Pieces};
pub use hints::{Hints, MoveClass, NodeScratch};
pub use key::Key;
pub use learned::Learned;
pub use levels::{FULL_STRENGTH, Levels};
pub use notation::{Notation, ParseMoveError, ParsePositionError, shorten};
pub use options::{OptionAlias, OptionError, OptionKind, OptionSpec, OptionUnit, OptionValue};
pub use oracle::Oracle;
pub use param_overrides::ParamOverrides;
pub use params::{ParamError, SearchParams};
pub use perft::{Perft, perft, perft_making_leaves};
pub use playable::{GameOptions, Playable, Protocol, Variant};
pub use scene::{Choice, Form, Part, Written};
pub use scene::{Mark, Piece, Place, PlaceShape, Role, Scene, Seat, Shape, Spot, Surface};
pub use score::{Depth, Score};
pub use side::Side;
pub use symmetry::{Symmetric, Symmetry};
pub use whole_file::write_whole;
