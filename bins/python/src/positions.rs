//! Copies of positions, for work without the interpreter's lock: the trait [`Positions`], implemented once
//! for all games.

use std::sync::Arc;

use plywright::engine::Reason;
use plywright::network::{FeatureSet, Learnable, Network};
use plywright::{Eval, PositionHistory, Score, Side, State};

use crate::legal::{Legal, Past};
use crate::line::{Line, LineOf};
use crate::numbering::Numbered;
use crate::ruleset::Ruleset;

/// Features of a position from both perspectives.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Features from the perspective of the side to move.
    pub own: &'a FeatureSet,
    /// Features from the perspective of the other side.
    pub other: &'a FeatureSet,
    /// Index of the bucket of output weights for the position; 0 in a game without networks.
    pub bucket: usize,
}

impl Seen<'_> {
    /// Writes the features of the side to move as ones into a row of zeros.
    pub fn observe(self, row: &mut [f32]) {
        for feature in self.own.iter() {
            if let Some(entry) = row.get_mut(feature) {
                *entry = 1.0;
            }
        }
    }
}

/// Copies of positions of one game. Their variants and options may differ.
pub trait Positions: Send + Sync {
    /// Adds a copy of a position. Returns `false` if it is a position of another game. The copy's legal moves
    /// obey draw rules and superko only if `with_history` is true.
    fn push(&mut self, line: &dyn Line, with_history: bool) -> bool;
    /// Removes all positions.
    fn clear(&mut self);
    /// Calls `each` with the features of every position.
    fn features(&self, each: &mut dyn FnMut(Seen<'_>));
    /// Calls `each` with the numbers of the legal moves of every position.
    fn move_numbers(&self, each: &mut dyn FnMut(&[u32]));
    /// Calls `each` with the value of every position by a network that fits the game, in reported units, and
    /// with 400 times the logit of the winning chance.
    fn evaluate(&self, network: &Arc<Network>, each: &mut dyn FnMut(Score, i32));
}

/// A position with its rules and the effect of its earlier moves.
struct Position<G: Numbered> {
    rules: Arc<Ruleset<G>>,
    state: G::State,
    drawn: Option<Reason>,
    forbidden: Option<Box<PositionHistory>>,
}

/// Implementation of [`Positions`] for a game type.
pub struct PositionsOf<G: Numbered>(Vec<Position<G>>);

impl<G: Numbered> PositionsOf<G> {
    /// Creates an empty list.
    pub fn none() -> Self {
        Self(Vec::new())
    }
}

impl<G: Numbered> Positions for PositionsOf<G> {
    fn push(&mut self, line: &dyn Line, with_history: bool) -> bool {
        let Some(LineOf { record, .. }) = line.as_any().downcast_ref::<LineOf<G>>() else { return false };
        let past = if with_history { record.past() } else { Past { drawn: None, forbidden: None } };
        let Past { drawn, forbidden } = past;
        let (rules, state) = (Arc::clone(&record.rules), record.present().clone());
        self.0.push(Position { rules, state, drawn, forbidden: forbidden.cloned().map(Box::new) });
        true
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn features(&self, each: &mut dyn FnMut(Seen<'_>)) {
        let Some(first) = self.0.first() else { return };
        let mut known = &first.rules;
        let mut eval = known.eval.clone();
        let count = first.rules.about.observation_shape.iter().product();
        let mut sets = [(); 2].map(|()| FeatureSet::new(count));
        for Position { rules, state, .. } in &self.0 {
            if !Arc::ptr_eq(known, rules) {
                known = rules;
                eval = rules.eval.clone();
            }
            sets.iter_mut().for_each(FeatureSet::clear);
            let bucket = if let Some(slot) = eval.slot() {
                slot.active(&rules.game, state, &mut sets);
                slot.bucket(&rules.game, state)
            } else {
                rules.game.observe(state, &mut sets);
                0
            };
            let [own, other] = [state.side(), !state.side()].map(Side::index);
            each(Seen { own: &sets[own], other: &sets[other], bucket });
        }
    }

    fn move_numbers(&self, each: &mut dyn FnMut(&[u32])) {
        let mut legal = Legal::unknown();
        for Position { rules, state, drawn, forbidden } in &self.0 {
            legal.list(rules, state, Past { drawn: *drawn, forbidden: forbidden.as_deref() });
            each(legal.numbers(rules));
        }
    }

    fn evaluate(&self, network: &Arc<Network>, each: &mut dyn FnMut(Score, i32)) {
        let learned = |rules: &Ruleset<G>| {
            let mut eval = rules.eval.clone();
            // The caller has checked that the network fits.
            let _ = eval.slot().map(|slot| slot.fill(Some(Arc::clone(network))));
            eval
        };
        let Some(first) = self.0.first() else { return };
        let (mut known, mut eval) = (&first.rules, learned(&first.rules));
        for Position { rules, state, .. } in &self.0 {
            if !Arc::ptr_eq(known, rules) {
                (known, eval) = (rules, learned(rules));
            }
            let (score, params) = (eval.evaluate(&rules.game, state), eval.params());
            each(params.reported(score), params.logit(score));
        }
    }
}
