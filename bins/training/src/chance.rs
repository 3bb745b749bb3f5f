//! Winning chances from logits, with the same bits on every machine, so that every machine trains the same network.

/// Converts the natural logarithm of odds to a probability, from 0 to 1.
pub(crate) fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + exponential(-logit))
}

/// Returns e to the power of `x`, which is first limited to -80..=80. Replaces `f32::exp`, whose last digits differ
/// between systems.
fn exponential(x: f32) -> f32 {
    let x = x.clamp(-80.0, 80.0);
    // `x` is twos * ln 2 + rest, where |rest| is at most ln 2 / 2. The power of `rest` comes from the Taylor series,
    // and the power of two from the exponent bits of a float.
    let twos = (x * std::f32::consts::LOG2_E).round();
    let rest = f64::from(x) - f64::from(twos) * std::f64::consts::LN_2;
    let series = (1..=9).rev().fold(1.0, |sum, n| 1.0 + sum * rest / f64::from(n));
    let power = f32::from_bits(((twos as i32 + 127) as u32) << 23);
    (series * f64::from(power)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponential_agrees_with_the_standard_library() {
        for step in -8_000_i16..=8_000 {
            let x = f32::from(step) / 100.0;
            let (found, expected) = (f64::from(exponential(x)), f64::from(x).exp());
            assert!((found / expected - 1.0).abs() < 1e-6, "e^{x} is {expected}, found {found}");
        }
    }
}
