//! The program run from its start to its end: what it prints, what it refuses, and files for it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The path of the program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_plywright");

/// The program with these arguments and nothing to read, ready to be started.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program to its end.
pub fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program")
}

/// Output of a run that succeeds.
pub fn prints(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Asserts that a run prints nothing, ends with this exit code, and writes `expected` to standard error.
pub fn refuses(arguments: &[&str], code: i32, expected: &str) {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty() && errors.contains(expected), "{arguments:?}: {errors}");
}

/// A folder that is removed after the test.
pub struct Folder(TempDir);

impl Folder {
    /// An empty folder.
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// The path of a file in the folder; the file need not exist.
    pub fn file(&self, name: &str) -> String {
        self.path(name).into_os_string().into_string().expect("a path that is text")
    }

    /// The text of a file in the folder; empty if it does not exist.
    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}
