//! Weights of the evaluation; 400 units equal 1 in the log odds.

/// Bonus for the side to move.
pub(super) const TEMPO: i32 = 107;

/// Value of a worker by its height and kind of square. Some gods let a worker stand on level 3; it counts as
/// on level 2.
pub(super) const STANDING: [[i32; 6]; 4] = [
    [0, 70, 104, 142, 142, 178],
    [91, 255, 291, 343, 388, 379],
    [360, 511, 552, 642, 687, 740],
    [360, 511, 552, 642, 687, 740],
];

/// Value of each free square next to a worker: by the worker's height, the square's height, and whether an
/// enemy is next to the square.
pub(super) const AROUND: [[[i32; 2]; 4]; 4] = [
    [[-13, 18], [42, 60], [98, -51], [20, 62]],
    [[-19, -12], [38, 48], [188, 141], [36, 65]],
    [[-42, -47], [22, 13], [323, 273], [647, 517]],
    [[-42, -47], [22, 13], [323, 273], [647, 517]],
];
