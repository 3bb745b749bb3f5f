//! A duel: one opening played twice, each player once on each side.

use std::sync::atomic::{AtomicBool, Ordering};

use plywright::engine::{DynEngine, Go, Outcome, Setup, TaskEvent};
use plywright::search::Rng;
use plywright::{Key, Side};

use super::plan::{Plan, Player};
use crate::failure::Failure;

/// Attempts to find an opening after which the game is still on.
const ATTEMPTS: u64 = 1000;
const SEED_OPTION: &str = "Seed";

/// How a game ended for the first player of its pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// It has won.
    Win,
    /// Nobody has.
    Draw,
    /// The game was still on when it had lasted too long.
    Unfinished,
    /// The other player has won.
    Loss,
}

/// The results of both games.
pub type Results = [GameResult; 2];

/// See the module.
pub struct Duel<'a> {
    /// The plan that it is part of.
    pub plan: &'a Plan<'a>,
    /// The number of its pair.
    pub pair: usize,
    /// Its number among the pair's duels.
    pub opening: usize,
}

impl Duel<'_> {
    /// Plays both games; `None` when told to stop.
    pub fn play(&self, stop: &AtomicBool) -> Result<Option<Results>, Failure> {
        let opening = self.moves_of_opening()?;
        let (one, other) = self.plan.pair(self.pair);
        let mut results = [GameResult::Draw; 2];
        for (result, seats) in results.iter_mut().zip([[one, other], [other, one]]) {
            match self.play_game(seats, &opening, stop)? {
                None => return Ok(None),
                Some(outcome) => *result = outcome,
            }
        }
        // The second game was told from the other player's side.
        Ok(Some([results[0], results[1].reversed()]))
    }

    /// Random moves, the same for all pairs. A game that is over within them is begun anew.
    fn moves_of_opening(&self) -> Result<Vec<String>, Failure> {
        let mut host = self.plan.referee()?;
        for attempt in 0..ATTEMPTS {
            let mut rng = Rng::new(self.seed(attempt));
            let mut moves = Vec::new();
            host.set_position(&Setup::Start, &[])?;
            while moves.len() < self.plan.opening_moves && host.outcome() == Outcome::Open {
                let mut legal = host.legal_moves();
                let text = legal.swap_remove(rng.below(legal.len()));
                host.play(&[&text])?;
                moves.push(text);
            }
            if host.outcome() == Outcome::Open {
                return Ok(moves);
            }
        }
        Err(Failure::Opening { moves: self.plan.opening_moves })
    }

    /// A seed for this opening, one of many.
    fn seed(&self, purpose: u64) -> u64 {
        Key::mix(Key::mix(self.plan.seed).0 ^ (self.opening as u64) << 20 ^ purpose).0
    }

    /// The result of a game for the player in the first seat.
    fn play_game(
        &self,
        seats: [&Player; 2],
        opening: &[String],
        stop: &AtomicBool,
    ) -> Result<Option<GameResult>, Failure> {
        let mut referee = self.plan.referee()?;
        let opening: Vec<&str> = opening.iter().map(String::as_str).collect();
        referee.play(&opening)?;
        let mut players = [self.seat(seats[0], &opening)?, self.seat(seats[1], &opening)?];
        let mut moves = opening.len();
        loop {
            match referee.outcome() {
                Outcome::Over(ending) => {
                    return Ok(Some(match ending.winner() {
                        None => GameResult::Draw,
                        Some(Side::First) => GameResult::Win,
                        Some(Side::Second) => GameResult::Loss,
                    }));
                }
                Outcome::Open if moves >= self.plan.longest => return Ok(Some(GameResult::Unfinished)),
                Outcome::Open => {}
            }
            let seat = referee.board().side.index();
            let best = best_move(players[seat].as_ref(), &self.plan.go);
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let position = referee.position_text();
            let breach = |seat: usize, error| Failure::Rules {
                player: seats[seat].name.clone(),
                position: position.clone(),
                error,
            };
            referee.play(&[&best]).map_err(|error| breach(seat, error))?;
            for (seat, player) in players.iter_mut().enumerate() {
                player.play(&[&best]).map_err(|error| breach(seat, error))?;
            }
            moves += 1;
        }
    }

    /// An engine with a player's options after the opening.
    fn seat(&self, player: &Player, opening: &[&str]) -> Result<Box<dyn DynEngine>, Failure> {
        let mut host = self.plan.engine(player)?;
        if !player.sets(SEED_OPTION) {
            // Seeds of an option are not negative.
            let seed = self.seed(ATTEMPTS + player.number as u64) >> 1;
            host.set_option(SEED_OPTION, &seed.to_string())?;
        }
        host.play(opening)?;
        Ok(host)
    }
}

/// The move that an engine would play; empty where it has none.
fn best_move(host: &dyn DynEngine, go: &Go) -> String {
    let mut best = None;
    host.search(go).run(&mut |event| {
        if let TaskEvent::BestMove(answer) = event {
            best = answer.best;
        }
    });
    best.unwrap_or_default()
}

impl GameResult {
    /// The same game seen by the other player.
    fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            undecided => undecided,
        }
    }
}
