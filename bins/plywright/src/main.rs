//! The program with the games of this workspace.

use std::process::ExitCode;

use plywright_program::{Program, run};

fn main() -> ExitCode {
    run(Program::PLYWRIGHT, plywright_games::all())
}
