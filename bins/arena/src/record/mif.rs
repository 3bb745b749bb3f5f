//! Records of Mill in the Mill Interchange Format 1.0. A game is a state with its history (`MSTATE/1.0`). A
//! position (`MIFPOS/1.0`) is read as a game without moves.
//!
//! Games are written with their complete rules, under a name of this program. Only rules in which a mill
//! removes a stone of the opponent from a board of 24 points can be written. Tags, comments, glyphs and
//! variations are written as annotations, which other programs may ignore.

use std::fmt::Write;
use std::io::BufRead;

use plywright::engine::{DynEngine, Outcome, Reason, Setup};
use plywright::{OptionKind, Side, shorten};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::read::{MAX_RECORD, append};
use super::{FormatError, GameRecord, GameResult, Place, Ply, RecordError, RecordProblem};

/// Points in the order of the format: three rings from the outside, each clockwise from the upper left.
const POINTS: [&str; 24] = [
    "a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4", "b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4", "c5",
    "d5", "e5", "e4", "e3", "d3", "c3", "c4",
];
/// First words of a position text.
const MFEN: &str = "MFEN/1.0 mill24-state-v1 ";
/// Prefix of the identifiers of this program's rules.
const OWN: &str = "x-plywright-";
/// Key of the annotations.
const NOTES: &str = "plywright";
const STATE: &str = "mill24-state-v1";
const BOARD_FULL: [&str; 5] =
    ["white-loses", "white-then-black-remove", "black-then-white-remove", "active-player-removes", "draw"];
/// Options that must have these values. Rules with other values cannot be written.
const FIXED: [(&str, &str); 9] = [
    ("MillFormationActionInPlacingPhase", "0"),
    ("MillWins", "false"),
    ("OneTimeUseMill", "false"),
    ("RestrictRepeatedMillsFormation", "false"),
    ("CustodianCaptureEnabled", "false"),
    ("InterventionCaptureEnabled", "false"),
    ("LeapCaptureEnabled", "false"),
    ("MayMoveInPlacingPhase", "false"),
    ("IsDefenderMoveFirst", "false"),
];

/// Returns the digest of a JSON value. Its compact text is canonical, because the keys of its objects are
/// sorted and all its numbers are whole.
fn digest(value: &Value) -> String {
    let mut text = "sha256:".to_owned();
    for byte in Sha256::digest(value.to_string()) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Returns the part of a ruleset that determines play, with disabled mechanisms in short form.
fn semantic(manifest: &Value) -> Value {
    let mut part = Map::new();
    part.insert("profile".to_owned(), "mrs-semantic-v1".into());
    for name in [
        "semanticsProfile",
        "topology",
        "pieces",
        "turn",
        "flying",
        "placing",
        "mills",
        "captures",
        "boardFull",
        "stalemate",
        "draw",
        "semanticState",
    ] {
        part.insert(name.to_owned(), manifest[name].clone());
    }
    let mut part = Value::Object(part);
    let off = json!({"enabled": false});
    if part["flying"]["enabled"] == false {
        part["flying"] = off.clone();
    }
    if part["placing"]["earlyStop"]["emptyPoints"] == 0 {
        part["placing"]["earlyStop"] = json!({"emptyPoints": 0});
    }
    for capture in ["custodian", "intervention", "leap"] {
        if part["captures"][capture]["enabled"] == false {
            part["captures"][capture] = off.clone();
        }
    }
    let limits = &part["draw"]["noProgress"];
    if limits["normalLimit"] == 0 && limits["endgameLimit"] == 0 {
        part["draw"]["noProgress"] = off;
    }
    if part["draw"]["repetition"]["count"] == 0 {
        part["draw"]["repetition"] = json!({"count": 0});
    }
    part
}

/// The rules of a record.
struct Rules<'a> {
    engine: &'a dyn DynEngine,
    record: &'a GameRecord,
}

