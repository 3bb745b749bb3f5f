//! Games of the package, and the numbering of their moves. A new game adds a line to [`CATALOGUE`] and an
//! `impl Numbered`.

use std::sync::Arc;

use plywright::Variant;
use plywright::engine::{DynGame, SetOptionError, game_of};
use plywright_breakthrough::Breakthrough;
use plywright_chess::Chess;
use plywright_connect_four::ConnectFour;
use plywright_gyges::Gyges;
use plywright_hex::Hex;
use plywright_kalah::Kalah;
use plywright_mill::Mill;
use plywright_othello::Othello;
use plywright_santorini::Santorini;
use plywright_tic_tac_toe::TicTacToe;

use crate::numbering::Numbered;
use crate::rules::{self, Rules};

impl Numbered for TicTacToe {
    fn game() -> Arc<dyn DynGame> {
        game_of::<Self>()
    }
}

impl Numbered for ConnectFour {
    fn game() -> Arc<dyn DynGame> {
        plywright_connect_four::game()
    }
}

impl Numbered for Othello {
    fn game() -> Arc<dyn DynGame> {
        plywright_othello::game()
    }
}

impl Numbered for Chess {
    fn game() -> Arc<dyn DynGame> {
        plywright_chess::game()
    }
}

impl Numbered for Breakthrough {
    fn game() -> Arc<dyn DynGame> {
        plywright_breakthrough::game()
    }
}

impl Numbered for Kalah {
    fn game() -> Arc<dyn DynGame> {
        plywright_kalah::game()
    }
}

impl Numbered for Hex {
    fn game() -> Arc<dyn DynGame> {
        game_of::<Self>()
    }
}

impl Numbered for Mill {
    fn game() -> Arc<dyn DynGame> {
        plywright_mill::game()
    }
}

impl Numbered for Gyges {
    fn game() -> Arc<dyn DynGame> {
        plywright_gyges::game()
    }
}

impl Numbered for Santorini {
    fn game() -> Arc<dyn DynGame> {
        plywright_santorini::game()
    }
}

/// Function that creates the rules of a variant with options.
type MakeRules = fn(Option<&str>, &[(String, String)]) -> Result<Arc<dyn Rules>, SetOptionError>;

/// A game of the package, with its variants.
pub struct Entry {
    /// Name of the game.
    pub name: &'static str,
    /// Summary of the game in one line.
    pub summary: &'static str,
    /// Function that returns the listed variants, the default variant first.
    pub variants: fn() -> Vec<Variant>,
    /// Function that creates the rules of a variant with options.
    pub rules: MakeRules,
    /// Function that creates the game's entry in the program.
    pub program: fn() -> Arc<dyn DynGame>,
}

const fn entry<G: Numbered>() -> Entry {
    Entry {
        name: G::NAME,
        summary: G::SUMMARY,
        variants: G::variants,
        rules: rules::of::<G>,
        program: G::game,
    }
}

/// All games of the package, the default game first.
pub const CATALOGUE: [Entry; 10] = [
    entry::<Mill>(),
    entry::<Santorini>(),
    entry::<ConnectFour>(),
    entry::<Gyges>(),
    entry::<Chess>(),
    entry::<Othello>(),
    entry::<Breakthrough>(),
    entry::<Kalah>(),
    entry::<Hex>(),
    entry::<TicTacToe>(),
];
