//! A position under test. Its methods turn a check that does not hold, or a panic of the game, into a [`Failure`] with
//! the text of the position. Some of the methods also take the move at fault, which the failure then names.

use std::collections::VecDeque;
use std::fmt::Display;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use super::report::{Check, Failure, Verdict};
use crate::engine::catch_panic;
use crate::game::Playable;
use crate::rules::{Ending, Game, Moves, State};
use crate::search::{Child, Table};

/// Size in bytes of the stack of a thread that checks a position: 2 MiB, as threads have by default.
const STACK: usize = 2 << 20;
/// Number of moves played to find out whether a panic comes from `play`.
const MAX_PLAYED: usize = 1_000;

/// A position of a game, and the check under which failures are reported.
pub(super) struct Probe<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) state: &'a G::State,
    check: Check,
}

#[allow(clippy::expl_impl_clone_on_copy)] // Deriving would require games to be `Copy`.
impl<G: Game> Clone for Probe<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Probe<'_, G> {}

impl<'a, G: Playable> Probe<'a, G> {
    /// Creates a probe for [`Check::MoveList`]. [`Probe::under`] changes the check.
    pub(super) fn new(game: &'a G, state: &'a G::State) -> Self {
        Self { game, state, check: Check::MoveList }
    }

    pub(super) fn at(self, state: &'a G::State) -> Self {
        Self { state, ..self }
    }

    pub(super) fn under(self, check: Check) -> Self {
        Self { check, ..self }
    }

    /// Returns the position's text, or its debug format if writing the text panics.
    pub(super) fn text(self) -> String {
        let text = catch_panic(|| self.game.position_text(self.state));
        text.unwrap_or_else(|_| format!("{:?}", self.state))
    }

    pub(super) fn failure(self, expected: impl Display, found: impl Display) -> Failure {
        Failure { position: Some(self.text()), ..Failure::new(self.check, expected, found) }
    }

    pub(super) fn fails<T>(self, expected: impl Display, found: impl Display) -> Result<T, Failure> {
        Err(self.failure(expected, found))
    }

    pub(super) fn fails_by<T>(
        self,
        mv: G::Move,
        expected: impl Display,
        found: impl Display,
    ) -> Result<T, Failure> {
        let text = catch_panic(|| self.game.move_text(self.state, mv));
        let mv = text.map_or_else(|_| format!("{mv:?}"), |text| format!("{text} ({mv:?})"));
        Err(Failure { mv: Some(mv), ..self.failure(expected, found) })
    }

    /// Returns a failure with the position unless `holds` is true.
    pub(super) fn expect(self, holds: bool, expected: impl Display, found: impl Display) -> Verdict {
        if holds { Ok(()) } else { self.fails(expected, found) }
    }

    /// Returns a failure with the position and the move `mv` unless `holds` is true.
    pub(super) fn expect_of(
        self,
        mv: G::Move,
        holds: bool,
        expected: impl Display,
        found: impl Display,
    ) -> Verdict {
        if holds { Ok(()) } else { self.fails_by(mv, expected, found) }
    }

    /// Returns a failure that names the move at fault, `mv`, if there is one.
    pub(super) fn expect_none(
        self,
        mv: Option<G::Move>,
        expected: impl Display,
        found: impl Display,
    ) -> Verdict {
        mv.map_or(Ok(()), |mv| self.fails_by(mv, expected, found))
    }

    /// Runs `body` under `check`, and turns a panic into a failure: of [`Check::Play`] if `play` panics, otherwise of
    /// `check`.
    pub(super) fn guard<T>(
        self,
        check: Check,
        body: impl FnOnce(Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let probe = self.under(check);
        catch_panic(|| body(probe)).unwrap_or_else(|error| {
            probe.check_play_nearby()?;
            probe.fails("no panic", error)
        })
    }

    /// Plays up to [`MAX_PLAYED`] moves from the position on, breadth-first, and fails if `play` panics. Many checks
    /// play moves, so the check in which a panic occurs says little about its cause.
    fn check_play_nearby(self) -> Verdict {
        let mut waiting = VecDeque::from([self.state.clone()]);
        let mut left = MAX_PLAYED;
        while let Some(state) = waiting.pop_front() {
            let here = self.at(&state).under(Check::Play);
            let Ok(moves) = catch_panic(|| here.moves()) else { break };
            for mv in moves.into_iter().take(left) {
                left -= 1;
                match catch_panic(|| here.after(mv)) {
                    Ok(next) => waiting.push_back(next),
                    Err(error) => return here.fails_by(mv, "no panic", error),
                }
            }
        }
        Ok(())
    }

    /// Runs `body` in a new thread, waits for it and returns its result. A panic of `body` continues in the calling
    /// thread. The thread's name contains the position: if the game overflows the stack, the program ends with a
    /// message that names the thread.
    pub(super) fn apart<T: Send>(
        self,
        body: impl FnOnce() -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        // The name of a thread must not contain `\0`.
        let name = format!("checks of '{}'", self.text()).replace('\0', " ");
        thread::scope(|scope| {
            let thread = thread::Builder::new().name(name).stack_size(STACK);
            match thread.spawn_scoped(scope, body) {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(error) => Err(self.failure("a thread for the checks of the position", error)),
            }
        })
    }

    pub(super) fn moves(self) -> Moves<G::Move> {
        let mut moves = Moves::new();
        self.game.moves(self.state, &mut moves);
        moves
    }

    pub(super) fn after(self, mv: G::Move) -> G::State {
        let mut next = self.state.clone();
        self.game.play(&mut next, mv);
        next
    }

    /// Whether the move ends the game with a win of the mover. A margin does not count as a win.
    pub(super) fn wins_by(self, mv: G::Move) -> bool {
        self.game.moves(&self.after(mv), &mut Moves::new()) == Some(Ending::Win(self.state.side()))
    }

    /// Whether the move passes the turn and a reply then wins at once.
    pub(super) fn loses_by(self, mv: G::Move) -> bool {
        let next = Child::new(self.game, self.state, mv);
        let there = self.at(&next.state);
        next.turn.passed() && there.moves().into_iter().any(|reply| there.wins_by(reply))
    }

    /// Creates an empty transposition table. Returns a failure if there is not enough memory.
    pub(super) fn table(self, mebibytes: usize) -> Result<Arc<Table>, Failure> {
        Table::new(mebibytes).map(Arc::new).map_err(|error| self.failure("a table", error))
    }
}
