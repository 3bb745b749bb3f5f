//! Gyges: rules against outside data and a second, slow generator; text; search results.

mod conformance;
mod data;
mod properties;
mod reference;
mod repetition;
mod rules;
mod search;
mod texts;
