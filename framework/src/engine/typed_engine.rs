//! Engine with the types of its game, [`Engine`].

use std::borrow::Cow;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::best_answers::BestAnswers;
use super::eval_file::Evaluation;
use super::learning::{Learning, name_of};
use super::opened_tables::{OpenedTables, TABLES_OPTION};
use super::opening::Opening;
use super::option_table::{OPENING_TREE_OPTION, SEED_OPTION};
use super::request::SetOptionError;
use super::settings::Settings;
use crate::game::{
    DynLine, GameLine, GameOptions, OptionError, OptionSpec, OptionValue, Playable, Ruleset, SetupError,
    find_variant,
};
use crate::rules::Key;
use crate::search::{Control, KeptData, Layered, MayAnswer, Oracle, Table, TableError, lock};
use crate::tablebase::TablebaseError;
use crate::text::shorten;

/// Engine of the game `G`: its options, and the searches started with them.
/// [`DynEngine`](super::DynEngine) describes the operations.
pub struct Engine<G: Playable> {
    pub(super) shared: Shared<G>,
    pub(super) options: Box<dyn GameOptions<G>>,
    /// Names and values of the game's own options that were set. After a change of variant, those that do not
    /// depend on the variant are set again.
    pub(super) kept_options: Vec<(String, String)>,
    /// Opened tables. They supply values where the oracle of the game's options has none.
    pub(super) tables: Option<OpenedTables<G>>,
    pub(super) opening: Option<Opening>,
    /// Seed of the current game, used while the option `Seed` is 0.
    pub(super) game_seed: u64,
    /// Number of searches by the random algorithm since the option `Seed` was last set.
    searches: AtomicU64,
}

/// Data of the engine that a search needs. Each search has a clone.
#[derive(Clone)]
pub(super) struct Shared<G: Playable> {
    pub(super) rules: Arc<Ruleset<G>>,
    pub(super) settings: Settings,
    pub(super) evaluation: Evaluation,
    pub(super) eval: G::Eval,
    pub(super) table: Arc<Table>,
    /// Data that searches reuse, apart from the transposition table.
    pub(super) kept: Arc<KeptData>,
    pub(super) best_answers: Arc<BestAnswers>,
    pub(super) learning: Option<Arc<Mutex<Learning>>>,
    /// Message of the last failed lookup that was reported. It is not reported again.
    pub(super) reported_failure: Arc<Mutex<Option<String>>>,
}

pub(super) const CLEAR_OPTION: &str = "Clear Hash";

impl<G: Playable> Engine<G> {
    /// Creates an engine for the named variant, or for the default variant if `variant` is `None`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such variant or not enough memory for the transposition table.
    pub fn new(variant: Option<&str>) -> Result<Self, SetOptionError> {
        Self::of_rules(Arc::new(Ruleset::of_variant(variant)?), None)
    }

    /// Creates an engine for a variant and its rule options. `mebibytes` is the size of its transposition table;
    /// `None` for the default.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the transposition table.
    pub fn of_rules(rules: Arc<Ruleset<G>>, mebibytes: Option<usize>) -> Result<Self, SetOptionError> {
        let mut settings = Settings::new(&G::INFO);
        settings.hash = mebibytes.unwrap_or(settings.hash);
        let table = Arc::new(Table::new(settings.hash)?);
        let (options, evaluation) = (rules.settable()?, Evaluation::default());
        let kept_options = rules.facts().options.clone();
        let shared = Shared {
            eval: evaluation.fill(rules.game(), options.eval()),
            evaluation,
            rules,
            settings,
            table,
            kept: Arc::default(),
            best_answers: Arc::default(),
            learning: None,
            reported_failure: Arc::default(),
        };
        Ok(Self {
            shared,
            options,
            kept_options,
            tables: None,
            opening: None,
            game_seed: fresh_seed(),
            searches: AtomicU64::new(0),
        })
    }

    /// Returns the evaluation of searches at full strength.
    pub fn eval(&self) -> G::Eval {
        self.shared.eval.clone()
    }

    /// Returns the evaluation for levels that simulate errors; see [`Levels::use_network`](crate::Levels::use_network).
    pub(super) fn eval_of_levels(&self) -> G::Eval {
        let is_shipped = matches!(self.shared.evaluation, Evaluation::Shipped);
        if is_shipped && !G::INFO.levels.use_network {
            return Evaluation::HandWritten.fill(self.game(), self.options.eval());
        }
        self.eval()
    }

    /// Returns the source of exact values: the oracle of the game's options or, where it has no value, the
    /// opened tables. `None` if there is neither.
    pub fn oracle(&self) -> Option<Arc<dyn Oracle<G>>> {
        match (self.options.oracle(), self.tables.as_ref().and_then(OpenedTables::oracle)) {
            (Some(own), Some(tables)) => Some(Arc::new(Layered(own, tables))),
            (own, tables) => own.or(tables),
        }
    }

