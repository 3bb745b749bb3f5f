//! Persephone: enemies must move up in every turn in which they can.

use crate::power::prelude::*;

impl Power for super::Persephone {
    const TEXT: &'static str = "Enemies move up in every turn in which they can.";
    const RESTRICTIONS: Restrictions = Restrictions { must_climb: true, ..Restrictions::NONE };
}
