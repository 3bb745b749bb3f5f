//! The name of a new game. As the name of a type, it must not clash with a name in the skeleton.

use super::kind::{Kind, TEST};
use super::outside;

/// Maximum length of a name in bytes.
const MAX_LENGTH: usize = 40;

/// A game's name in three spellings.
pub(super) struct Names {
    /// Name of the game, such as `nine-holes`; its package in the workspace is called `plywright-nine-holes`.
    pub(super) game: String,
    /// Identifier in snake case, such as `nine_holes`.
    pub(super) snake: String,
    /// Type name in camel case, such as `NineHoles`.
    pub(super) camel: String,
    pub(super) kind: Kind,
}

impl Names {
    /// Checks a name and returns it in its three spellings. Returns an error message if the name is malformed, or if
    /// its type name is already used in the skeleton of this kind.
    pub(super) fn of(name: &str, kind: Kind) -> Result<Self, String> {
        let is_word = |word: &str| {
            word.starts_with(|first: char| first.is_ascii_lowercase())
                && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        };
        if name.len() > MAX_LENGTH || !name.split('-').all(is_word) {
            return Err(format!(
                "'{}' is not a name for a game, expected lower-case words of letters and digits joined by hyphens",
                plywright::shorten(name)
            ));
        }
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let (game, camel) = (name.to_owned(), name.split('-').map(capital).collect::<String>());
        if is_reserved(&camel, kind) {
            return Err(format!(
                "a game called '{game}' would have the type `{camel}`, which already exists; choose another \
                 name"
            ));
        }
        Ok(Self { game, snake: name.replace('-', "_"), camel, kind })
    }

    /// Replaces the placeholders `game-name`, `game_name` and `GameName` in a text of the skeleton.
    pub(super) fn fill(&self, text: &str) -> String {
        let text = text.replace("game-name", &self.game).replace("game_name", &self.snake);
        text.replace("GameName", &self.camel)
    }
}

/// Whether this identifier is `Self`, or occurs in the skeleton, its test or its program.
fn is_reserved(camel: &str, kind: Kind) -> bool {
    let texts = [kind.rules(), TEST, outside::MAIN];
    let code = texts.into_iter().flat_map(str::lines).filter(|line| !line.trim_start().starts_with("//"));
    let mut words = code.flat_map(|line| line.split(|letter: char| !letter.is_ascii_alphanumeric()));
    camel == "Self" || words.any(|word| word == camel)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_in_three_ways() {
        let names = Names::of("nine-holes2", Kind::Grid).unwrap();
        assert_eq!([names.game, names.snake, names.camel], ["nine-holes2", "nine_holes2", "NineHoles2"]);
        for wrong in ["", "Nine", "nine_holes", "-nine", "nine-", "9holes", "a b", "é", "../x"] {
            assert!(
                Names::of(wrong, Kind::Grid).is_err_and(|error| error.contains("is not a name")),
                "{wrong}"
            );
        }
        for wrong in ["self", "grid", "game", "pieces", "no-eval", "conformance", "program"] {
            assert!(Names::of(wrong, Kind::Grid).is_err_and(|error| error.contains("the type `")), "{wrong}");
        }
    }
}
