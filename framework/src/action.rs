//! What a person does at the board, for programs that lead people through a move step by step.

/// One thing that a person does at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What is done: lower-case words joined by underscores.
    pub name: &'static str,
    /// What it is done with, in the order in which a person comes to it.
    pub arguments: Vec<Argument>,
    /// What happens besides.
    pub side_effect: SideEffect,
    /// The names of the places along which a piece has travelled when the action is done, from where the move
    /// began; empty where that is plain. A drawing shows it, nobody chooses it.
    pub path: Vec<String>,
}

/// What an [`Action`] is done with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A word: mostly the name of a square.
    Word(String),
    /// A number, such as the kind of a piece.
    Number(u32),
    /// Expressly nothing, where there could be a word.
    Nothing,
}

/// What happens besides when an [`Action`] is done. Its first argument is where the action itself takes
/// place.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum SideEffect {
    /// Nothing: an action of this name has no side effects.
    #[default]
    Impossible,
    /// Nothing this time.
    Absent,
    /// Something that [`Action::name`] and [`Action::arguments`] may express too, in fewer words.
    Present {
        /// The name of the action apart from its side effect.
        apart: &'static str,
        /// The name of the side effect: lower-case words joined by underscores.
        name: &'static str,
        /// What it is done with, by the name of each part.
        arguments: Vec<(&'static str, String)>,
    },
}

impl Action {
    /// An action with nothing to name.
    pub const fn bare(name: &'static str) -> Self {
        Self { name, arguments: Vec::new(), side_effect: SideEffect::Impossible, path: Vec::new() }
    }

    /// An action with one square, or another word.
    pub fn on(name: &'static str, argument: impl Into<Argument>) -> Self {
        Self { arguments: vec![argument.into()], ..Self::bare(name) }
    }

    /// An action with several squares, in the order in which a person comes to them.
    pub fn along<A: Into<Argument>>(name: &'static str, arguments: impl IntoIterator<Item = A>) -> Self {
        Self { arguments: arguments.into_iter().map(Into::into).collect(), ..Self::bare(name) }
    }

    /// The same action at the end of this path.
    #[must_use]
    pub fn at_the_end_of(self, path: Vec<String>) -> Self {
        Self { path, ..self }
    }

    /// The same action with what happens besides.
    #[must_use]
    pub fn with_side_effect(mut self, side_effect: SideEffect) -> Self {
        self.side_effect = side_effect;
        self
    }
}

impl<S: Into<String>> From<S> for Argument {
    fn from(word: S) -> Self {
        Self::Word(word.into())
    }
}
