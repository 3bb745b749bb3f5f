//! Learned evaluation: a small neural network whose inputs are the features of a position. Any game that
//! defines features can use it.
//!
//! The inputs are zeros and ones, few of them ones. Each perspective has a hidden layer with `SCReLU` activation:
//! values are clipped to 0..=1 and squared. The output weights depend on a bucket, such as the phase of the game. The
//! network computes in integers; only the conversion of its output to a score uses floating-point numbers. Each
//! evaluation updates the hidden layers by the features that changed since the previous evaluation, so neither the
//! search nor the game needs code for incremental updates.
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
//! // Without a network, the hand-written evaluation is used.
//! assert_eq!(eval.evaluate(&Squares, &Squares.start()), Score(0));
//! ```
//!
//! Training writes a network file, which the option `EvalFile` loads. A game can ship a network:
//! [`Features::shipped`] returns it, and the engine uses it by default.

// `pulp` compiles the method `with_simd` in `evaluation` for several sets of vector instructions, and runs the version
// for the widest set of the machine. Only functions inlined into this method use these instructions.
#![expect(clippy::inline_always)]

mod error;
mod evaluation;
mod feature_set;
mod features;
mod file;
mod shipped_network;
mod weights;

pub use error::NetworkError;
pub use evaluation::Learned;
pub use feature_set::FeatureSet;
pub use features::{Features, Learnable, NetworkFeatures};
pub use file::{open, read, to_bytes};
pub use shipped_network::ShippedNetwork;
pub use weights::{
    FeatureShape, LANES, MAX_BUCKETS, MAX_FEATURES, MAX_HIDDEN, MAX_OUTPUT, Network, Provenance, QA, QB,
    Weights,
};
