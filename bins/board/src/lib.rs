//! A board in the browser for every game: one page, and the server that it talks to.
//!
//! The server embeds the page, listens on this machine alone unless an address is given, and gives every page
//! that connects an engine of its own. It knows no game: what it draws is a [`plywright::Scene`], and how
//! moves are entered follows from their [`plywright::Action`]s. A page that goes away takes its threads and
//! its memory with it.

mod answer;
mod assets;
mod catalogue;
mod guard;
mod outbox;
mod records;
mod request;
mod scene_json;
mod server;
mod socket;
mod step_tree;
mod worker;

pub use catalogue::{Catalogue, GameListing};
pub use server::{Address, BoardError, serve};
