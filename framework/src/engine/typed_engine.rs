//! The engine with its game's types: [`Engine`].

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::best_answers::BestAnswers;
use super::evaluation::Evaluation;
use super::learning::{Learning, lock};
use super::options::{OptionError, OptionSpec};
use super::playable::{GameOptions, Playable};
use super::record::GameRecord;
use super::request::{Outcome, Reason, SetOptionError, Setup, SetupError};
use super::settings::{SEED_OPTION, Settings};
use crate::rules::{Ending, Key, Moves, Score};
use crate::search::{Eval, Memory, Oracle, Table, TableError};
use crate::text::closest;

/// A game's position and options, and the searches started from them.
pub struct Engine<G: Playable> {
    /// The rules under the game's current options.
    pub(super) game: G,
    pub(super) options: Box<dyn GameOptions<G>>,
    /// Names and values of the game's options that were set; they are set again after a change of variant.
    kept_options: Vec<(String, String)>,
    pub(super) variant: &'static str,
    pub(super) record: GameRecord<G>,
    pub(super) settings: Settings,
    evaluation: Evaluation,
    eval: G::Eval,
    pub(super) table: Arc<Table>,
    /// Other results that searches of this game leave for later ones.
    pub(super) memory: Arc<Memory>,
    pub(super) best_answers: Arc<BestAnswers>,
    pub(super) learning: Option<Arc<Mutex<Learning>>>,
    /// Replaces a seed of 0; it differs in every game.
    pub(super) game_seed: u64,
    /// Number of searches since the seed was set.
    searches: AtomicU64,
}

const VARIANT_OPTION: &str = "UCI_Variant";
const CLEAR_OPTION: &str = "Clear Hash";

impl<G: Playable> Engine<G> {
    /// Creates an engine for the named variant, or for the default one.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such variant or not enough memory for the table.
    pub fn new(variant: Option<&str>) -> Result<Self, SetOptionError> {
        let variants = G::variants();
        let name = variant.unwrap_or_else(|| variants.first().map_or("", |variant| variant.name));
        let (variant, game) = find_variant::<G>(name)?;
        let settings = Settings::new(G::ALGORITHM, G::levels(), G::option_aliases());
        let table = Arc::new(Table::new(settings.hash)?);
        let record = GameRecord::start(&game, game.start());
        let (options, evaluation) = (game.options(), Evaluation::default());
        Ok(Self {
            eval: evaluation.fill(&game, options.eval()),
            options,
            kept_options: Vec::new(),
            game,
            variant,
            record,
            settings,
            evaluation,
            table,
            memory: Arc::default(),
            best_answers: Arc::default(),
            learning: None,
            game_seed: fresh_seed(),
            searches: AtomicU64::new(0),
        })
    }

    /// The evaluation under the current options.
    pub fn eval(&self) -> G::Eval {
        self.eval.clone()
    }

    /// The evaluation for levels with errors. It never uses a shipped network, because the ratings were
    /// measured with the hand-written evaluation.
    pub(super) fn eval_of_levels(&self) -> G::Eval {
        match self.evaluation {
            Evaluation::Shipped => Evaluation::HandWritten.fill(&self.game, self.options.eval()),
            Evaluation::HandWritten | Evaluation::File(_) => self.eval(),
        }
    }

    /// The oracle under the current options.
    pub fn oracle(&self) -> Option<Arc<dyn Oracle<G>>> {
        self.options.oracle()
    }

