//! Connect four.
