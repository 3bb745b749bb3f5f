//! Actions of a person at the board, for programs that guide people through a move step by step.

/// One action of a person at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Name of the action: lower-case words joined by underscores.
    pub name: &'static str,
    /// Arguments of the action, in the order in which a person selects them.
    pub arguments: Vec<Argument>,
    /// Side effect of the action, such as moving another piece.
    pub side_effect: SideEffect,
    /// Names of the places along which a piece has travelled since the beginning of the move; empty for a
    /// direct path.
    pub path: Vec<String>,
}

/// An argument of an [`Action`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// A word, usually the name of a square.
    Word(String),
    /// A number, such as the kind of a piece.
    Number(u32),
    /// An explicitly omitted argument.
    Nothing,
}

/// Side effect of an [`Action`]. If an action has a side effect, the first argument is the square of the
/// action itself, and further arguments belong to the side effect.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum SideEffect {
    /// Actions with this name never have side effects.
    #[default]
    Impossible,
    /// The action has no side effect, although other actions with this name can have one.
    Absent,
    /// The action has a side effect, which [`Action::name`] and [`Action::arguments`] may already imply.
    Present {
        /// Name of the action without its side effect.
        apart: &'static str,
        /// Name of the side effect: lower-case words joined by underscores.
        name: &'static str,
        /// Arguments of the side effect, as pairs of name and value.
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
