//! Writes a record of Mill as a document of the Mill Interchange Format (MIF): a state with its history.

use plywright::Side;
use plywright::engine::{DynGame, Outcome, Reason};
use plywright::game::DynLine;
use serde_json::{Value, json};

use super::fields::{Fields, POINTS};
use super::read::result_of;
use super::rules::{digest, manifest_of, semantic};
use super::{CLAIMS, NOTES, PREFIX};
use crate::record::{FormatError, GameRecord, GameResult, Ply, append, numbered};

const STATE: &str = "mill24-state-v1";

fn colour(side: Side) -> &'static str {
    if side == Side::First { "w" } else { "b" }
}

/// Returns the last field of an MFEN text: the winner and the reason, such as `w:board-full`; `-` if the game is not
/// over by the rules.
fn outcome(line: &dyn DynLine, manifest: &Value) -> String {
    let Outcome::Over(ending) = line.outcome() else { return "-".to_owned() };
    let fields = Fields::of_text(&line.text());
    let minimum = manifest["pieces"]["minimumLive"].as_u64().unwrap_or_default();
    let [white, black] = fields.hands;
    let is_below = |stone: char, hand: u64| fields.board.matches(stone).count() as u64 + hand < minimum;
    let reason = match line.reason() {
        Some(Reason::Repetition) => "repetition",
        Some(Reason::MoveLimit(_)) => "no-progress",
        _ if is_below('W', white) || is_below('B', black) => "fewer-than-minimum",
        _ if !fields.board.contains('.') => "board-full",
        _ => "no-legal-move",
    };
    format!("{}:{reason}", ending.winner().map_or("d", colour))
}

/// Returns a record as a MIF state with its history, one line of JSON. `game` must have the rules of the
/// record.
///
/// # Errors
/// Returns an error if the format cannot express the rules, or if the start position or a move is illegal.
pub fn write(record: &GameRecord, game: &dyn DynGame) -> Result<String, FormatError> {
    let mut line = game.set_up(&record.setup(), &[])?;
    let manifest = manifest_of(record, game, &line.text())?;
    let semantic_digest = digest(&semantic(&manifest));
    let mut history = History {
        observations: Vec::new(),
        semantic_digest: &semantic_digest,
        repeats: manifest["draw"]["repetition"]["count"] != 0,
    };
    let first = Fields::of_text(&line.text());
    let origin = first.mfen(&obligations(&*line, &first), 0, &outcome(&*line, &manifest));
    history.add(&first, json!({"source": "origin"}));
    let mut events = play_events(record, &mut *line, &mut history)?;
    let plies = events.iter().filter(|event| event["type"] != "remove").count() as u64;
    let last = Fields::of_text(&line.text());
    let mut end = outcome(&*line, &manifest);
    if end == "-"
        && let Some(result) = adjudicated(record.result)
    {
        end = format!("{result}:adjudication");
        events.push(json!({
            "seq": events.len() + 1, "actor": "system", "type": "adjudicate", "result": result,
            "reason": "adjudication", "authority": "plywright",
        }));
    }
    let mut annotations = annotations_of(record);
    if result_of(&end) != record.result {
        annotations[NOTES]["result"] = record.result.to_string().into();
    }
    let pending = if end == "-" { obligations(&*line, &last) } else { "-".to_owned() };
    let [before, claims] = CLAIMS.map(|name| kept(record, name).filter(Value::is_array));
    let state = json!({
        "format": "MSTATE/1.0", "positionFormat": "MFEN/1.0", "stateProfile": STATE,
        "ruleset": {
            "mode": "portable", "id": manifest["id"], "version": 1, "semanticDigest": semantic_digest,
            "documentDigest": digest(&manifest), "manifest": manifest,
        },
        "origin": origin, "events": events, "current": last.mfen(&pending, plies, &end),
        "repetitionHistory": history.observations, "preOriginClaims": before.unwrap_or_else(|| json!([])),
        "claims": claims.unwrap_or_else(|| json!([])), "annotations": annotations,
    });
    Ok(format!("{state}\n"))
}

/// Plays the moves of a record in `line`, adds the position after each move to `history`, and returns the moves as
/// events.
fn play_events(
    record: &GameRecord,
    line: &mut dyn DynLine,
    history: &mut History,
) -> Result<Vec<Value>, FormatError> {
    let mut events = Vec::new();
    for (seq, (ply, variations)) in (1..).zip(record.plies.iter().zip(record.variation_texts())) {
        let actor = line.side();
        // MIF needs the game's own spelling, because the record may have capitals or leave out a hyphen.
        let text = line.own_text(&ply.text);
        line.replay(&[&text]).map_err(|error| numbered(error, seq))?;
        let mut event = event_of(seq, actor, &text);
        if event["type"] != "move" {
            history.observations.clear();
        }
        let mut comment = ply.comment.clone();
        if seq == record.plies.len() {
            append(&mut comment, &record.comment);
        }
        annotate(&mut event, ply, &comment, &variations);
        events.push(event);
        history.add(&observed(line), json!({"source": "event", "eventSeq": seq}));
    }
    Ok(events)
}

