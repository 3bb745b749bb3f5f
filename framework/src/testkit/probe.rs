//! A position under test. Failures and caught panics name it.

use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::report::{Check, Failure};
use crate::engine::Playable;
use crate::rules::{Game, Moves};

/// A position under test, with its game.
pub(super) struct Probe<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) state: &'a G::State,
}

#[allow(clippy::expl_impl_clone_on_copy)] // Deriving would ask for games that are `Copy`.
impl<G: Game> Clone for Probe<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Probe<'_, G> {}

impl<'a, G: Playable> Probe<'a, G> {
    pub(super) fn new(game: &'a G, state: &'a G::State) -> Self {
        Self { game, state }
    }

    /// The position's text, or its fields if writing the text panics.
    pub(super) fn text(self) -> String {
        let text = catch_unwind(AssertUnwindSafe(|| self.game.position_text(self.state)));
        text.unwrap_or_else(|_| format!("{:?}", self.state))
    }

    /// A failure at this position.
    pub(super) fn failure(self, check: Check, expected: impl Display, found: impl Display) -> Failure {
        Failure {
            check,
            position: Some(self.text()),
            mv: None,
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }

    /// A failure of a move at this position.
    pub(super) fn failure_of(
        self,
        check: Check,
        mv: G::Move,
        expected: impl Display,
        found: impl Display,
    ) -> Failure {
        let text = catch_unwind(AssertUnwindSafe(|| self.game.move_text(self.state, mv)));
        let mv = text.map_or_else(|_| format!("{mv:?}"), |text| format!("{text} ({mv:?})"));
        Failure { mv: Some(mv), ..self.failure(check, expected, found) }
    }

    /// Runs a check and turns a panic into a failure of that check.
    pub(super) fn guard<T>(
        self,
        check: Check,
        body: impl FnOnce(Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        catch_unwind(AssertUnwindSafe(|| body(self)))
            .unwrap_or_else(|panic| Err(self.failure(check, "no panic", panic_text(panic.as_ref()))))
    }

    /// The legal moves; none if the game is over.
    pub(super) fn moves(self) -> Moves<G::Move> {
        let mut moves = Moves::new();
        self.game.moves(self.state, &mut moves);
        moves
    }

    /// The position after a move.
    pub(super) fn after(self, mv: G::Move) -> G::State {
        let mut next = self.state.clone();
        self.game.play(&mut next, mv);
        next
    }
}

/// The message of a panic.
pub(super) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the panic '{}'", text.unwrap_or("without a message"))
}
