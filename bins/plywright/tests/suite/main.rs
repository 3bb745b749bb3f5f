//! The program as its users meet it: through pipes, under every protocol, and on its command line.
//!
//! Tests run beside each other, for most of them wait most of the time; those that measure times run
//! afterwards, one by one. A word after `--` picks the tests whose names contain it, for instance
//! `cargo test --test suite -- "[ugi game"`.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// Tests that run beside each other, unless the command line says otherwise.
const WORKERS: usize = 4;

/// All tests. One that panics has failed.
#[derive(Default)]
struct Tests {
    beside: Vec<Trial>,
    alone: Vec<Trial>,
}

impl Tests {
    /// Adds a test that may run beside others.
    fn beside(&mut self, name: impl Into<String>, test: impl FnOnce() + Send + 'static) {
        self.beside.push(trial(name, test));
    }

    /// Adds a test that measures times.
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

/// Makes a module's function `add`, which adds others of its functions as tests, under their own names.
macro_rules! tests {
    ($($kind:ident: $($test:ident),+;)+) => {
        pub fn add(tests: &mut crate::Tests) {
            let module = module_path!().trim_start_matches("suite::");
            $($(tests.$kind(format!("{module}::{}", stringify!($test)), $test);)+)+
        }
    };
}

mod behaviour;
mod bench;
mod client;
mod command_line;
mod games;
mod matches;
mod mcts;
mod options;
mod play;
mod program;
mod self_play;
mod sources;
mod stopwatch;
mod tables;
mod transcripts;
mod tune;

fn main() -> ExitCode {
    let mut tests = Tests::default();
    for add in [
        bench::add,
        command_line::add,
        matches::add,
        mcts::add,
        options::add,
        play::add,
        self_play::add,
        sources::add,
        tables::add,
        transcripts::add,
        tune::add,
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
