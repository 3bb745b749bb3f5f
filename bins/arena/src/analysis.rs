//! Analysis of a finished game: a search of every position gives the value after each move and the loss by
//! each move.

use plywright::Side;
use plywright::engine::{DynEngine, Go, Outcome, Setup, SetupError, TaskEvent};

use crate::player::score_of;
use crate::record::{EngineScore, GameRecord};

/// Maximum absolute value in hundredths. Larger values are clamped to it: such a position is won anyway.
pub const LIMIT: i32 = 1000;

/// A move of a game with its analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysedPly {
    /// Who moved.
    pub side: Side,
    /// The move.
    pub text: String,
    /// The best move.
    pub best: String,
    /// Value of the position before the move for the first side, in hundredths within [`LIMIT`].
    pub before: i32,
    /// Value of the position after the move, in the same units.
    pub after: i32,
    /// Value that the mover lost by the move, in hundredths; 0 for the best move.
    pub loss: i32,
}

/// Returns the starting position of a record.
pub fn start_of(record: &GameRecord) -> Setup {
    record.tags.get("FEN").map_or(Setup::Start, |text| Setup::Text(text.to_owned()))
}

/// Analyses a game with an engine that plays by its rules. Searches each position with the limits in `go` and
/// passes each move to `listener` as soon as it is analysed.
///
/// # Errors
/// Returns an error if the position or a move of the record is not legal.
pub fn analyse(
    record: &GameRecord,
    engine: &mut dyn DynEngine,
    go: &Go,
    listener: &mut dyn FnMut(&AnalysedPly),
) -> Result<Vec<AnalysedPly>, SetupError> {
    let mut plies: Vec<AnalysedPly> = Vec::with_capacity(record.plies.len());
    engine.set_position(&start_of(record), &[])?;
    let mut present = evaluate(engine, go);
    for (index, ply) in record.plies.iter().enumerate() {
        let side = engine.side();
        engine.play(&[&ply.text]).map_err(|error| numbered(error, index + 1))?;
        let next = evaluate(engine, go);
        let is_best = present.best.eq_ignore_ascii_case(&ply.text);
        let difference = present.value - next.value;
        let loss = if side == Side::First { difference } else { -difference };
        let analysed = AnalysedPly {
            side,
            text: ply.text.clone(),
            best: present.best,
            before: present.value,
            after: next.value,
            loss: if is_best { 0 } else { loss.max(0) },
        };
        listener(&analysed);
        plies.push(analysed);
        present = next;
    }
    Ok(plies)
}

/// Replaces the move number in an error by `number`, the move's number in the record.
pub fn numbered(error: SetupError, number: usize) -> SetupError {
    match error {
        SetupError::Move { error, .. } => SetupError::Move { number, error },
        other => other,
    }
}

/// Value of a position for the first side, and its best move.
struct Evaluated {
    value: i32,
    best: String,
}

fn evaluate(engine: &dyn DynEngine, go: &Go) -> Evaluated {
    if let Outcome::Over(ending) = engine.outcome() {
        let value = match ending.winner() {
            Some(Side::First) => LIMIT,
            Some(Side::Second) => -LIMIT,
            None => 0,
        };
        return Evaluated { value, best: String::new() };
    }
    let (mut score, mut best) = (EngineScore::Centi(0), String::new());
    engine.search(go).run(&mut |event| match event {
        TaskEvent::PvInfo(info) if info.rank == 1 => score = score_of(info.score),
        TaskEvent::BestMove(answer) => best = answer.best.unwrap_or_default(),
        _ => {}
    });
    let value = score.centi().clamp(-LIMIT, LIMIT);
    Evaluated { value: if engine.side() == Side::First { value } else { -value }, best }
}
