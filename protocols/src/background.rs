//! Answers that take a while but must not hold up the session: lists of moves while a search goes on.
//!
//! One thread makes them in the order in which they were asked for, and writes what has to come after them.

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

/// What ends the thread before its jobs are done.
#[derive(Default)]
struct Ending {
    is_wanted: bool,
    running: Option<StopHandle>,
}

/// A thread for answers that take a while.
pub(crate) struct Background {
    jobs: Sender<Job>,
    ending: Arc<Mutex<Ending>>,
    thread: JoinHandle<()>,
}

impl Background {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system has no thread to give.
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

    /// Runs a task when everything before it is done.
    pub(crate) fn run(&self, task: Task, topic: Topic) {
        // The thread takes jobs as long as this value lives.
        let _ = self.jobs.send(Job::Run(task, topic));
    }

    /// Writes an event when everything before it is done.
    pub(crate) fn write(&self, event: Event) {
        let _ = self.jobs.send(Job::Write(event));
    }

    /// Waits until all is done.
    pub(crate) fn finish(self) {
        let Self { jobs, thread, .. } = self;
        drop(jobs);
        // A thread that has panicked has nothing more to say.
        let _ = thread.join();
    }

    /// Ends what runs and drops what waits.
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
