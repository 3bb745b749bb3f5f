//! The stored state of a god, which it keeps from turn to turn, and its text between brackets after the god's
//! name.
//!
//! Every god stores a set of squares and a number in one word of 32 bits, so positions and moves treat it
//! like workers and heights. The god defines the meaning of both.

use plywright::Part;

use crate::square::{Direction, Square};
use crate::squares::Squares;

/// The stored state of a god: a set of squares and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Stored(pub(crate) u32);

impl Stored {
    /// No square, and the number 0.
    pub const NOTHING: Self = Self(0);
    /// The greatest number.
    pub const MAX: u8 = 127;
    /// The state of a god that has used its only use of a power.
    pub(crate) const USED_UP: Self = Self::number_of(1);
    const SHIFT: u32 = 25;

    /// The given squares and number, at most [`Stored::MAX`].
    #[inline]
    pub const fn new(squares: Squares, number: u8) -> Self {
        Self(squares.bits() | (number as u32) << Self::SHIFT)
    }

    /// The given number and no squares.
    #[inline]
    pub const fn number_of(number: u8) -> Self {
        Self::new(Squares::EMPTY, number)
    }

    /// The given squares and the number 0.
    #[inline]
    pub const fn squares_of(squares: Squares) -> Self {
        Self::new(squares, 0)
    }

    /// The squares.
    #[inline]
    pub const fn squares(self) -> Squares {
        Squares::from_bits(self.0)
    }

    /// The number.
    #[inline]
    pub const fn number(self) -> u8 {
        (self.0 >> Self::SHIFT) as u8
    }

    /// The direction of a wind, stored as the neighbour of the central square on that side, so it turns with
    /// the board.
    pub(crate) fn of_wind(wind: Option<Direction>) -> Self {
        Self::squares_of(wind.and_then(|wind| MIDDLE.next(wind)).into_iter().collect())
    }

    /// The direction of the wind, if a wind blows.
    pub(crate) fn wind(self) -> Option<Direction> {
        MIDDLE.direction_to(self.squares().first()?)
    }
}

/// The central square.
const MIDDLE: Square = Square::new(12);
/// Number of Clio's coins. Her state is the number of coins placed so far and the squares with coins.
pub(crate) const COINS: u8 = 3;

/// Text format of a god's stored state.
#[derive(Debug)]
pub(crate) struct StoredText {
    /// Returns the text between the brackets; `None` if there are no brackets.
    pub(crate) write: fn(Stored) -> Option<String>,
    /// Reads the text between the brackets, without surrounding blanks.
    pub(crate) read: fn(&str) -> Option<Stored>,
    /// Description of valid text, for messages.
    pub(crate) expected: &'static str,
    /// The parts of a form that precede the squares.
    pub(crate) form: fn(Stored) -> Vec<Part>,
}

/// A form part that offers several words with their labels, the word for nothing first.
fn word(name: &str, choices: Vec<(&'static str, &'static str)>, written: Option<String>) -> Vec<Part> {
    let written = written.unwrap_or_default();
    let chosen = choices.iter().position(|(word, _)| *word == written).unwrap_or_default();
    vec![Part::Word { name: name.to_owned(), choices, chosen }]
}

/// A form part for a number up to `max`.
fn number(name: &str, max: u8, chosen: u8) -> Part {
    Part::Number { name: name.to_owned(), range: [0, max.into()], chosen: chosen.into() }
}

impl StoredText {
    /// `^` while the opponent may not move up.
    pub(crate) const NO_CLIMBING: Self = Self {
        write: |stored| (stored.number() > 0).then(|| "^".to_owned()),
        read: |text| match text {
            "" => Some(Stored::NOTHING),
            "^" => Some(Stored::number_of(1)),
            _ => None,
        },
        expected: "^ or nothing",
        form: |stored| {
            let choices = vec![("", "may move up"), ("^", "may not move up")];
            word("The opponent", choices, (Self::NO_CLIMBING.write)(stored))
        },
    };

    /// `x` after a power that can be used once has been used.
    pub(crate) const USED: Self = Self {
        write: |stored| (stored.number() > 0).then(|| "x".to_owned()),
        read: |text| match text {
            "" => Some(Stored::NOTHING),
            "x" | "X" => Some(Stored::USED_UP),
            _ => None,
        },
        expected: "x or nothing",
        form: |stored| {
            let choices = vec![("", "can be used"), ("x", "has been used")];
            word("The power", choices, (Self::USED.write)(stored))
        },
    };

    /// The square of a worker or of Talus.
    pub(crate) const SQUARE: Self = Self {
        write: |stored| stored.squares().first().map(|square| square.to_string()),
        read: |text| match text {
            "" => Some(Stored::NOTHING),
            name => Square::parse(name).map(|square| Stored::squares_of(Squares::of(square))),
        },
        expected: "a square or nothing",
        form: |_| Vec::new(),
    };

    /// The direction in which no worker moves.
    pub(crate) const WIND: Self = Self {
        write: |stored| stored.wind().map(|wind| wind.name().to_owned()),
        read: |text| match text {
            "" => Some(Stored::NOTHING),
            name => Direction::ALL
                .into_iter()
                .find(|wind| wind.name().eq_ignore_ascii_case(name))
                .map(|wind| Stored::of_wind(Some(wind))),
        },
        expected: "n, ne, e, se, s, sw, w, nw or nothing",
        form: |stored| {
            let winds = Direction::ALL.map(|wind| (wind.name(), wind.name()));
            let choices = std::iter::once(("", "none")).chain(winds).collect();
            word("The wind", choices, (Self::WIND.write)(stored))
        },
    };

    /// Number of coins left, and the squares with coins.
    pub(crate) const COINS: Self = Self {
        write: |stored| {
            let squares: Vec<_> = stored.squares().iter().map(|square| square.to_string()).collect();
            (stored != Stored::NOTHING).then(|| format!("{}|{}", COINS - stored.number(), squares.join(",")))
        },
        read: read_coins,
        expected: "<coins left>|<squares with a coin, separated by commas>, with at most 3 coins in all",
        form: |stored| {
            vec![number("Coins left", COINS, COINS - stored.number()), Part::Fixed("|".to_owned())]
        },
    };

    /// Number of buildings saved.
    pub(crate) const SAVED: Self = Self {
        write: |stored| Some(stored.number().to_string()),
        read: |text| match text {
            "" => Some(Stored::NOTHING),
            number => number.parse().ok().filter(|number| *number <= Stored::MAX).map(Stored::number_of),
        },
        expected: "a number of saved buildings up to 127, or nothing",
        form: |stored| vec![number("Buildings saved", Stored::MAX, stored.number())],
    };
}

fn read_coins(text: &str) -> Option<Stored> {
    if text.is_empty() {
        return Some(Stored::NOTHING);
    }
    let (left, squares) = text.split_once('|')?;
    let placed = COINS.checked_sub(left.trim().parse().ok()?)?;
    let squares = squares.split(',').map(str::trim).filter(|name| !name.is_empty());
    let squares: Squares = squares.map(Square::parse).collect::<Option<_>>()?;
    (squares.count() <= placed.into()).then(|| Stored::new(squares, placed))
}
