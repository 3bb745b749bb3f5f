//! Queue of messages to a page. Answers are kept in order. A new line of a search replaces the queued line of
//! the same rank, so a slow page gets fewer lines.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

#[derive(Debug, Default)]
pub(crate) struct Outbox {
    waiting: Mutex<Waiting>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Outgoing>,
    lines: BTreeMap<usize, String>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outgoing {
    /// Answer to a request.
    Answer(String),
    /// Line of a search.
    Line(String),
}

impl Outbox {
    pub(crate) fn answer(&self, text: String) {
        self.lock().messages.push_back(Outgoing::Answer(text));
        self.changed.notify_one();
    }

    /// Queues the last answer of a search, after the newest lines.
    pub(crate) fn end_search(&self, text: String) {
        let mut waiting = self.lock();
        let lines = std::mem::take(&mut waiting.lines);
        waiting.messages.extend(lines.into_values().map(Outgoing::Line));
        waiting.messages.push_back(Outgoing::Answer(text));
        drop(waiting);
        self.changed.notify_one();
    }

    /// Queues a line of a search. It replaces a queued line of the same rank.
    pub(crate) fn line(&self, rank: usize, text: String) {
        self.lock().lines.insert(rank, text);
        self.changed.notify_one();
    }

    /// Waits until a message is queued. The queue may be empty again when the wait ends.
    pub(crate) async fn wait(&self) {
        self.changed.notified().await;
    }

    /// Takes the next message, if any. Answers come before the lines of a running search, and the best rank
    /// before other lines.
    pub(crate) fn take(&self) -> Option<Outgoing> {
        let mut waiting = self.lock();
        waiting
            .messages
            .pop_front()
            .or_else(|| waiting.lines.pop_first().map(|(_, line)| Outgoing::Line(line)))
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_line_of_a_rank_waits_and_it_comes_before_the_end() {
        let outbox = Outbox::default();
        for depth in 1..100 {
            outbox.line(1, format!("{depth}"));
            outbox.line(2, format!("second {depth}"));
        }
        outbox.end_search("best".to_owned());
        let [first, second] = ["99", "second 99"].map(|text| Outgoing::Line(text.to_owned()));
        let messages: Vec<_> = std::iter::from_fn(|| outbox.take()).collect();
        assert_eq!(messages, [first, second, Outgoing::Answer("best".to_owned())]);
    }
}
