//! A board for every game: a page in the browser, and the desk that answers its requests.
//!
//! The page draws a [`plywright::Scene`], and a person enters moves as [`plywright::Action`]s, so neither
//! page nor desk knows a particular game. The server delivers the page and has a [`Desk`] for each connected
//! page.

mod answer;
mod catalogue;
mod desk;
mod page_search;
mod puzzles;
mod records;
mod request;
mod scene_json;
#[cfg(feature = "server")]
mod server;
mod step_tree;

pub use catalogue::{Catalogue, GameListing, MakeEngine, TABLE, hello};
pub use desk::{Desk, Reply};
pub use page_search::{Search, SearchMessage};
pub use puzzles::Judgement;
pub use request::Envelope;
pub use scene_json::scene_json;
#[cfg(feature = "server")]
pub use server::{Address, BoardError, serve};
