//! A session with a client, from its first line to the last.
//!
//! One thread reads lines. The session's thread receives them from a bounded channel and executes them in
//! order; it waits for a search only after stopping it. Long work runs as a [`Task`] in another thread, one at
//! a time, which writes its own output. Each search has its own control, so a late `stop` cannot
//! reach the next search. A closed channel signals the end of a task, so nothing polls.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use plywright::engine::{DynEngine, Go, Outcome, Setup, Task};
use plywright::search::Control;
use plywright::{OptionSpec, Perft, Side};

use crate::background::Background;
use crate::command::{Command, InputError, Question};
use crate::dialect::Dialect;
use crate::event::{Event, Program, Reply, Topic};
use crate::lines::for_each_line;
use crate::output::Output;

/// Maximum number of lines that wait to be executed.
const WAITING_LINES: usize = 256;
/// Time that a running task has to finish after the end of the input.
const GRACE: Duration = Duration::from_millis(50);
/// Time that a stopped task has to answer before the session ends.
const PARTING: Duration = Duration::from_millis(120);
const LOG_OPTION: &str = "Debug Log File";

/// Message to the session's thread.
enum Message {
    Line(Vec<u8>),
    EndOfInput,
    ClientGone,
}

/// A task that stops for the next one.
struct Running {
    control: Control,
    ponders: bool,
    is_stopped: bool,
    /// Carries no messages; it closes when the task has ended.
    end: Receiver<()>,
}

/// A session with one client.
pub struct Session {
    program: Program,
    engine: Box<dyn DynEngine>,
    dialect: Arc<dyn Dialect>,
    output: Arc<Output>,
    running: Option<Running>,
    /// Thread for these tasks; started by the first one.
    foreground: Option<Background>,
    /// Thread for answers during a search; started by the first such request.
    background: Option<Background>,
    debug: bool,
    /// The refusal of the client's last position, while the current position is an older one.
    refusal: Option<Event>,
}

impl Session {
    /// Serves the client in the name of `program` until it quits, ends its input or closes the output. The
    /// thread that reads the input may outlive the call.
    pub fn run(
        program: Program,
        engine: Box<dyn DynEngine>,
        dialect: impl Dialect + 'static,
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
    ) {
        let (sender, inbox) = sync_channel(WAITING_LINES);
        let dialect: Arc<dyn Dialect> = Arc::new(dialect);
        let output = Output::new(Arc::clone(&dialect), Box::new(output), wake_up(sender.clone()));
        let reading = move || {
            for_each_line(input, |line| sender.send(Message::Line(line)).is_ok());
            // The session may have ended already.
            let _ = sender.send(Message::EndOfInput);
        };
        let mut session = Self {
            program,
            engine,
            dialect,
            output: Arc::new(output),
            running: None,
            foreground: None,
            background: None,
            debug: false,
            refusal: None,
        };
        session.output.send(&Event::Started);
        if thread::Builder::new().spawn(reading).is_ok() {
            session.serve(&inbox);
        }
    }

    fn serve(&mut self, inbox: &Receiver<Message>) {
        for message in inbox {
            let flow = match message {
                Message::Line(line) => self.line(&line),
                Message::EndOfInput => {
                    if let Some(background) = self.background.take() {
                        background.finish();
                    }
                    self.part();
                    ControlFlow::Break(())
                }
                Message::ClientGone => ControlFlow::Break(()),
            };
            if flow.is_break() || self.output.is_closed() {
                break;
            }
        }
        if let Some(background) = self.background.take() {
            background.abandon();
        }
        // Every search answers, even one interrupted by `quit`.
        if let Some(running) = self.running.take() {
            running.control.stop();
            running.wait(Some(PARTING));
        }
    }

    fn line(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.output.received(line);
        let commands = match std::str::from_utf8(line) {
            Ok(text) => self.dialect.read(text),
            Err(error) => vec![Command::Invalid(InputError::not_text(line, error))],
        };
        commands.into_iter().try_for_each(|command| self.execute(command))
    }

