//! Recorded games, and the line of a game in a file.

use std::fmt;

use plywright::Side;
use plywright_matches::record::GameResult;

const RESULTS: [(GameResult, &str); 3] = [
    (GameResult::Win(Side::First), "1-0"),
    (GameResult::Draw, "1/2"),
    (GameResult::Win(Side::Second), "0-1"),
];

/// A searched move with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move's text.
    pub text: String,
    /// Value for the side to move: 400 times the natural logarithm of the odds that it wins. For proven results and
    /// for evaluations without winning chances, see [`SearchParams::logit`](plywright::SearchParams::logit).
    pub logit: i32,
}

/// Minimum absolute value, in the unit of [`RecordedMove::logit`], that stands for a proven win or loss.
const PROVEN: u32 = 9_000;

impl RecordedMove {
    pub(crate) const fn is_proven(&self) -> bool {
        self.logit.unsigned_abs() >= PROVEN
    }
}

/// A game with its opening, its searched moves and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    /// Number of the game, unique in its run.
    pub number: u64,
    /// Result of the game.
    pub result: GameResult,
    /// Moves of the opening: random ones and, in a game that branches off, also moves of the quick game; see
    /// [`SelfPlay::branches`](crate::SelfPlay::branches).
    pub opening: Vec<String>,
    /// The searched moves.
    pub moves: Vec<RecordedMove>,
}

impl fmt::Display for RecordedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<_> = self.moves.iter().map(|mv| format!("{}:{}", mv.text, mv.logit)).collect();
        let line = format!(
            "{}\t{}\t{}\t{}",
            self.number,
            RESULTS.iter().find(|(result, _)| *result == self.result).map_or("", |(_, name)| name),
            self.opening.join(" "),
            moves.join(" ")
        );
        writeln!(f, "{line}\t{:08x}", crc32fast::hash(line.as_bytes()))
    }
}

impl RecordedGame {
    /// Parses the line of a game. An error holds what was found and what was expected.
    pub(crate) fn parse(line: &str) -> Result<Self, (String, &'static str)> {
        let (content, sum) =
            line.rsplit_once('\t').ok_or((shortened(line), "five parts with tabs between them"))?;
        let actual = format!("{:08x}", crc32fast::hash(content.as_bytes()));
        if sum != actual {
            return Err((format!("checksum {actual}"), "the checksum at the line's end"));
        }
        let parts: Vec<&str> = content.split('\t').collect();
        let [number, result, opening, moves] = parts[..] else {
            return Err((format!("{} parts", parts.len() + 1), "five parts with tabs between them"));
        };
        let number = number.parse().map_err(|_| (shortened(number), "the game's number"))?;
        let result = RESULTS.iter().find(|(_, name)| *name == result);
        let (result, _) = *result.ok_or((shortened(line), "1-0, 1/2 or 0-1"))?;
        let mv = |text: &str| {
            let (text, logit) = text.rsplit_once(':')?;
            Some(RecordedMove { text: text.to_owned(), logit: logit.parse().ok()? })
        };
        let moves = moves.split_whitespace().map(|text| mv(text).ok_or((shortened(text), "move:logit")));
        let opening = opening.split_whitespace().map(str::to_owned).collect();
        Ok(Self { number, result, opening, moves: moves.collect::<Result<_, _>>()? })
    }
}

/// Returns the beginning of a text in quotes, for an error message.
pub(crate) fn shortened(text: &str) -> String {
    format!("'{}'", plywright::shorten(text))
}
