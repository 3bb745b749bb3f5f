//! Tests of the command `play` that need a process: signals, and input that is not UTF-8.

#[cfg(unix)]
use std::io::{BufRead, BufReader, Write};
#[cfg(unix)]
use std::process::{Command, Stdio};

use crate::client::Client;
#[cfg(unix)]
use crate::program::{Folder, command, prints};

tests! {
    beside: bytes_that_are_no_text_do_no_harm, an_interrupted_game_is_kept;
}

fn bytes_that_are_no_text_do_no_harm() {
    let mut client = Client::start(&["play", "--side", "both"]);
    client.send(b"\xff\xfe\0\nd6\nposition");
    let lines = client.hang_up().lines;
    assert!(lines.last().is_some_and(|line| line.contains(" b p p 1 8 0 9 ")), "{lines:?}");
}

#[cfg(unix)]
fn an_interrupted_game_is_kept() {
    let folder = Folder::new();
    for signal in ["INT", "TERM"] {
        let mut child = command(&["play", "--game", "tic-tac-toe", "--side", "both"])
            .current_dir(folder.file(""))
            .stdin(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut input = child.stdin.take().expect("its input");
        input.write_all(b"b2\n").expect("a program that reads");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        assert!(lines.any(|line| line.expect("UTF-8").contains("[x]")));
        let kill = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(kill.expect("the command kill").success());
        let output = child.wait_with_output().expect("an exit code");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{errors}");
        assert!(
            errors.contains("The game is saved in plywright-tic-tac-toe.pgn; the command `play "),
            "{errors}"
        );
    }
    let path = &folder.file("plywright-tic-tac-toe.pgn");
    assert!(prints(&["replay", path, "--number", "2"]).contains("1. first side: b2"));
}

#[cfg(not(unix))]
fn an_interrupted_game_is_kept() {}
