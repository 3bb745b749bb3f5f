//! Gyges as an implementation of the framework's rules traits.

use plywright::{DrawRules, Ending, Hints, Key, MoveClass, Moves, NodeScratch, Symmetric, Symmetry};

use crate::board::State;
use crate::generate::MoveGenerator;
use crate::goal_threats;
use crate::moves::Move;
use crate::play;
use crate::rules::{Repetition, Rules, StuckRow};
use crate::setup;
use crate::square::Square;

/// Occurrence of a position that draws the game under [`Repetition::Threefold`].
const THREEFOLD: u8 = 3;

/// The game of Gyges under given rules.
#[derive(Clone, Debug, Default)]
pub struct Gyges {
    pub(crate) rules: Rules,
}

impl Gyges {
    /// Creates the game with the given rules.
    ///
    /// ```
    /// use plywright::{Game, perft};
    /// let game = plywright_gyges::Gyges::new(plywright_gyges::Rules::default());
    /// assert_eq!(perft(&game, &game.start(), 2), 56_352);
    /// ```
    pub fn new(rules: Rules) -> Self {
        Self { rules }
    }

    /// Whether the side to move passes if it cannot move a piece. Only [`StuckRow::Pass`] allows this, and only if the
    /// opponent can move a piece.
    fn may_pass(&self, state: &State) -> bool {
        self.rules.stuck_row == StuckRow::Pass
            && MoveGenerator::new(self.rules, state.pieces, !state.side).can_move()
    }

    fn generator(&self, state: &State) -> MoveGenerator {
        MoveGenerator::new(self.rules, state.pieces, state.side)
    }

    /// Appends the legal moves to `out`, or returns how the game ended. `list_pieces` appends the moves of pieces: all
    /// of them, or one for each position reached.
    fn list(
        &self,
        state: &State,
        out: &mut Moves<Move>,
        list_pieces: impl FnOnce(&mut MoveGenerator, &mut Moves<Move>),
    ) -> Option<Ending> {
        if let Some(side) = state.winner() {
            return Some(Ending::Win(side));
        }
        if setup::is_under_way(state) {
            out.extend(setup::moves());
            return None;
        }
        list_pieces(&mut self.generator(state), out);
        if out.is_empty() && self.may_pass(state) {
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
        self.list(state, out, MoveGenerator::list)
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        play::play(state, mv);
    }

    #[inline]
    fn ending(&self, state: &State) -> Option<Ending> {
        if let Some(side) = state.winner() {
            return Some(Ending::Win(side));
        }
        let goes_on = setup::is_under_way(state) || self.generator(state).can_move() || self.may_pass(state);
        (!goes_on).then_some(Ending::Draw)
    }

    fn count(&self, state: &State) -> u64 {
        if state.winner().is_some() {
            return 0;
        }
        if setup::is_under_way(state) {
            return setup::moves().count() as u64;
        }
        match self.generator(state).count() {
            0 => self.may_pass(state).into(),
            count => count,
        }
    }

    fn is_legal(&self, state: &State, mv: Move) -> bool {
        if state.winner().is_some() {
            return false;
        }
        if setup::is_under_way(state) {
            return setup::moves().any(|legal| legal == mv);
        }
        match mv {
            Move::SetUp(_) => false,
            Move::Pass => !self.generator(state).can_move() && self.may_pass(state),
            _ => self.generator(state).is_legal(mv),
        }
    }

    fn draw_rules(&self, _state: &State) -> DrawRules {
        let repetition = match self.rules.repetition {
            Repetition::Threefold => plywright::Repetition::Draw(THREEFOLD),
            Repetition::None => plywright::Repetition::Allowed,
            Repetition::Forbid => plywright::Repetition::Forbidden,
        };
        DrawRules { repetition, move_limit: 0 }
    }
}

impl Hints for Gyges {
    fn distinct_moves(&self, state: &State, out: &mut Moves<Move>) -> Option<Ending> {
        self.list(state, out, MoveGenerator::list_distinct)
    }

    fn random_move(&self, state: &State, random: u64) -> Result<Move, Ending> {
        if let Some(side) = state.winner() {
            return Err(Ending::Win(side));
        }
        if setup::is_under_way(state) {
            // Scales the 64 random bits to an index.
            let index = (u128::from(random) * setup::moves().count() as u128) >> 64;
            return setup::moves().nth(index as usize).ok_or(Ending::Draw);
        }
        match self.generator(state).random_move(random) {
            Some(mv) => Ok(mv),
            None if self.may_pass(state) => Ok(Move::Pass),
            None => Err(Ending::Draw),
        }
    }

    /// Appends nothing, because no move is noisy or forcing; [`Hints::winning_move`] finds moves into the goal.
    fn noisy(&self, _state: &State, _min_class: MoveClass, _out: &mut Moves<Move>) {}

    fn winning_move(&self, state: &State) -> Option<Move> {
        if state.winner().is_some() || setup::is_under_way(state) {
            return None;
        }
        let start = self.generator(state).goal_chain()?.start;
        Some(Move::Go { start, end: Square::target_goal(state.side) })
    }

    fn loses_at_once(&self, state: &State, mv: Move, scratch: &mut NodeScratch) -> Option<bool> {
        goal_threats::loses_at_once(self.rules, state, mv, scratch)
    }

    fn pass(&self, state: &State) -> Option<State> {
        if setup::is_under_way(state) {
            return None;
        }
        let mut passed = *state;
        passed.pass_turn();
        Some(passed)
    }
}

impl Symmetric for Gyges {
    fn symmetries(&self) -> u8 {
        2
    }

    fn transform(&self, state: &State, symmetry: Symmetry) -> State {
        if symmetry == Symmetry::IDENTITY { *state } else { state.mirrored() }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        if symmetry == Symmetry::IDENTITY {
            return mv;
        }
        let image = Square::mirrored;
        match mv {
            Move::Go { start, end } => Move::Go { start: image(start), end: image(end) },
            Move::Replace { start, end, drop } => {
                Move::Replace { start: image(start), end: image(end), drop: image(drop) }
            }
            Move::SetUp(row) => setup::mirrored(row),
            Move::Pass => Move::Pass,
        }
    }

    #[inline]
    fn canonical(&self, state: &State) -> (Key, Symmetry) {
        let (key, mirrored) = (plywright::State::key(state), state.mirrored_key);
        if mirrored < key { (mirrored, Symmetry(1)) } else { (key, Symmetry::IDENTITY) }
    }
}
