//! Finds positions for the tests by playing the game with the program. A new game therefore needs no test data here.

use std::collections::HashSet;
use std::slice;

use plywright::search::Rng;

use crate::client::Client;

/// Maximum number of games that are played to find a position.
const MAX_GAMES: usize = 50;
/// Maximum number of moves of a game that is played to find a position.
const MAX_MOVES: usize = 300;

/// Positions of a game for the tests.
#[derive(Debug)]
pub struct Board {
    pub game: String,
    /// Text of the start position.
    pub start: String,
    /// Text of an undecided position with a choice of moves.
    pub open: String,
    /// Legal moves in the position `open`.
    pub legal: Vec<String>,
    /// Number of different positions to which the moves in `legal` lead.
    pub successors: usize,
    /// Text of a position in which the side to move can win at once.
    pub won: String,
    /// Text of a position in which the game is over.
    pub over: String,
    /// Whether the game ends with a margin in points. Such a game reports no distance to mate.
    pub by_margin: bool,
}

impl Board {
    /// Finds the positions: `open` after three random moves, and `won` and `over` at the end of a game that the engine,
    /// as the first side, wins against random moves. Panics if [`MAX_GAMES`] attempts do not find these positions.
    pub fn find(game: &str) -> Self {
        let mut referee = Referee::new(game);
        let [start, _] = referee.look(&[]);
        let mut chance = Rng::new(1);
        let played = (0..MAX_GAMES)
            .find_map(|_| referee.undecided_game(&mut chance))
            .unwrap_or_else(|| panic!("{game}: every game is decided after three moves"));
        let [open, _] = referee.look(&played);
        let legal = referee.moves(&played);
        let mut successors = HashSet::new();
        for mv in &legal {
            let [position, _] = referee.look(&[&played[..], slice::from_ref(mv)].concat());
            successors.insert(position);
        }
        let successors = successors.len();
        let won_game = (0..MAX_GAMES)
            .find_map(|_| referee.won_game("first", &mut chance))
            .unwrap_or_else(|| panic!("{game}: no game is won against random moves"));
        let [won, _] = referee.look(&won_game[..won_game.len() - 1]);
        let [over, drawing] = referee.look(&won_game);
        let by_margin = drawing.contains(" has won by ");
        Self { game: game.to_owned(), start, open, legal, successors, won, over, by_margin }
    }
}

/// A process of the program that answers questions about positions.
pub struct Referee {
    client: Client,
}

impl Referee {
    pub fn new(game: &str) -> Self {
        Self { client: Client::start(&format!("--game {game} --protocol uci")) }
    }

    /// Returns the text and the drawing of the position after these moves from the start.
    pub fn look(&mut self, moves: &[String]) -> [String; 2] {
        self.look_from("startpos", &moves.join(" "))
    }

    /// Returns the text and the drawing of the position after these moves. `setup` is `startpos`, or `fen` and the
    /// text of the position before them.
    pub fn look_from(&mut self, setup: &str, moves: &str) -> [String; 2] {
        self.client.say(&format!("position {setup} moves {moves}"));
        let drawing = self.client.ask("d\nisready", "readyok").join("\n");
        let fen = drawing.lines().find_map(|line| line.strip_prefix("Fen: "));
        [fen.unwrap_or_else(|| panic!("no position in {drawing}")).to_owned(), drawing]
    }

    /// Returns the legal moves after these moves from the start; none if the game is over.
    pub fn moves(&mut self, played: &[String]) -> Vec<String> {
        self.look(played);
        let line = self.client.ask("moves", "Legal moves:").pop().unwrap_or_default();
        line.split(' ').skip(2).map(str::to_owned).collect()
    }

    /// Whether these moves are legal one after another, beginning in the position with this text.
    pub fn accepts(&mut self, position: &str, moves: &[&str]) -> bool {
        let line = format!("position fen {position} moves {}\nisready", moves.join(" "));
        self.client.ask(&line, "readyok") == ["readyok"]
    }

    /// Plays three random moves and returns them, or `None` if at most one legal move is left or a short
    /// search proves a result.
    fn undecided_game(&mut self, chance: &mut Rng) -> Option<Vec<String>> {
        let mut played = Vec::new();
        for _ in 0..3 {
            let legal = self.moves(&played);
            played.push(pick(chance, &legal).clone());
        }
        let lines = self.client.ask(
            &format!("position startpos moves {}\ngo depth 9 nodes 20000", played.join(" ")),
            "bestmove",
        );
        let decided = lines.iter().any(|line| line.contains(" mate "));
        (!decided && self.moves(&played).len() > 1).then_some(played)
    }

    /// Plays a game of the engine, as `side`, against random moves. Returns its moves if a move of the engine wins
    /// within [`MAX_MOVES`], otherwise `None`.
    pub fn won_game(&mut self, side: &str, chance: &mut Rng) -> Option<Vec<String>> {
        let mut played = Vec::new();
        let mut is_engine_move = false;
        while played.len() <= MAX_MOVES {
            let [_, drawing] = self.look(&played);
            let legal = self.moves(&played);
            if legal.is_empty() {
                let won = is_engine_move && drawing.contains(&format!("Result: the {side} side has won"));
                return won.then_some(played);
            }
            is_engine_move = drawing.contains(&format!("Side to move: {side}"));
            played.push(if is_engine_move {
                self.client.best_move("go depth 1")
            } else {
                pick(chance, &legal).clone()
            });
        }
        None
    }
}

fn pick<'a, T>(chance: &mut Rng, from: &'a [T]) -> &'a T {
    &from[chance.below(from.len())]
}
