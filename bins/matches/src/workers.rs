//! Worker threads that send results to the calling thread, as in a match or in self-play.

use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use plywright::engine::STACK;

/// Interval at which [`receive_until`] checks its interrupt flag while no result arrives.
const INTERRUPT_CHECK: Duration = Duration::from_millis(20);

/// Runs `work` in `threads` threads, at least one, numbered from 0. Runs `listen` in the calling thread. The
/// results and errors of the workers reach `listen` through a channel. When `listen` returns, sets `stop`, which the
/// workers must watch, and blocks until all of them have returned. A panic of a worker reaches `listen` as an error,
/// and continues in the calling thread.
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
        let ((sender, news), mut workers) = (channel(), Vec::new());
        for number in 0..threads.max(1) {
            let sender = sender.clone();
            let run = move || {
                // Sending fails if `listen` has returned and nobody needs the error.
                match catch_unwind(AssertUnwindSafe(|| work(number, &sender))) {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => drop(sender.send(Err(error))),
                    Err(panic) => {
                        drop(sender.send(Err(io::Error::other("a worker has panicked").into())));
                        resume_unwind(panic);
                    }
                }
            };
            // Searches run in the new thread and need a large stack.
            match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run) {
                Ok(worker) => workers.push(worker),
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error.into());
                }
            }
        }
        drop(sender);
        let result = listen(&news);
        stop.store(true, Ordering::Relaxed);
        for worker in workers {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        result
    })
}

/// Passes the results of workers to `receive` until `receive` breaks, all workers have ended or `interrupt` is set.
/// Returns whether `interrupt` was the cause.
///
/// # Errors
/// Returns the first error of a worker or of `receive`.
pub fn receive_until<T, E>(
    interrupt: &AtomicBool,
    news: &Receiver<Result<T, E>>,
    mut receive: impl FnMut(T) -> Result<ControlFlow<()>, E>,
) -> Result<bool, E> {
    while !interrupt.load(Ordering::Relaxed) {
        let is_over = match news.recv_timeout(INTERRUPT_CHECK) {
            Ok(result) => receive(result?)?.is_break(),
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        };
        if is_over {
            return Ok(false);
        }
    }
    Ok(true)
}
