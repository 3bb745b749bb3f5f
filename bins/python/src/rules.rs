//! Rules and positions without the game's types: the traits [`Rules`] and [`Line`], implemented once for all
//! games. A call is dispatched once. The loops inside are compiled for each game.
//!
//! [`DynEngine`] offers the same operations on texts, which are too slow for half a million moves a second.

use std::any::Any;
use std::path::Path;
use std::sync::Arc;

use plywright::engine::{DynEngine, Engine, Reason, SetOptionError};
use plywright::network::{FeatureSet, FeatureShape, Learnable};
use plywright::search::Rng;
use plywright::tablebase::{Probed, probe};
use plywright::{
    Ending, Eval, Key, Move, Moves, Oracle, ParseMoveError, ParsePositionError, Perft, PositionHistory,
    Scene, Score, Side, State,
};
use pyo3::PyResult;

use crate::errors::{IntoPyErr, TableError};
use crate::numbering::{Numbered, Numbering};

/// Facts about the rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct About {
    /// Name of the game.
    pub name: &'static str,
    /// Name of the variant.
    pub variant: &'static str,
    /// Names and values of the rules that were set, in alphabetical order of the names.
    pub options: Vec<(String, String)>,
    /// Names of the first and the second side.
    pub sides: [String; 2],
    /// Number of different move numbers.
    pub move_count: u32,
    /// Shape of an observation.
    pub observation_shape: Vec<usize>,
    /// Number of moves after which an environment may truncate a game.
    pub max_plies: u32,
}

/// Result of a random game.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// Result for the first side: 1 for a win, 0 for a draw, -1 for a loss.
    pub result: i8,
    /// Number of moves played.
    pub plies: u32,
}

/// Features of a position from both perspectives.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Features from the perspective of the side to move.
    pub own: &'a FeatureSet,
    /// Features from the perspective of the other side.
    pub other: &'a FeatureSet,
    /// Index of the output weights that apply to the position.
    pub bucket: usize,
}

/// Lists the active features of positions of one game.
pub trait Observer: Send {
    /// Returns the features of a position, or `None` if it is a position of another game.
    fn look(&mut self, line: &dyn Line) -> Option<Seen<'_>>;
}

/// Looks up positions in tablebases of one game.
pub trait Prober: Send + Sync {
    /// Returns the exact values of a position and of its moves, or `None` if it is a position of another
    /// game.
    fn probe(&self, line: &dyn Line) -> Option<Probed>;
}

/// Rules of one variant of a game.
pub trait Rules: Send + Sync {
    /// Returns facts about the rules.
    fn about(&self) -> &About;
    /// Returns the start position.
    fn start(self: Arc<Self>) -> Box<dyn Line>;
    /// Parses the text of a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a position of the game.
    fn position(self: Arc<Self>, text: &str) -> Result<Box<dyn Line>, ParsePositionError>;
    /// Makes an engine with these rules.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory is not available.
    fn engine(&self) -> Result<Box<dyn DynEngine>, SetOptionError>;
    /// Returns the shape of the game's networks, or `None` if the game has no learned evaluation.
    fn network_shape(&self) -> Option<FeatureShape>;
    /// Makes an observer for positions under these rules.
    fn observer(&self) -> Box<dyn Observer>;
    /// Opens the tablebases in a folder; `None` for the built-in ones.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no tablebases for these rules.
    fn tables(&self, folder: Option<&Path>) -> PyResult<Box<dyn Prober>>;
    /// Plays random moves from the start position until the game ends, also by draw rules. A game of
    /// `max_plies` moves is drawn.
    fn random_game(&self, rng: &mut Rng, max_plies: u32) -> Played;
}

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
    /// Returns the text of the position in which the history begins, also if it is the game's start position.
    fn first_text(&self) -> String;
    /// Returns the key of the position.
    fn key(&self) -> Key;
    /// Returns the texts of the moves played.
    fn history(&self) -> Vec<String>;
    /// Returns the number of moves played.
    fn plies(&self) -> usize;
    /// Whether the current positions of both lines are equal.
    fn equals(&self, other: &dyn Line) -> bool;
    /// Returns how the game ended, with its margin in reported units; `None` while it is unfinished.
    fn ending(&mut self) -> Option<(Ending, Reason)>;
    /// Returns the texts of the legal moves.
    fn moves(&mut self) -> Vec<String>;
    /// Returns the numbers of the legal moves, in the order of [`Line::moves`].
    fn move_numbers(&mut self) -> Vec<u32>;
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
    /// Plays a random legal move. Returns false if the game is over.
    fn play_random(&mut self, rng: &mut Rng) -> bool;
    /// Takes back the last move and returns its text, or `None` if no move was played.
    fn undo(&mut self) -> Option<String>;
    /// Returns the scene of the position, for drawing.
    fn scene(&self) -> Scene;
    /// Counts the sequences of exactly `depth` moves (perft). Returns `None` as soon as `stopped` returns
    /// true.
    fn perft(&self, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64>;
    /// Returns the line for downcasts to its type.
    fn as_any(&self) -> &dyn Any;
}