    /// Returns the option for the folder of tables; `None` if neither the current rules nor those of the
    /// variant have tables.
    pub(super) fn tables_option(&self) -> Option<OptionSpec> {
        let of_variant = || G::variant(self.variant())?.tablebase();
        let has_tables = self.game().tablebase().is_some() || of_variant().is_some();
        has_tables.then(|| OptionSpec::text(TABLES_OPTION))
    }

    /// Opens the folder of tables with this path, or closes the opened tables if the path is empty.
    pub(super) fn set_tables(&mut self, option: &OptionSpec, value: &str) -> Result<(), SetOptionError> {
        let OptionValue::Text(path) = option.parse(value)? else { return Ok(()) };
        // The transposition table is replaced or cleared, because its scores were found without the values of these
        // tables.
        let table = self.spare_table()?;
        if path.is_empty() {
            self.tables = None;
        } else {
            let refused = |error: TablebaseError| OptionError::File {
                name: TABLES_OPTION.to_owned(),
                reason: error.to_string(),
            };
            self.tables = Some(OpenedTables::of_folder(self.game(), Path::new(&path)).map_err(refused)?);
        }
        self.forget(table);
        Ok(())
    }

    /// Returns why the opened tables cannot be used under the current rules; `None` if they can.
    pub(super) fn tables_misfit(&self) -> Option<String> {
        self.tables.as_ref()?.misfit()
    }

    /// Returns the rules under the current options.
    pub fn game(&self) -> &G {
        self.shared.rules.game()
    }

    /// Returns the variant's name.
    pub fn variant(&self) -> &str {
        &self.shared.rules.facts().variant
    }

