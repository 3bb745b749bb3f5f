//! Engines that are wrong in one way each lose their games, and nothing else happens.
//!
//! The wrong engines are this test program itself, started again: the word behind `--skip`, a flag that means
//! nothing to the one test it runs then, says what is wrong.

use std::collections::HashSet;
use std::io::{BufRead, Write, stdin, stdout};
use std::ops::ControlFlow;
use std::process::exit;
use std::thread::sleep;
use std::time::{Duration, Instant};

use plywright::Side;
use plywright::engine::{Engine, Outcome, Setup};
use plywright_arena::contest::ContestError;
use plywright_arena::player::Fault;
use plywright_arena::record::GameResult;
use plywright_connect_four::ConnectFour;

use crate::support::{contest, make_engine, play};

/// Moves after which an engine that is to crash does.
const CRASH_AT: usize = 10;
/// Longer than anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// For how long an engine does nothing that is to be given up.
const A_WHILE: Duration = Duration::from_secs(120);
/// The time for a move of an engine that is to exceed it.
const IN_A_HURRY: &str = "st=0.3 timemargin=100";

/// Not a test: the engine, in a process of its own.
#[test]
fn stub() {
    if let Some(kind) = std::env::args().skip_while(|word| word != "--skip").nth(1) {
        serve(&kind);
        exit(0);
    }
}

/// Speaks UCI and plays the first legal move, but for what is wrong.
fn serve(kind: &str) {
    let mut engine = Engine::<ConnectFour>::new(None).expect("an engine");
    let mut moves = 0;
    let mut last = "none yet".to_owned();
    if kind == "silent" {
        sleep(A_WHILE);
    }
    for line in stdin().lock().lines() {
        let line = line.expect("text");
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied().unwrap_or_default() {
            "uci" => say("id name stub\noption name Hash type spin default 1 min 1 max 9\nuciok"),
            "isready" => say("readyok"),
            "position" => {
                let played =
                    words.iter().position(|word| *word == "moves").map_or(&[][..], |at| &words[at + 1..]);
                engine.set_position(&Setup::Start, played).expect("a legal game");
                moves = played.len();
            }
            "go" => {
                let best = engine.legal_moves().swap_remove(0);
                match kind {
                    "illegal" => say("bestmove 9"),
                    "empty" => say("bestmove"),
                    "none" => say("bestmove (none)"),
                    "mute" => {}
                    "crash" if moves >= CRASH_AT => {
                        eprintln!("I have seen enough");
                        exit(3);
                    }
                    "late" => {
                        sleep(Duration::from_millis(600));
                        say(&format!("bestmove {best}"));
                    }
                    "chatter" => loop {
                        say("info string still thinking about it");
                    },
                    "endless line" => loop {
                        print!("info still thinking about it, ");
                    },
                    "noise" => {
                        stdout().write_all(b"\xff\xfe\0\n\n\n").expect("a reader");
                        (0..1000).for_each(|_| eprintln!("some remark"));
                        say(&format!("  info depth 3 score cp 12 bestmove {best} \t"));
                    }
                    "stale" => {
                        say(&format!("bestmove {last}"));
                        last = format!("{} {best}", engine.legal_moves().len());
                    }
                    _ => say(&format!("bestmove {best}")),
                }
            }
            "quit" if kind != "stubborn" => exit(0),
            _ => {}
        }
    }
    if kind == "stubborn" {
        sleep(A_WHILE);
    }
}

