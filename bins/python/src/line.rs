//! Positions with their history of moves: the trait [`Line`], implemented once for all games.

use std::any::Any;
use std::sync::Arc;

use plywright::engine::Reason;
use plywright::{Ending, Key, Move, MoveNumbers, ParseMoveError, Perft, PositionHistory, Scene, Side, State};

use crate::legal::{Legal, Past};
use crate::numbering::Numbered;
use crate::ruleset::Ruleset;

/// A position with its history of moves.
pub trait Line: Any + Send + Sync {
    /// Returns an independent copy.
    fn copy(&self) -> Box<dyn Line>;
    /// Returns the side to move.
    fn side(&self) -> Side;
    /// Returns the text of the position.
    fn text(&self) -> String;
    /// Returns a drawing of the board, in several lines of text.
    fn drawing(&self) -> String;
    /// Returns the text of the position in which the history begins, or `None` for the game's start position.
    fn start_text(&self) -> Option<String>;
    /// Returns the text of the position in which the history begins, even if it is the game's start position.
    fn first_text(&self) -> String;
    /// Returns the key of the position.
    fn key(&self) -> Key;
    /// Returns the texts of the moves played.
    fn history(&self) -> Vec<String>;
    /// Returns the number of moves played.
    fn plies(&self) -> usize;
    /// Whether the current positions of both lines are equal.
    fn equals(&self, other: &dyn Line) -> bool;
    /// Returns the ending and its reason; `None` while the game is unfinished. A margin is in the game's own
    /// unit, such as discs.
    fn ending(&mut self) -> Option<(Ending, Reason)>;
    /// Returns the texts of the legal moves.
    fn moves(&mut self) -> Vec<String>;
    /// Returns the numbers of the legal moves, in the order of [`Line::moves`].
    fn move_numbers(&mut self) -> &[u32];
    /// Returns the number of the legal move with this text.
    ///
    /// # Errors
    ///
    /// Returns an error if no legal move has this text.
    fn number_of(&mut self, text: &str) -> Result<u32, ParseMoveError>;
    /// Returns the text of the legal move with this number.
    ///
    /// # Errors
    ///
    /// Returns an error if no legal move has this number.
    fn text_of(&mut self, number: u32) -> Result<String, ParseMoveError>;
    /// Plays the legal move with this text.
    ///
    /// # Errors
    ///
    /// Returns an error if no legal move has this text.
    fn play_text(&mut self, text: &str) -> Result<(), ParseMoveError>;
    /// Plays the legal move with this number.
    ///
    /// # Errors
    ///
    /// Returns an error if no legal move has this number.
    fn play_number(&mut self, number: u32) -> Result<(), ParseMoveError>;
    /// Plays the legal move that 64 random bits select, and returns its number; `None` if the game is over.
    fn play_random(&mut self, random: u64) -> Option<u32>;
    /// Takes back the last move and returns its text, or `None` if no move was played.
    fn undo(&mut self) -> Option<String>;
    /// Returns the scene of the position, for drawing.
    fn scene(&self) -> Scene;
    /// Counts the sequences of exactly `depth` moves (perft). Returns `None` as soon as `stopped` returns
    /// `true`.
    fn perft(&self, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64>;
    /// Returns the line for downcasts to its type.
    fn as_any(&self) -> &dyn Any;
}

/// All positions of a game so far, under its rules.
#[derive(Clone)]
pub struct GameRecord<G: Numbered> {
    /// Rules of the game.
    pub rules: Arc<Ruleset<G>>,
    /// The positions since the start of the history. Not empty; the last one is the current position.
    states: Vec<G::State>,
    history: PositionHistory,
}

impl<G: Numbered> GameRecord<G> {
    /// Returns the current position.
    pub fn present(&self) -> &G::State {
        &self.states[self.states.len() - 1]
    }

    /// Returns the draw rule that ends the game now, if any, and the positions that superko forbids. In the
    /// middle of a turn, superko applies, but draw rules do not.
    pub fn past(&self) -> Past<'_> {
        let (game, state) = (&self.rules.game, self.present());
        let rules = game.draw_rules(state);
        let is_mid_turn = match &self.states[..] {
            [.., before, state] => state.side() == before.side() && game.continues_turn(state),
            _ => false,
        };
        let reason = match rules.move_limit {
            limit if limit > 0 && self.history.halfmove_clock() >= limit => Reason::MoveLimit(limit),
            _ => Reason::Repetition,
        };
        Past {
            drawn: (!is_mid_turn && self.history.is_drawn(rules)).then_some(reason),
            forbidden: rules.has_superko().then_some(&self.history),
        }
    }
}

/// Implementation of [`Line`] for a game type.
#[derive(Clone)]
pub struct LineOf<G: Numbered> {
    /// Positions so far.
    pub record: GameRecord<G>,
    moves: Vec<G::Move>,
    /// Legal moves of the current position, if they have been listed.
    legal: Legal<G::Move>,
}

impl<G: Numbered> LineOf<G> {
    /// Creates a line that starts at `state`, without moves.
    pub fn new(rules: Arc<Ruleset<G>>, state: G::State) -> Self {
        let history = PositionHistory::new(state.key(), rules.game.halfmove_clock(&state));
        let record = GameRecord { rules, states: vec![state], history };
        Self { record, moves: Vec::new(), legal: Legal::unknown() }
    }

