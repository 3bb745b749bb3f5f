//! Engines that speak text protocols: UCI and the two interfaces called UGI.
//!
//! When its options are set and it is ready, an engine of the protocol UGI receives a command of the Universal Game
//! Interface. If it does not answer, it speaks the Universal Gyges Interface, which has no clocks: the engine receives
//! limits as options, and `stop` when its time or its nodes are used up.

use std::time::{Duration, Instant};

use plywright::engine::{DynGame, Go, Setup};
use plywright::{Protocol, Side};

use super::info::{InfoForm, best_move, read_info};
use super::process::Process;
use super::{
    Answer, Choice, Fault, Finding, MoveRequest, Player, VARIANT_OPTION, default_variant, options_of_rules,
};

#[derive(Debug)]
pub struct TextEngine {
    process: Process,
    form: InfoForm,
    /// Names of the engine's options, as the engine spells them.
    declared: Vec<String>,
    /// Words after `position` for the start of the game: `startpos`, or `fen` and the position if the variant's start
    /// differs from the engine's.
    start: String,
    warnings: Vec<String>,
    timeout: Duration,
}

impl TextEngine {
    /// Performs the handshake and sets the engine's options: the rules of `game` that the engine declares and `options`
    /// does not set, then all of `options`. Each of `options` that the engine does not declare gives a warning.
    /// `timeout` limits how long the engine may take to answer a command that needs no search.
    pub(super) fn new(
        mut process: Process,
        protocol: Protocol,
        game: &dyn DynGame,
        options: &[(String, String)],
        timeout: Duration,
    ) -> Result<Self, Fault> {
        let (greeting, reply) = if protocol == Protocol::Uci { ("uci", "uciok") } else { ("ugi", "ugiok") };
        process.say(greeting);
        let (mut declared, mut lists_variant, mut plays_another) = (Vec::new(), false, false);
        let mut form = if protocol == Protocol::Ugi { InfoForm::UgiGame } else { InfoForm::Uci };
        process.answer_to(greeting, timeout, |line| {
            if let Some(name) = declared_option(line) {
                if name.eq_ignore_ascii_case(VARIANT_OPTION) {
                    lists_variant |= may_be(line, &game.facts().variant);
                    plays_another |= has_other_default(line, &game.facts().variant);
                }
                if protocol == Protocol::Ugi && line.split_whitespace().nth(1) != Some("name") {
                    form = InfoForm::UgiGyges;
                }
                declared.push(name);
            }
            line.split_whitespace().any(|word| word == reply).then_some(())
        })?;
        let start = "startpos".to_owned();
        let mut engine = Self { process, form, declared, start, warnings: Vec::new(), timeout };
        let start = game.start().text();
        if !lists_variant && default_variant(game).is_some_and(|default| default.start().text() != start) {
            engine.start = format!("fen {start}");
        }
        let mut settings = options_of_rules(game, lists_variant, plays_another);
        settings.retain(|(name, _)| {
            let is_set = options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
            engine.declares(name) && !is_set
        });
        for (name, value) in options {
            if !engine.declares(name) {
                engine.warnings.push(format!("declares no option '{name}'"));
            }
            settings.push((name.clone(), value.clone()));
        }
        engine.set_options(&settings)?;
        if protocol == Protocol::Ugi {
            let spoken = engine.ugi_form()?;
            if spoken != engine.form {
                engine.form = spoken;
                engine.set_options(&settings)?;
            }
        }
        Ok(engine)
    }

    /// Sets options in the form of the engine's interface, and waits until the engine is ready.
    fn set_options(&mut self, settings: &[(String, String)]) -> Result<(), Fault> {
        for (name, value) in settings {
            self.set_option(name, value);
        }
        self.wait_until_ready()
    }

    /// Finds out which of the two interfaces called UGI the engine speaks: only the Universal Game Interface answers
    /// `query gameover`. The engine must have been ready once, because before that, some engines skip all commands
    /// except options and `isready`. Also reads the `readyok` that follows, because it would otherwise be taken for the
    /// answer to a later `isready`.
    fn ugi_form(&mut self) -> Result<InfoForm, Fault> {
        self.process.say("query gameover");
        self.process.say("isready");
        let mut form = InfoForm::UgiGyges;
        self.process.answer_to("isready", self.timeout, |line| {
            line.split_whitespace().find_map(|word| {
                if word == "response" {
                    form = InfoForm::UgiGame;
                }
                (word == "readyok").then_some(form)
            })
        })
    }

