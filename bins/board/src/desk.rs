//! The desk: answers a page's requests. It has no sockets, threads or files of its own, so it also runs in a
//! browser.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plywright::engine::{DynEngine, Facts, Go, SearchReport, Settings, Task, catch_panic};
use plywright::game::DynLine;
use plywright::search::Clock;
use plywright::{FULL_STRENGTH, Side};
use plywright_matches::record::numbered;
use plywright_matches::record::rules::own_variant;

use crate::answer;
use crate::catalogue::Catalogue;
use crate::page_search::Search;
use crate::puzzles::{self, Judgement, Question};
use crate::records;
use crate::request::{
    Envelope, HowToPlayRequest, JudgeRequest, Place, PreviewRequest, RecordRequest, Request, SearchRequest,
};
use crate::step_tree::Node;

/// Maximum number of principal variations of a search.
const MAX_LINES: u8 = 10;

/// Answers the requests of one page, with an engine of its own. The engine and its memory are kept until the page
/// changes the game or its rules, or a request panics.
pub struct Desk {
    catalogue: Arc<Catalogue>,
    engine: Option<Ready>,
    /// Seed of the random choices in the current game; 0 before the first search.
    seed: u64,
    /// Set by the caller when the page has left.
    is_unwanted: Arc<AtomicBool>,
}

/// Answer to a request.
pub enum Reply {
    /// A message to the page.
    Answer(String),
    /// A prepared search. The caller must stop the running search, if any, before it runs this one.
    Search(Search),
    /// A prepared judgement of the answer to a puzzle. It may run beside a search.
    Judge(Judgement),
}

/// The page's engine, and the game and options for which it was created.
struct Ready {
    game: String,
    variant: Option<String>,
    options: Vec<(String, String)>,
    engine: Box<dyn DynEngine>,
    /// Warning about a new engine, until the first request takes it.
    warning: Option<String>,
}

/// Engine and position with which a request is answered.
struct Ground<'a> {
    engine: &'a mut dyn DynEngine,
    /// The position of the request, with its history.
    line: Box<dyn DynLine>,
    /// Warning about the position's text; if there is none, a warning about a new engine.
    warning: Option<String>,
}

impl Desk {
    /// Creates the desk for a page that has just connected.
    pub fn new(catalogue: Arc<Catalogue>) -> Self {
        Self { catalogue, engine: None, seed: 0, is_unwanted: Arc::default() }
    }

