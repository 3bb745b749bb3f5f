//! The desk: answers a page's requests. It has no sockets, threads or files of its own, so it also runs in a
//! browser.

use std::sync::Arc;
use std::time::Duration;

use plywright::engine::{DynEngine, Go, Task, TaskEvent, catch_panic};
use plywright::search::{Clock, Control};
use plywright::{FULL_STRENGTH, Side};

use crate::answer;
use crate::catalogue::Catalogue;
use crate::puzzles;
use crate::records;
use crate::request::{Envelope, Numbered, Place, RecordRequest, Request, SearchRequest};
use crate::step_tree::{Node, Step};

const MAX_LINES: u8 = 10;

/// Answers the requests of one page, with an engine of its own.
pub struct Desk {
    catalogue: Arc<dyn Catalogue>,
    engine: Option<Ready>,
}

/// Answer to a request.
pub enum Reply {
    /// A message to the page.
    Answer(String),
    /// A prepared search. The caller must stop the running search, if any, before it runs this one.
    Search(Search),
}

/// The page's engine, and the game and options for which it was created.
struct Ready {
    game: String,
    variant: Option<String>,
    options: Vec<(String, String)>,
    engine: Box<dyn DynEngine>,
    /// Warning about a new engine, until the page has received it.
    warning: Option<String>,
}

/// A prepared search for a page.
pub struct Search {
    id: u64,
    task: Task,
}

/// Message that a running search sends to the page.
pub enum SearchMessage {
    /// A rank and the newest principal variation of that rank, as JSON. It replaces older ones of the same
    /// rank.
    Line(usize, String),
    /// Last message of the search.
    End(String),
}

impl Search {
    /// Returns the control that stops the search.
    pub fn control(&self) -> Control {
        self.task.control.clone()
    }

    /// Searches and passes messages to `send`. The last message has the best move or, if the search panicked,
    /// the error.
    pub fn run(self, send: &mut dyn FnMut(SearchMessage)) {
        let Self { id, task } = self;
        let (control, mut has_failed) = (task.control.clone(), false);
        task.run(&mut |event| match event {
            TaskEvent::PvInfo(info) => send(SearchMessage::Line(info.rank, answer::line(id, &info))),
            TaskEvent::Panicked(error) if !has_failed => {
                has_failed = true;
                send(SearchMessage::End(answer::error(Some(id), &error.to_string())));
                control.stop();
            }
            TaskEvent::BestMove(best) if !has_failed => send(SearchMessage::End(answer::best(id, &best))),
            _ => {}
        });
    }
}

impl Envelope {
    /// Parses a message of the page.
    ///
    /// # Errors
    ///
    /// Returns the answer to send if the message cannot be parsed.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| {
            let id = serde_json::from_str::<Numbered>(text).ok().map(|request| request.id);
            answer::error(id, &format!("cannot read the request: {error}"))
        })
    }
}

impl Desk {
    /// Creates the desk for a page that has just connected.
    pub fn new(catalogue: Arc<dyn Catalogue>) -> Self {
        Self { catalogue, engine: None }
    }

    /// Answers a request of the page.
    pub fn answer(&mut self, envelope: Envelope) -> Reply {
        let id = envelope.id;
        catch_panic(|| self.answer_unguarded(envelope)).unwrap_or_else(|error| {
            self.engine = None;
            Reply::Answer(answer::error(Some(id), &error.to_string()))
        })
    }

    fn answer_unguarded(&mut self, envelope: Envelope) -> Reply {
        let Envelope { id, request } = envelope;
        let answer = match request {
            Request::Position { place } => self.position(id, &place),
            Request::Preview { place, steps } => self.preview(id, &place, &steps),
            Request::Exact { place } => self.set_up(&place).map(|(engine, _)| answer::exact(id, engine)),
            Request::Explore { place } => self.explore(id, &place),
            Request::Puzzles { place } => self.set_up(&place).map(|(engine, _)| puzzles::list(id, engine)),
            Request::Judge { place, solver, draw } => self.judge(id, &place, solver, draw),
            Request::Search(search) => match self.search(&search) {
                Ok(task) => return Reply::Search(Search { id, task }),
                Err(message) => Err(message),
            },
            Request::ReadRecords { text } => Ok(records::read(id, &text)),
            Request::WriteRecord { record } => self.write_record(id, &record),
            Request::Stop => Ok(answer::stopped(id)),
        };
        Reply::Answer(answer.unwrap_or_else(|message| answer::error(Some(id), &message)))
    }

    fn position(&mut self, id: u64, place: &Place) -> Result<String, String> {
        let (engine, warning) = self.set_up(place)?;
        let tree = Node::of(engine.move_actions());
        Ok(answer::position(id, engine, &engine.rules(), &tree, warning.as_deref()))
    }

