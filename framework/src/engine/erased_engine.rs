//! Implements [`DynEngine`] for the engine of every game: converts texts to the game's types and back. A line of other
//! rules is first replayed under the engine's rules.

use std::path::Path;
use std::sync::Arc;

use super::analysis;
use super::dyn_engine::{DynEngine, DynGame};
use super::erased_game::GameOf;
use super::eval_file::Evaluation;
use super::opened_tables::OpenedTables;
use super::opening_choice::choose_opening;
use super::panics::{InternalError, catch_panic};
use super::report::{BestMove, Finding, InnerReport, SearchReport, TaskEvent};
use super::request::{Go, SetOptionError};
use super::search_limits::may_answer;
use super::search_task::{SearchTask, line_texts};
use super::settings::Settings;
use super::task::Task;
use super::typed_engine::{CLEAR_OPTION, Engine, find_option};
use crate::game::{DynLine, GameLine, OptionSpec, Playable, PositionValue, VARIANT_OPTION};
use crate::search::{ANNOUNCE_AFTER, Control, Eval, ForcedWin, MayAnswer, SearchParams, forced_win};
use crate::tablebase::{Probed, Source, TablebaseError, Value, probe, value_of_position};

impl<G: Playable> DynEngine for Engine<G> {
    fn dyn_game(&self) -> Arc<dyn DynGame> {
        Arc::new(GameOf { rules: Arc::clone(&self.shared.rules) })
    }

    fn settings(&self) -> &Settings {
        &self.shared.settings
    }

    fn search_params(&self) -> SearchParams {
        self.settings().params.over(self.shared.eval.params())
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut variants: Vec<_> = G::variants().iter().map(|variant| variant.name).collect();
        // The first word of a combo option is its default, so the current variant comes first, even if it is not
        // listed.
        variants.retain(|name| *name != self.variant());
        variants.insert(0, self.variant());
        let mut options = self.settings().specs();
        options.push(OptionSpec::button(CLEAR_OPTION));
        options.push(OptionSpec::combo(VARIANT_OPTION, variants));
        options.extend(Evaluation::spec(self.game()));
        options.extend(self.options.specs());
        options.extend(self.tables_option());
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        if name.eq_ignore_ascii_case(CLEAR_OPTION) {
            let table = self.spare_table()?;
            self.forget(table);
            Ok(())
        } else if name.eq_ignore_ascii_case(VARIANT_OPTION) {
            self.set_variant(value)
        } else if let Some(option) = Evaluation::spec(self.game()).filter(|option| option.is_called(name)) {
            self.set_evaluation(Evaluation::parse(self.game(), &option, value)?)
        } else if let Some(option) = find_option(&*self.options, name) {
            self.set_game_option(&option, value)
        } else if let Some(option) = self.tables_option().filter(|option| option.is_called(name)) {
            self.set_tables(&option, value)
        } else {
            self.set_setting(name, value).map_err(|error| match error {
                SetOptionError::Option(error) => {
                    error.among(self.options().iter().map(|option| option.name)).into()
                }
                other => other,
            })
        }
    }

    fn warning(&self) -> Option<String> {
        let of_options = self.options.warning().or_else(|| DynEngine::failure(self));
        let of_files = || self.tables_misfit().or_else(|| self.opening.as_ref()?.misfit.clone());
        of_options.or_else(of_files)
    }

    fn failure(&self) -> Option<String> {
        self.oracle()?.failure()
    }

    fn change(&mut self, change: &dyn Fn(&mut Settings)) -> Result<(), SetOptionError> {
        let mut settings = self.shared.settings.clone();
        change(&mut settings);
        settings.check(&self.shared.settings)?;
        let reopens_tree = false;
        self.apply(settings, reopens_tree)
    }

    fn set_seed(&mut self, seed: u64) {
        self.shared.settings.seed = seed;
        self.seeds.restart_random_moves();
    }

    fn new_game(&mut self) -> Result<(), SetOptionError> {
        let table = self.spare_table()?;
        self.forget(table);
        self.seeds.begin_game();
        Ok(())
    }

    fn open_tables(&mut self, folder: &Path) -> Result<(), TablebaseError> {
        self.tables = Some(OpenedTables::of_folder(self.game(), folder)?);
        Ok(())
    }

    fn open_source(&mut self, source: Box<dyn Source>) -> Result<(), TablebaseError> {
        self.tables = Some(OpenedTables::of_source(self.game(), source)?);
        Ok(())
    }

