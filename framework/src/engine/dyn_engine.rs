//! The engine without its game's types: [`DynEngine`], which every [`Engine`] is.
//!
//! Programs and protocols that know no game use it. Types are erased here, once per command: a search itself
//! runs in code made for its game.

use std::sync::Arc;

use super::analysis;
use super::bench::bench;
use super::error::{SetOptionError, SetupError};
use super::evaluation::{self, NetworkInput};
use super::event::TaskEvent;
use super::options::{OptionError, OptionSpec};
use super::playable::{Playable, Protocol};
use super::request::{Analysis, Board, Go, Outcome, Reason, Setup, Turn};
use super::search_task::SearchTask;
use super::settings::Settings;
use super::task::Task;
use super::throttle::Throttle;
use super::typed_engine::Engine;
use crate::network::FeatureShape;
use crate::rules::{Depth, Moves, Perft, Score, Side, State, Symmetry};
use crate::search::{Control, Eval, SearchParams};
use crate::tablebase::{Probed, Value, probe, value_of_position};
use crate::text::{ParsePositionError, Scene, shorten};

/// An engine without its game's types: plain data in, plain data out.
pub trait DynEngine: Send {
    /// The game's name.
    fn game_name(&self) -> &'static str;
    /// The protocol that most programs for the game speak.
    fn protocol(&self) -> Protocol;
    /// The values of the options that every game has.
    fn settings(&self) -> &Settings;
    /// The parameters of its searches at full strength.
    fn search_params(&self) -> SearchParams;
    /// Everything that can be set.
    fn options(&self) -> Vec<OptionSpec>;
    /// Sets an option; it holds from the next search on.
    ///
    /// # Errors
    /// As [`Engine::set_option`].
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError>;
    /// The options that are rules of the game.
    fn rules(&self) -> Vec<OptionSpec> {
        self.options().into_iter().filter(|option| option.of_rules).collect()
    }
    /// Whether the name in any case is that of a rule.
    fn has_rule(&self, name: &str) -> bool {
        self.rules().iter().any(|rule| rule.is_called(name))
    }
    /// Sets an option that is a rule, and no other: whatever comes from a file or from another person is set
    /// by this function.
    ///
    /// # Errors
    /// When the option is not a rule, and as [`DynEngine::set_option`].
    fn set_rule(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        let rules = self.rules();
        if rules.iter().any(|rule| rule.is_called(name)) {
            return self.set_option(name, value);
        }
        let names: Vec<_> = rules.iter().map(|rule| rule.name).collect();
        let expected =
            if names.is_empty() { "none: the game has no options".to_owned() } else { names.join(", ") };
        Err(OptionError::NotARule { name: shorten(name), expected }.into())
    }
    /// What is odd about the options, in one line.
    fn warning(&self) -> Option<String>;
    /// Whether searches report what each of their iterations was like.
    fn set_debug(&mut self, on: bool);
    /// Forgets earlier searches and sets up the start position.
    ///
    /// # Errors
    /// As [`Engine::new_game`].
    fn new_game(&mut self) -> Result<(), SetOptionError>;
    /// Sets up a position, plays moves, and returns what was odd about the position.
    ///
    /// # Errors
    /// As [`Engine::set_position`].
    fn set_position(&mut self, setup: &Setup, moves: &[&str]) -> Result<Option<String>, SetupError>;
    /// Plays moves in the present position.
    ///
    /// # Errors
    /// As [`Engine::play`].
    fn play(&mut self, moves: &[&str]) -> Result<(), SetupError>;
    /// Takes the last move back; returns whether there was one.
    fn undo(&mut self) -> bool;
    /// Whether the move may be played, by the rules and because the game is still on.
    fn is_legal(&self, mv: &str) -> bool;
    /// The present position, to look at.
    fn board(&self) -> Board;
    /// The position text.
    fn position_text(&self) -> String;
    /// The text of the position as the side to move sees it; see
    /// [`Notation::mover_view`](crate::Notation::mover_view).
    fn mover_view(&self) -> String;
    /// Translates the text of a move in that view into that of the same move in the position itself.
    fn resolve_mover_view(&self, text: &str) -> String;
    /// Whose turn it is.
    fn side(&self) -> Side;
    /// The legal moves, as texts.
    fn legal_moves(&self) -> Vec<String>;
    /// The legal moves with the actions that play them; none when the game is over.
    fn turns(&self) -> Vec<Turn>;
    /// What lies on the table.
    fn scene(&self) -> Scene;
    /// What lies on the table when it is only known that one of these moves is played: see
    /// [`Scene::towards`]. Illegal moves count for nothing.
    fn scene_towards(&self, moves: &[&str]) -> Scene;
    /// Positions that have a name of their own, as (name, position text).
    fn named_positions(&self) -> Vec<(&'static str, String)>;
    /// How the game stands.
    fn outcome(&self) -> Outcome;
    /// Why the game is over; `None` while it is on.
    fn reason(&self) -> Option<Reason>;
    /// The exact value where it is known, else the static evaluation in reported units; `None` when the game
    /// is over.
    fn evaluation(&self) -> Option<Score>;
    /// What is exactly known about the position and its moves under the present options; `None` where nothing
    /// is, or the game is over.
    fn exact(&self) -> Option<Probed>;
    /// What is exactly known about the present position; `None` also when the game is over.
    fn exact_value(&self) -> Option<Value>;
    /// What a network for the game must fit; `None` where its evaluation is not learned.
    fn network_shape(&self) -> Option<FeatureShape>;
    /// How many symmetries the board has, the identity included.
    fn symmetries(&self) -> u8;
    /// What a network sees of the image of the present position under a symmetry of that number, which is
    /// below [`DynEngine::symmetries`]; `None` where the evaluation is not learned.
    fn network_input(&self, symmetry: u8) -> Option<NetworkInput>;
    /// A search of the present position.
    fn search(&self, go: &Go) -> Task;
    /// A search of another position, which becomes the present one, with what is odd about it.
    ///
    /// # Errors
    /// When the position cannot be read; then nothing changes.
    fn analyse(&mut self, analysis: &Analysis) -> Result<(Task, Option<String>), SetupError>;
    /// A list of what the legal moves of a position lead to.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn next_moves(&self, text: &str) -> Result<Task, ParsePositionError>;
    /// A count of move sequences from the present position, with each first move's part.
    fn perft(&self, depth: u32, perft: Perft) -> Task;
    /// Searches of the game's benchmark positions by every algorithm, under the present variant with all
    /// options but the number of threads at their defaults; to the positions' own depths or all to `depth`.
    fn bench(&self, threads: usize, depth: Option<Depth>) -> Task;
}

impl<G: Playable> DynEngine for Engine<G> {
    fn game_name(&self) -> &'static str {
        G::NAME
    }

