//! Limits of a search that are set as options and hold for all later searches. In the Universal Gyges Interface, `go`
//! has no arguments, so there is no other way to limit a search.

use std::time::Duration;

use plywright::engine::Go;
use plywright::{Depth, OptionSpec};

use crate::command::InputError;

/// Maximum of the time limit in seconds: one year. A larger value counts as this one.
const MAX_SECONDS: f64 = 365.0 * 24.0 * 3600.0;
const PLY: &str = "maxPly";
const TIME: &str = "maxTime";
const NODES: &str = "maxNodes";

/// Maximum depth, time and number of nodes of a search, as set by options; `None` for no limit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OptionLimits {
    depth: Option<Depth>,
    time: Option<Duration>,
    nodes: Option<u64>,
}

impl OptionLimits {
    /// Returns the options that set the limits, for the answer to the handshake. The value 0 means no limit.
    pub(super) fn options() -> [OptionSpec; 3] {
        [
            OptionSpec::spin(PLY, 0, 0, Depth::MAX.0.into()),
            OptionSpec::spin(TIME, 0, 0, MAX_SECONDS as i64),
            OptionSpec::spin(NODES, 0, 0, i64::MAX),
        ]
    }

    /// Sets the limit `name` to `value`; 0 removes the limit. The name is case-insensitive and may contain underscores.
    /// Times are in seconds and may have a fraction. Returns `None` if `name` is not a limit, and an error, without a
    /// change, if `value` is not valid.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Option<Result<(), InputError>> {
        let name = name.replace('_', "");
        let known = [PLY, TIME, NODES].into_iter().find(|known| known.eq_ignore_ascii_case(&name))?;
        let fits = |number: &f64| {
            (0.0..=i64::MAX as f64).contains(number) && (known == TIME || number.fract() == 0.0)
        };
        let number = value.trim().parse().ok().filter(fits);
        let Some(number) = number else {
            let expected = if known == TIME { "a number of seconds" } else { "a whole number, at least 0" };
            return Some(Err(InputError::argument("setoption", known, value, expected)));
        };
        let limit = (number > 0.0).then_some(number);
        match known {
            PLY => self.depth = limit.map(|plies| Depth::saturating_from(plies as u64)),
            TIME => self.time = limit.map(|seconds| Duration::from_secs_f64(seconds.min(MAX_SECONDS))),
            _ => self.nodes = limit.map(|nodes| nodes as u64),
        }
        Some(Ok(()))
    }

    /// Adds the limits set as options to a search. If a search has two limits of one kind, the lower one holds. An
    /// infinite search stays infinite, and the time limit does not apply to a search with clocks.
    pub(super) fn narrow(self, go: &mut Go) {
        if go.infinite {
            return;
        }
        // Depth 0 means no limit.
        go.depth = go.depth.filter(|depth| depth.0 > 0).into_iter().chain(self.depth).min();
        go.nodes = go.nodes.into_iter().chain(self.nodes).min();
        if go.clocks.iter().all(Option::is_none) {
            go.move_time = go.move_time.into_iter().chain(self.time).min();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(settings: &[(&str, &str)]) -> OptionLimits {
        let mut found = OptionLimits::default();
        for (name, value) in settings {
            assert_eq!(found.set(name, value), Some(Ok(())), "{name}");
        }
        found
    }

    #[test]
    fn names_are_read_in_any_case_and_values_as_numbers() {
        let mut go = Go::default();
        limits(&[("MAXPLY", "7"), ("max_time", "0.5"), ("maxnodes", "99.0")]).narrow(&mut go);
        let expected = Go {
            depth: Some(Depth(7)),
            move_time: Some(Duration::from_millis(500)),
            nodes: Some(99),
            ..Go::default()
        };
        assert_eq!(go, expected);
    }

    #[test]
    fn only_valid_values_of_the_three_limits_are_taken() {
        for value in ["", "x", "-1", "2.5", "nan", "inf", "1e300"] {
            assert!(matches!(OptionLimits::default().set("maxPly", value), Some(Err(_))), "{value}");
        }
        assert_eq!(OptionLimits::default().set("Hash", "1"), None);
    }

    #[test]
    fn the_tighter_limit_holds_and_zero_is_none() {
        let mut go = Go { depth: Some(Depth(9)), nodes: Some(5), ..Go::default() };
        limits(&[("maxPly", "7"), ("maxNodes", "10"), ("maxTime", "3"), ("maxTime", "0")]).narrow(&mut go);
        assert_eq!(go, Go { depth: Some(Depth(7)), nodes: Some(5), ..Go::default() });
        let mut endless = Go { infinite: true, ..Go::default() };
        limits(&[("maxPly", "7")]).narrow(&mut endless);
        assert_eq!(endless.depth, None);
    }
}
