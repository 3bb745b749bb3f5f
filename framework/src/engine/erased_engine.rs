//! [`DynEngine`] for the engine of every game: converts texts to the game's types and back.

use std::path::Path;
use std::sync::Arc;

use super::analysis;
use super::bench::bench;
use super::dyn_engine::{DynEngine, DynGame};
use super::erased_game::GameOf;
use super::eval_file::{self, Evaluation, NetworkInput};
use super::opened_tables::OpenedTables;
use super::opening::opening_moves;
use super::opening_choice::choose_opening;
use super::opening_tree::{OpeningMove, OpeningTree};
use super::panics::{InternalError, catch_panic};
use super::perft_task;
use super::report::{
    BenchReport, BestMove, Finding, Inside, NextMoves, PerftReport, SearchReport, TaskEvent,
};
use super::request::{Board, Go, SetOptionError, Setup};
use super::search_limits::may_answer;
use super::search_task::SearchTask;
use super::settings::Settings;
use super::task::Task;
use super::typed_engine::{CLEAR_OPTION, Engine, fresh_seed, spec};
use crate::game::{DynLine, GameLine, OptionSpec, Playable, PositionValue, SetupError, VARIANT_OPTION};
use crate::rules::{Depth, Perft, Score, Symmetry};
use crate::search::{Control, Eval, ForcedWin, SearchParams, TimeSource, forced_win};
use crate::tablebase::{Probed, Source, TablebaseError, Value, probe, value_of_position};

impl<G: Playable> DynEngine for Engine<G> {
    fn dyn_game(&self) -> Arc<dyn DynGame> {
        Arc::new(GameOf(Arc::clone(&self.shared.rules)))
    }

    fn settings(&self) -> &Settings {
        &self.shared.settings
    }

    fn search_params(&self) -> SearchParams {
        self.settings().params.over(self.shared.eval.params())
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut variants: Vec<_> = G::variants().iter().map(|variant| variant.name).collect();
        variants.sort_by_key(|name| *name != self.variant());
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
        } else if let Some(option) = spec(&*self.options, name) {
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
        let misfit = || self.opening.as_ref()?.misfit.clone();
        let of_tables = || DynEngine::failure(self).or_else(|| self.tables_misfit());
        self.options.warning().or_else(of_tables).or_else(misfit)
    }

    fn failure(&self) -> Option<String> {
        self.oracle()?.failure()
    }

    fn change(&mut self, change: &dyn Fn(&mut Settings)) -> Result<(), SetOptionError> {
        let mut settings = self.shared.settings.clone();
        change(&mut settings);
        settings.check(&self.shared.settings)?;
        self.apply(settings, false)
    }

    fn set_seed(&mut self, seed: u64) {
        self.shared.settings.seed = seed;
        self.restart_random_moves();
    }

    fn open_network(&mut self, path: &Path) -> Result<(), SetOptionError> {
        self.set_evaluation(Evaluation::open(self.game(), path)?)
    }

    fn set_time_source(&mut self, time: TimeSource) {
        self.shared.time = time;
    }

    fn new_game(&mut self) -> Result<(), SetOptionError> {
        let table = self.spare_table()?;
        self.forget(table);
        self.current = GameLine::start(Arc::clone(&self.shared.rules));
        self.game_seed = fresh_seed();
        Ok(())
    }

    fn set_position(&mut self, setup: &Setup, moves: &[&str]) -> Result<Option<String>, SetupError> {
        let game = self.game();
        let named = |name: &str| {
            let wanted = |known: &(&str, String)| known.0.eq_ignore_ascii_case(name);
            game.named_positions().into_iter().find(wanted).map(|(_, text)| text)
        };
        let text = match setup {
            Setup::Start => None,
            Setup::Text(text) => Some(text.clone()),
            Setup::Named(name) => Some(named(name).ok_or_else(|| SetupError::Name(name.clone()))?),
        };
        let state = match &text {
            None => game.start(),
            Some(text) => game.parse_position(text)?,
        };
        let warning = text.and_then(|text| game.position_warning(&text, &state));
        let mut current = GameLine::new(Arc::clone(&self.shared.rules), state);
        current.replay(moves)?;
        self.current = current;
        Ok(warning)
    }

    fn set_line(&mut self, line: &dyn DynLine) -> Result<(), SetupError> {
        let rules = &self.shared.rules;
        if let Some(own) = line.as_any().downcast_ref::<GameLine<G>>()
            && own.facts() == rules.facts()
        {
            self.current = own.under(Arc::clone(rules));
            return Ok(());
        }
        let setup = if line.begins_at_start() { Setup::Start } else { Setup::Text(line.first().text()) };
        let history = line.history();
        self.set_position(&setup, &history.iter().map(String::as_str).collect::<Vec<_>>()).map(drop)
    }

    fn play(&mut self, moves: &[&str]) -> Result<(), SetupError> {
        self.current.replay(moves)
    }

    fn undo(&mut self) -> bool {
        self.current.undo().is_some()
    }

    fn line(&self) -> &dyn DynLine {
        &self.current
    }

    fn board(&self) -> Board {
        let line = &self.current;
        Board {
            drawing: line.drawing(),
            position: line.text(),
            key: line.key(),
            variant: self.variant().to_owned(),
            side: line.side(),
            legal_moves: line.moves().len(),
            outcome: line.outcome(),
        }
    }

    fn evaluation(&self) -> Option<PositionValue> {
        let (game, state, mut eval) = (self.game(), self.state(), self.eval());
        if game.ending(state).is_some() {
            return None;
        }
        let exact = self.oracle().and_then(|oracle| value_of_position(game, &*oracle, state));
        let score = exact.map_or_else(|| eval.evaluate(game, state), Value::score);
        Some(PositionValue { score: eval.params().reported(score), logit: eval.params().logit(score) })
    }