/// Makes the rules of a variant with options.
///
/// # Errors
///
/// Returns an error if the variant, an option or a value does not exist.
pub fn of<G: Numbered>(variant: Option<&str>, options: &[(String, String)]) -> PyResult<Arc<dyn Rules>> {
    let mut engine = Engine::<G>::new(variant).map_err(IntoPyErr::into_py)?;
    let mut kept: Vec<(String, String)> = Vec::new();
    for (name, value) in options {
        DynEngine::set_rule(&mut engine, name, value).map_err(IntoPyErr::into_py)?;
        let named = engine.options().into_iter().find(|option| option.is_called(name));
        let name = named.map_or(name.as_str(), |option| option.name);
        kept.retain(|(known, _)| known != name);
        kept.push((name.to_owned(), value.trim().to_owned()));
    }
    kept.sort();
    let game = engine.game().clone();
    let start = game.start();
    let scene = game.scene(&start);
    let mut eval = game.eval();
    let shape = eval.slot().map(|slot| slot.shape());
    let flat = || vec![shape.map_or(0, |FeatureShape { count, .. }| count)];
    let numbering = game.numbering();
    let (Numbering::ByCode(move_count) | Numbering::ByPlace(move_count)) = numbering;
    let about = About {
        name: G::NAME,
        variant: engine.variant(),
        options: kept,
        sides: Side::BOTH
            .map(|side| scene.seats[side.index()].name.clone().unwrap_or_else(|| side.to_string())),
        move_count,
        observation_shape: G::planes().map_or_else(flat, Vec::from),
        max_plies: G::MAX_PLIES,
    };
    Ok(Arc::new(RulesOf { game, start, eval, numbering, about }))
}

/// Implementation of [`Rules`] for a game type.
struct RulesOf<G: Numbered> {
    game: G,
    start: G::State,
    eval: G::Eval,
    numbering: Numbering,
    about: About,
}

impl<G: Numbered> RulesOf<G> {
    fn line(self: Arc<Self>, state: G::State) -> LineOf<G> {
        LineOf {
            history: PositionHistory::new(state.key(), self.game.halfmove_clock(&state)),
            rules: self,
            states: vec![state],
            moves: Vec::new(),
            legal: None,
        }
    }
}

