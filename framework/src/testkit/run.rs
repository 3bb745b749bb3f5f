//! A run in progress: the state that the checks share.

use super::keys::Keys;
use super::report::Report;
use super::setup::Setup;
use crate::engine::Playable;
use crate::rules::Side;
use crate::search::Rng;

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
    pub(super) setup: &'a Setup<'a, G>,
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
    pub(super) fn new(setup: &'a Setup<'a, G>) -> Self {
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
}
