//! Writes lines for people to standard error. A closed standard error is ignored.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line.
pub fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
