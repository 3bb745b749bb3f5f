//! Tests of Gyges. The rules are checked against outside data and a second, slow generator.

mod conformance;
mod data;
mod properties;
mod reference;
mod repetition;
mod rules;
mod search;
mod texts;
