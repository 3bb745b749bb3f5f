//! Statistics of self-play games.
//!
//! Each finished game is replayed once by the rules and the tables, which gives a [`Replay`]. The statistics are
//! computed from all replays at the end.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use plywright::Side;
use plywright::engine::{DynEngine, SetupError};
use plywright::tablebase::{Probed, Wdl};
use plywright_matches::analysis::chance_of;
use plywright_matches::record::GameResult;
use plywright_training::{GameSink, RecordedGame, SelfPlay, play_games};
use serde::Serialize;

use super::{MakeEngine, ReportError, ReportSettings};
use crate::interval::{Estimate, mean, median, ratio, share};

/// Minimum winning chance with which a side takes the lead.
const LEAD: f64 = 0.55;

/// Statistics of games between equal engines. Shares are from 0 to 1. Intervals treat the games as
/// independent.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GameFigures {
    /// Number of games.
    pub games: u64,
    /// Number of distinct games. Two games are distinct if they differ in at least one move.
    pub different_games: u64,
    /// First player's share of the points. A draw counts half.
    pub first_player_points: Option<Estimate>,
    /// Share of games that the first player won.
    pub first_player_wins: Option<Estimate>,
    /// Share of games that the second player won.
    pub second_player_wins: Option<Estimate>,
    /// Share of drawn games.
    pub draws: Option<Estimate>,
    /// Number of plies of each game, random moves included.
    pub length: Spread,
    /// `lengths[n]`: number of games of `n` plies.
    pub lengths: Vec<u64>,
    /// Number of legal moves, averaged over all positions.
    pub branching: Option<Estimate>,
    /// Number of legal moves before each ply, averaged over the games that reach the ply.
    pub branching_by_ply: Vec<Estimate>,
    /// Share of positions that equal their own image under a symmetry of the board other than the identity.
    pub symmetric_positions: Option<Estimate>,
    /// Plies at which the won games were decided; `None` if no game was won or the engines were weakened.
    pub decision: Option<Decision>,
    /// Comparison with exact values; `None` if no position of the games has a known value.
    pub exact: Option<ExactPlay>,
}

/// Distribution of a whole number over games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Spread {
    /// Mean; `None` without games.
    pub mean: Option<Estimate>,
    /// Median; `None` without games.
    pub median: Option<Estimate>,
    /// Minimum; 0 without games.
    pub min: u64,
    /// Maximum; 0 without games.
    pub max: u64,
}

/// Plies at which won games are decided. A side takes the lead when its winning chance is at least 55 %. The chance
/// comes from the search of the side to move. A side keeps the lead until the other side takes it. A game is decided at
/// the first searched position from which the winner leads until the end, or at the end if there is no such position.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Decision {
    /// Number of won games.
    pub games: u64,
    /// Number of plies before the game is decided.
    pub ply: Spread,
    /// Share of the game's plies that are played before the game is decided.
    pub share_of_length: Option<Estimate>,
    /// `by_ply[n]`: share of won games decided after at most `n` plies.
    pub by_ply: Vec<Estimate>,
    /// Number of times that the lead passes to the other side.
    pub lead_changes: Spread,
    /// Share of won games in which the lead never passes to the other side.
    pub without_lead_change: Option<Estimate>,
}

/// Comparison of games with the exact values of their positions.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ExactPlay {
    /// Share of positions with a known value.
    pub known_positions: Option<Estimate>,
    /// Share of searched moves that make the result worse. Only moves from positions in which all moves have
    /// known values count.
    pub worse_moves: Option<Estimate>,
}

