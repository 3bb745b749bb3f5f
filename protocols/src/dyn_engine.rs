//! What a session needs of an engine: [`DynEngine`], which every [`Engine`] is.
//!
//! This is where a game's types are erased, once per command: a search itself runs in code made for its game.

use std::sync::Arc;

use plywright::engine::{Engine, Go, Outcome, Reason, SetOptionError, Settings, Setup, SetupError};
use plywright::search::Control;
use plywright::{
    ActionForm, Depth, Eval, Moves, Notation, OptionSpec, ParsePositionError, Playable, Score, SearchParams,
    Side, State, bench,
};

use crate::analysis::{AnalysisError, analyse, next_moves};
use crate::command::Analysis;
use crate::event::{Board, Event, NextMoves, Topic};
use crate::perft::stoppable_perft;
use crate::task::Task;

/// An engine without its game's types: plain data in, plain data out.
pub trait DynEngine: Send {
    /// The game's name.
    fn game_name(&self) -> &'static str;
    /// The values of the options that every game has.
    fn settings(&self) -> &Settings;
    /// Everything that can be set.
    fn options(&self) -> Vec<OptionSpec>;
    /// Sets an option; it holds from the next search on.
    ///
    /// # Errors
    /// As [`Engine::set_option`].
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError>;
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
    /// May the move be played, by the rules and because the game is still on?
    fn is_legal(&self, mv: &str) -> bool;
    /// The present position, to look at.
    fn board(&self) -> Board;
    /// The position text.
    fn position_text(&self) -> String;
    /// Whose turn it is.
    fn side(&self) -> Side;
    /// The legal moves, as texts.
    fn legal_moves(&self) -> Vec<String>;
    /// How the game stands.
    fn outcome(&self) -> Outcome;
    /// Why the game is over; `None` while it is on.
    fn reason(&self) -> Option<Reason>;
    /// The static evaluation in reported units; `None` when the game is over.
    fn evaluation(&self) -> Option<Score>;
    /// A search of the present position.
    fn search(&self, go: &Go) -> Task;
    /// A search of another position, which becomes the present one, with what is odd about it.
    ///
    /// # Errors
    /// When the position cannot be read or the game is over there; then nothing changes.
    fn analyse(&mut self, analysis: &Analysis) -> Result<(Task, Option<String>), AnalysisError>;
    /// What the legal moves of a position lead to.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn next_moves(&self, text: &str, form: ActionForm) -> Result<NextMoves, ParsePositionError>;
    /// A count of move sequences from the present position.
    fn perft(&self, depth: u32) -> Task;
    /// Searches of the game's benchmark positions by every algorithm, under the present variant with all options but
    /// the number of threads at their defaults; to the positions' own depths or all to `depth`.
    fn bench(&self, threads: usize, depth: Option<Depth>) -> Task;
}

impl<G: Playable> DynEngine for Engine<G> {
    fn game_name(&self) -> &'static str {
        G::NAME
    }

    fn settings(&self) -> &Settings {
        self.settings()
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        self.set_option(name, value)
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

    fn side(&self) -> Side {
        self.state().side()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.legal_moves()
    }

    fn outcome(&self) -> Outcome {
        self.outcome()
    }

    fn reason(&self) -> Option<Reason> {
        self.reason()
    }

    fn evaluation(&self) -> Option<Score> {
        const fn scale(policy: &SearchParams) -> i32 {
            if policy.scale < 1 { 1 } else { policy.scale }
        }
        let over = self.game().ending(self.state()).is_some();
        let units = || self.game().eval().evaluate(self.game(), self.state()).0;
        (!over).then(|| Score(units() / scale(&<G::Eval as Eval<G>>::POLICY)))
    }

    fn search(&self, go: &Go) -> Task {
        let job = self.prepare(go);
        Task::new(vec![job.control()], move |listener| {
            let answer = job.run(&mut |thought| listener(Event::SearchEvent(thought)));
            listener(Event::BestMove(answer));
        })
    }

    fn analyse(&mut self, analysis: &Analysis) -> Result<(Task, Option<String>), AnalysisError> {
        analyse(self, analysis)
    }

    fn next_moves(&self, text: &str, form: ActionForm) -> Result<NextMoves, ParsePositionError> {
        next_moves(self.game(), text, form)
    }

    fn perft(&self, depth: u32) -> Task {
        let (game, state, control) = (self.game().clone(), self.state().clone(), Arc::new(Control::new()));
        Task::new(vec![Arc::clone(&control)], move |listener| {
            let total = divide(&game, &state, depth, &control, listener);
            listener(total.map_or(Event::Abandoned, |nodes| Event::Total { nodes, time: control.elapsed() }));
        })
    }

    fn bench(&self, threads: usize, depth: Option<Depth>) -> Task {
        let (game, control) = (G::variant(self.variant()), Arc::new(Control::new()));
        let game = game.unwrap_or_else(|| self.game().clone());
        Task::new(vec![Arc::clone(&control)], move |listener| {
            let mut nodes = 0;
            let result = bench(&game, threads, depth, &control, &mut |row| {
                nodes += row.nodes;
                listener(Event::BenchRow(row.clone()));
            });
            listener(match result {
                Err(error) => Event::Refused { topic: Topic::Bench, message: error.to_string() },
                Ok(()) if control.is_over() => Event::Abandoned,
                Ok(()) => Event::Total { nodes, time: control.elapsed() },
            });
        })
    }
}

/// A perft that tells each move's part.
fn divide<G: Notation>(
    game: &G,
    state: &G::State,
    depth: u32,
    control: &Control,
    listener: &mut dyn FnMut(Event),
) -> Option<u64> {
    let Some(rest) = depth.checked_sub(1) else { return Some(1) };
    let mut moves = Moves::new();
    if game.count(state) > 0 {
        game.moves(state, &mut moves);
    }
    let mut total = 0;
    for mv in moves {
        let mut child = state.clone();
        game.play(&mut child, mv);
        let nodes = stoppable_perft(game, &child, rest, control)?;
        total += nodes;
        listener(Event::PerftMove { text: game.move_text(state, mv), nodes });
    }
    Some(total)
}
