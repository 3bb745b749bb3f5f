//! [`DynEngine`] for the engine of every game: converts texts to the game's types and back.

use std::path::Path;
use std::time::Duration;

use super::analysis;
use super::bench::bench;
use super::current_game::CurrentGame;
use super::dyn_engine::DynEngine;
use super::eval_file::{self, Evaluation, NetworkInput};
use super::opening::{canonical_key, opening_moves};
use super::opening_choice::choose_opening;
use super::opening_names::opening_name;
use super::opening_tree::{OpeningMove, OpeningTree};
use super::option_spec::OptionSpec;
use super::playable::{Playable, Protocol, Solved};
use super::request::{BestMove, Board, Go, MoveActions, Outcome, Reason, SetOptionError, Setup, SetupError};
use super::search_task::SearchTask;
use super::settings::Settings;
use super::task::{PROGRESS_INTERVAL, Task, TaskEvent};
use super::typed_engine::{CLEAR_OPTION, Engine, VARIANT_OPTION, fresh_seed, spec};
use crate::network::{FeatureShape, Learnable};
use crate::rules::{Depth, Ending, Key, Moves, Perft, Score, Side, State, Symmetry};
use crate::search::{Eval, ForcedWin, Rng, SearchParams, TimeSource, forced_win};
use crate::tablebase::compact::Source;
use crate::tablebase::{DynTablebase, Probed, TablebaseError, Value, probe, value_of_position};
use crate::text::{ParseMoveError, Scene};

