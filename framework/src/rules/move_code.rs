//! Packs a move that consists of several numbers into a dense code.

/// Packs the parts of a move, such as the squares that a piece leaves and reaches, into a
/// [`Move::code`](crate::Move::code). The array holds a size for each part; the part must be below its size. The
/// product of the sizes must be at most `u32::MAX`, because a code has 32 bits and the greatest code is reserved.
///
/// History tables use only the low 12 bits of a code, so the parts that matter most should come first.
///
/// ```
/// use plywright::MoveCode;
/// // A piece moves from one of 50 squares to another, in one of 8 ways.
/// const CODE: MoveCode<3> = MoveCode([50, 50, 8]);
/// assert_eq!(CODE.join([31, 27, 1]), 31 + 50 * 27 + 2_500);
/// assert_eq!(CODE.split(3_881), Some([31, 27, 1]));
/// assert_eq!(CODE.split(50 * 50 * 8), None);
/// // A part far above its size overflows the code, but gives some code.
/// assert_eq!(CODE.join([31, u32::MAX, 1]), 2_481);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCode<const PARTS: usize>(pub [u32; PARTS]);

impl<const PARTS: usize> MoveCode<PARTS> {
    /// Returns the code of a move. The first part is the lowest digit of the code. A part that is not below its size
    /// gives the code of another move, or a code that no move has.
    #[inline]
    pub const fn join(self, parts: [u32; PARTS]) -> u32 {
        let (mut code, mut part) = (0_u32, PARTS);
        while part > 0 {
            part -= 1;
            code = code.wrapping_mul(self.0[part]).wrapping_add(parts[part]);
        }
        code
    }

    /// Returns the parts of a code; `None` if the code is too great for these sizes.
    #[inline]
    pub const fn split(self, code: u32) -> Option<[u32; PARTS]> {
        let (mut rest, mut parts, mut part) = (code, [0; PARTS], 0);
        while part < PARTS {
            parts[part] = rest % self.0[part];
            rest /= self.0[part];
            part += 1;
        }
        if rest == 0 { Some(parts) } else { None }
    }
}
