//! Tests of matches that are played in shards.

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use plywright_matches::player::{Answer, Custom, Fault, MoveRequest, Origin, Player};
use plywright_matches::record::EngineScore;
use plywright_matches::referee::Conditions;
use plywright_matches::running;
use plywright_matches::scoreboard::Scoreboard;
use plywright_matches::shards::{Job, MatchJob, PairOutcome, Plan, Standing, UnitFacts, shard_name};
use plywright_matches::sprt::{Sprt, Verdict};
use plywright_matches::tournament::{Event, Tournament};
use tempfile::TempDir;

use crate::lines::plan;
use crate::support::{bytes, folder, scorer, shards_of, tournament, warner};

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

/// Counts the outcome of a unit in the standing. Breaks at the verdict.
fn count(standing: &mut Standing, facts: &UnitFacts) -> ControlFlow<()> {
    match &facts.outcome {
        Some(outcome) => standing.count(outcome),
        None => ControlFlow::Continue(()),
    }
}

/// A match with a sequential test, whose shards have been played in order up to the verdict and stored in a folder.
struct PlayedShards {
    job: MatchJob<'static>,
    plan: Plan,
    sprt: Sprt,
    folder: TempDir,
    standing: Standing,
    /// Number of the first shard that was not played.
    end: u64,
}

impl PlayedShards {
    fn new() -> Self {
        let sprt: Sprt = "elo0=0 elo1=50".parse().expect("a test");
        let job = MatchJob::new(tournament("tic-tac-toe", &PLAYERS, 400));
        let (plan, folder) = (plan(job.units(), 50), folder());
        let standing = Standing::new(names(), Some(sprt), plan.shards);
        let mut played = Self { job, plan, sprt, folder, standing, end: 0 };
        while played.standing.verdict.is_none() {
            let shard = bytes(&played.plan, played.end, &played.job);
            fs::write(played.path(played.end), &shard).expect("a shard");
            let outcomes = played.outcomes(played.end);
            played.standing.add(played.end, outcomes).expect("a new shard");
            played.end += 1;
        }
        played
    }

    fn path(&self, shard: u64) -> PathBuf {
        self.folder.path().join(shard_name(shard))
    }

    fn outcomes(&self, shard: u64) -> Vec<PairOutcome> {
        let bytes = fs::read(self.path(shard)).expect("a shard");
        shards_of(&self.plan, &self.job).check(shard, &bytes[..]).expect("a shard").outcomes
    }

    fn new_standing(&self) -> Standing {
        Standing::new(names(), Some(self.sprt), self.plan.shards)
    }

    fn merge(&self, out: &Path) -> Result<(), String> {
        let mut standing = self.new_standing();
        shards_of(&self.plan, &self.job)
            .merge(self.folder.path(), out, true, &mut |facts| count(&mut standing, facts))
            .map_err(|error| error.to_string())
    }
}

/// The merged file must end with the pair that decides the test. Shards after that pair were not played. A missing
/// earlier shard must be an error.
#[test]
fn a_sequential_test_in_shards_gives_the_verdict_and_records_of_one_process() {
    let played = PlayedShards::new();
    let (records, verdict) = in_one_process(&played.job.tournament, played.sprt);
    assert!(verdict.is_some() && records.len() < 300_000, "{verdict:?} {}", records.len());
    assert_eq!((played.standing.verdict, played.standing.counted), (verdict, played.end));
    assert!(played.end < played.plan.shards);
    let out = played.folder.path().join("out");
    assert_eq!(played.merge(&out), Ok(()));
    assert!(fs::read(&out).expect("a file") == records.as_bytes());
    fs::remove_file(played.path(0)).expect("a shard");
    let none = played.folder.path().join("none");
    let error = played.merge(&none).unwrap_err();
    assert!(error.contains("shard 0, "), "{error}");
    assert!(!none.exists());
}

#[test]
fn a_shard_after_the_verdict_is_accepted_once_and_not_counted() {
    let PlayedShards { mut standing, end, .. } = PlayedShards::new();
    let before = (standing.verdict, standing.counted);
    standing.add(end, Vec::new()).expect("a new shard");
    let again = standing.add(end, Vec::new()).unwrap_err().to_string();
    assert_eq!(again, format!("shard {end} was given before, expected each shard once"));
    assert_eq!((standing.verdict, standing.counted), before);
}

#[test]
fn the_order_in_which_shards_arrive_does_not_matter() {
    let played = PlayedShards::new();
    let mut reversed = played.new_standing();
    for shard in (0..played.end).rev() {
        assert_eq!(reversed.verdict, None);
        reversed.add(shard, played.outcomes(shard)).expect("a new shard");
        assert!(shard == 0 || reversed.add(shard, played.outcomes(shard)).is_err());
    }
    let expected = (played.standing.verdict, played.standing.scores.games());
    assert_eq!((reversed.verdict, reversed.scores.games()), expected);
}

/// Plays the first pair of a match, and returns its text, which the job must accept.
fn first_pair(job: &MatchJob) -> String {
    let mut pair = String::new();
    let mut receive = |unit: String| {
        pair = unit;
        ControlFlow::Continue(())
    };
    job.play(0..1, &mut receive).expect("a pair");
    assert_eq!(job.check(0, &pair).err(), None, "{pair}");
    pair
}

