//! Tests of the protocols from a client's side, with a small game.

mod client;
mod json;
mod pattern;
mod sentences;
mod session;
mod takeaway;
mod transcripts;
mod ugi;
