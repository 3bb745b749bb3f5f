//! Tests of the program as its users see it: through pipes, in every protocol, and on the command line.
//!
//! Most tests spend their time waiting, so they run in parallel. Tests that measure times run afterwards, one
//! by one. A word after `--` selects the tests whose names contain it: `cargo test --test suite -- "[ugi
//! game"`.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// Number of tests that run in parallel by default.
const WORKERS: usize = 4;

/// The tests: those that run in parallel, and those that run one by one.
#[derive(Default)]
struct Tests {
    beside: Vec<Trial>,
    alone: Vec<Trial>,
}

impl Tests {
    /// Adds a test that may run in parallel with other tests.
    fn beside(&mut self, name: impl Into<String>, test: impl FnOnce() + Send + 'static) {
        self.beside.push(trial(name, test));
    }

    /// Adds a test that needs signals or a shell; does nothing on systems other than Unix. The test may run in parallel
    /// with other tests.
    fn unix(&mut self, name: impl Into<String>, test: impl FnOnce() + Send + 'static) {
        if cfg!(unix) {
            self.beside(name, test);
        }
    }

    /// Adds a test that measures times and therefore runs alone.
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
    arguments.test_threads.get_or_insert(WORKERS);
    let beside = libtest_mimic::run(&arguments, tests.beside);
    arguments.test_threads = Some(1);
    let alone = libtest_mimic::run(&arguments, tests.alone);
    if beside.has_failed() || alone.has_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
