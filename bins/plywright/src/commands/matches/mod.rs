//! Command `match`: plays matches between engines and reports statistics of the results.

mod arguments;
mod engines;
mod games_file;
mod joining;
mod match_run;

use plywright_matches::ratings::ratings;
use plywright_matches::report::report;

use crate::columns::Columns;
use crate::console::print_line;
use crate::failure::Failure;
use crate::planning::Machine;
pub use arguments::Match;
pub(super) use engines::{LEVEL_OPTION, engines, make_engine};
use joining::join;
use match_run::MatchRun;
pub(crate) use match_run::completed;

pub fn run(arguments: &Match) -> Result<(), Failure> {
    if !arguments.join.is_empty() {
        return report_joined(arguments);
    }
    if arguments.list_openings {
        return arguments.list_openings();
    }
    let machine = Machine { concurrency: arguments.concurrency.into(), ..Machine::default() };
    MatchRun::play(arguments, &arguments.tournament(&machine)?)
}

/// Reports the results of the games in the files of `--join`. Returns an error if an engine cannot be compared with the
/// first one, because no games link them.
fn report_joined(arguments: &Match) -> Result<(), Failure> {
    let scores = join(&arguments.join)?;
    arguments.check_sprt(scores.names().len())?;
    let rated = ratings(&scores);
    let unlinked = rated.iter().zip(scores.names()).filter(|(rating, _)| rating.is_none());
    let unlinked: Vec<_> = unlinked.map(|(_, name)| name.as_str()).collect();
    if !unlinked.is_empty() {
        let (engines, first) = (unlinked.join(", "), &scores.names()[0]);
        let message = format!("no game links {engines} to {first}, so their ratings cannot be compared");
        return Err(Failure::not_understood(message));
    }
    Ok(print_line(report(&scores, "", arguments.sprt.as_ref(), Columns::of_output().is_data()))?)
}
