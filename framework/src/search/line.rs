//! The effect of moves on turns, the sign of values, and draws in the line of moves to the current node of a search.
//! The line is a [`PositionHistory`]: first the positions of the game, then those of the search. The states are not
//! needed, because the search copies them instead of undoing moves.
//!
//! Sides need not alternate. A side may move twice in one turn, or begin a new turn, for example because the opponent
//! cannot move. Values are negated and windows flipped only if the side to move changed.

use crate::rules::{Ending, Game, PositionHistory, Score, Side, State};

/// Effect of a move on the turn of the side that played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The opponent is to move.
    Passed,
    /// The mover continues its turn.
    Continues,
    /// The mover begins a new turn, for example because the opponent cannot move.
    Again,
}

impl Turn {
    /// Returns the effect of the move by which `mover` reached `state`.
    #[inline]
    pub(crate) fn after<G: Game>(game: &G, mover: Side, state: &G::State) -> Self {
        if state.side() != mover {
            Self::Passed
        } else if game.continues_turn(state) {
            Self::Continues
        } else {
            Self::Again
        }
    }

    #[inline]
    pub(crate) fn continues(self) -> bool {
        self == Self::Continues
    }

    #[inline]
    pub(crate) fn passed(self) -> bool {
        self == Self::Passed
    }

    /// Returns the number of plies of the move: 1, or 0 while the same turn continues.
    #[inline]
    pub(crate) fn plies(self) -> u32 {
        u32::from(!self.continues())
    }

    /// Converts a value for the side to move after the move to the value for the side that made the move.
    #[inline]
    pub(crate) fn for_mover(self, value: Score) -> Score {
        if self.passed() { -value } else { value }
    }
}

/// Plays a legal move in `state`, and returns its effect on the turn.
#[inline]
pub(crate) fn step<G: Game>(game: &G, state: &mut G::State, mv: G::Move) -> Turn {
    let mover = state.side();
    game.play(state, mv);
    Turn::after(game, mover, state)
}

/// The position after a move, and the effect of the move on the turn.
#[derive(Clone, Debug)]
pub(crate) struct Child<S> {
    pub(crate) state: S,
    pub(crate) turn: Turn,
}

impl<S: State> Child<S> {
    /// Plays a legal move in a copy of `state`.
    #[inline]
    pub(crate) fn new<G: Game<State = S>>(game: &G, state: &S, mv: G::Move) -> Self {
        let mut state = state.clone();
        let turn = step(game, &mut state, mv);
        Self { state, turn }
    }

    /// Returns the value of the move for the side that played it. `search` receives the position after the
    /// move and the window, and returns the position's value. Its window and value are from the point of view
    /// of the side to move in that position.
    #[inline]
    pub(crate) fn value(&self, window: Window, search: impl FnOnce(&S, Window) -> Score) -> Score {
        let window = if self.turn.passed() { window.flipped() } else { window };
        self.turn.for_mover(search(&self.state, window))
    }
}

/// An alpha-beta window. A search need not distinguish values of at most `alpha` from each other, nor values
/// of at least `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const OPEN: Self = Self { alpha: Score(-Score::INFINITY.0), beta: Score::INFINITY };

    /// Returns the null window above `alpha`: `beta` is `alpha + 1`, so every value is a bound.
    #[inline]
    pub(crate) fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Returns the window from the opponent's point of view.
    #[inline]
    pub(crate) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether a value can lie strictly between the bounds; `false` for a null window.
    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self.beta.0 - self.alpha.0 > 1
    }
}

impl PositionHistory {
    /// Extends the line by a legal move in `state`, the line's last position.
    #[inline]
    pub(crate) fn play<G: Game>(&mut self, game: &G, state: &G::State, mv: G::Move) -> Child<G::State> {
        let child = Child::new(game, state, mv);
        self.push(child.state.key(), game.irreversible(state, mv));
        child
    }

    /// Extends the line by a legal move, and changes `state` from the line's last position to the new one.
    #[inline]
    pub(crate) fn advance<G: Game>(&mut self, game: &G, state: &mut G::State, mv: G::Move) -> Turn {
        let irreversible = game.irreversible(state, mv);
        let turn = step(game, state, mv);
        self.push(state.key(), irreversible);
        turn
    }

    /// Returns the result of the draw rules at `state`, the last position of the line; `None` if they do not end the
    /// game. One repetition suffices for a draw by repetition, and a move that breaks superko loses. `mid_turn` means
    /// that the side to move is in the middle of its turn; draws count only at the end of a turn.
    #[inline]
    pub(crate) fn ending<G: Game>(&self, game: &G, state: &G::State, mid_turn: bool) -> Option<Ending> {
        let rules = game.draw_rules(state);
        if !mid_turn && self.is_drawn_in_search(rules) {
            Some(Ending::Draw)
        } else if rules.has_superko() && self.repeats() {
            Some(Ending::Win(state.side()))
        } else {
            None
        }
    }

    /// Whether the game is drawn by repetition or by the move limit at `state`, the last position of the line. A
    /// repetition counts only when the position has occurred as often as the rules require. Superko is not checked.
    /// `mid_turn` is as in [`PositionHistory::ending`].
    pub(crate) fn is_drawn_at<G: Game>(&self, game: &G, state: &G::State, mid_turn: bool) -> bool {
        !mid_turn && self.is_drawn(game.draw_rules(state))
    }

