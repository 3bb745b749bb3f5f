//! The game and its smaller boards by name.

use plywright::Variant;
use plywright::engine::{DynEngine, Engine, SetOptionError};
use plywright::prelude::*;

use crate::features::Stones;
use crate::{ConnectFour, OpenFours, Size};

/// Variants small enough to be solved completely.
const SMALL: [(Variant, Size); 6] = [
    small("4x4", 4, 4, "the same on four columns of four squares"),
    small("4x5", 4, 5, "on four columns of five"),
    small("4x6", 4, 6, "on four columns of six"),
    small("5x4", 5, 4, "on five columns of four"),
    small("5x5", 5, 5, "on five columns of five"),
    small("6x4", 6, 4, "on six columns of four"),
];

const fn small(name: &'static str, columns: u8, rows: u8, summary: &'static str) -> (Variant, Size) {
    (Variant { name, summary }, Size::new(columns, rows))
}

impl Playable for ConnectFour {
    type Eval = Learned<Stones, OpenFours>;
    const NAME: &'static str = "connect-four";
    const SUMMARY: &'static str = "Four in a row on seven columns of six.";
    const BENCH_DEPTH: u16 = 14;

    fn variants() -> Vec<Variant> {
        let usual = Variant { name: Self::NAME, summary: Self::SUMMARY };
        [usual].into_iter().chain(SMALL.iter().map(|(variant, _)| *variant)).collect()
    }

    fn variant(name: &str) -> Option<Self> {
        let usual = (name == Self::NAME).then_some(Size::USUAL);
        let small = || SMALL.iter().find(|(variant, _)| variant.name == name).map(|(_, size)| *size);
        usual.or_else(small).map(Self)
    }

    fn tablebase(&self) -> Option<Box<dyn GameTablebase<Self>>> {
        (self.0 != Size::USUAL).then(|| Box::new(*self) as Box<dyn GameTablebase<Self>>)
    }
}

/// Makes an engine of this game for a variant, by default the first one. The search is compiled here, beside
/// those of other games.
///
/// # Errors
///
/// Returns an error if there is no such variant or not enough memory for the table.
pub fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
    Ok(Box::new(Engine::<ConnectFour>::new(variant)?))
}
