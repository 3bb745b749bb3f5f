//! Converts the rules of a record to a ruleset (`MRS/1.0`) of the Mill Interchange Format (MIF) and back, and computes
//! the digests of a ruleset. The manifest is the part of a ruleset that states the rules.

use std::fmt::Write;

use plywright::engine::{DynGame, Facts};
use plywright::shorten;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::record::{FormatError, GameRecord};

/// Prefix of the identifiers of this program's rules.
const OWN: &str = "x-plywright-";
/// The options of Mill that a manifest states: name, path in the manifest, and pairs `VALUE=WORD` that translate the
/// option's values into words or numbers of the manifest. Without pairs, the manifest has the option's value itself.
const RULES: [(&str, &str, &str); 14] = [
    ("PiecesCount", "/pieces/white", ""),
    ("PiecesAtLeastCount", "/pieces/minimumLive", ""),
    ("MayFly", "/flying/enabled", ""),
    ("FlyPieceCount", "/flying/maximumLive", ""),
    ("HasDiagonalLines", "/topology", "false=mill24-orthogonal-v1 true=mill24-diagonal-v1"),
    ("MayMoveInPlacingPhase", "/placing/movementAllowed", ""),
    ("StopPlacingWhenTwoEmptySquares", "/placing/earlyStop/emptyPoints", "false=0 true=2"),
    ("MayRemoveMultiple", "/mills/removalMultiplicity", "false=one-per-primary true=one-per-new-line"),
    ("MayRemoveFromMillsAlways", "/mills/targetProtection", "false=outside-mill-first true=all-opponent"),
    ("BoardFullAction", BOARD_FULL, BOARD_FULL_ACTIONS),
    ("StalemateAction", "/stalemate/action", STALEMATE_ACTIONS),
    ("NMoveRule", "/draw/noProgress/normalLimit", ""),
    ("EndgameNMoveRule", "/draw/noProgress/endgameLimit", ""),
    ("ThreefoldRepetitionRule", "/draw/repetition/count", "false=0 true=3"),
];
const BOARD_FULL: &str = "/boardFull/action";
const BOARD_FULL_ACTIONS: &str = "0=white-loses 1=white-then-black-remove 2=black-then-white-remove \
                                  3=active-player-removes 4=draw";
const STALEMATE_ACTIONS: &str =
    "0=loss 1=change-player 2=remove-and-retain 3=remove-and-change 4=draw 5=both-remove";

/// Splits the pairs `VALUE=WORD` of a row of [`RULES`] into values and words.
fn pairs(words: &str) -> impl Iterator<Item = (&str, &str)> {
    words.split(' ').filter_map(|word| word.split_once('='))
}

/// Options of Mill, each with the values that can be written in MIF, separated by spaces. A game with another value is
/// refused.
const FIXED: [(&str, &str); 10] = [
    ("MillFormationActionInPlacingPhase", "0"),
    ("MillWins", "false"),
    ("OneTimeUseMill", "false"),
    ("RestrictRepeatedMillsFormation", "false"),
    ("CustodianCaptureEnabled", "false"),
    ("InterventionCaptureEnabled", "false"),
    ("LeapCaptureEnabled", "false"),
    ("MayMoveInPlacingPhase", "false"),
    ("IsDefenderMoveFirst", "false"),
    ("StalemateAction", "0 4"),
];

/// Members of a manifest that determine how the game is played. Other members, such as titles, do not.
const SEMANTIC: &str = "semanticsProfile topology pieces turn flying placing mills captures boardFull stalemate draw \
                        semanticState";