    fn evaluation(&self, line: &dyn DynLine) -> Option<PositionValue> {
        let (line, game, mut eval) = (self.own_line(line).ok()?, self.game(), self.eval());
        let state = line.state();
        if game.ending(state).is_some() {
            return None;
        }
        let exact = self.oracle().and_then(|oracle| value_of_position(game, &*oracle, state));
        let score = exact.map_or_else(|| eval.evaluate(game, state), Value::score);
        Some(PositionValue { score: eval.params().reported(score), logit: eval.params().logit(score) })
    }

    fn exact_value(&self, line: &dyn DynLine) -> Option<Value> {
        let (oracle, line, game) = (self.oracle()?, self.own_line(line).ok()?, self.game());
        if game.ending(line.state()).is_some() {
            return None;
        }
        value_of_position(game, &*oracle, line.state()).map(|value| self.shared.rules.reported_value(value))
    }

    fn probe(&self, line: &dyn DynLine) -> Option<Probed> {
        let (oracle, line) = (self.oracle()?, self.own_line(line).ok()?);
        let probed = probe(self.game(), &*oracle, line.state());
        Some(probed.map(|value| self.shared.rules.reported_value(value)))
    }

    fn forced_win(&self, line: &dyn DynLine, plies: u8, nodes: u64) -> Option<ForcedWin<String>> {
        let (line, game) = (self.own_line(line).ok()?, self.game());
        let state = line.state();
        let win = forced_win(game, &self.eval(), state, plies, nodes)?;
        let moves = win.moves.into_iter().map(|mv| game.move_text(state, mv)).collect();
        Some(ForcedWin { plies: win.plies, line: line_texts(game, state, &win.line), moves })
    }

    fn search(&self, line: &dyn DynLine, go: &Go) -> Task<SearchReport> {
        match self.own_line(line) {
            Ok(line) => catch_panic(|| self.prepare_search(&line, go))
                .unwrap_or_else(|error| self.answer_after_panic(&line, go, error)),
            Err(error) => Task::failing(&error),
        }
    }

    fn analyse(&self, line: &dyn DynLine, original: &str, go: &Go) -> Task<Finding> {
        match self.own_line(line) {
            Ok(line) => analysis::analyse(self, &line, original.to_owned(), go),
            Err(error) => Task::failing(&error),
        }
    }
}

impl<G: Playable> Engine<G> {
    /// Creates a task that answers with a move of the opening tree, or searches if the tree has no suitable move.
    fn prepare_search(&self, line: &GameLine<G>, go: &Go) -> Task<SearchReport> {
        if let Some(chosen) = choose_opening(self, line, go) {
            let answer = BestMove { best: Some(chosen.text), is_book: true, ..BestMove::default() };
            let control = Control::starting(self.settings().time.clone(), None, MayAnswer::AtOnce);
            return Task::new(control, vec![chosen.notice], |_, listener| {
                listener(TaskEvent::Report(SearchReport::BestMove(answer)));
            });
        }
        let mut search = SearchTask::new(self, line, go);
        let notices = std::mem::take(&mut search.notices);
        Task::new(search.control.clone(), notices, move |control, listener| {
            let answer = search.run(&mut |report| {
                let event = match report {
                    InnerReport::Better(info) if info.time < ANNOUNCE_AFTER => return,
                    InnerReport::Line(info) | InnerReport::Better(info) => {
                        TaskEvent::Report(SearchReport::Line(search.pv_info(&info)))
                    }
                    InnerReport::Other(event) => event,
                };
                listener(event);
            });
            // An infinite or pondering search can end early, but must not answer before a stop or a ponder
            // hit.
            control.wait_until_released();
            listener(TaskEvent::Report(SearchReport::BestMove(answer)));
        })
    }

    /// Creates a task that reports a panic in the preparation of a search, and answers with an arbitrary legal move, or
    /// with none if listing the moves panics too.
    fn answer_after_panic(&self, line: &GameLine<G>, go: &Go, error: InternalError) -> Task<SearchReport> {
        let control = Control::starting(self.settings().time.clone(), None, may_answer(go));
        let moves = catch_panic(|| line.move_texts()).unwrap_or_default();
        let best = moves.into_iter().next();
        Task::new(control, Vec::new(), move |control, listener| {
            listener(TaskEvent::Panicked(error));
            control.wait_until_released();
            let answer = BestMove { best, ..BestMove::default() };
            listener(TaskEvent::Report(SearchReport::BestMove(answer)));
        })
    }
}