impl Rules<'_> {
    fn text(&self, name: &str) -> String {
        let own = self.record.rules().into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let default = || match self.engine.rules().into_iter().find(|option| option.name == name)?.kind {
            OptionKind::Check { default } => Some(default.to_string()),
            OptionKind::Spin { default, .. } => Some(default.to_string()),
            _ => None,
        };
        own.map(|(_, value)| value.to_owned()).or_else(default).unwrap_or_default()
    }

    fn number(&self, name: &str) -> u64 {
        self.text(name).parse().unwrap_or(0)
    }

    fn is_on(&self, name: &str) -> bool {
        self.text(name) == "true"
    }

    /// Returns the ruleset as a manifest of the format.
    fn manifest(&self) -> Result<Value, FormatError> {
        let board = self.engine.position_text();
        let board = board.split(' ').next().unwrap_or_default();
        if self.engine.game_name() != "mill" || board.len() != 26 {
            let found = format!("{} {}", self.engine.game_name(), self.engine.board().variant);
            let message = format!("MIF has games of Mill on 24 points only, found {found}");
            return Err(FormatError::Unfit(message));
        }
        let unfit = |name: &str| {
            FormatError::Unfit(format!(
                "MIF is written for standard rules only, found {name}={}",
                self.text(name)
            ))
        };
        for (name, value) in FIXED {
            if self.text(name) != value {
                return Err(unfit(name));
            }
        }
        let capture = json!({
            "enabled": false, "maximumOwnLivePieces": null, "phases": ["moving"],
            "lines": {"cross": false, "diagonal": false, "squareEdges": false},
        });
        let pieces = self.number("PiecesCount");
        let board_full = BOARD_FULL.get(self.number("BoardFullAction") as usize).filter(|_| pieces == 12);
        let stalemate = match self.number("StalemateAction") {
            0 => "loss",
            4 => "draw",
            _ => return Err(unfit("StalemateAction")),
        };
        let endgame = self.number("EndgameNMoveRule");
        let repeats = self.is_on("ThreefoldRepetitionRule");
        let id: String = self.engine.board().variant.chars().take(50).collect();
        Ok(json!({
            "format": "MRS/1.0", "id": format!("{OWN}{id}"), "version": 1, "title": id, "status": "experimental",
            "semanticsProfile": "mif-finite-rules-v3",
            "topology": if self.is_on("HasDiagonalLines") { "mill24-diagonal-v1" } else { "mill24-orthogonal-v1" },
            "pieces": {"white": pieces, "black": pieces, "minimumLive": self.number("PiecesAtLeastCount")},
            "turn": {"initial": "w", "placingEndActivePlayer": "retain"},
            "flying": {"enabled": self.is_on("MayFly"), "maximumLive": self.number("FlyPieceCount")},
            "placing": {
                "movementAllowed": false,
                "earlyStop": {
                    "emptyPoints": if self.is_on("StopPlacingWhenTwoEmptySquares") { 2 } else { 0 },
                    "boundary": "after-unobligated-place-v1",
                },
                "noLegalPrimaryAction": "loss",
            },
            "mills": {
                "placingEffect": "remove-opponent-board", "movingEffect": "remove-opponent-board",
                "removalMultiplicity":
                    if self.is_on("MayRemoveMultiple") { "one-per-new-line" } else { "one-per-primary" },
                "targetProtection":
                    if self.is_on("MayRemoveFromMillsAlways") { "all-opponent" } else { "outside-mill-first" },
                "lineReuse": "unlimited", "reverseReformation": "allowed",
                "delayedClearBoundary": "on-enter-moving-v1",
            },
            "captures": {
                "resolution": "target-commits-v1",
                "custodian": capture, "intervention": capture, "leap": capture,
            },
            "boardFull": {"action": board_full.unwrap_or(&"disabled")},
            "stalemate": {"action": stalemate, "boardRemovalTargets": "adjacent-opponent"},
            "draw": {
                "noProgress": {
                    "normalLimit": self.number("NMoveRule"), "endgameLimit": endgame,
                    "endgamePredicate": if endgame > 0 { "either-player-live-equals-3" } else { "none" },
                    "mode": "automatic", "countedPrimaryActions": ["move"],
                    "resetEvents": ["board-remove", "place"],
                    "evaluationBoundary": "stable-after-primary-sequence-v1",
                },
                "repetition": {
                    "count": if repeats { 3 } else { 0 }, "mode": "automatic", "observation": "stable-moving-v1",
                    "projection": "repetition-observation-v1", "summary": "reset-count-smt-v1",
                    "resetEvents": ["board-remove", "place"],
                },
                "offers": {"expiry": "explicit-only"},
                "claimRights": {"profile": "stable-claim-rights-v1"},
            },
            "semanticState": [],
        }))
    }
}

