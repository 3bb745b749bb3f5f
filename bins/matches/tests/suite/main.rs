//! Tests of matches, statistics, records, opening trees and shards.

mod explorer;
mod fastchess;
mod faults;
mod lines;
mod matches;
mod records;
mod shards;
mod support;
#[allow(dead_code)]
#[path = "../../../../protocols/tests/suite/takeaway.rs"]
mod takeaway;
