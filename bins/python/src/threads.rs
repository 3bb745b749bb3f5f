//! Tasks on several threads.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread;

use plywright::engine::lock;

/// Runs all tasks on this number of threads, the calling one included, or on fewer if one cannot be started. If a task
/// panics, its thread takes no further task, and the panic is passed on after the other threads have ended.
pub fn in_threads<T: FnOnce() + Send>(threads: usize, tasks: impl Iterator<Item = T> + Send) {
    let tasks = Mutex::new(tasks);
    let next = || lock(&tasks).next();
    let work = || {
        while let Some(task) = next() {
            task();
        }
    };
    thread::scope(|scope| {
        let starts = (1..threads).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok());
        let started: Vec<_> = starts.collect();
        work();
        for thread in started {
            // Joining passes the panic on with its message. The end of the scope alone would lose the message.
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}
