//! Perft tables: counts from outside, the only check that finds a rule misread throughout.

use super::probe::Probe;
use super::report::{Check, Failure};
use super::run::Run;
use crate::engine::Playable;
use crate::rules::{perft, perft_making_leaves};

/// Maximum count for which perft also plays every last move.
const MADE: u64 = 200_000;

pub(super) fn check<G: Playable>(run: &mut Run<G>) -> Result<(), Failure> {
    let lines = run.setup.perft_tables.iter().flat_map(|table| table.lines());
    for line in lines.filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let unreadable = |found: String| Failure {
            check: Check::Perft,
            position: Some(line.to_owned()),
            mv: None,
            expected: "position, depth and count with tabs between them".to_owned(),
            found,
        };
        let fields: Vec<&str> = line.split('\t').collect();
        let [text, depth, count] = fields[..] else {
            return Err(unreadable(format!("{} fields", fields.len())));
        };
        let state = run.game.parse_position(text).map_err(|error| unreadable(error.to_string()))?;
        let depth: u32 = depth.trim().parse().map_err(|_| unreadable(format!("the depth '{depth}'")))?;
        let count: u64 = count.trim().parse().map_err(|_| unreadable(format!("the count '{count}'")))?;
        Probe::new(run.game, &state).guard(Check::Perft, |probe| {
            let expected = format!("perft({depth}) = {count}");
            let found = perft(probe.game, probe.state, depth);
            if found != count {
                return Err(probe.failure(Check::Perft, expected, found));
            }
            if count <= MADE {
                let found = perft_making_leaves(probe.game, probe.state, depth);
                if found != count {
                    return Err(probe.failure(
                        Check::Perft,
                        expected,
                        format!("{found} with every move made"),
                    ));
                }
            }
            Ok(())
        })?;
        run.report.perft_rows += 1;
    }
    Ok(())
}
