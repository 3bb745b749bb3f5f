//! A board in the browser for every game: one page and its server.
//!
//! The server embeds the page, listens only on this machine unless an address is given, and creates an engine
//! for every page that connects. It knows no game: it draws a [`plywright::Scene`], and a person enters moves
//! as [`plywright::Action`]s. When a page disconnects, its threads end and its memory is freed.

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
