//! A position's text as a form that is filled in place by place, for programs that set up positions without
//! knowing the game: they put things on the places of the scene, choose the rest from lists, and read off the
//! text. Whether that is a position, and why not, its reader says.

use super::piece::Standing;
use crate::side::Side;

/// What one choice is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The same on every place.
    As(&'static str),
    /// The name of the place.
    Name,
}

/// What can stand on a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How it is written.
    pub written: Written,
    /// What is drawn, from the bottom up.
    pub pieces: Vec<Standing>,
    /// Whether that is out of play although it stands there.
    pub dead: bool,
}

impl Choice {
    /// Pieces that are in play.
    pub const fn new(written: Written, pieces: Vec<Standing>) -> Self {
        Self { written, pieces, dead: false }
    }
}

/// A part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text that stays as it is.
    Fixed(String),
    /// What of one kind stands on a place.
    Place {
        /// The number of the place in [`Scene::places`](super::Scene::places).
        at: usize,
        /// The number of the kind in [`Form::kinds`].
        kind: usize,
        /// The number of the choice of that kind.
        chosen: usize,
    },
    /// The side to move.
    Side {
        /// How the first and the second side are written.
        written: [&'static str; 2],
        /// Which it is.
        chosen: Side,
    },
    /// One of several words.
    Word {
        /// What is chosen, for a person.
        name: String,
        /// How each choice is written, and what it is called.
        choices: Vec<(&'static str, &'static str)>,
        /// The number of the choice.
        chosen: usize,
    },
    /// A whole number.
    Number {
        /// What is counted, for a person.
        name: String,
        /// The least and the greatest number.
        range: [i32; 2],
        /// The number.
        chosen: i32,
    },
    /// The number of places with this choice of a kind.
    Count {
        /// The number of the kind.
        kind: usize,
        /// The number of the choice.
        choice: usize,
    },
    /// Parts with something between those that are not empty.
    List {
        /// What stands between them.
        between: &'static str,
        /// The parts.
        parts: Vec<Part>,
    },
}

/// The text of a position in parts; without parts it is written by hand.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Form {
    /// The kinds of things that stand on places, each with its choices; the first choice of a kind is
    /// nothing.
    pub kinds: Vec<Vec<Choice>>,
    /// The parts of the text, in order.
    pub parts: Vec<Part>,
}

impl Form {
    /// The text, given the names of the places.
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
            Part::Word { choices, chosen, .. } => choices[*chosen].0.to_owned(),
            Part::Number { chosen, .. } => chosen.to_string(),
            Part::Count { kind, choice } => {
                let is_counted = |part: &&Part| match part {
                    Part::Place { kind: of, chosen, .. } => (of, chosen) == (kind, choice),
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

    /// Adds a kind, and returns its number.
    pub fn add_kind(&mut self, choices: Vec<Choice>) -> usize {
        self.kinds.push(choices);
        self.kinds.len() - 1
    }

    /// Adds text that stays as it is.
    pub fn write(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Fixed(text.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::piece::Shape;

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
