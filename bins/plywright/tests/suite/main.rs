//! Tests of the program as its users see it: through pipes, in every protocol, and on the command line.
//!
//! Most tests spend their time waiting, so they run in parallel. Tests that measure times run afterwards, two
//! at a time. A word after `--` selects the tests whose names contain it: `cargo test --test suite -- "[ugi
//! game"`.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// Number of tests that run in parallel by default.
const WORKERS: usize = 8;
/// Maximum number of tests that measure times and run in parallel. Most of their searches have one thread, and a
/// [`stopwatch::Stopwatch`] does not count waits for a processor.
const TIMED_WORKERS: usize = 2;

/// The tests: those that measure no times, and those that do.
#[derive(Default)]
struct Tests {
    untimed: Vec<Trial>,
    timed: Vec<Trial>,
}

impl Tests {
    /// Adds a test that measures no times.
    fn untimed(&mut self, name: impl Into<String>, test: impl FnOnce() + Send + 'static) {
        self.untimed.push(trial(name, test));
    }

    /// Adds a test that needs signals or a shell; does nothing on systems other than Unix. The test may run in parallel
    /// with other tests.
    fn unix(&mut self, name: impl Into<String>, test: impl FnOnce() + Send + 'static) {
        if cfg!(unix) {
            self.untimed(name, test);
        }
    }

    /// Adds a test that measures times and therefore runs beside at most one other test.
    fn timed(&mut self, name: impl Into<String>, test: impl FnOnce() + Send + 'static) {
        self.timed.push(trial(name, test));
    }
}

fn trial(name: impl Into<String>, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, || {
        test();
        Ok(())
    })
}

/// Defines the function `add` of a module, which adds the listed functions as tests.
macro_rules! tests {
    ($($kind:ident: $($test:ident),+;)+) => {
        pub fn add(tests: &mut crate::Tests) {
            let module = module_path!().trim_start_matches("suite::");
            $($(tests.$kind(format!("{module}::{}", stringify!($test)), $test);)+)+
        }
    };
}

mod behaviour;
mod client;
mod command_line;
mod damage;
mod matches;
mod options;
mod play;
mod program;
mod shards;
mod sources;
mod stopwatch;
#[cfg(unix)]
mod terminal;
mod transcripts;
mod written_files;

fn main() -> ExitCode {
    let mut tests = Tests::default();
    for add in [
        command_line::add,
        damage::add,
        matches::add,
        options::add,
        play::add,
        shards::add,
        sources::add,
        #[cfg(unix)]
        terminal::add,
        transcripts::add,
        written_files::add,
        behaviour::add,
    ] {
        add(&mut tests);
    }
    let mut arguments = Arguments::from_args();
    let workers = *arguments.test_threads.get_or_insert(WORKERS);
    let untimed = libtest_mimic::run(&arguments, tests.untimed);
    arguments.test_threads = Some(workers.min(TIMED_WORKERS));
    let timed = libtest_mimic::run(&arguments, tests.timed);
    if untimed.has_failed() || timed.has_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
