//! The program with the games of this workspace. Adding a game adds one line here.

use std::process::ExitCode;

use plywright_program::{Program, game, run};

fn main() -> ExitCode {
    let games = vec![
        game::<plywright_mill::Mill>(),
        game::<plywright_santorini::Santorini>(),
        game::<plywright_connect_four::ConnectFour>(),
        game::<plywright_gyges::Gyges>(),
        game::<plywright_othello::Othello>(),
        game::<plywright_tic_tac_toe::TicTacToe>(),
    ];
    run(Program::PLYWRIGHT, games)
}
