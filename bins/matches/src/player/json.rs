//! Engines that speak the JSON protocol. A command is a line of words, and an answer is a line with a JSON object.
//!
//! The engine names a move by the position that it leads to. Late answers about earlier positions are
//! skipped.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::process::Process;
use super::{Answer, Choice, Fault, Finding, MoveRequest, Player};
use crate::record::EngineScore;

/// Time for a move if the match sets no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Time after `stop` in which the engine may still report a better move. If it has not reported any move, the player
/// waits until the time limit instead.
const LAST_ANSWER_WAIT: Duration = Duration::from_millis(200);

#[derive(Debug)]
pub struct JsonEngine {
    process: Process,
    warnings: Vec<String>,
}

impl JsonEngine {
    pub(super) fn new(
        mut process: Process,
        options: &[(String, String)],
        timeout: Duration,
    ) -> Result<Self, Fault> {
        process.say("ping");
        process.answer_to("ping", timeout, |line| {
            let answer = parse(line).unwrap_or_default();
            (line == "pong" || matches!(kind(&answer), "started" | "pong")).then_some(())
        })?;
        for (name, value) in options {
            process.say(&format!("set_option {name} {value}"));
        }
        Ok(Self { process, warnings: Vec::new() })
    }

    /// Adds a warning if an answer refuses an option. An option that is accepted has no answer, so none is waited for.
    fn note_refusal(&mut self, answer: &Value) {
        if refuses(answer, "set_option") {
            self.warnings.push(format!("refuses an option: {}", text(answer, "message")));
        }
    }
}

/// Sends nothing for a new game, because each request contains its position. `new_game`, which clears the results of
/// earlier searches, is this program's addition to the protocol, and other engines may refuse it.
impl Player for JsonEngine {
    fn choose(&mut self, request: &MoveRequest) -> Result<Answer, Fault> {
        let unread: Vec<Value> = self.process.unread_lines().filter_map(|line| parse(&line)).collect();
        for answer in &unread {
            self.note_refusal(answer);
        }
        let started = Instant::now();
        let position = request.line.text();
        self.process.say(&format!("set_position {position}"));
        let has_limit = request.go.nodes.is_some() || request.go.depth.is_some();
        let budget = request.budget().or((!has_limit).then_some(DEFAULT_TIME));
        // The engine sends better and better answers until `stop`, and then perhaps a last one.
        let stop_at = budget.map(|budget| started + budget);
        let mut last_answer_until = None;
        let mut best: Option<Report> = None;
        loop {
            // A deadline that has passed is not waited for: each wait would end at once, and this loop would keep a
            // processor busy.
            let until = if is_past(last_answer_until) { None } else { last_answer_until.or(stop_at) };
            let line = self.process.line_of_search(request, started, until)?;
            let time = started.elapsed();
            if best.is_none() && time >= request.allowed {
                return Err(request.late(time));
            }
            if let Some(value) = line.as_deref().and_then(parse) {
                self.note_refusal(&value);
                best = reported(&value, &position)?.or(best);
            }
            let is_over = time >= request.allowed
                || is_past(last_answer_until)
                || best.as_ref().is_some_and(|report| report.is_last);
            let is_deep = best.as_ref().is_some_and(|report| has_reached(&report.finding, request));
            if last_answer_until.is_none() && (is_past(stop_at) || is_deep || is_over) {
                self.process.say("stop");
                last_answer_until = Some(Instant::now() + LAST_ANSWER_WAIT);
            }
            if let Some(Report { next, finding, .. }) = best.take_if(|_| is_over) {
                return Ok(Answer { choice: Choice::Successor(next), finding, time });
            }
        }
    }

    fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }

    fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}

fn is_past(time: Option<Instant>) -> bool {
    time.is_some_and(|time| Instant::now() >= time)
}

/// The best move of a search so far.
struct Report {
    /// Text of the position after the move.
    next: String,
    finding: Finding,
    /// Whether the search has ended.
    is_last: bool,
}

