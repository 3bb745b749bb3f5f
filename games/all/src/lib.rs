//! The list of this workspace's games. A new game needs a line in the list and a dependency in this crate's
//! `Cargo.toml`. If a game has no line, `no_option_of_one_game_is_named` in `bins/plywright/tests/suite/sources.rs`
//! fails, because it starts the program for every other folder of `games`.

use std::sync::Arc;

use plywright::Playable;
use plywright::engine::{DynGame, game_of};

/// Code that needs the static type of a game, such as a benchmark of the rules. [`visit`] runs it for every game.
pub trait GameVisitor {
    /// Called once for each game, with the game's type as `G`.
    fn visit<G: Playable>(&mut self);
}

macro_rules! games {
    (
        in_their_own_crates: [$($package:ident::$game:ident,)*]
        here: [$($small_package:ident::$small_game:ident,)*]
    ) => {
        /// Returns every game in its default variant. The first game is the default of the program.
        pub fn all() -> Vec<Arc<dyn DynGame>> {
            vec![$($package::game(),)* $(game_of::<$small_package::$small_game>()),*]
        }

        /// Calls [`GameVisitor::visit`] once for each game, in the order of [`all`].
        pub fn visit(visitor: &mut impl GameVisitor) {
            $(visitor.visit::<$package::$game>();)*
            $(visitor.visit::<$small_package::$small_game>();)*
        }
    };
}

// The list of games. The search of a game in the first part is compiled in the game's own crate, behind its function
// `game`, at the same time as those of other games. The search of a game in the second part is compiled in this crate.
games! {
    in_their_own_crates: [
        plywright_mill::Mill,
        plywright_santorini::Santorini,
        plywright_connect_four::ConnectFour,
        plywright_gyges::Gyges,
        plywright_chess::Chess,
        plywright_othello::Othello,
        plywright_breakthrough::Breakthrough,
        plywright_kalah::Kalah,
        plywright_hex::Hex,
    ]
    here: [
        plywright_tic_tac_toe::TicTacToe,
    ]
}
