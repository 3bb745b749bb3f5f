//! Tests of matches, statistics, records, opening trees and shards.

mod explorer;
mod fastchess;
mod faults;
mod lines;
mod match_shards;
mod matches;
mod records;
mod shards;
mod support;
#[path = "../../../../protocols/tests/suite/takeaway.rs"]
mod takeaway;
