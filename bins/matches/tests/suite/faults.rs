//! Tests of engines with one fault each.
//!
//! A faulty engine is this test program, started again with [`STUB`] as the only test. A second word selects
//! the fault; the harness takes it for the name of another test.

use std::collections::HashSet;
use std::io::{self, BufRead, Write, stdin, stdout};
use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread::sleep;
use std::time::{Duration, Instant};

use plywright::Side;
use plywright::engine::{Setup, game_of};
use plywright_matches::openings::{OpeningChoice, Openings};
use plywright_matches::player::Fault;
use plywright_matches::record::GameResult;
use plywright_matches::running;
use plywright_matches::tournament::{FinishedGame, TournamentError};
use plywright_matches::workers::{receive_until, run_workers};

use crate::support::{self, folder, game, play, tournament, tournament_of};
use crate::takeaway::{PANICKING_EVALUATION, Takeaway};

/// Number of moves before the fault `crash`.
const CRASH_AT: usize = 10;
/// Timeout that an engine without a fault does not reach, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Time for which an engine with the fault `silent` or `stubborn` sleeps.
const A_WHILE: Duration = Duration::from_secs(120);
/// Settings that allow 0.3 seconds for a move and a margin of 100 milliseconds. The fault `late` takes longer.
const IN_A_HURRY: &str = "st=0.3 timemargin=100";

/// Beginning of a shell script that answers as an engine does before its first move.
#[cfg(unix)]
const HANDSHAKE: &str = "read a; echo uciok; read a; echo readyok; read a; read a; echo readyok";
/// Name of the test that runs the faulty engine.
const STUB: &str = "faults::stub";

/// Not a test: runs the faulty engine if the command line names a fault.
#[test]
fn stub() {
    if let Some(kind) = std::env::args().skip_while(|word| word != STUB).nth(1) {
        serve(&kind);
        exit(0);
    }
}

/// Speaks UCI on standard input and output and plays the first legal move, with the fault `kind`. An unknown kind, such
/// as `right`, causes no fault.
fn serve(kind: &str) {
    let game = game("connect-four");
    let mut position = game.start();
    let mut moves = 0;
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
                position = game.set_up(&Setup::Start, played).expect("a legal game");
                moves = played.len();
            }
            "go" if kind == "crash" && moves >= CRASH_AT => {
                eprintln!("I have seen enough");
                exit(3);
            }
            "go" => answer_search(kind, &position.move_texts()[0]),
            "quit" if kind != "stubborn" => exit(0),
            _ => {}
        }
    }
    if kind == "stubborn" {
        sleep(A_WHILE);
    }
}

/// Answers the request for a search, but commits the fault `kind`.
fn answer_search(kind: &str, best: &str) {
    match kind {
        "illegal" => say("bestmove 9"),
        "empty" => say("bestmove"),
        "none" => say("bestmove (none)"),
        "mute" => {}
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
            for _ in 0..1000 {
                eprintln!("some remark");
            }
            say(&format!("  info depth 3 score cp 12 bestmove {best} \t"));
        }
        _ => say(&format!("bestmove {best}")),
    }
}

