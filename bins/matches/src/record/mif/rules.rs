//! Converts the rules of a record to a MIF ruleset (`MRS/1.0`) and back, and computes the digests of a
//! ruleset.

use std::fmt::Write;

use plywright::engine::{DynGame, Facts};
use plywright::{OptionKind, shorten};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::record::{FormatError, GameRecord};

/// Prefix of the identifiers of this program's rules.
const OWN: &str = "x-plywright-";
/// Actions on a full board in MIF, in the order of the values of the option `BoardFullAction`.
const BOARD_FULL: [&str; 5] =
    ["white-loses", "white-then-black-remove", "black-then-white-remove", "active-player-removes", "draw"];
/// Rules can be written only if these options have these values.
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

/// Returns the SHA-256 digest of a JSON value's compact text. This text is canonical, because the keys of
/// objects are sorted and all numbers are whole.
pub(super) fn digest(value: &Value) -> String {
    let mut text = "sha256:".to_owned();
    for byte in Sha256::digest(value.to_string()) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Returns the part of a manifest that determines play, with disabled mechanisms in short form.
pub(super) fn semantic(manifest: &Value) -> Value {
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

pub(super) struct Rules<'a> {
    pub(super) game: &'a dyn DynGame,
    pub(super) record: &'a GameRecord,
}

impl Rules<'_> {
    pub(super) fn text(&self, name: &str) -> String {
        let own = self.record.rules().into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let default = || match self.game.options().into_iter().find(|option| option.name == name)?.kind {
            OptionKind::Check { default } => Some(default.to_string()),
            OptionKind::Spin { default, .. } => Some(default.to_string()),
            _ => None,
        };
        own.map(|(_, value)| value.to_owned()).or_else(default).unwrap_or_default()
    }

    pub(super) fn number(&self, name: &str) -> u64 {
        self.text(name).parse().unwrap_or(0)
    }

    pub(super) fn is_on(&self, name: &str) -> bool {
        self.text(name) == "true"
    }

    /// Returns the manifest of the rules. `start` is the text of the position in which the record begins.
    pub(super) fn manifest(&self, start: &str) -> Result<Value, FormatError> {
        let board = start.split(' ').next().unwrap_or_default();
        let Facts { game, variant, .. } = self.game.facts();
        if *game != "mill" || board.len() != 26 {
            let found = format!("{game} {variant}");
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
        let id: String = variant.chars().take(50).collect();
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

/// Returns the options in which a manifest differs from Nine Men's Morris, or a message about a rule that
/// cannot be converted.
pub(super) fn options(manifest: &Value) -> Result<Vec<(&'static str, String)>, String> {
    let at = |path: &str| manifest.pointer(path).unwrap_or(&Value::Null);
    let word = |path: &str| at(path).as_str().unwrap_or_default();
    let expect = |path: &str, expected: &[&str]| match expected.iter().position(|word| at(path) == word) {
        Some(index) => Ok(index),
        None => Err(format!("the ruleset has {} at {path}, expected {}", at(path), expected.join(" or "))),
    };
    let number = |path: &str, expected: [u64; 2]| {
        let found = at(path).as_u64().filter(|number| expected.contains(number));
        let [one, other] = expected;
        found.ok_or_else(|| format!("the ruleset has {} at {path}, expected {one} or {other}", at(path)))
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
        (
            "HasDiagonalLines",
            (expect("/topology", &["mill24-orthogonal-v1", "mill24-diagonal-v1"])? == 1).to_string(),
            "false",
        ),
        ("MayMoveInPlacingPhase", at("/placing/movementAllowed").to_string(), "false"),
        (
            "StopPlacingWhenTwoEmptySquares",
            (number("/placing/earlyStop/emptyPoints", [0, 2])? == 2).to_string(),
            "false",
        ),
        (
            "MayRemoveMultiple",
            (expect("/mills/removalMultiplicity", &["one-per-primary", "one-per-new-line"])? == 1)
                .to_string(),
            "false",
        ),
        (
            "MayRemoveFromMillsAlways",
            (expect("/mills/targetProtection", &["outside-mill-first", "all-opponent"])? == 1).to_string(),
            "false",
        ),
        ("BoardFullAction", full.to_string(), "0"),
        ("StalemateAction", expect("/stalemate/action", &stalemates)?.to_string(), "0"),
        ("NMoveRule", at("/draw/noProgress/normalLimit").to_string(), "100"),
        ("EndgameNMoveRule", at("/draw/noProgress/endgameLimit").to_string(), "100"),
        ("ThreefoldRepetitionRule", (number("/draw/repetition/count", [0, 3])? == 3).to_string(), "true"),
    ];
    Ok(all
        .into_iter()
        .filter(|(_, value, default)| value != default)
        .map(|(name, value, _)| (name, value))
        .collect())
}

/// Adds the tags `Game`, `Variant` and `Options` for a document's ruleset. A manifest must have the right
/// digests. A ruleset without a manifest must have an identifier of this program.
pub(super) fn rules_of(ruleset: &Value, record: &mut GameRecord) -> Result<(), String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Ruleset from the MIF specification.
    fn example() -> Value {
        let text = include_str!("../../../tests/suite/data/example.mrs.json");
        serde_json::from_str(text).expect("JSON")
    }

    /// Digests from the MIF specification.
    #[test]
    fn digests_are_those_that_the_format_prints() {
        let manifest = example();
        let expected = "sha256:224f7e368e322a4cc8c1225a025fb548d5b41eb096d34b7ae0543182d1aa9393";
        assert_eq!(digest(&semantic(&manifest)), expected);
        let expected = "sha256:62479b6f40efb8ab478bab3d2b725647213604fcd3cc9cd4c1f69357535ae257";
        assert_eq!(digest(&manifest), expected);
    }

    #[test]
    fn rules_that_mill_does_not_have_are_refused() {
        assert_eq!(options(&example()).map(|options| options.len()), Ok(2), "no limit of moves");
        for (path, value) in [
            ("/topology", json!("mill24-cross-v1")),
            ("/placing/earlyStop/emptyPoints", json!(4)),
            ("/mills/removalMultiplicity", json!("two")),
            ("/mills/targetProtection", json!("none")),
            ("/draw/repetition/count", json!(5)),
        ] {
            let mut manifest = example();
            *manifest.pointer_mut(path).expect(path) = value;
            let error = options(&manifest).expect_err(path);
            assert!(error.contains(path), "{error}");
        }
    }
}
