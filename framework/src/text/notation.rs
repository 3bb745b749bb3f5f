//! The trait [`Notation`], by which a game writes and reads its positions and moves, and the errors of reading.
//! A game must write positions and moves and read positions; everything else, such as scenes, has a default.

use thiserror::Error;

use super::action::Action;
use super::names::shorten;
use super::scene::Scene;
use super::scene::drawing::legend;
use crate::rules::{Game, Moves};

/// Reason why a position text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot read position: {part} is '{found}', expected {expected}")]
pub struct ParsePositionError {
    /// Name of the invalid part of the text, such as `board` or `side to move`.
    pub part: String,
    /// Text found in this part, shortened if it is long.
    pub found: String,
    /// Description of valid text for this part.
    pub expected: String,
}

impl ParsePositionError {
    /// Creates an error about `part` of the text. A long `found` is shortened.
    pub fn new(part: impl Into<String>, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { part: part.into(), found: shorten(&found.into()), expected: expected.into() }
    }
}

/// Reason why a move text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseMoveError {
    /// The text is not a move in any position of this game.
    #[error("'{found}' is not a move, expected {expected}")]
    Syntax {
        /// The text that was read, shortened if it is long.
        found: String,
        /// Description of valid move text.
        expected: String,
    },
    /// The move would restore an earlier position of the game, and the draw rules forbid that. Holds the text that was
    /// read, shortened if it is long.
    #[error("'{0}' would bring back an earlier position")]
    Repeating(String),
    /// The text is not a legal move of the position. Holds the text that was read, shortened if it is long.
    #[error("'{0}' is not a legal move here")]
    Illegal(String),
}

impl ParseMoveError {
    /// Creates the error for text that is not a move in any position of this game. `expected` describes valid text.
    pub fn syntax(found: &str, expected: impl Into<String>) -> Self {
        Self::Syntax { found: shorten(found), expected: expected.into() }
    }

    /// Creates the error for a move that would restore an earlier position, which the draw rules forbid.
    pub fn repeating(found: &str) -> Self {
        Self::Repeating(shorten(found))
    }

    /// Creates the error for a move that is not legal in the position.
    pub fn illegal(found: &str) -> Self {
        Self::Illegal(shorten(found))
    }
}

/// Returns the shortest text that identifies a move among the moves `legal`. `texts` returns the possible texts of a
/// move, the shortest first; it is called for every legal move. If each text of the move is also a text of another
/// move, the last text of the move is returned.
///
/// ```
/// use plywright::shortest_text;
/// // A move is a square that a knight leaves and the square that it reaches.
/// let moves = [("b1", "c3"), ("e2", "c3"), ("b1", "a3")];
/// let texts = |(from, to): (&str, &str)| vec![format!("N{to}"), format!("N{}{to}", &from[..1])];
/// assert_eq!(moves.map(|mv| shortest_text(mv, &moves, texts)), ["Nbc3", "Nec3", "Na3"]);
/// ```
pub fn shortest_text<M: Copy + PartialEq>(mv: M, legal: &[M], texts: impl Fn(M) -> Vec<String>) -> String {
    let others: Vec<String> =
        legal.iter().filter(|other| **other != mv).flat_map(|other| texts(*other)).collect();
    let mut own = texts(mv);
    let last = own.pop().unwrap_or_default();
    own.into_iter().find(|text| !others.contains(text)).unwrap_or(last)
}

/// How a game writes and reads its positions and moves, and how programs draw its positions.
pub trait Notation: Game {
    /// Name of the single action that [`Notation::actions`] returns for each move by default. A game that overrides
    /// this method need not use it.
    const ACTION: &'static str = "move";

    /// Reads the text of a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a position of this variant. Must not panic for any text, because the text
    /// comes from outside.
    fn parse_position(&self, text: &str) -> Result<Self::State, ParsePositionError>;

    /// Writes a position as one line of text without tabs. [`Notation::parse_position`] must read the text back as an
    /// equal position.
    fn position_text(&self, state: &Self::State) -> String;

    /// Returns a one-line warning about a text that [`Notation::parse_position`] accepts although it looks like a
    /// mistake, such as a position that no game leads to. `None` by default.
    fn position_warning(&self, _text: &str, _state: &Self::State) -> Option<String> {
        None
    }

    /// Writes a legal move as one word. The legal moves of a position must have texts that differ in more than case.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Reads a legal move, ignoring case. The default also ignores white space around the text. The default writes the
    /// legal moves one by one until one of them has the text, so it is slow if there are many.
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

    /// Returns the sequences of actions by which a person can play a legal move, the usual sequence first;
    /// never empty. The default is the single action [`Notation::ACTION`] with the move's text.
    fn actions(&self, state: &Self::State, mv: Self::Move) -> Vec<Vec<Action>> {
        vec![vec![Action::on(Self::ACTION, self.move_text(state, mv))]]
    }

    /// Returns the sequences of actions by which a board on screen lets a person play a legal move: first the sequences
    /// of [`Notation::actions`], then further ones. By default there are no further ones.
    fn ways(&self, state: &Self::State, mv: Self::Move) -> Vec<Vec<Action>> {
        self.actions(state, mv)
    }

    /// Returns the scene of a position, for programs that draw it. Empty by default.
    fn scene(&self, _state: &Self::State) -> Scene {
        Scene::default()
    }

    /// Draws the board as several lines of text. The default draws the scene, and below it a line for each side with a
    /// hand, a role or a note. If the scene has no places, the default writes the position text.
    fn drawing(&self, state: &Self::State) -> String {
        let scene = self.scene(state);
        if scene.places.is_empty() {
            return self.position_text(state);
        }
        let mut lines = legend(&scene);
        lines.insert(0, scene.to_string());
        lines.join("\n")
    }

    /// Returns the position as the side to move sees it, for programs in which the first side is always to move. An
    /// implementation swaps the sides if the second one is to move. The default returns the position unchanged.
    fn mover_pov(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Converts `text`, a move in the position that [`Notation::mover_pov`] returns, to the text of the same move in
    /// `state`. By default, the texts are equal.
    fn resolve_mover_pov(&self, _state: &Self::State, text: &str) -> String {
        text.to_owned()
    }

    /// Returns positions that can be set up by name, as pairs of name and position text. The test kit checks that the
    /// texts can be read. Empty by default.
    fn named_positions(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}
