//! Text: how positions and moves are written, and the errors of reading them.

use thiserror::Error;

use crate::action::Action;
use crate::game::{Game, Moves};
use crate::scene::Scene;
use crate::scene::drawing::legend;

/// Why a position text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot read position: {part} is '{found}', expected {expected}")]
pub struct ParsePositionError {
    /// Which part of the text is wrong.
    pub part: String,
    /// What stands there.
    pub found: String,
    /// What should stand there.
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
    /// The text is not a move of this game at all.
    #[error("'{found}' is not a move, expected {expected}")]
    Syntax {
        /// What was read.
        found: String,
        /// What a move looks like.
        expected: String,
    },
    /// The text names a move that the game's course forbids.
    #[error("'{found}' would bring back an earlier position")]
    Repeating {
        /// What was read.
        found: String,
    },
    /// The text names a move that is not legal in the position.
    #[error("'{found}' is not a legal move here")]
    Illegal {
        /// What was read.
        found: String,
    },
}

impl ParseMoveError {
    /// The text is not a move of this game; `expected` says what one looks like.
    pub fn syntax(found: &str, expected: impl Into<String>) -> Self {
        Self::Syntax { found: shorten(found), expected: expected.into() }
    }

    /// The text is a move, but one that would bring back a position where that is forbidden.
    pub fn repeating(found: &str) -> Self {
        Self::Repeating { found: shorten(found) }
    }

    /// The text is a move, but not a legal one.
    pub fn illegal(found: &str) -> Self {
        Self::Illegal { found: shorten(found) }
    }
}

/// The beginning of a text from outside, short enough for an error message.
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        text.to_owned()
    } else {
        text.chars().take(LONGEST).chain("...".chars()).collect()
    }
}

/// The written form of a game.
pub trait Notation: Game {
    /// What a person does at the board to play a move, where that is always one thing with one square or
    /// another word: see [`Notation::actions`].
    const ACTION: &'static str = "move";

    /// Reads a position text.
    ///
    /// # Errors
    /// When the text is not a position of this variant; whatever the text is, it does not panic.
    fn parse_position(&self, text: &str) -> Result<Self::State, ParsePositionError>;

    /// Writes a position so that [`Notation::parse_position`] reads an equal one.
    fn position_text(&self, state: &Self::State) -> String;

    /// What is odd about a position text that was read all the same, in one line.
    fn position_warning(&self, _text: &str, _state: &Self::State) -> Option<String> {
        None
    }

    /// Writes a legal move: one word, different for different moves of a position.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Reads a move, ignoring the case of letters. The default looks the text up among the legal moves'
    /// texts.
    ///
    /// # Errors
    /// When the text names no legal move of the position.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, ParseMoveError> {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        let wanted = text.trim();
        moves
            .into_iter()
            .find(|mv| self.move_text(state, *mv).eq_ignore_ascii_case(wanted))
            .ok_or_else(|| ParseMoveError::illegal(wanted))
    }

    /// The orders of actions by which a person can play a legal move, the usual one first; never empty. The
    /// default is one action, [`Notation::ACTION`], with the move's text.
    fn actions(&self, state: &Self::State, mv: Self::Move) -> Vec<Vec<Action>> {
        vec![vec![Action::on(Self::ACTION, self.move_text(state, mv))]]
    }

    /// The orders of actions that a drawn board offers for a legal move, those of [`Notation::actions`]
    /// first. The default has only those; a game adds other ways in which a person may play the same
    /// move.
    fn ways(&self, state: &Self::State, mv: Self::Move) -> Vec<Vec<Action>> {
        self.actions(state, mv)
    }

    /// What lies on the table, for programs that draw it, and the position's text as a [form](crate::Form),
    /// for those that set up positions; empty by default.
    fn scene(&self, _state: &Self::State) -> Scene {
        Scene::default()
    }

    /// A drawing of the board for a person, in several lines. The default is the scene in characters with
    /// what belongs to the sides, or the position text where there is no scene.
    fn drawing(&self, state: &Self::State) -> String {
        let scene = self.scene(state);
        if scene.places.is_empty() {
            return self.position_text(state);
        }
        let mut lines = legend(&scene);
        lines.insert(0, scene.to_string());
        lines.join("\n")
    }

    /// The position as the side to move sees it, for programs that know no other: where the second side is to
    /// move, the same position with the sides exchanged. The default is the position itself.
    fn mover_view(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Translates the text of a move in [`Notation::mover_view`] into that of the same move in the position
    /// itself.
    fn resolve_mover_view(&self, _state: &Self::State, text: &str) -> String {
        text.to_owned()
    }

    /// Positions that have a name of their own, as (name, position text).
    fn named_positions(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}
