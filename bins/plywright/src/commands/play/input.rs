//! Input from the person: a line editor in a terminal, plain lines from a pipe or file.

use std::io::{self, StdinLock};

#[cfg(unix)]
use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::console::read_line;

/// Source of the input.
pub enum Input {
    /// A terminal with a line editor.
    Terminal(Box<DefaultEditor>),
    /// A pipe or a file.
    Stream(StdinLock<'static>),
}

/// Result of waiting for a line.
pub enum Typed {
    /// A line, which may have its line end.
    Line(String),
    /// The input has ended.
    End,
    /// The person has pressed Ctrl-C.
    Interrupt,
}

impl Input {
    pub fn new(is_terminal: bool) -> io::Result<Self> {
        if !is_terminal {
            return Ok(Self::Stream(io::stdin().lock()));
        }
        DefaultEditor::new().map(|editor| Self::Terminal(Box::new(editor))).map_err(io_error)
    }

    /// Returns a function that sets the terminal back to its present mode. The function must be called if the program
    /// ends while a line is edited, because the line editor changes the mode. The function does nothing without a
    /// terminal, or if the system is not Unix.
    pub fn restorer(&self) -> impl Fn() + Send + 'static {
        #[cfg(unix)]
        let mode = matches!(self, Self::Terminal(_)).then(|| tcgetattr(io::stdin()).ok()).flatten();
        move || {
            #[cfg(unix)]
            if let Some(mode) = &mode {
                // An error is ignored: the terminal may be gone.
                let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, mode);
            }
        }
    }

    /// Waits for a line. In a terminal, prints the prompt and remembers the line, so that the arrow keys recall it.
    pub fn read(&mut self) -> io::Result<Typed> {
        match self {
            Self::Terminal(editor) => match editor.readline("> ") {
                Ok(line) => {
                    // An error is ignored: it only means that the line cannot be recalled.
                    let _ = editor.add_history_entry(&line);
                    Ok(Typed::Line(line))
                }
                Err(ReadlineError::Eof) => Ok(Typed::End),
                Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
                Err(error) => Err(io_error(error)),
            },
            Self::Stream(stream) => Ok(read_line(stream)?.map_or(Typed::End, Typed::Line)),
        }
    }
}

fn io_error(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}