    fn protocol(&self) -> Protocol {
        G::PROTOCOL
    }

    fn settings(&self) -> &Settings {
        self.settings()
    }

    fn search_params(&self) -> SearchParams {
        self.settings().params.over(self.eval().params())
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        self.set_option(name, value)
    }

    fn warning(&self) -> Option<String> {
        self.warning()
    }

    fn set_debug(&mut self, on: bool) {
        self.settings.debug = on;
    }

    fn new_game(&mut self) -> Result<(), SetOptionError> {
        self.new_game()
    }

    fn set_position(&mut self, setup: &Setup, moves: &[&str]) -> Result<Option<String>, SetupError> {
        self.set_position(setup, moves)
    }

    fn play(&mut self, moves: &[&str]) -> Result<(), SetupError> {
        self.play(moves)
    }

    fn undo(&mut self) -> bool {
        self.undo()
    }

    fn is_legal(&self, mv: &str) -> bool {
        self.outcome() == Outcome::Open && self.game().parse_move(self.state(), mv).is_ok()
    }

    fn board(&self) -> Board {
        Board {
            drawing: self.game().drawing(self.state()),
            position: self.position_text(),
            key: self.state().key(),
            variant: self.variant(),
            side: self.state().side(),
            legal_moves: self.legal_moves().len(),
            outcome: self.outcome(),
        }
    }

