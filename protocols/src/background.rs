//! A thread for tasks, which must not block the session. It runs them in the order of the requests, and sleeps
//! between them.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use plywright::engine::{STACK, Task, TaskEvent};
use plywright::search::Control;

use crate::event::{Event, Topic};
use crate::output::Output;

/// A thread for tasks.
pub(crate) struct Background {
    /// Tasks with the kinds of the requests. The last part is dropped at the end of the task.
    tasks: Sender<(Task, Topic, Sender<()>)>,
    /// Controls of the tasks that have not ended.
    controls: Arc<Mutex<VecDeque<Control>>>,
    thread: JoinHandle<()>,
}

impl Background {
    /// Starts the thread.
    ///
    /// # Errors
    /// Returns an error if the system cannot start a thread.
    pub(crate) fn start(output: Arc<Output>) -> io::Result<Self> {
        let (tasks, inbox) = channel::<(Task, Topic, Sender<()>)>();
        let controls = Arc::new(Mutex::new(VecDeque::new()));
        let waiting = Arc::clone(&controls);
        let work = move || {
            for (task, topic, end) in inbox {
                let mut listener = |event| match event {
                    TaskEvent::Failed(message) => output.send(&Event::Refused { topic, message }),
                    event => output.report(&event),
                };
                // A task that panics has printed its message and sends nothing more.
                let _ = catch_unwind(AssertUnwindSafe(|| task.run(&mut listener)));
                lock(&waiting).pop_front();
                drop(end);
            }
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(work)?;
        Ok(Self { tasks, controls, thread })
    }

    /// Queues a task. It runs after all earlier ones. The receiver carries no messages and closes when the task
    /// has ended.
    pub(crate) fn run(&self, task: Task, topic: Topic) -> Receiver<()> {
        let (sender, end) = channel();
        lock(&self.controls).push_back(task.control.clone());
        // The thread receives tasks as long as `self` exists.
        let _ = self.tasks.send((task, topic, sender));
        end
    }

    /// Waits until all tasks have ended.
    pub(crate) fn finish(self) {
        let Self { tasks, thread, .. } = self;
        drop(tasks);
        // A panic of the thread is ignored.
        let _ = thread.join();
    }

    /// Stops all tasks.
    pub(crate) fn abandon(self) {
        lock(&self.controls).iter().for_each(Control::stop);
        self.finish();
    }
}

fn lock(controls: &Mutex<VecDeque<Control>>) -> MutexGuard<'_, VecDeque<Control>> {
    controls.lock().unwrap_or_else(PoisonError::into_inner)
}