    /// Returns the line itself if it has the engine's rules, otherwise a copy replayed under them.
    ///
    /// # Errors
    /// Returns an error if the line is of other rules and these rules do not allow it.
    pub(super) fn own<'a>(&self, line: &'a dyn DynLine) -> Result<Cow<'a, GameLine<G>>, SetupError> {
        GameLine::of_rules(&self.shared.rules, line)
    }

    /// Sets the variant. The game's own options that the new variant has
    /// keep their values, except those whose default depends on the variant.
    pub(super) fn set_variant(&mut self, name: &str) -> Result<(), SetOptionError> {
        let (variant, game) = find_variant::<G>(name)?;
        let specs = self.options.specs();
        let is_of_variant = |name: &str| specs.iter().any(|o| o.name == name && o.of_variant);
        let mut kept = self.kept_options.clone();
        kept.retain(|(name, _)| !is_of_variant(name));
        let mut options = game.options();
        for (name, value) in &kept {
            // An option that the new variant does not have is skipped.
            if let Some(option) = spec(&*options, name) {
                options.set(option.name, &option.parse(value)?)?;
            }
        }
        let table = self.spare_table()?;
        (self.options, self.kept_options) = (options, kept);
        self.shared.rules = self.rules_of(variant);
        self.reopen_tables();
        self.fit_opening_tree();
        self.rebuild(table);
        Ok(())
    }

    pub(super) fn set_evaluation(&mut self, evaluation: Evaluation) -> Result<(), SetOptionError> {
        // The transposition table is replaced or cleared, because its scores are those of the old evaluation.
        let table = self.spare_table()?;
        self.shared.evaluation = evaluation;
        self.rebuild(table);
        Ok(())
    }

    pub(super) fn set_game_option(&mut self, option: &OptionSpec, value: &str) -> Result<(), SetOptionError> {
        let parsed = option.parse(value)?;
        // The transposition table is replaced or cleared, because new rules or weights invalidate its scores.
        let table = self.spare_table()?;
        self.options.set(option.name, &parsed)?;
        self.kept_options.retain(|(known, _)| known != option.name);
        self.kept_options.push((option.name.to_owned(), value.to_owned()));
        self.shared.rules = self.rules_of(self.variant().to_owned());
        if option.of_rules {
            self.reopen_tables();
        }
        self.rebuild(table);
        self.fit_opening_tree();
        Ok(())
    }

    fn reopen_tables(&mut self) {
        self.tables = self.tables.take().and_then(|tables| tables.under(self.game()));
    }

    /// Sets an option that all games share. Even if the value is the same, the file of the opening tree is read
    /// again, and the random choices restart.
    pub(super) fn set_setting(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        let mut settings = self.shared.settings.clone();
        settings.set(name, value)?;
        self.apply(settings, name.eq_ignore_ascii_case(OPENING_TREE_OPTION))?;
        if name.eq_ignore_ascii_case(SEED_OPTION) {
            self.restart_random_moves();
        }
        Ok(())
    }

    /// Replaces the settings. A different table size creates a new transposition table and discards the results of
    /// earlier searches. A different learning file or opening tree is opened. A different seed restarts the random
    /// moves. `has_new_tree` opens the opening tree again, because the file may have changed.
    pub(super) fn apply(&mut self, settings: Settings, has_new_tree: bool) -> Result<(), SetOptionError> {
        let (shared, mut table) = (&mut self.shared, None);
        let (old, mut learning) = (&shared.settings, shared.learning.clone());
        if settings.learning_file != old.learning_file {
            learning = settings.learning_file.as_deref().map(open_learning).transpose()?;
        }
        if settings.hash != old.hash {
            table = Some(Arc::new(Table::new(settings.hash)?));
        }
        if has_new_tree || settings.opening_tree != old.opening_tree {
            let tree = settings.opening_tree.as_deref();
            self.opening = tree.map(|path| Opening::open(G::INFO.name, path)).transpose()?;
        }
        if let Some(table) = table {
            shared.table = table;
            shared.kept = Arc::new(shared.kept.without_results());
        }
        if settings.seed != old.seed {
            self.searches = AtomicU64::new(0);
        }
        (shared.settings, shared.learning) = (settings, learning);
        self.fit_opening_tree();
        self.recall_lessons();
        Ok(())
    }

    fn fit_opening_tree(&mut self) {
        let default = G::variants().first().map_or("", |variant| variant.name);
        let rules = Arc::clone(&self.shared.rules);
        let is_variant =
            |name: &str| find_variant::<G>(name).is_ok_and(|(name, _)| name == rules.facts().variant);
        if let Some(opening) = &mut self.opening {
            opening.fit(default, &is_variant, &self.options.specs(), &self.kept_options);
        }
    }

    pub(super) fn seed_of_game(&self) -> u64 {
        match self.shared.settings.seed {
            0 => self.game_seed,
            seed => seed,
        }
    }

    pub(super) fn restart_random_moves(&mut self) {
        self.searches = AtomicU64::new(0);
    }

    /// Returns the next seed for random moves. Setting the option `Seed` restarts the sequence.
    pub(super) fn seed_of_next_move(&self) -> u64 {
        let searches = self.searches.fetch_add(1, Ordering::Relaxed);
        Key::mix(self.seed_of_game() ^ Key::mix(searches).0).0
    }

    /// Returns the rules of a variant under the current options.
    fn rules_of(&self, variant: String) -> Arc<Ruleset<G>> {
        let specs = self.options.specs();
        let is_rule = |name: &str| specs.iter().any(|option| option.of_rules && option.name == name);
        let mut set = self.kept_options.clone();
        set.retain(|(name, _)| is_rule(name));
        Arc::new(Ruleset::new(self.options.game(), variant, set))
    }

    /// Creates a new transposition table if a search still uses the current one; otherwise returns `None`.
    pub(super) fn spare_table(&mut self) -> Result<Option<Arc<Table>>, TableError> {
        let is_used = Arc::get_mut(&mut self.shared.table).is_none();
        is_used.then(|| Table::new(self.shared.settings.hash).map(Arc::new)).transpose()
    }

    fn rebuild(&mut self, spare: Option<Arc<Table>>) {
        let shared = &mut self.shared;
        shared.eval = shared.evaluation.fill(shared.rules.game(), self.options.eval());
        self.forget(spare);
    }

    /// Discards the results of earlier searches. `spare` is the new transposition table if the current one is
    /// in use.
    pub(super) fn forget(&mut self, spare: Option<Arc<Table>>) {
        let shared = &mut self.shared;
        if let Some(table) = spare {
            shared.table = table;
        } else if let Some(table) = Arc::get_mut(&mut shared.table) {
            table.clear();
        }
        shared.kept = Arc::new(shared.kept.without_results());
        shared.best_answers = Arc::default();
        self.recall_lessons();
    }

    fn recall_lessons(&self) {
        let Shared { learning, rules, evaluation, table, .. } = &self.shared;
        if let Some(learning) = learning {
            let network = evaluation.network(rules.game(), &mut self.eval());
            lock(learning).recall(&name_of(rules.facts(), network.as_deref()), table);
        }
    }

    pub(super) fn control(&self) -> Control {
        Control::starting(self.shared.settings.time.clone(), None, MayAnswer::AtOnce)
    }
}

pub(super) fn fresh_seed() -> u64 {
    RandomState::new().hash_one(0)
}

fn open_learning(path: &Path) -> Result<Arc<Mutex<Learning>>, SetOptionError> {
    // Writing the file at once reveals an unwritable path before any score is learned.
    let learning = Learning::open(path)
        .and_then(|learning| learning.save().map(|()| learning))
        .map_err(|error| SetOptionError::File(format!("'{}': {error}", shorten(&path.to_string_lossy()))))?;
    Ok(Arc::new(Mutex::new(learning)))
}

pub(super) fn spec<G: Playable>(options: &dyn GameOptions<G>, name: &str) -> Option<OptionSpec> {
    options.specs().into_iter().find(|option| option.is_called(name))
}
