//! A framework for engines of two-player board games.
//!
//! A game's author writes the rules; search, protocols, perft, benchmarks and a test kit work for every game.
//! The framework rests on five traits: [`Game`] (rules), [`State`] (position), [`Move`], [`Eval`] (static
//! evaluation) and [`search::Search`] (search algorithm).
//!
//! | to | see |
//! |---|---|
//! | write a game | [`Game`], [`Notation`], [`Playable`]; [`Grid`] for grids, [`BitSet`] for other boards |
//! | give a game options of its own | [`GameOptions`] |
//! | make the search of a game faster | [`Hints`], [`Symmetric`], [`SearchParams`] |
//! | test a game | [`testkit`], [`Perft`] |
//! | search a position | [`search`]; the README of the crate has an example |
//! | hold a position of any game, with its history | [`game::DynLine`] |
//! | play any game with options, levels and clocks | [`engine`] |
//! | use exact values of endgames | [`tablebase`], [`Oracle`] |
//! | train an evaluation | [`network`], [`Learned`] |
//!
//! Sides need not alternate: after each move, [`State::side`] returns the side to move. A turn of several
//! moves counts as one ply.

pub mod engine;
pub mod game;
pub mod network;
pub mod prelude;
mod rules;
pub mod search;
pub mod tablebase;
#[cfg(feature = "threads")]
pub mod testkit;
mod text;

pub use engine::{BenchRow, ParamOverrides};
pub use game::{
    FULL_STRENGTH, GameInfo, GameOption, GameOptions, Levels, MoveNumbers, OptionAlias, OptionError,
    OptionKind, OptionSpec, OptionUnit, OptionValue, Playable, Protocol, Solved, Variant,
};
pub use network::Learned;
pub use rules::{
    BitSet, BitSetIter, Cells, Depth, DrawRules, Element, Ending, Game, Hints, Key, Move, MoveClass,
    MoveCode, Moves, NodeScratch, Perft, Pieces, Points, PositionHistory, Repetition, Score, Side, State,
    Symmetric, Symmetry, bits, perft, perft_making_leaves,
};
pub use search::{Eval, MoveScores, NoEval, Oracle, SearchParams};
pub use text::{
    Action, Argument, Choice, FileError, Form, Grid, Man, Mark, Notation, OwnedShape, ParseMoveError,
    ParsePositionError, Part, Piece, Place, PlaceShape, Role, Scene, Seat, Shape, ShippedFile, SideEffect,
    Spot, Surface, Written, closest, did_you_mean, give_file, picture, read_counts, shorten, shortest_text,
    split_side, write_atomically,
};
