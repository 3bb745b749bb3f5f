//! Tests of matches: statistics compared with fastchess's, faulty engines, whole matches and records.

mod explorer;
mod fastchess;
mod faults;
mod lines;
mod matches;
mod records;
mod shards;
mod support;
