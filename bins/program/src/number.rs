//! Integers on the command line.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

/// Returns a parser of integers within `range`. Its errors give the range in words.
pub fn whole<T: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<T> + Clone,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Bound::Included(least), Bound::Included(greatest)) => {
                format!("expected a whole number from {least} to {greatest}")
            }
            (Bound::Included(least), _) => format!("expected a whole number of at least {least}"),
            _ => "expected a whole number".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn a_wrong_number_is_answered_with_the_range_in_words() {
        assert_eq!(whole(0..=60)("60"), Ok(60_u32));
        for text in ["61", "-1", "1e9", "0x3", "", "99999999999999999999"] {
            assert_eq!(
                whole(0..=60_u32)(text),
                Err("expected a whole number from 0 to 60".to_owned()),
                "{text}"
            );
        }
        assert_eq!(whole(1_u64..)("0"), Err("expected a whole number of at least 1".to_owned()));
    }
}
