//! Runs worker threads that report to the calling thread.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use plywright::engine::STACK;

/// Runs `work` in `threads` threads, at least one, numbered from 0. Runs `listen` in the calling thread. The
/// results and errors of the workers reach `listen` through a channel. When `listen` returns, `stop` is set
/// and the workers are joined.
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
                    // The channel is closed if the listener has already returned.
                    let _ = sender.send(Err(error));
                }
            };
            // Searches run in this thread and need a large stack.
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