/// Plays the first pair of a match and changes its text. Returns the error with which the check refuses the changed
/// text.
fn refusal(change: impl Fn(&str) -> String) -> String {
    let job = MatchJob::new(tournament("tic-tac-toe", &PLAYERS, 4));
    let pair = first_pair(&job);
    let changed = change(&pair);
    assert_ne!(changed, pair);
    job.check(0, &changed).expect_err(&changed)
}

#[test]
fn games_with_scores_from_the_first_side_s_view_are_accepted() {
    let mut tournament = tournament("connect-four", &PLAYERS, 1);
    tournament.conditions.resign = Some("score=400".parse().expect("a rule"));
    for engine in &mut tournament.engines {
        (engine.origin, engine.first_view) = (scorer(EngineScore::Centi(500)), true);
    }
    first_pair(&MatchJob::new(tournament));
}

/// Returns the moves of the first game in the text of a pair. Moves are squares such as `b2`.
fn moves_of_first_game(pair: &str) -> Vec<String> {
    let first = pair.split("\n\n").nth(1).expect("moves");
    let words = first.split_whitespace().map(str::to_owned);
    words.filter(|word| word.len() == 2 && word.as_bytes()[1].is_ascii_digit()).collect()
}

/// The last move in the text becomes a copy of the first one, which is illegal there, because its square is taken.
#[test]
fn a_game_with_an_illegal_move_is_refused() {
    let illegal = refusal(|pair| {
        let moves = moves_of_first_game(pair);
        let [first, .., last] = &moves[..] else { panic!("{pair}") };
        let is_word = |at: &usize| {
            [pair.as_bytes()[at - 1], pair.as_bytes()[at + 2]].iter().all(u8::is_ascii_whitespace)
        };
        let at = pair.match_indices(last).map(|(at, _)| at).find(is_word).expect("the last move");
        format!("{}{first}{}", &pair[..at], &pair[at + 2..])
    });
    assert!(illegal.contains("move ") && !illegal.contains("text differs"), "{illegal}");
}

#[test]
fn a_game_with_a_wrong_result_is_refused() {
    let result = refusal(|pair| {
        let games: Vec<&str> = pair.split_inclusive("\n\n").collect();
        let first = games[..2].concat();
        let found =
            ["1/2-1/2", "1-0", "0-1"].into_iter().find(|result| first.contains(result)).expect("a result");
        first.replace(found, if found == "1-0" { "0-1" } else { "1-0" }) + &games[2..].concat()
    });
    assert!(result.contains("its result is"), "{result}");
}

#[test]
fn a_game_with_a_wrong_reason_or_opening_is_refused() {
    for (from, to, expected) in [
        ("[Termination \"normal\"]", "[Termination \"adjudication\"]", "by 'adjudication', expected"),
        ("{book}", "{0.00/1}", "does not begin with its opening"),
    ] {
        let error = refusal(|pair| pair.replacen(from, to, 1));
        assert!(error.contains(expected), "{error}");
    }
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

/// A player that refuses to play.
struct Refusing;

impl Player for Refusing {
    fn choose(&mut self, _: &MoveRequest) -> Result<Answer, Fault> {
        Err(Fault::Refused("to play".to_owned()))
    }
}

/// There are two cases. In one, the first player warns after each of the four games; in the other, it fails in each.
#[test]
fn warnings_about_an_engine_and_its_failures_are_kept_once() {
    let refusing = || -> Box<dyn Player> { Box::new(Refusing) };
    for (origin, expected) in [
        (warner(), "A lacks its book"),
        (
            Origin::Custom(Custom(Arc::new(refusing))),
            "A has lost a game by a failure, which its record names: rules infraction",
        ),
    ] {
        let mut job = MatchJob::new(tournament("tic-tac-toe", &PLAYERS, 2));
        job.tournament.engines[0].origin = origin;
        bytes(&plan(job.units(), 1), 0, &job);
        assert_eq!(job.warnings(), [expected]);
    }
}

#[test]
fn pairs_of_another_match_are_refused() {
    let job = || MatchJob::new(tournament("tic-tac-toe", &PLAYERS, 4));
    let (one, mut other) = (job(), job());
    other.tournament.tags.push("Seed", "8");
    let plan = plan(one.units(), 2);
    let shard = bytes(&plan, 0, &other);
    let error = shards_of(&plan, &one).check(0, &shard[..]).unwrap_err().to_string();
    assert!(error.contains("unit 0: it has games of another match: Seed is '8', here ''"), "{error}");
    assert!(shards_of(&plan, &other).check(0, &shard[..]).is_ok());
}

#[test]
fn a_signature_depends_on_the_engines_and_not_on_the_seed() {
    let signature = |seed, first| {
        let tournament = Tournament { seed, ..tournament("tic-tac-toe", &[first, PLAYERS[1]], 4) };
        MatchJob::new(tournament).signature().expect("a signature")
    };
    assert_eq!(signature(7, PLAYERS[0]), signature(8, PLAYERS[0]));
    assert_ne!(signature(7, PLAYERS[0]), signature(7, "cmd=builtin name=A option.Algorithm=mcts"));
}