/// Returns the options for the rules of a manifest that differ from Nine Men's Morris.
fn options(manifest: &Value) -> Result<Vec<(&'static str, String)>, String> {
    let at = |path: &str| manifest.pointer(path).unwrap_or(&Value::Null);
    let word = |path: &str| at(path).as_str().unwrap_or_default();
    let expect = |path: &str, expected: &[&str]| match expected.iter().position(|word| at(path) == word) {
        Some(index) => Ok(index),
        None => Err(format!("the ruleset has {} at {path}, expected {}", at(path), expected.join(" or "))),
    };
    if word("/semanticsProfile") != "mif-finite-rules-v3" {
        expect("/semanticsProfile", &["mif-finite-rules-v3"])?;
    }
    for capture in ["custodian", "intervention", "leap"] {
        if at(&format!("/captures/{capture}/enabled")) != false {
            return Err(format!("the ruleset has the capture {capture}, expected none"));
        }
    }
    for (path, expected) in [
        ("/mills/placingEffect", "remove-opponent-board"),
        ("/mills/lineReuse", "unlimited"),
        ("/mills/reverseReformation", "allowed"),
    ] {
        expect(path, &[expected])?;
    }
    if at("/pieces/white") != at("/pieces/black") {
        return Err("the sides have different numbers of stones, expected equal ones".to_owned());
    }
    let full =
        if word("/boardFull/action") == "disabled" { 0 } else { expect("/boardFull/action", &BOARD_FULL)? };
    let stalemates =
        ["loss", "change-player", "remove-and-retain", "remove-and-change", "draw", "both-remove"];
    let all = [
        ("PiecesCount", at("/pieces/white").to_string(), "9"),
        ("PiecesAtLeastCount", at("/pieces/minimumLive").to_string(), "3"),
        ("MayFly", at("/flying/enabled").to_string(), "true"),
        ("FlyPieceCount", at("/flying/maximumLive").to_string(), "3"),
        ("HasDiagonalLines", (word("/topology") == "mill24-diagonal-v1").to_string(), "false"),
        ("MayMoveInPlacingPhase", at("/placing/movementAllowed").to_string(), "false"),
        ("StopPlacingWhenTwoEmptySquares", (at("/placing/earlyStop/emptyPoints") == 2).to_string(), "false"),
        (
            "MayRemoveMultiple",
            (word("/mills/removalMultiplicity") == "one-per-new-line").to_string(),
            "false",
        ),
        (
            "MayRemoveFromMillsAlways",
            (word("/mills/targetProtection") == "all-opponent").to_string(),
            "false",
        ),
        ("BoardFullAction", full.to_string(), "0"),
        ("StalemateAction", expect("/stalemate/action", &stalemates)?.to_string(), "0"),
        ("NMoveRule", at("/draw/noProgress/normalLimit").to_string(), "100"),
        ("EndgameNMoveRule", at("/draw/noProgress/endgameLimit").to_string(), "100"),
        ("ThreefoldRepetitionRule", (at("/draw/repetition/count") == 3).to_string(), "true"),
    ];
    Ok(all
        .into_iter()
        .filter(|(_, value, default)| value != default)
        .map(|(name, value, _)| (name, value))
        .collect())
}

/// A position as the fields of MFEN, the position text of the format.
struct Fields {
    board: String,
    side: String,
    phase: String,
    action: String,
    hands: [u64; 2],
    /// Number of stones that the side to move must remove.
    removals: u64,
    no_progress: u64,
}

