//! The game as the framework sees it.

use plywright::{DrawRules, Ending, Key, Moves, NodeScratch};

use crate::board::State;
use crate::defence;
use crate::generate::Generator;
use crate::moves::Move;
use crate::rules::{Repetition, Rules, StuckRow};
use crate::setup;
use crate::squares::mirrored_square;

/// The third occurrence of a position draws the game.
const THREEFOLD: u8 = 3;

/// A game of Gyges: its rules.
#[derive(Clone, Debug, Default)]
pub struct Gyges {
    pub(crate) rules: Rules,
}

impl Gyges {
    /// The game by these rules.
    ///
    /// ```
    /// use plywright::{Game, perft};
    /// let game = plywright_gyges::Gyges::new(plywright_gyges::Rules::default());
    /// assert_eq!(perft(&game, &game.start(), 2), 56_352);
    /// ```
    pub fn new(rules: Rules) -> Self {
        Self { rules }
    }

    /// The moves of a position in which all pieces are on the board and the side to move has none for its pieces: the
    /// pass that the rules may allow.
    fn passes(&self, state: &State) -> bool {
        self.rules.stuck_row == StuckRow::Pass && {
            Generator::new(self.rules, state.pieces, !state.side).can_move()
        }
    }

    fn generator(&self, state: &State) -> Generator {
        Generator::new(self.rules, state.pieces, state.side)
    }

    fn list(
        &self,
        state: &State,
        out: &mut Moves<Move>,
        pieces: impl FnOnce(&mut Generator, &mut Moves<Move>),
    ) -> Option<Ending> {
        if let Some(side) = state.winner() {
            return Some(Ending::Win(side));
        }
        if setup::is_going_on(state) {
            out.extend(setup::moves());
            return None;
        }
        pieces(&mut self.generator(state), out);
        if out.is_empty() && self.passes(state) {
            out.push(Move::Pass);
        }
        out.is_empty().then_some(Ending::Draw)
    }
}

impl plywright::Game for Gyges {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        if self.rules.setup { setup::empty_board() } else { setup::usual_start() }
    }

    fn moves(&self, state: &State, out: &mut Moves<Move>) -> Option<Ending> {
        self.list(state, out, Generator::list)
    }

    fn distinct_moves(&self, state: &State, out: &mut Moves<Move>) -> Option<Ending> {
        self.list(state, out, Generator::list_distinct)
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Go { start, end } => {
                let rings = state.pieces.rings(start.into());
                state.toggle(start.into(), rings);
                state.toggle(end.into(), rings);
            }
            Move::Replace { start, end, drop } => {
                let (rings, replaced) = (state.pieces.rings(start.into()), state.pieces.rings(end.into()));
                state.toggle(start.into(), rings);
                state.toggle(end.into(), replaced);
                state.toggle(end.into(), rings);
                state.toggle(drop.into(), replaced);
            }
            Move::SetUp(row) => setup::place(state, row),
            Move::Pass => {}
        }
        state.pass_turn();
    }

    #[inline]
    fn ending(&self, state: &State) -> Option<Ending> {
        if let Some(side) = state.winner() {
            return Some(Ending::Win(side));
        }
        let goes_on = setup::is_going_on(state) || self.generator(state).can_move() || self.passes(state);
        (!goes_on).then_some(Ending::Draw)
    }

    fn count(&self, state: &State) -> u64 {
        if state.winner().is_some() {
            return 0;
        }
        if setup::is_going_on(state) {
            return setup::moves().count() as u64;
        }
        match self.generator(state).count() {
            0 => self.passes(state).into(),
            count => count,
        }
    }

    fn is_legal(&self, state: &State, mv: Move) -> bool {
        if state.winner().is_some() {
            return false;
        }
        match mv {
            _ if setup::is_going_on(state) => setup::moves().any(|legal| legal == mv),
            Move::SetUp(_) => false,
            Move::Pass => !self.generator(state).can_move() && self.passes(state),
            _ => self.generator(state).is_legal(mv),
        }
    }

    fn winning_move(&self, state: &State) -> Option<Move> {
        if state.winner().is_some() || setup::is_going_on(state) {
            return None;
        }
        defence::winning_move(self.rules, state)
    }

    fn loses_at_once(&self, state: &State, mv: Move, scratch: &mut NodeScratch) -> Option<bool> {
        defence::loses_at_once(self.rules, state, mv, scratch)
    }

    fn draw_rules(&self, _state: &State) -> DrawRules {
        let repetition = if self.rules.repetition == Repetition::Threefold { THREEFOLD } else { 0 };
        DrawRules { repetition, quiet_moves: 0 }
    }

    fn forbids_repetition(&self) -> bool {
        self.rules.repetition == Repetition::Forbid
    }

    fn pass(&self, state: &State) -> Option<State> {
        let mut passed = *state;
        passed.pass_turn();
        (!setup::is_going_on(state)).then_some(passed)
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, state: &State, symmetry: usize) -> State {
        if symmetry == 0 { *state } else { state.mirrored() }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        if symmetry == 0 {
            return mv;
        }
        let mirrored = |square: u8| mirrored_square(square.into()) as u8;
        match mv {
            Move::Go { start, end } => Move::Go { start: mirrored(start), end: mirrored(end) },
            Move::Replace { start, end, drop } => {
                Move::Replace { start: mirrored(start), end: mirrored(end), drop: mirrored(drop) }
            }
            Move::SetUp(row) => Move::SetUp(setup::mirrored(row)),
            Move::Pass => Move::Pass,
        }
    }

    #[inline]
    fn canonical(&self, state: &State) -> (Key, usize) {
        let (key, mirrored) = (plywright::State::key(state), state.mirrored_key());
        if mirrored < key { (mirrored, 1) } else { (key, 0) }
    }
}
