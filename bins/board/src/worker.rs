//! The thread for one page. It owns the page's engine and answers requests in order; a search runs in its own
//! thread, one at a time. Both threads end when the page disconnects.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use plywright::FULL_STRENGTH;
use plywright::engine::{DynEngine, Go, STACK, Setup, TaskEvent};
use plywright::search::{Clock, Control};

use crate::answer;
use crate::catalogue::Shared;
use crate::outbox::Outbox;
use crate::records;
use crate::request::{Envelope, Place, RecordRequest, Request, SearchRequest};
use crate::step_tree::{Node, Step};

/// Maximum number of waiting requests.
pub(crate) const MAX_WAITING: usize = 16;
/// Size of a page's table in mebibytes. Allocators return blocks of this size to the system when they are
/// freed, but keep smaller ones.
const TABLE: &str = "32";
/// Message if all slots for searches are taken.
const TOO_MANY_SEARCHES: &str =
    "as many searches run on this board as it allows; try again when one has ended";
/// Maximum number of lines of an analysis.
const MAX_LINES: u8 = 10;

/// Starts the thread for a page. It ends when the sender is dropped.
///
/// # Errors
///
/// Returns an error if the system cannot create a thread.
pub(crate) fn start(shared: Shared, outbox: Arc<Outbox>) -> std::io::Result<SyncSender<Envelope>> {
    let (sender, requests) = sync_channel(MAX_WAITING);
    let work = move || Worker { shared, outbox, engine: None, search: None }.run(&requests);
    thread::Builder::new().name("page".to_owned()).stack_size(STACK).spawn(work)?;
    Ok(sender)
}

/// An engine with its rules.
struct Ready {
    game: String,
    variant: Option<String>,
    options: Vec<(String, String)>,
    engine: Box<dyn DynEngine>,
}

/// A search in its thread.
struct Running {
    control: Control,
    thread: JoinHandle<()>,
}

/// The state of the thread.
struct Worker {
    shared: Shared,
    outbox: Arc<Outbox>,
    engine: Option<Ready>,
    search: Option<Running>,
}

impl Worker {
    fn run(mut self, requests: &Receiver<Envelope>) {
        for Envelope { id, request } in requests {
            let answer = match request {
                Request::Position { place } => self.position(id, &place),
                Request::Preview { place, steps } => self.preview(id, &place, &steps),
                Request::Exact { place } => {
                    self.set_up(&place).map(|(engine, _)| answer::exact(id, engine.exact()))
                }
                Request::Search(search) => match self.search(id, &search) {
                    // The search sends its answer when it ends.
                    Ok(()) => continue,
                    Err(message) => Err(message),
                },
                Request::ReadRecords { text } => Ok(records::read(id, &text)),
                Request::WriteRecord { record } => self.write_record(id, &record),
                Request::Stop => {
                    self.halt();
                    Ok(answer::stopped(id))
                }
            };
            self.outbox.answer(answer.unwrap_or_else(|message| answer::error(Some(id), &message)));
        }
        self.halt();
    }

    fn position(&mut self, id: u64, place: &Place) -> Result<String, String> {
        let (engine, warning) = self.set_up(place)?;
        let tree = Node::of(engine.turns());
        Ok(answer::position(id, engine, &engine.rules(), &tree, warning.as_deref()))
    }

    fn preview(&mut self, id: u64, place: &Place, steps: &[Step]) -> Result<String, String> {
        let (engine, _) = self.set_up(place)?;
        let tree = Node::of(engine.turns());
        let node = tree.after(steps).ok_or("these steps begin no move")?;
        Ok(answer::preview(id, &engine.scene_towards(&node.moves())))
    }

    fn write_record(&mut self, id: u64, record: &RecordRequest) -> Result<String, String> {
        let (engine, _) = self.set_up(&record.place)?;
        let variant = engine.board().variant;
        Ok(records::write(id, record, variant))
    }

