//! When won games are decided, by the winning chances that the searches found.

use plywright::Side;
use plywright_matches::record::GameResult;
use plywright_training::RecordedGame;
use serde::Serialize;

use super::replay::Replay;
use super::spread::Spread;
use crate::interval::{Estimate, mean, share};

/// Minimum winning chance with which a side takes the lead.
const LEAD: f64 = 0.55;

/// Plies at which won games are decided. A side takes the lead when its winning chance, by the search of the side to
/// move, is at least 55 %, and keeps the lead until the other side takes it. A game is decided before the first
/// searched ply from which the winner leads until the end. Without such a ply, it is decided at the end.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Decision {
    /// Number of won games.
    pub games: u64,
    /// Number of plies before a won game is decided.
    pub ply: Spread,
    /// Share of the plies of a won game that are played before the game is decided.
    pub share_of_length: Option<Estimate>,
    /// `by_ply[n]`: share of won games decided after at most `n` plies.
    pub by_ply: Vec<Estimate>,
    /// Number of times that the lead passes to the other side in a won game.
    pub lead_changes: Spread,
    /// Share of won games in which the lead never passes to the other side.
    pub without_lead_change: Option<Estimate>,
}

/// Returns the number of plies before the winner leads for good (the length of the game if it never does), and how
/// often the lead passed from one side to the other. `chances` are the first side's winning chances before each ply
/// from `start` on.
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
    // A side that leads until the end but has not won loses the lead there.
    lead_changes += usize::from(leader == Some(!winner));
    (ply, lead_changes)
}

impl Decision {
    /// Computes the figures of the won games; `None` if no game was won.
    pub(super) fn of(games: &[(RecordedGame, Replay)]) -> Option<Self> {
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
