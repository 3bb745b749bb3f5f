//! State that the connection of a page and its worker thread share while the page is open: the messages to the page,
//! its unanswered requests, and its searches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use plywright::engine::lock;
use plywright::search::Control;
use plywright_matches::searches::Searches;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use super::outbox::Outbox;
use crate::answer;

/// Maximum number of unanswered requests of a page.
const MAX_REQUESTS: usize = 64;
/// Maximum size of the unanswered requests of a page, in bytes.
const MAX_BYTES: usize = 2 << 20;

/// What the server keeps for a page while the page is connected.
#[derive(Debug, Default)]
pub(crate) struct Visit {
    pub(crate) outbox: Outbox,
    /// Set when the page leaves. The page's desk shares this flag, and ends its work early when it is set.
    has_left: Arc<AtomicBool>,
    /// Notified when the page leaves.
    leaving: Notify,
    /// Running searches and judgements. They are stopped when the page leaves.
    pub(crate) searches: Arc<Searches>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Number of unanswered requests.
    requests: usize,
    /// Size of the unanswered requests together.
    bytes: usize,
    /// Number of requests to stop so far.
    stops: u64,
    /// Whether a search is being prepared. It may hold a permit already.
    is_preparing: bool,
    /// The running search.
    search: Option<Control>,
    /// Ids of the requests to stop that have not been answered. They are answered when the search ends.
    stopping: Vec<u64>,
}

/// Error of [`Visit::turn`]: the page left before its request could be worked on.
#[derive(Debug)]
pub(crate) struct HasLeft;

impl Visit {
    /// Creates the visit of a page. [`Visit::leave`] sets `has_left`, which the page's desk reads.
    pub(crate) fn new(has_left: Arc<AtomicBool>) -> Self {
        Self { has_left, ..Self::default() }
    }

    /// Counts a new request of `bytes` bytes as unanswered, and returns the number of requests to stop that
    /// came before it. Returns `None`, without counting it, if too many requests or bytes are unanswered.
    pub(crate) fn accept(&self, bytes: usize) -> Option<u64> {
        let mut state = lock(&self.state);
        if state.requests == MAX_REQUESTS || state.bytes + bytes > MAX_BYTES {
            return None;
        }
        state.requests += 1;
        state.bytes += bytes;
        Some(state.stops)
    }

    /// Counts a request of `bytes` bytes as answered, so that [`Visit::accept`] has room for another.
    pub(crate) fn end_request(&self, bytes: usize) {
        let mut state = lock(&self.state);
        state.requests -= 1;
        state.bytes -= bytes;
    }

    /// Stops the search that is running or being prepared. The request `id` is answered when this search has ended, or
    /// at once if there is none. A search that was requested earlier and has not begun ends with the first move that it
    /// finds.
    pub(crate) fn stop(&self, id: u64) {
        let mut state = lock(&self.state);
        state.stops += 1;
        if state.search.is_none() && !state.is_preparing {
            drop(state);
            return self.outbox.answer(answer::stopped(id));
        }
        state.search.iter().for_each(Control::stop);
        state.stopping.push(id);
    }

    /// Stops the running search, if any. Does not count as a request to stop.
    pub(crate) fn stop_search(&self) {
        lock(&self.state).search.iter().for_each(Control::stop);
    }

    /// Prepares a search, so that a request to stop is answered only after [`Visit::end_search`]. Does nothing and
    /// returns `false` if the page has asked to stop since it requested the search. `stops` is the value that
    /// [`Visit::accept`] returned for that request.
    pub(crate) fn prepare_search(&self, stops: u64) -> bool {
        let mut state = lock(&self.state);
        state.is_preparing = state.stops == stops;
        state.is_preparing
    }

    /// Whether the running search was stopped, but has not ended yet.
    pub(crate) fn is_stopping(&self) -> bool {
        lock(&self.state).search.as_ref().is_some_and(Control::is_stopped)
    }

    /// Registers a search, so that requests to stop reach it. Stops the search at once if the page has asked to stop
    /// since its request for the search. `stops` is the value that [`Visit::accept`] returned for this request.
    pub(crate) fn begin_search(&self, search: Control, stops: u64) {
        let mut state = lock(&self.state);
        if state.stops > stops {
            search.stop();
        }
        (state.is_preparing, state.search) = (false, Some(search));
    }

    /// Forgets the search after its end, or after a failed preparation, and answers the requests to stop it.
    pub(crate) fn end_search(&self) {
        let mut state = lock(&self.state);
        (state.is_preparing, state.search) = (false, None);
        for id in state.stopping.drain(..) {
            self.outbox.answer(answer::stopped(id));
        }
    }

    /// Ends all work for the page: stops its searches, drops its messages and wakes a worker that waits for its turn.
    pub(crate) fn leave(&self) {
        self.has_left.store(true, Ordering::Relaxed);
        self.searches.stop();
        self.outbox.close();
        self.leaving.notify_one();
    }

    /// Waits until the outbox has room and then, if `turns` is given, for one of its permits. Returns the permit, if
    /// one was asked for.
    ///
    /// # Errors
    ///
    /// Returns an error if the page leaves first.
    pub(crate) async fn turn(
        &self,
        turns: Option<&Arc<Semaphore>>,
    ) -> Result<Option<OwnedSemaphorePermit>, HasLeft> {
        let wait = async {
            self.outbox.room().await;
            match turns {
                // An error is impossible, because the semaphore is never closed.
                Some(turns) => Arc::clone(turns).acquire_owned().await.ok(),
                None => None,
            }
        };
        // `leave` empties the outbox before it notifies `leaving`. So `wait` may end because the page has left, and
        // then the page gets no turn.
        tokio::select! {
            biased;
            () = self.leaving.notified() => Err(HasLeft),
            permit = wait => if self.has_left.load(Ordering::Relaxed) { Err(HasLeft) } else { Ok(permit) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_during_the_preparation_of_a_search_is_answered_at_its_end() {
        let visit = Visit::default();
        assert!(visit.prepare_search(0));
        visit.stop(7);
        assert_eq!(visit.outbox.take(), None);
        visit.end_search();
        assert_eq!(visit.outbox.take(), Some(answer::stopped(7)));
    }

    #[test]
    fn a_search_that_was_stopped_before_its_preparation_is_not_prepared() {
        let visit = Visit::default();
        visit.stop(7);
        assert_eq!(visit.outbox.take(), Some(answer::stopped(7)));
        assert!(!visit.prepare_search(0));
    }
}
