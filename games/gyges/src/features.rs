//! Network inputs: the pieces and, for each side, its active row (the row with pieces nearest to its player), the
//! pieces on that row (the starters), and an upper bound on what they reach. Each side has a perspective, which sees
//! the board from that player's edge. In the descriptions below, the side is the one whose perspective it is.

use std::sync::Arc;

use plywright::network::{FeatureSet, Features, Network, ShippedNetwork};
use plywright::{Side, shipped_file};

use crate::board::State;
use crate::eval::Reach;
use crate::game::Gyges;
use crate::square::{BOARD, SQUARES, Square, Squares, WIDTH, active_row, rows_before_active};

/// Feature set of Gyges: pieces, active rows, and the reach of both sides.
#[derive(Clone, Copy, Debug)]
pub struct PiecesAndReach;

const PIECES: usize = 3 * SQUARES;
/// First feature of the active rows: the side's row, then the opponent's.
const ROWS: usize = PIECES;
/// First feature of the pieces on the active rows, by side, rings and file.
const STARTERS: usize = ROWS + 2 * WIDTH;
/// First feature of the reached squares. The features are ordered by who reaches the square (only the side, only the
/// opponent, both), then by the content of the square (see [`CONTENTS`]), then by the square.
const REACHED: usize = STARTERS + 2 * 3 * WIDTH;
/// Number of possible contents of a square: nothing, or a piece with one, two or three rings.
const CONTENTS: usize = 4;
/// First of two features: whether the side reaches its target goal, and whether the opponent does.
const GOALS: usize = REACHED + 3 * CONTENTS * SQUARES;
/// First feature of the sums [`Reach::ends`]: [`ENDS_LEN`] features for the side, then as many for the opponent. A
/// feature stands for [`SUMS_PER_FEATURE`] successive sums. The last feature of the side or of the opponent also stands
/// for all greater sums.
const ENDS: usize = GOALS + 2;
const SUMS_PER_FEATURE: u32 = 4;
const ENDS_LEN: usize = 16;

impl Features<Gyges> for PiecesAndReach {
    const NAME: &'static str = "gyges-reach-2";
    const COUNT: usize = ENDS + 2 * ENDS_LEN;
    /// At most two features for each square: its piece, and the sides that reach it. At most nine for each
    /// side: its active row, six pieces on it, the goal, and the number of reached squares and pieces.
    const MAX_ACTIVE: usize = 2 * SQUARES + 2 * (1 + WIDTH + 1 + 1);

    #[inline]
    fn active(game: &Gyges, state: &State, perspectives: &mut [FeatureSet; 2]) {
        let reach = Reach::of_both(game, state);
        for (side, perspective) in Side::BOTH.into_iter().zip(perspectives) {
            insert(state, &reach, side, perspective);
        }
    }

    fn shipped(game: &Gyges) -> Option<Arc<Network>> {
        // The network was trained on games from the usual start, by rules under which a move may cross a
        // square twice.
        if game.rules.setup || game.rules.square_once { None } else { NETWORK.get() }
    }
}

static NETWORK: ShippedNetwork = ShippedNetwork::new(shipped_file!("../networks/gyges.net"));

/// Inserts into `set` the features that `side` sees. `reach` is indexed by side.
fn insert(state: &State, reach: &[Reach; 2], side: Side, set: &mut FeatureSet) {
    // From the second side's perspective the board is rotated by 180 degrees.
    let seen = |squares: Squares| {
        let bits = (squares & BOARD).bits();
        match side {
            Side::First => bits,
            Side::Second => bits.reverse_bits() >> (64 - SQUARES),
        }
    };
    let occupied = state.pieces.occupied();
    let of_rings = [1, 2, 3].map(|rings| state.pieces.with_rings(rings));
    for (kind, pieces) in of_rings.into_iter().enumerate() {
        set.insert_bits(kind * SQUARES, seen(pieces));
    }
    for (index, player) in [side, !side].into_iter().enumerate() {
        set.insert(ROWS + index * WIDTH + rows_before_active(occupied, player));
        for (kind, pieces) in of_rings.into_iter().enumerate() {
            let starters = seen(pieces & active_row(occupied, player));
            set.insert_bits(STARTERS + (index * 3 + kind) * WIDTH, files_of(starters));
        }
        let Reach { reached, ends } = reach[player.index()];
        set.insert_bits(GOALS + index, u64::from(reached.contains(Square::target_goal(player))));
        set.insert(ENDS + index * ENDS_LEN + ((ends / SUMS_PER_FEATURE) as usize).min(ENDS_LEN - 1));
    }
    let [own, other] = [side, !side].map(|player| reach[player.index()].reached);
    for (group, squares) in [own - other, other - own, own & other].into_iter().enumerate() {
        let by_content =
            [squares - occupied, squares & of_rings[0], squares & of_rings[1], squares & of_rings[2]];
        for (content, squares) in by_content.into_iter().enumerate() {
            set.insert_bits(REACHED + (group * CONTENTS + content) * SQUARES, seen(squares));
        }
    }
}

/// Returns the files, as bits 0 to 5, on which at least one of `squares` lies.
#[inline]
fn files_of(squares: u64) -> u64 {
    let folded = (0..WIDTH).fold(0, |files, row| files | squares >> (WIDTH * row));
    folded & ((1 << WIDTH) - 1)
}
