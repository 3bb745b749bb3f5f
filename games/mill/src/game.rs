//! A game of the Mill family as an implementation of the framework's rules traits.
//!
//! The standard rules are fast code for Nine Men's Morris and similar variants, the family rules slower code for all
//! other variants. Each call chooses between them once, so a game under the standard rules stays fast.

use plywright::{DrawRules, Ending, Game, Hints, Key, MoveClass, Moves, Repetition, Symmetric, Symmetry};

use crate::board::{Board, Layout, Point};
use crate::position::{Action, Move, State};
use crate::rules::{FamilyRules, Rules, Stalemate, StandardRules};

/// [`Rules::endgame_n_move_rule`] applies while a side has exactly this number of stones, those in hand included.
const ENDGAME_STONES: u8 = 3;

const THREEFOLD: u8 = 3;

/// Maximum number of stones on the board at which searches merge symmetric positions.
const MAX_STONES_FOR_SYMMETRY: u32 = 9;

/// A game of the Mill family under given [`Rules`].
#[derive(Clone, Debug)]
pub struct Mill {
    pub(crate) family: FamilyRules,
    is_standard: bool,
}

impl Mill {
    /// Creates the game with these rules. The ranges of parameters that [`Rules`] documents are not checked.
    ///
    /// ```
    /// use plywright::{Game, perft};
    /// let game = plywright_mill::Mill::new(plywright_mill::Rules::NINE_MENS_MORRIS);
    /// assert_eq!(perft(&game, &game.start(), 3), 12_144);
    /// ```
    pub fn new(rules: Rules) -> Self {
        let family = FamilyRules::new(rules);
        Self { is_standard: family.rules.are_standard(), family }
    }

    /// Returns the rules of the game. They can differ from those given to [`Mill::new`], because most parameters
    /// without effect are set to the values of Nine Men's Morris.
    pub fn rules(&self) -> &Rules {
        &self.family.rules
    }

    /// Returns the board that the rules name. Games with equal boards share it.
    #[inline]
    pub fn board(&self) -> &'static Board {
        self.family.standard.board
    }

    #[inline]
    pub(crate) fn standard(&self) -> &StandardRules {
        &self.family.standard
    }

    /// Completes a position read from a text, as [`FamilyRules::restore`] describes. Under the standard rules, the
    /// position is already complete.
    pub(crate) fn restore(&self, state: &mut State, is_over: bool) {
        if !self.is_standard {
            self.family.restore(state, is_over);
        }
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
        State::empty(self.rules().piece_count)
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<Move>) -> Option<Ending> {
        if self.is_standard { self.standard().moves(state, out) } else { self.family.moves(state, out) }
    }

    #[expect(clippy::inline_always, reason = "perft is a quarter slower when this is called instead")]
    #[inline(always)]
    fn play(&self, state: &mut State, mv: Move) {
        if self.is_standard { self.standard().play(state, mv) } else { self.family.play(state, mv) }
    }

    #[inline]
    fn ending(&self, state: &State) -> Option<Ending> {
        if self.is_standard { self.standard().ending(state) } else { self.family.ending(state) }
    }

    #[inline]
    fn count(&self, state: &State) -> u64 {
        if self.is_standard {
            self.standard().count(state)
        } else {
            self.family.legal_moves(state).len() as u64
        }
    }

    #[inline]
    fn is_legal(&self, state: &State, mv: Move) -> bool {
        if self.is_standard {
            self.standard().is_legal(state, mv)
        } else {
            self.family.legal_moves(state).contains(&mv)
        }
    }

    #[inline]
    fn irreversible(&self, _state: &State, mv: Move) -> bool {
        !matches!(mv.action(), Action::Slide(..))
    }

    /// The framework applies the move limit: it counts the moves since the last irreversible one, which is a placing or
    /// a removal.
    #[inline]
    fn draw_rules(&self, state: &State) -> DrawRules {
        let has_repetition = self.rules().threefold_repetition_rule;
        let repetition = if has_repetition { Repetition::Draw(THREEFOLD) } else { Repetition::Allowed };
        let move_limit = self.rules().move_limit(state.total.contains(&ENDGAME_STONES));
        DrawRules { repetition, move_limit }
    }

    fn halfmove_clock(&self, state: &State) -> u16 {
        // A pending removal of an opposing stone will reset the clock. The clock therefore already counts as 0, so that
        // no draw rule ends the game before the removal.
        if state.pending() > 0 { 0 } else { state.halfmove_clock }
    }

    /// A side that is to move again usually continues its turn. Under [`Stalemate::ChangeSide`], it begins a new turn
    /// if its blocked opponent has passed, and continues the old one only if a removal is pending.
    #[inline]
    fn continues_turn(&self, state: &State) -> bool {
        self.rules().stalemate != Stalemate::ChangeSide || state.removals != [0, 0]
    }
}

impl Hints for Mill {
    #[inline]
    fn class(&self, state: &State, mv: Move) -> MoveClass {
        let wins_stones = if self.is_standard {
            self.standard().wins_stones(state, mv)
        } else {
            self.family.wins_stones(state, mv)
        };
        if wins_stones { MoveClass::Noisy } else { MoveClass::Quiet }
    }

    /// Appends the noisy moves, whatever `_min_class` is: Mill has no forcing moves, and quiet moves are never asked
    /// for.
    #[inline]
    fn noisy(&self, state: &State, _min_class: MoveClass, out: &mut Moves<Move>) {
        if self.is_standard { self.standard().noisy(state, out) } else { self.family.noisy(state, out) }
    }
}

impl Symmetric for Mill {
    fn symmetries(&self) -> u8 {
        // An intervention that encloses several pairs captures the pair on the line that is last in the board's list.
        // Where lines cross in a centre, a symmetry may change which of these lines is last.
        let has_centre = matches!(self.rules().layout, Layout::TwoRingsAndCross | Layout::Grid);
        if has_centre && self.rules().intervention_capture.enabled { 1 } else { self.board().symmetries() }
    }

    fn transform(&self, state: &State, symmetry: Symmetry) -> State {
        let image = |set| self.board().image_of_all(set, symmetry);
        let image_of_number = |number| {
            Point::from_number(number).map_or(0, |point| self.board().image(point, symmetry).number())
        };
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
        self.board().inverse(symmetry)
    }

    /// Gives symmetric positions one key on boards of three rings with few stones; with more stones, searches seldom
    /// meet several images of one position. All other positions keep their own keys, and so do positions with marked
    /// stones, targets, used mills or a last mill.
    #[inline]
    fn canonical(&self, state: &State) -> (Key, Symmetry) {
        if state.occupied().count() > MAX_STONES_FOR_SYMMETRY || state.has_marks() {
            return (state.key, Symmetry::IDENTITY);
        }
        match self.board().canonical(state.stones) {
            Some((stones, symmetry)) => (Key::mix(stones) ^ state.key_without_stones(), symmetry),
            None => (state.key, Symmetry::IDENTITY),
        }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let image = |point| self.board().image(point, symmetry);
        match mv.action() {
            Action::Place(to) => Move::place(image(to)),
            Action::Slide(from, to) => Move::slide(image(from), image(to)),
            Action::Remove(at) => Move::remove(image(at)),
        }
    }
}
