//! Reach: the squares, pieces and goals where the move of a piece can end, bounces included.
//!
//! A move is a chain of paths (legs) from piece to piece. No two legs may use the same passage (edge or
//! square), so the paths by which a chain may continue depend on its earlier legs. There are too many chains to try
//! them all. `finder` holds the board and the paths out of its pieces. `bound` finds an upper bound without following
//! every chain, `exact` finds the exact ends, `chains` follows chains to given targets, and `routes` lists the ways to
//! one end.

mod bound;
mod chains;
mod exact;
mod finder;
mod routes;

pub(crate) use bound::close_bound;
pub(crate) use chains::{GoalChain, goal_chain};
pub(crate) use exact::exact_reach;
pub(crate) use finder::ReachFinder;
pub(crate) use routes::routes;
