//! Runs the program in temporary folders, and checks its output, its exit code and its errors.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_plywright");

pub fn workspace_root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Splits arguments at white space outside single quotes.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split('\'')
        .enumerate()
        .flat_map(|(index, part)| if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
}

/// Returns the command that starts the program with these arguments and empty input. Single quotes keep white
/// space in an argument.
pub fn command(arguments: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(words(arguments)).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A folder in which the program runs. It is removed after the test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// Returns the [`command`] that runs in the folder.
    pub fn command(&self, arguments: &str) -> Command {
        let mut program = command(arguments);
        program.current_dir(self.0.path());
        program
    }

    pub fn spawn(&self, arguments: &str) -> Child {
        self.command(arguments).spawn().expect("the program")
    }

    pub fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().expect("the program")
    }

    /// Runs the program with this text as its input.
    pub fn run_with_input(&self, arguments: &str, input: &str) -> Output {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().expect("the program");
        // An error is ignored: the program may have ended before it reads anything.
        let _ = child.stdin.take().expect("its input").write_all(input.as_bytes());
        child.wait_with_output().expect("an end")
    }

    /// Runs the program, asserts that it succeeds, and returns its output.
    pub fn prints(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments}: {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Asserts that the program writes nothing to standard output and a text with `expected` to standard error, and
    /// exits with this code.
    pub fn refuses(&self, arguments: &str, code: i32, expected: &str) {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {errors}");
        assert!(output.stdout.is_empty() && errors.contains(expected), "{arguments}: {errors}");
    }

    /// Runs the program with a limit on the size of files, to simulate a full disk. Asserts that it fails, and returns
    /// its errors.
    pub fn fails_on_a_full_disk(&self, kibibytes: u32, arguments: &str) -> String {
        let script = format!("trap '' XFSZ; ulimit -f {kibibytes}; exec \"$@\"");
        let mut shell = Command::new("bash");
        shell.args(["-c", &script, "-", PROGRAM]).args(words(arguments)).current_dir(self.0.path());
        let output = shell.output().expect("a shell");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && errors.contains("File too large"), "{errors}");
        errors
    }

    /// Returns a path in the folder as text, for command lines.
    pub fn path_text(&self, name: &str) -> String {
        self.path(name).into_os_string().into_string().expect("a path that is text")
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the text of a file in the folder, or an empty string if there is none.
    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("a file");
    }

    /// Returns the paths of the files in the subfolder `name`; empty if there is no such subfolder.
    pub fn files(&self, name: &str) -> Vec<PathBuf> {
        fs::read_dir(self.path(name)).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    }
}

/// Waits until `is_due` holds or `timeout` is over. Does not say which.
pub fn wait(timeout: Duration, is_due: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_due() && started.elapsed() < timeout {
        sleep(Duration::from_millis(1));
    }
}

pub fn kill(mut child: Child) {
    child.kill().expect("a process");
    child.wait().expect("an end");
}

/// Sends a signal, such as `INT`.
pub fn signal(name: &str, process: u32) {
    let status = Command::new("kill").args([format!("-{name}"), process.to_string()]).status();
    assert!(status.expect("the command kill").success());
}
