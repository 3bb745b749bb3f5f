//! A session with a client, from its first line to the last.
//!
//! One thread reads lines, and the session's thread executes them in order. Long work runs as a [`Task`] in
//! one of two further threads: lists of moves in one, everything else in the other. So a list can be made during a
//! search. Each task has its own control, so a late `stop` cannot reach the next search.

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Duration;

use plywright::engine::{DynEngine, Go, Outcome, Setup, Task, VARIANT_OPTION, catch_panic};
use plywright::game::DynLine;
use plywright::search::TimeSource;
use plywright::{OptionSpec, Perft, Side, shorten};

use crate::command::{Command, InputError, MAX_MOVES, Question, Topic};
use crate::dialect::Dialect;
use crate::event::{Board, Event, Program, Reply};
use crate::lines::for_each_line;
use crate::output::Output;
use crate::task_thread::{Running, TaskThread};

/// Maximum number of lines that wait to be executed. When it is reached, the session stops reading, so the client has
/// to wait. The number is small, because each line may take 16 MiB of memory.
const WAITING_LINES: usize = 4;
/// Maximum number of lists of moves that wait to be made. Without a maximum, a client that sends requests faster than
/// they are answered would fill the memory.
const WAITING_LISTS: usize = 1 << 14;
/// Time for which a running task may go on at the end of the input, before the session stops it. The time begins when
/// all lists of moves are complete.
const GRACE: Duration = Duration::from_millis(50);
/// Maximum time to wait for the answer of the running task after the client has quit or is gone. The session then waits
/// at most as long again for the lists of moves.
const PARTING: Duration = Duration::from_millis(120);
/// Position text that stands for the start position in a request for an analysis.
const START: &str = "startpos";
/// Name of the session's own option, whose value is the path of a log file.
const LOG_OPTION: &str = "Debug Log File";

/// Message to the session's thread.
enum Message {
    /// A line of input; `None` for a line that is too long.
    Line(Option<Vec<u8>>),
    EndOfInput,
    /// Nothing can be written to the client any more.
    ClientGone,
}

/// A session with one client: the game so far, and the threads that work for it.
pub struct Session {
    program: Program,
    engine: Box<dyn DynEngine>,
    /// The current position with the moves that led to it.
    game_line: Box<dyn DynLine>,
    output: Arc<Output>,
    /// The last task of the foreground thread, which may have ended; `None` before the first task, and after the
    /// session has waited for the end of the last one.
    running: Option<Running>,
    /// Thread for all tasks except lists of moves.
    foreground: TaskThread,
    /// Thread that creates lists of moves, even during a search.
    background: TaskThread,
    /// Refusal that every [`Command::Go`] and [`Command::Perft`] repeats. `None` if no position and no moves have been
    /// refused since the last position or new game was accepted. Accepted moves remove the refusal of an illegal move.
    refusal: Option<Event>,
}

