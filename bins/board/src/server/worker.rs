//! Worker thread of one page. It handles the page's requests in order. Searches run in another thread, one at a time.
//! Both threads end when the page disconnects. Until then, the page keeps its place among the open pages.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use axum::extract::ws::Utf8Bytes;
use plywright::engine::STACK;
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;

use super::visit::Visit;
use super::{Place, Shared};
use crate::answer;
use crate::desk::{Desk, Reply};
use crate::page_search::{Search, SearchMessage};
use crate::request::{Envelope, Request, id_of, id_of_stop};

/// Size in bytes above which a request counts as long. The server works on at most one long request for each processor
/// at a time.
const LONG: usize = 16 << 10;
const TOO_MANY_SEARCHES: &str = "the board runs as many searches as it allows; try again when one has ended";
const TOO_MANY_REQUESTS: &str = "too many requests of this page wait for their answers; try again later";

/// The connection's end of the queue to a worker. Dropping this end ends the worker.
pub(crate) struct Requests {
    queue: Sender<Queued>,
    pub(crate) visit: Arc<Visit>,
}

struct Queued {
    text: Utf8Bytes,
    /// Number of requests to stop that came before this one.
    stops: u64,
}

/// Starts the worker of a page.
///
/// # Errors
///
/// Returns an error if the system cannot create the thread.
pub(crate) fn start(shared: Shared, place: Place) -> std::io::Result<Requests> {
    let (queue, requests) = channel();
    let desk = Desk::new(Arc::clone(&shared.catalogue));
    let visit = Arc::new(Visit::new(desk.unwanted_flag()));
    let worker = Worker { shared, visit: Arc::clone(&visit), desk, search: None };
    let (runtime, end) = (Handle::current(), Requests { queue, visit });
    let work = move || {
        worker.run(&runtime, &requests);
        drop(place);
    };
    thread::Builder::new().name("page".to_owned()).stack_size(STACK).spawn(work)?;
    Ok(end)
}

impl Requests {
    /// Queues a request. A request to stop is handled at once, so that it does not wait for earlier requests.
    /// Other requests are refused while too many requests, or too many bytes of them, are unanswered.
    pub(crate) fn take(&self, text: Utf8Bytes) {
        if let Some(id) = id_of_stop(&text) {
            self.visit.stop(id);
        } else if let Some(stops) = self.visit.accept(text.len()) {
            // An error is ignored: sending fails only if the worker has ended, and the request then gets no answer.
            let _ = self.queue.send(Queued { text, stops });
        } else {
            self.visit.outbox.answer(answer::error(id_of(&text), TOO_MANY_REQUESTS));
        }
    }
}

impl Drop for Requests {
    fn drop(&mut self) {
        self.visit.leave();
    }
}

struct Worker {
    shared: Shared,
    visit: Arc<Visit>,
    desk: Desk,
    search: Option<JoinHandle<()>>,
}

impl Worker {
    fn run(mut self, runtime: &Handle, requests: &Receiver<Queued>) {
        for Queued { text, stops } in requests {
            let bytes = text.len();
            let turns = (bytes > LONG).then_some(&self.shared.turns);
            let Ok(permit) = runtime.block_on(self.visit.turn(turns)) else { break };
            if let Some(answer) = self.answer(text, stops) {
                self.visit.outbox.answer(answer);
            }
            drop(permit);
            self.visit.end_request(bytes);
        }
        self.halt();
    }

    /// Answers a request. Returns `None` for a search, which answers when it ends.
    fn answer(&mut self, text: Utf8Bytes, stops: u64) -> Option<String> {
        let envelope = match Envelope::read(&text) {
            Ok(envelope) => envelope,
            Err(answer) => return Some(answer),
        };
        drop(text);
        let id = envelope.id;
        self.handle(envelope, stops).unwrap_or_else(|message| Some(answer::error(Some(id), &message)))
    }

    /// Answers a request; returns `None` for a search, which answers when it ends. A request to search or to stop first
    /// ends the running search. A judgement runs within this call, beside a running search, but waits for the end of a
    /// stopped one. If more than `stops` requests to stop have come, a search ends with the first move that it finds.
    ///
    /// # Errors
    ///
    /// Returns a message if no permit is available or the search's thread cannot be started.
    fn handle(&mut self, envelope: Envelope, stops: u64) -> Result<Option<String>, String> {
        let (mut prepared, mut permit) = (None, None);
        match envelope.request {
            Request::Search(_) => {
                self.halt();
                prepared = Some(self.prepare(stops)?);
            }
            Request::Judge(_) => {
                if self.visit.is_stopping() {
                    self.halt();
                }
                permit = Some(self.permit()?);
            }
            Request::Stop => self.halt(),
            _ => {}
        }
        match self.desk.answer(envelope) {
            Reply::Answer(answer) => Ok(Some(answer)),
            Reply::Search(search) => {
                let prepared = prepared.ok_or("the search was not requested")?;
                self.start(search, prepared, stops).map(|()| None)
            }
            Reply::Judge(judgement) => {
                let _running = self.visit.searches.add(&judgement.control());
                let answer = judgement.run();
                drop(permit);
                Ok(Some(answer))
            }
        }
    }

    /// Takes a permit for a search or a judgement, or returns the message that none is available.
    fn permit(&self) -> Result<OwnedSemaphorePermit, &'static str> {
        Arc::clone(&self.shared.searches).try_acquire_owned().map_err(|_| TOO_MANY_SEARCHES)
    }

    /// Prepares a search, and takes a permit for it. A search that the page stopped before it began needs no permit,
    /// because it ends at once. `stops` is the number of requests to stop that came before the request for the search.
    /// Returns a message if no permit is available.
    fn prepare(&self, stops: u64) -> Result<Prepared, &'static str> {
        let mut prepared = Prepared { permit: None, visit: Arc::clone(&self.visit) };
        if self.visit.prepare_search(stops) {
            prepared.permit = Some(self.permit()?);
        }
        Ok(prepared)
    }

    /// Starts a search in its own thread. `stops` is the number of requests to stop that came before the request for
    /// the search.
    fn start(&mut self, search: Search, mut prepared: Prepared, stops: u64) -> Result<(), String> {
        let running = self.visit.searches.add(&search.control());
        self.visit.begin_search(search.control(), stops);
        let work = move || {
            search.run(&mut |message| match message {
                SearchMessage::Line(rank, line) => prepared.visit.outbox.line(rank, line),
                SearchMessage::End(answer) => {
                    // Frees the permit before the page hears the answer, because the page may then search again.
                    prepared.permit = None;
                    prepared.visit.outbox.end_search(answer);
                }
            });
            drop(running);
            drop(prepared);
        };
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work);
        let thread = thread.map_err(|error| format!("cannot start a thread for the search: {error}"))?;
        self.search = Some(thread);
        Ok(())
    }

    /// Stops the running search, if any, and waits until it has answered.
    fn halt(&mut self) {
        self.visit.stop_search();
        if let Some(thread) = self.search.take() {
            // An error is ignored: joining fails only if the search panicked, and the panic has printed its message.
            let _ = thread.join();
        }
    }
}

/// A search from its preparation to its end. Dropping it, also in a panic, frees the permit, and then answers the
/// page's requests to stop.
struct Prepared {
    permit: Option<OwnedSemaphorePermit>,
    visit: Arc<Visit>,
}

impl Drop for Prepared {
    fn drop(&mut self) {
        self.permit = None;
        self.visit.end_search();
    }
}
