//! The program with the games of this workspace.

use std::process::ExitCode;

use plywright_cli::{Program, run};

fn main() -> ExitCode {
    run(Program::PLYWRIGHT, plywright_games::all())
}
