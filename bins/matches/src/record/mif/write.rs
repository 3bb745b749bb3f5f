//! Writes a record as a MIF state with its history.

use plywright::Side;
use plywright::engine::{DynGame, Outcome, Reason};
use plywright::game::DynLine;
use serde_json::{Map, Value, json};

use super::fields::{Fields, POINTS};
use super::rules::{digest, manifest_of, semantic};
use super::{CLAIMS, NOTES, PREFIX};
use crate::record::{FormatError, GameRecord, GameResult, numbered};

const STATE: &str = "mill24-state-v1";

fn colour(side: Side) -> &'static str {
    if side == Side::First { "w" } else { "b" }
}

/// Returns the outcome by the rules as MIF's winner and reason, such as `w:board-full`; `-` for an unfinished
/// game.
fn outcome(line: &dyn DynLine, manifest: &Value) -> String {
    let Outcome::Over(ending) = line.outcome() else { return "-".to_owned() };
    let fields = Fields::of_text(&line.text());
    let minimum = manifest["pieces"]["minimumLive"].as_u64().unwrap_or_default();
    let few = |stone: char, hand: u64| fields.board.matches(stone).count() as u64 + hand < minimum;
    let reason = match line.reason() {
        Some(Reason::Repetition) => "repetition",
        Some(Reason::MoveLimit(_)) => "no-progress",
        _ if few('W', fields.hands[0]) || few('B', fields.hands[1]) => "fewer-than-minimum",
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
    let observation = |fields: &Fields| {
        json!({
            "profile": "repetition-observation-v1", "stateProfile": STATE, "semanticDigest": semantic_digest,
            "board": fields.board, "side": fields.side, "phase": fields.phase, "action": fields.action,
            "hands": fields.hands, "semantic": {},
        })
    };
    let repeats = manifest["draw"]["repetition"]["count"] != 0;
    let is_observed = |fields: &Fields| repeats && fields.phase == "m" && fields.action == "m";
    let first = Fields::of_text(&line.text());
    let origin = first.mfen(&obligations(&*line, &first), 0, &outcome(&*line, &manifest));
    let mut history = Vec::new();
    if is_observed(&first) {
        history.push(json!({"source": "origin", "key": observation(&first)}));
    }
    let (mut events, mut plies) = (Vec::new(), 0);
    for (index, (ply, variations)) in record.plies.iter().zip(record.variation_texts()).enumerate() {
        let seq = index + 1;
        let mut event = json!({"seq": seq, "actor": colour(line.side())});
        // The record may have capitals, or no hyphen.
        let text = line.own_text(&ply.text);
        line.replay(&[&text]).map_err(|error| numbered(error, seq))?;
        let is_slide = if let Some(at) = text.strip_prefix('x') {
            event["type"] = "remove".into();
            event["target"] = json!({"zone": "board", "at": at});
            false
        } else if let Some((from, to)) = text.split_once('-') {
            (event["type"], event["from"], event["to"]) = ("move".into(), from.into(), to.into());
            plies += 1;
            true
        } else {
            (event["type"], event["at"]) = ("place".into(), text.as_str().into());
            plies += 1;
            false
        };
        let comment = if seq == record.plies.len() { &record.comment } else { &ply.comment };
        let note = ply.note.to_string();
        let notes =
            [("comment", comment), ("glyphs", &ply.glyphs), ("note", &note), ("variations", &variations)];
        let notes: Map<_, _> = notes
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| (name.to_owned(), Value::from(text.as_str())))
            .collect();
        if !notes.is_empty() {
            event["annotations"] = json!({NOTES: notes});
        }
        events.push(event);
        if !is_slide {
            history.clear();
        }
        let mut fields = Fields::of_text(&line.text());
        if matches!(line.reason(), Some(Reason::Repetition | Reason::MoveLimit(_))) {
            // MIF's repetition history also includes the position in which a draw rule ends the game. It is
            // recorded with phase and action `m`, as if the game went on.
            (fields.phase, fields.action) = ("m".to_owned(), "m".to_owned());
        }
        if is_observed(&fields) {
            history.push(json!({"source": "event", "eventSeq": seq, "key": observation(&fields)}));
        }
    }
    let last = Fields::of_text(&line.text());
    let mut end = outcome(&*line, &manifest);
    let result = match record.result {
        GameResult::Win(side) => colour(side),
        GameResult::Draw => "d",
        GameResult::Unknown => "-",
    };
    if end == "-" && result != "-" {
        end = format!("{result}:adjudication");
        events.push(json!({
            "seq": events.len() + 1, "actor": "system", "type": "adjudicate", "result": result,
            "reason": "adjudication", "authority": "plywright",
        }));
    }
    let obligations = if end == "-" { obligations(&*line, &last) } else { "-".to_owned() };
    let kept = |name: &str| {
        let text = record.tags.get(&format!("{PREFIX}{name}"))?;
        serde_json::from_str::<Value>(text).ok()
    };
    let tags = record.tags.0.iter().filter(|(name, _)| !name.starts_with(PREFIX));
    let mut annotations = kept("annotations").filter(Value::is_object).unwrap_or_else(|| json!({}));
    annotations[NOTES] = json!({
        "tags": tags.collect::<Vec<_>>(), "before": record.before,
        "comment": if record.plies.is_empty() { record.comment.as_str() } else { "" },
    });
    let [before, claims] = CLAIMS.map(|name| kept(name).filter(Value::is_array).unwrap_or_else(|| json!([])));
    let state = json!({
        "format": "MSTATE/1.0", "positionFormat": "MFEN/1.0", "stateProfile": STATE,
        "ruleset": {
            "mode": "portable", "id": manifest["id"], "version": 1, "semanticDigest": semantic_digest,
            "documentDigest": digest(&manifest), "manifest": manifest,
        },
        "origin": origin, "events": events, "current": last.mfen(&obligations, plies, &end),
        "repetitionHistory": history, "preOriginClaims": before, "claims": claims,
        "annotations": annotations,
    });
    Ok(format!("{state}\n"))
}

/// Returns the pending removal in the form of MFEN; `-` if there is none.
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