/// Writes a text and a line end. Exits if the reader has closed the pipe.
fn say(text: &str) {
    let mut out = stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn engine(kind: &str) -> String {
    engine_in_time(kind, "st=20")
}

/// Returns the settings of an engine with the fault `kind`, and the setting `time` for its moves.
fn engine_in_time(kind: &str, time: &str) -> String {
    let program = std::env::current_exe().expect("this program");
    let program = program.display();
    format!("'cmd={program}' name=wrong args='--exact --nocapture {STUB} \"{kind}\"' {time}")
}

/// Plays a round against an engine without a fault. Asserts that the faulty engine loses each game that a failure
/// decides.
fn play_round(wrong: &str, timeout: Duration) -> Vec<FinishedGame> {
    let engines = [wrong, "cmd=builtin name=right option.Algorithm=4 st=20"];
    let mut tournament = tournament("connect-four", &engines, 1);
    tournament.conditions.timeout = timeout;
    let games = play(&tournament);
    assert_eq!(games.len(), 2, "{wrong}");
    for game in &games {
        let wrong_side = if game.id.first == 0 { Side::First } else { Side::Second };
        if let Some(failure) = &game.failure {
            assert_eq!(failure.side, wrong_side, "{wrong}: {failure:?}");
            assert_eq!(game.record.result, GameResult::Win(!wrong_side), "{wrong}: {failure:?}");
            assert!(game.record.comment.starts_with("wrong "), "{}", game.record.comment);
        }
    }
    games
}

/// Plays a round like [`play_round`]. Returns each game's fault, if any.
fn faults(wrong: &str, timeout: Duration) -> Vec<Option<Fault>> {
    play_round(wrong, timeout).into_iter().map(|game| game.failure.map(|failure| failure.fault)).collect()
}

fn expect_all_lost(engine: &str, timeout: Duration, is_expected: impl Fn(&Fault) -> bool) {
    let faults = faults(engine, timeout);
    assert!(faults.iter().all(|fault| fault.as_ref().is_some_and(&is_expected)), "{engine}: {faults:?}");
}

#[test]
fn illegal_moves_lose() {
    for kind in ["illegal", "empty", "none"] {
        expect_all_lost(&engine(kind), TIMEOUT, |fault| matches!(fault, Fault::IllegalMove(_)));
    }
}

#[test]
fn the_record_has_the_last_lines_of_the_losing_engine() {
    for game in play_round(&engine("illegal"), TIMEOUT) {
        let failure = game.failure.expect("a fault");
        assert_eq!(failure.last_lines.last().map(String::as_str), Some("bestmove 9"), "{failure:?}");
        assert!(game.record.comment.ends_with("bestmove 9"), "{}", game.record.comment);
    }
}

#[cfg(unix)]
#[test]
fn the_record_has_the_last_lines_before_a_game_that_did_not_begin() {
    let script = "read a; echo uciok; read a; echo readyok; read a; echo no network; exit 3";
    for game in play_round(&format!("cmd=sh name=wrong args=\"-c '{script}'\""), TIMEOUT) {
        assert!(game.record.plies.is_empty(), "{:?}", game.record);
        assert!(game.record.comment.ends_with("no network"), "{}", game.record.comment);
    }
}

#[test]
fn an_engine_without_a_timely_move_loses() {
    for kind in ["mute", "late", "chatter", "endless line"] {
        expect_all_lost(&engine_in_time(kind, IN_A_HURRY), TIMEOUT, |fault| {
            matches!(fault, Fault::Time { .. })
        });
    }
}

/// The engines do not answer, or only after a long time. The interrupt must end the wait at once.
#[test]
fn an_interrupt_ends_the_wait_for_an_answer() {
    for engine in [&*engine("mute"), &engine("chatter"), "cmd=builtin name=deep depth=60"] {
        let tournament = tournament("connect-four", &[engine, "cmd=builtin name=right nodes=1"], 1);
        let interrupt = Arc::clone(&tournament.interrupt);
        std::thread::spawn(move || {
            sleep(Duration::from_millis(500));
            interrupt.store(true, Ordering::Relaxed);
        });
        let started = Instant::now();
        assert_eq!(play(&tournament).len(), 0, "{engine}");
        assert!(started.elapsed() < Duration::from_secs(15), "{engine}: {:?}", started.elapsed());
    }
}

#[test]
fn an_engine_that_crashes_loses() {
    let faults = faults(&engine("crash"), TIMEOUT);
    // A game may end before the engine crashes.
    let crashes = faults.iter().flatten().count();
    assert!(crashes >= 1, "{faults:?}");
    assert!(faults.iter().flatten().all(|fault| matches!(fault, Fault::Disconnected(_))), "{faults:?}");
}

/// The match must not wait until the process of the stubborn engine ends by itself.
#[test]
fn noise_and_a_process_that_does_not_end_are_no_faults() {
    let started = Instant::now();
    for kind in ["right", "noise", "stubborn"] {
        let faults = faults(&engine(kind), TIMEOUT);
        assert!(faults.iter().all(Option::is_none), "{kind}: {faults:?}");
    }
    assert!(started.elapsed() < A_WHILE, "{:?}", started.elapsed());
}

/// The wrapper waits for the stubborn engine, which keeps a pipe open until it ends.
#[cfg(unix)]
#[test]
fn an_engine_that_a_wrapper_has_started_ends_with_the_match() {
    let folder = folder();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    let program = std::env::current_exe().expect("this program");
    let script =
        format!("{} --exact --nocapture {STUB} stubborn 3>{}; exit", program.display(), pipe.display());
    let started = Instant::now();
    let reader = std::thread::spawn(move || std::fs::read(pipe));
    let faults = faults(&format!("cmd=sh name=wrong args=\"-c '{script}'\" st=20"), TIMEOUT);
    assert!(faults.iter().all(Option::is_none), "{faults:?}");
    reader.join().expect("a thread").expect("a pipe");
    assert!(started.elapsed() < A_WHILE, "{:?}", started.elapsed());
}

/// The evaluation of the first side's search panics in both games, so this side must lose them.
#[test]
fn a_search_that_panics_loses_with_its_reason() {
    let folder = folder();
    let path = folder.path().join("openings");
    std::fs::write(&path, (PANICKING_EVALUATION + 2).to_string()).expect("a file");
    let game = game_of::<Takeaway>();
    let engines = ["cmd=builtin name=A depth=4", "cmd=builtin name=B depth=4"];
    let mut event = tournament_of(Arc::clone(&game), &engines, 1);
    let choice = OpeningChoice::File { path, is_shuffled: false, start: 1, plies: 9 };
    let rules = support::engine(&*game);
    event.openings = Openings::new(&choice, None, 7, &[], &*rules).expect("an opening");
    let games = play(&event);
    assert_eq!(games.len(), 2);
    for game in games {
        let failure = game.failure.expect("a fault");
        assert!(matches!(failure.fault, Fault::Panicked(_)), "{failure:?}");
        assert_eq!((failure.side, game.record.result), (Side::First, GameResult::Win(Side::Second)));
        let name = if game.id.first == 0 { "A" } else { "B" };
        let reason = format!("{name} fails: internal error: ");
        let comment = &game.record.comment;
        assert!(
            comment.starts_with(&reason) && comment.contains("this panic is part of a test"),
            "{comment}"
        );
        assert_eq!(game.record.tags.get("Termination"), Some("abandoned"));
    }
}

/// The error must come before the first game, so that the listener gets no event.
#[test]
fn an_engine_that_cannot_be_started_is_an_error() {
    let is_expected = |fault: &Fault| matches!(fault, Fault::Start(_) | Fault::Unresponsive { .. });
    for wrong in ["cmd=/no/such/program name=wrong", &engine("silent")] {
        for engines in [[wrong, "cmd=builtin"], ["cmd=builtin", wrong]] {
            let mut tournament = tournament("connect-four", &engines, 2);
            tournament.conditions.timeout = Duration::from_secs(1);
            let mut events = 0;
            let result = running::run(&tournament, &HashSet::new(), &mut |_| {
                events += 1;
                ControlFlow::Continue(())
            });
            let Err(TournamentError::Start { engine, fault }) = result else { panic!("{wrong}: {result:?}") };
            assert!(engine == "wrong" && is_expected(&fault) && events == 0, "{fault}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_cannot_be_started_again_loses() {
    let folder = folder();
    let flag = folder.path().join("started");
    let once = format!("[ -e {0} ] && exit 1; touch {0}; {HANDSHAKE}; exit 0", flag.display());
    let faults = faults(&format!("cmd=sh name=wrong args=\"-c '{once}'\""), TIMEOUT);
    assert!(flag.exists(), "it was not started");
    assert!(faults.iter().all(|fault| matches!(fault, Some(Fault::Disconnected(_)))), "{faults:?}");
}

#[cfg(unix)]
#[test]
fn closed_pipes_lose() {
    for end in ["exec >&-; sleep 5", "exec <&-; exec >&-; sleep 5", "exec <&-; sleep 5", "exit 0"] {
        let engine = format!("cmd=sh name=wrong args=\"-c '{HANDSHAKE}; {end}'\" {IN_A_HURRY}");
        let faults = faults(&engine, Duration::from_secs(2));
        let is_expected = |fault: &Option<Fault>| {
            matches!(fault, Some(Fault::Disconnected(_) | Fault::Time { .. } | Fault::Unresponsive { .. }))
        };
        assert!(faults.iter().all(is_expected), "{end}: {faults:?}");
    }
}

#[test]
fn a_panic_of_a_worker_keeps_its_message() {
    let stop = AtomicBool::new(false);
    let panicked = catch_unwind(|| {
        run_workers::<(), io::Error>(
            2,
            &stop,
            |_, _| panic!("the reason"),
            |news| {
                while news.recv().is_ok() {}
                Ok(())
            },
        )
    });
    assert_eq!(panicked.unwrap_err().downcast_ref::<&str>(), Some(&"the reason"));
}

/// The second worker ends when the panic of the first one has ended the listener.
#[test]
fn a_panic_of_a_worker_ends_the_others() {
    let (stop, has_stopped) = (AtomicBool::new(false), AtomicBool::new(false));
    let wait_for_the_end = |number: usize, _: &Sender<Result<(), io::Error>>| {
        assert_ne!(number, 0, "this panic is part of a test");
        let started = Instant::now();
        while !stop.load(Ordering::Relaxed) && started.elapsed() < TIMEOUT {
            sleep(Duration::from_millis(1));
        }
        has_stopped.store(stop.load(Ordering::Relaxed), Ordering::Relaxed);
        Ok(())
    };
    let panicked = catch_unwind(|| {
        run_workers(2, &stop, wait_for_the_end, |news| {
            receive_until(&AtomicBool::new(false), news, |()| Ok(ControlFlow::Continue(()))).map(drop)
        })
    });
    assert!(panicked.is_err() && has_stopped.load(Ordering::Relaxed));
}
