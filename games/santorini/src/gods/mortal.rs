//! Mortals: every stage of a turn is the default.

use crate::power::prelude::*;

pub(super) struct Mortal;

impl Power for Mortal {
    const TEXT: &'static str = "No power: a worker moves, then it builds.";
}
