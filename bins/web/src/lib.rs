//! The engine of one game as a `WebAssembly` module, for a page that needs no server.
//!
//! The module exports a few functions with a C interface. The page writes bytes into a buffer of the module
//! and then calls a function. The module calls the page to send messages, which have the form of the board
//! server's messages. All code runs in one thread, a worker of the page, so a search calls [`page::pause`] at
//! intervals.

mod buffer;
mod catalogue;
mod exports;
mod page;
mod tables;

#[cfg(feature = "breakthrough")]
pub(crate) use plywright_breakthrough::Breakthrough as Game;
#[cfg(feature = "chess")]
pub(crate) use plywright_chess::Chess as Game;
#[cfg(feature = "connect-four")]
pub(crate) use plywright_connect_four::ConnectFour as Game;
#[cfg(feature = "gyges")]
pub(crate) use plywright_gyges::Gyges as Game;
#[cfg(feature = "hex")]
pub(crate) use plywright_hex::Hex as Game;
#[cfg(feature = "kalah")]
pub(crate) use plywright_kalah::Kalah as Game;
#[cfg(feature = "mill")]
pub(crate) use plywright_mill::Mill as Game;
#[cfg(feature = "othello")]
pub(crate) use plywright_othello::Othello as Game;
#[cfg(feature = "santorini")]
pub(crate) use plywright_santorini::Santorini as Game;
#[cfg(feature = "tic-tac-toe")]
pub(crate) use plywright_tic_tac_toe::TicTacToe as Game;
