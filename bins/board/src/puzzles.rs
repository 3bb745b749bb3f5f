//! Puzzles on the board: lists the puzzles that come with a game, and judges an answer.

use std::sync::atomic::AtomicBool;

use plywright::engine::{DynEngine, DynGame, Go, Outcome, SearchReport, Strength, Task};
use plywright::game::DynLine;
use plywright::search::Control;
use plywright::tablebase::Wdl;
use plywright::{Score, Side};
use serde_json::json;

use crate::answer;
use crate::records;

/// Node limit of the search that judges an answer.
const NODES: u64 = 50_000;
/// Maximum number of moves of best play that the page gets with a judgement.
const MAX_MOVES_OF_LINE: usize = 12;

/// Returns the JSON reply to the request `id`: the puzzles of a game, as records.
pub(crate) fn list(id: u64, game: &dyn DynGame, is_unwanted: &AtomicBool) -> Result<String, String> {
    let fields = records::fields(game.info().puzzles.as_bytes(), is_unwanted)?;
    Ok(format!(r#"{{"type":"puzzles","id":{id},{fields}}}"#))
}

/// A question: whether the last move of a position solves a puzzle.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    /// Id of the request.
    pub(crate) id: u64,
    /// Side that made the move.
    pub(crate) solver: Side,
    /// Whether a draw solves the puzzle, too. A win always does.
    pub(crate) wants_draw: bool,
}

/// A prepared judgement on the answer to a puzzle. [`Judgement::run`] searches a limited number of nodes.
pub struct Judgement {
    question: Question,
    /// Side to move.
    side: Side,
    /// Exact value for the side to move, if it is known.
    exact: Option<Wdl>,
    task: Task<SearchReport>,
}

impl Question {
    /// Returns the JSON reply if the game is over in the position; `None` if the game goes on.
    pub(crate) fn answer_if_over(self, position: &dyn DynLine) -> Option<String> {
        let Outcome::Over(ending) = position.outcome() else { return None };
        let value = ending.winner().map_or(Wdl::Draw, |winner| of_winner(winner, self.solver));
        Some(self.answer(Some(value), &[]))
    }

    /// Prepares the judgement on a position in which the game is not over.
    pub(crate) fn judgement(self, engine: &dyn DynEngine, position: &dyn DynLine) -> Judgement {
        let side = position.side();
        let go = Go { nodes: Some(NODES), strength: Strength::Full, ..Go::default() };
        let (exact, task) = (engine.exact_value(position).map(Wdl::from), engine.search(position, &go));
        Judgement { question: self, side, exact, task }
    }

    /// Returns the JSON reply: whether the move solves the puzzle, the key of the reason in the page's texts, and
    /// best play after the move, `moves`. `result` is the result for the solver; `None` if it is neither known nor
    /// proven.
    fn answer(self, result: Option<Wdl>, moves: &[String]) -> String {
        let is_right = match result {
            Some(Wdl::Win) => true,
            Some(Wdl::Draw) => self.wants_draw,
            Some(Wdl::Loss) | None => false,
        };
        let reason = match (result, is_right) {
            (_, true) => "keeps",
            (Some(Wdl::Loss), _) => "loses",
            (Some(Wdl::Draw), _) => "draws",
            (Some(Wdl::Win) | None, _) => "unproven",
        };
        json!({"type": "judged", "id": self.id, "right": is_right, "reason": reason, "moves": moves})
            .to_string()
    }
}

impl Judgement {
    /// Returns the control by which another thread stops the search.
    pub fn control(&self) -> Control {
        self.task.control.clone()
    }

    /// Searches, and returns the JSON reply to the page. The exact value decides; without one, only a proven win or
    /// loss counts.
    pub fn run(self) -> String {
        let Self { question, side, exact, task } = self;
        let (best, line) = match task.answer() {
            Ok(found) => found,
            Err(error) => return answer::error(Some(question.id), &error.to_string()),
        };
        let proven = line.as_ref().filter(|line| line.score.mate_in_moves().is_some());
        let proven = proven.map(|line| if line.score > Score::DRAW { Wdl::Win } else { Wdl::Loss });
        let mut moves = line.map(|line| line.moves).unwrap_or_default();
        if moves.first() != best.best.as_ref() {
            moves = best.best.into_iter().collect();
        }
        moves.truncate(MAX_MOVES_OF_LINE);
        let result = exact.or(proven).map(|value| match value {
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => of_winner(side, question.solver),
            Wdl::Loss => of_winner(!side, question.solver),
        });
        question.answer(result, &moves)
    }
}

/// Returns the result for `side` of a game that `winner` wins.
fn of_winner(winner: Side, side: Side) -> Wdl {
    if winner == side { Wdl::Win } else { Wdl::Loss }
}