impl Fields {
    /// Reads the position text of Mill, which lists the rings from the inside, each from twelve o'clock.
    fn of_text(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let word = |index: usize| words.get(index).copied().unwrap_or_default();
        let number = |index: usize| word(index).parse().unwrap_or(0);
        let rings: Vec<Vec<char>> = word(0).split('/').map(|ring| ring.chars().collect()).collect();
        let sign = |ring: &Vec<char>, at: usize| match ring.get((at + 7) % 8) {
            Some('O') => 'W',
            Some('@') => 'B',
            _ => '.',
        };
        let ring = |ring: &Vec<char>| (0..8).map(|at| sign(ring, at)).collect::<String>();
        let action = match word(3) {
            "s" => "m",
            "?" => "o",
            other => other,
        };
        Self {
            board: rings.iter().rev().map(ring).collect::<Vec<_>>().join("/"),
            side: word(1).to_owned(),
            phase: word(2).to_owned(),
            action: action.to_owned(),
            hands: [number(5), number(7)],
            removals: if word(1) == "w" { number(8) } else { number(9) },
            no_progress: number(15),
        }
    }

    /// Reads MFEN.
    fn of_mfen(text: &str) -> Result<Self, String> {
        let wrong = |what: &str, found: &str, expected: &str| {
            format!("the {what} of the position is '{}', expected {expected}", shorten(found))
        };
        let rest = text.strip_prefix(MFEN).ok_or_else(|| wrong("start", text, MFEN.trim_end()))?;
        let words: Vec<&str> = rest.split(' ').collect();
        let &[board, side, phase, action, hands, obligations, no_progress, primary, outcome] = &words[..]
        else {
            return Err(wrong("text", rest, "nine fields"));
        };
        let is_board =
            board.split('/').map(str::len).eq([8; 3]) && board.chars().all(|sign| "WB./".contains(sign));
        if !is_board {
            return Err(wrong("board", board, "three rings of W, B and ."));
        }
        let numbers: Vec<u64> = hands.split(',').filter_map(|hand| hand.parse().ok()).collect();
        let &[white, black] = &numbers[..] else { return Err(wrong("hands", hands, "two numbers")) };
        let removals = match obligations {
            "-" => Some(0),
            one => one
                .split(':')
                .nth(4)
                .and_then(|count| count.parse().ok())
                .filter(|_| !one.contains(['|', ';'])),
        };
        let removals = removals.ok_or_else(|| wrong("obligations", obligations, "- or one removal"))?;
        let count = |text: &str, what: &str| text.parse().map_err(|_| wrong(what, text, "a number"));
        count(primary, "number of plies")?;
        let no_progress = count(no_progress, "counter")?;
        if outcome != "-" && !outcome.contains(':') {
            return Err(wrong("outcome", outcome, "- or a result and a reason"));
        }
        let (board, side, phase, action) =
            (board.to_owned(), side.to_owned(), phase.to_owned(), action.to_owned());
        Ok(Self { board, side, phase, action, hands: [white, black], removals, no_progress })
    }

    fn mfen(&self, obligations: &str, plies: u64, outcome: &str) -> String {
        let Self { board, side, phase, action, hands: [white, black], no_progress, .. } = self;
        let [side, phase, action] =
            if outcome == "-" { [side.as_str(), phase, action] } else { ["-", "o", "o"] };
        format!(
            "{MFEN}{board} {side} {phase} {action} {white},{black} {obligations} {no_progress} {plies} {outcome}"
        )
    }

