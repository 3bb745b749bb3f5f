//! Comparison with known perft counts and endings, which reveal rules that are misunderstood in all methods
//! alike.

use super::conformance::Run;
use super::probe::Probe;
use super::report::{Check, Failure};
use crate::game::Playable;
use crate::rules::{Ending, Side, perft, perft_making_leaves};

/// Maximum perft count for which perft is run again without bulk counting.
const MADE: u64 = 200_000;

fn rows(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

pub(super) fn check_perft<G: Playable>(run: &mut Run<G>) -> Result<(), Failure> {
    for row in rows(run.setup.perft_table) {
        let unreadable = |found: String| Failure {
            position: Some(row.to_owned()),
            ..Failure::new(Check::Perft, "position, depth and count with tabs between them", found)
        };
        let fields: Vec<&str> = row.split('\t').collect();
        let [text, depth, count] = fields[..] else {
            return Err(unreadable(format!("{} fields", fields.len())));
        };
        let state = run.game.parse_position(text).map_err(|error| unreadable(error.to_string()))?;
        let depth: u32 = depth.trim().parse().map_err(|_| unreadable(format!("the depth '{depth}'")))?;
        let count: u64 = count.trim().parse().map_err(|_| unreadable(format!("the count '{count}'")))?;
        Probe::new(run.game, &state).guard(Check::Perft, |probe| {
            let expected = format!("perft({depth}) = {count}");
            match perft(probe.game, probe.state, depth) {
                found if found != count => probe.fails(expected, found),
                _ if count > MADE => Ok(()),
                _ => match perft_making_leaves(probe.game, probe.state, depth) {
                    found if found != count => {
                        probe.fails(expected, format!("{found} with every move played"))
                    }
                    _ => Ok(()),
                },
            }
        })?;
        run.report.perft_rows += 1;
    }
    Ok(())
}

pub(super) fn check_endings<G: Playable>(run: &mut Run<G>) -> Result<(), Failure> {
    const FORM: &str = "a position and first, second, draw, open or a margin, with a tab between them";
    for row in rows(run.setup.known_endings) {
        let unreadable = |found: String| Failure {
            position: Some(row.to_owned()),
            ..Failure::new(Check::KnownEnding, FORM, found)
        };
        let (text, word) = row.split_once('\t').ok_or_else(|| unreadable("no tab".to_owned()))?;
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
            match probe.game.ending(probe.state) {
                found if found == expected => Ok(()),
                found => probe.fails(format!("{expected:?}"), format!("{found:?}")),
            }
        })?;
        run.report.known_endings += 1;
    }
    Ok(())
}
