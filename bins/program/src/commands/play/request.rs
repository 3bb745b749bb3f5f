//! Requests that a person types.

use plywright::shorten;

/// A request, one per line. A line without a known first word is parsed as moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Nothing.
    Nothing,
    /// Play these moves, given by text or number.
    Play(Vec<String>),
    /// Take back to the beginning of the person's last turn.
    Undo,
    /// Print the engine's move.
    Hint,
    /// Set the level, or print it.
    Level(Option<String>),
    /// Set the person's side, or print it.
    Side(Option<String>),
    /// Start another game from the same position.
    New,
    /// Set up this position, or print the current one.
    Position(Option<String>),
    /// List the legal moves, or those that begin with this text.
    Moves(Option<String>),
    /// Draw the board.
    Board,
    /// Let the engine play this turn.
    Go,
    /// Resign the game.
    Resign,
    /// Append the game to a file of records.
    Save(Option<String>),
    /// Print the list of requests.
    Help,
    /// End the program.
    Quit,
}

/// The list of requests.
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
    /// Parses a line, case-insensitively. A word that is also one of the `legal` moves is a move.
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

/// Whether moves of this list can also be given by number. False if numbers are the moves' own texts.
pub fn are_numbered(legal: &[String]) -> bool {
    legal.iter().all(|text| text.parse::<usize>().is_err())
}

/// Converts a word to a move: the move with this number, or the word itself.
///
/// # Errors
/// Returns a message if no move has this number.
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
