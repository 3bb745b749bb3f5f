//! Urania: her workers move and build on a board whose opposite edges and corners adjoin, as [`Card::wraps`] says.

use crate::power::prelude::*;

impl Power for super::Urania {
    const TEXT: &'static str = "For her workers' moves and builds opposite edges and corners adjoin.";
    const CARD: Card = Card { wraps: true, ..Card::MORTAL };
}
