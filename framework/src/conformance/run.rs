//! A run under way: what the checks share.

use super::keys::Keys;
use super::report::Report;
use super::setup::Setup;
use crate::playable::Playable;
use crate::search::Rng;
use crate::side::Side;

/// Whether a game names winning moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WinsNamed {
    /// A winning move was named.
    pub(super) named: bool,
    /// One was there and not named.
    pub(super) missed: bool,
}

/// The game, how to check it, and what was found so far.
pub(super) struct Run<'a, G: Playable> {
    pub(super) game: &'a G,
    pub(super) setup: &'a Setup<'a, G>,
    pub(super) rng: Rng,
    pub(super) report: Report,
    pub(super) keys: Keys<G>,
    /// Legal moves of earlier positions, to be offered to others.
    pub(super) moves: Vec<G::Move>,
    /// Positions drawn evenly from the games.
    pub(super) sample: Vec<G::State>,
    /// Positions some moves before a game was won, with the winner.
    pub(super) decided: Vec<(G::State, Side)>,
    pub(super) wins_named: WinsNamed,
    /// A move was not quiet.
    pub(super) names_classes: bool,
    /// A position after a pass was given.
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
