//! Studies of a game, for which the engine plays and searches: reports of its qualities, and puzzles.
//!
//! The crate uses games only through types such as [`DynEngine`](plywright::engine::DynEngine), so it does not depend
//! on a particular game.
//!
//! | module | contents |
//! |---|---|
//! | [`report`] | the qualities of a game, measured in games between engines of different strength |
//! | [`puzzles`] | positions with exactly one right move |
//! | [`interval`] | estimates with confidence intervals |

pub mod interval;
pub mod puzzles;
pub mod report;
