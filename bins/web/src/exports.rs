//! The functions that the page calls.

#![expect(unsafe_code, reason = "the names of exported functions are unsafe attributes")]

use std::cell::RefCell;
use std::sync::Arc;

use plywright::engine::{DynEngine as _, Engine, TaskEvent};
use plywright::search::Control;
use plywright::{Depth, give_file};
use plywright_board::{Desk, Envelope, Reply, Search, SearchMessage, hello};

use crate::catalogue::{self, Module};
use crate::{Game, page};

thread_local! {
    /// Bytes that the page has written.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DESK: RefCell<Desk> = RefCell::new(Desk::new(Arc::new(Module)));
    /// The search to run next.
    static WAITING: RefCell<Option<Search>> = const { RefCell::new(None) };
    /// The control of the running search.
    static RUNNING: RefCell<Option<Control>> = const { RefCell::new(None) };
}

/// Makes room for `length` bytes, and returns the address to which the page writes them.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = vec![0; length];
        buffer.as_mut_ptr()
    })
}

/// Takes the bytes that the page has written.
pub(crate) fn written() -> Vec<u8> {
    BUFFER.take()
}

/// Sends the first message, with the variants of the game. `table` is the size of the engine's table in mebibytes.
#[unsafe(no_mangle)]
pub extern "C" fn greet(table: usize) {
    catalogue::set_table(table);
    page::send(&hello(&Module));
}

/// Takes a file of the game: its name and its contents, one after the other in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn give(name_length: usize) {
    let mut name = written();
    let bytes = name.split_off(name_length.min(name.len()));
    give_file(&String::from_utf8_lossy(&name), bytes);
}

/// Opens the tables at the address in the buffer for all engines from now on.
#[unsafe(no_mangle)]
pub extern "C" fn open_tables() {
    catalogue::set_tables(String::from_utf8_lossy(&written()).into_owned());
}

/// Answers the message in the buffer. Returns whether a search waits for [`search`]; no other search may run then.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> bool {
    let text = String::from_utf8_lossy(&written()).into_owned();
    let reply = page::pausing(false, || {
        Envelope::read(&text).map(|envelope| DESK.with_borrow_mut(|desk| desk.answer(envelope)))
    });
    match reply {
        Ok(Reply::Search(search)) => {
            RUNNING.set(Some(search.control()));
            WAITING.set(Some(search));
            return true;
        }
        Ok(Reply::Answer(answer)) | Err(answer) => page::send(&answer),
    }
    false
}

/// Runs the waiting search. It pauses, so it must be called as a promise where pauses are.
#[unsafe(no_mangle)]
pub extern "C" fn search() {
    let Some(search) = WAITING.take() else { return };
    page::pausing(true, || {
        search.run(&mut |message| match message {
            SearchMessage::Line(_, text) | SearchMessage::End(text) => page::send(&text),
        });
    });
    RUNNING.set(None);
}

/// Stops the running search, which then ends soon.
#[unsafe(no_mangle)]
pub extern "C" fn stop() {
    RUNNING.with_borrow(|control| control.iter().for_each(Control::stop));
}

/// Runs the benchmark of the program's command `bench` and sends a line for each algorithm. A `depth` of 0 leaves each
/// position its own.
#[unsafe(no_mangle)]
pub extern "C" fn bench(depth: u16) {
    // The searches have tables of their own.
    match Engine::<Game>::with_table(None, 1) {
        Ok(mut engine) => {
            engine.set_time_source(page::time());
            let depth = (depth > 0).then_some(Depth(depth));
            engine.bench(1, depth).run(&mut |event| {
                if let TaskEvent::BenchRow(row) = event {
                    page::send(&row.to_string());
                }
            });
        }
        Err(error) => page::send(&error.to_string()),
    }
}
