//! Data of a search as the comment of a move: `score/depth time`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::record::{EngineScore, PlyNote};

impl PlyNote {
    /// Splits a comment into search data and the text behind them, which is empty in a comment of this program. Other
    /// match programs write a comma and then, for example, the reason of the result. Data before a comma need a depth
    /// and a time. `None` if the comment does not begin with search data.
    pub(super) fn split(comment: &str) -> Option<(Self, &str)> {
        let parsed = |text: &str| text.parse::<Self>().ok().filter(|note| note.is_written_as(text));
        if let Some(note) = parsed(comment) {
            return Some((note, ""));
        }
        let (data, rest) = comment.split_once(',')?;
        let note = parsed(data).filter(|note| note.depth.is_some() && note.time.is_some())?;
        Some((note, rest.trim_start()))
    }

    /// Whether `comment`, from which `self` was parsed, is search data, unlike remarks such as `1984` or `1/2`. Search
    /// data have the form that this program writes. Those of other programs have a depth, and a score with a sign, a
    /// point or a leading 0.
    fn is_written_as(&self, comment: &str) -> bool {
        let score = comment.split('/').next().unwrap_or_default();
        let is_score = score.starts_with(['+', '-', '0']) || score.contains('.');
        let is_search = is_score && self.score.is_some() && self.depth.is_some() && !self.is_book;
        is_search || self.to_string() == comment
    }
}

impl FromStr for PlyNote {
    type Err = ();

    /// Parses a comment with search data, such as `-0.35/8 0.102s` or `book`. Any other comment is an error.
    fn from_str(comment: &str) -> Result<Self, ()> {
        let mut note = Self::default();
        for word in comment.split(' ') {
            if word == "book" {
                note.is_book = true;
            } else if note.time.is_some() {
                // Nothing may follow the time.
                return Err(());
            } else if let Some(seconds) = word.strip_suffix('s').and_then(|text| text.parse::<f64>().ok()) {
                note.time = Some(Duration::try_from_secs_f64(seconds).map_err(|_| ())?);
            } else if note.score.is_some() {
                return Err(());
            } else {
                let parts = word.split_once('/');
                let (score, depth) = parts.map_or((word, None), |(score, depth)| (score, Some(depth)));
                note.score = Some(parse_score(score).ok_or(())?);
                note.depth = depth.map(str::parse).transpose().map_err(|_| ())?;
            }
        }
        Ok(note)
    }
}

impl fmt::Display for PlyNote {
    /// Writes the text of the comment, without braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_book {
            return f.write_str("book");
        }
        let mut parts = Vec::new();
        if let Some(score) = self.score {
            let depth = self.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
            parts.push(format!("{score}{depth}"));
        }
        if let Some(time) = self.time {
            parts.push(format!("{:.3}s", time.as_secs_f64()));
        }
        f.write_str(&parts.join(" "))
    }
}

fn parse_score(text: &str) -> Option<EngineScore> {
    if let Some(moves) = text.strip_prefix("+M") {
        Some(EngineScore::WinIn(moves.parse().ok()?))
    } else if let Some(moves) = text.strip_prefix("-M") {
        Some(EngineScore::LossIn(moves.parse().ok()?))
    } else if let Ok(points) = text.parse() {
        Some(EngineScore::Points(points))
    } else {
        let centi = (text.parse::<f64>().ok()? * 100.0).round();
        let range = f64::from(i32::MIN)..=f64::from(i32::MAX);
        range.contains(&centi).then_some(EngineScore::Centi(centi as i32))
    }
}
