//! Tests of runs in shards: their results, killed processes, full disks, and plans that are refused. Further tests are
//! in the transcript `shards.txt`.

use std::fs;
use std::time::{Duration, Instant};

use plywright::Key;
use plywright_matches::shards::Plan;

use crate::program::{Folder, kill, wait};

tests! {
    untimed: shards_of_self_play_are_the_games_of_one_process,
        shards_of_a_match_are_the_games_of_one_process,
        a_killed_shard_is_resumed,
        plans_that_this_program_cannot_follow_are_refused;
    unix: a_full_disk_is_named_and_nothing_is_joined;
}

/// Plays a run in one process, and again in shards, the last shard first. Asserts that the file of the run and the
/// merged file are equal. Returns the output of the run and the output of merging.
fn both_ways(arguments: &str, shards: u64) -> [String; 2] {
    let folder = Folder::new();
    let command = arguments.split(' ').next().expect("a command");
    let played = folder.prints(&format!("{arguments} --out whole"));
    folder.prints(&format!("{arguments} --plan plan --shards {shards}"));
    for number in (0..shards).rev() {
        // The number of games played at the same time does not change the file.
        folder.prints(&format!("{command} --plan plan --shard {number} --out parts --concurrency 2"));
    }
    let report = folder.prints(&format!("{command} --plan plan --merge parts --out joined"));
    assert!(!folder.text("whole").is_empty());
    assert!(folder.text("whole") == folder.text("joined"), "{shards} shards of {arguments}");
    [played, report]
}

fn shards_of_self_play_are_the_games_of_one_process() {
    both_ways("selfplay --game connect-four --games 24 --nodes 150 --seed 9 --first=5", 7);
}

fn shards_of_a_match_are_the_games_of_one_process() {
    let three = "match --game tic-tac-toe --levels 0,3,8 --rounds 6 --each nodes=50 --openings random:1-3";
    let [played, report] = both_ways(three, 3);
    assert_eq!(played, report);
    let test = "match --game connect-four --levels 0,9 --each depth=2 --rounds 200 --sprt 'elo0=0 elo1=100'";
    let [played, report] = both_ways(test, 20);
    assert!(played.starts_with("SPRT completed: H0 was accepted") && played == report, "{played}{report}");
}

fn a_killed_shard_is_resumed() {
    let folder = Folder::new();
    folder.prints("selfplay --game connect-four --games 600 --nodes 400 --plan plan --shards 1");
    let started = Instant::now();
    folder.prints("selfplay --plan plan --shard 0 --out one");
    let timeout = 10 * started.elapsed() + Duration::from_secs(10);
    let resume = "selfplay --plan plan --shard 0 --out killed";
    let size = || {
        let parts = folder.files("killed");
        parts.iter().filter_map(|part| fs::metadata(part).ok()).map(|data| data.len()).max().unwrap_or(0)
    };
    let mut kept = 0;
    for _ in 0..3 {
        let child = folder.spawn(resume);
        wait(timeout, || size() >= kept + 20_000);
        kill(child);
        assert!(size() > kept, "{kept}");
        kept = size();
    }
    folder.prints(resume);
    assert!(folder.text("one/000000.shard") == folder.text("killed/000000.shard"));
    assert_eq!(folder.files("killed").len(), 1);
}

fn a_full_disk_is_named_and_nothing_is_joined() {
    let folder = Folder::new();
    folder.prints("selfplay --game connect-four --games 60 --nodes 20 --plan plan --shards 1");
    let shard = "selfplay --plan plan --shard 0 --out parts";
    assert!(folder.fails_on_a_full_disk(4, shard).contains("000000.shard"));
    assert!(!folder.path("parts/000000.shard").exists());
    folder.prints(shard);
    let merge = "selfplay --plan plan --merge parts --out joined";
    assert!(folder.fails_on_a_full_disk(4, merge).contains("joined"));
    assert_eq!(folder.files("").len(), 2, "the plan and the folder of parts");
    folder.prints(merge);
}

/// All plans but the last have a correct checksum, so that they are refused for their contents.
fn plans_that_this_program_cannot_follow_are_refused() {
    let folder = Folder::new();
    folder.prints(
        "selfplay --game tic-tac-toe --games 4 --nodes 20 --seed 9 --option Hash=2 --plan plan --shards 2",
    );
    folder.prints("selfplay --plan plan --shard 0 --out parts");
    let read = || Plan::read(&folder.path("plan")).expect("a plan");
    let with_option = |option: &str| {
        let mut plan = read();
        let hash = plan.arguments.iter_mut().find(|argument| argument.contains("Hash=2"));
        *hash.expect("an option") = format!("--option={option}");
        plan.to_string()
    };
    let Key(signature) = read().signature;
    let cut = folder.text("plan")[..100].to_owned();
    for (plan, expected) in [
        (Plan { program: "9.0".to_owned(), ..read() }.to_string(), "the plan was made by version 9.0"),
        (Plan { signature: Key(!signature), ..read() }.to_string(), "its signature is "),
        (
            Plan { units: 3, ..read() }.to_string(),
            "the plan has 3 units and the seed 9, but its arguments give 4",
        ),
        (with_option("Learning File=learned"), "a plan cannot have the option 'Learning File'"),
        (with_option("Opening Tree=/etc/hostname"), "the plan has no hash of /etc/hostname"),
        (cut, "the plan is cut short or was changed"),
    ] {
        folder.write("other", plan);
        folder.refuses("selfplay --plan other --shard 0 --out parts", 2, expected);
        if expected.contains("option") || expected.contains("hash") {
            folder.refuses("selfplay --plan other --shard 0 --out parts --programs", 2, expected);
            folder.refuses("selfplay --plan other --merge parts --out learned", 2, expected);
        }
    }
    assert!(!folder.path("learned").exists());
}
