//! Tests of Gyges: the rules against outside data and a second, slow generator; texts; search results.

mod conformance;
mod data;
mod properties;
mod puzzles;
mod reference;
mod repetition;
mod rules;
mod search;
mod texts;
