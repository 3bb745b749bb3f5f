//! Perft counts that report their progress.

use plywright::{Game, Perft};

use crate::take_away::THREE;

#[test]
fn a_stopped_count_reports_no_progress() {
    let mut shares = Vec::new();
    let mut progress = |share| shares.push(share);
    let count = Perft::default().count_with_progress(&THREE, &THREE.start(), 4, &|| true, &mut progress);
    assert_eq!((count, shares), (None, vec![]));
}
