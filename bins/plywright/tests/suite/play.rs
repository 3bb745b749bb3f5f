//! Tests of the command `play` that need a process: signals, and input that is not UTF-8.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::client::Client;
use crate::program::{Folder, signal};

tests! {
    untimed: bytes_that_are_no_text_do_no_harm;
    unix: an_interrupted_game_is_kept;
}

fn bytes_that_are_no_text_do_no_harm() {
    let mut client = Client::start("play --side both");
    client.send(b"\xff\xfe\0\nd6\nposition");
    let lines = client.hang_up().lines;
    assert!(lines.last().is_some_and(|line| line.contains(" b p p 1 8 0 9 ")), "{lines:?}");
}

fn an_interrupted_game_is_kept() {
    let folder = Folder::new();
    for name in ["INT", "TERM"] {
        let mut command = folder.command("play --game tic-tac-toe --side both");
        let mut child = command.stdin(Stdio::piped()).spawn().expect("the program");
        let mut input = child.stdin.take().expect("its input");
        input.write_all(b"b2\n").expect("a program that reads");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        assert!(lines.any(|line| line.expect("UTF-8").contains("[x]")));
        signal(name, child.id());
        let output = child.wait_with_output().expect("an exit code");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{errors}");
        let saved = "The game is saved in plywright-tic-tac-toe.pgn; the command `play ";
        assert!(errors.contains(saved), "{errors}");
    }
    assert!(folder.prints("replay plywright-tic-tac-toe.pgn --number 2").contains("1. first side: b2"));
}
