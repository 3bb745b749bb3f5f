//! Language of each dialect: the lines that its clients send, and the meaning of answers.

use serde_json::{Value, json};

/// A protocol, or one of the two forms of a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Uci,
    /// Universal Game Interface.
    Game,
    /// Universal Gyges Interface.
    Gyges,
    Json,
    JsonCurrent,
}

use Dialect::{Game, Gyges, Json, JsonCurrent, Uci};

pub const EVERY: &[Dialect] = &[Uci, Game, Gyges, Json, JsonCurrent];
/// Dialects whose lines consist of words.
pub const WORDS: &[Dialect] = &[Uci, Game, Gyges];
/// Dialects whose clients send moves and read `info depth` lines.
pub const UNIVERSAL: &[Dialect] = &[Uci, Game];
/// Dialects of the JSON protocol. Answers are JSON objects, except `pong`.
pub const OBJECTS: &[Dialect] = &[Json, JsonCurrent];
pub const ONLY_UCI: &[Dialect] = &[Uci];

/// Limit of a search.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    Stopped,
    Depth(u32),
    Nodes(u32),
    Milliseconds(u32),
}

/// Contents of a line that reports a running search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    pub depth: i64,
    pub nodes: i64,
    pub seconds: f64,
    /// First move of the reported line; in JSON, the text of the position after it.
    pub first: String,
}

impl Dialect {
    pub fn name(self) -> &'static str {
        match self {
            Uci => "uci",
            Game => "ugi game",
            Gyges => "ugi gyges",
            Json => "json plain",
            JsonCurrent => "json current",
        }
    }

    pub fn arguments(self) -> &'static str {
        match self {
            Uci => "--protocol uci",
            Game => "--protocol ugi --ugi-dialect game",
            Gyges => "--protocol ugi --ugi-dialect gyges",
            Json => "--protocol json",
            JsonCurrent => "--protocol json --json-dialect current",
        }
    }

    pub fn is_json(self) -> bool {
        OBJECTS.contains(&self)
    }

    /// Returns the client's first line and the last line of the greeting. In JSON, the program speaks first,
    /// so the client's line is empty.
    pub fn greeting(self) -> (&'static str, &'static str) {
        match self {
            Uci => ("uci", "uciok"),
            Game | Gyges => ("ugi", "ugiok"),
            Json | JsonCurrent => ("", r#"{"type":"started"}"#),
        }
    }

    /// Returns the command that asks whether the program is ready, and its answer.
    pub fn ready(self) -> (&'static str, &'static str) {
        if self.is_json() { ("ping", "pong") } else { ("isready", "readyok") }
    }

    pub fn new_game(self) -> &'static str {
        match self {
            Uci => "ucinewgame",
            Game | Gyges => "uginewgame",
            Json | JsonCurrent => "new_game",
        }
    }

    pub fn option(self, name: &str, value: &str) -> String {
        if self.is_json() {
            json!({ "type": "set_option", "name": name, "value": value }).to_string()
        } else {
            format!("setoption name {name} value {value}")
        }
    }

    /// Returns the command that sets up a position before `go`. It is empty in JSON.
    pub fn place(self, position: &str) -> String {
        match self {
            Uci | Game => format!("position fen {position}\n"),
            Gyges => format!("setpos data {position}\n"),
            Json | JsonCurrent => String::new(),
        }
    }

    pub fn search(self, position: &str, until: Until) -> String {
        if self.is_json() {
            let limits = match until {
                Until::Stopped => return format!("set_position {position}"),
                Until::Depth(depth) => json!({ "depth": depth }),
                Until::Nodes(nodes) => json!({ "nodes": nodes }),
                Until::Milliseconds(time) => json!({ "movetime": time }),
            };
            return json!({ "type": "set_position", "state": position, "limits": limits }).to_string();
        }
        let go = match until {
            Until::Stopped => "infinite".to_owned(),
            Until::Depth(depth) => format!("depth {depth}"),
            Until::Nodes(nodes) => format!("nodes {nodes}"),
            Until::Milliseconds(time) => format!("movetime {time}"),
        };
        format!("{}go {go}", self.place(position))
    }

    /// Whether a line ends a search: it begins with `bestmove`, or in JSON has a trigger that reports the end.
    pub fn is_answer(self, line: &str) -> bool {
        if self.is_json() {
            matches!(text(line, "trigger").as_str(), "stop_flag" | "end_of_line")
        } else {
            line.starts_with("bestmove ")
        }
    }

    /// Returns the move of an answer; in JSON, the text of the next position.
    pub fn best(self, answer: &str) -> String {
        if self.is_json() {
            text(answer, "next_state")
        } else {
            answer.split(' ').nth(1).unwrap_or_default().to_owned()
        }
    }

    /// Parses a line that reports a running search. Returns `None` for other lines.
    pub fn search_report(self, line: &str) -> Option<SearchReport> {
        if self.is_json() {
            let value: Value = serde_json::from_str(line).ok()?;
            let meta = value.get("meta")?;
            return Some(SearchReport {
                depth: meta["calculated_depth"].as_i64()?,
                nodes: meta["nodes_visited"].as_i64()?,
                seconds: meta["elapsed_seconds"].as_f64()?,
                first: value["next_state"].as_str()?.to_owned(),
            });
        }
        let (depth, milliseconds_of_unit) = if self == Gyges { ("ply", 1e3) } else { ("depth", 1.0) };
        Some(SearchReport {
            depth: number(line, depth)?,
            nodes: number(line, "nodes")?,
            seconds: word(line, "time")?.parse::<f64>().ok()? * milliseconds_of_unit / 1e3,
            first: variation(line).first().copied()?.to_owned(),
        })
    }
}

/// Returns a string field of a JSON object, or an empty string if there is none.
pub fn text(line: &str, key: &str) -> String {
    let value: Value = serde_json::from_str(line).unwrap_or_default();
    value[key].as_str().unwrap_or_default().to_owned()
}

/// Returns the word after the first `name` in a line; `None` if there is none.
fn word<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|found| *found != name).nth(1)
}

/// Returns the number after the word `name` in an info line; `None` if there is none, or it is not whole.
pub fn number(line: &str, name: &str) -> Option<i64> {
    word(line, name)?.parse().ok()
}

/// Returns the moves after `pv` in an info line; none if the line has no `pv`.
pub fn variation(line: &str) -> Vec<&str> {
    line.split(' ').skip_while(|word| *word != "pv").skip(1).collect()
}