    /// Returns a flag that the caller can set from another thread when the page has left. Replaying the moves of a
    /// request and reading or writing records then end early with an error.
    pub fn unwanted_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_unwanted)
    }

    /// Answers a request of the page. A panic becomes an error message, and the next request gets a new engine.
    pub fn answer(&mut self, envelope: Envelope) -> Reply {
        let id = envelope.id;
        let reply = catch_panic(|| self.reply(envelope)).unwrap_or_else(|error| {
            self.engine = None;
            Err(error.to_string())
        });
        reply.unwrap_or_else(|message| Reply::Answer(answer::error(Some(id), &message)))
    }

    fn reply(&mut self, Envelope { id, request }: Envelope) -> Result<Reply, String> {
        let answer = match request {
            Request::Position(place) => self.position(id, &place)?,
            Request::Preview(request) => self.preview(id, &request)?,
            Request::Exact(place) => {
                let Ground { engine, line, .. } = self.set_up(&place)?;
                answer::exact(id, engine, &*line)
            }
            Request::Explore(place) => self.explore(id, &place)?,
            Request::Puzzles(place) => {
                let is_unwanted = self.unwanted_flag();
                puzzles::list(id, &*self.set_up(&place)?.engine.dyn_game(), &is_unwanted)?
            }
            Request::HowToPlay(request) => self.how_to_play(id, &request),
            Request::Judge(request) => return self.judge(id, &request),
            Request::Search(request) => {
                return Ok(Reply::Search(Search { id, task: self.search(&request)? }));
            }
            Request::ReadRecords(text) => records::read(id, &text, &self.is_unwanted)?,
            Request::WriteRecord(record) => self.write_record(id, &record)?,
            Request::Stop => answer::stopped(id),
        };
        Ok(Reply::Answer(answer))
    }

    fn position(&mut self, id: u64, place: &Place) -> Result<String, String> {
        let Ground { engine, line, warning } = self.set_up(place)?;
        let tree = Node::of(line.move_actions());
        Ok(answer::position(id, engine, &*line, &tree, warning.as_deref()))
    }

    fn preview(&mut self, id: u64, request: &PreviewRequest) -> Result<String, String> {
        let line = self.set_up(&request.place)?.line;
        let tree = Node::of(line.move_actions());
        let node = tree.after(&request.steps).ok_or("these steps begin no move")?;
        Ok(answer::preview(id, &line.scene_towards(&node.moves())))
    }

    fn write_record(&mut self, id: u64, record: &RecordRequest) -> Result<String, String> {
        let is_unwanted = self.unwanted_flag();
        let game = self.set_up(&record.place)?.engine.dyn_game();
        records::write(id, record, &*game, &is_unwanted)
    }

    fn explore(&mut self, id: u64, place: &Place) -> Result<String, String> {
        let catalogue = Arc::clone(&self.catalogue);
        let line = self.set_up(place)?.line;
        let Facts { game, variant, options } = line.facts();
        let options: Vec<_> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let rules = [(*game).to_owned(), variant.clone(), options.join(",")];
        let tree = catalogue.explorer.as_ref().filter(|tree| tree.rules == rules);
        Ok(answer::explored(id, &tree.map_or_else(Vec::new, |tree| tree.moves_from(&*line))))
    }

    fn how_to_play(&self, id: u64, request: &HowToPlayRequest) -> String {
        let game = self.catalogue.games.iter().find(|game| game.name == request.place.game);
        let texts = game.map_or(&[][..], |game| game.how_to_play);
        let text = texts.iter().find(|(language, _)| *language == request.language).or(texts.first());
        answer::how_to_play(id, text.map_or("", |(_, text)| text), game.map(|game| game.explained))
    }

    fn judge(&mut self, id: u64, request: &JudgeRequest) -> Result<Reply, String> {
        let Ground { engine, line, .. } = self.set_up(&request.place)?;
        engine.change(&|settings| settings.multi_pv = 1).map_err(|error| error.to_string())?;
        let solver = if request.solver == 0 { Side::First } else { Side::Second };
        let question = Question { id, solver, wants_draw: request.draw };
        Ok(match question.answer_if_over(&*line) {
            Some(answer) => Reply::Answer(answer),
            None => Reply::Judge(question.judgement(engine, &*line)),
        })
    }

    fn search(&mut self, request: &SearchRequest) -> Result<Task<SearchReport>, String> {
        let last_seed = self.seed;
        // A new game gets a new seed. A game counts as new while it has fewer than two moves, because the engine may
        // play either side.
        if request.place.moves.len() < 2 || last_seed == 0 {
            self.seed = seed_from((self.catalogue.seed)());
        }
        let seed = self.seed;
        let Ground { engine, line, .. } = self.set_up(&request.place)?;
        // A seed that the user has set stays. The desk replaces only 0 and a seed of its own.
        let may_seed = [0, last_seed].contains(&engine.settings().seed);
        set_strength(engine, request)?;
        if may_seed {
            engine.set_seed(seed);
        }
        Ok(engine.search(&*line, &limits(request)))
    }

    /// Sets up the position of a request. Creates a new engine if the request's game or rules differ from those of the
    /// present engine.
    fn set_up(&mut self, place: &Place) -> Result<Ground<'_>, String> {
        // The page requests a new game without a variant. Its later requests name the variant that the first
        // answer stated, and fit the same engine.
        let fits = |ready: &Ready| {
            let game = ready.engine.dyn_game();
            let is_variant =
                ready.variant == place.variant || place.variant.as_ref() == Some(&game.facts().variant);
            ready.game == place.game && is_variant && ready.options == place.options
        };
        let ready = match self.engine.take().filter(fits) {
            Some(ready) => ready,
            None => self.prepare(place)?,
        };
        let Ready { engine, warning, .. } = self.engine.insert(ready);
        let (game, first) = (engine.dyn_game(), place.first());
        let mut line = game.set_up(&first, &[]).map_err(|error| error.to_string())?;
        for (index, text) in place.moves.iter().enumerate() {
            if self.is_unwanted.load(Ordering::Relaxed) {
                return Err("nobody waits for this position".to_owned());
            }
            line.replay(&[text]).map_err(|error| numbered(error, index + 1).to_string())?;
        }
        let warning = game.warning(&first).or_else(|| warning.take());
        Ok(Ground { engine: engine.as_mut(), line, warning })
    }

    /// Creates an engine for a game and its rules. If only data such as tablebases cannot be opened, the result has a
    /// warning instead of an error.
    fn prepare(&self, place: &Place) -> Result<Ready, String> {
        let variant = place.variant.as_deref().map(|variant| own_variant(&place.game, variant));
        let mut engine = (self.catalogue.engine)(&place.game, variant)?;
        let table = self.catalogue.table;
        engine.change(&|settings| settings.hash = table).map_err(|error| error.to_string())?;
        for (name, value) in &place.options {
            engine.set_rule(name, value).map_err(|error| error.to_string())?;
        }
        let warning = (self.catalogue.complete)(&mut *engine).err();
        let Place { game, variant, options, .. } = place.clone();
        Ok(Ready { game, variant, options, engine, warning })
    }
}

/// Reduces a random number to a seed from 1 to `i64::MAX`. With the seed 0, an engine would choose seeds of its own,
/// and its option `Seed` ends at `i64::MAX`.
fn seed_from(random: u64) -> u64 {
    (random >> 1).max(1)
}

/// Sets the strength, the analysis mode and the number of principal variations in the engine. The level and the number
/// are limited to their ranges.
fn set_strength(engine: &mut dyn DynEngine, request: &SearchRequest) -> Result<(), String> {
    let lines = request.lines.unwrap_or(1).clamp(1, MAX_LINES);
    let level = request.level.unwrap_or(FULL_STRENGTH).min(FULL_STRENGTH);
    // A rated level is set by its rating. A level above the rated ones would have the rating of the highest one, so
    // it is set as a level.
    let levels = engine.settings().levels;
    let is_rated = levels.ratings.last().is_some_and(|(highest, _)| level <= *highest);
    let rating = levels.elo_of(level).filter(|_| is_rated);
    let change = |settings: &mut Settings| {
        settings.multi_pv = lines.into();
        settings.skill_level = Some(level);
        settings.limit_strength = is_rated;
        settings.analyse = request.level.is_none();
        settings.elo = rating.unwrap_or(settings.elo);
    };
    engine.change(&change).map_err(|error| error.to_string())
}

/// Returns the limits of a search. A request with neither a time for the move nor clocks gives an endless search.
fn limits(request: &SearchRequest) -> Go {
    let clock = |(remaining, increment): (u32, u32)| Clock {
        remaining: Duration::from_millis(remaining.into()),
        increment: Duration::from_millis(increment.into()),
        moves_to_go: None,
    };
    Go {
        move_time: request.movetime.map(|ms| Duration::from_millis(ms.into())),
        clocks: request.clocks.map_or([None, None], |clocks| clocks.map(clock).map(Some)),
        infinite: request.movetime.is_none() && request.clocks.is_none(),
        ..Go::default()
    }
}
