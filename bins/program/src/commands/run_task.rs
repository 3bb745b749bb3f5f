//! Runs a task with a listener that may fail.

use std::io;

use plywright::engine::{Task, TaskEvent};

/// Runs `task` and passes its events to `listener`. The first error of `listener` stops the task.
pub fn run_task(task: Task, mut listener: impl FnMut(TaskEvent) -> io::Result<()>) -> io::Result<()> {
    let stop_handle = task.stop_handle();
    let mut result = Ok(());
    task.run(&mut |event| {
        if result.is_ok() {
            result = listener(event);
            if result.is_err() {
                stop_handle.stop();
            }
        }
    });
    result
}
