//! The state that the checks of one run share, the warnings that follow from it, and the number of moves that a check
//! tries.

use super::conformance::Conformance;
use super::keys::Keys;
use super::kinds::Seen;
use super::report::Report;
use crate::game::Playable;
use crate::rules::Side;
use crate::search::{Eval, Rng};

const NO_PERFT: &str = "no perft counts from elsewhere were given, so a misunderstood rule goes \
                        unnoticed; add rows of position, depth and count from a published table or another \
                        program";
const NO_ENDINGS: &str = "no known endings were given, so a wrong winner goes unnoticed; add rows of a position \
                          and first, second, draw, open or a margin";
const NO_GAMES: &str = "the game has draw rules, but no known ending was given with moves; add rows of a position, \
                        moves and a result, such as a repetition";
const CLASSES_UNUSED: &str = "`class` names moves that are not quiet, but the evaluation's \
                              `SearchParams` enable no technique that uses classes; switch \
                              `quiescence`, late move reductions or pruning on";
const PASS_UNUSED: &str = "`pass` returns positions, but `null_move` of the evaluation's `SearchParams` is off \
                           and no search passes; switch it on, unless zugzwang is common";

/// Number of legal moves up to which a check tries its full number of moves. With more legal moves, a check tries fewer
/// of them, in inverse proportion, to save time.
const USUAL: usize = 64;

/// One run of the test kit: its settings, its report so far, and what its checks have seen.
pub(super) struct Run<'a, G: Playable> {
    pub(super) game: &'a G,
    pub(super) setup: &'a Conformance<'a, G>,
    pub(super) rng: Rng,
    pub(super) report: Report,
    pub(super) keys: Keys<G>,
    /// Legal moves of earlier positions, for the check of `is_legal`.
    pub(super) moves: Vec<G::Move>,
    /// Uniform random sample of the positions in the random games.
    pub(super) sample: Vec<G::State>,
    /// Positions shortly before the end of random games that a side won, each with the winner.
    pub(super) decided: Vec<(G::State, Side)>,
    /// The kinds of moves and pieces in the first random games.
    pub(super) seen: Seen,
    /// Number of reported threats that were checked by playing moves; 0 in a game with passes.
    pub(super) checked_threats: usize,
    /// Number of the `checked_threats` in which one of the moves let the opponent win at once.
    pub(super) confirmed_threats: usize,
    /// Whether `winning_move` has returned a move.
    pub(super) names_wins: bool,
    /// The first position with a winning move in which `winning_move` returned `None`, and this move.
    pub(super) missed_win: Option<(G::State, G::Move)>,
    /// Whether `class` has returned a class other than quiet.
    pub(super) names_classes: bool,
    /// Whether `pass` has returned a position.
    pub(super) names_passes: bool,
    /// Whether `draw_rules` has returned a rule.
    pub(super) has_draw_rules: bool,
    /// Whether a row of the known endings has moves.
    pub(super) knows_games: bool,
}

impl<'a, G: Playable> Run<'a, G> {
    pub(super) fn new(setup: &'a Conformance<'a, G>) -> Self {
        Self {
            game: setup.game,
            setup,
            rng: Rng::new(setup.seed),
            report: Report::default(),
            keys: Keys::new(),
            moves: Vec::new(),
            sample: Vec::new(),
            decided: Vec::new(),
            seen: Seen::default(),
            checked_threats: 0,
            confirmed_threats: 0,
            names_wins: false,
            missed_win: None,
            names_classes: false,
            names_passes: false,
            has_draw_rules: false,
            knows_games: false,
        }
    }

    pub(super) fn finish(mut self) -> Report {
        let params = self.game.eval().params();
        let warnings = [
            (self.report.perft_rows == 0, NO_PERFT),
            (self.report.known_endings == 0, NO_ENDINGS),
            (self.has_draw_rules && !self.knows_games, NO_GAMES),
            (self.names_classes && !params.looks_at_classes(), CLASSES_UNUSED),
            (self.names_passes && !params.null_move, PASS_UNUSED),
        ];
        let holding = warnings.into_iter().filter(|(holds, _)| *holds);
        self.report.warnings.extend(holding.map(|(_, text)| text.to_owned()));
        self.report
    }
}

/// Returns the number of moves that a check tries in a position with `moves` legal moves: `usual` for up to [`USUAL`]
/// moves, and less in inverse proportion for more, but at least 1.
pub(super) fn amount(usual: usize, moves: usize) -> usize {
    (usual * USUAL / moves.max(USUAL)).max(1)
}

/// Returns all items if there are at most `max`, otherwise `max` items drawn at random with replacement.
pub(super) fn pick<T: Copy>(items: &[T], max: usize, rng: &mut Rng) -> Vec<T> {
    if items.len() <= max {
        items.to_vec()
    } else {
        (0..max).map(|_| items[rng.below(items.len())]).collect()
    }
}
