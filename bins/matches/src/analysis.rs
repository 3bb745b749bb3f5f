//! Analysis of a recorded game: what each move lost. A move's loss is the drop in the mover's winning chance, from
//! searches of the positions before and after the move. Where exact values are known, the loss is 1 for a win that
//! became a loss, 0.5 for a win that became a draw or a draw that became a loss, and 0 otherwise.

use plywright::Side;
use plywright::engine::{DynEngine, Go, Outcome, PvInfo, SearchError};
use plywright::game::DynLine;
use plywright::tablebase::{Value, Wdl};

use crate::record::{EngineScore, GameRecord, GameResult, numbered};

/// Minimum loss of winning chance, 0 to 1, that makes a move a mistake.
pub const MISTAKE: f64 = 0.1;
/// Minimum loss of winning chance, 0 to 1, that makes a move a blunder.
pub const BLUNDER: f64 = 0.2;
/// Factor by which searches multiply the logit of a winning chance in the values that they report.
const LOGIT_UNIT: f64 = 400.0;

/// Quality of a move, from the winning chance that it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveQuality {
    /// The move lost less than [`MISTAKE`].
    Sound,
    /// The move lost at least [`MISTAKE`], but less than [`BLUNDER`].
    Mistake,
    /// The move lost at least [`BLUNDER`].
    Blunder,
}

impl MoveQuality {
    /// Returns the annotation written after the move: nothing, `?` or `??`.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Sound => "",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// Returns the winning chance of the side to move, 0 to 1, from a principal variation that a search has found. A draw
/// counts half. A proven win gives 1, and a proven loss 0.
pub fn chance(info: &PvInfo) -> f64 {
    match info.score.mate_in_moves() {
        Some(_) => f64::from(info.logit > 0),
        None => chance_of(info.logit),
    }
}

/// Converts the value that a search reports, 400 times the logit of a winning chance, to that chance, 0 to 1.
pub fn chance_of(logit: impl Into<f64>) -> f64 {
    1.0 / (1.0 + (-logit.into() / LOGIT_UNIT).exp())
}

/// Value of a position for the first side.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Winning chance of the first side, 0 to 1. A draw counts half. It is 0.5 if the search reported no score.
    pub chance: f64,
    /// Score as records write it, such as `+0.35` or `-M3`; the result if the game is over; empty if the search
    /// reported no score.
    pub text: String,
}

/// A move of an analysed game.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysedPly {
    /// The side that moved.
    pub side: Side,
    /// The move played, as text.
    pub text: String,
    /// The best move found by the search, as text; empty if it found none.
    pub best: String,
    /// Value of the position before the move.
    pub before: Evaluation,
    /// Value of the position after the move.
    pub after: Evaluation,
    /// Winning chance lost by the move, 0 to 1. The search's best move loses 0, unless the values are exact.
    pub loss: f64,
    /// Whether the loss is the difference of exact values.
    pub is_exact: bool,
}

impl AnalysedPly {
    /// Classifies the move by its loss.
    pub fn quality(&self) -> MoveQuality {
        match self.loss {
            loss if loss >= BLUNDER => MoveQuality::Blunder,
            loss if loss >= MISTAKE => MoveQuality::Mistake,
            _ => MoveQuality::Sound,
        }
    }
}

/// Returns the accuracy, 0 to 1, of a move that lost this winning chance. Lichess published the formula.
pub fn accuracy(loss: f64) -> f64 {
    let percent = 103.1668 * (-0.04354 * 100.0 * loss).exp() - 3.1669;
    (percent / 100.0).clamp(0.0, 1.0)
}

/// Summary of one side's play in an analysed game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Play {
    /// Number of moves.
    pub moves: usize,
    /// Mean [`accuracy`] of the moves, 0 to 1; 0 without moves.
    pub accuracy: f64,
    /// Mean loss of a move, 0 to 1; 0 without moves.
    pub loss: f64,
    /// Number of mistakes that are not blunders.
    pub mistakes: usize,
    /// Number of blunders.
    pub blunders: usize,
    /// Index, among the moves of both sides, of this side's first mistake or blunder; `None` if it made none.
    pub first_mistake: Option<usize>,
}