    /// Returns the position text of Mill.
    fn text(&self) -> String {
        let rings: Vec<Vec<char>> = self.board.split('/').map(|ring| ring.chars().collect()).collect();
        let sign = |ring: &[char], at: usize| match ring[(at + 1) % 8] {
            'W' => 'O',
            'B' => '@',
            _ => '*',
        };
        let ring = |ring: &Vec<char>| (0..8).map(|at| sign(ring, at)).collect::<String>();
        let board = rings.iter().rev().map(ring).collect::<Vec<_>>().join("/");
        let count = |stone: char| self.board.matches(stone).count();
        let Self { side, phase, hands: [white, black], removals, no_progress, .. } = self;
        let action = match self.action.as_str() {
            "m" => "s",
            "o" => "?",
            other => other,
        };
        let removals = if side == "w" { [*removals, 0] } else { [0, *removals] };
        format!(
            "{board} {side} {phase} {action} {} {white} {} {black} {} {} 0 0 0 0 0 {no_progress} 1",
            count('W'),
            count('B'),
            removals[0],
            removals[1]
        )
    }
}

fn colour(side: Side) -> &'static str {
    if side == Side::First { "w" } else { "b" }
}

/// Returns the format's word for the result; `-` for an unfinished game.
fn outcome(engine: &dyn DynEngine, rules: &Rules) -> String {
    let Outcome::Over(ending) = engine.outcome() else { return "-".to_owned() };
    let fields = Fields::of_text(&engine.position_text());
    let few = |stone: char, hand: u64| {
        fields.board.matches(stone).count() as u64 + hand < rules.number("PiecesAtLeastCount")
    };
    let reason = match engine.reason() {
        Some(Reason::Repetition) => "repetition",
        Some(Reason::MoveLimit(_)) => "no-progress",
        _ if few('W', fields.hands[0]) || few('B', fields.hands[1]) => "fewer-than-minimum",
        _ if !fields.board.contains('.') => "board-full",
        _ => "no-legal-move",
    };
    format!("{}:{reason}", ending.winner().map_or("d", colour))
}

/// Writes a record as a state with its history, on one line. `engine` must have the rules of the record.
///
/// # Errors
/// Returns an error if the format cannot express the rules, or if a move is illegal.
pub(super) fn write(record: &GameRecord, engine: &mut dyn DynEngine) -> Result<String, FormatError> {
    engine.set_position(&record.setup(), &[])?;
    let manifest = Rules { engine, record }.manifest()?;
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
    let first = Fields::of_text(&engine.position_text());
    let origin = first.mfen(&obligations(engine, &first), 0, &outcome(engine, &Rules { engine, record }));
    let mut history = Vec::new();
    if is_observed(&first) {
        history.push(json!({"source": "origin", "key": observation(&first)}));
    }
    let (mut events, mut plies) = (Vec::new(), 0);
    for (index, ply) in record.plies.iter().enumerate() {
        let seq = index + 1;
        let mut event = json!({"seq": seq, "actor": colour(engine.side())});
        let is_slide = if let Some(at) = ply.text.strip_prefix('x') {
            event["type"] = "remove".into();
            event["target"] = json!({"zone": "board", "at": at});
            false
        } else if let Some((from, to)) = ply.text.split_once('-') {
            (event["type"], event["from"], event["to"]) = ("move".into(), from.into(), to.into());
            plies += 1;
            true
        } else {
            (event["type"], event["at"]) = ("place".into(), ply.text.as_str().into());
            plies += 1;
            false
        };
        let comment = if seq == record.plies.len() { &record.comment } else { &ply.comment };
        let note = ply.note.to_string();
        let notes =
            [("comment", comment), ("glyphs", &ply.glyphs), ("note", &note), ("variations", &ply.variations)];
        let notes: Map<_, _> = notes
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| (name.to_owned(), Value::from(text.as_str())))
            .collect();
        if !notes.is_empty() {
            event["annotations"] = json!({NOTES: notes});
        }
        events.push(event);
        engine.play(&[&ply.text]).map_err(|error| crate::analysis::numbered(error, seq))?;
        if !is_slide {
            history.clear();
        }
        let mut fields = Fields::of_text(&engine.position_text());
        if matches!(engine.reason(), Some(Reason::Repetition | Reason::MoveLimit(_))) {
            // The draw rules end the game after the position was counted.
            (fields.phase, fields.action) = ("m".to_owned(), "m".to_owned());
        }
        if is_observed(&fields) {
            history.push(json!({"source": "event", "eventSeq": seq, "key": observation(&fields)}));
        }
    }
    let last = Fields::of_text(&engine.position_text());
    let mut end = outcome(engine, &Rules { engine, record });
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
    let obligations = if end == "-" { obligations(engine, &last) } else { "-".to_owned() };
    let state = json!({
        "format": "MSTATE/1.0", "positionFormat": "MFEN/1.0", "stateProfile": STATE,
        "ruleset": {
            "mode": "portable", "id": manifest["id"], "version": 1, "semanticDigest": semantic_digest,
            "documentDigest": digest(&manifest), "manifest": manifest,
        },
        "origin": origin, "events": events, "current": last.mfen(&obligations, plies, &end),
        "repetitionHistory": history, "preOriginClaims": [], "claims": [],
        "annotations": {NOTES: {
            "tags": record.tags.0, "before": record.before,
            "comment": if record.plies.is_empty() { record.comment.as_str() } else { "" },
        }},
    });
    Ok(format!("{state}\n"))
}

