//! Text of positions and moves, and the errors of reading them.

use thiserror::Error;

use super::action::Action;
use super::scene::Scene;
use super::scene::drawing::legend;
use crate::rules::{Game, Moves};

/// Why a position text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot read position: {part} is '{found}', expected {expected}")]
pub struct ParsePositionError {
    /// The part of the text that is wrong.
    pub part: String,
    /// What stands there.
    pub found: String,
    /// A description of valid text for that part.
    pub expected: String,
}

impl ParsePositionError {
    /// An error about `part` of the text.
    pub fn new(part: impl Into<String>, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { part: part.into(), found: shorten(&found.into()), expected: expected.into() }
    }
}

/// Why a move text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseMoveError {
    /// The text is not a move of this game.
    #[error("'{found}' is not a move, expected {expected}")]
    Syntax {
        /// What was read.
        found: String,
        /// A description of valid move text.
        expected: String,
    },
    /// The move would restore an earlier position, which the draw rules forbid.
    #[error("'{0}' would bring back an earlier position")]
    Repeating(String),
    /// The move is not legal in the position.
    #[error("'{0}' is not a legal move here")]
    Illegal(String),
}

impl ParseMoveError {
    /// The text is not a move of this game; `expected` describes valid text.
    pub fn syntax(found: &str, expected: impl Into<String>) -> Self {
        Self::Syntax { found: shorten(found), expected: expected.into() }
    }

    /// The move would restore an earlier position, which is forbidden.
    pub fn repeating(found: &str) -> Self {
        Self::Repeating(shorten(found))
    }

    /// The move is not legal.
    pub fn illegal(found: &str) -> Self {
        Self::Illegal(shorten(found))
    }
}

/// The beginning of a text from outside, short enough for an error message.
pub fn shorten(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    if text.chars().count() <= MAX_CHARS {
        text.to_owned()
    } else {
        text.chars().take(MAX_CHARS).chain("...".chars()).collect()
    }
}

/// The known name closest to `found`, in any case; `None` where none is close. A name is close if at most a third
/// of the letters of `found` have to be changed.
///
/// ```
/// use plywright::closest;
/// assert_eq!(closest("Alphbeta", ["mcts", "alpha-beta"]), Some("alpha-beta"));
/// assert_eq!(closest("xyz", ["mcts", "alpha-beta"]), None);
/// ```
pub fn closest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Maximum length of a word that is compared; longer words are not mistyped names.
    const MAX_LENGTH: usize = 60;
    let found = found.trim().to_lowercase();
    let length = found.chars().count();
    if length > MAX_LENGTH {
        return None;
    }
    let distance = |name: &str| strsim::damerau_levenshtein(&found, &name.to_lowercase());
    let ranked = known.into_iter().map(|name| (distance(name), name));
    ranked
        .filter(|(distance, _)| *distance <= length.div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The end of an error message: `; did you mean 'NAME'?` with the closest known name, or nothing.
pub fn did_you_mean<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    closest(found, known).map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
}

/// The text of a game's positions and moves, and its scenes.
pub trait Notation: Game {
    /// Name of the action that plays a move, for games whose moves are single actions with one argument; see
    /// [`Notation::actions`].
    const ACTION: &'static str = "move";

    /// Reads the text of a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a position of this variant. Never panics, whatever the text.
    fn parse_position(&self, text: &str) -> Result<Self::State, ParsePositionError>;

    /// Writes a position. [`Notation::parse_position`] reads an equal position from the text.
    fn position_text(&self, state: &Self::State) -> String;

    /// A one-line warning about a position text that was read in spite of something odd.
    fn position_warning(&self, _text: &str, _state: &Self::State) -> Option<String> {
        None
    }

    /// Writes a legal move as one word. The moves of a position have different texts.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Reads a move, ignoring case. The default compares the text with those of the legal moves.
    ///
    /// # Errors
    ///
    /// Returns an error if the text names no legal move of the position.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, ParseMoveError> {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        let wanted = text.trim();
        moves
            .into_iter()
            .find(|mv| self.move_text(state, *mv).eq_ignore_ascii_case(wanted))
            .ok_or_else(|| ParseMoveError::illegal(wanted))
    }

    /// The sequences of actions by which a person can play a legal move, the usual one first; never empty.
    /// The default is the single action [`Notation::ACTION`] with the move's text.
    fn actions(&self, state: &Self::State, mv: Self::Move) -> Vec<Vec<Action>> {
        vec![vec![Action::on(Self::ACTION, self.move_text(state, mv))]]
    }

    /// The sequences of actions that a board on screen offers for a legal move, those of
    /// [`Notation::actions`] first. By default there are no others; a game may add other ways to play the
    /// same move.
    fn ways(&self, state: &Self::State, mv: Self::Move) -> Vec<Vec<Action>> {
        self.actions(state, mv)
    }

    /// The scene of a position, for programs that draw it, with a [form](crate::Form) of the position's text
    /// for programs that set up positions. Empty by default.
    fn scene(&self, _state: &Self::State) -> Scene {
        Scene::default()
    }

    /// The board in several lines of text. The default draws the scene, with what belongs to each side, or
    /// writes the position text if the scene is empty.
    fn drawing(&self, state: &Self::State) -> String {
        let scene = self.scene(state);
        if scene.places.is_empty() {
            return self.position_text(state);
        }
        let mut lines = legend(&scene);
        lines.insert(0, scene.to_string());
        lines.join("\n")
    }

    /// The position from the point of view of the side to move, for programs that know no other: if the
    /// second side is to move, the sides are exchanged. The default is the position itself.
    fn mover_pov(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Converts the text of a move in [`Notation::mover_pov`] to the text of the same move in the position
    /// itself.
    fn resolve_mover_pov(&self, _state: &Self::State, text: &str) -> String {
        text.to_owned()
    }

    /// Positions with a name, as (name, position text).
    fn named_positions(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}
