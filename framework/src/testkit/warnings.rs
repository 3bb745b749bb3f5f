//! Warnings: checks that a run could not make, and hints without effect. They do not fail the run.

use super::run::Run;
use crate::engine::Playable;
use crate::search::Eval;

const NO_PERFT: &str = "no perft counts from elsewhere were given, so a rule that is misread throughout goes \
                        unnoticed; add rows of position, depth and count from a published table or another \
                        program";
const CLASSES_UNUSED: &str = "`class` names moves that are not quiet, but the evaluation's \
                              `SearchParams` are full width and no search looks at them; switch \
                              `quiescence` on, or a technique that spares such moves";
const PASS_UNUSED: &str = "`pass` returns positions, but `null_move` of the evaluation's `SearchParams` is off \
                           and no search passes; switch it on, with `null_move_verification` where a side may \
                           be glad to pass";

pub(super) fn collect<G: Playable>(run: &mut Run<G>) {
    let params = run.game.eval().params();
    let warnings = [
        (run.report.perft_rows == 0, NO_PERFT),
        (run.names_classes && !params.looks_at_classes(), CLASSES_UNUSED),
        (run.names_passes && !params.null_move, PASS_UNUSED),
    ];
    run.report
        .warnings
        .extend(warnings.into_iter().filter(|(holds, _)| *holds).map(|(_, text)| text.to_owned()));
}
