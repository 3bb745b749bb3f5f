//! Worker thread of one page. It handles the page's requests in order. Searches run in a further thread, one
//! at a time. Both threads end when the page disconnects.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use plywright::engine::STACK;
use plywright::search::Control;
use tokio::sync::OwnedSemaphorePermit;

use super::Shared;
use super::outbox::Outbox;
use crate::answer;
use crate::desk::{Desk, Reply, Search, SearchMessage};
use crate::request::{Envelope, Request};

/// Maximum number of unanswered requests of a page.
pub(crate) const MAX_WAITING: usize = 16;
const TOO_MANY_SEARCHES: &str = "the board runs as many searches as it allows; try again when one has ended";

/// Starts the worker of a page. The worker ends when the returned sender is dropped.
///
/// # Errors
///
/// Returns an error if the system cannot create the thread.
pub(crate) fn start(shared: Shared, outbox: Arc<Outbox>) -> std::io::Result<SyncSender<Envelope>> {
    let (sender, requests) = sync_channel(MAX_WAITING);
    let desk = Desk::new(Arc::clone(&shared.catalogue));
    let work = move || Worker { shared, outbox, search: None }.run(desk, &requests);
    thread::Builder::new().name("page".to_owned()).stack_size(STACK).spawn(work)?;
    Ok(sender)
}

struct Running {
    control: Control,
    thread: JoinHandle<()>,
}

struct Worker {
    shared: Shared,
    outbox: Arc<Outbox>,
    search: Option<Running>,
}

impl Worker {
    fn run(mut self, mut desk: Desk, requests: &Receiver<Envelope>) {
        for envelope in requests {
            let id = envelope.id;
            match self.answer(&mut desk, envelope) {
                Ok(Some(answer)) => self.outbox.answer(answer),
                Ok(None) => {}
                Err(message) => self.outbox.answer(answer::error(Some(id), &message)),
            }
        }
        self.halt();
    }

    /// Answers a request. Returns `None` for a search, which answers when it ends. A request to search or to
    /// stop first stops the running search.
    ///
    /// # Errors
    ///
    /// Returns a message if no permit for a search is available or the search's thread cannot be started.
    fn answer(&mut self, desk: &mut Desk, envelope: Envelope) -> Result<Option<String>, String> {
        let mut permit = None;
        match envelope.request {
            Request::Search(_) => {
                self.halt();
                let searches = Arc::clone(&self.shared.searches);
                permit = Some(searches.try_acquire_owned().map_err(|_| TOO_MANY_SEARCHES)?);
            }
            Request::Stop => self.halt(),
            _ => {}
        }
        match desk.answer(envelope) {
            Reply::Answer(answer) => Ok(Some(answer)),
            Reply::Search(search) => self.start(search, permit).map(|()| None),
        }
    }

    /// Starts a search in its own thread. The search holds `permit` until it ends.
    fn start(&mut self, search: Search, permit: Option<OwnedSemaphorePermit>) -> Result<(), String> {
        let control = search.control();
        let outbox = Arc::clone(&self.outbox);
        let work = move || {
            search.run(&mut |message| match message {
                SearchMessage::Line(rank, line) => outbox.line(rank, line),
                SearchMessage::End(answer) => outbox.end_search(answer),
            });
            drop(permit);
        };
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work);
        let thread = thread.map_err(|error| format!("cannot start a thread for the search: {error}"))?;
        self.search = Some(Running { control, thread });
        Ok(())
    }

    /// Stops the running search, if any, and waits until it has answered.
    fn halt(&mut self) {
        if let Some(Running { control, thread }) = self.search.take() {
            control.stop();
            // A search that panicked has printed its message.
            let _ = thread.join();
        }
    }
}
