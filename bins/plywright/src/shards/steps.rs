//! Steps of a run in shards on the command line: writes the plan, plays a shard, or merges the shards.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use plywright_matches::files::LocatedError;
use plywright_matches::outputs::Output;

use super::{Machine, Plan, PlannedRun, plan_of};
use crate::console::{print_line, say, stop_or_exit_after_grace};
use crate::failure::Failure;
use crate::planning::ShardOptions;
use crate::progress::Progress;

/// Writes a plan, plays a shard or merges shards. `out` is the folder of shards with `--shard` and the merged file with
/// `--merge`. `words` are the words of the command line, the program's name first. Their command must be the plan's.
pub(crate) fn run_step(
    plan: &Path,
    options: &ShardOptions,
    out: Option<&Path>,
    concurrency: u16,
    words: &[OsString],
) -> Result<(), Failure> {
    if let Some(number) = options.shards {
        return write_plan(plan, &plan_of(words, Some(number))?);
    }
    let planned = Plan::read(plan)?;
    let job = words.get(1).map(|word| word.to_string_lossy()).unwrap_or_default();
    if job != planned.job {
        let error = format!("it is a plan of {}, expected a plan of {job}", planned.job);
        return Err(LocatedError::new(plan, error).into());
    }
    let machine = Machine { concurrency: concurrency.into(), ..Machine::default() };
    let run = PlannedRun::new(planned, None, machine)?;
    // The defaults of `out` and of the shard's number are never used: the parser requires `--out` with `--shard` and
    // `--merge`, and one of `--shards`, `--shard` and `--merge` with a plan.
    let out = out.unwrap_or(Path::new(""));
    if let Some(folder) = &options.merge {
        return Ok(print_line(run.merge(folder, out)?)?);
    }
    if !options.programs {
        run.refuse_programs()?;
    }
    play_shard(&run, options.shard.unwrap_or_default(), out)
}

/// Checks the plan's signature, and plays a shard into the folder `out`, with progress. Prints a note for each warning
/// about an engine. If Ctrl-C stops the shard before its end, returns an error. The complete units (games, or pairs of
/// games of a match) are kept, so that the same command resumes the shard.
fn play_shard(run: &PlannedRun, number: u64, out: &Path) -> Result<(), Failure> {
    run.check_signature()?;
    stop_or_exit_after_grace(Arc::clone(&run.machine.stop));
    let (progress, mut noted) = (Progress::new(), 0);
    let mut note_warnings = || {
        for warning in run.warnings().iter().skip(noted) {
            progress.line(&format!("note: {warning}"));
            noted += 1;
        }
    };
    let played = run.shards().play(number, out, &mut |done, all| {
        note_warnings();
        progress.show(done, all, || format!("shard {number}"));
        ControlFlow::Continue(())
    });
    note_warnings();
    progress.clear();
    let Some(path) = played? else {
        say("interrupted; the same command resumes the shard");
        return Err(Failure::interrupted());
    };
    say(format_args!("{}: complete", path.display()));
    Ok(())
}

/// Writes a plan to a file. An existing file must be empty or contain the same plan.
fn write_plan(path: &Path, plan: &Plan) -> Result<(), Failure> {
    let text = plan.text()?;
    let mut output = Output::open(path, "this plan", |before| before == text.as_bytes())?;
    output.write(text.as_bytes())?;
    let last = plan.shards - 1;
    say(format_args!("{}: {} units in the shards 0 to {last}", path.display(), plan.units));
    Ok(())
}
