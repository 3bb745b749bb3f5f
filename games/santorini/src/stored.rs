//! The stored state of a god, which lasts from turn to turn: a set of squares and a number in one word. The
//! god defines the meaning of both.

use plywright::Part;

use crate::square::Square;
use crate::squares::Squares;

/// The stored state of a god: a set of squares and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Stored(pub(crate) u32);

impl Stored {
    /// The state of a god that stores nothing: no squares, and the number 0.
    pub const NOTHING: Self = Self(0);
    /// Maximum of the stored number.
    pub const MAX: u8 = 127;
    /// State of a god that has used its once-only power.
    pub(crate) const USED_UP: Self = Self::number_of(1);
    const SHIFT: u32 = 25;

    /// Creates a state that stores `squares` and `number`, which must be at most [`Stored::MAX`].
    #[inline]
    pub const fn new(squares: Squares, number: u8) -> Self {
        Self(squares.bits() | (number as u32) << Self::SHIFT)
    }

    /// Creates a state that stores no squares and a number, which must be at most [`Stored::MAX`].
    #[inline]
    pub const fn number_of(number: u8) -> Self {
        Self::new(Squares::EMPTY, number)
    }

    /// Creates a state that stores a set of squares and the number 0.
    #[inline]
    pub const fn squares_of(squares: Squares) -> Self {
        Self::new(squares, 0)
    }

    /// Returns the stored squares, such as those with the god's tokens.
    #[inline]
    pub const fn squares(self) -> Squares {
        Squares::from_bits(self.0)
    }

    /// Returns the stored number, 0 to [`Stored::MAX`].
    #[inline]
    pub const fn number(self) -> u8 {
        (self.0 >> Self::SHIFT) as u8
    }
}

/// Text format of a god's stored state, between brackets after the god's name in a position text.
#[derive(Debug)]
pub(crate) enum StoredText {
    /// One of several words. The first field is the name of the whole choice in the form in which a user edits a
    /// position. The second field has a row for each word: the word, its label in the form, and its stored state. The
    /// first word is empty.
    Words(&'static str, &'static [(&'static str, &'static str, Stored)]),
    /// The name of the stored square, on which a worker or a figure stands.
    Square,
    /// A format of the god's own. The fields do what the methods of the same names do.
    Other {
        write: fn(Stored) -> Option<String>,
        read: fn(&str) -> Option<Stored>,
        expected: &'static str,
        form: fn(Stored) -> Vec<Part>,
    },
}

impl StoredText {
    pub(crate) const NO_CLIMBING: Self = Self::Words(
        "The opponent",
        &[("", "may move up", Stored::NOTHING), ("^", "may not move up", Stored::number_of(1))],
    );

    pub(crate) const USED: Self = Self::Words(
        "The power",
        &[("", "can be used", Stored::NOTHING), ("x", "has been used", Stored::USED_UP)],
    );

    /// Returns the text for the brackets; `None` if the brackets are left out.
    pub(crate) fn write(&self, stored: Stored) -> Option<String> {
        match self {
            Self::Words(_, words) => {
                let (word, ..) = words[1..].iter().find(|(.., meaning)| *meaning == stored)?;
                Some((*word).to_owned())
            }
            Self::Square => stored.squares().first().map(|square| square.to_string()),
            Self::Other { write, .. } => write(stored),
        }
    }

    /// Parses the text between the brackets, which is not empty and has no surrounding spaces; `None` if it is not
    /// valid.
    pub(crate) fn read(&self, text: &str) -> Option<Stored> {
        match self {
            Self::Words(_, words) => {
                let (.., stored) = words.iter().find(|(word, ..)| word.eq_ignore_ascii_case(text))?;
                Some(*stored)
            }
            Self::Square => Square::parse(text).map(|square| Stored::squares_of(Squares::of(square))),
            Self::Other { read, .. } => read(text),
        }
    }

    /// Returns a description of valid text for error messages.
    pub(crate) fn expected(&self) -> String {
        match self {
            Self::Words(_, words) => {
                let words: Vec<_> = words[1..].iter().map(|(word, ..)| *word).collect();
                words.join(", ") + " or nothing"
            }
            Self::Square => "a square or nothing".to_owned(),
            Self::Other { expected, .. } => (*expected).to_owned(),
        }
    }

    /// Returns the parts of the form in which a user edits the stored state, without the part for the stored squares.
    pub(crate) fn form(&self, stored: Stored) -> Vec<Part> {
        match self {
            Self::Words(name, words) => {
                let chosen = words.iter().position(|(.., meaning)| *meaning == stored).unwrap_or_default();
                let choices = words.iter().map(|(word, label, _)| (*word, *label)).collect();
                vec![Part::Word { name: (*name).to_owned(), choices, chosen }]
            }
            Self::Square => Vec::new(),
            Self::Other { form, .. } => form(stored),
        }
    }
}
