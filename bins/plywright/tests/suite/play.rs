//! Play in the terminal, by a script through a pipe.

#[cfg(unix)]
use std::io::{BufRead, BufReader, Write};
#[cfg(unix)]
use std::process::{Command, Stdio};

use crate::client::Client;
use crate::program::{Folder, command, prints, refuses};

tests! {
    beside: nobody_beats_the_engine_at_tic_tac_toe,
        the_board_is_drawn_and_few_moves_are_listed,
        a_removal_belongs_to_the_turn,
        mistakes_lose_nothing,
        undo_takes_back_to_the_own_last_turn,
        hint_level_side_new_and_go_do_what_they_say,
        numbers_are_columns_where_moves_are_numbers,
        draws_by_history_are_told_with_their_reason,
        bytes_that_are_no_text_do_no_harm,
        a_game_is_resigned_saved_and_gone_on_with,
        sides_have_their_names_and_othello_its_count,
        an_interrupted_game_is_kept,
        long_lists_of_moves_are_narrowed_by_how_texts_begin;
}

const START: &str = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1";

/// Output for a person who types this input; the end of the input ends the game.
fn play(arguments: &[&str], input: &str) -> String {
    let mut client = Client::start(&[&["play", "--movetime", "20"], arguments].concat());
    client.send(input.as_bytes());
    client.hang_up().lines.join("\n")
}

/// Number of occurrences of `part` in `text`.
fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

fn nobody_beats_the_engine_at_tic_tac_toe() {
    for side in ["first", "second"] {
        for choices in ["1\n", "2\n1\n", "3\n2\n1\n", "9\n5\n1\n3\n2\n"] {
            let text = play(&["--game", "tic-tac-toe", "--level", "30", "--side", side], &choices.repeat(9));
            assert_eq!(count(&text, "The game is over: "), 1, "{text}");
            let result = text.lines().find(|line| line.starts_with("The game is over: ")).unwrap_or_default();
            assert!(result.contains("a draw, ") || result.contains("the engine has won"), "{text}");
            assert!(text.ends_with("`new` begins another, `quit` ends"), "{text}");
        }
    }
}

fn the_board_is_drawn_and_few_moves_are_listed() {
    let text = play(&["--game", "tic-tac-toe", "--side", "both"], "A3 2\nmoves\nc1\n7\nquit\nb1\n");
    assert!(
        text.contains("\n3  x .[o]\n2  . . .\n1  . . .\n   a b c\n") && text.contains("\n1  . .[x]\n"),
        "{text}"
    );
    assert!(text.contains("\n  1 b3    2 a2    3 b2"), "{text}");
    assert_eq!(count(&text, "Your move, the first side (x)."), 2, "{text}");
    assert!(text.contains("no move has the number 7, expected a number from 1 to 6"), "{text}");
    assert!(!play(&["--side", "both"], "").contains("  1 "), "two dozen moves are listed only on demand");
    assert!(play(&["--side", "both"], "moves").contains("\n 21 "));
}

fn a_removal_belongs_to_the_turn() {
    let text = play(&["--level", "0"], "d6 a1 f6 a4 b6\nposition\nxa4\nundo\nposition\nb6\nundo\nposition\n");
    let due = "********/OO*****O/*****@@* w p r 3 6 2 7 1 0 ";
    let before = "********/OO******/*****@@* w p p 2 7 2 7 0 0 ";
    assert_eq!((count(&text, due), count(&text, before)), (1, 2), "{text}");
    assert!(text.contains("White (O) to remove 1"), "{text}");
    assert_eq!(count(&text, "The engine plays "), 1, "{text}");
}

