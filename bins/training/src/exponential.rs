//! The logistic function, computed by sums, products and quotients only. Results are therefore equal on every
//! machine: the last digits of a library's exponential differ between machines, and with them the trained
//! weights would.

/// Returns e to the power of `x`, within a few units in the last place for `x` in -80..=80. Larger values
/// count as 80, smaller ones as -80.
pub(crate) fn exponential(x: f32) -> f32 {
    let x = x.clamp(-80.0, 80.0);
    // x = twos * ln 2 + rest, and the absolute value of the rest is at most ln 2 / 2.
    let twos = (x * std::f32::consts::LOG2_E).round();
    let rest = f64::from(x) - f64::from(twos) * std::f64::consts::LN_2;
    let series = (1..=9).rev().fold(1.0, |sum, n| 1.0 + sum * rest / f64::from(n));
    let power = f32::from_bits(((twos as i32 + 127) as u32) << 23);
    (series * f64::from(power)) as f32
}

/// Converts a natural logarithm of odds to a probability.
pub(crate) fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + exponential(-logit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_exponential() {
        for step in -8_000_i16..=8_000 {
            let x = f32::from(step) / 100.0;
            let (found, expected) = (f64::from(exponential(x)), f64::from(x).exp());
            assert!((found / expected - 1.0).abs() < 1e-6, "e^{x} is {expected}, found {found}");
        }
    }
}
