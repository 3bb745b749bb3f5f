//! Limits the rate of reports from a fast search.
//!
//! The first exact line of each depth and rank passes at once. Every other line less than 100 ms after the
//! last one waits until something passes, and is dropped if a newer line of its rank has arrived by then. So
//! the last line of an iteration always passes, and times and nodes never decrease.

use std::time::{Duration, Instant};

use super::event::TaskEvent;
use super::request::PvInfo;
use crate::search::Bound;

const INTERVAL: Duration = Duration::from_millis(100);

/// Drops the reports of a search that come too fast for a reader.
#[derive(Debug, Default)]
pub(super) struct Throttle {
    passed_at: Option<Instant>,
    waiting: Vec<PvInfo>,
    /// Current depth, and the ranks whose exact line has passed at this depth.
    depth: u16,
    ranks: Vec<usize>,
}

impl Throttle {
    /// Passes `event` to `listener`, at once, later or never.
    pub(super) fn pass(&mut self, event: TaskEvent, listener: &mut dyn FnMut(TaskEvent)) {
        match event {
            TaskEvent::PvInfo(info) => self.info(info, listener),
            TaskEvent::RootMove { .. } if !self.is_due() => {}
            TaskEvent::RootMove { .. } => {
                self.release(listener);
                listener(event);
                self.passed_at = Some(Instant::now());
            }
            _ => {
                self.release(listener);
                listener(event);
            }
        }
    }

    fn is_due(&self) -> bool {
        self.passed_at.is_none_or(|at| at.elapsed() >= INTERVAL)
    }

    fn info(&mut self, info: PvInfo, listener: &mut dyn FnMut(TaskEvent)) {
        if info.depth.0 != self.depth {
            self.release(listener);
            self.depth = info.depth.0;
            self.ranks.clear();
        }
        self.waiting.retain(|older| older.rank != info.rank);
        let first = info.bound == Bound::Exact && !self.ranks.contains(&info.rank);
        if first {
            self.ranks.push(info.rank);
        }
        self.waiting.push(info);
        if first || self.is_due() {
            self.release(listener);
        }
    }

    /// Passes all waiting events in order of arrival.
    pub(super) fn release(&mut self, listener: &mut dyn FnMut(TaskEvent)) {
        for info in std::mem::take(&mut self.waiting) {
            self.passed_at = Some(Instant::now());
            listener(TaskEvent::PvInfo(info));
        }
    }
}