/// Writes lines; an engine whose reader is gone has nothing to do any more.
fn say(text: &str) {
    let mut out = stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

/// The settings of an engine that is wrong in this way, with time enough for a busy machine.
fn engine(kind: &str) -> String {
    engine_in_time(kind, "st=20")
}

/// The same with this time for a move.
fn engine_in_time(kind: &str, time: &str) -> String {
    let program = std::env::current_exe().expect("this program");
    let program = program.display();
    format!("'cmd={program}' name=wrong args='--exact faults::stub --nocapture --skip \"{kind}\"' {time}")
}

/// Plays two rounds against an engine that is right and returns what went wrong in each game.
fn faults(wrong: &str, patience: Duration) -> Vec<Option<Fault>> {
    let make = make_engine::<ConnectFour>;
    let mut contest = contest(&[wrong, "cmd=builtin name=right option.Algorithm=4 st=20"], 2, &make);
    contest.conditions.patience = patience;
    let games = play(&contest);
    assert_eq!(games.len(), 4, "{wrong}");
    let faults = games.into_iter().map(|game| {
        let wrong_side = if game.id.first == 0 { Side::First } else { Side::Second };
        if let Some(failure) = &game.failure {
            assert_eq!(failure.side, wrong_side, "{wrong}: {failure:?}");
            assert_eq!(game.record.result, GameResult::Win(!wrong_side), "{wrong}: {failure:?}");
            assert!(game.record.comment.starts_with("wrong "), "{}", game.record.comment);
        }
        game.failure.map(|failure| failure.fault)
    });
    faults.collect()
}

fn all_lost(engine: &str, patience: Duration, is_expected: impl Fn(&Fault) -> bool) {
    let faults = faults(engine, patience);
    assert!(faults.iter().all(|fault| fault.as_ref().is_some_and(&is_expected)), "{engine}: {faults:?}");
}

#[test]
fn illegal_moves_lose() {
    for kind in ["illegal", "empty", "none", "stale"] {
        all_lost(&engine(kind), PATIENCE, |fault| matches!(fault, Fault::IllegalMove(_)));
    }
}

#[test]
fn silence_loses() {
    for kind in ["mute", "late"] {
        all_lost(&engine_in_time(kind, IN_A_HURRY), PATIENCE, |fault| matches!(fault, Fault::Time { .. }));
    }
}

#[test]
fn endless_chatter_loses() {
    for kind in ["chatter", "endless line"] {
        all_lost(&engine_in_time(kind, IN_A_HURRY), PATIENCE, |fault| matches!(fault, Fault::Time { .. }));
    }
}

#[test]
fn a_crash_costs_one_game_each_time() {
    let faults = faults(&engine("crash"), PATIENCE);
    // Random play may have ended a game before.
    let crashes = faults.iter().flatten().count();
    assert!(crashes >= 1, "{faults:?}");
    assert!(faults.iter().flatten().all(|fault| matches!(fault, Fault::Disconnected(_))), "{faults:?}");
}

#[test]
fn what_is_only_odd_is_forgiven() {
    for kind in ["right", "noise", "stubborn"] {
        let faults = faults(&engine(kind), PATIENCE);
        assert!(faults.iter().all(Option::is_none), "{kind}: {faults:?}");
    }
}

/// Before the first game, whichever of the engines it is.
#[test]
fn an_engine_that_cannot_be_started_is_an_error() {
    let make = make_engine::<ConnectFour>;
    let is_expected = |fault: &Fault| matches!(fault, Fault::Start(_) | Fault::Unresponsive { .. });
    for wrong in ["cmd=/no/such/program name=wrong", &engine("silent")] {
        for engines in [[wrong, "cmd=builtin"], ["cmd=builtin", wrong]] {
            let mut contest = contest(&engines, 2, &make);
            contest.conditions.patience = Duration::from_secs(1);
            let mut events = 0;
            let result = contest.run(&HashSet::new(), &mut |_| {
                events += 1;
                ControlFlow::Continue(())
            });
            let Err(ContestError::Start { engine, fault }) = result else { panic!("{wrong}: {result:?}") };
            assert!(engine == "wrong" && is_expected(&fault) && events == 0, "{fault}");
        }
    }
}

/// A crashed engine that is gone when it is to be started again loses the games that are left.
#[cfg(unix)]
#[test]
fn an_engine_that_cannot_be_started_again_loses() {
    let flag = std::env::temp_dir().join(format!("plywright-started-once-{}", std::process::id()));
    let handshake = "read a; echo uciok; read a; echo readyok; read a; read a; echo readyok";
    let once = format!("[ -e {0} ] && exit 1; touch {0}; {handshake}; exit 0", flag.display());
    let faults = faults(&format!("cmd=sh name=wrong args=\"-c '{once}'\""), PATIENCE);
    std::fs::remove_file(flag).expect("it was started");
    assert!(faults.iter().all(|fault| matches!(fault, Some(Fault::Disconnected(_)))), "{faults:?}");
}

#[cfg(unix)]
#[test]
fn closed_pipes_lose() {
    let handshake = "read a; echo uciok; read a; echo readyok; read a; read a; echo readyok";
    for end in ["exec >&-; sleep 5", "exec <&-; exec >&-; sleep 5", "exec <&-; sleep 5", "exit 0"] {
        let engine = format!("cmd=sh name=wrong args=\"-c '{handshake}; {end}'\" {IN_A_HURRY}");
        let faults = faults(&engine, Duration::from_secs(2));
        let is_expected = |fault: &Option<Fault>| {
            matches!(fault, Some(Fault::Disconnected(_) | Fault::Time { .. } | Fault::Unresponsive { .. }))
        };
        assert!(faults.iter().all(is_expected), "{end}: {faults:?}");
    }
}

/// The last words of an engine are kept with the game.
#[test]
fn last_lines_are_recorded() {
    let make = make_engine::<ConnectFour>;
    let contest = contest(&[&engine("illegal"), "cmd=builtin name=right nodes=100"], 1, &make);
    for game in play(&contest) {
        let last_lines = game.failure.expect("a failure").last_lines;
        assert_eq!(last_lines.last().map(String::as_str), Some("bestmove 9"), "{last_lines:?}");
        assert!(game.record.comment.ends_with("bestmove 9"), "{}", game.record.comment);
    }
}

/// A game ends soon although its engine would not; the match does not wait for a process that does not end.
#[test]
fn a_process_that_does_not_end_is_ended() {
    let started = Instant::now();
    let _ = faults(&engine("stubborn"), PATIENCE);
    assert!(started.elapsed() < A_WHILE, "{:?}", started.elapsed());
}

#[test]
fn the_stub_plays_by_the_rules() {
    let mut engine = Engine::<ConnectFour>::new(None).expect("an engine");
    engine.set_position(&Setup::Start, &["4"]).expect("a position");
    assert_eq!(engine.outcome(), Outcome::Open);
}
