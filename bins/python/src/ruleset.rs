//! Rules of one variant, generic over the game's type.

use plywright::engine::{DynEngine, Engine, SetOptionError};
use plywright::network::{FeatureShape, Learnable};
use plywright::{MoveNumbers, Side};

use crate::numbering::Numbered;

/// Facts about the rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct About {
    /// Name of the game.
    pub name: &'static str,
    /// Name of the variant.
    pub variant: String,
    /// Names and values of the rules that were set, in alphabetical order of the names.
    pub options: Vec<(String, String)>,
    /// Names of the first and the second side.
    pub sides: [String; 2],
    /// Number of different move numbers.
    pub move_count: u32,
    /// Shape of an observation.
    pub observation_shape: Vec<usize>,
    /// Number of moves after which an environment may truncate a game.
    pub max_plies: u32,
}

/// Rules of one variant of a game, with values derived from them.
pub struct Ruleset<G: Numbered> {
    /// Game value, which contains the rules.
    pub game: G,
    /// Start position of the game.
    pub start: G::State,
    /// Evaluation of positions.
    pub eval: G::Eval,
    /// Numbering of the moves.
    pub numbering: MoveNumbers,
    /// Facts about the rules, for Python code.
    pub about: About,
}

impl<G: Numbered> Ruleset<G> {
    /// Creates the rules of a variant with options.
    ///
    /// # Errors
    ///
    /// Returns an error if the variant, an option or a value is invalid, or if the memory for the engine is
    /// not available.
    pub fn new(variant: Option<&str>, options: &[(String, String)]) -> Result<Self, SetOptionError> {
        let mut engine = Engine::<G>::new(variant)?;
        let mut kept: Vec<(String, String)> = Vec::new();
        for (name, value) in options {
            DynEngine::set_rule(&mut engine, name, value)?;
            let named = engine.options().into_iter().find(|option| option.is_called(name));
            let name = named.map_or(name.as_str(), |option| option.name);
            kept.retain(|(known, _)| known != name);
            kept.push((name.to_owned(), value.trim().to_owned()));
        }
        kept.sort();
        let game = engine.game().clone();
        let start = game.start();
        let scene = game.scene(&start);
        let mut eval = game.eval();
        let features = eval.slot().map_or(0, |slot| slot.shape().count);
        let numbering = game.move_numbers();
        let name = |side: Side| scene.seats[side.index()].name.clone().unwrap_or_else(|| side.to_string());
        let about = About {
            name: G::NAME,
            variant: engine.variant().to_owned(),
            options: kept,
            sides: Side::BOTH.map(name),
            move_count: numbering.count(),
            observation_shape: game.planes().map_or_else(|| vec![features], Vec::from),
            max_plies: G::MAX_PLIES,
        };
        Ok(Self { game, start, eval, numbering, about })
    }

    /// Returns the shape of the game's networks, or `None` if the game has no learned evaluation.
    pub fn network_shape(&self) -> Option<FeatureShape> {
        self.eval.clone().slot().map(|slot| slot.shape())
    }
}
