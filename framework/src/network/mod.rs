//! Learned evaluations: a small network over the features of a position, for any game that lists its
//! features.
//!
//! The network has a sparse input of zeros and ones, a hidden layer for each perspective, `SCReLU` activation,
//! and output weights that depend on a bucket such as the phase of the game. It computes in integers. The
//! hidden layers are updated from the previously evaluated position by the difference of the feature sets, so
//! the search and the game need no code for updates.
//!
//! A game implements [`Features`] and wraps its hand-written evaluation, or [`NoEval`](crate::NoEval) if it
//! has none, in [`Learned`]:
//!
//! ```
//! # use plywright::{Game, Ending, Eval, Learned, Moves, NoEval, Pieces, Score, Side};
//! # use plywright::network::{FeatureSet, Features};
//! # #[derive(Clone, Default)] struct Squares;
//! # impl Game for Squares {
//! #     type State = Pieces; type Move = u8;
//! #     fn start(&self) -> Pieces { Pieces::NONE }
//! #     fn moves(&self, board: &Pieces, out: &mut Moves<u8>) -> Option<Ending> {
//! #         out.extend((0..9).filter(|square| board.all() >> square & 1 == 0));
//! #         out.is_empty().then_some(Ending::Draw) }
//! #     fn play(&self, board: &mut Pieces, square: u8) { board.place(1 << square) }
//! # }
//! struct Stones;
//!
//! impl Features<Squares> for Stones {
//!     const NAME: &'static str = "squares-1";
//!     const COUNT: usize = 18;
//!
//!     fn active(_: &Squares, board: &Pieces, perspectives: &mut [FeatureSet; 2]) {
//!         for (side, perspective) in Side::BOTH.into_iter().zip(perspectives) {
//!             perspective.insert_bits(0, board.sets[side.index()]);
//!             perspective.insert_bits(9, board.sets[side.other().index()]);
//!         }
//!     }
//! }
//!
//! let mut eval: Learned<Stones, NoEval> = Learned::default();
//! // Without a network the hand-written evaluation answers.
//! assert_eq!(eval.evaluate(&Squares, &Squares.start()), Score(0));
//! ```
//!
//! Training makes a file, which the option `EvalFile` takes. One that wins games goes into a folder of the
//! game and into the program by [`Features::shipped`], and evaluates from then on.

// Functions inlined into a closure are compiled for its wider vector instructions; called functions are not.
#![expect(clippy::inline_always)]

mod error;
mod feature_set;
mod features;
mod file;
mod learned;
mod weights;

pub use error::NetworkError;
pub use feature_set::FeatureSet;
pub use features::{Features, Learnable, NetworkSlot};
pub use file::{ShippedNetwork, open, read, to_bytes};
pub use learned::Learned;
pub use weights::{
    FeatureShape, LANES, MAX_BUCKETS, MAX_FEATURES, MAX_HIDDEN, MAX_OUTPUT, Network, Provenance, QA, QB,
    Weights,
};
