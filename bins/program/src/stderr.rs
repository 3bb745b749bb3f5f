//! Lines for a person on standard error. That nobody reads them any more is no reason to end.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line.
pub fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
