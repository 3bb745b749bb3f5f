//! Answers that take long and must not block the session: lists of moves during a search.
//!
//! One thread computes them in the order of the requests. It also writes the events that must come after
//! them.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::{io, mem};

use plywright::engine::{STACK, StopHandle, Task};

use crate::event::{Event, Topic};
use crate::output::Output;

enum Job {
    Run(Task, Topic),
    Write(Event),
}

/// State that ends the thread before its jobs are done.
#[derive(Default)]
struct Ending {
    is_wanted: bool,
    running: Option<StopHandle>,
}

/// A thread for answers that take long.
pub(crate) struct Background {
    jobs: Sender<Job>,
    ending: Arc<Mutex<Ending>>,
    thread: JoinHandle<()>,
}

impl Background {
    /// Starts the thread.
    ///
    /// # Errors
    /// Returns an error if the system cannot start a thread.
    pub(crate) fn start(output: Arc<Output>) -> io::Result<Self> {
        let (jobs, inbox) = channel();
        let ending = Arc::new(Mutex::new(Ending::default()));
        let shared = Arc::clone(&ending);
        let work = move || {
            for job in inbox {
                match job {
                    Job::Write(event) => output.send(&event),
                    Job::Run(task, topic) => {
                        let mut ending = lock(&shared);
                        if ending.is_wanted {
                            break;
                        }
                        ending.running = Some(task.stop_handle());
                        drop(ending);
                        task.run(&mut |event| output.send(&Event::of_task(event, topic)));
                    }
                }
            }
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(work)?;
        Ok(Self { jobs, ending, thread })
    }

    /// Queues a task. It runs after all earlier jobs.
    pub(crate) fn run(&self, task: Task, topic: Topic) {
        // The thread receives jobs as long as `self` exists.
        let _ = self.jobs.send(Job::Run(task, topic));
    }

    /// Queues an event. It is written after all earlier jobs.
    pub(crate) fn write(&self, event: Event) {
        let _ = self.jobs.send(Job::Write(event));
    }

    /// Waits until all jobs are done.
    pub(crate) fn finish(self) {
        let Self { jobs, thread, .. } = self;
        drop(jobs);
        // A panic of the thread is ignored.
        let _ = thread.join();
    }

    /// Stops the running task and drops the queued jobs.
    pub(crate) fn abandon(self) {
        let mut ending = lock(&self.ending);
        ending.is_wanted = true;
        if let Some(running) = mem::take(&mut ending.running) {
            running.stop();
        }
        drop(ending);
        self.finish();
    }
}

fn lock(ending: &Mutex<Ending>) -> MutexGuard<'_, Ending> {
    ending.lock().unwrap_or_else(PoisonError::into_inner)
}
