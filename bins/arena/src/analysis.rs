//! What a game was worth move by move, and which moves lost something, by a search of every position.

use plywright::Side;
use plywright::engine::{DynEngine, Go, Outcome, Setup, SetupError, TaskEvent};

use crate::player::score_of;
use crate::record::{EngineScore, GameRecord};

/// Values beyond this are drawn and counted as this, in hundredths: what is won is won.
pub const LIMIT: i32 = 1000;

/// A move of a game with what a search says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysedPly {
    /// Who moved.
    pub side: Side,
    /// The move.
    pub text: String,
    /// The best move.
    pub best: String,
    /// The value of the position before the move, for the first side, in hundredths within [`LIMIT`].
    pub before: i32,
    /// The value of the position after the move, for the first side.
    pub after: i32,
    /// What the move lost for the side that made it; 0 for the best move.
    pub loss: i32,
}

/// Where a record starts.
pub fn start_of(record: &GameRecord) -> Setup {
    record.tags.get("FEN").map_or(Setup::Start, |text| Setup::Text(text.to_owned()))
}

/// Analyses a game with an engine under its rules. Each position is searched as `go` says, and `listener`
/// gets each move as soon as it is known.
///
/// # Errors
/// When the position or a move of the record is not legal.
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

/// An error about the only move of a list, as one about the move of a record.
pub fn numbered(error: SetupError, number: usize) -> SetupError {
    match error {
        SetupError::Move { error, .. } => SetupError::Move { number, error },
        other => other,
    }
}

/// A position's value for the first side and its best move.
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