/// Plays games and computes their figures. `level` limits the strength of `player`; `None` stands for full strength.
/// `replayer` must have the same rules. When `stop` is set, the figures cover the games finished by then.
pub(super) fn figures(
    settings: &ReportSettings,
    level: Option<u8>,
    player: &MakeEngine,
    replayer: &dyn DynEngine,
    stop: &AtomicBool,
    after_game: &mut dyn FnMut(),
) -> Result<GameFigures, ReportError> {
    if stop.load(Ordering::Relaxed) {
        return Ok(GameFigures::default());
    }
    let self_play = SelfPlay {
        games: settings.games,
        first: 0,
        nodes: settings.nodes,
        seed: settings.seed,
        opening: settings.opening,
        branches: 0.0,
        max_plies: settings.max_plies,
        to_the_end: true,
        concurrency: settings.concurrency,
        network: None,
        options: level.map(|level| ("SkillLevel".to_owned(), level.to_string())).into_iter().collect(),
    };
    let (mut games, mut failed) = (Vec::new(), None);
    play_games(&self_play, player, GameSink::default(), stop, &mut |game| {
        let number = game.number;
        match Replay::of(&game, replayer) {
            Ok(replay) => games.push((game, replay)),
            Err(error) => failed = Some(ReportError::Replay { number, error }),
        }
        after_game();
        let ends = failed.is_some() || stop.load(Ordering::Relaxed);
        if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    failed.map_or_else(|| Ok(GameFigures::of(&games, level.is_none())), Err)
}

/// Counts over the positions of one game, by the rules, the tables and the recorded searches.
#[derive(Default)]
struct Replay {
    /// Number of legal moves before each ply.
    legal_moves: Vec<usize>,
    /// Number of positions that equal their own image under a symmetry other than the identity. The last position of
    /// the game does not count.
    symmetric: usize,
    /// First side's winning chance before each searched ply.
    chances: Vec<f64>,
    /// Number of positions with a known exact value.
    known: usize,
    /// Number of searched moves from positions in which all moves have known values.
    judged: usize,
    /// Number of moves, among the `judged` ones, that made the result worse.
    worse: usize,
}

impl Replay {
    fn of(game: &RecordedGame, engine: &dyn DynEngine) -> Result<Self, SetupError> {
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

    /// Updates `known`, `judged` and `worse` with a position whose exact values are `probed`, and with the move `text`
    /// that was played in it.
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

impl Spread {
    fn of(values: &[f64]) -> Self {
        let fold = |with: fn(f64, f64) -> f64| values.iter().copied().reduce(with).unwrap_or(0.0);
        Self {
            mean: mean(values),
            median: median(values),
            min: fold(f64::min) as u64,
            max: fold(f64::max) as u64,
        }
    }
}

impl GameFigures {
    /// Computes the figures of games. With `has_chances`, they include [`Decision`]; set it only if the winning chances
    /// come from searches at full strength.
    fn of(games: &[(RecordedGame, Replay)], has_chances: bool) -> Self {
        let count = games.len() as u64;
        let mut wins = [0_u64; 2];
        let mut lines = HashSet::new();
        let (mut lengths, mut histogram) = (Vec::new(), Vec::new());
        // A pair for each game: a sum over its positions, and their number.
        let (mut legal_moves, mut symmetric) = (Vec::new(), Vec::new());
        // A list for each ply: the numbers of legal moves in the games that reached it.
        let mut legal_moves_by_ply: Vec<Vec<f64>> = Vec::new();
        for (game, replay) in games {
            if let GameResult::Win(winner) = game.result {
                wins[winner.index()] += 1;
            }
            lines.insert(texts_of(game));
            let length = replay.legal_moves.len();
            lengths.push(length as f64);
            if histogram.len() <= length {
                histogram.resize(length + 1, 0);
                legal_moves_by_ply.resize(length, Vec::new());
            }
            histogram[length] += 1;
            legal_moves.push((replay.legal_moves.iter().sum::<usize>() as f64, length as f64));
            symmetric.push((replay.symmetric as f64, length as f64));
            for (ply, moves) in replay.legal_moves.iter().enumerate() {
                legal_moves_by_ply[ply].push(*moves as f64);
            }
        }
        let [first, second] = wins.map(|won| won as f64);
        let drawn = count as f64 - first - second;
        Self {
            games: count,
            different_games: lines.len() as u64,
            first_player_points: share(first + drawn / 2.0, count),
            first_player_wins: share(first, count),
            second_player_wins: share(second, count),
            draws: share(drawn, count),
            length: Spread::of(&lengths),
            lengths: histogram,
            branching: ratio(&legal_moves),
            branching_by_ply: legal_moves_by_ply.iter().filter_map(|moves| mean(moves)).collect(),
            symmetric_positions: ratio(&symmetric),
            decision: if has_chances { Decision::of(games) } else { None },
            exact: ExactPlay::of(games),
        }
    }
}

fn texts_of(game: &RecordedGame) -> Vec<&str> {
    game.opening.iter().map(String::as_str).chain(game.moves.iter().map(|mv| mv.text.as_str())).collect()
}

/// Returns the first ply from which the winner leads until the end, and how often the lead passed from one side to the
/// other in the game. `chances` are the first side's winning chances before each ply from `start` on.
fn decision_of(chances: &[f64], start: usize, winner: Side) -> (usize, usize) {
    let (mut leader, mut ply, mut lead_changes) = (None, start, 0);
    for (index, chance) in chances.iter().enumerate() {
        let leads = match *chance {
            chance if chance >= LEAD => Some(Side::First),
            chance if chance <= 1.0 - LEAD => Some(Side::Second),
            _ => leader,
        };
        lead_changes += usize::from(leader.is_some() && leads != leader);
        if leads != Some(winner) {
            ply = start + index + 1;
        }
        leader = leads;
    }
    // The end of the game gives the lead to the winner, so a leading loser loses it there.
    lead_changes += usize::from(leader == Some(!winner));
    (ply, lead_changes)
}

impl Decision {
    fn of(games: &[(RecordedGame, Replay)]) -> Option<Self> {
        let (mut count, mut longest, mut without_lead_change) = (0, 0, 0);
        let (mut plies, mut shares, mut lead_changes) = (Vec::new(), Vec::new(), Vec::new());
        for (game, replay) in games {
            let GameResult::Win(winner) = game.result else { continue };
            let (ply, changes) = decision_of(&replay.chances, game.opening.len(), winner);
            let length = replay.legal_moves.len();
            count += 1;
            longest = longest.max(length);
            without_lead_change += u64::from(changes == 0);
            plies.push(ply as f64);
            shares.push(ply as f64 / length as f64);
            lead_changes.push(changes as f64);
        }
        if count == 0 {
            return None;
        }
        let mut by_ply = Vec::new();
        for ply in 0..=longest {
            let decided = plies.iter().filter(|decided| **decided <= ply as f64).count();
            by_ply.extend(share(decided as f64, count));
        }
        Some(Self {
            games: count,
            ply: Spread::of(&plies),
            share_of_length: mean(&shares),
            by_ply,
            lead_changes: Spread::of(&lead_changes),
            without_lead_change: share(without_lead_change as f64, count),
        })
    }
}

impl ExactPlay {
    fn of(games: &[(RecordedGame, Replay)]) -> Option<Self> {
        if games.iter().all(|(_, replay)| replay.known == 0) {
            return None;
        }
        let (mut known, mut worse) = (Vec::new(), Vec::new());
        for (_, replay) in games {
            known.push((replay.known as f64, replay.legal_moves.len() as f64));
            worse.push((replay.worse as f64, replay.judged as f64));
        }
        Some(Self { known_positions: ratio(&known), worse_moves: ratio(&worse) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_decided_when_the_winner_leads_for_good() {
        let decided = |chances: &[f64], winner| decision_of(chances, 2, winner);
        assert_eq!(decided(&[0.5, 0.9, 0.9], Side::First), (3, 0));
        assert_eq!(decided(&[0.9, 0.9, 0.9], Side::First), (2, 0));
        assert_eq!(decided(&[0.9, 0.1, 0.9], Side::First), (4, 2));
        assert_eq!(decided(&[0.9, 0.9, 0.9], Side::Second), (5, 1));
        // A lead that shrinks without passing to the other side is not a change of the lead.
        assert_eq!(decided(&[0.9, 0.46, 0.52], Side::First), (2, 0));
        assert_eq!(decided(&[0.5, 0.5, 0.5], Side::Second), (5, 0));
    }
}
