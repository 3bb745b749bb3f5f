//! Options for the strength and the time of play without limits: level, time, errors.

use std::collections::HashSet;
use std::time::Duration;

use super::{Row, depth, last, with};
use crate::stopwatch::well_once_in_four;

pub const ROWS: &[Row] = &[
    ("SkillLevel", skill_level),
    ("MoveTime", move_time),
    ("MoveTimeMs", move_time_ms),
    ("AiIsLazy", lazy),
    ("DeveloperMode", developer_mode),
    ("Ponder", ponder),
    ("Move Overhead", move_overhead),
    ("UCI_AnalyseMode", analyse_mode),
    ("UCI_LimitStrength", limit_strength),
    ("UCI_Elo", elo),
    ("Seed", seed),
    ("UCI_Variant", variant),
    ("ConsiderMobility", mobility),
    ("DrawOnHumanExperience", human_draws),
];

const AHEAD: &str = "position fen O**O*@**/*O@*O*@*/O*@*O*@O w m s 7 0 5 0 0 0 0 0 0 0 0 0 20";
const MOVING: &str = "position fen @**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 99 60";

/// Measures a search with these options set, to its end.
fn time(options: &[&str], go: &str) -> (Duration, Duration) {
    let mut client = with(options);
    let stopwatch = client.stopwatch();
    client.ask(go, "bestmove");
    (stopwatch.elapsed(), stopwatch.own_time())
}

/// Asserts that a search with these options takes a time in this range of milliseconds.
fn expect_time(options: &[&str], go: &str, range: std::ops::Range<u64>) {
    well_once_in_four(&format!("{options:?} {go}"), || {
        let (elapsed, own) = time(options, go);
        let is_expected =
            elapsed >= Duration::from_millis(range.start) && own < Duration::from_millis(range.end);
        if is_expected { Ok(()) } else { Err(format!("{elapsed:?}, {own:?} of it own, not in {range:?}")) }
    });
}

fn skill_level() {
    let at = |level| depth(&["MoveTime value 0", level], "go");
    assert_eq!([at("SkillLevel value 0"), at("SkillLevel value 2"), at("SkillLevel value 6")], [1, 2, 4]);
}

fn move_time() {
    expect_time(&["SkillLevel value 30"], "go", 645..1200);
    expect_time(&["SkillLevel value 30", "MoveTime value 2"], "go", 1285..2000);
}

fn move_time_ms() {
    expect_time(&["SkillLevel value 30", "MoveTimeMs value 100"], "go", 100..400);
}

fn lazy() {
    let at =
        |lazy, position| depth(&["MoveTime value 0", "SkillLevel value 4", lazy], &format!("{position}\ngo"));
    assert_eq!([at("AiIsLazy value true", AHEAD), at("AiIsLazy value false", AHEAD)], [1, 3]);
    assert_eq!(at("AiIsLazy value true", "position startpos"), 3, "nobody is ahead at the start");
}

fn developer_mode() {
    for (mode, expected) in [("DeveloperMode value true", 2), ("DeveloperMode value false", 1)] {
        assert_eq!(with(&[mode]).ask("nonsense\nisready", "readyok").len(), expected);
    }
}

/// An engine that ponders may use more of its own time: here, in a quiet position with an open mill, 0.52 s
/// instead of 0.42 s.
fn ponder() {
    let go = "position startpos moves d6 a1 f6 g1\ngo wtime 28000 btime 28000";
    let used = |ponder| time(&["Algorithm value 3", ponder], go).0;
    well_once_in_four("the time for a move", || {
        let (without, with) = (used("Ponder value false"), used("Ponder value true"));
        let is_more = with > without + Duration::from_millis(70);
        if is_more { Ok(()) } else { Err(format!("{without:?} without, {with:?} with pondering")) }
    });
}

fn move_overhead() {
    let go = "go wtime 1000 btime 1000 movestogo 1";
    expect_time(&["Move Overhead value 10"], go, 401..1000);
    expect_time(&["Move Overhead value 900"], go, 0..250);
}

fn analyse_mode() {
    let at = |mode| depth(&["SkillLevel value 0", mode], "go");
    assert_eq!(at("UCI_AnalyseMode value false"), 1);
    assert!(at("UCI_AnalyseMode value true") > 4);
}

fn limit_strength() {
    let at = |limit| depth(&["UCI_Elo value 860", limit], "go depth 6");
    assert_eq!([at("UCI_LimitStrength value false"), at("UCI_LimitStrength value true")], [6, 1]);
}

fn elo() {
    let at = |limit, elo| depth(&[limit, elo], "go depth 9");
    let limited = |elo| at("UCI_LimitStrength value true", elo);
    assert_eq!(at("UCI_LimitStrength value false", "UCI_Elo value 860"), 9);
    assert_eq!([limited("UCI_Elo value 860"), limited("UCI_Elo value 2520")], [1, 9]);
    // The advertised default is in force while the option is not set.
    let mut client = with(&["UCI_LimitStrength value true", "Seed value 3"]);
    let options = client.ask("uci", "uciok");
    let default = options.iter().find_map(|line| line.strip_prefix("option name UCI_Elo type spin default "));
    let default = default.and_then(|rest| rest.split(' ').next()).expect("a default").to_owned();
    let mut nodes =
        |option: &str| last(&client.ask(&format!("{option}\nucinewgame\ngo"), "bestmove"), "nodes");
    let unset = nodes("");
    assert_ne!(nodes("setoption name UCI_Elo value 2000"), unset);
    assert_eq!(nodes(&format!("setoption name UCI_Elo value {default}")), unset);
}

fn seed() {
    let best = |algorithm: &str, seed: u8| {
        with(&[algorithm, "SkillLevel value 0", &format!("Seed value {seed}")]).best_move("go")
    };
    for algorithm in ["Algorithm value 2", "Algorithm value 4"] {
        assert_eq!(best(algorithm, 7), best(algorithm, 7));
        assert!((0..8).map(|seed| best(algorithm, seed)).collect::<HashSet<_>>().len() > 1);
    }
}

fn variant() {
    let mut client = with(&["UCI_Variant value Lasker-Morris"]);
    assert!(client.ask("d", "Legal moves: ").contains(&"Variant: lasker-morris".to_owned()));
    let moves = client.ask("position startpos moves d6 d2\nmoves", "Legal moves: ");
    assert!(moves[0].contains(" d6-d5"), "{moves:?}");
}

fn mobility() {
    let value = |option| with(&[option]).ask(&format!("{MOVING}\neval"), "Evaluation: ");
    assert_ne!(value("ConsiderMobility value true"), value("ConsiderMobility value false"));
}

fn human_draws() {
    let score = |option| last(&with(&[option]).ask(&format!("{MOVING}\ngo depth 4"), "bestmove"), "cp");
    assert_eq!(score("DrawOnHumanExperience value true"), 0, "the hundredth quiet move draws");
    assert_ne!(score("DrawOnHumanExperience value false"), 0);
}