    fn legal(&mut self) -> &Legal<G::Move> {
        let record = &self.record;
        if !self.legal.is_known() {
            self.legal.list(&record.rules, record.present(), record.past());
        }
        &self.legal
    }

    fn numbers(&mut self) -> &[u32] {
        self.legal();
        self.legal.numbers(&self.record.rules)
    }

    fn find_number(&mut self, number: u32) -> Result<G::Move, ParseMoveError> {
        let place = self.numbers().iter().position(|known| *known == number);
        let found = place.and_then(|place| self.legal.moves.get(place).copied());
        found.ok_or_else(|| ParseMoveError::illegal(&number.to_string()))
    }

    fn find_text(&self, text: &str) -> Result<G::Move, ParseMoveError> {
        let (game, state, past) = (self.game(), self.record.present(), self.record.past());
        let mv = game.parse_move(state, text)?;
        if past.drawn.is_some() {
            Err(ParseMoveError::illegal(text))
        } else if past.forbids(game, state, mv) {
            Err(ParseMoveError::repeating(text))
        } else {
            Ok(mv)
        }
    }

    /// Returns a random legal move and its number, selected by 64 random bits; `None` if the game is over.
    /// Lists the legal moves only if necessary.
    fn random_move(&mut self, random: u64) -> Option<(u32, G::Move)> {
        let (rules, past) = (&self.record.rules, self.record.past());
        if past.drawn.is_some() {
            return None;
        }
        if let (MoveNumbers::ByCode(count), None) = (rules.numbering, past.forbidden) {
            let mv = rules.game.random_move(self.record.present(), random).ok()?;
            let number = G::number(mv.code());
            if number < count {
                return Some((number, mv));
            }
        }
        let numbers = self.numbers();
        let place = ((u128::from(random) * numbers.len() as u128) >> 64) as usize;
        let number = numbers.get(place).copied()?;
        self.legal.moves.get(place).map(|mv| (number, *mv))
    }

    fn play(&mut self, mv: G::Move) {
        let GameRecord { rules, states, history } = &mut self.record;
        let mut next = states[states.len() - 1].clone();
        let irreversible = rules.game.irreversible(&next, mv);
        rules.game.play(&mut next, mv);
        history.push(next.key(), irreversible);
        states.push(next);
        self.moves.push(mv);
        self.legal.forget();
    }

    fn game(&self) -> &G {
        &self.record.rules.game
    }
}

impl<G: Numbered> Line for LineOf<G> {
    fn copy(&self) -> Box<dyn Line> {
        Box::new(self.clone())
    }

    fn side(&self) -> Side {
        self.record.present().side()
    }

    fn text(&self) -> String {
        self.game().position_text(self.record.present())
    }

    fn drawing(&self) -> String {
        self.game().drawing(self.record.present())
    }

    fn start_text(&self) -> Option<String> {
        (self.record.states[0] != self.record.rules.start).then(|| self.first_text())
    }

    fn first_text(&self) -> String {
        self.game().position_text(&self.record.states[0])
    }

    fn key(&self) -> Key {
        self.record.present().key()
    }

    fn history(&self) -> Vec<String> {
        let text = |(state, mv): (&G::State, &G::Move)| self.game().move_text(state, *mv);
        self.record.states.iter().zip(&self.moves).map(text).collect()
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn equals(&self, other: &dyn Line) -> bool {
        other
            .as_any()
            .downcast_ref::<Self>()
            .is_some_and(|other| self.record.present() == other.record.present())
    }

    fn ending(&mut self) -> Option<(Ending, Reason)> {
        self.legal().ending
    }

    fn moves(&mut self) -> Vec<String> {
        self.legal();
        let (game, state) = (self.game(), self.record.present());
        self.legal.moves.iter().map(|mv| game.move_text(state, *mv)).collect()
    }

    fn move_numbers(&mut self) -> &[u32] {
        self.numbers()
    }

    fn number_of(&mut self, text: &str) -> Result<u32, ParseMoveError> {
        let mv = self.find_text(text)?;
        let at = self.legal().moves.iter().position(|known| *known == mv);
        let numbers = self.numbers();
        at.and_then(|at| numbers.get(at).copied()).ok_or_else(|| ParseMoveError::illegal(text))
    }

    fn text_of(&mut self, number: u32) -> Result<String, ParseMoveError> {
        let mv = self.find_number(number)?;
        Ok(self.game().move_text(self.record.present(), mv))
    }

    fn play_text(&mut self, text: &str) -> Result<(), ParseMoveError> {
        let mv = self.find_text(text)?;
        self.play(mv);
        Ok(())
    }

    fn play_number(&mut self, number: u32) -> Result<(), ParseMoveError> {
        let mv = self.find_number(number)?;
        self.play(mv);
        Ok(())
    }

    fn play_random(&mut self, random: u64) -> Option<u32> {
        let (number, mv) = self.random_move(random)?;
        self.play(mv);
        Some(number)
    }

    fn undo(&mut self) -> Option<String> {
        let mv = self.moves.pop()?;
        self.record.states.pop();
        self.record.history.pop();
        self.legal.forget();
        Some(self.game().move_text(self.record.present(), mv))
    }

    fn scene(&self) -> Scene {
        self.game().scene(self.record.present())
    }

    fn perft(&self, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64> {
        Perft::default().count_unless(self.game(), self.record.present(), depth, &stopped)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
