//! The evaluation of Leapers: the difference of the numbers of stones. A [`Fault`] may make it wrong, slow or dependent
//! on earlier calls. Also holds the network's features, which a fault can make wrong, too.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use plywright::MoveScores;
use plywright::prelude::*;

use super::faults::Fault;
use super::leapers::{CELLS, Leap, Leapers, Row};

#[derive(Clone, Debug, Default)]
pub struct Material {
    fault: Fault,
    /// Number of positions that this evaluation has evaluated. A clone starts with the number of its
    /// original.
    evaluated: u32,
    /// The counter [`Leapers::calls`], which also counts the evaluated positions.
    calls: Arc<AtomicU32>,
}

impl Eval<Leapers> for Material {
    fn evaluate(&mut self, _: &Leapers, row: &Row) -> Score {
        self.evaluated += 1;
        let calls = self.calls.fetch_add(1, Ordering::Relaxed);
        let [first, second] = row.stones.map(|stones| stones.count_ones() as i32);
        let balance = 100 * (first - second);
        let mine = if row.side == Side::First { balance } else { -balance };
        Score(match self.fault {
            Fault::EstimateReversed => -mine,
            Fault::EstimateOfFirstSide => balance,
            Fault::EstimateTooGreat => 500 * mine,
            Fault::EstimateOneSided if row.has(Side::First, 0) && row.side == Side::First => mine + 10,
            Fault::EstimateOfHistory => mine + (self.evaluated % 7) as i32,
            Fault::EstimateDrifts if calls > 4_000 => mine + (calls % 7) as i32,
            Fault::EstimateSlow if row.stones == [0b000_1001, 0b101_0000] => {
                std::thread::sleep(Duration::from_millis(20));
                mine
            }
            _ => mine,
        })
    }

    fn order_all(&self, _: &Leapers, _: &Row, moves: &[Leap], scores: &mut MoveScores) {
        let score = if self.fault == Fault::MoveScoresTooGreat { 10_001 } else { 0 };
        let forgotten = usize::from(self.fault == Fault::MoveScoresTooFew);
        scores.extend(moves.iter().skip(forgotten).map(|_| score));
    }

    fn most_promising(&self, game: &Leapers, row: &Row, max_quiet: usize, out: &mut Moves<Leap>) -> bool {
        let mut legal = Moves::new();
        game.moves(row, &mut legal);
        let mut quiet = 0;
        for mv in legal {
            let is_listed = if game.class(row, mv) == MoveClass::Quiet {
                quiet += 1;
                quiet <= max_quiet
            } else {
                self.fault != Fault::PromisingWithoutLeaps
            };
            if is_listed {
                out.push(mv);
            }
        }
        if self.fault == Fault::PromisingTwice {
            out.extend(out.first().copied());
        }
        !out.is_empty()
    }

    fn params(&self) -> SearchParams {
        SearchParams { quiescence: self.fault != Fault::FullWidth, ..SearchParams::FULL_WIDTH }
    }
}

impl Learnable<Leapers> for Material {}

impl Playable for Leapers {
    type Eval = Material;
    const INFO: GameInfo = GameInfo::new("leapers", "Made up to be broken.");

    fn eval(&self) -> Material {
        Material { fault: self.fault, evaluated: 0, calls: Arc::clone(&self.calls) }
    }

    const OPTIONS: &'static [GameOption<Self>] =
        &[GameOption::check("Idle", |game: &mut Self| &mut game.idle).of_rules()];

    fn planes(&self) -> Option<[usize; 3]> {
        Some([2, 1, CELLS.into()])
    }

    fn observe(&self, row: &Row, perspectives: &mut [FeatureSet; 2]) {
        for (side, perspective) in Side::BOTH.into_iter().zip(perspectives) {
            let is_mirrored = side == Side::Second && !self.has(Fault::InputsOneSided);
            for (plane, owner) in [side, !side].into_iter().enumerate() {
                let stones = row.stones[owner.index()];
                let seen = if is_mirrored { stones.reverse_bits() >> 1 } else { stones };
                perspective.insert_bits(plane * usize::from(CELLS), seen.into());
            }
        }
    }

    fn tablebase(&self) -> Option<Box<dyn GameTablebase<Self>>> {
        Some(Box::new(self.clone()))
    }
}
