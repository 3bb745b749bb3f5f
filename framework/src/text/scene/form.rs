//! A position's text as a form, for programs that set up positions of any game. Such a program puts things on
//! the places of the scene, offers lists for the other parts, and joins the text. The game's reader then
//! accepts the position or says why not.

use crate::rules::Side;

/// The shape of a piece. The pieces of one place are stacked in the order of this list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// One storey of a building.
    Block,
    /// The dome on a building.
    Dome,
    /// A flat round stone.
    Disc,
    /// A pencilled cross.
    Cross,
    /// A pencilled circle.
    Circle,
    /// A piece with this number of rings.
    Rings(u8),
    /// A figure.
    Figure,
    /// A small token with a word.
    Token(&'static str),
}

/// Owner and shape of a piece on a place.
pub type Standing = (Option<Side>, Shape);

/// The text of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The same text on every place.
    As(&'static str),
    /// The name of the place.
    Name,
}

/// A choice for the contents of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The text of the choice.
    pub written: Written,
    /// Pieces to draw, from the bottom up.
    pub pieces: Vec<Standing>,
    /// Whether the pieces are out of play although they stand there.
    pub dead: bool,
}

impl Choice {
    /// A choice of pieces in play.
    pub const fn new(written: Written, pieces: Vec<Standing>) -> Self {
        Self { written, pieces, dead: false }
    }
}

/// A part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Constant text.
    Fixed(String),
    /// The contents of a place, of one kind.
    Place {
        /// Index of the place in [`Scene::places`](super::Scene::places).
        at: usize,
        /// Index of the kind in [`Form::kinds`].
        kind: usize,
        /// Index of the current choice.
        chosen: usize,
    },
    /// The side to move.
    Side {
        /// Text of the first and of the second side.
        written: [&'static str; 2],
        /// Which it is.
        chosen: Side,
    },
    /// One of several words.
    Word {
        /// Name of the part, for people.
        name: String,
        /// Text and label of each choice.
        choices: Vec<(&'static str, &'static str)>,
        /// Index of the current choice.
        chosen: usize,
    },
    /// A whole number.
    Number {
        /// Name of the number, for people.
        name: String,
        /// Minimum and maximum.
        range: [i32; 2],
        /// The number.
        chosen: i32,
    },
    /// Number of places with a given choice.
    Count {
        /// Index of the kind.
        kind: usize,
        /// Index of the choice.
        choice: usize,
    },
    /// Parts joined by a separator; empty parts are left out.
    List {
        /// The separator.
        between: &'static str,
        /// The parts.
        parts: Vec<Part>,
    },
}

/// The parts of a position's text; without parts, people write the text by hand.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Form {
    /// The choices of each kind of contents of a place; the first choice of a kind is nothing.
    pub kinds: Vec<Vec<Choice>>,
    /// The parts of the text, in order.
    pub parts: Vec<Part>,
}

impl Form {
    /// Joins the text, given the names of the places.
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

    /// Adds a kind and returns its index.
    pub fn add_kind(&mut self, choices: Vec<Choice>) -> usize {
        self.kinds.push(choices);
        self.kinds.len() - 1
    }

    /// Adds constant text.
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