    fn exact_value(&self) -> Option<Value> {
        let (game, state) = (self.game(), self.state());
        let oracle = self.oracle().filter(|_| game.ending(state).is_none())?;
        value_of_position(game, &*oracle, state).map(|value| self.reported(value))
    }

    fn reported(&self, value: Value) -> Value {
        let reported = |points| self.shared.eval.params().reported(Score(points)).0;
        value.points().map_or(value, |points| Value::margin(reported(points)))
    }

    fn exact(&self) -> Option<Probed> {
        let oracle = self.oracle().filter(|_| self.current.ending().is_none())?;
        let known = probe(self.game(), &*oracle, self.state()).map(|value| self.reported(value));
        (known.value.is_some() || known.moves.iter().any(|(_, value)| value.is_some())).then_some(known)
    }

    fn open_tables(&mut self, folder: &Path) -> Result<(), TablebaseError> {
        self.tables = Some(OpenedTables::of_folder(self.game(), folder)?);
        Ok(())
    }

    fn open_source(&mut self, source: Box<dyn Source>) -> Result<(), TablebaseError> {
        self.tables = Some(OpenedTables::of_source(self.game(), source)?);
        Ok(())
    }

    fn probe(&self) -> Option<Probed> {
        let known = self.oracle().map(|oracle| probe(self.game(), &*oracle, self.state()));
        known.map(|known| known.map(|value| self.reported(value)))
    }

    fn opening_moves(&self, tree: &OpeningTree) -> Vec<OpeningMove> {
        opening_moves(self.game(), self.state(), self.moves(), tree)
    }

    fn forced_win(&self, plies: u8, nodes: u64) -> Option<ForcedWin<String>> {
        let (game, state) = (self.game(), self.state());
        let ForcedWin { plies, line, moves } = forced_win(game, &self.eval(), state, plies, nodes)?;
        let mut position = state.clone();
        let text = |mv: G::Move| {
            let text = game.move_text(&position, mv);
            game.play(&mut position, mv);
            text
        };
        let line = line.into_iter().map(text).collect();
        let moves = moves.into_iter().map(|mv| game.move_text(state, mv)).collect();
        Some(ForcedWin { plies, line, moves })
    }

    fn network_input(&self, symmetry: u8) -> Option<NetworkInput> {
        eval_file::input(self.game(), self.state(), Symmetry(symmetry))
    }

    fn search(&self, go: &Go) -> Task<SearchReport> {
        catch_panic(|| self.prepared(go)).unwrap_or_else(|error| self.unprepared(go, error))
    }

    fn analyse(&mut self, text: &str, go: &Go) -> Result<Task<Finding>, SetupError> {
        analysis::analyse(self, text, go)
    }

    fn next_moves(&self, text: &str) -> Task<NextMoves> {
        let (game, text) = (self.game().clone(), text.to_owned());
        Task::new(self.control(), Vec::new(), move |control, listener| {
            listener(analysis::next_moves(&game, text, control));
        })
    }

    fn perft(&self, depth: u32, perft: Perft) -> Task<PerftReport> {
        let (game, state) = (self.game().clone(), self.state().clone());
        Task::new(self.control(), Vec::new(), move |control, listener| {
            let end = match perft_task::count(&game, &state, depth, perft, control, listener) {
                Some(nodes) => TaskEvent::Report(PerftReport::Total { nodes, time: control.elapsed() }),
                None => TaskEvent::Abandoned,
            };
            listener(end);
        })
    }

    fn bench(&self, threads: usize, depth: Option<Depth>) -> Task<BenchReport> {
        let game = self.game().clone();
        Task::new(self.control(), Vec::new(), move |control, listener| {
            let end = bench(&game, threads, depth, control, listener);
            listener(end.unwrap_or_else(|error| TaskEvent::Failed(error.to_string())));
        })
    }
}

impl<G: Playable> Engine<G> {
    fn prepared(&self, go: &Go) -> Task<SearchReport> {
        if let Some(chosen) = choose_opening(self, go) {
            let answer = BestMove { best: Some(chosen.text), is_book: true, ..BestMove::default() };
            return Task::new(self.control(), vec![chosen.notice], |_, listener| {
                listener(TaskEvent::Report(SearchReport::BestMove(answer)));
            });
        }
        let mut search = SearchTask::new(self, go);
        let notices = std::mem::take(&mut search.notices);
        Task::new(search.control.clone(), notices, move |control, listener| {
            let answer = search.run(&mut |inside| {
                listener(match inside {
                    Inside::Line(info) => TaskEvent::Report(SearchReport::Line(search.pv_info(&info))),
                    Inside::Other(event) => event,
                });
            });
            // An infinite or pondering search can end early, but must not answer before a stop or a ponder
            // hit.
            control.wait_until_released();
            listener(TaskEvent::Report(SearchReport::BestMove(answer)));
        })
    }

    /// Creates a task that reports the panic in the preparation of a search, and answers with an arbitrary
    /// move.
    fn unprepared(&self, go: &Go, error: InternalError) -> Task<SearchReport> {
        let control = Control::starting(self.shared.time.clone(), None, may_answer(go));
        let moves = catch_panic(|| self.current.move_texts()).unwrap_or_default();
        let best = moves.into_iter().next();
        Task::new(control, Vec::new(), move |control, listener| {
            listener(TaskEvent::Panicked(error));
            control.wait_until_released();
            let answer = BestMove { best, ..BestMove::default() };
            listener(TaskEvent::Report(SearchReport::BestMove(answer)));
        })
    }
}
