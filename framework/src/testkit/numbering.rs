//! Position numbering of a game's tables, for games with tables.

use super::probe::Probe;
use super::report::{Check, Failure};
use super::run::Run;
use crate::engine::Playable;

pub(super) fn check<G: Playable>(run: &mut Run<G>) -> Result<(), Failure> {
    let start = run.game.start();
    let checked = Probe::new(run.game, &start).guard(Check::Numbering, |probe| {
        let Some(tablebase) = probe.game.tablebase() else { return Ok(0) };
        tablebase.check_numbering(&run.sample, &mut run.rng).map_err(|fault| Failure {
            check: Check::Numbering,
            position: Some(fault.position),
            mv: None,
            expected: fault.expected,
            found: fault.found,
        })
    })?;
    run.report.numbered = checked;
    Ok(())
}
