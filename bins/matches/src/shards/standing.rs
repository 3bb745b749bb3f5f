//! Standing of a match whose shards arrive in any order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::PairOutcome;
use super::format::ShardError;
use crate::scoreboard::Scoreboard;
use crate::sprt::{Sprt, Verdict};

/// Results of the pairs of a match. Pairs count in the order of the match, so that the verdict of a sequential test
/// does not depend on the order in which shards arrive.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Results of the pairs counted so far.
    pub scores: Scoreboard,
    /// The sequential test of the first two engines, if there is one.
    pub sprt: Option<Sprt>,
    /// The hypothesis that the test accepts; `None` before the verdict, and without a test.
    pub verdict: Option<Verdict>,
    /// Number of shards, from the first on, that have been counted. In the last of them, pairs after the verdict are
    /// left out.
    pub counted: u64,
    /// Number of shards of the plan.
    planned: u64,
    /// Shards that arrived before an earlier shard or after the verdict, by number.
    waiting: BTreeMap<u64, Vec<PairOutcome>>,
}

impl Standing {
    /// Creates the standing of a match before its first pair, for the engines with these names. `planned` is
    /// the number of shards of the plan.
    pub fn new(names: impl IntoIterator<Item = String>, sprt: Option<Sprt>, planned: u64) -> Self {
        let scores = Scoreboard::new(names);
        Self { scores, sprt, verdict: None, counted: 0, planned, waiting: BTreeMap::new() }
    }

    /// Counts the next pair of the match. Breaks when the pair decides the test. Later calls break as well, and count
    /// nothing.
    pub fn count(&mut self, outcome: &PairOutcome) -> ControlFlow<()> {
        if self.verdict.is_none() {
            for (id, result) in outcome {
                self.scores.add(&id.round.to_string(), id.first, id.second, *result);
            }
            self.verdict = self.sprt.and_then(|sprt| sprt.verdict(&self.scores.between(0, 1)));
        }
        if self.verdict.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Adds the pairs of a shard. The pairs count as soon as all earlier shards have been added, unless the test is
    /// decided by then.
    ///
    /// # Errors
    /// Returns an error if there is no such shard or it was added before.
    pub fn add(&mut self, number: u64, outcomes: Vec<PairOutcome>) -> Result<(), ShardError> {
        if number >= self.planned {
            return Err(ShardError::unplanned(number, self.planned));
        }
        if number < self.counted || self.waiting.contains_key(&number) {
            let error = format!("shard {number} was given before, expected each shard once");
            return Err(ShardError::Wrong(error));
        }
        self.waiting.insert(number, outcomes);
        // After a verdict, later shards stay in `waiting`, so that a second call with one of them is refused.
        while self.verdict.is_none()
            && let Some(outcomes) = self.waiting.remove(&self.counted)
        {
            self.counted += 1;
            for outcome in &outcomes {
                if self.count(outcome).is_break() {
                    break;
                }
            }
        }
        Ok(())
    }
}