impl Play {
    /// Summarises the moves of a side.
    pub fn of(plies: &[AnalysedPly], side: Side) -> Self {
        let mut play = Self::default();
        for (index, ply) in plies.iter().enumerate() {
            if ply.side != side {
                continue;
            }
            play.moves += 1;
            play.accuracy += accuracy(ply.loss);
            play.loss += ply.loss;
            match ply.quality() {
                MoveQuality::Sound => continue,
                MoveQuality::Mistake => play.mistakes += 1,
                MoveQuality::Blunder => play.blunders += 1,
            }
            play.first_mistake.get_or_insert(index);
        }
        // The sums over the moves become means.
        let moves = play.moves.max(1) as f64;
        play.accuracy /= moves;
        play.loss /= moves;
        play
    }
}

/// Analyses a game: searches every position of it in which the game is not over, within the limits `go`. `engine` must
/// have the game's rules. `listener` receives each move as soon as it has been analysed.
///
/// # Errors
/// Returns an error if the start position or a move of the record is illegal, or a search panics.
pub fn analyse(
    record: &GameRecord,
    engine: &dyn DynEngine,
    go: &Go,
    listener: &mut dyn FnMut(&AnalysedPly),
) -> Result<Vec<AnalysedPly>, SearchError> {
    let mut plies: Vec<AnalysedPly> = Vec::with_capacity(record.plies.len());
    let mut line = engine.dyn_game().set_up(&record.setup(), &[])?;
    let (mut before, mut best) = evaluate(engine, &*line, go)?;
    for (index, ply) in record.plies.iter().enumerate() {
        let side = line.side();
        let own = line.own_text(&ply.text);
        let exact = exact_loss(engine, &*line, &ply.text);
        line.replay(&[&ply.text]).map_err(|error| numbered(error, index + 1))?;
        let (after, next_best) = evaluate(engine, &*line, go)?;
        let loss = match exact {
            Some(loss) => loss,
            None if best.eq_ignore_ascii_case(&own) => 0.0,
            None if side == Side::First => (before.chance - after.chance).max(0.0),
            None => (after.chance - before.chance).max(0.0),
        };
        let is_exact = exact.is_some();
        let text = ply.text.clone();
        let analysed = AnalysedPly { side, text, best, before, after: after.clone(), loss, is_exact };
        listener(&analysed);
        plies.push(analysed);
        (before, best) = (after, next_best);
    }
    Ok(plies)
}

/// Returns the loss of the move `text` by exact values: 0, 0.5 or 1. Returns `None` if the move is illegal, or if its
/// exact value or that of `position` is unknown.
pub fn exact_loss(engine: &dyn DynEngine, position: &dyn DynLine, text: &str) -> Option<f64> {
    let probed = engine.exact(position)?;
    let own = position.own_text(text);
    let (_, value) = probed.moves.iter().find(|(known, _)| known.eq_ignore_ascii_case(&own))?;
    Some((points(probed.value?) - points((*value)?)).max(0.0))
}

fn points(value: Value) -> f64 {
    match Wdl::from(value) {
        Wdl::Win => 1.0,
        Wdl::Draw => 0.5,
        Wdl::Loss => 0.0,
    }
}

/// Searches a position, unless the game is over in it. Returns its evaluation and the best move. The move is empty if
/// nothing was searched or the search found none.
fn evaluate(
    engine: &dyn DynEngine,
    position: &dyn DynLine,
    go: &Go,
) -> Result<(Evaluation, String), SearchError> {
    if let Outcome::Over(ending) = position.outcome() {
        let chance = ending.winner().map_or(0.5, |side| f64::from(side == Side::First));
        return Ok((Evaluation { chance, text: GameResult::from(ending).to_string() }, String::new()));
    }
    let (answer, line) = engine.search(position, go).answer()?;
    let mut found = Evaluation { chance: 0.5, text: String::new() };
    if let Some(info) = line {
        let (chance, score) = (chance(&info), EngineScore::of(position, info.score));
        found = if position.side() == Side::First {
            Evaluation { chance, text: score.to_string() }
        } else {
            Evaluation { chance: 1.0 - chance, text: score.reversed().to_string() }
        };
    }
    Ok((found, answer.best.unwrap_or_default()))
}