/// Returns the pending removal in the form of MFEN; `-` if there is none.
fn obligations(engine: &dyn DynEngine, fields: &Fields) -> String {
    if fields.action != "r" {
        return "-".to_owned();
    }
    let targets = engine.legal_moves().into_iter().filter_map(|text| {
        let at = text.strip_prefix('x')?;
        POINTS.iter().position(|point| *point == at)
    });
    let targets: u32 = targets.map(|index| 1 << index).sum();
    let (own, other) = if fields.side == "w" { ("w", "b") } else { ("b", "w") };
    format!("{own}:mill:b:{other}:{}:{targets:06x}:{other}", fields.removals)
}

/// Iterator over the records of a stream of MIF documents, one after another. It ends at the first error.
#[derive(Debug)]
pub struct MifReader<R> {
    input: R,
    line: u64,
    has_ended: bool,
}

impl<R: BufRead> MifReader<R> {
    /// Creates a reader that starts at the input's current position.
    pub fn new(input: R) -> Self {
        Self { input, line: 0, has_ended: false }
    }

    /// Reads the text of the next document. Returns `None` at the end of the file.
    fn document(&mut self) -> Result<Option<String>, RecordError> {
        let (mut text, mut depth, mut is_text, mut is_escaped) = (String::new(), 0_usize, false, false);
        loop {
            let start = text.len();
            let place = Place { line: self.line + 1, column: 1 };
            let fail = |problem| RecordError { place, problem };
            let left = MAX_RECORD.saturating_sub(start as u64);
            let read = std::io::Read::take(&mut self.input, left).read_line(&mut text);
            let read = read.map_err(|error| fail(error.into()))?;
            if read as u64 == left {
                return Err(fail(RecordProblem::TooLarge(format!(
                    "a record of more than {MAX_RECORD} bytes"
                ))));
            }
            if read == 0 && text.trim().is_empty() {
                return Ok(None);
            }
            self.line += u64::from(read > 0);
            for byte in text.as_bytes()[start..].iter().copied() {
                match byte {
                    _ if is_escaped => is_escaped = false,
                    b'\\' if is_text => is_escaped = true,
                    b'"' => is_text = !is_text,
                    b'{' if !is_text => depth += 1,
                    b'}' if !is_text => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
            if read == 0 || depth == 0 && !text.trim().is_empty() {
                return Ok(Some(text));
            }
        }
    }

    fn record(&mut self) -> Result<Option<GameRecord>, RecordError> {
        let before = self.line;
        let Some(text) = self.document()? else { return Ok(None) };
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let value: Value = serde_json::from_str(text).map_err(|error| {
            let place = Place { line: before + error.line() as u64, column: error.column().max(1) as u64 };
            RecordError { place, problem: RecordProblem::Malformed(format!("no JSON: {error}")) }
        })?;
        let place = Place { line: before + 1, column: 1 };
        let malformed = |message| RecordError { place, problem: RecordProblem::Malformed(message) };
        record_of(&value, place).map(Some).map_err(malformed)
    }
}

impl<R: BufRead> Iterator for MifReader<R> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let record = self.record();
        self.has_ended = record.is_err();
        record.transpose()
    }
}

