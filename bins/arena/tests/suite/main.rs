//! Tests of matches: statistics compared with fastchess's, faulty engines, whole matches and records.

mod fastchess;
mod faults;
mod matches;
mod records;
mod shards;
mod support;