impl<G: Numbered> Rules for RulesOf<G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn start(self: Arc<Self>) -> Box<dyn Line> {
        let start = self.start.clone();
        Box::new(self.line(start))
    }

    fn position(self: Arc<Self>, text: &str) -> Result<Box<dyn Line>, ParsePositionError> {
        let state = self.game.parse_position(text)?;
        Ok(Box::new(self.line(state)))
    }

    fn engine(&self) -> Result<Box<dyn DynEngine>, SetOptionError> {
        let mut engine = G::engine(Some(self.about.variant))?;
        for (name, value) in &self.about.options {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }

    fn network_shape(&self) -> Option<FeatureShape> {
        self.eval.clone().slot().map(|slot| slot.shape())
    }

    fn observer(&self) -> Box<dyn Observer> {
        let mut eval = self.eval.clone();
        let count = eval.slot().map_or(0, |slot| slot.shape().count);
        Box::new(ObserverOf { game: self.game.clone(), eval, sets: [(); 2].map(|()| FeatureSet::new(count)) })
    }

    fn tables(&self, folder: Option<&Path>) -> PyResult<Box<dyn Prober>> {
        let game = self.game.clone();
        let oracle = match folder {
            Some(folder) => {
                let tables = game.tablebase().ok_or_else(|| TableError::new_err(NOT_NUMBERED))?;
                tables.open(folder).map_err(|error| TableError::new_err(error.to_string()))?
            }
            None => game.options().oracle().ok_or_else(|| {
                TableError::new_err(format!("{} has no built-in tables, expected a folder", G::NAME))
            })?,
        };
        Ok(Box::new(ProberOf { game, oracle }))
    }

    fn random_game(&self, rng: &mut Rng, max_plies: u32) -> Played {
        let game = &self.game;
        let mut state = self.start.clone();
        let mut history = PositionHistory::new(state.key(), game.halfmove_clock(&state));
        let mut mid_turn = false;
        for plies in 0..max_plies {
            let rules = game.draw_rules(&state);
            if !mid_turn && history.is_drawn(rules) {
                return Played { result: 0, plies };
            }
            let mv = if rules.has_superko() {
                let mut moves = Moves::new();
                let ending = game.moves(&state, &mut moves);
                moves.retain(|mv| !repeats(game, &state, &history, *mv));
                moves.get(rng.below(moves.len().max(1))).copied().ok_or(ending.unwrap_or(Ending::Draw))
            } else {
                game.random_move(&state, rng.bits())
            };
            match mv {
                Err(ending) => return Played { result: result(ending), plies },
                Ok(mv) => {
                    let (side, irreversible) = (state.side(), game.irreversible(&state, mv));
                    game.play(&mut state, mv);
                    history.push(state.key(), irreversible);
                    mid_turn = state.side() == side && game.continues_turn(&state);
                }
            }
        }
        Played { result: 0, plies: max_plies }
    }
}

/// Error message for a game whose positions are not numbered.
pub const NOT_NUMBERED: &str =
    "this game or variant cannot be solved, because its positions are not numbered";

/// Implementation of [`Observer`] for a game type.
struct ObserverOf<G: Numbered> {
    game: G,
    eval: G::Eval,
    sets: [FeatureSet; 2],
}

impl<G: Numbered> Observer for ObserverOf<G> {
    fn look(&mut self, line: &dyn Line) -> Option<Seen<'_>> {
        let Self { game, eval, sets } = self;
        let state = line.as_any().downcast_ref::<LineOf<G>>()?.present();
        let slot = eval.slot()?;
        sets.iter_mut().for_each(FeatureSet::clear);
        slot.active(game, state, sets);
        let bucket = slot.bucket(game, state);
        let [own, other] = [state.side(), !state.side()].map(Side::index);
        Some(Seen { own: &sets[own], other: &sets[other], bucket })
    }
}

/// Implementation of [`Prober`] for a game type.
struct ProberOf<G: Numbered> {
    game: G,
    oracle: Arc<dyn Oracle<G>>,
}

impl<G: Numbered> Prober for ProberOf<G> {
    fn probe(&self, line: &dyn Line) -> Option<Probed> {
        let state = line.as_any().downcast_ref::<LineOf<G>>()?.present();
        Some(probe(&self.game, &*self.oracle, state))
    }
}

