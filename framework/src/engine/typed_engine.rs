//! [`Engine`], the engine of a game with the game's own types, and the methods that change its options. A running
//! search keeps its own clone of [`Shared`], so that a change affects only later searches.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use super::best_answers::BestAnswers;
use super::eval_file::Evaluation;
use super::learning::{Learning, name_of};
use super::opened_tables::OpenedTables;
use super::opening::Opening;
use super::option_table::{OPENING_TREE_OPTION, SEED_OPTION};
use super::random_seeds::RandomSeeds;
use super::request::SetOptionError;
use super::settings::Settings;
use crate::game::{DynLine, GameLine, GameOptions, OptionSpec, Playable, Ruleset, SetupError, find_variant};
use crate::search::{KeptData, Table, TableError, lock};

/// Engine of the game `G`: its options, and the searches started with them.
/// [`DynEngine`](super::DynEngine) describes the operations.
pub struct Engine<G: Playable> {
    pub(super) shared: Shared<G>,
    pub(super) options: Box<dyn GameOptions<G>>,
    /// Names and values of the game's own options that were set, possibly under another variant. After a change of the
    /// variant, they are set again if the new variant has them, except those whose default depends on the variant. They
    /// are also set again when a change of the rules makes their options available again.
    pub(super) kept_options: Vec<(String, String)>,
    /// Opened tables. They supply values where the oracle of the game's options has none or only slow ones.
    pub(super) tables: Option<OpenedTables<G>>,
    /// The opening tree; `None` if the option `Opening Tree` names no file.
    pub(super) opening: Option<Opening>,
    pub(super) seeds: RandomSeeds,
}

/// Data of the engine that a search needs. Each search has a clone.
#[derive(Clone)]
pub(super) struct Shared<G: Playable> {
    pub(super) rules: Arc<Ruleset<G>>,
    pub(super) settings: Settings,
    pub(super) evaluation: Evaluation,
    pub(super) eval: G::Eval,
    pub(super) table: Arc<Table>,
    /// Data that searches reuse in addition to the transposition table, such as helper threads and the tree of MCTS.
    pub(super) kept: Arc<KeptData>,
    pub(super) best_answers: Arc<BestAnswers>,
    /// The scores of the learning file; `None` if the option `Learning File` names no file.
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
    /// Returns an error if there is not enough memory for the transposition table, or the game's options cannot be set
    /// to the values of these rules.
    pub fn of_rules(rules: Arc<Ruleset<G>>, mebibytes: Option<usize>) -> Result<Self, SetOptionError> {
        let mut settings = Settings::new(&G::INFO);
        settings.hash = mebibytes.unwrap_or(settings.hash);
        let table = Arc::new(Table::new(settings.hash)?);
        let options = rules.settable()?;
        let evaluation = Evaluation::default();
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
        Ok(Self { shared, options, kept_options, tables: None, opening: None, seeds: RandomSeeds::new() })
    }

    /// Returns the evaluation of searches at full strength.
    pub fn eval(&self) -> G::Eval {
        self.shared.eval.clone()
    }

