//! The evaluation's weights, in units of which 400 are one in the logarithm of the odds.

/// For the side to move.
pub(super) const TEMPO: i32 = 107;

/// By height and kind of square. On level 3 a worker stands only by some gods' powers; it is valued
/// as on level 2.
pub(super) const STANDING: [[i32; 6]; 4] = [
    [0, 70, 104, 142, 142, 178],
    [91, 255, 291, 343, 388, 379],
    [360, 511, 552, 642, 687, 740],
    [360, 511, 552, 642, 687, 740],
];

/// For a worker on each height: each free square next to it, by height, and whether no enemy or an
/// enemy is next to it.
pub(super) const AROUND: [[[i32; 2]; 4]; 4] = [
    [[-13, 18], [42, 60], [98, -51], [20, 62]],
    [[-19, -12], [38, 48], [188, 141], [36, 65]],
    [[-42, -47], [22, 13], [323, 273], [647, 517]],
    [[-42, -47], [22, 13], [323, 273], [647, 517]],
];
