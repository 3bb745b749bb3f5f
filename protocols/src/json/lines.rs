//! Output lines, field by field.

use plywright::{OptionKind, OptionSpec};
use serde::Serialize;
use serde_json::{Value, json};

use super::step::Step;

/// A line.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Line<'a> {
    Started,
    Pong,
    BestMove(BestMove<'a>),
    NextMoves { original_str: &'a str, start_state: &'a str, next_states: Vec<NextState<'a>> },
    Options { name: String, game: &'a str, options: Vec<Value> },
    Help { lines: Vec<&'a str> },
    Notice { command: &'a str, message: &'a str },
    Error { command: &'a str, message: String },
}

#[derive(Serialize)]
pub(super) struct BestMove<'a> {
    pub(super) original_str: &'a str,
    pub(super) start_state: &'a str,
    pub(super) next_state: &'a str,
    pub(super) trigger: &'static str,
    pub(super) meta: Meta<'a>,
}

#[derive(Serialize)]
pub(super) struct Meta<'a> {
    pub(super) score: i32,
    pub(super) calculated_depth: u16,
    pub(super) nodes_visited: u64,
    pub(super) elapsed_seconds: f64,
    pub(super) actions: Vec<Step<'a>>,
    pub(super) action_str: &'a str,
}

#[derive(Serialize)]
pub(super) struct NextState<'a> {
    pub(super) next_state: &'a str,
    pub(super) actions: Vec<Step<'a>>,
}

impl Line<'_> {
    /// Serialises the line.
    pub(super) fn to_text(&self) -> String {
        // Serialising text and numbers cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Converts an option to an object.
pub(super) fn option(spec: &OptionSpec) -> Value {
    match &spec.kind {
        OptionKind::Check { default } => json!({"name": spec.name, "type": "check", "default": default}),
        OptionKind::Spin { default, min, max } => {
            json!({"name": spec.name, "type": "spin", "default": default, "min": min, "max": max})
        }
        OptionKind::Combo { default, choices } => {
            json!({"name": spec.name, "type": "combo", "default": default, "choices": choices})
        }
        OptionKind::Button => json!({"name": spec.name, "type": "button"}),
        OptionKind::Text { default } => json!({"name": spec.name, "type": "string", "default": default}),
    }
}