    fn preview(&mut self, id: u64, place: &Place, steps: &[Step]) -> Result<String, String> {
        let (engine, _) = self.set_up(place)?;
        let tree = Node::of(engine.move_actions());
        let node = tree.after(steps).ok_or("these steps begin no move")?;
        Ok(answer::preview(id, &engine.scene_towards(&node.moves())))
    }

    fn write_record(&mut self, id: u64, record: &RecordRequest) -> Result<String, String> {
        let (engine, _) = self.set_up(&record.place)?;
        records::write(id, record, engine)
    }

    fn explore(&mut self, id: u64, place: &Place) -> Result<String, String> {
        let catalogue = Arc::clone(&self.catalogue);
        let (engine, _) = self.set_up(place)?;
        let rules: Vec<_> = place.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let rules = [engine.game_name(), &engine.board().variant, &rules.join(",")].map(str::to_owned);
        let tree = catalogue.explorer().filter(|tree| tree.rules == rules);
        Ok(answer::explored(id, &tree.map_or_else(Vec::new, |tree| engine.opening_moves(tree))))
    }

    fn judge(&mut self, id: u64, place: &Place, solver: u8, draw: bool) -> Result<String, String> {
        let (engine, _) = self.set_up(place)?;
        let mut set = |name, value| engine.set_option(name, value).map_err(|error| error.to_string());
        set("MultiPV", "1")?;
        let solver = if solver == 0 { Side::First } else { Side::Second };
        puzzles::judge(id, engine, solver, draw).map_err(|error| error.to_string())
    }

    fn search(&mut self, request: &SearchRequest) -> Result<Task, String> {
        let (engine, _) = self.set_up(&request.place)?;
        let lines = request.lines.unwrap_or(1).clamp(1, MAX_LINES).to_string();
        let level = request.level.unwrap_or(FULL_STRENGTH).min(FULL_STRENGTH);
        // A rated level is set by its rating. A level above the rated ones would have the rating of the
        // highest one, so it is set as a level.
        let levels = engine.settings().levels;
        let is_rated = levels.ratings.last().is_some_and(|(highest, _)| level <= *highest);
        let rating = levels.elo_of(level).filter(|_| is_rated);
        let mut set = |name, value: &str| engine.set_option(name, value).map_err(|error| error.to_string());
        set("MultiPV", &lines)?;
        set("SkillLevel", &level.to_string())?;
        set("UCI_LimitStrength", &is_rated.to_string())?;
        set("UCI_AnalyseMode", &request.level.is_none().to_string())?;
        if let Some(rating) = rating {
            set("UCI_Elo", &rating.to_string())?;
        }
        let clock = |(remaining, increment): (u32, u32)| Clock {
            remaining: Duration::from_millis(remaining.into()),
            increment: Duration::from_millis(increment.into()),
            moves_to_go: None,
        };
        Ok(engine.search(&Go {
            move_time: request.movetime.map(|ms| Duration::from_millis(ms.into())),
            clocks: request.clocks.map_or([None, None], |clocks| clocks.map(clock).map(Some)),
            infinite: request.movetime.is_none() && request.clocks.is_none(),
            ..Go::default()
        }))
    }

    /// Returns the engine, set to a position, and a warning about the position's text or a new engine. The
    /// engine is kept until the game or its rules change.
    fn set_up(&mut self, place: &Place) -> Result<(&mut dyn DynEngine, Option<String>), String> {
        place.check()?;
        let fits = |ready: &Ready| {
            ready.game == place.game && ready.variant == place.variant && ready.options == place.options
        };
        let ready = match self.engine.take().filter(fits) {
            Some(ready) => ready,
            None => self.prepare(place)?,
        };
        let Ready { engine, warning, .. } = self.engine.insert(ready);
        let moves: Vec<&str> = place.moves.iter().map(String::as_str).collect();
        let about_text = engine.set_position(&place.first(), &moves).map_err(|error| error.to_string())?;
        Ok((engine.as_mut(), about_text.or_else(|| warning.take())))
    }

    fn prepare(&self, place: &Place) -> Result<Ready, String> {
        let mut engine = self.catalogue.engine(&place.game, place.variant.as_deref())?;
        engine.set_option("Hash", &self.catalogue.table().to_string()).map_err(|error| error.to_string())?;
        for (name, value) in &place.options {
            engine.set_rule(name, value).map_err(|error| error.to_string())?;
        }
        let warning = self.catalogue.complete(&mut *engine).err();
        let Place { game, variant, options, .. } = place.clone();
        Ok(Ready { game, variant, options, engine, warning })
    }
}
