//! The program and its person: lines on standard error, Ctrl-C, and signals that end the program.

use std::fmt::Display;
use std::io::{self, Write};

/// Exit code after Ctrl-C, as shells use it.
pub const INTERRUPTED: u8 = 130;

/// Prints a line to standard error. A closed standard error is ignored.
pub fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Calls `action` in its own thread when the program is asked to end.
pub fn on_interrupt(action: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(action) {
        say(format_args!("note: Ctrl-C ends the program at once: {error}"));
    }
}
