//! Who plays whom, how often and under which conditions.

use std::time::Duration;

use plywright::Depth;
use plywright::engine::{DynEngine, Go};

use super::duel::Duel;
use super::rating;
use super::score::Score;
use crate::arguments::{OptionValues, Pairs, Tournament};
use crate::failure::Failure;

/// Memory of an engine's table unless options say otherwise, in mebibytes: several engines are at work at once.
const HASH: (&str, &str) = ("Hash", "16");
const LEVEL_OPTION: &str = "SkillLevel";

/// An engine with options.
#[derive(Clone, Debug)]
pub struct Player {
    /// Its place in the list of players.
    pub number: usize,
    /// Its options, as they were given.
    pub name: String,
    /// Its options, those of all players first.
    options: Vec<(String, String)>,
}

impl Player {
    fn new(number: usize, common: &[(String, String)], own: &OptionValues) -> Self {
        let name = own.0.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",");
        Self { number, name, options: common.iter().chain(&own.0).cloned().collect() }
    }

    /// Is this option, in any case, one of the player's?
    pub fn sets(&self, option: &str) -> bool {
        self.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(option))
    }
}

/// See the module.
pub struct Plan<'a> {
    tournament: &'a Tournament,
    /// Everybody.
    pub players: Vec<Player>,
    /// Pairs of players by their numbers.
    pub pairs: Vec<(usize, usize)>,
    /// Openings that each pair plays, each twice.
    pub openings: usize,
    /// Moves of an opening.
    pub opening_moves: usize,
    /// Moves of a game at the most.
    pub longest: usize,
    /// What openings and errors depend on.
    pub seed: u64,
    /// How a move is searched.
    pub go: Go,
    /// The player whose options are those of all: it plays no game, but knows the rules.
    referee: Player,
}

impl<'a> Plan<'a> {
    /// The plan of a tournament. All options are tried out.
    pub fn new(tournament: &'a Tournament) -> Result<Self, Failure> {
        let common: Vec<_> = tournament.options.iter().flat_map(|values| values.0.clone()).collect();
        let level = |level: &u8| OptionValues(vec![(LEVEL_OPTION.to_owned(), level.to_string())]);
        let given: Vec<_> =
            tournament.levels.iter().map(level).chain(tournament.players.iter().cloned()).collect();
        if given.len() < 2 {
            return Err(Failure::Alone);
        }
        let players: Vec<_> =
            given.iter().enumerate().map(|(number, own)| Player::new(number, &common, own)).collect();
        let limit = &tournament.limit;
        let plan = Self {
            tournament,
            pairs: pairs(tournament.pairs, players.len()),
            openings: tournament.games.div_ceil(2) as usize,
            opening_moves: tournament.opening.into(),
            longest: tournament.longest as usize,
            seed: tournament.seed,
            go: Go {
                move_time: limit.movetime.map(|ms| Duration::from_millis(ms.into())),
                depth: limit.depth.map(Depth),
                nodes: limit.nodes,
                ..Go::default()
            },
            referee: Player::new(players.len(), &common, &OptionValues(Vec::new())),
            players,
        };
        plan.referee()?;
        for player in &plan.players {
            plan.engine(player)?;
        }
        Ok(plan)
    }

    /// How many duels there are in all.
    pub fn duels(&self) -> usize {
        self.pairs.len() * self.openings
    }

    /// The duel with that number, pair after pair; `None` beyond the last.
    pub fn duel(&self, number: usize) -> Option<Duel<'_>> {
        let (pair, opening) = (number / self.openings, number % self.openings);
        (pair < self.pairs.len()).then_some(Duel { plan: self, pair, opening })
    }

    /// The players of the pair with that number.
    pub fn pair(&self, number: usize) -> (&Player, &Player) {
        let (one, other) = self.pairs[number];
        (&self.players[one], &self.players[other])
    }

    /// An engine at the start of a game, with a player's options.
    pub fn engine(&self, player: &Player) -> Result<Box<dyn DynEngine>, Failure> {
        let mut host = self.tournament.choice.engine()?;
        let default = [(HASH.0.to_owned(), HASH.1.to_owned())];
        for (name, value) in default.iter().chain(&player.options) {
            host.set_option(name, value)?;
        }
        Ok(host)
    }

    /// An engine that watches over the rules.
    pub fn referee(&self) -> Result<Box<dyn DynEngine>, Failure> {
        self.engine(&self.referee)
    }

    /// The score of a pair, for a person.
    pub fn row(&self, pair: usize, score: &Score) -> String {
        let (one, other) = self.pair(pair);
        format!("{} against {}: {score}", one.name, other.name)
    }

    /// The ratings of all players in relation to the first one, for a person.
    pub fn ratings(&self, scores: &[Score]) -> Vec<String> {
        let width = self.players.iter().map(|player| player.name.len()).max().unwrap_or(0);
        let ratings = rating::fit(self.players.len(), &self.pairs, scores);
        let row = |(player, rating): (&Player, rating::Rating)| format!("{:<width$} {rating}", player.name);
        self.players.iter().zip(ratings).map(row).collect()
    }
}

fn pairs(who: Pairs, players: usize) -> Vec<(usize, usize)> {
    let all = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
    all.filter(|(one, other)| match who {
        Pairs::All => true,
        Pairs::Neighbours => one + 1 == *other,
        Pairs::First => *one == 0,
    })
    .collect()
}
