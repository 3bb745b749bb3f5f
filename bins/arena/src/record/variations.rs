//! Variations: alternatives to a move, each a line of moves with its own annotations.

use plywright::Side;
use plywright::engine::{DynEngine, SetupError};

use super::pgn::{MoveText, Variation, append};
use super::{GameRecord, Ply, numbered};

/// Maximum nesting depth of variations that are parsed. Deeper variations stay text; in SGF they are an
/// error.
pub(super) const MAX_DEPTH: usize = 50;

impl Ply {
    /// Parses the alternatives to the move. Each is a record without tags. Moves before the first move number
    /// belong to the side of this move.
    pub fn alternatives(&self) -> Vec<GameRecord> {
        let alternative = |text| {
            let mut record = GameRecord::default();
            let mut moves = MoveText::new(&mut record, self.side);
            moves.line(text, self.place.line);
            moves.finish();
            record
        };
        parts(&self.variations).into_iter().map(alternative).collect()
    }

    /// Appends an alternative to the move. `number` is the number of the first side's turns before the move.
    pub fn add_alternative(&mut self, line: &GameRecord, number: usize) {
        append(&mut self.variations, &Variation { line, number }.to_string());
    }
}

/// Returns the text inside each outermost pair of parentheses.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start, mut is_comment) = (Vec::new(), 0_usize, 0, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '{' if !is_comment => is_comment = true,
            '}' => is_comment = false,
            '(' if !is_comment => {
                depth += 1;
                if depth == 1 {
                    start = at + 1;
                }
            }
            ')' if !is_comment => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    parts.push(&text[start..at]);
                }
            }
            _ => {}
        }
    }
    parts
}

impl GameRecord {
    /// Plays the record with `engine` and sets the side of each move, also in variations. If one of the
    /// alternatives to a move is illegal, all of them stay unchanged.
    ///
    /// # Errors
    /// Returns an error if the start position or a move of the game is illegal. Moves are numbered from 1.
    pub fn follow(&mut self, engine: &mut dyn DynEngine) -> Result<(), SetupError> {
        let setup = self.setup();
        engine.set_position(&setup, &[])?;
        self.follow_from(engine, &mut Vec::new(), 0, 0)
    }

    /// Plays the line and sets the sides of its moves. The engine must be in the position after the moves in
    /// `played`; the moves of the line are appended to `played`. `turns` is the number of the first side's
    /// turns before the line.
    fn follow_from(
        &mut self,
        engine: &mut dyn DynEngine,
        played: &mut Vec<String>,
        turns: usize,
        depth: usize,
    ) -> Result<(), SetupError> {
        let setup = self.setup();
        let (start, mut turns, mut before) = (played.len(), turns, None);
        for index in 0..self.plies.len() {
            let ply = &mut self.plies[index];
            let side = engine.side();
            let alternatives = if depth < MAX_DEPTH { ply.alternatives() } else { Vec::new() };
            ply.side = side;
            let mut lines = Vec::new();
            for mut line in alternatives {
                line.tags = self.tags.clone();
                let followed = line.follow_from(engine, played, turns, depth + 1);
                played.truncate(start + index);
                let moves: Vec<&str> = played.iter().map(String::as_str).collect();
                engine.set_position(&setup, &moves)?;
                lines.push(followed.map(|()| line));
            }
            if lines.iter().all(Result::is_ok) && !lines.is_empty() {
                self.plies[index].variations.clear();
                for line in lines.into_iter().flatten() {
                    self.plies[index].add_alternative(&line, turns);
                }
            }
            turns += usize::from(side == Side::First && before != Some(side));
            before = Some(side);
            let text = self.plies[index].text.clone();
            engine.play(&[&text]).map_err(|error| numbered(error, start + index + 1))?;
            played.push(text);
        }
        Ok(())
    }
}
