//! Known endings: the only check that finds a draw scored as a win, or a win scored for the wrong side.

use super::probe::Probe;
use super::report::{Check, Failure};
use super::run::Run;
use crate::engine::Playable;
use crate::rules::{Ending, Side};

pub(super) fn check<G: Playable>(run: &mut Run<G>) -> Result<(), Failure> {
    let lines = run.setup.ending_tables.iter().flat_map(|table| table.lines());
    for line in lines.filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let unreadable = |found: String| Failure {
            check: Check::KnownEnding,
            position: Some(line.to_owned()),
            mv: None,
            expected: "a position and first, second, draw, open or a margin, with a tab between them"
                .to_owned(),
            found,
        };
        let (text, word) = line.split_once('\t').ok_or_else(|| unreadable("no tab".to_owned()))?;
        let expected = match word.trim() {
            "first" => Some(Ending::Win(Side::First)),
            "second" => Some(Ending::Win(Side::Second)),
            "draw" => Some(Ending::Draw),
            "open" => None,
            word => {
                let margin = word.parse().map_err(|_| unreadable(format!("the word '{word}'")))?;
                Some(Ending::Margin(margin))
            }
        };
        let state = run.game.parse_position(text).map_err(|error| unreadable(error.to_string()))?;
        Probe::new(run.game, &state).guard(Check::KnownEnding, |probe| {
            let found = probe.game.ending(probe.state);
            if found == expected {
                return Ok(());
            }
            Err(probe.failure(Check::KnownEnding, format!("{expected:?}"), format!("{found:?}")))
        })?;
        run.report.known_endings += 1;
    }
    Ok(())
}
