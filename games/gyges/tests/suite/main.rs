//! Gyges: its rules against data from elsewhere and against a second, slow generator, its texts, and what the
//! search finds.

mod conformance;
mod data;
mod properties;
mod reference;
mod repetition;
mod rules;
mod search;
mod texts;
