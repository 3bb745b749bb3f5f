//! The games of the package, and the numbers of their moves. Adding a game adds a line to [`catalogue`] and an
//! `impl Numbered`.

use std::sync::Arc;

use plywright::engine::{DynEngine, Engine, SetOptionError};
use plywright::{Game, Notation, Variant};
use plywright_connect_four::ConnectFour;
use plywright_gyges::Gyges;
use plywright_mill::Mill;
use plywright_othello::Othello;
use plywright_santorini::Santorini;
use plywright_tic_tac_toe::TicTacToe;
use pyo3::PyResult;

use crate::numbering::{Numbered, Numbering};
use crate::rules::{self, Rules};

impl Numbered for TicTacToe {
    const MAX_PLIES: u32 = 9;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        Ok(Box::new(Engine::<Self>::new(variant)?))
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(9)
    }

    fn planes() -> Option<[usize; 3]> {
        Some([2, 3, 3])
    }
}

impl Numbered for ConnectFour {
    const MAX_PLIES: u32 = 42;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        plywright_connect_four::engine(variant)
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(7)
    }

    fn planes() -> Option<[usize; 3]> {
        Some([2, 7, 7])
    }
}

impl Numbered for Othello {
    const MAX_PLIES: u32 = 128;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        plywright_othello::engine(variant)
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(65)
    }

    fn planes() -> Option<[usize; 3]> {
        Some([4, 8, 8])
    }
}

/// Number of points of a Mill board.
const POINTS: u32 = 24;

impl Numbered for Mill {
    const MAX_PLIES: u32 = 4000;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        plywright_mill::engine(variant)
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(POINTS * (POINTS + 2))
    }

    /// Placing on each point, then moving from each point to each point, then removing from each point.
    fn number(code: u32) -> u32 {
        let (from, to) = (code >> 5 & 31, code & 31);
        match code >> 10 {
            0 => to,
            1 => POINTS * (1 + from) + to,
            _ => POINTS * (1 + POINTS) + to,
        }
    }
}

/// Gyges: number of squares, of places with the two goals, and of drops with "none".
const SQUARES: u32 = 36;
const ENDS: u32 = SQUARES + 2;
const DROPS: u32 = SQUARES + 1;
/// First number of the placings of a home row, and their count.
const SET_UPS: u32 = SQUARES * ENDS * DROPS;
const ROWS: u32 = 90;

impl Numbered for Gyges {
    const MAX_PLIES: u32 = 1000;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        plywright_gyges::engine(variant)
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(SET_UPS + ROWS + 1)
    }

    /// From each square, to each place, with each drop or none; then the placings of a home row; then the pass.
    fn number(code: u32) -> u32 {
        if code >> 21 != 0 {
            return SET_UPS + (code & 0xff);
        }
        if code >> 20 != 0 {
            return SET_UPS + ROWS;
        }
        let (start, end, drop) = (code & 63, code >> 6 & 63, code >> 12 & 63);
        (start * ENDS + end) * DROPS + drop.min(SQUARES)
    }
}

impl Numbered for Santorini {
    const MAX_PLIES: u32 = 1000;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        plywright_santorini::engine(variant)
    }

    /// Between mortals: from each square in each direction with each build or the victory, then all pairs of
    /// squares for placing, then no move.
    fn numbering(&self) -> Numbering {
        let mortals = self.position_text(&self.start()).matches("mortal").count();
        if mortals == 2 { Numbering::ByCode(25 * 8 * 9 + 300 + 1) } else { Numbering::ByPlace(4096) }
    }
}

/// Makes the rules of a variant with options.
type MakeRules = fn(Option<&str>, &[(String, String)]) -> PyResult<Arc<dyn Rules>>;

/// A game of the package.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// Its listed variants, the default first.
    pub variants: fn() -> Vec<Variant>,
    /// Its rules under a variant and options.
    pub rules: MakeRules,
}

const fn entry<G: Numbered>() -> Entry {
    Entry { name: G::NAME, summary: G::SUMMARY, variants: G::variants, rules: rules::of::<G> }
}

/// All games, the default first.
pub const CATALOGUE: [Entry; 6] = [
    entry::<Mill>(),
    entry::<Santorini>(),
    entry::<ConnectFour>(),
    entry::<Gyges>(),
    entry::<Othello>(),
    entry::<TicTacToe>(),
];