/// Converts a document to a record.
fn record_of(value: &Value, place: Place) -> Result<GameRecord, String> {
    let word = |value: &Value, name: &str| value[name].as_str().unwrap_or_default().to_owned();
    let format = word(value, "format");
    let origin = match format.as_str() {
        "MSTATE/1.0" => word(value, "origin"),
        "MIFPOS/1.0" => word(value, "position"),
        other => {
            return Err(format!("the format is '{}', expected MSTATE/1.0 or MIFPOS/1.0", shorten(other)));
        }
    };
    let mut record = GameRecord::default();
    let notes = &value["annotations"][NOTES];
    for tag in notes["tags"].as_array().into_iter().flatten() {
        if let (Some(name), Some(value)) = (tag[0].as_str(), tag[1].as_str()) {
            record.tags.push(name, value);
        }
    }
    record.before = word(notes, "before");
    if record.tags.get("Game").is_none() {
        rules_of(&value["ruleset"], &mut record)?;
    }
    let mut state = Fields::of_mfen(&origin)?;
    let is_start = state.board.chars().all(|sign| ['.', '/'].contains(&sign)) && state.side == "w";
    if record.tags.get("FEN").is_none() && !is_start {
        record.tags.push_setup(&Setup::Text(state.text()));
    }
    let events = value["events"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (index, event) in events.iter().enumerate() {
        let wrong =
            |what: &str| format!("event {}: {what}, found {}", index + 1, shorten(&event.to_string()));
        if event["seq"] != index + 1 {
            return Err(wrong("its number is not one more than the last"));
        }
        let point = |value: &Value| {
            let text = value.as_str().filter(|text| POINTS.contains(text));
            text.map(str::to_owned).ok_or_else(|| wrong("expected a point of the board"))
        };
        let text = match word(event, "type").as_str() {
            "place" => point(&event["at"])?,
            "move" => format!("{}-{}", point(&event["from"])?, point(&event["to"])?),
            "remove" if event["target"]["zone"] == "board" => format!("x{}", point(&event["target"]["at"])?),
            "resign" | "adjudicate" | "claim-draw" | "offer-draw" | "accept-draw" | "decline-draw"
            | "withdraw-draw" => {
                continue;
            }
            _ => return Err(wrong("expected a placing, a move or a removal from the board")),
        };
        let side = if event["actor"] == "b" { Side::Second } else { Side::First };
        state.play(&text, side);
        let notes = &event["annotations"][NOTES];
        let comment = std::mem::replace(&mut record.comment, word(notes, "comment"));
        if let Some(last) = record.plies.last_mut() {
            last.comment = comment;
        }
        let note = word(notes, "note").parse().unwrap_or_default();
        let (glyphs, variations) = (word(notes, "glyphs"), word(notes, "variations"));
        record.plies.push(Ply { side, text, note, glyphs, variations, place, ..Ply::default() });
    }
    append(&mut record.comment, &word(notes, "comment"));
    let current = if format == "MSTATE/1.0" { word(value, "current") } else { origin };
    let end = Fields::of_mfen(&current)?;
    if (&end.board, end.hands) != (&state.board, state.hands) {
        let [white, black] = state.hands;
        return Err(format!(
            "the events lead to {} {white},{black}, but current is '{current}'",
            state.board
        ));
    }
    let outcome = current.rsplit(' ').next().unwrap_or_default();
    record.result = match outcome.get(..2) {
        Some("w:") => GameResult::Win(Side::First),
        Some("b:") => GameResult::Win(Side::Second),
        Some("d:") => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    record.tags.set("Result", record.result.to_string());
    Ok(record)
}

/// Adds tags for the rules of a document that another program wrote.
fn rules_of(ruleset: &Value, record: &mut GameRecord) -> Result<(), String> {
    record.tags.push("Game", "mill");
    let id = ruleset["id"].as_str().unwrap_or_default();
    let manifest = &ruleset["manifest"];
    if !manifest.is_object() {
        let variant = id.strip_prefix(OWN);
        let variant = variant
            .ok_or_else(|| format!("the ruleset '{}' is unknown, expected a portable one", shorten(id)))?;
        record.tags.push("Variant", variant);
        return Ok(());
    }
    for (name, found) in
        [("semanticDigest", digest(&semantic(manifest))), ("documentDigest", digest(manifest))]
    {
        if ruleset[name] != found {
            return Err(format!("the {name} of the ruleset is {}, expected {found}", ruleset[name]));
        }
    }
    let options: Vec<_> =
        options(manifest)?.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    record.tags.push("Variant", "nine-mens-morris");
    record.tags.push_rules(&options);
    Ok(())
}

impl Fields {
    /// Updates the board and the hands by a move. Does not apply the rules.
    fn play(&mut self, text: &str, side: Side) {
        let stone = ["W", "B"][side.index()];
        let mut put = |point: &str, sign: &str| {
            if let Some(index) = POINTS.iter().position(|known| *known == point) {
                let at = index + index / 8;
                self.board.replace_range(at..=at, sign);
            }
        };
        if let Some(at) = text.strip_prefix('x') {
            put(at, ".");
        } else if let Some((from, to)) = text.split_once('-') {
            put(from, ".");
            put(to, stone);
        } else {
            put(text, stone);
            let hand = &mut self.hands[side.index()];
            *hand = hand.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ruleset from the specification of the format, with the digests printed there.
    #[test]
    fn digests_are_those_that_the_format_prints() {
        let off = json!({
            "enabled": false, "maximumOwnLivePieces": null, "phases": ["moving"],
            "lines": {"cross": false, "diagonal": false, "squareEdges": false},
        });
        let manifest = json!({
            "boardFull": {"action": "disabled"},
            "captures": {
                "custodian": off, "intervention": off, "leap": off, "resolution": "target-commits-v1",
            },
            "draw": {
                "claimRights": {"profile": "stable-claim-rights-v1"},
                "noProgress": {
                    "countedPrimaryActions": ["move"], "endgameLimit": 0, "endgamePredicate": "none",
                    "evaluationBoundary": "stable-after-primary-sequence-v1", "mode": "automatic",
                    "normalLimit": 0, "resetEvents": ["board-remove"],
                },
                "offers": {"expiry": "explicit-only"},
                "repetition": {
                    "count": 3, "mode": "claim", "observation": "stable-primary-decision-v1",
                    "projection": "repetition-observation-v1", "resetEvents": ["board-remove"],
                    "summary": "reset-count-smt-v1",
                },
            },
            "flying": {"enabled": true, "maximumLive": 3}, "format": "MRS/1.0", "id": "example-morris",
            "mills": {
                "delayedClearBoundary": "on-enter-moving-v1", "lineReuse": "unlimited",
                "movingEffect": "remove-opponent-board", "placingEffect": "remove-opponent-board",
                "removalMultiplicity": "one-per-primary", "reverseReformation": "allowed",
                "targetProtection": "outside-mill-first",
            },
            "pieces": {"black": 9, "minimumLive": 3, "white": 9},
            "placing": {
                "earlyStop": {"boundary": "after-unobligated-place-v1", "emptyPoints": 0},
                "movementAllowed": false, "noLegalPrimaryAction": "loss",
            },
            "semanticState": [], "semanticsProfile": "mif-finite-rules-v3",
            "stalemate": {"action": "loss", "boardRemovalTargets": "adjacent-opponent"}, "status": "fixture",
            "title": "Example Morris", "topology": "mill24-orthogonal-v1",
            "turn": {"initial": "b", "placingEndActivePlayer": "retain"}, "version": 1,
        });
        let expected = "sha256:224f7e368e322a4cc8c1225a025fb548d5b41eb096d34b7ae0543182d1aa9393";
        assert_eq!(digest(&semantic(&manifest)), expected);
        let expected = "sha256:62479b6f40efb8ab478bab3d2b725647213604fcd3cc9cd4c1f69357535ae257";
        assert_eq!(digest(&manifest), expected);
    }
}
