//! Statistics of self-play games.
//!
//! Each finished game is replayed once by the rules and the tables, which gives a [`Replay`]. The statistics are
//! computed from all replays at the end.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use plywright::engine::DynEngine;
use plywright_matches::record::GameResult;
use plywright_training::{GameSink, RecordedGame, SelfPlay, play_games};
use serde::Serialize;

use super::decision::Decision;
use super::replay::Replay;
use super::spread::Spread;
use super::{MakeEngine, ReportError, ReportSettings};
use crate::interval::{Estimate, mean, ratio, share};

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
    /// Number of legal moves, averaged over all positions in which a move was played.
    pub branching: Option<Estimate>,
    /// Number of legal moves before each ply, averaged over the games that reach the ply.
    pub branching_by_ply: Vec<Estimate>,
    /// Share of positions that a symmetry of the board, other than the identity, maps to themselves.
    pub symmetric_positions: Option<Estimate>,
    /// Plies at which the won games were decided; `None` if no game was won or the engines were weakened.
    pub decision: Option<Decision>,
    /// Comparison with exact values; `None` if no position of the games has a known value.
    pub exact: Option<ExactPlay>,
}

/// Comparison of games with the exact values of their positions.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ExactPlay {
    /// Share of positions with a known value.
    pub known_positions: Option<Estimate>,
    /// Share of searched moves that make the result worse. A move counts only if all moves of its position have known
    /// values.
    pub worse_moves: Option<Estimate>,
}

/// Plays games and computes their figures. Calls `after_game` after each game. `level` limits the strength of `player`;
/// `None` stands for full strength. `replayer` must have the same rules. When `stop` is set, leaves out unfinished
/// games and finished games that wait for one with a lower number.
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

impl GameFigures {
    /// Computes the figures of games. `has_chances` says that the winning chances come from searches at full strength;
    /// without such chances, the figures have no [`Decision`].
    fn of(games: &[(RecordedGame, Replay)], has_chances: bool) -> Self {
        let count = games.len() as u64;
        let mut wins = [0_u64; 2];
        let mut lines = HashSet::new();
        let (mut lengths, mut histogram) = (Vec::new(), Vec::new());
        // For each game, the sum over its positions and the number of its positions.
        let (mut legal_moves, mut symmetric) = (Vec::new(), Vec::new());
        // For each ply, the numbers of legal moves in all games that reached the ply.
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
