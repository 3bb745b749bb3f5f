//! Tournaments: what they print, that chance is the seed's alone, and that levels play by the rules of every game.

use std::process::{Command, Output, Stdio};

fn run(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plywright"))
        .arg("tournament")
        .args(arguments.split(' '))
        .stdin(Stdio::null())
        .output()
        .expect("the program")
}

/// What a tournament prints that goes well.
fn rows(arguments: &str) -> Vec<String> {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

fn fails(arguments: &str, code: i32, expected: &str) {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments}: {errors}");
    assert!(output.stdout.is_empty() && errors.contains(expected), "{arguments}: {errors}");
}

/// Wins, draws and losses of a row.
fn games(row: &str) -> [u32; 3] {
    let counts = row.split(": ").nth(1).and_then(|score| score.split(',').next()).unwrap_or_default();
    let counts: Vec<u32> = counts
        .split(' ')
        .map(|count| count.trim_start_matches(['+', '=', '-']).parse().expect("a count"))
        .collect();
    counts.try_into().expect("three counts")
}

/// The percentage of a row.
fn percent(row: &str) -> f64 {
    let before = row.split(" %").next().and_then(|text| text.split(' ').next_back());
    before.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no percentage in {row}"))
}

#[test]
fn a_higher_level_wins_and_ratings_follow() {
    let rows = rows("--levels 0,6,12 --pairs neighbours --games 39");
    assert_eq!(rows.len(), 6, "{rows:#?}");
    assert!(rows[0].starts_with("SkillLevel=0 against SkillLevel=6: +") && rows[2].is_empty(), "{rows:#?}");
    for row in &rows[..2] {
        assert_eq!(games(row).iter().sum::<u32>(), 40, "{row}");
        assert!(percent(row) < 35.0, "{row}");
    }
    let elo =
        |row: &str| row.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(f64::NAN);
    let elos: Vec<f64> = rows[3..].iter().map(|row| elo(row)).collect();
    assert!(elos[0].abs() < 0.5 && elos[1] > 60.0 && elos[2] > elos[1] + 60.0, "{rows:#?}");
}

#[test]
fn games_depend_on_the_seed_alone() {
    let at = |more: &str| rows(&format!("--levels 1,2,3 --games 20 {more}"));
    assert_eq!(at("--seed 5 --jobs 3"), at("--seed 5"));
    assert_ne!(at("--seed 5"), at("--seed 6"));
}

/// Two equal players: what one wins with a side in an opening the other wins too, unless its errors are others.
#[test]
fn openings_are_played_with_both_sides() {
    let rows = rows("--player Seed=1 --player Seed=1 --option SkillLevel=6 --games 20");
    assert!((percent(&rows[0]) - 50.0).abs() < 0.1, "{rows:?}");
}

#[test]
fn limits_and_options_reach_the_engines() {
    let by_depth = rows("--player Algorithm=4 --player Algorithm=1 --depth 2 --games 10");
    assert!(percent(&by_depth[0]) < 20.0, "{by_depth:?}");
    let by_elo = rows(
        "--player UCI_Elo=900 --player UCI_Elo=1700 --option UCI_LimitStrength=true --depth 6 --games 20",
    );
    assert!(percent(&by_elo[0]) < 25.0, "{by_elo:?}");
    let short = rows("--levels 1,1 --games 4 --longest 6 --option PiecesCount=12");
    assert!(short[0].contains("+0 =4 -0, 50.0 %") && short[0].ends_with(", 4 unfinished"), "{short:?}");
}

/// The referee refuses what is not legal, so it is enough that the games are played.
#[test]
fn low_levels_play_by_the_rules_of_every_game() {
    let listed = Command::new(env!("CARGO_BIN_EXE_plywright")).arg("games").output().expect("the program");
    let listed = String::from_utf8(listed.stdout).expect("UTF-8");
    let names: Vec<_> = listed.lines().filter(|line| !line.is_empty() && !line.starts_with(' ')).collect();
    assert!(names.len() >= 3, "{listed}");
    for name in names {
        for algorithm in 0..5 {
            let rows = rows(&format!(
                "--game {name} --option Algorithm={algorithm} --levels 0,2,5 --games 4 --opening 2 --longest 60"
            ));
            assert_eq!(rows.len(), 7, "{rows:#?}");
        }
    }
}

#[test]
fn mistakes_are_told() {
    fails("--levels 3", 2, "at least two players");
    fails("--levels 3,31", 2, "0..=30");
    fails("--player SkillLevel --player SkillLevel=1", 2, "expected NAME=VALUE");
    fails("--player Skill=1 --player SkillLevel=1", 2, "Skill");
    fails("--player SkillLevel=1 --player SkillLevel=99", 2, "0 to 30");
    fails("--levels 1,2 --option Hash=x", 2, "Hash");
    fails("--levels 1,2 --game chess", 2, "chess");
    fails("--levels 1,2 --depth 3 --nodes 5", 2, "cannot be used with");
    fails("--levels 1,2 --game tic-tac-toe --opening 9", 2, "--opening");
    fails("--levels 1,2 --games 0", 2, "1..=1000000");
    fails(
        "--player PiecesCount=9 --player PiecesCount=3 --games 2",
        1,
        "PiecesCount=3 does not play by the rules",
    );
}
