//! The steps by which a person enters a move at a board. A program that knows no game can offer the steps one by one.

/// One step of entering a move, such as the selection of a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Name of the action: lower-case words joined by underscores.
    pub name: &'static str,
    /// What a person selects for the action, in order. Most actions have one argument, a square.
    pub arguments: Vec<Argument>,
    /// Another change on the board that the action causes, such as the push of another piece.
    pub side_effect: SideEffect,
    /// Names of the places that the piece passes from the beginning of the move to the end of this action, both
    /// included, for programs that animate it. Empty if the piece goes straight to its destination.
    pub path: Vec<String>,
}

/// What a person selects for an [`Action`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// A word, usually the name of a square.
    Word(String),
    /// A number, such as the kind of a piece.
    Number(u32),
    /// None of the words or numbers that could be chosen, as when a person skips a choice.
    Nothing,
}

/// Another change on the board that an [`Action`] causes, such as the push of another piece. With a side effect, the
/// first of [`Action::arguments`] belongs to the action itself, and the further ones to the side effect.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum SideEffect {
    /// No action of this name ever has a side effect.
    #[default]
    Impossible,
    /// The action has no side effect, although other actions with this name can have one.
    Absent,
    /// The action has a side effect. [`Action::name`] may stand for the action and the side effect together, as in
    /// `move_with_push`.
    Present {
        /// Name of the action without its side effect, such as `move`.
        apart: &'static str,
        /// Name of the side effect: lower-case words joined by underscores.
        name: &'static str,
        /// Arguments of the side effect, as pairs of name and value, such as `from` and a square.
        arguments: Vec<(&'static str, String)>,
    },
}

impl Action {
    /// Creates an action without arguments.
    pub const fn bare(name: &'static str) -> Self {
        Self { name, arguments: Vec::new(), side_effect: SideEffect::Impossible, path: Vec::new() }
    }

    /// Creates an action with one argument, usually a square.
    pub fn on(name: &'static str, argument: impl Into<Argument>) -> Self {
        Self { arguments: vec![argument.into()], ..Self::bare(name) }
    }

    /// Creates an action with several arguments, usually squares, in the order in which a person selects
    /// them.
    pub fn along<A: Into<Argument>>(name: &'static str, arguments: impl IntoIterator<Item = A>) -> Self {
        Self { arguments: arguments.into_iter().map(Into::into).collect(), ..Self::bare(name) }
    }
}

impl<S: Into<String>> From<S> for Argument {
    fn from(word: S) -> Self {
        Self::Word(word.into())
    }
}
