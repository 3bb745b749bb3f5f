//! A position's text as a form, for programs that set up positions of any game without knowing its notation. A program
//! lets people choose the contents of places, the side to move, words and numbers. The texts of the choices, joined,
//! are then the text of a position, which the game may still refuse.

use super::Shape;
use crate::rules::Side;

/// A piece without a place: its owner, `None` if it belongs to neither side, and its shape.
pub type OwnedShape = (Option<Side>, Shape);

/// How a position's text writes the contents of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// This text, the same on every place.
    As(&'static str),
    /// The name of the place, as in a list of the occupied places.
    Name,
}

/// One of the possible contents of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How the position's text writes this choice.
    pub written: Written,
    /// Pieces on the place, from the bottom up; empty for an empty place.
    pub pieces: Vec<OwnedShape>,
    /// Whether the pieces are out of play but still on the board.
    pub dead: bool,
}

impl Choice {
    /// Creates a choice of pieces that are in play.
    pub const fn new(written: Written, pieces: Vec<OwnedShape>) -> Self {
        Self { written, pieces, dead: false }
    }
}

/// A part of the position's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Constant text.
    Fixed(String),
    /// The contents of a place, chosen from one of the lists in [`Form::kinds`].
    Place {
        /// Index of the place in [`Scene::places`](super::Scene::places).
        at: usize,
        /// Index in [`Form::kinds`] of the list of choices for the place.
        kind: usize,
        /// Index of the current choice in the list with the index `kind`.
        chosen: usize,
    },
    /// The side to move.
    Side {
        /// Words for the side to move in the position's text: one for the first side, then one for the
        /// second.
        written: [&'static str; 2],
        /// The current side to move.
        chosen: Side,
    },
    /// One of several words.
    Word {
        /// Name of the part, as shown to people.
        name: String,
        /// The choices, each as its word in the position's text and its label for people.
        choices: Vec<(&'static str, &'static str)>,
        /// Index of the current choice in `choices`.
        chosen: usize,
    },
    /// A whole number.
    Number {
        /// Name of the number, as shown to people.
        name: String,
        /// Minimum and maximum of the number.
        range: [i32; 2],
        /// Current value of the number.
        chosen: i32,
    },
    /// Number of places with a given choice, such as the number of a side's pieces. People do not enter it, because it
    /// follows from the places. A [`Part::Place`] within a [`Part::List`] is not counted.
    Count {
        /// Index in [`Form::kinds`] of the list of choices for the counted places.
        kind: usize,
        /// Index of the counted choice in the list with the index `kind`.
        choice: usize,
    },
    /// Parts joined by a separator. Parts whose text is empty are left out, with their separator.
    List {
        /// Separator between the parts.
        between: &'static str,
        /// Parts to join.
        parts: Vec<Part>,
    },
}

impl Part {
    /// Creates the part for one of `words`, which are also their labels. If `chosen` is not one of them, returns
    /// [`Part::Fixed`] with `chosen`, so that people cannot change it.
    pub fn word(name: impl Into<String>, words: &[&'static str], chosen: &str) -> Self {
        let choices = words.iter().map(|word| (*word, *word)).collect();
        match words.iter().position(|word| *word == chosen) {
            Some(chosen) => Self::Word { name: name.into(), choices, chosen },
            None => Self::Fixed(chosen.to_owned()),
        }
    }

    /// Creates the part for a whole number. `range` is its minimum and maximum; `chosen` should lie between them, and
    /// is not changed if it does not.
    pub fn number(name: impl Into<String>, range: [i32; 2], chosen: impl Into<i32>) -> Self {
        Self::Number { name: name.into(), range, chosen: chosen.into() }
    }
}

/// A position's text, divided into parts that people can change.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Form {
    /// Lists of choices for the contents of a place. Places with the same possible contents share a list. The first
    /// choice of each list is an empty place.
    pub kinds: Vec<Vec<Choice>>,
    /// The parts of the text, in order.
    pub parts: Vec<Part>,
}

impl Form {
    /// Returns the text of the current choices. `names` are the names of the scene's places, in order, for
    /// [`Written::Name`].
    ///
    /// # Panics
    ///
    /// Panics if an index in a part is out of range.
    pub fn text(&self, names: &[&str]) -> String {
        self.parts.iter().map(|part| self.text_of(part, names)).collect()
    }

    fn text_of(&self, part: &Part, names: &[&str]) -> String {
        match part {
            Part::Fixed(text) => text.clone(),
            Part::Place { at, kind, chosen } => match self.kinds[*kind][*chosen].written {
                Written::As(text) => text.to_owned(),
                Written::Name => names[*at].to_owned(),
            },
            Part::Side { written, chosen } => written[chosen.index()].to_owned(),
            Part::Word { choices, chosen, .. } => {
                let (word, _) = choices[*chosen];
                word.to_owned()
            }
            Part::Number { chosen, .. } => chosen.to_string(),
            Part::Count { kind, choice } => {
                let is_counted = |part: &&Part| match part {
                    Part::Place { kind: own_kind, chosen, .. } => (own_kind, chosen) == (kind, choice),
                    _ => false,
                };
                self.parts.iter().filter(is_counted).count().to_string()
            }
            Part::List { between, parts } => {
                let texts = parts.iter().map(|part| self.text_of(part, names));
                texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(between)
            }
        }
    }

    /// Adds a list of choices for places and returns its index in [`Form::kinds`].
    pub fn add_kind(&mut self, choices: Vec<Choice>) -> usize {
        self.kinds.push(choices);
        self.kinds.len() - 1
    }

    /// Adds constant text at the end of the position's text.
    pub fn write(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Fixed(text.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_follows_from_the_choices() {
        let mut form = Form::default();
        let stone = vec![(Some(Side::First), Shape::Disc)];
        let stones = form.add_kind(vec![
            Choice::new(Written::As("."), Vec::new()),
            Choice::new(Written::As("x"), stone.clone()),
        ]);
        let guests =
            form.add_kind(vec![Choice::new(Written::As(""), Vec::new()), Choice::new(Written::Name, stone)]);
        let place = |kind, at, chosen| Part::Place { at, kind, chosen };
        form.parts.extend([place(stones, 0, 1), place(stones, 1, 0), place(stones, 2, 1)]);
        form.write(" ");
        form.parts.push(Part::Side { written: ["w", "b"], chosen: Side::Second });
        form.write(" ");
        let list = |chosen: [usize; 3]| Part::List {
            between: ",",
            parts: (0..3).map(|at| place(guests, at, chosen[at])).collect(),
        };
        form.parts.push(list([1, 0, 1]));
        form.write(" ");
        form.parts.push(Part::Count { kind: stones, choice: 1 });
        assert_eq!(form.text(&["a1", "b1", "c1"]), "x.x b a1,c1 2");
    }
}