    fn position_text(&self) -> String {
        self.game().position_text(self.state())
    }

    fn mover_view(&self) -> String {
        self.game().position_text(&self.game().mover_view(self.state()))
    }

    fn resolve_mover_view(&self, text: &str) -> String {
        self.game().resolve_mover_view(self.state(), text)
    }

    fn side(&self) -> Side {
        self.state().side()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.legal_moves()
    }

    fn turns(&self) -> Vec<Turn> {
        let (game, state) = (self.game(), self.state());
        let mut moves = Moves::new();
        if self.outcome() == Outcome::Open {
            game.moves(state, &mut moves);
            moves.retain(|mv| !self.is_forbidden(*mv));
        }
        let turn = |mv| Turn { text: game.move_text(state, mv), orders: game.ways(state, mv) };
        moves.into_iter().map(turn).collect()
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
        self.outcome()
    }

    fn reason(&self) -> Option<Reason> {
        self.reason()
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
        value_of_position(game, &*oracle, state)
    }

    fn exact(&self) -> Option<Probed> {
        let oracle = self.oracle().filter(|_| self.outcome() == Outcome::Open)?;
        let known = probe(self.game(), &*oracle, self.state());
        (known.value.is_some() || known.moves.iter().any(|(_, value)| value.is_some())).then_some(known)
    }

    fn network_shape(&self) -> Option<FeatureShape> {
        evaluation::shape(self.game())
    }

    fn symmetries(&self) -> u8 {
        self.game().symmetries()
    }

    fn network_input(&self, symmetry: u8) -> Option<NetworkInput> {
        evaluation::input(self.game(), self.state(), Symmetry(symmetry))
    }

    fn search(&self, go: &Go) -> Task {
        let task = SearchTask::new(self, go);
        Task::new(task.control(), move |listener| {
            let mut throttle = Throttle::default();
            let answer = task.run(&mut |event| throttle.pass(event, listener));
            throttle.pass(TaskEvent::BestMove(answer), listener);
        })
    }

    fn analyse(&mut self, analysis: &Analysis) -> Result<(Task, Option<String>), SetupError> {
        analysis::analyse(self, analysis)
    }

    fn next_moves(&self, text: &str) -> Result<Task, ParsePositionError> {
        analysis::next_moves(self.game(), text)
    }

    fn perft(&self, depth: u32, perft: Perft) -> Task {
        let (game, state, control) = (self.game().clone(), self.state().clone(), Arc::new(Control::new()));
        Task::new(Arc::clone(&control), move |listener| {
            let stopped = || control.is_over();
            let mut moves = Moves::new();
            if depth > 0 {
                game.moves(&state, &mut moves);
            }
            let parts = moves.iter().try_fold(0, |total, mv| {
                let mut child = state.clone();
                game.play(&mut child, *mv);
                let nodes = perft.count_unless(&game, &child, depth - 1, &stopped)?;
                listener(TaskEvent::PerftMove { text: game.move_text(&state, *mv), nodes });
                Some(total + nodes)
            });
            let total =
                if moves.is_empty() { perft.count_unless(&game, &state, depth, &stopped) } else { parts };
            let time = control.elapsed();
            listener(total.map_or(TaskEvent::Abandoned, |nodes| TaskEvent::Total { nodes, time }));
        })
    }

    fn bench(&self, threads: usize, depth: Option<Depth>) -> Task {
        let (game, control) = (G::variant(self.variant()), Arc::new(Control::new()));
        let game = game.unwrap_or_else(|| self.game().clone());
        Task::new(Arc::clone(&control), move |listener| {
            let mut nodes = 0;
            let result = bench(&game, threads, depth, &control, &mut |row| {
                nodes += row.nodes;
                listener(TaskEvent::BenchRow(row.clone()));
            });
            listener(match result {
                Err(error) => TaskEvent::Failed(error.to_string()),
                Ok(()) if control.is_over() => TaskEvent::Abandoned,
                Ok(()) => TaskEvent::Total { nodes, time: control.elapsed() },
            });
        })
    }
}
