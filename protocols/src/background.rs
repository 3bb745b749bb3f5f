//! A thread that runs tasks one at a time, in the order of the requests, so that tasks do not block the
//! session.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use plywright::engine::{STACK, Task, TaskEvent, catch_panic, lock};
use plywright::search::Control;

use crate::command::Topic;
use crate::event::Event;
use crate::output::Output;

/// A task that sends its reports to the output.
type Work = Box<dyn FnOnce(&Output) + Send>;

/// The thread, with the tasks that have not ended.
pub(crate) struct Background {
    /// Queue of tasks. Each comes with a sender, whose drop signals the end of the task.
    tasks: Sender<(Work, Sender<()>)>,
    /// Controls of the tasks that have not ended.
    controls: Arc<Mutex<VecDeque<Control>>>,
    thread: JoinHandle<()>,
}

impl Background {
    pub(crate) fn start(output: &Arc<Output>) -> io::Result<Self> {
        let output = Arc::clone(output);
        let (tasks, inbox) = channel::<(Work, Sender<()>)>();
        let controls = Arc::new(Mutex::new(VecDeque::new()));
        let waiting = Arc::clone(&controls);
        let work = move || {
            for (task, end) in inbox {
                // The task reports its own panics. A panic of the output must not end this thread.
                let _ = catch_panic(|| task(&output));
                lock(&waiting).pop_front();
                drop(end);
            }
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(work)?;
        Ok(Self { tasks, controls, thread })
    }

    /// Queues a task. `event` converts each of its reports to an event.
    pub(crate) fn run<R: 'static>(&self, task: Task<R>, topic: Topic, event: fn(R) -> Event) -> Running {
        let (sender, end) = channel();
        let control = task.control.clone();
        lock(&self.controls).push_back(control.clone());
        let work = move |output: &Output| {
            task.run(&mut |reported| {
                output.send(&match reported {
                    TaskEvent::Report(report) => event(report),
                    TaskEvent::Notice(message) => Event::Notice { topic, message },
                    TaskEvent::Abandoned => Event::Abandoned,
                    TaskEvent::Failed(message) => Event::Refused { topic, message },
                    TaskEvent::Panicked(error) => Event::Refused { topic, message: error.to_string() },
                });
            });
        };
        // Sending cannot fail, because the thread receives tasks as long as `self` exists.
        let _ = self.tasks.send((Box::new(work), sender));
        Running { control, end }
    }

    /// Stops the running task and all queued tasks.
    pub(crate) fn stop(&self) {
        for control in &*lock(&self.controls) {
            control.stop();
        }
    }

    /// Waits until all queued tasks have ended.
    pub(crate) fn finish(self) {
        let Self { tasks, thread, .. } = self;
        drop(tasks);
        // The thread catches the panics of its tasks, so it does not panic itself.
        let _ = thread.join();
    }
}

/// A task that has been queued.
pub(crate) struct Running {
    pub(crate) control: Control,
    /// Channel without messages. It closes when the task has ended.
    end: Receiver<()>,
}

impl Running {
    /// Waits until the task has ended.
    pub(crate) fn wait(&self) {
        let _ = self.end.recv();
    }

    /// Waits until the task has ended, but not longer than `limit`.
    pub(crate) fn wait_for(&self, limit: Duration) {
        let _ = self.end.recv_timeout(limit);
    }
}