    fn execute(&mut self, command: Command) -> ControlFlow<()> {
        match command {
            Command::Handshake => self.identify(),
            Command::Begin => self.output.send(&Event::Started),
            Command::Echo(line) => self.answer_after_search(&Event::Echo(line)),
            Command::NewGame => {
                let result = self.engine.new_game().map_err(|error| error.to_string());
                if result.is_ok() {
                    self.refusal = None;
                }
                self.accept(Topic::NewGame, result);
            }
            Command::Position { setup, moves } => self.position(&setup, &moves, Topic::Position),
            Command::SetUp(setup) => self.position(&setup, &[], Topic::SetUp),
            Command::Play(moves) => self.play(&moves),
            Command::Ask(question) => self.output.send(&self.answer(&question)),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Go(go) => self.go(&go),
            Command::Analyse(text, go) => self.analyse(&text, &go),
            Command::NextMoves(text) => self.next_moves(&text),
            Command::Perft(depth) => {
                let task = self.engine.perft(depth, Perft::default());
                self.repeat_refusal();
                self.start(task, Topic::Search, false);
            }
            Command::Bench(depth) => self.start(self.engine.bench(1, depth), Topic::Bench, false),
            Command::Stop => {
                if let Some(running) = &mut self.running {
                    running.control.stop();
                    running.is_stopped = true;
                }
            }
            Command::PonderHit => {
                if let Some(running) = self.running.as_mut().filter(|running| running.ponders) {
                    running.ponders = false;
                    running.control.ponder_hit();
                }
            }
            Command::Debug(on) => {
                self.debug = on;
                self.engine.set_debug(on);
            }
            Command::Help => self.output.send(&Event::Help),
            Command::Quit => return ControlFlow::Break(()),
            Command::Invalid(error) => self.report(&Event::Misread(error)),
            Command::InvalidPosition(error) => self.refuse_position(Event::Misread(error)),
        }
        ControlFlow::Continue(())
    }

    fn identify(&self) {
        let mut options = self.engine.options();
        options.push(OptionSpec::text(LOG_OPTION));
        let (program, game) = (self.program, self.engine.game_name());
        self.output.send(&Event::Identity { program, game, options });
    }

    fn position(&mut self, setup: &Setup, moves: &[String], topic: Topic) {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        match self.engine.set_position(setup, &moves) {
            Ok(warning) => {
                self.refusal = None;
                if let Some(message) = warning {
                    self.report(&Event::Notice { topic, message });
                }
            }
            Err(error) => self.refuse_position(Event::Refused { topic, message: error.to_string() }),
        }
    }

    fn play(&mut self, moves: &[String]) {
        let topic = Topic::Moves;
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        match self.engine.play(&moves) {
            // Legal moves revoke an earlier refusal of moves, but not the refusal of a position.
            Ok(()) => self.refusal = self.refusal.take().filter(|refusal| !refusal.is_refusal_of(topic)),
            Err(error) => self.refuse_position(Event::Refused { topic, message: error.to_string() }),
        }
    }

    /// Reports a refused position, now and at every search until another position is accepted.
    fn refuse_position(&mut self, refusal: Event) {
        self.report(&refusal);
        self.refusal = Some(refusal);
    }

