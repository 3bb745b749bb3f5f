//! Functions that the module exports to the page.

#![expect(unsafe_code, reason = "the names of exported functions are unsafe attributes")]

use std::cell::RefCell;
use std::sync::Arc;

use plywright::engine::{BenchReport, TaskEvent};
use plywright::search::Control;
use plywright::{Depth, give_file};
use plywright_board::{Desk, Envelope, Reply, Search, SearchMessage, TABLE, hello};

use crate::buffer::written;
use crate::catalogue::{ENDGAME_FOLDER, catalogue, game};
use crate::page;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::new(Arc::new(catalogue(TABLE))));
    /// Search that [`search`] runs next.
    static WAITING: RefCell<Option<Search>> = const { RefCell::new(None) };
    /// Control of the prepared or running search.
    static RUNNING: RefCell<Option<Control>> = const { RefCell::new(None) };
}

/// Sends the first message, with the variants of the game. The transposition tables of later engines have `table` MiB.
#[unsafe(no_mangle)]
pub extern "C" fn greet(table: usize) {
    let catalogue = Arc::new(catalogue(table));
    page::send(&hello(&catalogue));
    DESK.set(Desk::new(catalogue));
}

/// Takes a file that the game needs. The buffer holds its name, of `name_length` bytes, and then its
/// contents.
#[unsafe(no_mangle)]
pub extern "C" fn give(name_length: usize) {
    let mut name = written();
    let bytes = name.split_off(name_length.min(name.len()));
    give_file(&String::from_utf8_lossy(&name), bytes);
}

/// Sets the folder of compact endgame tables, whose address is in the buffer. Only engines that are created later open
/// it: the first one, and one after each change of the variant or the rules.
#[unsafe(no_mangle)]
pub extern "C" fn open_tables() {
    ENDGAME_FOLDER.set(Some(String::from_utf8_lossy(&written()).into_owned()));
}

/// Answers the request in the buffer, and sends the answer to the page. If the request asks for a search, prepares it,
/// sends nothing and returns `true`. The page must then run the search by [`search`], and must not ask for another one
/// before its end.
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
        Ok(Reply::Judge(judgement)) => page::send(&page::pausing(false, || judgement.run())),
        Ok(Reply::Answer(answer)) | Err(answer) => page::send(&answer),
    }
    false
}

/// Runs the prepared search, if any, and calls the page's `pause` at intervals. In a browser that can suspend
/// `WebAssembly` code, the page must wrap this function in `WebAssembly.promising`.
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

/// Stops the prepared or running search, if any. The search still sends its answer.
#[unsafe(no_mangle)]
pub extern "C" fn stop() {
    RUNNING.with_borrow(|control| control.iter().for_each(Control::stop));
}

/// Runs the benchmark of the command `bench` on one thread. Sends a line for each algorithm. If the benchmark fails,
/// sends a message. With `depth` 0, each position has its own depth.
#[unsafe(no_mangle)]
pub extern "C" fn bench(depth: u16) {
    let depth = (depth > 0).then_some(Depth(depth));
    game().bench(1, depth, page::time()).run(&mut |event| match event {
        TaskEvent::Report(BenchReport::Row(row)) => page::send(&row.to_string()),
        TaskEvent::Failed(message) => page::send(&message),
        _ => {}
    });
}
