//! A search that a page has requested. The desk only prepares it, so that the caller decides in which thread it runs.

use plywright::engine::{SearchReport, Task, TaskEvent};
use plywright::search::Control;

use crate::answer;

/// A prepared search for a page. [`Search::run`] starts the search.
pub struct Search {
    pub(crate) id: u64,
    pub(crate) task: Task<SearchReport>,
}

/// Message that a running search sends to the page.
pub enum SearchMessage {
    /// A rank, and the newest principal variation of this rank as JSON. The variation replaces older ones of the same
    /// rank.
    Line(usize, String),
    /// Last message of the search.
    End(String),
}

impl Search {
    /// Returns the control by which another thread stops the search.
    pub fn control(&self) -> Control {
        self.task.control.clone()
    }

    /// Searches until the search ends or is stopped, and passes messages to `send`. The last message has the best move,
    /// or the error if the search panicked.
    pub fn run(self, send: &mut dyn FnMut(SearchMessage)) {
        let Self { id, task } = self;
        let (control, mut has_failed) = (task.control.clone(), false);
        task.run(&mut |event| match event {
            TaskEvent::Report(SearchReport::Line(info)) => {
                send(SearchMessage::Line(info.rank, answer::line(id, &info)));
            }
            TaskEvent::Panicked(error) if !has_failed => {
                has_failed = true;
                send(SearchMessage::End(answer::error(Some(id), &error.to_string())));
                control.stop();
            }
            TaskEvent::Report(SearchReport::BestMove(best)) if !has_failed => {
                send(SearchMessage::End(answer::best(id, &best)));
            }
            _ => {}
        });
    }
}
