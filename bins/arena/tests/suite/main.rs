//! Tests of matches: comparison with fastchess, faulty engines, malformed records.

mod fastchess;
mod faults;
mod matches;
mod records;
mod support;