impl Session {
    /// Serves a client, and blocks until the client quits, ends its input or closes the output. `program` is the
    /// identity that the client sees. The thread that reads the input may outlive the call, because nothing can
    /// interrupt its reading.
    ///
    /// # Errors
    ///
    /// Returns an error at once if the system cannot start the session's threads.
    pub fn run(
        program: Program,
        engine: Box<dyn DynEngine>,
        dialect: impl Dialect + 'static,
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> io::Result<()> {
        let (sender, inbox) = sync_channel(WAITING_LINES);
        let client = sender.clone();
        // If the channel is full, the message is lost. It is then not needed, because the session's thread still has
        // lines to execute, and checks after each line whether the output is closed.
        let on_close = Box::new(move || drop(client.try_send(Message::ClientGone)));
        let output = Arc::new(Output::new(Box::new(dialect), Box::new(output), on_close));
        // Each task of the foreground begins after the end of the one before, so none waits.
        let foreground = TaskThread::start(&output, 1)?;
        let background = TaskThread::start(&output, WAITING_LISTS)?;
        let reading = move || {
            for_each_line(input, |line| sender.send(Message::Line(line)).is_ok());
            // An error is ignored: sending fails only if the session has already ended, and the message is then not
            // needed.
            let _ = sender.send(Message::EndOfInput);
        };
        thread::Builder::new().spawn(reading)?;
        output.send(&Event::Started);
        let (game_line, running, refusal) = (engine.dyn_game().start(), None, None);
        Self { program, engine, game_line, output, running, foreground, background, refusal }.serve(&inbox);
        Ok(())
    }

    /// Executes lines until the input ends, or the client quits or is gone, and then ends the tasks. At the end of the
    /// input, tasks get time to finish; otherwise they are stopped at once.
    fn serve(mut self, inbox: &Receiver<Message>) {
        let mut input_has_ended = false;
        for message in inbox {
            match message {
                Message::Line(Some(line)) => {
                    if self.execute_line(&line).is_break() {
                        break;
                    }
                }
                // A line that is too long is probably a position with its moves, so it counts as a refused position.
                Message::Line(None) => self.refuse_position(Event::Misread(InputError::too_long())),
                Message::EndOfInput => {
                    input_has_ended = true;
                    break;
                }
                Message::ClientGone => break,
            }
            if self.output.is_closed() {
                break;
            }
        }
        if input_has_ended {
            self.finish_tasks();
        } else {
            self.abandon_tasks();
        }
    }

    /// Waits for all lists of moves and then for the answer of the running task. Stops the task if it has not answered
    /// within [`GRACE`].
    fn finish_tasks(self) {
        self.background.finish(Duration::MAX);
        if let Some(running) = self.running {
            running.wait_for(GRACE);
            running.control.stop();
            running.wait_for(Duration::MAX);
        }
    }

    /// Stops all tasks. Waits for the answer of the running task, because `quit` during a search should still give a
    /// best move, and then for the lists of moves. Each wait ends after [`PARTING`], because the client may have
    /// stopped reading.
    fn abandon_tasks(self) {
        self.background.stop();
        if let Some(running) = self.running {
            running.control.stop();
            running.wait_for(PARTING);
        }
        self.background.finish(PARTING);
    }

    /// Logs a line and executes its commands. Returns [`ControlFlow::Break`] if one of them ends the session. A panic
    /// in a command is reported as a refusal, and the session goes on.
    fn execute_line(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.output.log_input(line);
        let commands = match std::str::from_utf8(line) {
            // A byte order mark is skipped, because some editors and shells put one before the first line.
            Ok(text) => self.output.dialect.read(text.trim_start_matches('\u{feff}')),
            Err(error) => {
                let error = InputError::not_text(line, error);
                let is_position = [&b"position"[..], b"setpos"]
                    .iter()
                    .any(|word| line.windows(word.len()).any(|bytes| bytes == *word));
                vec![if is_position { Command::InvalidPosition(error) } else { Command::Invalid(error) }]
            }
        };
        for command in commands {
            let topic = command.topic();
            match catch_panic(|| self.execute(command)) {
                Ok(flow) => flow?,
                Err(error) => self.output.send(&Event::Refused { topic, message: error.to_string() }),
            }
        }
        ControlFlow::Continue(())
    }

    fn execute(&mut self, command: Command) -> ControlFlow<()> {
        match command {
            Command::Handshake => self.identify(),
            Command::Begin => self.output.send(&Event::Started),
            Command::Echo(line) => self.answer_after_search(&Event::Echo(line)),
            Command::NewGame => match self.engine.new_game() {
                Ok(()) => (self.game_line, self.refusal) = (self.engine.dyn_game().start(), None),
                Err(error) => self.refuse(Topic::NewGame, &error),
            },
            Command::Position { setup, moves } => self.set_position(&setup, &moves, Topic::Position),
            Command::SetUp(setup) => self.set_position(&setup, &[], Topic::SetUp),
            Command::Play(moves) => self.play(&moves),
            Command::Ask(question) => self.output.send(&self.answer(&question)),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Go(go) => self.go(&Go { may_play_on: true, ..go }),
            Command::Analyse(text, go) => self.analyse(&text, &go),
            Command::NextMoves(text) => {
                let task = self.engine.dyn_game().next_moves(&text);
                self.background.run(task, Topic::NextMoves, Event::NextMoves);
            }
            Command::Perft(depth) => {
                let task = self.engine.dyn_game().perft(&*self.game_line, depth, Perft::default());
                self.halt_and_repeat_refusal();
                self.start(task, Topic::Search, Event::Perft);
            }
            Command::Bench(depth) => {
                let task = self.engine.dyn_game().bench(1, depth, TimeSource::default());
                self.start(task, Topic::Bench, Event::Bench);
            }
            // A `stop` right after `go` is not lost, because the task is already queued. A search returns a move even
            // if it is stopped before it starts (see `Search::search`).
            Command::Stop => {
                if let Some(running) = &self.running {
                    running.control.stop();
                }
            }
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.control.ponder_hit();
                }
            }
            Command::Debug(on) => {
                if let Err(error) = self.engine.change(&|settings| settings.debug = on) {
                    self.refuse(Topic::Option, &error);
                }
            }
            Command::Help => self.output.send(&Event::Help),
            Command::Quit => return ControlFlow::Break(()),
            Command::Invalid(error) => self.report(&Event::Misread(error)),
            Command::InvalidPosition(error) => self.refuse_position(Event::Misread(error)),
        }
        ControlFlow::Continue(())
    }

    fn identify(&self) {
        let (program, game, options) = (self.program, self.game_line.facts().game, self.options());
        self.output.send(&Event::Identity { program, game, options });
    }

    /// Returns the options of the engine and the game, and last the session's own.
    fn options(&self) -> Vec<OptionSpec> {
        let mut options = self.engine.options();
        options.push(OptionSpec::text(LOG_OPTION));
        options
    }

    fn set_position(&mut self, setup: &Setup, moves: &[String], topic: Topic) {
        if moves.len() > MAX_MOVES {
            return self.refuse_position(Event::Misread(InputError::too_many_moves()));
        }
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let game = self.engine.dyn_game();
        match game.set_up(setup, &moves) {
            Ok(line) => {
                (self.game_line, self.refusal) = (line, None);
                if let Some(message) = game.warning(setup) {
                    self.report(&Event::Notice { topic, message });
                }
            }
            Err(error) => self.refuse_position(Event::Refused { topic, message: error.to_string() }),
        }
    }

    fn play(&mut self, moves: &[String]) {
        if self.game_line.plies() + moves.len() > MAX_MOVES {
            return self.refuse_position(Event::Misread(InputError::too_many_moves()));
        }
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        // The refusal of a position, or of too many moves, lasts until a position or a new game is accepted: moves do
        // not change it.
        let is_of_illegal_move = |event: &Event| matches!(event, Event::Refused { topic: Topic::Moves, .. });
        let may_change_refusal = !moves.is_empty() && self.refusal.as_ref().is_none_or(is_of_illegal_move);
        match self.game_line.replay(&moves) {
            Ok(()) if may_change_refusal => self.refusal = None,
            Ok(()) => {}
            Err(error) => {
                let refusal = Event::Refused { topic: Topic::Moves, message: error.to_string() };
                self.report(&refusal);
                if may_change_refusal {
                    self.refusal = Some(refusal);
                }
            }
        }
    }

    /// Reports a refusal of a position or of moves, and stores it for [`Self::halt_and_repeat_refusal`].
    fn refuse_position(&mut self, refusal: Event) {
        self.report(&refusal);
        self.refusal = Some(refusal);
    }

    /// Stops the running task, waits for its answer, and then repeats the stored refusal, if any.
    fn halt_and_repeat_refusal(&mut self) {
        self.halt();
        if let Some(refusal) = &self.refusal {
            self.report(refusal);
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        // In a protocol without a keyword between name and value, the dialect takes the last word for the value. If the
        // option has no value, such as `Clear Hash`, this word belongs to the name.
        let (options, joined) = (self.options(), format!("{name} {value}"));
        let is_option = |name: &str| options.iter().any(|option| option.is_called(name));
        let is_joined = !is_option(name) && is_option(&joined);
        let (name, value) = if is_joined { (&*joined, "") } else { (name, value) };
        if name.eq_ignore_ascii_case(LOG_OPTION) {
            self.set_log_file(value);
        } else {
            self.set_engine_option(name, value);
        }
    }

    /// Starts logging to the file `path`. An empty path or `<empty>`, as UCI writes it, ends logging.
    fn set_log_file(&self, path: &str) {
        let path = if path == "<empty>" { "" } else { path };
        if let Err(error) = self.output.log_to(path) {
            self.refuse(Topic::Option, &format_args!("cannot write to '{}': {error}", shorten(path)));
        }
    }

    /// Sets an option of the engine or the game. If the option changes the rules, the game continues under the new
    /// ones. Reports the engine's warning about its options if the warning is new.
    fn set_engine_option(&mut self, name: &str, value: &str) {
        let earlier = self.engine.warning();
        let result = self.engine.set_option(name, value);
        let warning = self.engine.warning();
        if warning != earlier
            && let Some(message) = warning
        {
            self.report(&Event::Notice { topic: Topic::Option, message });
        }
        match result {
            Ok(()) => self.adopt_rules(name),
            Err(error) => self.refuse(Topic::Option, &error),
        }
    }

    /// Continues the game under the engine's rules after the option named `option` was set. A new game begins instead
    /// if the option is the variant, even if it keeps its value, or if the rules do not allow the position.
    fn adopt_rules(&mut self, option: &str) {
        let game = self.engine.dyn_game();
        if option.eq_ignore_ascii_case(VARIANT_OPTION) {
            (self.game_line, self.refusal) = (game.start(), None);
        } else if game.facts() != self.game_line.facts() {
            self.game_line = game.adopt(&*self.game_line);
        }
    }

    fn go(&mut self, go: &Go) {
        let task = self.engine.search(&*self.game_line, go);
        self.halt_and_repeat_refusal();
        self.start(task, Topic::Search, Event::Search);
    }

    /// Sets up the position `text` and starts its analysis, which stops the running task. If the position is refused,
    /// the error is reported even without debug mode, because the client waits for a line.
    fn analyse(&mut self, text: &str, go: &Go) {
        let (topic, game) = (Topic::Analysis, self.engine.dyn_game());
        let is_start = text.eq_ignore_ascii_case(START);
        let setup = if is_start { Setup::Start } else { Setup::Text(text.to_owned()) };
        match game.set_up(&setup, &[]) {
            Ok(line) => {
                self.game_line = line;
                let mut task = self.engine.analyse(&*self.game_line, text, go);
                // The warning about the position, if there is one, comes before the notes of the search.
                task.notices.splice(0..0, game.warning(&setup));
                self.start(task, topic, Event::Finding);
            }
            Err(error) => self.output.send(&Event::Refused { topic, message: error.to_string() }),
        }
    }

    /// Sends an event. If the running task has been stopped, waits for its answer first. A task that has not been
    /// stopped goes on.
    fn answer_after_search(&mut self, event: &Event) {
        if self.running.as_ref().is_some_and(|running| running.control.is_stopped()) {
            self.halt();
        }
        self.output.send(event);
    }

    fn answer(&self, question: &Question) -> Event {
        let line = &self.game_line;
        match question {
            Question::FirstToMove => Event::Reply(Reply::Truth(line.side() == Side::First)),
            Question::IsOver => Event::Reply(Reply::Truth(line.outcome() != Outcome::Open)),
            Question::Result => Event::Reply(Reply::Result(line.outcome())),
            Question::IsLegal(mv) => Event::Reply(Reply::Truth(line.is_legal(mv))),
            Question::PositionText => Event::Reply(Reply::Position(line.text())),
            Question::Position => Event::Position(line.text()),
            Question::Board => Event::Board(Board::of(&**line)),
            Question::Evaluation => {
                Event::Evaluation(self.engine.evaluation(&**line).map(|value| value.score))
            }
            Question::Moves => Event::Moves(line.move_texts()),
        }
    }

    /// Stops the running task and waits for its answer. Then reports the notes of `task` and starts it. `event`
    /// converts each report of `task` to an event.
    fn start<R: 'static>(&mut self, task: Task<R>, topic: Topic, event: fn(R) -> Event) {
        self.halt();
        for message in &task.notices {
            self.report(&Event::Notice { topic, message: message.clone() });
        }
        self.running = Some(self.foreground.run(task, topic, event));
    }

    /// Stops the running task and waits for its answer.
    fn halt(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.stop();
            running.wait_for(Duration::MAX);
        }
    }

    fn refuse(&self, topic: Topic, error: &dyn Display) {
        self.report(&Event::Refused { topic, message: error.to_string() });
    }

    /// Sends an event about an error or a warning if debug mode or developer mode is on, otherwise nothing.
    fn report(&self, event: &Event) {
        let settings = self.engine.settings();
        if settings.debug || settings.developer {
            self.output.send(event);
        }
    }
}
