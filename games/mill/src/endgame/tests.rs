//! The fast path against the rules.
