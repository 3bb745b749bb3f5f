//! The program from its users' point of view: through pipes, under every protocol, and on its command line.
//!
//! Tests run in parallel, because most of them mostly wait. Tests that measure times run afterwards, one by
//! one. A word after `--` selects the tests whose names contain it, for instance `cargo test --test suite --
//! "[ugi game"`.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// Default number of parallel tests.
const WORKERS: usize = 4;

/// All tests. A test fails if it panics.
#[derive(Default)]
struct Tests {
    beside: Vec<Trial>,
    alone: Vec<Trial>,
}

impl Tests {
    /// Adds a test that may run in parallel with others.
    fn beside(&mut self, name: impl Into<String>, test: impl FnOnce() + Send + 'static) {
        self.beside.push(trial(name, test));
    }

    /// Adds a test that measures times and runs alone.
    fn alone(&mut self, name: impl Into<String>, test: impl FnOnce() + Send + 'static) {
        self.alone.push(trial(name, test));
    }
}

fn trial(name: impl Into<String>, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, || {
        test();
        Ok(())
    })
}

/// Defines a module's function `add`, which adds the named functions as tests.
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
mod matches;
mod options;
mod play;
mod program;
mod sources;
mod stopwatch;
mod stored_files;
#[cfg(unix)]
mod terminal;
mod transcripts;

fn main() -> ExitCode {
    let mut tests = Tests::default();
    for add in [
        command_line::add,
        matches::add,
        options::add,
        play::add,
        sources::add,
        stored_files::add,
        #[cfg(unix)]
        terminal::add,
        transcripts::add,
        behaviour::add,
    ] {
        add(&mut tests);
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(WORKERS);
    let beside = libtest_mimic::run(&arguments, tests.beside);
    arguments.test_threads = Some(1);
    let alone = libtest_mimic::run(&arguments, tests.alone);
    if beside.has_failed() || alone.has_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
