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
                           and no search passes; switch it on, with `null_move_verification` where a side may \
                           be glad to pass";

/// Usual size of a move list. Longer lists get fewer checks, which would otherwise take most of the time.
const USUAL: usize = 64;

/// The checks of a game. The default amount takes seconds.
#[derive(Clone, Debug)]
pub struct Conformance<'a, G> {
    pub(super) game: &'a G,
    pub(super) perft_tables: Vec<&'a str>,
    pub(super) ending_tables: Vec<&'a str>,
    pub(super) games: usize,
    pub(super) longest_game: usize,
    pub(super) texts: usize,
    pub(super) searches: usize,
    pub(super) search_nodes: u64,
    pub(super) shortest_cycle: u16,
    pub(super) seed: u64,
}

/// Whether a game returns winning moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WinsNamed {
    /// `winning_move` returned a move.
    pub(super) named: bool,
    /// `winning_move` returned none where there was one.
    pub(super) missed: bool,
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
    pub(super) wins_named: WinsNamed,
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
            wins_named: WinsNamed::default(),
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
