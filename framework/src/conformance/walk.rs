//! Random games: every position on the way is checked, and some are kept for the checks that follow.

use std::collections::HashMap;

use super::Run;
use super::report::{Check, Failure};
use super::site::Site;
use crate::game::{Ending, Game, Moves, State};
use crate::history::History;
use crate::key::Key;
use crate::playable::Playable;

/// Positions kept in the sample.
const SAMPLE: usize = 512;
/// Decided positions kept.
const DECIDED: usize = 4_000;
/// Decided positions are taken up to so many moves before the end.
const BEFORE_THE_END: usize = 8;
/// Positions visited in the search for a way back over an irreversible move.
const WAY_BACK: usize = 2_000;

impl<G: Playable> Run<'_, G> {
    pub(super) fn play_games(&mut self) -> Result<(), Failure> {
        let starts = self.starts();
        for number in 0..self.setup.games {
            let start = if number % 2 == 0 { 0 } else { self.generator.below(starts.len()) };
            self.play_game(starts[start].clone())?;
            self.report.games += 1;
        }
        Ok(())
    }

    fn play_game(&mut self, mut state: G::State) -> Result<(), Failure> {
        let mut history = History::new(state.key(), self.game.quiet_moves(&state));
        let mut earlier: Vec<G::State> = Vec::new();
        let mut first_seen: HashMap<Key, usize> = HashMap::new();
        // Positions before this number must not come back.
        let mut gone = 0;
        loop {
            let moves = self.visit(&state)?;
            let site = Site::new(self.game, &state);
            if let Some(number) = first_seen.get(&state.key()).filter(|number| **number < gone) {
                let found = format!("it {} moves after it had been left for good", earlier.len() - number);
                return Err(site.failure(Check::Irreversible, "no earlier position", found));
            }
            if moves.is_empty() || history.is_drawn(self.game.draw_rules(&state)) {
                break;
            }
            if earlier.len() >= self.setup.longest_game {
                let expected = format!("an end within {} moves", self.setup.longest_game);
                return Err(site.failure(Check::GameLength, expected, "none"));
            }
            let mv = moves[self.generator.below(moves.len())];
            let irreversible =
                site.guard(Check::Irreversible, |site| Ok(site.game.irreversible(site.state, mv)))?;
            let next = site.after(mv);
            if irreversible {
                gone = earlier.len() + 1;
                if self.generator.below(8) == 0 {
                    site.check_no_way_back(&next, mv)?;
                }
            }
            first_seen.entry(state.key()).or_insert(earlier.len());
            history.push(next.key(), irreversible);
            earlier.push(std::mem::replace(&mut state, next));
        }
        self.report.longest_game = self.report.longest_game.max(earlier.len());
        if let Some(Ending::Win(winner)) = self.game.ending(&state) {
            let back = 1 + self.generator.below(BEFORE_THE_END);
            if back <= earlier.len() && self.decided.len() < DECIDED {
                self.decided.push((earlier.swap_remove(earlier.len() - back), winner));
            }
        }
        Ok(())
    }

    /// Checks one position and gives its moves.
    fn visit(&mut self, state: &G::State) -> Result<Moves<G::Move>, Failure> {
        let site = Site::new(self.game, state);
        let moves = site.check_list()?;
        self.check_legality(site, &moves)?;
        if !moves.is_empty() {
            site.check_tactical(&moves)?;
            site.check_tactical_line(&mut self.generator)?;
        }
        self.check_foresight(site, &moves)?;
        site.check_position_text()?;
        site.check_move_texts(&moves, &mut self.generator)?;
        site.check_play(&moves, &mut self.generator)?;
        self.keys.check(site)?;
        if let Some(passed) = site.guard(Check::Keys, |site| Ok(passed(site.game, site.state, &moves)))? {
            self.keys.check(Site::new(self.game, &passed))?;
        }
        site.check_transposition(&moves, &mut self.generator)?;
        self.report.most_moves = self.report.most_moves.max(moves.len());
        self.keep(state);
        Ok(moves)
    }

    /// Every position met has the same chance of being in the sample at the end.
    fn keep(&mut self, state: &G::State) {
        self.report.positions += 1;
        if self.sample.len() < SAMPLE {
            self.sample.push(state.clone());
        } else {
            let place = self.generator.below(self.report.positions);
            if place < SAMPLE {
                self.sample[place] = state.clone();
            }
        }
    }
}

/// The position after a pass, while the game is on.
fn passed<G: Game>(game: &G, state: &G::State, moves: &[G::Move]) -> Option<G::State> {
    if moves.is_empty() { None } else { game.pass(state) }
}

impl<G: Playable> Site<'_, G> {
    /// Looks for a way back to this position after a move that is said to allow none.
    fn check_no_way_back(self, next: &G::State, mv: G::Move) -> Result<(), Failure> {
        self.guard(Check::Irreversible, |site| {
            let mut level = vec![next.clone()];
            let mut visited = 0;
            while !level.is_empty() {
                let mut deeper = Vec::new();
                for state in &level {
                    for mv in Site::new(site.game, state).moves() {
                        let child = Site::new(site.game, state).after(mv);
                        visited += 1;
                        if child == *site.state {
                            return Err(site.failure_of(Check::Irreversible, mv, "no way back", "one"));
                        }
                        if visited > WAY_BACK {
                            return Ok(());
                        }
                        deeper.push(child);
                    }
                }
                level = deeper;
            }
            Ok(())
        })
        .map_err(|failure| Failure { mv: Some(format!("{mv:?}")), ..failure })
    }
}
