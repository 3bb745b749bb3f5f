//! All games of this workspace. A new game adds a line here and a dependency.

use std::sync::Arc;

use plywright::engine::{DynGame, game_of};

/// Returns the games, the default game first.
pub fn all() -> Vec<Arc<dyn DynGame>> {
    vec![
        plywright_mill::game(),
        plywright_santorini::game(),
        plywright_connect_four::game(),
        plywright_gyges::game(),
        plywright_chess::game(),
        plywright_othello::game(),
        plywright_breakthrough::game(),
        plywright_kalah::game(),
        game_of::<plywright_hex::Hex>(),
        game_of::<plywright_tic_tac_toe::TicTacToe>(),
    ]
}
