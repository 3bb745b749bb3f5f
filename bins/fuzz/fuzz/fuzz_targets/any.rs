//! Runs the target that the environment variable `FUZZ_TARGET` names.

#![no_main]

use std::env;
use std::sync::LazyLock;

use libfuzzer_sys::{Corpus, fuzz_target};
use plywright_fuzz::{Target, check, targets};

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = env::var("FUZZ_TARGET").expect("the name of a target in FUZZ_TARGET");
    targets().into_iter().find(|target| target.name == name).expect("a target with this name")
});

fuzz_target!(|input: &[u8]| -> Corpus {
    if let Err(error) = check(&TARGET, input) {
        panic!("{error}");
    }
    Corpus::Keep
});
