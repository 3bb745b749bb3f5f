//! Names, variants, options.

use plywright::{Playable, Variant};

use crate::eval::Heights;
use crate::game::Santorini;
use crate::gods::God;
use crate::pairs;

impl Playable for Santorini {
    type Eval = Heights;

    const NAME: &'static str = "santorini";

    fn variants() -> Vec<Variant> {
        God::ALL
            .iter()
            .map(|god| Variant { name: pairs::name([*god, God::Mortal]), summary: god.card() })
            .collect()
    }

    fn variant(name: &str) -> Option<Self> {
        Self::new(pairs::find(name)?)
    }

    fn eval(&self) -> Heights {
        Heights
    }
}
