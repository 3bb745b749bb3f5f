//! Keeps a fast search from flooding its client.
//!
//! The first exact line of each depth and rank passes at once; what else comes within 100 ms waits until something
//! passes, and is dropped if its rank has news by then. So the last line of an iteration always passes, and times and
//! nodes never fall.

use std::time::{Duration, Instant};

use plywright::engine::{PvInfo, SearchEvent};
use plywright::search::Bound;

use crate::event::Event;

const INTERVAL: Duration = Duration::from_millis(100);

/// See the module. One throttle serves one search.
#[derive(Debug, Default)]
pub(crate) struct Throttle {
    passed_at: Option<Instant>,
    waiting: Vec<PvInfo>,
    /// Depth and ranks of exact lines that have passed in this iteration.
    depth: u16,
    ranks: Vec<usize>,
}

impl Throttle {
    /// Passes `event` on to `tell`, now, later or never.
    pub(crate) fn pass(&mut self, event: Event, tell: &mut dyn FnMut(&Event)) {
        match event {
            Event::SearchEvent(SearchEvent::PvInfo(insight)) => self.insight(insight, tell),
            Event::SearchEvent(_) if !self.is_due() => {}
            Event::SearchEvent(_) => {
                self.release(tell);
                tell(&event);
                self.passed_at = Some(Instant::now());
            }
            Event::BestMove(_) => {
                self.release(tell);
                tell(&event);
            }
            _ => tell(&event),
        }
    }

    fn is_due(&self) -> bool {
        self.passed_at.is_none_or(|at| at.elapsed() >= INTERVAL)
    }

    fn insight(&mut self, insight: PvInfo, tell: &mut dyn FnMut(&Event)) {
        if insight.depth.0 != self.depth {
            self.release(tell);
            self.depth = insight.depth.0;
            self.ranks.clear();
        }
        self.waiting.retain(|older| older.rank != insight.rank);
        let first = insight.bound == Bound::Exact && !self.ranks.contains(&insight.rank);
        if first {
            self.ranks.push(insight.rank);
        }
        self.waiting.push(insight);
        if first || self.is_due() {
            self.release(tell);
        }
    }

    /// Lets everything pass that waits, in the order in which it came.
    fn release(&mut self, tell: &mut dyn FnMut(&Event)) {
        for insight in std::mem::take(&mut self.waiting) {
            self.passed_at = Some(Instant::now());
            tell(&Event::SearchEvent(SearchEvent::PvInfo(insight)));
        }
    }
}
