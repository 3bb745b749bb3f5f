//! Engines that speak the JSON protocol: a command is a line of words, an answer a line with a JSON object.
//!
//! The engine names a move by the position after it. Late answers about earlier positions are skipped.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::process::Process;
use super::{Answer, Choice, Fault, Finding, MoveRequest, Player, STOP_CHECK};
use crate::record::EngineScore;

/// Time for a move if the match sets no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Time to wait for a last answer after `stop`, once the engine has reported a move.
const LAST_WORD: Duration = Duration::from_millis(200);

#[derive(Debug)]
pub struct JsonEngine {
    process: Process,
}

impl JsonEngine {
    pub(super) fn new(
        mut process: Process,
        options: &[(String, String)],
        timeout: Duration,
    ) -> Result<Self, Fault> {
        process.say("ping");
        process.answer_to("ping", timeout, |line| {
            let is_greeting = |value: &Value| matches!(kind(value), "started" | "pong");
            (line == "pong" || parse(line).as_ref().is_some_and(is_greeting)).then_some(())
        })?;
        for (name, value) in options {
            process.say(&format!("set_option {name} {value}"));
        }
        Ok(Self { process })
    }
}

impl Player for JsonEngine {
    /// Does nothing: the protocol has positions but no games.
    fn new_game(&mut self, _seed: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest) -> Result<Answer, Fault> {
        self.process.skip();
        let started = Instant::now();
        let position = request.line.text();
        self.process.say(&format!("set_position {position}"));
        let budget = request
            .budget()
            .or((request.go.nodes.is_none() && request.go.depth.is_none()).then_some(DEFAULT_TIME));
        let mut stop_at = budget.map(|budget| started + budget);
        let mut last_word_by = None;
        let mut best: Option<(String, Finding)> = None;
        loop {
            let until = [stop_at, last_word_by].into_iter().flatten().min();
            if let Some(fault) = request.stopped(started) {
                return Err(fault);
            }
            let until = until.unwrap_or(started + request.allowed);
            let line = self.process.line(until.min(Instant::now() + STOP_CHECK));
            let time = started.elapsed();
            if best.is_none() && time >= request.allowed {
                return Err(request.late(time));
            }
            let mut is_last = last_word_by.is_some_and(|by| Instant::now() >= by) || time >= request.allowed;
            match line.as_deref().map(parse) {
                Ok(Some(value)) if kind(&value) == "error" && value["command"] == "set_position" => {
                    return Err(Fault::Refused(text(&value, "message").to_owned()));
                }
                Ok(Some(value)) if kind(&value) == "best_move" && is_about(&value, &position) => {
                    is_last |= matches!(text(&value, "trigger"), "end_of_line" | "stop_flag");
                    best = Some((text(&value, "next_state").to_owned(), finding(&value["meta"])));
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.process.disconnected()),
            }
            if let Some((next, finding)) = best.as_ref().filter(|_| is_last) {
                if last_word_by.is_none() {
                    self.process.say("stop");
                }
                return Ok(Answer { choice: Choice::Successor(next.clone()), finding: *finding, time });
            }
            let is_deep = best.as_ref().is_some_and(|(_, finding)| has_reached(finding, request));
            if last_word_by.is_none() && (is_deep || stop_at.is_some_and(|at| Instant::now() >= at)) {
                self.process.say("stop");
                last_word_by = Some(Instant::now() + LAST_WORD);
                stop_at = None;
            }
        }
    }

    fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }
}

fn has_reached(finding: &Finding, request: &MoveRequest) -> bool {
    let depth =
        request.go.depth.is_some_and(|limit| finding.depth.is_some_and(|depth| depth >= limit.0.into()));
    let nodes = request.go.nodes.is_some_and(|limit| finding.nodes.is_some_and(|nodes| nodes >= limit));
    depth || nodes
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

fn finding(meta: &Value) -> Finding {
    let score = meta["score"].as_f64().map(|score| EngineScore::Centi(score.round() as i32));
    let depth = meta["calculated_depth"].as_u64().and_then(|depth| u32::try_from(depth).ok());
    Finding { score, depth, nodes: meta["nodes_visited"].as_u64() }
}
