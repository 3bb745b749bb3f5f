//! Matches against what fastchess computes, engines that are wrong, and records that are broken.

mod fastchess;
mod faults;
mod matches;
mod records;
mod support;