    fn declares(&self, name: &str) -> bool {
        self.declared.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    fn set_option(&self, name: &str, value: &str) {
        let declared = self.declared.iter().find(|known| known.eq_ignore_ascii_case(name));
        let name = declared.map_or(name, String::as_str);
        self.process.say(&match self.form {
            InfoForm::UgiGyges => format!("setoption {name} {value}"),
            InfoForm::Uci | InfoForm::UgiGame if value.is_empty() => format!("setoption name {name}"),
            InfoForm::Uci | InfoForm::UgiGame => format!("setoption name {name} value {value}"),
        });
    }

    fn wait_until_ready(&mut self) -> Result<(), Fault> {
        self.process.drop_unread_lines();
        self.process.say("isready");
        let is_ready = |line: &str| line.split_whitespace().any(|word| word == "readyok").then_some(());
        self.process.answer_to("isready", self.timeout, is_ready)
    }

    /// Sets the limits of a search as options in the Universal Gyges Interface, except those that the engine does not
    /// declare. Time and nodes are also limited by `stop`, but a depth that cannot be set is not limited.
    fn set_limits(&self, go: &Go, budget: Option<Duration>) {
        // 0 would mean no limit.
        let time = budget.map(|time| format!("{:.3}", time.as_secs_f64().max(0.001)));
        let limits = [
            ("maxTime", time),
            ("maxPly", go.depth.map(|depth| depth.to_string())),
            ("maxNodes", go.nodes.map(|nodes| nodes.to_string())),
        ];
        for (name, value) in limits {
            if let Some(value) = value.filter(|_| self.declares(name)) {
                self.set_option(name, &value);
            }
        }
    }

    fn position_command(&self, request: &MoveRequest) -> String {
        if self.form == InfoForm::UgiGyges {
            return format!("setpos data {}", request.line.mover_pov());
        }
        let position = match request.setup {
            Setup::Start => format!("position {}", self.start),
            Setup::Text(text) | Setup::Named(text) => format!("position fen {text}"),
        };
        let moves = request.line.history();
        if moves.is_empty() { position } else { format!("{position} moves {}", moves.join(" ")) }
    }

    /// Reads lines until the engine answers. With a budget, sends `stop` when the budget is used up or the engine
    /// reports as many nodes as the request allows; without one, never sends `stop`.
    fn wait_for_answer(&mut self, request: &MoveRequest, budget: Option<Duration>) -> Result<Answer, Fault> {
        let started = Instant::now();
        let mut stop_at = budget.map(|budget| started + budget);
        let mut finding = Finding::default();
        loop {
            let line = self.process.line_of_search(request, started, stop_at)?;
            let time = started.elapsed();
            if time >= request.allowed {
                return Err(request.late(time));
            }
            if let Some(line) = line {
                read_info(&line, self.form, &mut finding);
                if let Some(mut text) = best_move(&line, self.form) {
                    if self.form == InfoForm::UgiGyges {
                        text = request.line.resolve_mover_pov(&text);
                    }
                    return Ok(Answer { choice: Choice::Move(text), finding, time });
                }
            }
            let has_nodes =
                matches!((request.go.nodes, finding.nodes), (Some(limit), Some(nodes)) if nodes >= limit);
            if stop_at.is_some_and(|stop_at| Instant::now() >= stop_at || has_nodes) {
                self.process.say("stop");
                stop_at = None;
            }
        }
    }
}

impl Player for TextEngine {
    fn new_game(&mut self, _seed: u64) -> Result<(), Fault> {
        match self.form {
            InfoForm::Uci => self.process.say("ucinewgame"),
            InfoForm::UgiGame => self.process.say("uginewgame"),
            InfoForm::UgiGyges => {}
        }
        self.wait_until_ready()
    }

    fn choose(&mut self, request: &MoveRequest) -> Result<Answer, Fault> {
        let mut budget = None;
        if self.form == InfoForm::UgiGyges {
            // Without a budget, `wait_for_answer` would not send `stop` at the node limit. If no time is limited, the
            // budget is the whole time that the match allows.
            budget = request.budget().or(request.go.nodes.map(|_| request.allowed));
            self.set_limits(&request.go, request.budget());
        }
        self.process.drop_unread_lines();
        self.process.say(&self.position_command(request));
        self.process.say(&go_line(&request.go, request.line.side(), self.form));
        self.wait_for_answer(request, budget)
    }

    fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }

    fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}

/// Returns the name of the option that a line declares. The words `name` and `type` may be missing, as in the
/// Universal Gyges Interface. Returns `None` for other lines.
fn declared_option(line: &str) -> Option<String> {
    let rest = line.trim().strip_prefix("option ")?.trim();
    let rest = rest.strip_prefix("name ").unwrap_or(rest);
    let name = rest.split(" type ").next().unwrap_or(rest).trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Whether an option that a line declares may have this value: the line lists it, or lists no values.
fn may_be(line: &str, value: &str) -> bool {
    let lists_values = line.split_whitespace().any(|word| word == "var");
    !lists_values || says(line, "var", value) || says(line, "default", value)
}

/// Whether an option that a line declares lists this value, but has another one by default.
fn has_other_default(line: &str, value: &str) -> bool {
    says(line, "var", value) && !says(line, "default", value)
}

/// Whether the word `value`, in upper or lower case, follows the word `name` in a line.
fn says(line: &str, name: &str, value: &str) -> bool {
    let words: Vec<_> = line.split_whitespace().collect();
    words.windows(2).any(|pair| pair[0] == name && pair[1].eq_ignore_ascii_case(value))
}

/// Formats the command that starts a search for `side`, with times in milliseconds. In the Universal Gyges Interface,
/// it is `go` without limits.
fn go_line(go: &Go, side: Side, form: InfoForm) -> String {
    let mut words = vec!["go".to_owned()];
    if form == InfoForm::UgiGyges {
        return words.concat();
    }
    let names = if form == InfoForm::Uci {
        [("wtime", "winc"), ("btime", "binc")]
    } else {
        [("p1time", "p1inc"), ("p2time", "p2inc")]
    };
    for (clock, (time, increment)) in go.clocks.iter().zip(names) {
        if let Some(clock) = clock {
            // The Universal Game Interface requires times above 0, and engines of UCI may take 0 for no clock.
            let (remaining, added) = (clock.remaining.as_millis().max(1), clock.increment.as_millis());
            words.push(format!("{time} {remaining} {increment} {added}"));
        }
    }
    let moves = go.clocks[side.index()].and_then(|clock| clock.moves_to_go);
    words.extend(moves.map(|moves| format!("movestogo {moves}")));
    words.extend(go.move_time.map(|time| format!("movetime {}", time.as_millis().max(1))));
    words.extend(go.depth.map(|depth| format!("depth {depth}")));
    words.extend(go.nodes.map(|nodes| format!("nodes {nodes}")));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use std::sync::Arc;

    use plywright::search::Clock;

    use super::*;

    #[cfg(unix)]
    fn game(name: &str) -> Arc<dyn DynGame> {
        plywright_games::all().into_iter().find(|game| game.facts().game == name).expect("a game")
    }

    /// Starts a shell script as an engine for the variant `chess960-5`.
    #[cfg(unix)]
    fn engine(script: &str, protocol: Protocol) -> (TextEngine, Arc<dyn DynGame>) {
        let game = game("chess").variant("chess960-5").expect("a variant");
        (engine_for(&*game, script, protocol), game)
    }

    #[cfg(unix)]
    fn engine_for(game: &dyn DynGame, script: &str, protocol: Protocol) -> TextEngine {
        let args = ["-c", script].map(str::to_owned);
        let process = Process::start(std::path::Path::new("sh"), &args, None).expect("a shell");
        TextEngine::new(process, protocol, game, &[], Duration::from_secs(60)).expect("an answer")
    }

    /// Fairy-Stockfish lists the variants of many games and plays chess by default.
    #[cfg(unix)]
    #[test]
    fn an_engine_of_many_games_receives_the_default_variant_too() {
        let game = game("breakthrough");
        let line = "got setoption name UCI_Variant value breakthrough".to_owned();
        for (values, is_set) in [
            ("default chess var breakthrough var chess", true),
            ("default breakthrough var breakthrough var chess", false),
            ("default chess var chess", false),
        ] {
            let script = format!(
                "read a; echo option name UCI_Variant type combo {values}; echo uciok; \
                 while read a; do case $a in isready) echo readyok;; *) echo got $a;; esac; done"
            );
            let engine = engine_for(&*game, &script, Protocol::Uci);
            assert_eq!(engine.last_lines().contains(&line), is_set, "{values}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_engine_without_variants_receives_the_start_as_a_position() {
        for (option, expected) in [
            ("UCI_Chess960 type check default false", "position fen "),
            ("UCI_Variant type combo default chess var chess var fischerandom", "position fen "),
            ("UCI_Variant type string", "position startpos"),
        ] {
            let option = format!("option name {option}");
            let script = format!("read a; echo {option}; echo uciok; while read a; do echo readyok; done");
            let (engine, game) = engine(&script, Protocol::Uci);
            let (line, setup, searches) = (game.start(), Setup::Start, Arc::default());
            let (go, allowed) = (Go::default(), Duration::ZERO);
            let request = MoveRequest { setup: &setup, line: &*line, go, allowed, searches: &searches };
            let command = engine.position_command(&request);
            assert!(command.starts_with(expected), "{command}");
        }
    }

    /// The engine needs a moment for the first `readyok`. The second one must be read, too.
    #[cfg(unix)]
    #[test]
    fn an_engine_is_ready_when_it_has_answered_the_last_request() {
        let script = "read a; echo ugiok; read a; sleep 0.3; echo readyok; read a; echo response false; \
                      read a; sleep 0.3; echo readyok at last; cat >/dev/null";
        let (engine, _) = engine(script, Protocol::Ugi);
        assert_eq!(engine.form, InfoForm::UgiGame);
        assert_eq!(engine.last_lines().last().map(String::as_str), Some("readyok at last"));
    }

    /// In the Universal Game Interface, `isready` follows the options. Engines such as Autaxx skip all other commands
    /// before it, and options after it.
    #[cfg(unix)]
    #[test]
    fn an_engine_is_recognised_after_its_first_ready() {
        let script = "read a; echo 'option name UCI_Chess960 type check default false'; echo ugiok; \
                      while read a && [ \"$a\" != isready ]; do said=\"$said $a\"; done; echo readyok; \
                      while read a; do case $a in query*) echo \"response$said\";; \
                      isready) echo readyok;; esac; done";
        let (engine, _) = engine(script, Protocol::Ugi);
        assert_eq!(engine.form, InfoForm::UgiGame);
        let expected = ["response setoption name UCI_Chess960 value true", "readyok"];
        assert!(engine.last_lines().ends_with(&expected.map(str::to_owned)), "{:?}", engine.last_lines());
    }

    /// The Universal Gyges Interface has no word `name` in the lines that declare and set options. An engine that
    /// declares options with `name` is first taken for one of the Universal Game Interface. When it has not answered
    /// `query gameover`, it gets its options again in the other form.
    #[cfg(unix)]
    #[test]
    fn an_engine_of_the_gyges_interface_gets_its_options_in_its_form() {
        for (declared, set) in [
            ("option UCI_Chess960", "setoption UCI_Chess960 true"),
            ("option name UCI_Chess960 type check", "setoption name UCI_Chess960 value true"),
        ] {
            let script = format!(
                "read a; echo {declared}; echo ugiok; \
                 while read a; do case $a in isready) echo readyok;; *) echo got $a;; esac; done"
            );
            let (engine, _) = engine(&script, Protocol::Ugi);
            assert_eq!(engine.form, InfoForm::UgiGyges);
            let lines = engine.last_lines();
            assert!(lines.contains(&format!("got {set}")), "{lines:?}");
            assert!(lines.contains(&"got setoption UCI_Chess960 true".to_owned()), "{lines:?}");
        }
    }

    #[test]
    fn the_moves_to_the_time_control_are_those_of_the_side_to_move() {
        let clock = |moves| {
            let remaining = Duration::from_secs(9);
            Some(Clock { remaining, increment: Duration::ZERO, moves_to_go: Some(moves) })
        };
        let go = Go { clocks: [clock(1), clock(2)], ..Go::default() };
        for (side, moves) in [(Side::First, 1), (Side::Second, 2)] {
            let expected = format!("go wtime 9000 winc 0 btime 9000 binc 0 movestogo {moves}");
            assert_eq!(go_line(&go, side, InfoForm::Uci), expected);
        }
    }

    #[test]
    fn a_clock_that_has_run_out_within_the_margin_has_a_millisecond() {
        let spent = Clock { remaining: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None };
        let go = Go { clocks: [Some(spent); 2], ..Go::default() };
        let expected = "go p1time 1 p1inc 0 p2time 1 p2inc 0";
        assert_eq!(go_line(&go, Side::First, InfoForm::UgiGame), expected);
    }
}
