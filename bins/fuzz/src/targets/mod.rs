//! All targets: input whose parts depend on each other, so that tests of single cases reach little of it.

mod games;
mod protocols;
mod records;
mod work;

use crate::Target;

/// Returns all targets.
pub fn targets() -> Vec<Target> {
    [games::TARGETS, records::TARGETS, protocols::TARGETS].concat()
}

/// Returns the input as text, or `None` if it is not UTF-8.
fn text(input: &[u8]) -> Option<&str> {
    std::str::from_utf8(input).ok()
}

/// Checks that two values are equal. Unlike `assert_eq`, shortens long values in the message.
#[track_caller]
fn same<T: PartialEq + std::fmt::Debug>(one: &T, other: &T, what: &str) {
    if one != other {
        let [one, other] =
            [one, other].map(|value| format!("{value:?}").chars().take(600).collect::<String>());
        panic!("{what}: {one}\nis not {other}");
    }
}
