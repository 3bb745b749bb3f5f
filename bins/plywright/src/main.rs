//! The program with the games of this workspace. Each game has one line here.

use std::process::ExitCode;

use plywright_program::{Program, game, game_with, run};

fn main() -> ExitCode {
    let games = vec![
        game_with::<plywright_mill::Mill>(plywright_mill::engine),
        game_with::<plywright_santorini::Santorini>(plywright_santorini::engine),
        game_with::<plywright_connect_four::ConnectFour>(plywright_connect_four::engine),
        game_with::<plywright_gyges::Gyges>(plywright_gyges::engine),
        game_with::<plywright_chess::Chess>(plywright_chess::engine),
        game_with::<plywright_othello::Othello>(plywright_othello::engine),
        game_with::<plywright_breakthrough::Breakthrough>(plywright_breakthrough::engine),
        game_with::<plywright_kalah::Kalah>(plywright_kalah::engine),
        game::<plywright_hex::Hex>(),
        game::<plywright_tic_tac_toe::TicTacToe>(),
    ];
    run(Program::PLYWRIGHT, games)
}
