//! Ctrl-C and signals that end the program.

use crate::stderr::say;

/// Exit code after Ctrl-C, as shells use it.
pub const INTERRUPTED: u8 = 130;

/// Calls `action` in its own thread when the program is asked to end.
pub fn on_interrupt(action: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(action) {
        say(format_args!("note: Ctrl-C ends the program at once: {error}"));
    }
}
