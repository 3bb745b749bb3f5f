//! Tests of matches in shards. The tests of the program compare the records of shards with those of one process.

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

use plywright_matches::referee::Conditions;
use plywright_matches::running;
use plywright_matches::scoreboard::Scoreboard;
use plywright_matches::shards::{Job, MatchJob, Standing, UnitFacts, shard_name};
use plywright_matches::sprt::{Sprt, Verdict};
use plywright_matches::tournament::{Event, Tournament};

use crate::lines::plan;
use crate::support::{bytes, folder, shards_of, tournament};

const PLAYERS: [&str; 2] = ["cmd=builtin name=A nodes=60", "cmd=builtin name=B depth=1"];

/// Plays a match in one process, up to the verdict of the sequential test. Returns the records and the verdict.
fn in_one_process(tournament: &Tournament, sprt: Sprt) -> (String, Option<Verdict>) {
    let (mut records, mut scores) = (String::new(), Scoreboard::new(names()));
    let mut verdict = None;
    let result = running::run(tournament, &HashSet::new(), &mut |event| {
        if let Event::Finished(game) = event {
            records += &game.record.to_string();
            scores.add(&game.id.round.to_string(), game.id.first, game.id.second, game.record.result);
            verdict = sprt.verdict(&scores.between(0, 1));
        }
        if verdict.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    result.expect("a match");
    (records, verdict)
}

fn names() -> [String; 2] {
    ["A".to_owned(), "B".to_owned()]
}

/// Counts the outcome of a unit, if it has one. Breaks at the verdict.
fn count(standing: &mut Standing, facts: &UnitFacts) -> ControlFlow<()> {
    match &facts.outcome {
        Some(outcome) => standing.count(outcome).map_break(drop),
        None => ControlFlow::Continue(()),
    }
}

#[test]
fn a_sequential_test_in_shards_gives_the_verdict_of_one_process() {
    let tournament = tournament("tic-tac-toe", &PLAYERS, 400);
    let sprt: Sprt = "elo0=0 elo1=50".parse().expect("a test");
    let (records, verdict) = in_one_process(&tournament, sprt);
    assert!(verdict.is_some() && records.len() < 300_000, "{verdict:?} {}", records.len());
    let job = MatchJob::new(tournament);
    let folder = folder();
    let plan = plan(job.units(), 50);
    let new = || Standing::new(names(), Some(sprt), plan.shards);
    let mut standing = new();
    let mut number = 0;
    while standing.verdict.is_none() {
        let shard = bytes(&plan, number, &job);
        fs::write(folder.path().join(shard_name(number)), &shard).expect("a shard");
        let facts = shards_of(&plan, &job).check(number, &shard[..]).expect("a shard");
        standing.add(number, facts.outcomes).expect("a new shard");
        number += 1;
    }
    assert_eq!((standing.verdict, standing.counted), (verdict, number));
    assert!(number < plan.shards);
    // A shard that arrives after the verdict is not counted. It is refused if it was added before.
    standing.add(number, Vec::new()).expect("a new shard");
    let again = standing.add(number, Vec::new()).unwrap_err().to_string();
    assert_eq!(again, format!("shard {number} was given before, expected each shard once"));
    assert_eq!((standing.verdict, standing.counted), (verdict, number));
    // The order in which shards arrive does not matter.
    let mut reversed = new();
    for number in (0..number).rev() {
        assert_eq!(reversed.verdict, None);
        let shard = fs::read(folder.path().join(shard_name(number))).expect("a shard");
        let facts = shards_of(&plan, &job).check(number, &shard[..]).expect("a shard");
        reversed.add(number, facts.outcomes.clone()).expect("a new shard");
        assert!(number == 0 || reversed.add(number, facts.outcomes).is_err());
    }
    assert_eq!((reversed.verdict, reversed.scores.games()), (verdict, standing.scores.games()));
    // The merged file ends with the pair that decides the test, and later shards may be missing.
    let out = folder.path().join("out");
    let mut merged = new();
    shards_of(&plan, &job)
        .merge(folder.path(), &out, true, &mut |facts| count(&mut merged, facts))
        .expect("a file");
    assert!(fs::read(&out).expect("a file") == records.as_bytes());
    fs::remove_file(folder.path().join(shard_name(0))).expect("a shard");
    let none = folder.path().join("none");
    let mut merged = new();
    let error = shards_of(&plan, &job)
        .merge(folder.path(), &none, true, &mut |facts| count(&mut merged, facts))
        .unwrap_err();
    assert!(error.to_string().contains("shard 0, "), "{error}");
    assert!(!none.exists());
}

/// Changes the text of the first pair of a match. Returns the message of the check.
fn refusal(job: &MatchJob, change: impl Fn(&str) -> String) -> String {
    let mut pair = String::new();
    let mut receive = |unit: String| {
        pair = unit;
        ControlFlow::Continue(())
    };
    job.play(0..1, &mut receive).expect("a pair");
    assert!(job.check(0, &pair).is_ok(), "{pair}");
    let changed = change(&pair);
    assert_ne!(changed, pair);
    job.check(0, &changed).expect_err(&changed)
}

/// Returns the moves of the first game in the text of a pair. Moves are squares such as `b2`.
fn moves_of_first_game(pair: &str) -> Vec<String> {
    let first = pair.split("\n\n").nth(1).expect("moves");
    let words = first.split_whitespace().map(str::to_owned);
    words.filter(|word| word.len() == 2 && word.as_bytes()[1].is_ascii_digit()).collect()
}

/// The game is tic-tac-toe. A record ends with its result; moves are squares such as `b2`.
#[test]
fn a_game_that_the_rules_do_not_allow_is_refused() {
    let job = MatchJob::new(tournament("tic-tac-toe", &PLAYERS, 4));
    // The last move is replaced by the first one, whose square is taken.
    let illegal = refusal(&job, |pair| {
        let moves = moves_of_first_game(pair);
        let [first, .., last] = &moves[..] else { panic!("{pair}") };
        let is_word = |at: &usize| {
            [pair.as_bytes()[at - 1], pair.as_bytes()[at + 2]].iter().all(u8::is_ascii_whitespace)
        };
        let at = pair.match_indices(last).map(|(at, _)| at).find(is_word).expect("the last move");
        format!("{}{first}{}", &pair[..at], &pair[at + 2..])
    });
    assert!(illegal.contains("move ") && !illegal.contains("text differs"), "{illegal}");
    let result = refusal(&job, |pair| {
        let games: Vec<&str> = pair.split_inclusive("\n\n").collect();
        let first = games[..2].concat();
        let found =
            ["1/2-1/2", "1-0", "0-1"].into_iter().find(|result| first.contains(result)).expect("a result");
        first.replace(found, if found == "1-0" { "0-1" } else { "1-0" }) + &games[2..].concat()
    });
    assert!(result.contains("its result is"), "{result}");
    let reason =
        refusal(&job, |pair| pair.replacen("[Termination \"normal\"]", "[Termination \"adjudication\"]", 1));
    assert!(reason.contains("by 'adjudication', expected"), "{reason}");
    let opening = refusal(&job, |pair| pair.replacen("{book}", "{0.00/1}", 1));
    assert!(opening.contains("does not begin with its opening"), "{opening}");
}

#[test]
fn adjudicated_games_and_games_lost_by_a_failure_are_accepted() {
    let conditions = |resign: Option<&str>, draw: Option<&str>, max_plies| Conditions {
        resign: resign.map(|text| text.parse().expect("a rule")),
        draw: draw.map(|text| text.parse().expect("a rule")),
        max_plies,
        timeout: Duration::from_secs(60),
    };
    for conditions in [
        conditions(Some("movecount=1 score=100"), None, 100),
        conditions(None, Some("movecount=2 score=50"), 100),
        conditions(Some("movecount=2 score=1 twosided=true"), Some("movenumber=1 movecount=1 score=5"), 100),
        conditions(None, None, 3),
        conditions(None, None, 1),
    ] {
        let job = MatchJob::new(Tournament { conditions, ..tournament("tic-tac-toe", &PLAYERS, 12) });
        let plan = plan(job.units(), 1);
        let shard = bytes(&plan, 0, &job);
        let facts = shards_of(&plan, &job).check(0, &shard[..]);
        assert!(facts.is_ok(), "{conditions:?}: {}", facts.unwrap_err());
    }
}

#[test]
fn pairs_of_another_match_are_refused() {
    let job = |seed| MatchJob::new(Tournament { seed, ..tournament("tic-tac-toe", &PLAYERS, 4) });
    let (one, mut other) = (job(7), job(7));
    other.tournament.tags.push("Seed", "8");
    let plan = plan(one.units(), 2);
    let shard = bytes(&plan, 0, &other);
    let error = shards_of(&plan, &one).check(0, &shard[..]).unwrap_err().to_string();
    assert!(error.contains("unit 0: it has games of another match: Seed is '8', here ''"), "{error}");
    assert!(shards_of(&plan, &other).check(0, &shard[..]).is_ok());
    assert_eq!(one.signature().expect("a signature"), job(8).signature().expect("a signature"));
    let mcts = tournament("tic-tac-toe", &["cmd=builtin name=A option.Algorithm=mcts", PLAYERS[1]], 4);
    assert_ne!(one.signature().expect("a signature"), MatchJob::new(mcts).signature().expect("a signature"));
}