/// Returns the best move that an answer reports for `position`; `None` for an answer about another position or of
/// another kind.
///
/// # Errors
/// Returns a fault if the answer rejects the position.
fn reported(value: &Value, position: &str) -> Result<Option<Report>, Fault> {
    if refuses(value, "set_position") {
        return Err(Fault::Refused(text(value, "message").to_owned()));
    }
    if kind(value) != "best_move" || !is_about(value, position) {
        return Ok(None);
    }
    Ok(Some(Report {
        next: text(value, "next_state").to_owned(),
        finding: finding_of(&value["meta"]),
        is_last: matches!(text(value, "trigger"), "end_of_line" | "stop_flag"),
    }))
}

/// Whether an answer refuses `command`.
fn refuses(answer: &Value, command: &str) -> bool {
    kind(answer) == "error" && answer["command"] == command
}

/// Whether a search has reached the depth limit or the node limit of the request.
fn has_reached(finding: &Finding, request: &MoveRequest) -> bool {
    let is_deep =
        matches!((request.go.depth, finding.depth), (Some(limit), Some(depth)) if depth >= limit.0.into());
    is_deep || matches!((request.go.nodes, finding.nodes), (Some(limit), Some(nodes)) if nodes >= limit)
}

fn parse(line: &str) -> Option<Value> {
    serde_json::from_str(line).ok()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

fn kind(value: &Value) -> &str {
    text(value, "type")
}

fn is_about(value: &Value, position: &str) -> bool {
    ["original_str", "start_state"].iter().any(|name| text(value, name) == position)
}

fn finding_of(meta: &Value) -> Finding {
    let score = meta["score"].as_f64().map(|score| EngineScore::Centi(score.round() as i32));
    let depth = meta["calculated_depth"].as_u64().and_then(|depth| u32::try_from(depth).ok());
    Finding { score, depth, nodes: meta["nodes_visited"].as_u64() }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::Arc;

    use plywright::engine::{Go, Setup};

    use super::*;

    /// Returns the time for which this thread has used a processor; `None` where the system does not report it.
    fn processor_time() -> Option<Duration> {
        let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }

    /// Starts a shell script as an engine.
    fn engine(script: &str, options: &[(String, String)]) -> JsonEngine {
        let args = ["-c", script].map(str::to_owned);
        let process = Process::start(Path::new("sh"), &args, None).expect("a shell");
        JsonEngine::new(process, options, Duration::from_secs(60)).expect("an answer")
    }

    /// Requests a move in 20 ms, and waits for it no longer than `allowed`.
    fn choose(engine: &mut JsonEngine, allowed: Duration) -> Result<Answer, Fault> {
        let game = plywright_games::all().swap_remove(0);
        let (line, setup, searches) = (game.start(), Setup::Start, Arc::default());
        let go = Go { move_time: Some(Duration::from_millis(20)), ..Go::default() };
        let request = MoveRequest { setup: &setup, line: &*line, go, allowed, searches: &searches };
        engine.choose(&request)
    }

    #[test]
    fn a_refused_option_is_a_warning() {
        let script = r#"read ping; echo pong; read option
            echo '{"type":"error","command":"set_option","message":"no Hash here"}'
            read word position
            printf '{"type":"best_move","start_state":"%s","next_state":"next","trigger":"end_of_line"}\n' "$position"
            cat >/dev/null"#;
        let mut engine = engine(script, &[("Hash".to_owned(), "1".to_owned())]);
        let answer = choose(&mut engine, Duration::from_secs(60)).expect("a move");
        assert_eq!(answer.choice, Choice::Successor("next".to_owned()));
        assert_eq!(engine.warnings(), ["refuses an option: no Hash here"]);
        assert!(engine.warnings().is_empty());
    }

    #[test]
    fn waiting_for_an_engine_that_ignores_stop_needs_no_processor() {
        let mut engine = engine("read ping; echo pong; cat >/dev/null", &[]);
        let before = processor_time();
        let answer = choose(&mut engine, Duration::from_secs(1));
        let after = processor_time();
        assert!(matches!(answer, Err(Fault::Time { .. })), "{answer:?}");
        if let (Some(before), Some(after)) = (before, after) {
            let used = after.saturating_sub(before);
            assert!(used < Duration::from_millis(200), "{used:?}");
        }
    }
}
