//! A thread for tasks, which must not block the session. It runs them in the order of the requests, and sleeps
//! between them. It also writes the events that must come after them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::{io, mem};

use plywright::engine::{STACK, Task};
use plywright::search::Control;

use crate::event::{Event, Topic};
use crate::output::Output;

enum Job {
    /// The sender is dropped at the end of the task.
    Run(Task, Topic, Sender<()>),
    Write(Event),
}

/// State that ends the thread before its jobs are done.
#[derive(Default)]
struct Ending {
    is_wanted: bool,
    running: Option<Control>,
}

/// A thread for tasks.
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
                    Job::Run(task, topic, end) => {
                        let mut ending = lock(&shared);
                        if ending.is_wanted {
                            break;
                        }
                        ending.running = Some(task.control.clone());
                        drop(ending);
                        let run = || task.run(&mut |event| output.send(&Event::of_task(event, topic)));
                        // A task that panics has printed its message and sends nothing more.
                        let _ = catch_unwind(AssertUnwindSafe(run));
                        drop(end);
                    }
                }
            }
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(work)?;
        Ok(Self { jobs, ending, thread })
    }

    /// Queues a task. It runs after all earlier jobs. The receiver carries no messages and closes when the task
    /// has ended.
    pub(crate) fn run(&self, task: Task, topic: Topic) -> Receiver<()> {
        let (sender, end) = channel();
        // The thread receives jobs as long as `self` exists.
        let _ = self.jobs.send(Job::Run(task, topic, sender));
        end
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
