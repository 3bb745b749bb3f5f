//! Tests of matches between engines of this program.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use plywright::Side;
use plywright_matches::record::{EngineScore, GameResult, RecordReader};
use plywright_matches::running;
use plywright_matches::scoreboard::Scoreboard;
use plywright_matches::tournament::{Event, OptionValue};

use crate::support::{events, game, moves, play, scorer, tournament, warner};

const PLAYERS: [&str; 2] = ["cmd=builtin name=A nodes=200", "cmd=builtin name=B nodes=100"];

#[test]
fn games_depend_on_the_seed_alone() {
    let texts = |concurrency, seed| {
        let mut tournament = tournament(
            "connect-four",
            &["cmd=builtin option.SkillLevel=2", "cmd=builtin name=B option.SkillLevel=1"],
            6,
        );
        (tournament.concurrency, tournament.seed) = (concurrency, seed);
        let mut games = play(&tournament);
        games.sort_by_key(|game| game.id);
        games.iter().map(|game| moves(&game.record).join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(texts(1, 5), texts(3, 5));
    assert_ne!(texts(1, 5), texts(1, 6));
}

/// Equal engines play the same moves in both games of an opening, so the first engine scores one point in each pair.
#[test]
fn openings_are_played_with_both_sides() {
    let equal = ["cmd=builtin name=A nodes=300 option.Seed=1", "cmd=builtin name=B nodes=300 option.Seed=1"];
    let games = play(&tournament("connect-four", &equal, 10));
    let mut scores = Scoreboard::new(["A", "B"].map(str::to_owned));
    for pair in games.chunks(2) {
        assert_eq!(moves(&pair[0].record), moves(&pair[1].record));
        for game in pair {
            scores.add(&game.id.round.to_string(), game.id.first, game.id.second, game.record.result);
        }
    }
    assert_eq!(scores.between(0, 1).pairs, [0, 0, 10, 0, 0]);
}

#[test]
fn records_hold_the_games() {
    let games = play(&tournament("connect-four", &PLAYERS, 5));
    let text: String = games.iter().map(|game| game.record.to_string()).collect();
    let read: Vec<_> = RecordReader::new(text.as_bytes()).map(|record| record.expect("a record")).collect();
    assert_eq!(read.len(), 10);
    let rules = game("connect-four");
    for (game, read) in games.iter().zip(&read) {
        assert_eq!((moves(&game.record), game.record.result), (moves(read), read.result));
        let mut referee = rules.start();
        for (index, ply) in read.plies.iter().enumerate() {
            assert_eq!(ply.side, if index % 2 == 0 { Side::First } else { Side::Second });
            assert_eq!(ply.note.is_book, index < 2);
            assert!(index < 2 || ply.note.score.is_some() && ply.note.time.is_none(), "{ply:?}");
            referee.replay(&[&ply.text]).expect("a legal move");
        }
    }
}

/// Sanmill reports from the first side's view, so that a winning second side has negative scores.
#[test]
fn scores_from_the_first_side_s_view_are_reversed_for_the_second_side() {
    for (score, winner) in [(500, Side::First), (-500, Side::Second)] {
        let mut tournament = tournament("connect-four", &PLAYERS, 1);
        tournament.conditions.resign = Some("score=400".parse().expect("a rule"));
        for engine in &mut tournament.engines {
            (engine.origin, engine.first_view) = (scorer(EngineScore::Centi(score)), true);
        }
        for game in play(&tournament) {
            assert_eq!(game.record.result, GameResult::Win(winner), "{score}");
            let last = game.record.plies.last().expect("a move");
            assert_eq!((last.side, last.note.score), (winner.other(), Some(EngineScore::Centi(-500))));
        }
    }
}

/// The player of each game is dropped after the game.
#[test]
fn warnings_of_an_engine_that_restarts_are_reported() {
    let mut tournament = tournament("tic-tac-toe", &PLAYERS, 1);
    (tournament.engines[0].origin, tournament.engines[0].restart) = (warner(), true);
    let warning = |event: Event| match event {
        Event::Warning { engine, text } => Some(format!("{engine} {text}")),
        _ => None,
    };
    let warnings: Vec<_> = events(&tournament, &HashSet::new()).into_iter().filter_map(warning).collect();
    assert_eq!(warnings, ["A lacks its book"; 2]);
}

#[test]
fn finished_games_are_not_played_again() {
    let tournament = tournament("tic-tac-toe", &PLAYERS, 5);
    let done: HashSet<_> = (0..7).filter_map(|number| tournament.schedule.game(number)).collect();
    let mut games = HashSet::new();
    for event in events(&tournament, &done) {
        let Event::Finished(game) = event else { continue };
        assert!(games.insert(game.id));
    }
    assert!(games.len() == 3 && games.is_disjoint(&done));
}

/// Only one game is left. Each worker would create a referee.
#[test]
fn there_are_no_more_workers_than_games() {
    let mut tournament = tournament("tic-tac-toe", &PLAYERS, 1);
    let (make_engine, made) = (tournament.make_engine, Arc::new(AtomicUsize::new(0)));
    let count = Arc::clone(&made);
    tournament.make_engine = Box::new(move |options: &[OptionValue]| {
        count.fetch_add(1, Ordering::Relaxed);
        make_engine(options)
    });
    tournament.concurrency = 64;
    let done = HashSet::from([tournament.schedule.game(0).expect("a game")]);
    events(&tournament, &done);
    assert_eq!(made.load(Ordering::Relaxed), 3, "a referee and two players");
}

#[test]
fn a_match_is_broken_off_at_once() {
    let mut tournament = tournament("tic-tac-toe", &PLAYERS, 1_000_000);
    tournament.concurrency = 2;
    let (started, mut games) = (Instant::now(), 0);
    let result = running::run(&tournament, &HashSet::new(), &mut |_| {
        games += 1;
        if games == 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    result.expect("a match");
    assert!(games == 20 && started.elapsed() < Duration::from_secs(60));
}

/// The interrupt must end the match even while the listener keeps receiving games. The 21st event sets it, and the 22nd
/// reports it.
#[test]
fn an_interrupted_match_says_so_once_and_ends() {
    let tournament = tournament("tic-tac-toe", &PLAYERS, 1_000_000);
    let (mut events, mut interruptions) = (0, 0);
    let result = running::run(&tournament, &HashSet::new(), &mut |event| {
        match event {
            Event::Finished(_) if events == 20 => tournament.interrupt.store(true, Ordering::Relaxed),
            Event::Interrupted => interruptions += 1,
            _ => {}
        }
        events += 1;
        ControlFlow::Continue(())
    });
    result.expect("a match");
    assert_eq!((events, interruptions), (22, 1));
}

/// Returns the resident memory of this process in pages; `None` where the system does not report it.
fn pages() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    text.split(' ').nth(1)?.parse().ok()
}

/// The match is played in a process of its own, because other tests in the same process would change its memory.
#[test]
fn ten_thousand_games_leave_memory_where_it_was() {
    /// Environment variable that is set only in the process that plays the match.
    const CHILD: &str = "PLYWRIGHT_TEST_MEMORY";
    /// Number of pages by which the memory may grow during 9,000 games.
    const MAX_GROWTH: usize = 1024;
    if std::env::var_os(CHILD).is_none() {
        let mut child = Command::new(std::env::current_exe().expect("this program"));
        child.args(["--exact", "matches::ten_thousand_games_leave_memory_where_it_was"]).env(CHILD, "1");
        let output = child.output().expect("a process");
        assert!(output.status.success(), "{output:?}");
        return;
    }
    let tournament =
        tournament("tic-tac-toe", &["cmd=builtin name=A nodes=20", "cmd=builtin name=B depth=1"], 5000);
    let (started, mut games, mut early) = (Instant::now(), 0, None);
    let result = running::run(&tournament, &HashSet::new(), &mut |_| {
        games += 1;
        if games == 1000 {
            early = pages();
        }
        ControlFlow::Continue(())
    });
    result.expect("a match");
    assert_eq!(games, 10_000);
    // The games take a few seconds, so the limit suffices on a machine that is a hundred times slower.
    assert!(started.elapsed() < Duration::from_secs(500), "{:?}", started.elapsed());
    if let (Some(early), Some(late)) = (early, pages()) {
        assert!(late < early + MAX_GROWTH, "{early} pages after 1,000 games, {late} after 10,000");
    }
}
