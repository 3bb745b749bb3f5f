//! Lines that a person types: through a line editor in a terminal, as they come otherwise.

use std::io::{self, BufRead, StdinLock};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// Where lines come from.
pub enum Input {
    /// A terminal, where arrow keys move in the line and through earlier ones.
    Terminal(Box<DefaultEditor>),
    /// A pipe or a file.
    Stream(StdinLock<'static>),
}

/// What was typed.
pub enum Typed {
    /// A line.
    Line(String),
    /// The end of the input.
    End,
    /// Ctrl-C.
    Interrupt,
}

impl Input {
    /// The program's input; with a line editor if a person sits at it.
    pub fn new(is_terminal: bool) -> io::Result<Self> {
        if !is_terminal {
            return Ok(Self::Stream(io::stdin().lock()));
        }
        DefaultEditor::new().map(|editor| Self::Terminal(Box::new(editor))).map_err(other)
    }

    /// Reads a line, with a prompt in a terminal.
    pub fn read(&mut self) -> io::Result<Typed> {
        match self {
            Self::Terminal(editor) => match editor.readline("> ") {
                Ok(line) => {
                    // A line that is not kept only cannot be called back.
                    let _ = editor.add_history_entry(&line);
                    Ok(Typed::Line(line))
                }
                Err(ReadlineError::Eof) => Ok(Typed::End),
                Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
                Err(error) => Err(other(error)),
            },
            Self::Stream(stream) => {
                let mut line = Vec::new();
                let read = stream.read_until(b'\n', &mut line)?;
                Ok(if read == 0 {
                    Typed::End
                } else {
                    Typed::Line(String::from_utf8_lossy(&line).into_owned())
                })
            }
        }
    }
}

fn other(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}