    /// Returns the evaluation for levels that simulate errors. It uses the shipped network only with
    /// [`Levels::use_network`](crate::Levels::use_network).
    pub(super) fn eval_of_levels(&self) -> G::Eval {
        let is_shipped = matches!(self.shared.evaluation, Evaluation::Shipped);
        if is_shipped && !G::INFO.levels.use_network {
            return Evaluation::HandWritten.fill(self.game(), self.options.eval());
        }
        self.eval()
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
    /// Returns an error if the line is of other rules and the engine's rules do not allow it.
    pub(super) fn own_line<'a>(&self, line: &'a dyn DynLine) -> Result<Cow<'a, GameLine<G>>, SetupError> {
        GameLine::of_rules(&self.shared.rules, line)
    }

    /// Sets the variant. The game's own options that the new variant has keep their values, except those whose default
    /// depends on the variant. Discards the results of earlier searches, opens the tables again or closes them (see
    /// [`Engine::reopen_tables`]), and checks the opening tree.
    pub(super) fn set_variant(&mut self, name: &str) -> Result<(), SetOptionError> {
        let (variant, game) = find_variant::<G>(name)?;
        let specs = self.options.specs();
        let is_of_variant = |name: &str| specs.iter().any(|option| option.name == name && option.of_variant);
        let mut kept_options = self.kept_options.clone();
        kept_options.retain(|(name, _)| !is_of_variant(name));
        let mut options = game.options();
        for (name, value) in &kept_options {
            // An option that the new variant does not have is skipped.
            if let Some(option) = find_option(&*options, name) {
                options.set(option.name, &option.parse(value)?)?;
            }
        }
        let spare = self.spare_table()?;
        self.options = options;
        self.kept_options = kept_options;
        self.shared.rules = self.rules_of(variant);
        self.reopen_tables();
        self.rebuild_eval(spare);
        self.fit_opening_tree();
        Ok(())
    }

    /// Changes the evaluation, and discards the results of earlier searches.
    pub(super) fn set_evaluation(&mut self, evaluation: Evaluation) -> Result<(), SetOptionError> {
        let spare = self.spare_table()?;
        self.shared.evaluation = evaluation;
        self.rebuild_eval(spare);
        Ok(())
    }

    /// Sets one of the game's own options. Creates the rules and the evaluation again, discards the results of earlier
    /// searches, and checks the opening tree. If the option is a rule, also restores the kept values of options that
    /// the new rules make available again, and opens the tables again or closes them; see [`Engine::reopen_tables`].
    pub(super) fn set_game_option(&mut self, option: &OptionSpec, value: &str) -> Result<(), SetOptionError> {
        let parsed = option.parse(value)?;
        let spare = self.spare_table()?;
        let before = self.options.specs();
        self.options.set(option.name, &parsed)?;
        if option.of_rules {
            self.set_options_brought_back(&before);
        }
        self.kept_options.retain(|(known, _)| known != option.name);
        self.kept_options.push((option.name.to_owned(), parsed.to_string()));
        self.shared.rules = self.rules_of(self.variant().to_owned());
        if option.of_rules {
            self.reopen_tables();
        }
        self.rebuild_eval(spare);
        self.fit_opening_tree();
        Ok(())
    }

    /// Restores the kept values of the options that a change of the rules has made available again. These are the
    /// options that are not among `before`, the options before the change. A value that has become unusable, such as
    /// the path of a deleted folder, is skipped.
    fn set_options_brought_back(&mut self, before: &[OptionSpec]) {
        for (name, value) in &self.kept_options {
            let is_back = before.iter().all(|option| option.name != name);
            if let Some(option) = find_option(&*self.options, name).filter(|_| is_back)
                && let Ok(parsed) = option.parse(value)
            {
                let _ = self.options.set(option.name, &parsed);
            }
        }
    }

    /// Sets an option that all games share. The option `Opening Tree` reads its file again, and the option `Seed`
    /// restarts the random moves, even if the value is the same as before.
    pub(super) fn set_setting(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        let mut settings = self.shared.settings.clone();
        settings.set(name, value)?;
        self.apply(settings, name.eq_ignore_ascii_case(OPENING_TREE_OPTION))?;
        if name.eq_ignore_ascii_case(SEED_OPTION) {
            self.seeds.restart_random_moves();
        }
        Ok(())
    }

    /// Replaces the settings, and brings the engine in line with them. A new table size creates a transposition table
    /// without the results of earlier searches. A new path opens the learning file or the opening tree. A new seed
    /// restarts the random moves. `reopens_tree` opens the opening tree even at the same path, because the file may
    /// have changed. An error leaves the engine unchanged.
    pub(super) fn apply(&mut self, settings: Settings, reopens_tree: bool) -> Result<(), SetOptionError> {
        let old = &self.shared.settings;
        // The steps that can fail come before any change.
        let mut learning = self.shared.learning.clone();
        if settings.learning_file != old.learning_file {
            learning = settings.learning_file.as_deref().map(Learning::open_to_write).transpose()?;
        }
        let new_table = (settings.hash != old.hash).then(|| Table::new(settings.hash)).transpose()?;
        if reopens_tree || settings.opening_tree != old.opening_tree {
            let path = settings.opening_tree.as_deref();
            self.opening = path.map(|path| Opening::open(G::INFO.name, path)).transpose()?;
        }
        if settings.seed != old.seed {
            self.seeds.restart_random_moves();
        }
        if let Some(table) = new_table {
            self.shared.table = Arc::new(table);
            self.shared.kept = Arc::new(self.shared.kept.without_results());
        }
        self.shared.settings = settings;
        self.shared.learning = learning;
        self.fit_opening_tree();
        self.recall_lessons();
        Ok(())
    }

    /// Checks whether the opening tree is for the current rules; see [`Opening::fit`].
    fn fit_opening_tree(&mut self) {
        let Some(opening) = &mut self.opening else { return };
        let default = G::variants().first().map_or("", |variant| variant.name);
        let current = self.shared.rules.facts();
        let is_current =
            |name: &str| find_variant::<G>(name).is_ok_and(|(variant, _)| variant == current.variant);
        opening.fit(default, &is_current, &self.options.specs(), &current.options);
    }

    /// Returns the rules of a variant under the current options.
    fn rules_of(&self, variant: String) -> Arc<Ruleset<G>> {
        let specs = self.options.specs();
        let is_rule = |name: &str| specs.iter().any(|option| option.of_rules && option.name == name);
        let mut set = self.kept_options.clone();
        set.retain(|(name, _)| is_rule(name));
        Arc::new(Ruleset::new(self.options.game(), variant, set))
    }

    /// Creates a new transposition table if a search still uses the current one; otherwise returns `None`. A change
    /// that invalidates the stored scores calls this function first, so that a lack of memory changes nothing, and then
    /// [`Engine::forget`] with the result.
    pub(super) fn spare_table(&mut self) -> Result<Option<Arc<Table>>, TableError> {
        let is_used = Arc::get_mut(&mut self.shared.table).is_none();
        is_used.then(|| Table::new(self.shared.settings.hash).map(Arc::new)).transpose()
    }

    /// Creates the evaluation under the current options, and discards the results of earlier searches. `spare` is as
    /// for [`Engine::forget`].
    fn rebuild_eval(&mut self, spare: Option<Arc<Table>>) {
        let shared = &mut self.shared;
        shared.eval = shared.evaluation.fill(shared.rules.game(), self.options.eval());
        self.forget(spare);
    }

    /// Discards the results of earlier searches, except the scores in the learning file. `spare` is the new
    /// transposition table if the current one is in use.
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

    /// Enters the learned scores of the current rules and evaluation into the transposition table.
    fn recall_lessons(&self) {
        let Shared { learning, rules, evaluation, table, .. } = &self.shared;
        if let Some(learning) = learning {
            let network = evaluation.network(rules.game(), &self.shared.eval);
            lock(learning).recall(&name_of(rules.facts(), network.as_deref()), table);
        }
    }
}

/// Returns the game's own option with this name or alias; `None` if there is none.
pub(super) fn find_option<G: Playable>(options: &dyn GameOptions<G>, name: &str) -> Option<OptionSpec> {
    options.specs().into_iter().find(|option| option.is_called(name))
}
