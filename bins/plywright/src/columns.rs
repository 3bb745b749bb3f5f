//! Tables on standard output. In a terminal they are for a person: shares have the sign `%`, and large counts have
//! commas. In a file or a pipe they are data for a program: numbers stand alone, and tabs separate the columns.

use std::io::{self, IsTerminal};

use indicatif::HumanCount;
use plywright_matches::stats::wilson;

/// Form of the tables on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// For a person.
    Aligned,
    /// For another program.
    Data,
}

impl Columns {
    /// Returns the form for standard output: aligned in a terminal, otherwise data.
    pub fn of_output() -> Self {
        if io::stdout().is_terminal() { Self::Aligned } else { Self::Data }
    }

    pub fn is_data(self) -> bool {
        self == Self::Data
    }

    /// Formats a count. For a person, it has commas between groups of three digits.
    pub fn count(self, number: u64) -> String {
        if self.is_data() { number.to_string() } else { HumanCount(number).to_string() }
    }

    /// Formats a share from 0 to 1 as a percentage: with one decimal in data, rounded to a whole number for a person.
    pub fn percent(self, share: f64) -> String {
        let percent = 100.0 * share;
        if self.is_data() { format!("{percent:.1}") } else { format!("{percent:.0} %") }
    }

    /// Formats `count` out of `all` as a percentage, with the bounds of Wilson's 95 % confidence interval. In data,
    /// these are three columns.
    pub fn share(self, count: u64, all: u64) -> String {
        let share = count as f64 * 100.0 / all.max(1) as f64;
        let [low, high] = wilson(count, all).map(|share| share * 100.0);
        if self.is_data() {
            format!("{share:.2}\t{low:.2}\t{high:.2}")
        } else {
            format!("{share:.2} % ({low:.2} to {high:.2})")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_and_signs_for_a_person_and_stand_alone_in_data() {
        let [person, data] = [Columns::Aligned, Columns::Data];
        assert_eq!(
            [0, 999, 1_000, 1_720_800_000].map(|n| person.count(n)),
            ["0", "999", "1,000", "1,720,800,000"]
        );
        assert_eq!(data.count(1_720_800_000), "1720800000");
        assert_eq!([person, data].map(|columns| columns.percent(0.8294)), ["83 %", "82.9"]);
    }
}