/// Returns a result as MIF writes it: `w`, `b` or `d`; `None` if it is unknown.
fn adjudicated(result: GameResult) -> Option<&'static str> {
    match result {
        GameResult::Win(side) => Some(colour(side)),
        GameResult::Draw => Some("d"),
        GameResult::Unknown => None,
    }
}

/// Returns the fields of the current position for [`History`]. If a draw rule has ended the game, MIF lists the
/// position as if the game went on: phase and action are `m`.
fn observed(line: &dyn DynLine) -> Fields {
    let mut fields = Fields::of_text(&line.text());
    if matches!(line.reason(), Some(Reason::Repetition | Reason::MoveLimit(_))) {
        (fields.phase, fields.action) = ("m".to_owned(), "m".to_owned());
    }
    fields
}

/// The positions since the last irreversible move, in the form in which MIF lists them to recognise repetitions.
struct History<'a> {
    observations: Vec<Value>,
    semantic_digest: &'a str,
    /// Whether the rules have draws by repetition.
    repeats: bool,
}

impl History<'_> {
    /// Adds a position if the rules have draws by repetition and a stone is to be moved in it. `source` has the members
    /// that name the event before the position.
    fn add(&mut self, fields: &Fields, mut source: Value) {
        if !self.repeats || fields.phase != "m" || fields.action != "m" {
            return;
        }
        source["key"] = json!({
            "profile": "repetition-observation-v1", "stateProfile": STATE,
            "semanticDigest": self.semantic_digest, "board": fields.board, "side": fields.side,
            "phase": fields.phase, "action": fields.action, "hands": fields.hands, "semantic": {},
        });
        self.observations.push(source);
    }
}

/// Returns a move as an event with the number `seq`. `text` is the move in the game's own spelling, such as `xd6` for a
/// removal, `d6-d5` for a move of a stone, and `d6` for a placing.
fn event_of(seq: usize, actor: Side, text: &str) -> Value {
    let mut event = if let Some(at) = text.strip_prefix('x') {
        json!({"type": "remove", "target": {"zone": "board", "at": at}})
    } else if let Some((from, to)) = text.split_once('-') {
        json!({"type": "move", "from": from, "to": to})
    } else {
        json!({"type": "place", "at": text})
    };
    event["seq"] = seq.into();
    event["actor"] = colour(actor).into();
    event
}

/// Adds the annotations of a move to its event.
fn annotate(event: &mut Value, ply: &Ply, comment: &str, variations: &str) {
    let note = ply.note.to_string();
    for (name, text) in
        [("comment", comment), ("glyphs", &ply.glyphs), ("note", &note), ("variations", variations)]
    {
        if !text.is_empty() {
            event["annotations"][NOTES][name] = text.into();
        }
    }
}

/// Returns the member of a MIF document that a tag of the record keeps; `None` if there is no such tag or its value is
/// not JSON.
fn kept(record: &GameRecord, name: &str) -> Option<Value> {
    let text = record.tags.get(&format!("{PREFIX}{name}"))?;
    serde_json::from_str(text).ok()
}

/// Returns the annotations of the whole game, including annotations that other programs wrote.
fn annotations_of(record: &GameRecord) -> Value {
    let tags: Vec<_> = record.tags.0.iter().filter(|(name, _)| !name.starts_with(PREFIX)).collect();
    let mut annotations = kept(record, "annotations").filter(Value::is_object).unwrap_or_else(|| json!({}));
    annotations[NOTES] = json!({
        "tags": tags, "before": record.before,
        "comment": if record.plies.is_empty() { record.comment.as_str() } else { "" },
    });
    annotations
}

/// Returns the field of MFEN for a pending removal, with the removable stones as a set of bits; `-` if none is pending.
fn obligations(line: &dyn DynLine, fields: &Fields) -> String {
    if fields.action != "r" {
        return "-".to_owned();
    }
    let targets = line.move_texts().into_iter().filter_map(|text| {
        let at = text.strip_prefix('x')?;
        POINTS.iter().position(|point| *point == at)
    });
    let targets: u32 = targets.map(|index| 1 << index).sum();
    let (own, other) = if fields.side == "w" { ("w", "b") } else { ("b", "w") };
    format!("{own}:mill:b:{other}:{}:{targets:06x}:{other}", fields.removals)
}
