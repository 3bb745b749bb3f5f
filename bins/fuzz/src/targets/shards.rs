//! Plans and shards of runs on several machines, and merged files.

use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;

use plywright::engine::DynEngine;
use plywright_arena::engine_spec::EngineSpec;
use plywright_arena::openings::Openings;
use plywright_arena::record::Tags;
use plywright_arena::referee::Conditions;
use plywright_arena::schedule::{Pairing, Schedule};
use plywright_arena::shards::{Job, MatchJob, Plan, Sources, check_shard, merge, shard_bytes, shard_name};
use plywright_arena::tournament::Tournament;
use plywright_training::SelfPlayJob;

use super::games::engine;
use super::{same, text, training};
use crate::{Target, folder};

#[path = "../../../arena/tests/suite/lines.rs"]
mod lines;

pub(super) const TARGETS: &[Target] = &[
    Target { name: "plan", run: plan, seeds: plan_seeds },
    Target { name: "shard", run: shard, seeds: shard_seeds },
    Target { name: "shard-match", run: match_unit, seeds: match_seeds },
    Target { name: "shard-selfplay", run: self_play_unit, seeds: self_play_seeds },
];

fn plan_seeds() -> Vec<Vec<u8>> {
    [lines::plan(100, 7), lines::plan(1, 1), lines::plan(1_000_000_000_000, 1_000_000)]
        .map(|plan| plan.text().expect("a valid plan").into_bytes())
        .to_vec()
}

/// Reads a plan, once unchanged and once with its checksum corrected.
fn plan(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let as_it_is = Plan::parse(text).is_ok();
    let body = text.trim_end_matches('\n').rfind('\n').map_or(text.len(), |end| end + 1);
    let sealed = format!("{}end {:08x}\n", &text[..body], crc32fast::hash(&input[..body]));
    let Ok(plan) = Plan::parse(&sealed) else { return as_it_is };
    same(&plan.text().expect("a plan that was read"), &sealed, "a plan read back");
    let mut next = 0;
    for shard in (0..plan.shards).take(100) {
        let range = plan.range(shard);
        assert!(range.start == next && range.end > next, "shard {shard} has units {range:?} after {next}");
        next = range.end;
    }
    assert_eq!(plan.range(plan.shards - 1).end, plan.units);
    true
}

const UNITS: u64 = 6;
const SHARDS: u64 = 2;

fn bytes(number: u64) -> Vec<u8> {
    let mut go_on = |_, _| ControlFlow::Continue(());
    let shard = shard_bytes(&lines::plan(UNITS, SHARDS), number, &lines::Lines(UNITS), &mut go_on);
    shard.expect("a shard").expect("no stop")
}

fn shard_seeds() -> Vec<Vec<u8>> {
    vec![bytes(0), bytes(1)]
}

/// Checks a shard, and merges it with another. Both must accept exactly the bytes that a run writes.
fn shard(input: &[u8]) -> bool {
    let (plan, job) = (lines::plan(UNITS, SHARDS), lines::Lines(UNITS));
    let accepted = check_shard(&plan, 0, input, &job).is_ok();
    assert!(!accepted || input == bytes(0), "other bytes than those of the run were accepted");
    let folder = folder("shards");
    fs::write(folder.join(shard_name(0)), input).expect("a file in memory");
    fs::write(folder.join(shard_name(1)), bytes(1)).expect("a file in memory");
    let out = folder.join("joined");
    let joined = merge(&plan, &job, &folder, &out, false, &mut |_| ControlFlow::Continue(()));
    assert_eq!(joined.is_ok(), accepted, "{joined:?}");
    if accepted {
        let all: Vec<String> = (0..UNITS).map(|unit| format!("line {unit}\n")).collect();
        same(
            &fs::read_to_string(out).expect("the joined file"),
            &format!("head\n{}", all.concat()),
            "the joined file",
        );
    }
    accepted || check_shard(&plan, 1, input, &job).is_ok()
}

fn make_engine() -> Box<dyn DynEngine> {
    engine("tic-tac-toe", None).expect("tic-tac-toe")
}

fn with_match<T>(work: impl FnOnce(&MatchJob) -> T) -> T {
    let make = |_: &[(String, String)]| Ok(make_engine());
    let spec =
        |name: &str| EngineSpec::parse(&format!("cmd=builtin name={name} nodes=20"), "").expect("an engine");
    let choice = "random:2".parse().expect("openings");
    let conditions =
        Conditions { resign: None, draw: None, max_plies: 50, timeout: std::time::Duration::from_secs(60) };
    let tournament = Tournament {
        engines: vec![spec("A"), spec("B")],
        schedule: Schedule::new(2, Pairing::RoundRobin, 2),
        openings: Openings::new(&choice, None, 7, &[], &mut *make_engine()).expect("openings"),
        conditions,
        seed: 7,
        concurrency: 1,
        tags: Tags::default(),
        make_engine: Box::new(make),
        interrupt: Arc::default(),
    };
    work(&MatchJob::new(tournament))
}

fn units(job: &dyn Job) -> Vec<Vec<u8>> {
    let mut units = Vec::new();
    let mut receive = |unit: String| {
        units.push(unit.into_bytes());
        ControlFlow::Continue(())
    };
    job.play(0..1, &mut receive).expect("a unit");
    units
}

fn match_seeds() -> Vec<Vec<u8>> {
    with_match(|job| units(job))
}

fn match_unit(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    with_match(|job| (0..3).any(|number| job.check(number, text).is_ok_and(|facts| facts.games == 2)))
}

fn self_play_job() -> SelfPlayJob {
    let make = Box::new(|| Ok(make_engine()));
    SelfPlayJob::new(training::plan(4), make, &Sources::default(), Arc::default()).expect("a job")
}

fn self_play_seeds() -> Vec<Vec<u8>> {
    units(&self_play_job())
}

/// Reads a unit of self-play, once unchanged and once with its checksum corrected.
fn self_play_unit(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let job = self_play_job();
    let content = text.trim_end_matches('\n').rsplit_once('\t').map_or(text, |(content, _)| content);
    let sealed = format!("{content}\t{:08x}\n", crc32fast::hash(content.as_bytes()));
    job.check(0, text).is_ok() | job.check(0, &sealed).is_ok()
}