fn mistakes_lose_nothing() {
    let garbage = "nonsense\nd6 d6\nd6 99\nlevel 31\nlevel x\nside third\nposition x\nundo\n \n\u{1}\n";
    let text = play(&["--side", "both"], &format!("{garbage}d6 f4\n{garbage}position\nmoves\n"));
    assert!(text.contains("\n********/O*******/******** b p p 1 8 0 9 "), "undo works among them: {text}");
    for expected in [
        "'nonsense' is not a move, expected ",
        "'d6' is not a legal move here",
        "no move has the number 99, expected a number from 1 to 23",
        "cannot be '31', expected a whole number from 0 to 30",
        "'third' is not a choice of sides, expected first, second, both or none",
        "cannot read position: ",
        "you have not had a turn yet, so nothing can be taken back",
        "`moves` lists the legal moves",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

fn undo_takes_back_to_the_own_last_turn() {
    let text = play(&["--side", "second", "--level", "0"], "undo\n1\nundo\nposition\nquit\n");
    assert_eq!(count(&text, "you have not had a turn yet"), 1, "{text}");
    assert_eq!(count(&text, "The engine plays "), 2, "the engine's first move stays: {text}");
    assert!(text.ends_with(" b p p 1 8 0 9 0 0 0 0 0 0 0 0 1"), "{text}");
    let text = play(&[], "d6\nd7\nundo\nundo\nposition\n");
    assert!(text.ends_with(START) || count(&text, "is not a legal move here") == 1, "{text}");
}

fn hint_level_side_new_and_go_do_what_they_say() {
    let text = play(&["--level", "0"], "hint\nposition\nlevel 7\nlevel\ngo\nside none\n");
    assert!(text.contains("\nHint: "), "{text}");
    assert!(text.contains(START), "a hint plays nothing: {text}");
    assert_eq!(count(&text, "level 7"), 3, "{text}");
    assert!(count(&text, "The engine plays ") > 10, "{text}");
    assert_eq!(count(&text, "The game is over: "), 1, "{text}");
    let text = play(&["--side", "both"], "d6 f4\nnew\nposition\nfen\nhelp\nboard\n");
    assert_eq!(count(&text, START), 2, "{text}");
    assert!(text.contains("take back to your own last turn"), "{text}");
    assert_eq!(count(&text, "\n7  "), 4, "{text}");
}

fn numbers_are_columns_where_moves_are_numbers() {
    let text = play(&["--game", "connect-four", "--side", "both"], "1\n7\nposition\n");
    assert!(text.ends_with("/x.....o x"), "{text}");
}

fn draws_by_history_are_told_with_their_reason() {
    let position = "@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 99 10";
    let text = play(&["--side", "both", "--position", position], "1\n");
    assert!(
        text.contains(
            "The game is over: a draw by the rule of 100 moves, both sides' counted, without progress."
        ),
        "{text}"
    );
}

fn bytes_that_are_no_text_do_no_harm() {
    let mut client = Client::start(&["play", "--side", "both"]);
    client.send(b"\xff\xfe\0\nd6\nposition");
    let lines = client.hang_up().lines;
    assert!(lines.last().is_some_and(|line| line.contains(" b p p 1 8 0 9 ")), "{lines:?}");
}

fn a_game_is_resigned_saved_and_gone_on_with() {
    let folder = Folder::new();
    let path = &folder.file("games.pgn");
    let rules = ["--option", "PiecesCount=4"];
    let text =
        play(&[&rules[..], &["--level", "0"]].concat(), &format!("save\nsave {path}\nd6\nsave {path}\n"));
    assert!(text.contains("expected `save FILE`") && text.contains("there is no move to save yet"), "{text}");
    assert!(text.contains(&format!("saved in {path}; the command `play {path}` goes on")), "{text}");
    // The rules are in the record, and the position after both moves.
    let text = play(&[path], &format!("position\nresign\nsave {path}\nundo\nposition\n"));
    assert_eq!(count(&text, " w p p 1 3 1 3 "), 2, "{text}");
    assert!(text.contains("The game is over: the engine has won with Black (@) by resignation."), "{text}");
    let games = prints(&["replay", path, "--number", "2"]);
    assert!(games.starts_with("Person against Plywright level "), "{games}");
    assert!(games.contains("White resigns"), "{games}");
    refuses(&["play", path, "--game", "gyges"], 2, "records a game of mill, not of gyges");
    refuses(&["play", "/no/such/file"], 1, "/no/such/file");
}

fn sides_have_their_names_and_othello_its_count() {
    let text = play(&["--game", "othello", "--side", "both"], "d3\n");
    assert!(text.starts_with("othello, othello: you play Black (x) and White (o)"), "{text}");
    assert!(text.contains("\nx Black: 2 discs\no White: 2 discs\n"), "{text}");
    assert!(text.contains("\nx Black: 4 discs\no White: 1 discs\n"), "{text}");
    assert!(text.contains("Your move, White (o)."), "{text}");
    // The disc that was placed and the one that was turned over.
    assert_eq!(count(&text, "[x]"), 2, "{text}");
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
            errors.contains("The game is kept in plywright-tic-tac-toe.pgn; the command `play "),
            "{errors}"
        );
    }
    let path = &folder.file("plywright-tic-tac-toe.pgn");
    assert!(prints(&["replay", path, "--number", "2"]).contains("1. first side: b2"));
}

#[cfg(not(unix))]
fn an_interrupted_game_is_kept() {}

fn long_lists_of_moves_are_narrowed_by_how_texts_begin() {
    let text = play(&["--game", "gyges", "--side", "both"], "moves 5|4|2\nmoves 9\n5|23\n1\nposition\n");
    assert!(text.contains("30  3 2 1 1 2 3  35\n"), "{text}");
    assert!(text.contains("There are 222 moves: `moves` lists them all"), "{text}");
    let line = text.lines().find(|line| line.contains(" 5|4|20")).expect("the moves that begin so");
    assert!(line.split_whitespace().any(|word| word == "5|4|25"), "{line}");
    assert!(!text.contains(" 5|4|10"), "{text}");
    assert!(text.contains("no legal move begins with '9'"), "{text}");
    // The first number is a move of player two's first piece.
    assert!(text.ends_with(" 1") && text.contains("/000003/"), "{text}");
}
