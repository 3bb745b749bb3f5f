//! Runs the program and checks its output, its exit code and its errors. Also makes folders for its files.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_plywright");

/// Returns the command that starts the program with these arguments and empty input.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program")
}

/// Runs the program, asserts that it succeeds, and returns its output.
pub fn prints(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Asserts that the program prints nothing, exits with this code, and writes `expected` to standard error.
pub fn refuses(arguments: &[&str], code: i32, expected: &str) {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty() && errors.contains(expected), "{arguments:?}: {errors}");
}

/// A folder that is removed after the test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub fn file(&self, name: &str) -> String {
        self.path(name).into_os_string().into_string().expect("a path that is text")
    }

    /// Returns the text of a file in the folder, or an empty string if there is none.
    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}
