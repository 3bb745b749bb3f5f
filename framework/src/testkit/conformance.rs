//! A run in progress: its settings, and the state that the checks share.

use super::keys::Keys;
use super::report::Report;
use crate::engine::Playable;
use crate::rules::Side;
use crate::search::{Eval, Rng};

const NO_PERFT: &str = "no perft counts from elsewhere were given, so a rule that is misread throughout goes \
                        unnoticed; add rows of position, depth and count from a published table or another \
                        program";
const CLASSES_UNUSED: &str = "`class` names moves that are not quiet, but the evaluation's \
                              `SearchParams` are full width and no search looks at them; switch \
                              `quiescence` on, or a technique that spares such moves";
const PASS_UNUSED: &str = "`pass` returns positions, but `null_move` of the evaluation's `SearchParams` is off \
                           and no search passes; switch it on, unless a side may often be glad to pass";

/// Usual size of a move list. Longer lists get fewer checks, which would otherwise take most of the time.
const USUAL: usize = 64;

/// The checks of a game and their amount. The default amount of [`Conformance::new`] takes seconds.
#[derive(Clone, Debug)]
pub struct Conformance<'a, G> {
    /// The game.
    pub game: &'a G,
    /// Perft counts: lines of position, depth and count, separated by tabs. Empty lines and lines that begin with
    /// `#` are skipped. Random games also start at these positions.
    pub perft_table: &'a str,
    /// Known endings: lines of a position and its ending, separated by a tab. The ending is `first` or `second`
    /// for a win of that side, `draw`, `open` if the game goes on, or the first side's margin in units of the
    /// evaluation. Empty lines and lines that begin with `#` are skipped.
    pub known_endings: &'a str,
    /// Number of random games.
    pub games: usize,
    /// Number of moves after which a random game counts as endless.
    pub longest_game: usize,
    /// Number of mutated texts for the parsers.
    pub texts: usize,
    /// Number of positions in which the searches are compared; 0 skips the comparison.
    pub searches: usize,
    /// Number of nodes of plain minimax, which determines the depth of the searches.
    pub search_nodes: u64,
    /// Minimum number of moves after which a position can recur: usually 4, two by each side.
    pub shortest_cycle: u16,
    /// Seed of all random choices.
    pub seed: u64,
}

/// The game, the setup, and the results so far.
pub(super) struct Run<'a, G: Playable> {
    pub(super) game: &'a G,
    pub(super) setup: &'a Conformance<'a, G>,
    pub(super) rng: Rng,
    pub(super) report: Report,
    pub(super) keys: Keys<G>,
    /// Legal moves of earlier positions, for the legality check of others.
    pub(super) moves: Vec<G::Move>,
    /// Uniform sample of the positions of the random games.
    pub(super) sample: Vec<G::State>,
    /// Positions shortly before a game was won, with the winner.
    pub(super) decided: Vec<(G::State, Side)>,
    /// Whether `winning_move` returned a move, and whether it returned none where there was one.
    pub(super) names_wins: bool,
    pub(super) misses_wins: bool,
    /// Whether any move was not quiet.
    pub(super) names_classes: bool,
    /// Whether `pass` returned a position.
    pub(super) names_passes: bool,
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
            names_wins: false,
            misses_wins: false,
            names_classes: false,
            names_passes: false,
        }
    }

    /// Returns the report, with warnings about checks that the run could not make and hints without effect.
    pub(super) fn finish(mut self) -> Report {
        let params = self.game.eval().params();
        let warnings = [
            (self.report.perft_rows == 0, NO_PERFT),
            (self.names_classes && !params.looks_at_classes(), CLASSES_UNUSED),
            (self.names_passes && !params.null_move, PASS_UNUSED),
        ];
        let holding = warnings.into_iter().filter(|(holds, _)| *holds);
        self.report.warnings.extend(holding.map(|(_, text)| text.to_owned()));
        self.report
    }
}

/// Scales the number of checks for a list of usual size to a list of `moves`.
pub(super) fn amount(usual: usize, moves: usize) -> usize {
    (usual * USUAL / moves.max(USUAL)).max(1)
}

/// Picks at most `most` random items; all if there are not more.
pub(super) fn pick<T: Copy>(items: &[T], most: usize, rng: &mut Rng) -> Vec<T> {
    if items.len() <= most {
        items.to_vec()
    } else {
        (0..most).map(|_| items[rng.below(items.len())]).collect()
    }
}
