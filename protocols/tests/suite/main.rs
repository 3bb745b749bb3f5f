//! The protocols from outside: what a client of each reads and what it says, at a little game.

mod client;
mod fourth_dialect;
mod json;
mod sentences;
mod session;
mod takeaway;
mod ugi;
