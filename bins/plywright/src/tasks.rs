//! Runs a task of the engine, such as a search, for a command that writes its events to the output.

use std::io;

use plywright::engine::{Task, TaskEvent};

use crate::failure::Failure;

/// Runs `task` to its end and passes its events, except a panic or a failure, to `listener`. The first error of
/// `listener` stops the task and becomes the outer error; later events are dropped. The inner result is an error if the
/// task panicked or failed. A search that panics still reports the best move that it has found, if any.
pub fn run_task<R>(
    task: Task<R>,
    mut listener: impl FnMut(TaskEvent<R>) -> io::Result<()>,
) -> io::Result<Result<(), Failure>> {
    let control = task.control.clone();
    let (mut output, mut result) = (Ok(()), Ok(()));
    task.run(&mut |event| match event {
        TaskEvent::Panicked(error) => result = Err(error.into()),
        TaskEvent::Failed(reason) => result = Err(Failure::failed(reason)),
        _ if output.is_err() => {}
        event => {
            output = listener(event);
            if output.is_err() {
                control.stop();
            }
        }
    });
    output.map(|()| result)
}