/// Returns the result for the first side: 1 for a win, 0 for a draw, -1 for a loss.
pub fn result(ending: Ending) -> i8 {
    match ending.winner() {
        None => 0,
        Some(Side::First) => 1,
        Some(Side::Second) => -1,
    }
}

/// Whether a move leads to a position that has occurred before.
fn repeats<G: Numbered>(game: &G, state: &G::State, history: &PositionHistory, mv: G::Move) -> bool {
    let mut next = state.clone();
    game.play(&mut next, mv);
    history.would_repeat(next.key())
}

/// Legal moves of a position, or how the game ended.
#[derive(Clone)]
struct Legal<M> {
    moves: Moves<M>,
    ending: Option<(Ending, Reason)>,
}

/// Implementation of [`Line`] for a game type.
struct LineOf<G: Numbered> {
    rules: Arc<RulesOf<G>>,
    /// All positions since the start of the history. The current one is last, so the list is never empty.
    states: Vec<G::State>,
    moves: Vec<G::Move>,
    history: PositionHistory,
    /// Legal moves of the current position, computed on first use.
    legal: Option<Legal<G::Move>>,
}

impl<G: Numbered> LineOf<G> {
    fn present(&self) -> &G::State {
        &self.states[self.states.len() - 1]
    }

    fn legal(&mut self) -> &Legal<G::Move> {
        if self.legal.is_none() {
            self.legal = Some(self.list());
        }
        // The moves have been set above.
        self.legal.get_or_insert_with(|| Legal { moves: Moves::new(), ending: None })
    }

    fn list(&self) -> Legal<G::Move> {
        let (game, state) = (&self.rules.game, self.present());
        let mut moves = Moves::new();
        if let Some(ending) = game.moves(state, &mut moves) {
            let ending = match ending {
                Ending::Margin(points) => Ending::Margin(self.rules.eval.params().reported(Score(points)).0),
                ending => ending,
            };
            return Legal { moves, ending: Some((ending, Reason::Position)) };
        }
        let rules = game.draw_rules(state);
        if rules.has_superko() {
            moves.retain(|mv| !repeats(game, state, &self.history, *mv));
        }
        let mid_turn = match &self.states[..] {
            [.., before, state] => state.side() == before.side() && game.continues_turn(state),
            _ => false,
        };
        let drawn = moves.is_empty() || !mid_turn && self.history.is_drawn(rules);
        let reason = match rules.move_limit {
            limit if limit > 0 && self.history.halfmove_clock() >= limit => Reason::MoveLimit(limit),
            _ => Reason::Repetition,
        };
        if drawn {
            moves.clear();
        }
        Legal { moves, ending: drawn.then_some((Ending::Draw, reason)) }
    }

    /// Returns the indices of moves in the order of the moves' codes, for numbering by place.
    fn places(moves: &[G::Move]) -> Vec<u32> {
        let mut places: Vec<u32> = (0..moves.len() as u32).collect();
        places.sort_by_key(|place| moves[*place as usize].code());
        places
    }

    /// Returns the number of a move, or `None` if moves are numbered by place.
    fn by_code(&self, mv: G::Move) -> Option<u32> {
        match self.rules.numbering {
            Numbering::ByCode(count) => Some(G::number(mv.code())).filter(|number| *number < count),
            Numbering::ByPlace(_) => None,
        }
    }

    fn find_number(&mut self, number: u32) -> Result<G::Move, ParseMoveError> {
        self.legal();
        let moves = self.legal.as_ref().map_or(&[][..], |legal| &legal.moves);
        let by_code = moves.iter().find(|mv| self.by_code(**mv) == Some(number));
        let found = if moves.iter().all(|mv| self.by_code(*mv).is_some()) {
            by_code
        } else {
            Self::places(moves).get(number as usize).and_then(|place| moves.get(*place as usize))
        };
        found.copied().ok_or_else(|| ParseMoveError::illegal(&number.to_string()))
    }

