//! Runs a task of the engine, such as a search, for a command that writes its events to the output.

use std::io;

use plywright::engine::{InternalError, Task, TaskEvent};

/// Runs `task` to its end and passes its events, except a panic, to `listener`. The first error of `listener` stops the
/// task and becomes the outer error; later events are dropped. The inner result is an error if the task panicked. A
/// search then still reports the best move that it has found, if any.
pub fn run_task<R>(
    task: Task<R>,
    mut listener: impl FnMut(TaskEvent<R>) -> io::Result<()>,
) -> io::Result<Result<(), InternalError>> {
    let control = task.control.clone();
    let (mut output, mut result) = (Ok(()), Ok(()));
    task.run(&mut |event| {
        if let TaskEvent::Panicked(error) = event {
            result = Err(error);
        } else if output.is_ok() {
            output = listener(event);
            if output.is_err() {
                control.stop();
            }
        }
    });
    output.map(|()| result)
}
