//! Urania moves and builds on a board whose opposite edges adjoin. The field [`Card::wraps`] sets this.

use crate::power::prelude::*;

pub(super) struct Urania;

impl Power for Urania {
    const TEXT: &'static str = "For her workers' moves and builds opposite edges and corners adjoin.";
    const CARD: Card = Card { wraps: true, ..Card::MORTAL };
}
