//! Replays a game by the rules and the tables, and counts properties of its positions.

use plywright::Side;
use plywright::engine::{DynEngine, SetupError};
use plywright::tablebase::{Probed, Wdl};
use plywright_matches::analysis::chance_of;
use plywright_training::RecordedGame;

/// What one recorded game adds to a report: counts by the rules and by tables of exact values, and the winning chances
/// that its searches found. The position at the end of the game is left out.
#[derive(Default)]
pub(super) struct Replay {
    /// Number of legal moves before each ply.
    pub(super) legal_moves: Vec<usize>,
    /// Number of positions that a symmetry other than the identity maps to themselves.
    pub(super) symmetric: usize,
    /// First side's winning chance before each searched ply.
    pub(super) chances: Vec<f64>,
    /// Number of positions with a known exact value.
    pub(super) known: usize,
    /// Number of searched moves from positions in which all moves have known values.
    pub(super) judged: usize,
    /// Number of the `judged` moves that made the result worse.
    pub(super) worse: usize,
}

impl Replay {
    pub(super) fn of(game: &RecordedGame, engine: &dyn DynEngine) -> Result<Self, SetupError> {
        let mut line = engine.dyn_game().start();
        let mut replay = Self::default();
        let random = game.opening.iter().map(|text| (text, None));
        let searched = game.moves.iter().map(|mv| (&mv.text, Some(mv.logit)));
        for (text, logit) in random.chain(searched) {
            replay.legal_moves.push(line.moves().len());
            replay.symmetric += usize::from(line.own_symmetries() > 1);
            replay.chances.extend(logit.map(|logit| {
                let chance = chance_of(logit);
                if line.side() == Side::First { chance } else { 1.0 - chance }
            }));
            if let Some(probed) = engine.exact(&*line) {
                replay.compare(text, logit.is_some(), &probed);
            }
            line.replay(&[text])?;
        }
        Ok(replay)
    }

    /// Updates `known`, `judged` and `worse` with a position, its exact values `probed`, and the move `text` that was
    /// played in it.
    fn compare(&mut self, text: &str, is_searched: bool, probed: &Probed) {
        self.known += usize::from(probed.value.is_some());
        let values: Option<Vec<_>> =
            probed.moves.iter().map(|(mv, value)| Some((mv.as_str(), Wdl::from((*value)?)))).collect();
        let Some(values) = values.filter(|_| is_searched) else { return };
        // `Probed` lists the best move first.
        let best = values.first().map(|(_, value)| *value);
        let played = values.iter().find(|(mv, _)| *mv == text).map(|(_, value)| *value);
        self.judged += usize::from(played.is_some());
        self.worse += usize::from(played.is_some() && played != best);
    }
}
