//! Tests of the program in a terminal: its screen and the keys of its line editor.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use crate::client::PATIENCE;
use crate::program::{Folder, PROGRAM, signal};

tests! {
    untimed: the_bare_program_introduces_itself,
        arrow_keys_call_lines_back_and_ctrl_c_keeps_the_game,
        an_illegal_move_is_located_wherever_a_replay_goes,
        a_signal_while_a_line_is_edited_leaves_the_terminal_as_it_was;
}

/// A program in a terminal.
struct Terminal {
    child: Child,
    keys: File,
    /// Parts of the output, in the order in which they were read.
    chunks: Receiver<String>,
    /// Output after the text that was found last.
    seen: String,
}

impl Terminal {
    fn start(arguments: &[&str], folder: &Folder) -> Self {
        Self::run(PROGRAM, arguments, folder)
    }

    fn run(program: &str, arguments: &[&str], folder: &Folder) -> Self {
        let (pty, pts) = pty_process::blocking::open().expect("a terminal");
        pty.resize(pty_process::Size::new(50, 200)).expect("a size");
        let command =
            pty_process::blocking::Command::new(program).args(arguments).current_dir(folder.path_text(""));
        let child = command.env("TERM", "xterm").spawn(pts).expect("the program");
        let keys = File::from(OwnedFd::from(pty));
        let mut screen = keys.try_clone().expect("its screen");
        let (sender, chunks) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Reading fails when the program in the terminal has ended.
            while let Ok(read) = screen.read(&mut bytes) {
                if read == 0 || sender.send(String::from_utf8_lossy(&bytes[..read]).into_owned()).is_err() {
                    break;
                }
            }
        });
        Self { child, keys, chunks, seen: String::new() }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("a program that reads");
    }

    /// Waits for a text on the screen. The search starts after the text found by the last call. Returns the
    /// output from there to the end of the text.
    fn wait_for(&mut self, text: &str) -> String {
        while !self.seen.contains(text) {
            let chunk = self.chunks.recv_timeout(PATIENCE);
            self.seen += &chunk.unwrap_or_else(|error| panic!("no '{text}': {error}; so far: {}", self.seen));
        }
        let end = self.seen.find(text).map_or(0, |start| start + text.len());
        self.seen.drain(..end).collect()
    }

    fn exit_code(mut self) -> Option<i32> {
        self.child.wait().expect("an exit code").code()
    }
}

fn the_bare_program_introduces_itself() {
    let mut terminal = Terminal::start(&[], &Folder::new());
    terminal
        .wait_for(&format!("Plywright {}: mill, nine-mens-morris, speaks UCI", env!("CARGO_PKG_VERSION")));
    terminal.wait_for("`help` lists commands, `quit` ends; the commands `play` and `board` are for people");
    terminal.press("quit\n");
    assert_eq!(terminal.exit_code(), Some(0));
}

fn arrow_keys_call_lines_back_and_ctrl_c_keeps_the_game() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&["play", "--side", "both"], &folder);
    terminal.wait_for("> ");
    terminal.press("d6\r");
    terminal.wait_for("[O]");
    terminal.wait_for("> ");
    terminal.press("\x1b[A\r");
    terminal.wait_for("'d6' is not a legal move here");
    terminal.wait_for("> ");
    terminal.press("\x03");
    terminal.wait_for("The game is saved in plywright-mill.pgn");
    assert_eq!(terminal.exit_code(), Some(130));
    assert!(folder.text("plywright-mill.pgn").contains("1. d6 *"), "{}", folder.text("plywright-mill.pgn"));
}

fn an_illegal_move_is_located_wherever_a_replay_goes() {
    let folder = Folder::new();
    folder.write("games", "[Game \"tic-tac-toe\"]\n\n1. a1 a1 2. b2 *\n");
    let mut terminal = Terminal::start(&["replay", "games"], &folder);
    terminal.wait_for("q: quit > ");
    terminal.press("3\n");
    terminal.wait_for("error: games, line 3, ");
    assert_eq!(terminal.exit_code(), Some(2));
}

/// A subshell prints its process id, which after `exec` is the program's. When the program has ended, the outer shell
/// prints the mode of the terminal.
fn a_signal_while_a_line_is_edited_leaves_the_terminal_as_it_was() {
    let folder = Folder::new();
    let script = format!("(sh -c 'echo id $PPID id'; exec {PROGRAM} play --side both); stty -a; echo end");
    let mut terminal = Terminal::run("sh", &["-c", &script], &folder);
    terminal.wait_for("id ");
    let id = terminal.wait_for(" id");
    terminal.wait_for("> ");
    terminal.press("d6\r");
    terminal.wait_for("[O]");
    terminal.wait_for("> ");
    signal("TERM", id.trim_end_matches(" id").parse().expect("a number"));
    terminal.wait_for("The game is saved in plywright-mill.pgn");
    let mode = terminal.wait_for("end");
    assert!(mode.contains(" icanon") && mode.contains(" echo "), "{mode}");
}