    /// Stops the running search, waits for its answer, and starts another.
    fn search(&mut self, id: u64, request: &SearchRequest) -> Result<(), String> {
        self.halt();
        let permit = Arc::clone(&self.shared.searches).try_acquire_owned().map_err(|_| TOO_MANY_SEARCHES)?;
        let (engine, _) = self.set_up(&request.place)?;
        let lines = request.lines.unwrap_or(1).clamp(1, MAX_LINES).to_string();
        let level = request.level.unwrap_or(FULL_STRENGTH).min(FULL_STRENGTH);
        let is_limited = level < FULL_STRENGTH;
        // In games with rated levels, the rating limits the strength.
        let rating = engine.settings().levels.elo_of(level).filter(|_| is_limited);
        let mut set = |name, value: &str| engine.set_option(name, value).map_err(|error| error.to_string());
        set("MultiPV", &lines)?;
        set("SkillLevel", &level.to_string())?;
        set("UCI_LimitStrength", &is_limited.to_string())?;
        set("UCI_AnalyseMode", &request.level.is_none().to_string())?;
        if let Some(rating) = rating {
            set("UCI_Elo", &rating.to_string())?;
        }
        let clock = |(remaining, increment): (u32, u32)| Clock {
            remaining: Duration::from_millis(remaining.into()),
            increment: Duration::from_millis(increment.into()),
            moves_to_go: None,
        };
        let task = engine.search(&Go {
            move_time: request.movetime.map(|ms| Duration::from_millis(ms.into())),
            clocks: request.clocks.map_or([None, None], |clocks| clocks.map(clock).map(Some)),
            infinite: request.movetime.is_none() && request.clocks.is_none(),
            ..Go::default()
        });
        let control = task.control.clone();
        let outbox = Arc::clone(&self.outbox);
        let work = move || {
            task.run(&mut |event| match event {
                TaskEvent::PvInfo(info) => outbox.line(info.rank, answer::line(id, &info)),
                TaskEvent::BestMove(best) => outbox.end_search(answer::best(id, &best)),
                _ => {}
            });
            drop(permit);
        };
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work);
        let thread = thread.map_err(|error| format!("no thread to search in: {error}"))?;
        self.search = Some(Running { control, thread });
        Ok(())
    }

    /// Stops the running search and waits for its answer.
    fn halt(&mut self) {
        if let Some(Running { control, thread }) = self.search.take() {
            control.stop();
            // A search that panicked has printed its message and sends no answer.
            let _ = thread.join();
        }
    }

    /// Returns the engine in a position, and a warning about the position's text. The engine is kept while
    /// the rules stay the same.
    fn set_up(&mut self, place: &Place) -> Result<(&mut dyn DynEngine, Option<String>), String> {
        place.check()?;
        let fits = |ready: &Ready| {
            ready.game == place.game && ready.variant == place.variant && ready.options == place.options
        };
        let ready = match self.engine.take().filter(fits) {
            Some(ready) => ready,
            None => self.prepare(place)?,
        };
        let engine = &mut self.engine.insert(ready).engine;
        let setup = place.setup.clone().map_or(Setup::Start, Setup::Text);
        let moves: Vec<&str> = place.moves.iter().map(String::as_str).collect();
        let warning = engine.set_position(&setup, &moves).map_err(|error| error.to_string())?;
        Ok((engine.as_mut(), warning))
    }

    fn prepare(&self, place: &Place) -> Result<Ready, String> {
        let mut engine = self.shared.catalogue.engine(&place.game, place.variant.as_deref())?;
        engine.set_option("Hash", TABLE).map_err(|error| error.to_string())?;
        for (name, value) in &place.options {
            engine.set_rule(name, value).map_err(|error| error.to_string())?;
        }
        let Place { game, variant, options, .. } = place.clone();
        Ok(Ready { game, variant, options, engine })
    }
}
