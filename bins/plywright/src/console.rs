//! Texts to and from the person: messages, output without control characters, input lines, and Ctrl-C.

use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// Exit code after Ctrl-C or a signal to terminate. Shells use the same code for Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Prints a line to standard error, with its control characters replaced; see [`plain_text`]. Ignores errors of the
/// output, so that a closed standard error changes no exit code.
pub fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", plain_text(&line.to_string()));
}

/// Replaces control characters other than tabs and line feeds by U+FFFD. A text from a file may contain control
/// characters, which a terminal would obey.
fn plain_text(text: &str) -> String {
    text.replace(|letter: char| letter.is_control() && !matches!(letter, '\t' | '\n'), "\u{fffd}")
}

/// Locks standard output. Returns a writer to it that replaces control characters; see [`plain_text`].
pub fn stdout() -> impl Write {
    PlainText(io::stdout().lock())
}

/// Prints a text and a line end to standard output, with control characters replaced; see [`plain_text`].
pub fn print_line(text: impl Display) -> io::Result<()> {
    let mut out = stdout();
    writeln!(out, "{text}")?;
    out.flush()
}

/// Writer that replaces control characters. Each call of `write` must get whole characters, because the parts of a
/// divided character would be replaced as invalid UTF-8.
struct PlainText<W>(W);

impl<W: Write> Write for PlainText<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(plain_text(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Maximum length in bytes of a line of input, with its line end.
const MAX_LINE_BYTES: u64 = 16 << 20;

/// Reads a line of input with its line end, which the last line may lack. Returns `None` at the end of the input.
/// Replaces bytes that are not UTF-8. Skips each line longer than [`MAX_LINE_BYTES`] with a message, and reads the next
/// one instead.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    loop {
        let mut line = Vec::new();
        input.take(MAX_LINE_BYTES + 1).read_until(b'\n', &mut line)?;
        if line.len() as u64 <= MAX_LINE_BYTES {
            return Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()));
        }
        if !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
        }
        say(format_args!("a line longer than {MAX_LINE_BYTES} bytes was not read"));
    }
}

/// Calls `action` in a thread of its own on Ctrl-C and on signals to terminate. A process can have one such action. If
/// the action cannot be set, for example because there is one already, prints a note.
pub fn on_interrupt(action: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(action) {
        say(format_args!("note: Ctrl-C ends the program at once: {error}"));
    }
}

/// Maximum time from Ctrl-C to the end of a program that uses [`stop_or_exit_after_grace`].
const GRACE: Duration = Duration::from_secs(3);

/// Sets the flag on Ctrl-C or a signal to terminate. Ends the program with exit code [`INTERRUPTED`] if it is still
/// running after [`GRACE`]. A second signal has no effect.
pub fn stop_or_exit_after_grace(flag: Arc<AtomicBool>) {
    on_interrupt(move || {
        flag.store(true, Ordering::Relaxed);
        sleep(GRACE);
        exit(INTERRUPTED.into());
    });
}

/// Returns a flag. The first Ctrl-C or signal to terminate sets it and prints a message. The program may then take as
/// long as it needs to write what is finished. A second signal ends the program at once, with exit code
/// [`INTERRUPTED`].
pub fn stop_flag_until_second_signal() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    on_interrupt(move || {
        if flag.swap(true, Ordering::Relaxed) {
            exit(INTERRUPTED.into());
        }
        say("stopping, with everything finished so far; Ctrl-C again ends at once");
    });
    stop
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_one_by_one_and_long_ones_skipped() {
        let long = vec![b'x'; 3 * MAX_LINE_BYTES as usize];
        let text = [b"one\n\xff\n", &long[..], b"\n\nend"].concat();
        let mut input = &text[..];
        let lines: Vec<_> = std::iter::from_fn(|| read_line(&mut input).expect("text")).collect();
        assert_eq!(lines, ["one\n", "\u{fffd}\n", "\n", "end"]);
    }

    #[test]
    fn control_characters_do_not_reach_the_output() {
        let mut out = PlainText(Vec::new());
        out.write_all("\u{1b}[2Ja\u{9b}\rb\u{e9}\t\n".as_bytes()).unwrap();
        assert_eq!(String::from_utf8(out.0).unwrap(), "\u{fffd}[2Ja\u{fffd}\u{fffd}b\u{e9}\t\n");
    }
}
