//! Formats events as lines of JSON. The types here are the messages of the protocol, with its names for fields.

use plywright::engine::{Finding, NextMoves, Trigger};
use plywright::{Action, Argument, OptionKind, OptionSpec, SideEffect};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::command::Topic;
use crate::event::Event;

const HELP: &str = "\
set_position TEXT: search this position until stopped
next_moves TEXT: list every legal move with the position after it
stop, ping, new_game, options, set_option NAME VALUE, help, quit
The same as objects:
{\"type\":\"set_position\",\"state\":TEXT,\"limits\":{\"depth\":N,\"nodes\":N,\"movetime\":MS,\"mate\":N}},
{\"type\":\"next_moves\",\"state\":TEXT}, {\"type\":\"set_option\",\"name\":NAME,\"value\":VALUE},
{\"type\":\"stop\"} and so on
TEXT is a position text of the game, or startpos.";

/// A line of output. The name of the variant becomes the field `type`.
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
    original_str: &'a str,
    start_state: &'a str,
    next_state: &'a str,
    trigger: &'static str,
    meta: Meta<'a>,
}

#[derive(Serialize)]
struct Meta<'a> {
    score: i32,
    calculated_depth: u16,
    nodes_visited: u64,
    elapsed_seconds: f64,
    actions: Vec<Value>,
    action_str: &'a str,
}

#[derive(Serialize)]
pub(super) struct NextState<'a> {
    next_state: &'a str,
    actions: Vec<Value>,
}

impl Line<'_> {
    pub(super) fn to_text(&self) -> String {
        // The result is never empty, because texts and numbers can always be serialised.
        serde_json::to_string(self).unwrap_or_default()
    }
}

fn option(spec: &OptionSpec) -> Value {
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

/// Formats `event` as one line. Returns an empty list if the protocol has no message for the event.
pub(super) fn write(event: &Event, form: ActionForm) -> Vec<String> {
    let line = match event {
        Event::Started => Line::Started,
        Event::Echo(line) => return vec![line.clone()],
        Event::Identity { program, game, options } => Line::Options {
            name: format!("{} {}", program.name, program.version),
            game,
            options: options.iter().map(option).collect(),
        },
        Event::Help => Line::Help { lines: HELP.lines().collect() },
        Event::Notice { topic, message } => Line::Notice { command: command_for(*topic), message },
        Event::Refused { topic, message } => {
            Line::Error { command: command_for(*topic), message: message.clone() }
        }
        Event::Misread(error) => Line::Error { command: &error.command, message: error.to_string() },
        Event::Finding(finding) => match trigger(finding.trigger, form) {
            Some(trigger) => Line::BestMove(best_move(finding, trigger, form)),
            None => return Vec::new(),
        },
        Event::NextMoves(moves) => Line::NextMoves {
            original_str: &moves.original,
            start_state: &moves.start,
            next_states: next_states(moves, form),
        },
        // Requests of this protocol cause only one other event, `Abandoned`, when a list of moves is stopped.
        _ => return Vec::new(),
    };
    vec![line.to_text()]
}

/// Returns the protocol's name for the reason of a report; `None` if clients that use `form` do not know it.
fn trigger(trigger: Trigger, form: ActionForm) -> Option<&'static str> {
    match trigger {
        Trigger::Seed => (form == ActionForm::Detailed).then_some("seed"),
        Trigger::Saved => Some("saved"),
        Trigger::Improvement => Some("improvement"),
        Trigger::Stopped => Some("stop_flag"),
        Trigger::EndOfLine => Some("end_of_line"),
    }
}

fn best_move<'a>(finding: &'a Finding, trigger: &'static str, form: ActionForm) -> BestMove<'a> {
    let line = &finding.line;
    BestMove {
        original_str: &finding.original,
        start_state: &finding.start,
        next_state: &finding.next,
        trigger,
        meta: Meta {
            score: line.logit,
            calculated_depth: line.depth.0,
            nodes_visited: line.nodes,
            elapsed_seconds: line.time.as_secs_f64(),
            actions: steps(&finding.actions, form),
            action_str: line.moves.first().map_or("", String::as_str),
        },
    }
}

fn next_states(moves: &NextMoves, form: ActionForm) -> Vec<NextState<'_>> {
    let states = moves.next.iter();
    states.map(|(next_state, actions)| NextState { next_state, actions: steps(actions, form) }).collect()
}

fn steps(actions: &[Action], form: ActionForm) -> Vec<Value> {
    actions.iter().map(|action| step(action, form)).collect()
}

fn command_for(topic: Topic) -> &'static str {
    match topic {
        Topic::NewGame => "new_game",
        Topic::Position | Topic::SetUp | Topic::Search | Topic::Analysis => "set_position",
        Topic::Moves | Topic::NextMoves => "next_moves",
        Topic::Option => "set_option",
        Topic::Bench => "bench",
    }
}

/// How the JSON protocol writes a board action that has a side effect, such as moving another piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ActionForm {
    /// One name stands for the action together with its side effect, as in `move_with_push`.
    #[default]
    Plain,
    /// The action has the same name with and without a side effect. Its value has two parts: the square of the action,
    /// and the side effect with a name of its own, or null without a side effect.
    Detailed,
}

/// Converts an action to a JSON object. `type` is the action's name in this form. `value` is the argument of the
/// action, or a list of its arguments if there are several. An action without arguments has no `value`. In
/// [`ActionForm::Detailed`], the value of an action that can have a side effect is an object: `dest` is the first
/// argument, and `meta` the side effect, or null if there is none.
fn step(action: &Action, form: ActionForm) -> Value {
    let value_with =
        |meta: Value| json!({"dest": action.arguments.first().map_or(Value::Null, word), "meta": meta});
    match (&action.side_effect, form) {
        (SideEffect::Impossible, _) | (_, ActionForm::Plain) => match &action.arguments[..] {
            [] => json!({"type": action.name}),
            [argument] => json!({"type": action.name, "value": word(argument)}),
            several => json!({"type": action.name, "value": several.iter().map(word).collect::<Value>()}),
        },
        (SideEffect::Absent, ActionForm::Detailed) => {
            json!({"type": action.name, "value": value_with(Value::Null)})
        }
        (SideEffect::Present { apart, name, arguments }, ActionForm::Detailed) => {
            let parts: Map<_, _> =
                arguments.iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into())).collect();
            let meta =
                if parts.is_empty() { json!({"type": name}) } else { json!({"type": name, "value": parts}) };
            json!({"type": apart, "value": value_with(meta)})
        }
    }
}

fn word(argument: &Argument) -> Value {
    match argument {
        Argument::Word(word) => word.as_str().into(),
        Argument::Number(number) => (*number).into(),
        Argument::Nothing => Value::Null,
    }
}
