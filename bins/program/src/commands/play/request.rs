//! What a person can ask for in a line.

use plywright::shorten;

/// One line's request. Whatever does not begin with a word of its own is taken for moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Nothing.
    Nothing,
    /// Play these moves, given by text or by number.
    Play(Vec<String>),
    /// Take back to the person's own last turn.
    Undo,
    /// Asks what the engine would play.
    Hint,
    /// Play at this level, or say which it is.
    Level(Option<String>),
    /// Change seats, or say who has which.
    Side(Option<String>),
    /// Begin another game from the same position.
    New,
    /// Set up this position, or print the present one.
    Position(Option<String>),
    /// List the legal moves, or those whose texts begin so.
    Moves(Option<String>),
    /// Draw the board.
    Board,
    /// Let the engine play this turn.
    Go,
    /// Give the game up.
    Resign,
    /// Add the game to a file of records.
    Save(Option<String>),
    /// Asks what can be said.
    Help,
    /// End the program.
    Quit,
}

/// What can be said, for a person who asks.
pub const HELP: &str = "\
A move, by its text or its number in the list of moves; several in a line are played one after the other.
undo       take back to your own last turn        hint       what the engine would play
go         let the engine play this turn          moves T    list the moves that begin with T, or all
new        begin another game                     board      draw the board
level N    the engine's strength, 0 to 30         side S     play first, second, both or none
position   print the position's text              position T set up the position with text T
save FILE  add the game to a file of records      resign     give the game up
help       this list                              quit       end
In a terminal, arrow keys call earlier lines back. Ctrl-C keeps the game in a file and ends.";

impl Request {
    /// Reads a line; words may be in any case. A word that is also one of the `legal` moves is a move.
    pub fn read(line: &str, legal: &[String]) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = || Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty());
        let moves = || Self::Play(line.split_whitespace().map(str::to_owned).collect());
        if legal.iter().any(|text| text.eq_ignore_ascii_case(word)) {
            return moves();
        }
        match word.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "undo" => Self::Undo,
            "hint" => Self::Hint,
            "level" => Self::Level(argument()),
            "side" => Self::Side(argument()),
            "new" => Self::New,
            "position" | "fen" => Self::Position(argument()),
            "moves" => Self::Moves(argument()),
            "board" => Self::Board,
            "go" => Self::Go,
            "resign" => Self::Resign,
            "save" => Self::Save(argument()),
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            _ => moves(),
        }
    }
}

/// Whether moves of this list are given by number too: not where numbers are the moves' own names.
pub fn are_numbered(legal: &[String]) -> bool {
    legal.iter().all(|text| text.parse::<usize>().is_err())
}

/// The move that a word stands for: the one with that number, or the word itself.
///
/// # Errors
/// When there is no move with that number.
pub fn resolve(word: &str, legal: &[String]) -> Result<String, String> {
    let Some(number) = word.parse::<usize>().ok().filter(|_| are_numbered(legal)) else {
        return Ok(word.to_owned());
    };
    let found = number.checked_sub(1).and_then(|index| legal.get(index));
    found.cloned().ok_or_else(|| {
        format!("no move has the number {}, expected a number from 1 to {}", shorten(word), legal.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn words_come_in_any_case_and_moves_win_over_them() {
        assert_eq!(Request::read("  UNDO ", &[]), Request::Undo);
        assert_eq!(Request::read("Level  7", &[]), Request::Level(Some("7".to_owned())));
        assert_eq!(Request::read("fen a b  c", &[]), Request::Position(Some("a b  c".to_owned())));
        assert_eq!(Request::read("go x", &texts(&["Go"])), Request::Play(texts(&["go", "x"])));
        assert_eq!(Request::read("\t", &[]), Request::Nothing);
    }

    #[test]
    fn numbers_count_from_one_unless_they_are_moves() {
        let legal = texts(&["b", "a"]);
        assert_eq!(resolve("2", &legal).as_deref(), Ok("a"));
        assert_eq!(resolve("b", &legal).as_deref(), Ok("b"));
        assert!(resolve("3", &legal).is_err() && resolve("0", &legal).is_err());
        assert_eq!(resolve("2", &texts(&["4", "2"])).as_deref(), Ok("2"));
    }
}