/// Returns the SHA-256 digest of a JSON value's text without white space. Equal values have equal texts, because the
/// keys of objects are sorted and all numbers are whole.
pub(super) fn digest(value: &Value) -> String {
    let mut text = "sha256:".to_owned();
    for byte in Sha256::digest(value.to_string()) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Returns the part of a manifest that determines how the game is played. Settings of disabled mechanisms are left out,
/// because they have no effect.
pub(super) fn semantic(manifest: &Value) -> Value {
    let mut part = Map::new();
    part.insert("profile".to_owned(), "mrs-semantic-v1".into());
    for name in SEMANTIC.split(' ') {
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

/// Returns the value of an option in the game's spelling: the one in the record's tag `Options` if that is valid,
/// otherwise the game's default. Empty if the game has no such option.
fn option_of(record: &GameRecord, game: &dyn DynGame, name: &str) -> String {
    let options = game.options();
    let Some(option) = options.iter().find(|option| option.name == name) else { return String::new() };
    let own = record.rules().into_iter().find(|(known, _)| option.is_called(known));
    let value = own.and_then(|(_, text)| option.parse(text).ok());
    value.unwrap_or_else(|| option.kind.default_value()).to_string()
}

/// Returns the manifest of a record's rules, or an error that names a rule that cannot be written. `start` is the text
/// of the position in which the record begins.
pub(super) fn manifest_of(
    record: &GameRecord,
    game: &dyn DynGame,
    start: &str,
) -> Result<Value, FormatError> {
    // The first word is the board: on 24 points, a letter for each and two slashes between the rings.
    let board = start.split(' ').next().unwrap_or_default();
    let Facts { game: name, variant, .. } = game.facts();
    if *name != "mill" || board.len() != 26 {
        let message = format!("MIF has games of Mill on 24 points only, found {name} {variant}");
        return Err(FormatError::Unfit(message));
    }
    let value_of = |name: &str| option_of(record, game, name);
    for (name, values) in FIXED {
        let value = value_of(name);
        if !values.split(' ').any(|known| known == value) {
            let found = format!("{name}={value}");
            return Err(FormatError::Unfit(format!("MIF is written for standard rules only, found {found}")));
        }
    }
    let mut manifest = nine_mens_morris();
    for (name, path, words) in RULES {
        // The 24 points can be full only if each side has 12 stones. Otherwise the manifest keeps its usual action.
        let is_used = path != BOARD_FULL || manifest["pieces"]["white"] == 12;
        if let Some(found) = manifest.pointer_mut(path).filter(|_| is_used) {
            let value = value_of(name);
            let word = pairs(words).find(|(known, _)| *known == value).map_or(&*value, |(_, word)| word);
            *found = serde_json::from_str(word).unwrap_or_else(|_| word.into());
        }
    }
    manifest["pieces"]["black"] = manifest["pieces"]["white"].clone();
    // This option switches off all draws by repetition and by moves without progress, whatever their limits are.
    if value_of("DrawOnHumanExperience") == "false" {
        manifest["draw"]["noProgress"]["normalLimit"] = 0.into();
        manifest["draw"]["noProgress"]["endgameLimit"] = 0.into();
        manifest["draw"]["repetition"]["count"] = 0.into();
    }
    if manifest["draw"]["noProgress"]["endgameLimit"] == 0 {
        manifest["draw"]["noProgress"]["endgamePredicate"] = "none".into();
    }
    let id: String = variant.chars().take(50).collect();
    manifest["id"] = format!("{OWN}{id}").into();
    manifest["title"] = id.into();
    Ok(manifest)
}

fn nine_mens_morris() -> Value {
    serde_json::from_str(include_str!("nine_mens_morris.mrs.json")).unwrap_or_default()
}

/// Returns the options, with their values, in which a manifest differs from Nine Men's Morris.
///
/// # Errors
/// Returns a message that names a rule of the manifest for which this program's Mill has no option.
fn options(manifest: &Value) -> Result<Vec<(String, String)>, String> {
    let at = |path: &str| manifest.pointer(path).unwrap_or(&Value::Null);
    let wrong =
        |path: &str, expected: &str| format!("the ruleset has {} at {path}, expected {expected}", at(path));
    for capture in ["custodian", "intervention", "leap"] {
        if at(&format!("/captures/{capture}/enabled")) != false {
            return Err(format!("the ruleset has the capture {capture}, expected none"));
        }
    }
    for (path, expected) in [
        ("/semanticsProfile", "mif-finite-rules-v3"),
        ("/mills/placingEffect", "remove-opponent-board"),
        ("/mills/lineReuse", "unlimited"),
        ("/mills/reverseReformation", "allowed"),
    ] {
        if at(path) != expected {
            return Err(wrong(path, expected));
        }
    }
    if at("/pieces/white") != at("/pieces/black") {
        return Err("the sides have different numbers of stones, expected equal ones".to_owned());
    }
    let usual = nine_mens_morris();
    let mut differing = Vec::new();
    for (name, path, words) in RULES {
        let found = at(path);
        if Some(found) == usual.pointer(path) {
            continue;
        }
        let mut value = found.to_string();
        if !words.is_empty() {
            let is_found = |word: &str| word.parse::<u64>().map_or(found == word, |number| *found == number);
            let Some((own, _)) = pairs(words).find(|(_, word)| is_found(word)) else {
                let expected: Vec<_> = pairs(words).map(|(_, word)| word).collect();
                return Err(wrong(path, &expected.join(" or ")));
            };
            own.clone_into(&mut value);
        }
        differing.push((name.to_owned(), value));
    }
    Ok(differing)
}

/// Adds the tags `Game` and `Variant` for a document's ruleset. If its manifest differs from Nine Men's Morris, also
/// adds `Options`. A manifest must have the ruleset's digests. Without a manifest, the ruleset's identifier must be one
/// of this program's, which names the variant. Whether this variant exists is not checked here.
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
    record.tags.push("Variant", "nine-mens-morris");
    record.tags.push_rules(&options(manifest)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the manifest that the MIF specification has as an example.
    fn example() -> Value {
        let text = include_str!("../../../tests/suite/data/example.mrs.json");
        serde_json::from_str(text).expect("JSON")
    }

    /// Digests from the MIF specification.
    #[test]
    fn digests_equal_those_of_the_specification() {
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
