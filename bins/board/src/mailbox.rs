//! What waits to be sent to a page. Answers wait in order; of the lines of a search only the newest of each
//! rank waits, so that a page that reads slowly gets fewer of them and nothing piles up.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The letters to one page.
#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    waiting: Mutex<Waiting>,
    news: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    letters: VecDeque<Letter>,
    lines: BTreeMap<usize, String>,
}

/// What is to be sent next.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Letter {
    /// An answer to a request.
    Answer(String),
    /// A line of a search.
    Line(String),
}

impl Mailbox {
    /// Puts an answer behind all others.
    pub(crate) fn answer(&self, text: String) {
        self.lock().letters.push_back(Letter::Answer(text));
        self.news.notify_one();
    }

    /// Puts the answer that ends a search; the search's last lines are sent before it.
    pub(crate) fn end_search(&self, text: String) {
        let mut waiting = self.lock();
        let lines = std::mem::take(&mut waiting.lines);
        waiting.letters.extend(lines.into_values().map(Letter::Line));
        waiting.letters.push_back(Letter::Answer(text));
        drop(waiting);
        self.news.notify_one();
    }

    /// Puts a line in place of the one of its rank that waits.
    pub(crate) fn line(&self, rank: usize, text: String) {
        self.lock().lines.insert(rank, text);
        self.news.notify_one();
    }

    /// Waits until there is something to send.
    pub(crate) async fn wait(&self) {
        self.news.notified().await;
    }

    /// The next thing to send.
    pub(crate) fn take(&self) -> Option<Letter> {
        let mut waiting = self.lock();
        waiting.letters.pop_front().or_else(|| waiting.lines.pop_first().map(|(_, line)| Letter::Line(line)))
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
        let mailbox = Mailbox::default();
        for depth in 1..100 {
            mailbox.line(1, format!("{depth}"));
            mailbox.line(2, format!("second {depth}"));
        }
        mailbox.end_search("best".to_owned());
        let [first, second] = ["99", "second 99"].map(|text| Letter::Line(text.to_owned()));
        let letters: Vec<_> = std::iter::from_fn(|| mailbox.take()).collect();
        assert_eq!(letters, [first, second, Letter::Answer("best".to_owned())]);
    }
}
