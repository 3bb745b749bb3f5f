//! Queue of messages to a page. Answers are kept in order. A new principal variation of a search replaces the queued
//! one of the same rank, so a slow page gets fewer of them. Answers that a page does not read delay its next requests.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;

use plywright::engine::lock;
use tokio::sync::Notify;

/// Number of bytes of queued answers above which the page's next requests wait.
const FULL: usize = 1 << 20;

#[derive(Debug, Default)]
pub(crate) struct Outbox {
    waiting: Mutex<Waiting>,
    /// Notified when a message is queued.
    changed: Notify,
    /// Notified when an answer is taken or all messages are dropped.
    emptied: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    /// Answers, and the lines of searches that have ended.
    messages: VecDeque<String>,
    /// Size of all `messages` together.
    bytes: usize,
    /// Newest principal variations of the running search, by rank.
    lines: BTreeMap<usize, String>,
    /// Whether the page has left, so that further answers are dropped.
    is_closed: bool,
}

impl Waiting {
    fn push(&mut self, text: String) {
        if !self.is_closed {
            self.bytes += text.len();
            self.messages.push_back(text);
        }
    }
}

impl Outbox {
    /// Queues an answer.
    pub(crate) fn answer(&self, text: String) {
        lock(&self.waiting).push(text);
        self.changed.notify_one();
    }

    /// Queues the last answer of a search behind its newest lines. The lines of a later search do not replace these.
    pub(crate) fn end_search(&self, text: String) {
        let mut waiting = lock(&self.waiting);
        for line in std::mem::take(&mut waiting.lines).into_values() {
            waiting.push(line);
        }
        waiting.push(text);
        drop(waiting);
        self.changed.notify_one();
    }

    /// Queues a line of a search, in place of a queued line of the same rank.
    pub(crate) fn line(&self, rank: usize, text: String) {
        lock(&self.waiting).lines.insert(rank, text);
        self.changed.notify_one();
    }

    /// Waits until a message is queued. The queue may be empty again when the wait ends.
    pub(crate) async fn wait(&self) {
        self.changed.notified().await;
    }

    /// Takes the next message, if any. Answers come before the lines of a running search, and the best rank
    /// before other lines.
    pub(crate) fn take(&self) -> Option<String> {
        let mut waiting = lock(&self.waiting);
        let Some(text) = waiting.messages.pop_front() else {
            return waiting.lines.pop_first().map(|(_, line)| line);
        };
        waiting.bytes -= text.len();
        self.emptied.notify_one();
        Some(text)
    }

    /// Waits until at most [`FULL`] bytes of answers are queued.
    pub(crate) async fn room(&self) {
        while lock(&self.waiting).bytes > FULL {
            self.emptied.notified().await;
        }
    }

    /// Drops the queued messages, and every answer that is queued later. Call it when the page has left.
    pub(crate) fn close(&self) {
        *lock(&self.waiting) = Waiting { is_closed: true, ..Waiting::default() };
        self.emptied.notify_one();
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
        let messages: Vec<_> = std::iter::from_fn(|| outbox.take()).collect();
        assert_eq!(messages, ["99", "second 99", "best"]);
    }
}
