//! Urania. Your turn: When your worker moves or builds, treat opposite edges and corners as if they are adjacent.

use super::Power;

pub(super) const POWER: Power = Power {
    name: "urania",
    card: "For her workers' moves and builds opposite edges and corners adjoin.",
    around: true,
    ..Power::MORTAL
};
