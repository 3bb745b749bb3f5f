//! Harpies: a moving enemy slides on until higher ground or an obstacle stops it.

use crate::power::prelude::*;

impl Power for super::Harpies {
    const TEXT: &'static str = "Enemies that move slide on until higher ground or an obstacle.";
    const CARD: Card = Card { refuses: &[God::Hermes], ..Card::MORTAL };
    const RESTRICTIONS: Restrictions = Restrictions { slides: true, ..Restrictions::NONE };
}