    /// The rules under the current options.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The variant's name.
    pub fn variant(&self) -> &'static str {
        self.variant
    }

    /// The options' values.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The present position.
    pub fn state(&self) -> &G::State {
        self.record.present()
    }

    /// All options in advertised order.
    pub fn options(&self) -> Vec<OptionSpec> {
        let mut variants: Vec<_> = G::variants().iter().map(|variant| variant.name).collect();
        variants.sort_by_key(|name| *name != self.variant);
        let mut options: Vec<_> = self.settings.specs();
        options.push(OptionSpec::button(CLEAR_OPTION));
        options.push(OptionSpec::combo(VARIANT_OPTION, variants));
        options.extend(Evaluation::spec(&self.game));
        options.extend(self.options.specs());
        options
    }

    /// Sets an option from text; the name is read in any case. The value applies from the next search on.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such option, the value is invalid or there is not enough memory for a
    /// table.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        if name.eq_ignore_ascii_case(CLEAR_OPTION) {
            let table = self.spare_table()?;
            self.forget(table);
            Ok(())
        } else if name.eq_ignore_ascii_case(VARIANT_OPTION) {
            self.set_variant(value)
        } else if let Some(option) = Evaluation::spec(&self.game).filter(|option| option.is_called(name)) {
            self.set_evaluation(&option, value)
        } else if let Some(option) = spec(&*self.options, name) {
            self.set_game_option(&option, value)
        } else {
            self.set_setting(name, value).map_err(|error| match error {
                SetOptionError::Option(error) => {
                    error.among(self.options().iter().map(|option| option.name)).into()
                }
                other => other,
            })
        }
    }

    /// Starts a new game under another variant. Options that do not depend on the variant keep their values.
    fn set_variant(&mut self, name: &str) -> Result<(), SetOptionError> {
        let (variant, game) = find_variant::<G>(name)?;
        let specs = self.options.specs();
        let is_of_variant = |name: &str| specs.iter().any(|o| o.name == name && o.of_variant);
        let mut kept = self.kept_options.clone();
        kept.retain(|(name, _)| !is_of_variant(name));
        let mut options = game.options();
        for (name, value) in &kept {
            // Options that this variant lacks are skipped.
            if let Some(option) = spec(&*options, name) {
                options.set(option.name, &option.parse(value)?)?;
            }
        }
        let table = self.spare_table()?;
        (self.variant, self.game, self.options, self.kept_options) = (variant, options.game(), options, kept);
        self.record = GameRecord::start(&self.game, self.game.start());
        self.renew_eval();
        self.forget(table);
        Ok(())
    }

    fn set_evaluation(&mut self, option: &OptionSpec, value: &str) -> Result<(), SetOptionError> {
        let evaluation = Evaluation::parse(&self.game, option, value)?;
        // The new evaluation makes stored scores worthless.
        let table = self.spare_table()?;
        self.evaluation = evaluation;
        self.renew_eval();
        self.forget(table);
        Ok(())
    }

    fn set_game_option(&mut self, option: &OptionSpec, value: &str) -> Result<(), SetOptionError> {
        let parsed = option.parse(value)?;
        // New rules or weights make stored scores worthless.
        let table = self.spare_table()?;
        self.options.set(option.name, &parsed)?;
        let game = self.options.game();
        self.record = self.record_under(&game);
        self.game = game;
        self.renew_eval();
        self.forget(table);
        self.kept_options.retain(|(known, _)| known != option.name);
        self.kept_options.push((option.name.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Sets a shared option.
    fn set_setting(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        let mut settings = self.settings.clone();
        settings.set(name, value)?;
        if settings.learning_file != self.settings.learning_file {
            self.learning = open_learning(&settings.learning_file)?;
        }
        if settings.hash != self.settings.hash {
            self.table = Arc::new(Table::new(settings.hash)?);
            self.memory = Arc::new(self.memory.without_results());
        }
        if name.eq_ignore_ascii_case(SEED_OPTION) {
            self.searches = AtomicU64::new(0);
        }
        self.settings = settings;
        self.recall_lessons();
        Ok(())
    }

    /// Seed of the choices that may differ between games.
    pub(super) fn seed_of_game(&self) -> u64 {
        if self.settings.seed == 0 { self.game_seed } else { self.settings.seed }
    }

    /// Seed of the next random move. It differs in each search; one seed gives the same series of seeds.
    pub(super) fn seed_of_next_move(&self) -> u64 {
        let searches = self.searches.fetch_add(1, Ordering::Relaxed);
        Key::mix(self.seed_of_game() ^ Key::mix(searches).0).0
    }

    /// One-line warning about the options. A search reports it too.
    pub fn warning(&self) -> Option<String> {
        self.options.warning()
    }

    /// The game record after a change of rules. The start position becomes the new start position. Any other
    /// position is kept if the new rules allow it; otherwise the new start position replaces it.
    fn record_under(&self, game: &G) -> GameRecord<G> {
        let state = if *self.state() == self.game.start() {
            game.start()
        } else {
            game.parse_position(&self.game.position_text(self.state())).unwrap_or_else(|_| game.start())
        };
        if state == *self.state() { self.record.clone() } else { GameRecord::start(game, state) }
    }

    fn renew_eval(&mut self) {
        self.eval = self.evaluation.fill(&self.game, self.options.eval());
    }

    /// Creates a table if an earlier search still uses the present one.
    fn spare_table(&mut self) -> Result<Option<Arc<Table>>, TableError> {
        let is_used = Arc::get_mut(&mut self.table).is_none();
        is_used.then(|| Table::new(self.settings.hash).map(Arc::new)).transpose()
    }

    /// Forgets the results of earlier searches: takes the spare table or clears the present one. Stores the
    /// learned positions in it.
    fn forget(&mut self, spare: Option<Arc<Table>>) {
        if let Some(table) = spare {
            self.table = table;
        } else if let Some(table) = Arc::get_mut(&mut self.table) {
            table.clear();
        }
        self.memory = Arc::new(self.memory.without_results());
        self.best_answers = Arc::default();
        self.recall_lessons();
    }

    fn recall_lessons(&self) {
        if let Some(learning) = &self.learning {
            lock(learning).recall(self.variant, &self.table);
        }
    }

    /// Forgets earlier searches and sets up the start position.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for a fresh table; nothing changes then.
    pub fn new_game(&mut self) -> Result<(), SetOptionError> {
        let table = self.spare_table()?;
        self.forget(table);
        self.record = GameRecord::start(&self.game, self.game.start());
        self.game_seed = fresh_seed();
        Ok(())
    }

    /// Sets up a position and plays moves from it. Returns a warning about the position text, if any.
    ///
    /// # Errors
    ///
    /// Returns an error if the position or a move cannot be read, or a move cannot be played; nothing changes
    /// then.
    pub fn set_position(&mut self, setup: &Setup, moves: &[&str]) -> Result<Option<String>, SetupError> {
        let named = |name: &str| {
            let wanted = |known: &&(&str, String)| known.0.eq_ignore_ascii_case(name);
            self.game.named_positions().iter().find(wanted).map(|(_, text)| text.clone())
        };
        let text = match setup {
            Setup::Start => None,
            Setup::Text(text) => Some(text.clone()),
            Setup::Named(name) => Some(named(name).ok_or_else(|| SetupError::Name(name.clone()))?),
        };
        let state = match &text {
            None => self.game.start(),
            Some(text) => self.game.parse_position(text)?,
        };
        let warning = text.and_then(|text| self.game.position_warning(&text, &state));
        let mut record = GameRecord::start(&self.game, state);
        record.play(&self.game, moves)?;
        self.record = record;
        Ok(warning)
    }

    /// Plays moves from the current position.
    ///
    /// # Errors
    ///
    /// Returns an error if a move cannot be read or played; no move is played then.
    pub fn play(&mut self, moves: &[&str]) -> Result<(), SetupError> {
        let mut record = self.record.clone();
        record.play(&self.game, moves)?;
        self.record = record;
        Ok(())
    }

    /// Takes the last move back. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let possible = self.record.states.len() > 1;
        if possible {
            self.record.states.pop();
            self.record.history.pop();
        }
        possible
    }

    /// State of the game, including draws by repetition and move limit.
    pub fn outcome(&self) -> Outcome {
        let ending = || match self.game.ending(self.state()) {
            Some(Ending::Margin(points)) => Ending::Margin(self.eval.params().reported(Score(points)).0),
            ending => ending.unwrap_or(Ending::Draw),
        };
        self.reason().map_or(Outcome::Open, |_| Outcome::Over(ending()))
    }

    /// The reason why the game is over; `None` while it is on.
    pub fn reason(&self) -> Option<Reason> {
        let (state, history) = (self.state(), &self.record.history);
        if self.game.ending(state).is_some() {
            return Some(Reason::Position);
        }
        let rules = self.game.draw_rules(state);
        if rules.has_superko() && self.moves().is_empty() {
            return Some(Reason::Repetition);
        }
        let drawn = !self.record.is_mid_turn(&self.game) && history.is_drawn(rules);
        drawn.then(|| match rules.move_limit {
            moves if moves > 0 && history.halfmove_clock() >= moves => Reason::MoveLimit(moves),
            _ => Reason::Repetition,
        })
    }

    /// The legal moves of the current position as texts.
    pub fn legal_moves(&self) -> Vec<String> {
        self.moves().into_iter().map(|mv| self.game.move_text(self.state(), mv)).collect()
    }

    /// The legal moves of the current position.
    pub(super) fn moves(&self) -> Moves<G::Move> {
        let mut moves = Moves::new();
        self.game.moves(self.state(), &mut moves);
        moves.retain(|mv| !self.is_forbidden(*mv));
        moves
    }

    /// Whether the rules forbid the move because it repeats a position.
    pub(super) fn is_forbidden(&self, mv: G::Move) -> bool {
        self.record.forbids(&self.game, mv)
    }
}

/// Returns a seed that differs from call to call and from run to run.
fn fresh_seed() -> u64 {
    RandomState::new().hash_one(0)
}

fn open_learning(path: &str) -> Result<Option<Arc<Mutex<Learning>>>, SetOptionError> {
    if path.is_empty() {
        return Ok(None);
    }
    // Writing at once reveals an unwritable path before anything is lost.
    let learning = Learning::open(Path::new(path))
        .and_then(|learning| learning.save().map(|()| learning))
        .map_err(|error| SetOptionError::File(format!("'{}': {error}", crate::text::shorten(path))))?;
    Ok(Some(Arc::new(Mutex::new(learning))))
}

impl<G: Playable> fmt::Debug for Engine<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, options, settings, .. } = self;
        f.debug_struct("Engine")
            .field("variant", variant)
            .field("options", options)
            .field("settings", settings)
            .finish_non_exhaustive()
    }
}