impl<G: Playable> DynEngine for Engine<G> {
    fn game_name(&self) -> &'static str {
        G::NAME
    }

    fn protocol(&self) -> Protocol {
        G::PROTOCOL
    }

    fn settings(&self) -> &Settings {
        &self.shared.settings
    }

    fn search_params(&self) -> SearchParams {
        self.settings().params.over(self.shared.eval.params())
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut variants: Vec<_> = G::variants().iter().map(|variant| variant.name).collect();
        variants.sort_by_key(|name| *name != self.shared.variant);
        let mut options = self.settings().specs();
        options.push(OptionSpec::button(CLEAR_OPTION));
        options.push(OptionSpec::combo(VARIANT_OPTION, variants));
        options.extend(Evaluation::spec(self.game()));
        options.extend(self.options.specs());
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

    fn warning(&self) -> Option<String> {
        let misfit = || self.opening.as_ref()?.misfit.clone();
        self.options.warning().or_else(|| self.failure()).or_else(misfit)
    }

    fn set_debug(&mut self, on: bool) {
        self.shared.settings.debug = on;
    }

    fn set_time_source(&mut self, time: TimeSource) {
        self.shared.time = time;
    }

    fn new_game(&mut self) -> Result<(), SetOptionError> {
        let table = self.spare_table()?;
        self.forget(table);
        self.current = CurrentGame::start(self.game(), self.game().start());
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
        let mut current = CurrentGame::start(game, state);
        current.play(game, moves)?;
        self.current = current;
        Ok(warning)
    }

    fn play(&mut self, moves: &[&str]) -> Result<(), SetupError> {
        self.current.play(&self.shared.game, moves)
    }

    fn undo(&mut self) -> bool {
        self.current.undo()
    }

    fn is_legal(&self, mv: &str) -> bool {
        self.outcome() == Outcome::Open
            && self.game().parse_move(self.state(), mv).is_ok_and(|mv| !self.is_forbidden(mv))
    }

    fn board(&self) -> Board {
        Board {
            drawing: self.game().drawing(self.state()),
            position: self.position_text(),
            key: self.state().key(),
            variant: self.variant().to_owned(),
            side: self.state().side(),
            legal_moves: self.moves().len(),
            outcome: self.outcome(),
        }
    }

    fn position_text(&self) -> String {
        self.game().position_text(self.state())
    }

    fn mover_pov(&self) -> String {
        self.game().position_text(&self.game().mover_pov(self.state()))
    }

    fn resolve_mover_pov(&self, text: &str) -> String {
        self.game().resolve_mover_pov(self.state(), text)
    }

    fn side(&self) -> Side {
        self.state().side()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.moves().into_iter().map(|mv| self.game().move_text(self.state(), mv)).collect()
    }

    fn random_move(&self, rng: &mut Rng) -> Option<String> {
        let moves = self.moves();
        moves.get(rng.below(moves.len())).map(|mv| self.game().move_text(self.state(), *mv))
    }

    fn move_actions(&self) -> Vec<MoveActions> {
        let (game, state) = (self.game(), self.state());
        let moves = if self.outcome() == Outcome::Open { self.moves() } else { Moves::new() };
        let actions = |mv| MoveActions { text: game.move_text(state, mv), sequences: game.ways(state, mv) };
        moves.into_iter().map(actions).collect()
    }

    fn scene(&self) -> Scene {
        self.game().scene(self.state())
    }

    fn scene_towards(&self, moves: &[&str]) -> Scene {
        let scene_after = |text: &&str| {
            let mv = self.game().parse_move(self.state(), text).ok()?;
            let mut next = self.state().clone();
            self.game().play(&mut next, mv);
            Some(self.game().scene(&next))
        };
        self.scene().towards(&moves.iter().filter_map(scene_after).collect::<Vec<_>>())
    }

    fn named_positions(&self) -> Vec<(&'static str, String)> {
        self.game().named_positions()
    }

    fn outcome(&self) -> Outcome {
        let ending = || match self.game().ending(self.state()) {
            Some(Ending::Margin(points)) => {
                Ending::Margin(self.shared.eval.params().reported(Score(points)).0)
            }
            ending => ending.unwrap_or(Ending::Draw),
        };
        self.reason().map_or(Outcome::Open, |_| Outcome::Over(ending()))
    }

    fn reason(&self) -> Option<Reason> {
        self.ended_by()
    }

    fn evaluation(&self) -> Option<Score> {
        let (game, state) = (self.game(), self.state());
        if game.ending(state).is_some() {
            return None;
        }
        let mut eval = self.eval();
        let estimate = || eval.params().reported(eval.evaluate(game, state));
        Some(self.exact_value().map_or_else(estimate, Value::score))
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
        let oracle = self.oracle().filter(|_| self.outcome() == Outcome::Open)?;
        let known = probe(self.game(), &*oracle, self.state()).map(|value| self.reported(value));
        (known.value.is_some() || known.moves.iter().any(|(_, value)| value.is_some())).then_some(known)
    }

    fn tablebase(&self) -> Option<Box<dyn DynTablebase>> {
        self.game().tablebase().map(|tables| tables as Box<dyn DynTablebase>)
    }

    fn open_tables(&mut self, folder: &Path) -> Result<(), TablebaseError> {
        self.open_tables(folder)
    }

    fn open_source(&mut self, source: Box<dyn Source>) -> Result<(), TablebaseError> {
        self.open_source(source)
    }

    fn probe(&self) -> Option<Probed> {
        let known = self.oracle().map(|oracle| probe(self.game(), &*oracle, self.state()));
        known.map(|known| known.map(|value| self.reported(value)))
    }

    fn opening_name(&self) -> Option<&'static str> {
        opening_name(self.game(), &self.current.states)
    }

    fn phases(&self) -> &'static [&'static str] {
        G::PHASES
    }

    fn phase(&self) -> usize {
        self.game().phase(self.state())
    }

    fn network_shape(&self) -> Option<FeatureShape> {
        self.game().eval().slot().map(|slot| slot.shape())
    }

    fn symmetries(&self) -> u8 {
        self.game().symmetries()
    }

    fn own_symmetries(&self) -> u8 {
        let (game, state) = (self.game(), self.state());
        let all = Symmetry::first(game.symmetries());
        all.filter(|symmetry| game.image(state, *symmetry) == *state).count() as u8
    }

    fn canonical_key(&self) -> Key {
        canonical_key(self.game(), self.state())
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

    fn themes(&self, line: &[&str]) -> Vec<&'static str> {
        let (game, mut position) = (self.game(), self.state().clone());
        let moves = line.iter().map(|text| {
            let mv = game.parse_move(&position, text)?;
            game.play(&mut position, mv);
            Ok(mv)
        });
        let moves = moves.collect::<Result<Vec<_>, ParseMoveError>>();
        moves.map_or_else(|_| Vec::new(), |moves| game.themes(self.state(), &moves))
    }

    fn puzzles(&self) -> &'static str {
        G::PUZZLES
    }

    fn solved(&self) -> Option<Solved> {
        self.game().solved()
    }

    fn network_input(&self, symmetry: u8) -> Option<NetworkInput> {
        eval_file::input(self.game(), self.state(), Symmetry(symmetry))
    }

    fn search(&self, go: &Go) -> Task {
        if let Some(chosen) = choose_opening(self, go) {
            let answer = BestMove { best: Some(chosen.text), is_book: true, ..BestMove::default() };
            return Task::new(self.control(), vec![chosen.notice], |_, listener| {
                listener(TaskEvent::BestMove(answer));
            });
        }
        let mut search = SearchTask::new(self, go);
        let notices = std::mem::take(&mut search.notices);
        Task::new(search.control.clone(), notices, move |control, listener| {
            let answer = search.run(listener);
            // An infinite or pondering search can end early, but must not answer before a stop or a ponder
            // hit.
            control.wait_until_released();
            listener(TaskEvent::BestMove(answer));
        })
    }

    fn analyse(&mut self, text: &str, go: &Go) -> Result<Task, SetupError> {
        analysis::analyse(self, text, go)
    }

    fn next_moves(&self, text: &str) -> Task {
        let (game, text) = (self.game().clone(), text.to_owned());
        Task::new(self.control(), Vec::new(), move |control, listener| {
            listener(analysis::next_moves(&game, text, control));
        })
    }

    fn perft(&self, depth: u32, perft: Perft) -> Task {
        let (game, state) = (self.game().clone(), self.state().clone());
        Task::new(self.control(), Vec::new(), move |control, listener| {
            let stopped = || control.is_over();
            let mut moves = Moves::new();
            if depth > 0 {
                game.moves(&state, &mut moves);
            }
            let mut reported = Duration::ZERO;
            let parts = moves.iter().try_fold(0, |total, mv| {
                let mut child = state.clone();
                game.play(&mut child, *mv);
                let text = game.move_text(&state, *mv);
                let mut report = |share: f64| {
                    let now = control.elapsed();
                    if now.saturating_sub(reported) >= PROGRESS_INTERVAL {
                        reported = now;
                        let millionths = (share * 1e6) as u32;
                        listener(TaskEvent::PerftProgress { text: text.clone(), millionths });
                    }
                };
                let nodes = perft.count_with_progress(&game, &child, depth - 1, &stopped, &mut report)?;
                listener(TaskEvent::PerftMove { text, nodes });
                Some(total + nodes)
            });
            let total =
                if moves.is_empty() { perft.count_unless(&game, &state, depth, &stopped) } else { parts };
            let time = control.elapsed();
            listener(total.map_or(TaskEvent::Abandoned, |nodes| TaskEvent::Total { nodes, time }));
        })
    }

    fn bench(&self, threads: usize, depth: Option<Depth>) -> Task {
        let game = self.game().clone();
        Task::new(self.control(), Vec::new(), move |control, listener| {
            let end = bench(&game, threads, depth, control, listener);
            listener(end.unwrap_or_else(|error| TaskEvent::Failed(error.to_string())));
        })
    }
}
