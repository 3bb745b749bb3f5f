//! The game: rules on a board, as the framework sees it.

use std::sync::Arc;

use plywright::{CourseRules, Ending, Game, Hints, Key, MoveClass, Moves, Repetition, Symmetric, Symmetry};

use crate::board::Board;
use crate::database::Database;
use crate::moves::{Action, Move};
use crate::point::Point;
use crate::rules::{Rules, Stalemate};
use crate::state::State;

/// A side with exactly so many stones brings the endgame's own count of quiet moves into force.
const ENDGAME_STONES: u8 = 3;

/// A repeated position ends the game at its third occurrence.
const THREEFOLD: u8 = 3;

/// Up to so many stones on the board the search looks for symmetric images of a position.
const MOST_STONES_FOR_SYMMETRY: u32 = 9;

/// A game of the Mill family: its rules, its board and the options that bear on play.
#[derive(Clone, Debug)]
pub struct Mill {
    pub(crate) rules: Rules,
    /// The rules before any option changed them.
    pub(crate) named_rules: Rules,
    pub(crate) board: &'static Board,
    /// Is there a rule that the code for common rules does not know?
    pub(crate) special: bool,
    /// Are repetition and long quiet play draws?
    pub(crate) human_draws: bool,
    /// Does the evaluation count mobility?
    pub(crate) considers_mobility: bool,
    /// The perfect database whose path was set, if any.
    pub(crate) database: Option<Arc<Database>>,
    /// Does the search ask it?
    pub(crate) uses_database: bool,
}

impl Mill {
    /// The game with these rules.
    ///
    /// ```
    /// use plywright::{Game, perft};
    /// let game = plywright_mill::Mill::new(plywright_mill::Rules::NINE_MENS_MORRIS);
    /// assert_eq!(perft(&game, &game.start(), 3), 12_144);
    /// ```
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            named_rules: rules,
            board: rules.board(),
            special: rules.are_special(),
            human_draws: true,
            considers_mobility: true,
            database: None,
            uses_database: false,
        }
    }

    /// Plays by other rules from now on; what was set besides rules stays.
    pub(crate) fn change_rules(&mut self, rules: Rules) {
        self.rules = rules;
        self.board = rules.board();
        self.special = rules.are_special();
    }

    /// Its rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The image of a point's number; 0 stands for no point.
    fn image_of_number(&self, number: u8, symmetry: usize) -> u8 {
        Point::from_number(number).map_or(0, |point| self.board.image(point, symmetry).number())
    }

    /// The board it is played on.
    pub fn board(&self) -> &'static Board {
        self.board
    }
}

impl Default for Mill {
    fn default() -> Self {
        Self::new(Rules::default())
    }
}

impl Game for Mill {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        State::empty(self.rules.piece_count)
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<Move>) -> Option<Ending> {
        if let Some(ending) = self.ended_by_stones(state) {
            return Some(ending);
        }
        if self.special {
            self.list_under_special_rules(state, out);
        } else {
            self.list::<false>(state, out);
        }
        if out.is_empty() { Some(self.stalemate(state)) } else { None }
    }

    #[expect(clippy::inline_always, reason = "perft is a quarter slower when this is called instead")]
    #[inline(always)]
    fn play(&self, state: &mut State, mv: Move) {
        if self.special {
            self.apply_under_special_rules(state, mv);
        } else {
            self.apply::<false>(state, mv);
        }
    }

    #[inline]
    fn ending(&self, state: &State) -> Option<Ending> {
        self.ended(state)
    }

    #[inline]
    fn count(&self, state: &State) -> u64 {
        if self.ended_by_stones(state).is_some() { 0 } else { self.number_of_moves(state).into() }
    }

    #[inline]
    fn is_legal(&self, state: &State, mv: Move) -> bool {
        self.ended_by_stones(state).is_none() && self.allows(state, mv)
    }

    #[inline]
    fn irreversible(&self, _state: &State, mv: Move) -> bool {
        !matches!(mv.action(), Action::Slide(..))
    }

    #[inline]
    fn course(&self, state: &State) -> CourseRules {
        if !self.human_draws {
            return CourseRules::NONE;
        }
        let rules = &self.rules;
        let shortens = rules.endgame_n_move_rule > 0 && rules.endgame_n_move_rule < rules.n_move_rule;
        let endgame = shortens && state.total.contains(&ENDGAME_STONES);
        CourseRules {
            repetition: if rules.threefold_repetition_rule {
                Repetition::Draw(THREEFOLD)
            } else {
                Repetition::Allowed
            },
            move_limit: if endgame { rules.endgame_n_move_rule } else { rules.n_move_rule },
        }
    }

    fn halfmove_clock(&self, state: &State) -> u16 {
        state.halfmove_clock
    }

    /// A side that has nothing to take moves again only because the other one is blocked and passes.
    #[inline]
    fn continues_turn(&self, state: &State) -> bool {
        self.rules.stalemate != Stalemate::ChangeSide || state.removals != [0, 0]
    }
}

impl Hints for Mill {
    #[inline]
    fn class(&self, state: &State, mv: Move) -> MoveClass {
        if self.wins_stones(state, mv) { MoveClass::Tactical } else { MoveClass::Quiet }
    }

    #[inline]
    fn tactical(&self, state: &State, out: &mut Moves<Move>) {
        self.list_tactical(state, out);
    }

    #[inline]
    fn can_pass(&self, state: &State) -> bool {
        state.removals == [0, 0] && state.places()
    }

    /// Only while placing: a side that slides may be glad to pass.
    #[inline]
    fn pass(&self, state: &State) -> Option<State> {
        if !self.can_pass(state) {
            return None;
        }
        let mut passed = *state;
        passed.pass_turn();
        passed.set_phase_by_hand();
        Some(passed)
    }
}

impl Symmetric for Mill {
    fn symmetries(&self) -> u8 {
        self.board.symmetries() as u8
    }

    fn transform(&self, state: &State, symmetry: Symmetry) -> State {
        let image = |set| self.board.image_of_all(set, symmetry.index());
        let mut transformed = State {
            stones: state.stones.map(image),
            marked: image(state.marked),
            used_mills: state.used_mills.map(image),
            targets: image(state.targets),
            last_mill: state
                .last_mill
                .map(|ends| ends.map(|number| self.image_of_number(number, symmetry.index()))),
            ..*state
        };
        transformed.key = transformed.recomputed_key();
        transformed
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        Symmetry(self.board.inverse(symmetry.index()) as u8)
    }

    /// While few stones stand on the board, most positions are met in many of their images.
    #[inline]
    fn canonical(&self, state: &State) -> (Key, Symmetry) {
        if state.occupied().count() > MOST_STONES_FOR_SYMMETRY || state.has_marks() {
            return (state.key, Symmetry::IDENTITY);
        }
        match self.board.canonical(state.stones) {
            Some((stones, symmetry)) => {
                (Key::mix(stones) ^ state.key_without_stones(), Symmetry(symmetry as u8))
            }
            None => (state.key, Symmetry::IDENTITY),
        }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let image = |square| self.board.image(square, symmetry.index());
        match mv.action() {
            Action::Place(to) => Move::place(image(to)),
            Action::Slide(from, to) => Move::slide(image(from), image(to)),
            Action::Remove(at) => Move::remove(image(at)),
        }
    }
}
