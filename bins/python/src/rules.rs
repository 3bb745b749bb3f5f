//! Rules without the game's type: the trait [`Rules`], implemented once for every game. A call is dispatched
//! once; the loops inside are compiled for the game.
//!
//! [`DynEngine`] offers the same operations on texts. Those are too slow for half a million moves a second.

use std::path::Path;
use std::sync::Arc;

use plywright::engine::{DynEngine, SetOptionError};
use plywright::network::FeatureShape;
use plywright::search::Rng;
use plywright::tablebase::{Probed, Value, probe};
use plywright::{
    Ending, Eval, Moves, Oracle, ParsePositionError, PositionHistory, Score, SearchParams, Side, State,
};
use pyo3::PyResult;

use crate::errors::TableError;
use crate::legal::Past;
use crate::line::{Line, LineOf};
use crate::numbering::Numbered;
use crate::positions::{Positions, PositionsOf};
use crate::ruleset::{About, Ruleset};

/// Result of a random game.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// Result for the first side: 1 for a win, 0 for a draw, -1 for a loss.
    pub result: i8,
    /// Number of moves played.
    pub plies: u32,
}

/// Looks up positions in tablebases of one game.
pub trait Prober: Send + Sync {
    /// Returns the exact values of a position and of its moves, or `None` for a position of another game.
    fn probe(&self, line: &dyn Line) -> Option<Probed>;
}

/// Rules of one variant of a game.
pub trait Rules: Send + Sync {
    /// Returns facts about the rules.
    fn about(&self) -> &About;
    /// Returns the start position.
    fn start(&self) -> Box<dyn Line>;
    /// Parses the text of a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a position of the game.
    fn position(&self, text: &str) -> Result<Box<dyn Line>, ParsePositionError>;
    /// Creates an engine with these rules.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory is not available.
    fn engine(&self) -> Result<Box<dyn DynEngine>, SetOptionError>;
    /// Returns the shape of the game's networks, or `None` if the game has no learned evaluation.
    fn network_shape(&self) -> Option<FeatureShape>;
    /// Creates an empty list for copies of positions.
    fn positions(&self) -> Box<dyn Positions>;
    /// Opens the tablebases in a folder; `None` for the built-in ones.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no tablebases for these rules, or they cannot be read.
    fn tables(&self, folder: Option<&Path>) -> PyResult<Box<dyn Prober>>;
    /// Plays random moves from the start position until the rules or the draw rules end the game. A game that
    /// is not over after `max_plies` moves is drawn.
    fn random_game(&self, rng: &mut Rng, max_plies: u32) -> Played;
}

/// Creates the rules of a variant with options.
///
/// # Errors
///
/// Returns an error if the variant, an option or a value does not exist.
pub fn of<G: Numbered>(
    variant: Option<&str>,
    options: &[(String, String)],
) -> Result<Arc<dyn Rules>, SetOptionError> {
    Ok(Arc::new(RulesOf(Arc::new(Ruleset::<G>::new(variant, options)?))))
}

/// Implementation of [`Rules`] for a game type.
struct RulesOf<G: Numbered>(Arc<Ruleset<G>>);

impl<G: Numbered> Rules for RulesOf<G> {
    fn about(&self) -> &About {
        &self.0.about
    }

    fn start(&self) -> Box<dyn Line> {
        Box::new(LineOf::new(Arc::clone(&self.0), self.0.start.clone()))
    }

    fn position(&self, text: &str) -> Result<Box<dyn Line>, ParsePositionError> {
        let state = self.0.game.parse_position(text)?;
        Ok(Box::new(LineOf::new(Arc::clone(&self.0), state)))
    }

    fn engine(&self) -> Result<Box<dyn DynEngine>, SetOptionError> {
        let About { variant, options, .. } = &self.0.about;
        let mut engine = G::game().variant(variant)?.engine(None)?;
        for (name, value) in options {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }

    fn network_shape(&self) -> Option<FeatureShape> {
        self.0.network_shape()
    }

    fn positions(&self) -> Box<dyn Positions> {
        Box::new(PositionsOf::<G>::none())
    }

    fn tables(&self, folder: Option<&Path>) -> PyResult<Box<dyn Prober>> {
        let game = self.0.game.clone();
        let oracle = match folder {
            Some(folder) => {
                let tables = game.tablebase().ok_or_else(|| TableError::new_err(NOT_NUMBERED))?;
                tables.open(folder).map_err(|error| TableError::new_err(error.to_string()))?
            }
            None => game.options().oracle().ok_or_else(|| {
                TableError::new_err(format!("{} has no built-in tables, expected a folder", G::NAME))
            })?,
        };
        let params = game.eval().params();
        Ok(Box::new(ProberOf { game, oracle, params }))
    }

    fn random_game(&self, rng: &mut Rng, max_plies: u32) -> Played {
        let game = &self.0.game;
        let mut state = self.0.start.clone();
        let mut history = PositionHistory::new(state.key(), game.halfmove_clock(&state));
        let (mut mid_turn, mut plies) = (false, 0);
        loop {
            let rules = game.draw_rules(&state);
            if plies == max_plies || !mid_turn && history.is_drawn(rules) {
                // The position may have ended the game by itself, which takes precedence.
                return Played { result: game.ending(&state).map_or(0, result), plies };
            }
            let mv = if rules.has_superko() {
                let mut moves = Moves::new();
                let ending = game.moves(&state, &mut moves);
                let past = Past { drawn: None, forbidden: Some(&history) };
                moves.retain(|mv| !past.forbids(game, &state, *mv));
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
            plies += 1;
        }
    }
}

/// Error message for a game whose positions are not numbered.
pub const NOT_NUMBERED: &str =
    "this game or variant cannot be solved, because its positions are not numbered";

/// Implementation of [`Prober`] for a game type.
struct ProberOf<G: Numbered> {
    game: G,
    oracle: Arc<dyn Oracle<G>>,
    /// Parameters that convert margins to points.
    params: SearchParams,
}

impl<G: Numbered> Prober for ProberOf<G> {
    fn probe(&self, line: &dyn Line) -> Option<Probed> {
        let LineOf { record, .. } = line.as_any().downcast_ref::<LineOf<G>>()?;
        let probed = probe(&self.game, &*self.oracle, record.present());
        let in_points = |points| self.params.reported(Score(points)).0;
        Some(probed.map(|value| value.points().map_or(value, |points| Value::margin(in_points(points)))))
    }
}

/// Returns the result for the first side: 1 for a win, 0 for a draw, -1 for a loss.
fn result(ending: Ending) -> i8 {
    match ending.winner() {
        None => 0,
        Some(Side::First) => 1,
        Some(Side::Second) => -1,
    }
}