    /// Stops the running task and repeats the refusal of the client's position, if any.
    fn repeat_refusal(&mut self) {
        self.halt();
        if let Some(refusal) = &self.refusal {
            self.report(refusal);
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let result = if name.eq_ignore_ascii_case(LOG_OPTION) {
            let path = if value == "<empty>" { "" } else { value };
            self.output.log_to(path).map_err(|error| format!("cannot write to '{path}': {error}"))
        } else {
            let warning = self.engine.warning();
            let result = self.engine.set_option(name, value).map_err(|error| error.to_string());
            if let Some(message) = self.engine.warning().filter(|_| self.reports_errors())
                && warning.as_ref() != Some(&message)
            {
                self.output.send(&Event::Notice { topic: Topic::Option, message });
            }
            result
        };
        self.accept(Topic::Option, result);
    }

    fn go(&mut self, go: &Go) {
        let task = self.engine.search(go);
        self.repeat_refusal();
        self.start(task, Topic::Search, go.ponder);
    }

    /// Searches a position. A refusal is always reported, because the client waits for a line.
    fn analyse(&mut self, text: &str, go: &Go) {
        let topic = Topic::Analysis;
        match self.engine.analyse(text, go) {
            Ok(task) => self.start(task, topic, false),
            Err(error) => self.output.send(&Event::Refused { topic, message: error.to_string() }),
        }
    }

    /// Lists moves while a search may go on. Lists and refusals come in the order of the requests; a refusal
    /// is always reported.
    fn next_moves(&mut self, text: &str) {
        let topic = Topic::NextMoves;
        match thread_in(&mut self.background, &self.output) {
            Ok(background) => drop(background.run(self.engine.next_moves(text), topic)),
            Err(error) => self.output.send(&no_thread(topic, &error)),
        }
    }

    /// Sends an answer after that of a stopped search. It does not wait for lists of moves.
    fn answer_after_search(&mut self, event: &Event) {
        if self.running.as_ref().is_some_and(|running| running.is_stopped) {
            self.halt();
        }
        self.output.send(event);
    }

    fn answer(&self, question: &Question) -> Event {
        let engine = &self.engine;
        match question {
            Question::FirstToMove => Event::Reply(Reply::Truth(engine.side() == Side::First)),
            Question::IsOver => Event::Reply(Reply::Truth(engine.outcome() != Outcome::Open)),
            Question::Result => Event::Reply(Reply::Result(engine.outcome())),
            Question::IsLegal(mv) => Event::Reply(Reply::Truth(engine.is_legal(mv))),
            Question::PositionText => Event::Reply(Reply::Position(engine.position_text())),
            Question::Position => Event::Position(engine.position_text()),
            Question::Board => Event::Board(engine.board()),
            Question::Evaluation => Event::Evaluation(engine.evaluation()),
            Question::Moves => Event::Moves(engine.legal_moves()),
        }
    }

    /// Stops the running task, waits for its answer, and runs `task`.
    fn start(&mut self, task: Task, topic: Topic, ponders: bool) {
        self.halt();
        for message in &task.notices {
            self.report(&Event::Notice { topic, message: message.clone() });
        }
        let control = task.control.clone();
        match thread_in(&mut self.foreground, &self.output) {
            Ok(thread) => {
                let end = thread.run(task, topic);
                self.running = Some(Running { control, ponders, is_stopped: false, end });
            }
            Err(error) => self.report(&no_thread(topic, &error)),
        }
    }

    /// Stops the running task and waits for its answer.
    fn halt(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.stop();
            running.wait(None);
        }
    }

    /// Handles the end of the input: a running task may finish within [`GRACE`]; after that it is stopped and
    /// answers.
    fn part(&mut self) {
        if let Some(running) = self.running.take()
            && !running.wait(Some(GRACE))
        {
            running.control.stop();
            running.wait(Some(PARTING));
        }
    }

    fn accept(&self, topic: Topic, result: Result<(), String>) {
        if let Err(message) = result {
            self.refuse(topic, message);
        }
    }

    fn refuse(&self, topic: Topic, message: String) {
        self.report(&Event::Refused { topic, message });
    }

    /// Reports an error in a request if the options allow it.
    fn report(&self, event: &Event) {
        if self.reports_errors() {
            self.output.send(event);
        }
    }

    fn reports_errors(&self) -> bool {
        self.debug || self.engine.settings().developer
    }
}

impl Running {
    /// Waits for the end of the task, at most for `limit`. Returns whether it has ended.
    fn wait(&self, limit: Option<Duration>) -> bool {
        match limit {
            None => self.end.recv().is_err(),
            Some(limit) => self.end.recv_timeout(limit) == Err(RecvTimeoutError::Disconnected),
        }
    }
}

/// Returns the thread for tasks, and starts it if there is none.
fn thread_in<'a>(place: &'a mut Option<Background>, output: &Arc<Output>) -> io::Result<&'a Background> {
    let thread = match place.take() {
        Some(thread) => thread,
        None => Background::start(Arc::clone(output))?,
    };
    Ok(place.insert(thread))
}

fn no_thread(topic: Topic, error: &io::Error) -> Event {
    Event::Refused { topic, message: format!("cannot start a thread: {error}") }
}

/// Makes the callback that wakes the session's thread when the client is gone. If the channel is full, the
/// thread is awake and checks the output anyway.
fn wake_up(sender: SyncSender<Message>) -> Box<dyn Fn() + Send + Sync> {
    Box::new(move || drop(sender.try_send(Message::ClientGone)))
}
