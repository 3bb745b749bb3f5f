//! Mortals: every stage of a turn is the default.

use crate::power::prelude::*;

impl Power for super::Mortal {
    const TEXT: &'static str = "No power: a worker moves, then it builds.";
}
