//! Tasks: long work such as a search, a list of moves, a perft or a benchmark, with its control. A task is data until
//! its owner runs it, in any thread.

use std::fmt::Display;
use std::panic::resume_unwind;

use super::panics::{InternalError, catch_payload};
use super::report::{BestMove, PvInfo, SearchReport, TaskEvent};
use super::request::SearchError;
use crate::search::Control;

/// Function that a task calls with each of its events.
pub(super) type Listener<'a, R> = dyn FnMut(TaskEvent<R>) + 'a;

/// The work of a task. It calls the listener with its events, and ends soon after the control is stopped.
type Work<R> = Box<dyn FnOnce(&Control, &mut Listener<'_, R>) + Send>;

/// Long work that owns all its data, so that it can run in another thread. It reports values of type `R`.
pub struct Task<R> {
    /// Control that can stop the task.
    pub control: Control,
    /// Warnings and notes from the preparation of the task. [`Task::run`] does not report them.
    pub notices: Vec<String>,
    work: Work<R>,
}

impl<R> Task<R> {
    pub(super) fn new(
        control: Control,
        notices: Vec<String>,
        work: impl FnOnce(&Control, &mut Listener<'_, R>) + Send + 'static,
    ) -> Self {
        Self { control, notices, work: Box::new(work) }
    }

    /// Creates a task whose only event is [`TaskEvent::Failed`], with this reason.
    pub(super) fn failing(reason: &dyn Display) -> Self {
        let reason = reason.to_string();
        Self::new(Control::new(), Vec::new(), move |_, listener| listener(TaskEvent::Failed(reason)))
    }

    /// Runs the task in the calling thread, and passes its events to `listener`. The thread should have a
    /// stack of at least [`STACK`](crate::search::STACK) bytes. A panic in the task is caught and reported as
    /// [`TaskEvent::Panicked`]; a panic of `listener` is not.
    pub fn run(self, listener: &mut dyn FnMut(TaskEvent<R>)) {
        let Self { control, work, .. } = self;
        guarded(listener, |listener| work(&control, listener));
    }
}

impl Task<SearchReport> {
    /// Runs a search in the calling thread until it answers, without passing on its notices. Returns the answer, and
    /// the last report of its best line or `None` if no line was reported.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine's rules do not allow the position, or if the search panicked, even though it
    /// has answered.
    pub fn answer(self) -> Result<(BestMove, Option<PvInfo>), SearchError> {
        let (mut answer, mut line, mut failure) = (BestMove::default(), None, None);
        self.run(&mut |event| match event {
            TaskEvent::Report(SearchReport::Line(info)) if info.rank == 1 => line = Some(info),
            TaskEvent::Report(SearchReport::BestMove(best)) => answer = best,
            TaskEvent::Panicked(error) => failure = Some(SearchError::Panicked(error)),
            TaskEvent::Failed(reason) => failure = Some(SearchError::Refused(reason)),
            _ => {}
        });
        failure.map_or(Ok((answer, line)), Err)
    }
}

/// Runs `work`, which reports to `listener`, and returns its result. If `work` panics, reports the panic and returns
/// `None`. A panic of `listener` itself is passed on to the caller.
pub(super) fn guarded<E: From<InternalError>, T>(
    listener: &mut dyn FnMut(E),
    work: impl FnOnce(&mut dyn FnMut(E)) -> T,
) -> Option<T> {
    let mut is_listening = false;
    let result = catch_payload(|| {
        work(&mut |event| {
            is_listening = true;
            listener(event);
            is_listening = false;
        })
    });
    match result {
        Ok(result) => Some(result),
        Err(panic) if is_listening => resume_unwind(panic),
        Err(panic) => {
            listener(InternalError::of(&*panic).into());
            None
        }
    }
}