    /// Whether a legal move in `state`, the line's last position, leads to a position that has occurred before.
    pub(crate) fn repeats_after<G: Game>(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        self.would_repeat(Child::new(game, state, mv).state.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{DrawRules, Moves, Repetition};

    /// A token on a line of squares. Every move is legal.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Token {
        square: i8,
        side: Side,
        mid_turn: bool,
    }

    impl State for Token {
        fn side(&self) -> Side {
            self.side
        }
    }

    #[derive(Clone)]
    struct Walk(DrawRules);

    const LEFT: u8 = 0;
    const RIGHT: u8 = 1;
    /// Move after which the same turn continues.
    const HALF: u8 = 2;
    /// Move after which the opponent cannot move, so that the mover begins a new turn.
    const BLOCK: u8 = 3;

    const THREEFOLD: DrawRules = DrawRules { repetition: Repetition::Draw(3), move_limit: 0 };
    const SUPERKO: DrawRules = DrawRules { repetition: Repetition::Forbidden, move_limit: 0 };

    impl Game for Walk {
        type State = Token;
        type Move = u8;

        fn start(&self) -> Token {
            Token { square: 0, side: Side::First, mid_turn: false }
        }

        fn moves(&self, _: &Token, out: &mut Moves<u8>) -> Option<Ending> {
            out.extend([LEFT, RIGHT, HALF, BLOCK]);
            None
        }

        fn play(&self, token: &mut Token, mv: u8) {
            token.mid_turn = mv == HALF;
            match mv {
                LEFT => token.square -= 1,
                RIGHT => token.square += 1,
                _ => return,
            }
            token.side = !token.side;
        }

        fn draw_rules(&self, _: &Token) -> DrawRules {
            self.0
        }

        fn continues_turn(&self, token: &Token) -> bool {
            token.mid_turn
        }
    }

    fn line_after(game: &Walk, moves: &[u8]) -> (PositionHistory, Child<Token>) {
        let mut line = PositionHistory::new(game.start().key(), 0);
        let mut child = Child { state: game.start(), turn: Turn::Passed };
        for mv in moves {
            child = line.play(game, &child.state, *mv);
        }
        (line, child)
    }

    fn ending(rules: DrawRules, moves: &[u8]) -> Option<Ending> {
        let game = Walk(rules);
        let (line, child) = line_after(&game, moves);
        line.ending(&game, &child.state, child.turn.continues())
    }

    #[test]
    fn a_turn_passes_continues_or_begins_again() {
        let game = Walk(DrawRules::NONE);
        for (mv, turn, plies) in
            [(LEFT, Turn::Passed, 1), (HALF, Turn::Continues, 0), (BLOCK, Turn::Again, 1)]
        {
            let mut token = game.start();
            assert_eq!(step(&game, &mut token, mv), turn);
            assert_eq!(Child::new(&game, &game.start(), mv).state, token);
            assert_eq!(turn.plies(), plies);
        }
    }

    #[test]
    fn value_and_window_are_flipped_where_the_side_changed() {
        let game = Walk(DrawRules::NONE);
        let window = Window { alpha: Score(-3), beta: Score(7) };
        let flipped = Window { alpha: Score(-7), beta: Score(3) };
        for (mv, expected, value) in [(RIGHT, flipped, -5), (HALF, window, 5), (BLOCK, window, 5)] {
            let found = Child::new(&game, &game.start(), mv).value(window, |token, window| {
                assert_eq!((window, token.side == Side::First), (expected, mv != RIGHT));
                Score(5)
            });
            assert_eq!(found, Score(value));
        }
    }

    #[test]
    fn the_first_repetition_draws() {
        assert_eq!(ending(THREEFOLD, &[RIGHT, LEFT]), Some(Ending::Draw));
        assert_eq!(ending(THREEFOLD, &[RIGHT, RIGHT]), None);
        assert_eq!(ending(DrawRules::NONE, &[RIGHT, LEFT]), None);
    }

    #[test]
    fn a_position_is_forgotten_when_the_move_is_taken_back() {
        let game = Walk(THREEFOLD);
        let (mut line, mut child) = line_after(&game, &[RIGHT, LEFT]);
        line.pop();
        assert_eq!(line.halfmove_clock(), 1);
        child.state.side = Side::Second;
        assert!(line.advance(&game, &mut child.state, RIGHT).passed());
        assert_eq!(line.ending(&game, &child.state, false), None);
    }

    #[test]
    fn breaking_superko_loses() {
        assert_eq!(ending(SUPERKO, &[RIGHT, LEFT]), Some(Ending::Win(Side::First)));
        assert_eq!(ending(SUPERKO, &[RIGHT, LEFT, BLOCK]), Some(Ending::Win(Side::First)));
        assert_eq!(ending(SUPERKO, &[RIGHT, RIGHT]), None);
    }

    #[test]
    fn a_draw_is_judged_when_the_turn_is_over() {
        assert_eq!(ending(THREEFOLD, &[HALF, HALF]), None);
        assert_eq!(ending(THREEFOLD, &[BLOCK, BLOCK]), Some(Ending::Draw));
        let limit = DrawRules { repetition: Repetition::Allowed, move_limit: 2 };
        assert_eq!(ending(limit, &[RIGHT, HALF]), None);
        assert_eq!(ending(limit, &[RIGHT, RIGHT]), Some(Ending::Draw));
    }

    #[test]
    fn a_referee_counts_repetitions_in_full() {
        let game = Walk(THREEFOLD);
        for (moves, drawn) in
            [(&[RIGHT, LEFT][..], false), (&[RIGHT, LEFT, RIGHT, LEFT], true), (&[HALF; 4], false)]
        {
            let (line, child) = line_after(&game, moves);
            assert_eq!(line.is_drawn_at(&game, &child.state, child.turn.continues()), drawn);
        }
    }
}
