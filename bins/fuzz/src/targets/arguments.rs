//! Settings of engines, and other values: times, time controls, game results, the SPRT, adjudication, and
//! search data of moves.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use plywright_arena::adjudication::{Draw, Resign};
use plywright_arena::engine_spec::{EngineSpec, TimeControl, with_read_params};
use plywright_arena::record::{EngineScore, GameResult, PlyNote};
use plywright_arena::settings::{quoted, settings, time, words};
use plywright_arena::sprt::Sprt;

use super::{same, text};
use crate::Target;

pub(super) const TARGETS: &[Target] = &[
    Target { name: "engine-settings", run: engine_settings, seeds: engine_seeds },
    Target { name: "values", run: values, seeds: value_seeds },
];

fn engine_seeds() -> Vec<Vec<u8>> {
    [
        "cmd=builtin name=A tc=40/1:30+0.5 option.Hash=4 restart=on timemargin=50",
        "cmd=./a args=\"-x 'b c'\" dir=/tmp proto=ugi \"option.Move Overhead=10\" st=100ms nodes=5 depth=3",
        "cmd=b tc=inf plies=4 proto=json option.Empty= name='Engine A'",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

/// Reads the settings of an engine, writes them and reads them back.
fn engine_settings(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    if let Ok(words) = words(text) {
        let joined = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        same(&plywright_arena::settings::words(&joined), &Ok(words), "quoted words");
    }
    let read = settings(text);
    // The setting `params` names a file to read.
    if text.contains("params") {
        return false;
    }
    assert!(with_read_params(text).is_ok() == read.is_ok());
    let Ok(spec) = EngineSpec::parse(text, "") else { return false };
    let written = spec.to_string();
    let again = match EngineSpec::parse(&written, "") {
        Ok(again) => again,
        Err(error) => panic!("settings cannot be read back: {error}: {written}"),
    };
    same(&again.to_string(), &written, "settings read back");
    true
}

fn value_seeds() -> Vec<Vec<u8>> {
    [
        "100ms",
        "2s",
        "0.5",
        "40/1:30+0.5",
        "60+1",
        "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized",
        "movecount=3 score=400 twosided=true",
        "movenumber=40 movecount=8 score=10",
        "1/2-1/2",
        "+M3/8 0.102s",
        "-0.35/8",
        "book",
        "+7",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

fn written<T: FromStr + Display>(text: &str) -> bool {
    let Ok(value) = text.parse::<T>() else { return false };
    let once = value.to_string();
    let again = once.parse::<T>().ok().map(|again| again.to_string());
    same(&again.as_ref(), &Some(&once), "a value read back");
    true
}

fn values(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let mut accepted = false;
    for unit in [Duration::from_millis(1), Duration::from_secs(1)] {
        accepted |= time(text, unit).is_some();
    }
    accepted |= written::<TimeControl>(text);
    accepted |= written::<GameResult>(text);
    accepted |= text.parse::<Sprt>().is_ok();
    accepted |= text.parse::<Resign>().is_ok();
    accepted |= text.parse::<Draw>().is_ok();
    if let Ok(note) = text.parse::<PlyNote>() {
        accepted = true;
        let once = note.to_string();
        if !once.is_empty() {
            let again: PlyNote =
                once.parse().unwrap_or_else(|()| panic!("'{once}' cannot be read back, from '{text}'"));
            same(&again.to_string(), &once, "a note read back");
        }
        let _ = note.score.map(EngineScore::reversed).map(EngineScore::number);
    }
    accepted
}
