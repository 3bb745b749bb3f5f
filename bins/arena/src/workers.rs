//! Threads that play games side by side, for matches and for self-play.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use plywright::engine::STACK;

/// Runs `work` in each of `threads` threads, which get their numbers from 0, and `listen` in this one. An error
/// of a worker is sent to `listen` too. When `listen` returns, `stop` is set and the workers are waited for.
///
/// # Errors
/// Returns the error of `listen`, or an error if a thread cannot be started.
pub fn run_workers<T: Send, E: From<io::Error> + Send>(
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(usize, &Sender<Result<T, E>>) -> Result<(), E> + Sync,
    listen: impl FnOnce(&Receiver<Result<T, E>>) -> Result<(), E>,
) -> Result<(), E> {
    let work = &work;
    thread::scope(|scope| {
        let (sender, news) = channel();
        for number in 0..threads.max(1) {
            let sender = sender.clone();
            let run = move || {
                if let Err(error) = work(number, &sender) {
                    // A closed channel is ignored: nobody listens any more.
                    let _ = sender.send(Err(error));
                }
            };
            // Searches run in this thread and need its stack size.
            if let Err(error) = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run) {
                stop.store(true, Ordering::Relaxed);
                return Err(error.into());
            }
        }
        drop(sender);
        let result = listen(&news);
        stop.store(true, Ordering::Relaxed);
        result
    })
}