/// Returns the game's own option with this name in any case.
fn spec<G: Playable>(options: &dyn GameOptions<G>, name: &str) -> Option<OptionSpec> {
    options.specs().into_iter().find(|option| option.is_called(name))
}

/// Maximum number of variants listed in an error message.
const MAX_NAMES: usize = 20;

fn find_variant<G: Playable>(name: &str) -> Result<(&'static str, G), OptionError> {
    let variants = G::variants();
    let wanted = name.trim().to_ascii_lowercase();
    let listed = variants.iter().map(|variant| variant.name).find(|name| *name == wanted);
    let known = match listed {
        Some(name) => Some(name),
        None => G::further_variant(&wanted)
            .map_err(|reason| OptionError::Unusable { name: VARIANT_OPTION.to_owned(), reason })?,
    };
    known.and_then(|name| Some((name, G::variant(name)?))).ok_or_else(|| {
        let names =
            variants.iter().chain(&G::further_variants()).map(|variant| variant.name).collect::<Vec<_>>();
        let rest = names.len().saturating_sub(MAX_NAMES);
        let more = if rest > 0 { format!(" or {rest} more") } else { String::new() };
        OptionError::Value {
            name: VARIANT_OPTION.to_owned(),
            found: crate::text::shorten(name),
            expected: match closest(name, names.iter().copied()) {
                Some(known) => format!("the name of a variant; did you mean '{known}'?"),
                None => format!("one of {}{more}", names[..names.len() - rest].join(", ")),
            },
        }
    })
}
