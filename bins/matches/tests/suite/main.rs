//! Tests of the public interface: matches, statistics, records, files of openings, opening trees and shards.

mod corpus;
mod explorer;
mod fastchess;
mod faults;
mod lines;
mod match_shards;
mod matches;
mod mif;
mod openings;
mod pgn;
mod records;
mod sgf;
mod shards;
mod support;
#[path = "../../../../protocols/tests/suite/takeaway.rs"]
mod takeaway;
