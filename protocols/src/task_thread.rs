//! A thread that runs tasks, such as searches, one at a time and in the order of the requests. The session can read
//! further lines meanwhile, such as the one that stops the search.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use plywright::engine::{STACK, Task, TaskEvent, catch_panic, lock};
use plywright::search::Control;

use crate::command::Topic;
use crate::event::Event;
use crate::output::Output;

/// A queued task, as a function that runs the task and sends its reports to the output.
type Work = Box<dyn FnOnce(&Output) + Send>;

/// Handle of the thread. If the handle is dropped, the thread still runs all queued tasks, and then ends.
pub(crate) struct TaskThread {
    /// Queue of tasks. Each comes with a sender, which the thread drops to signal the end of the task.
    tasks: SyncSender<(Work, Sender<()>)>,
    /// Controls of the running task and of the queued tasks after it, in the order in which they run.
    controls: Arc<Mutex<VecDeque<Control>>>,
    /// Channel that closes when the thread has ended; see [`Running::end`].
    end: Receiver<()>,
}

impl TaskThread {
    /// Starts the thread. At most `max_waiting` tasks wait in its queue.
    pub(crate) fn start(output: &Arc<Output>, max_waiting: usize) -> io::Result<Self> {
        let output = Arc::clone(output);
        let (tasks, inbox) = sync_channel::<(Work, Sender<()>)>(max_waiting);
        let controls = Arc::new(Mutex::new(VecDeque::new()));
        let waiting = Arc::clone(&controls);
        let (ended, end_of_thread) = channel::<()>();
        let work = move || {
            for (task, end) in inbox {
                // The task reports its own panics. A panic of the output must not end this thread.
                let _ = catch_panic(|| task(&output));
                lock(&waiting).pop_front();
                drop(end);
            }
            drop(ended);
        };
        thread::Builder::new().stack_size(STACK).spawn(work)?;
        Ok(Self { tasks, controls, end: end_of_thread })
    }

    /// Queues a task without waiting for its end. Waits as long as the queue is full. `event` converts each report of
    /// the task to an event, which the thread sends to the client. `topic` is the kind of request that errors and notes
    /// of the task refer to.
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

    /// Asks the running task and all queued tasks to stop, without waiting for their ends. A queued task still runs,
    /// but ends soon after its start.
    pub(crate) fn stop(&self) {
        for control in &*lock(&self.controls) {
            control.stop();
        }
    }

    /// Lets the thread end after its running task and all queued tasks, and waits for this end, at most for `limit`.
    pub(crate) fn finish(self, limit: Duration) {
        let Self { tasks, end, .. } = self;
        drop(tasks);
        let _ = end.recv_timeout(limit);
    }
}

/// Handle of a task that has been queued, to stop it or to wait for it.
pub(crate) struct Running {
    pub(crate) control: Control,
    /// Channel over which nothing is sent. It closes when the task has ended. Receiving from it then returns an error,
    /// which `wait_for` ignores.
    end: Receiver<()>,
}

impl Running {
    pub(crate) fn wait_for(&self, limit: Duration) {
        let _ = self.end.recv_timeout(limit);
    }
}
