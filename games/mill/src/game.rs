//! Implements the framework's game traits by the rule sheet in force.

use plywright::{DrawRules, Ending, Game, Hints, Key, MoveClass, Moves, Repetition, Symmetric, Symmetry};

use crate::board::Point;
use crate::mill::Mill;
use crate::position::{Action, Move, State};
use crate::rules::{RuleSheet, Stalemate};

/// A side with exactly this many stones brings the endgame's move limit into force.
const ENDGAME_STONES: u8 = 3;

/// Number of occurrences of a position that end the game.
const THREEFOLD: u8 = 3;

/// Maximum number of stones on the board up to which searches merge symmetric positions.
const MAX_STONES_FOR_SYMMETRY: u32 = 9;

impl Game for Mill {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        State::empty(self.rules.piece_count)
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<Move>) -> Option<Ending> {
        self.sheet.moves(state, out)
    }

    #[expect(clippy::inline_always, reason = "perft is a quarter slower when this is called instead")]
    #[inline(always)]
    fn play(&self, state: &mut State, mv: Move) {
        self.sheet.play(state, mv);
    }

    #[inline]
    fn ending(&self, state: &State) -> Option<Ending> {
        self.sheet.ending(state)
    }

    #[inline]
    fn count(&self, state: &State) -> u64 {
        self.sheet.count(state)
    }

    #[inline]
    fn is_legal(&self, state: &State, mv: Move) -> bool {
        self.sheet.is_legal(state, mv)
    }

    #[inline]
    fn irreversible(&self, _state: &State, mv: Move) -> bool {
        !matches!(mv.action(), Action::Slide(..))
    }

    #[inline]
    fn draw_rules(&self, state: &State) -> DrawRules {
        DrawRules {
            repetition: if self.rules.threefold_repetition_rule {
                Repetition::Draw(THREEFOLD)
            } else {
                Repetition::Allowed
            },
            move_limit: self.rules.move_limit(state.total.contains(&ENDGAME_STONES)),
        }
    }

    fn halfmove_clock(&self, state: &State) -> u16 {
        state.halfmove_clock
    }

    /// Under `ChangeSide` a side without removals moves twice in a row only because its blocked opponent has
    /// passed. That begins a new turn.
    #[inline]
    fn continues_turn(&self, state: &State) -> bool {
        self.rules.stalemate != Stalemate::ChangeSide || state.removals != [0, 0]
    }
}

impl Hints for Mill {
    #[inline]
    fn class(&self, state: &State, mv: Move) -> MoveClass {
        if self.sheet.wins_stones(state, mv) { MoveClass::Noisy } else { MoveClass::Quiet }
    }

    /// No move is classed as forcing, so `_least` has no effect.
    #[inline]
    fn noisy(&self, state: &State, _least: MoveClass, out: &mut Moves<Move>) {
        self.sheet.noisy(state, out);
    }
}

impl Symmetric for Mill {
    fn symmetries(&self) -> u8 {
        self.board.symmetries()
    }

    fn transform(&self, state: &State, symmetry: Symmetry) -> State {
        let image = |set| self.board.image_of_all(set, symmetry);
        let image_of_number =
            |number| Point::from_number(number).map_or(0, |point| self.board.image(point, symmetry).number());
        let mut transformed = State {
            stones: state.stones.map(image),
            marked: image(state.marked),
            used_mills: state.used_mills.map(image),
            targets: image(state.targets),
            last_mill: state.last_mill.map(|slide| slide.map(image_of_number)),
            ..*state
        };
        transformed.key = transformed.recomputed_key();
        transformed
    }

    #[inline]
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        self.board.inverse(symmetry)
    }

    /// Merges symmetric positions only while few stones are on the board, when most positions occur in many
    /// of their images.
    #[inline]
    fn canonical(&self, state: &State) -> (Key, Symmetry) {
        if state.occupied().count() > MAX_STONES_FOR_SYMMETRY || state.has_marks() {
            return (state.key, Symmetry::IDENTITY);
        }
        match self.board.canonical(state.stones) {
            Some((stones, symmetry)) => (Key::mix(stones) ^ state.key_without_stones(), symmetry),
            None => (state.key, Symmetry::IDENTITY),
        }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let image = |point| self.board.image(point, symmetry);
        match mv.action() {
            Action::Place(to) => Move::place(image(to)),
            Action::Slide(from, to) => Move::slide(image(from), image(to)),
            Action::Remove(at) => Move::remove(image(at)),
        }
    }
}