    fn find_text(&mut self, text: &str) -> Result<G::Move, ParseMoveError> {
        let mv = self.rules.game.parse_move(self.present(), text)?;
        let legal = self.legal();
        if legal.moves.contains(&mv) {
            return Ok(mv);
        }
        Err(if legal.ending.is_none() {
            ParseMoveError::repeating(text)
        } else {
            ParseMoveError::illegal(text)
        })
    }

    fn play(&mut self, mv: G::Move) {
        let game = &self.rules.game;
        let mut next = self.present().clone();
        let irreversible = game.irreversible(&next, mv);
        game.play(&mut next, mv);
        self.history.push(next.key(), irreversible);
        self.states.push(next);
        self.moves.push(mv);
        self.legal = None;
    }
}

impl<G: Numbered> Line for LineOf<G> {
    fn copy(&self) -> Box<dyn Line> {
        Box::new(Self {
            rules: Arc::clone(&self.rules),
            states: self.states.clone(),
            moves: self.moves.clone(),
            history: self.history.clone(),
            legal: self.legal.clone(),
        })
    }

    fn side(&self) -> Side {
        self.present().side()
    }

    fn text(&self) -> String {
        self.rules.game.position_text(self.present())
    }

    fn drawing(&self) -> String {
        self.rules.game.drawing(self.present())
    }

    fn start_text(&self) -> Option<String> {
        (self.states[0] != self.rules.start).then(|| self.first_text())
    }

    fn first_text(&self) -> String {
        self.rules.game.position_text(&self.states[0])
    }

    fn key(&self) -> Key {
        self.present().key()
    }

    fn history(&self) -> Vec<String> {
        let text = |(state, mv): (&G::State, &G::Move)| self.rules.game.move_text(state, *mv);
        self.states.iter().zip(&self.moves).map(text).collect()
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn equals(&self, other: &dyn Line) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.present() == other.present())
    }

    fn ending(&mut self) -> Option<(Ending, Reason)> {
        self.legal().ending
    }

    fn moves(&mut self) -> Vec<String> {
        let moves = self.legal().moves.clone();
        moves.into_iter().map(|mv| self.rules.game.move_text(self.present(), mv)).collect()
    }

    fn move_numbers(&mut self) -> Vec<u32> {
        self.legal();
        let moves = self.legal.as_ref().map_or(&[][..], |legal| &legal.moves);
        let numbers: Option<Vec<u32>> = moves.iter().map(|mv| self.by_code(*mv)).collect();
        numbers.unwrap_or_else(|| {
            let places = Self::places(moves);
            let mut numbers = vec![0; places.len()];
            for (number, place) in places.into_iter().enumerate() {
                numbers[place as usize] = number as u32;
            }
            numbers
        })
    }

    fn number_of(&mut self, text: &str) -> Result<u32, ParseMoveError> {
        let mv = self.find_text(text)?;
        let at = self.legal().moves.iter().position(|known| *known == mv);
        let numbers = self.move_numbers();
        at.and_then(|at| numbers.get(at).copied()).ok_or_else(|| ParseMoveError::illegal(text))
    }

    fn text_of(&mut self, number: u32) -> Result<String, ParseMoveError> {
        let mv = self.find_number(number)?;
        Ok(self.rules.game.move_text(self.present(), mv))
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

    fn play_random(&mut self, rng: &mut Rng) -> bool {
        let moves = &self.legal().moves;
        let mv = moves.get(rng.below(moves.len().max(1))).copied();
        if let Some(mv) = mv {
            self.play(mv);
        }
        mv.is_some()
    }

    fn undo(&mut self) -> Option<String> {
        let mv = self.moves.pop()?;
        self.states.pop();
        self.history.pop();
        self.legal = None;
        Some(self.rules.game.move_text(self.present(), mv))
    }

    fn scene(&self) -> Scene {
        self.rules.game.scene(self.present())
    }

    fn perft(&self, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64> {
        Perft::default().count_unless(&self.rules.game, self.present(), depth, &stopped)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
