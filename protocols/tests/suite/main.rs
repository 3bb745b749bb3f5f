//! Tests of the protocols from a client's side, with a small game. Most are recorded sessions in `transcripts`; the
//! other files test what a recording cannot, such as time and long input.

mod client;
mod json;
mod pattern;
mod sentences;
mod session;
mod takeaway;
mod transcripts;
mod ugi;
