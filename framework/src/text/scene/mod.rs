//! The scene of a position: board, pieces and sides as data that a program can draw without knowing the game.
//!
//! A place has the name by which the game's [actions](crate::Action) refer to it, so a program can turn a click on the
//! place into an argument of an action.

pub(crate) mod drawing;
mod form;
mod hexagons;
pub mod picture;
mod shape;

pub use form::{Choice, Form, OwnedShape, Part, Written};
pub use shape::{Man, PlaceShape, Shape, Surface};

use std::collections::HashSet;

use crate::rules::Side;

/// Characters for the pieces of the first and the second side in text drawings, unless a [`Seat`] has its own.
const SIGNS: [char; 2] = ['x', 'o'];

/// A point of the board as it is drawn. The unit is the width of a square.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Spot {
    /// Horizontal coordinate, which grows to the right.
    pub x: f32,
    /// Vertical coordinate, which grows downwards.
    pub y: f32,
}

impl Spot {
    /// Creates a point from its coordinates.
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

/// A place on which pieces can stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The word that [actions](crate::Action) use for the place. Several places may have the same name, for example
    /// those of a column in which pieces fall.
    pub name: String,
    /// Name for people; `None` if `name` suits them. A place needs a label, for example, if the whole column has its
    /// name.
    pub label: Option<String>,
    /// Centre of the place.
    pub spot: Spot,
    /// Shape of the place.
    pub shape: PlaceShape,
}

/// A piece on a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Index of the piece's place in [`Scene::places`].
    pub at: usize,
    /// Owner of the piece; `None` if it belongs to neither side.
    pub side: Option<Side>,
    /// Shape of the piece.
    pub shape: Shape,
    /// Whether the piece is out of play but still on the board. Pictures show it with a cross.
    pub dead: bool,
}

/// A note about a place, shown to people.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Index of the place in [`Scene::places`].
    pub at: usize,
    /// Text of the note, such as the reason why a move to the place is forbidden.
    pub text: &'static str,
}

/// What is shown about a side next to the board, in pictures and text drawings.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Seat {
    /// Name of the side; `first side` or `second side` by default.
    pub name: Option<String>,
    /// Character for the side's pieces in text drawings; `x` or `o` by default.
    pub sign: Option<char>,
    /// Role of the side, if it has special powers.
    pub role: Option<Role>,
    /// Shape and number of the pieces in hand, which the side has yet to place; `None` in a game without them.
    pub hand: Option<(Shape, u8)>,
    /// Further words for people, such as the side's number of pieces on the board.
    pub note: Option<String>,
}

/// A role that gives a side special powers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// Name of the role.
    pub name: String,
    /// Description of the role's powers, in one or two sentences.
    pub rule: String,
}

/// A position as data for drawing.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scene {
    /// The material of the board.
    pub surface: Surface,
    /// The places of the board.
    pub places: Vec<Place>,
    /// Lines drawn on the board, each between two points.
    pub lines: Vec<[Spot; 2]>,
    /// Edges of the board that belong to a side, in games whose goal is to connect two edges. Each edge is a path of
    /// points from corner to corner.
    pub edges: Vec<(Side, Vec<Spot>)>,
    /// Letters and numbers at the edge of the board, each with the point at which it is drawn.
    pub captions: Vec<(Spot, String)>,
    /// The pieces. Pieces on the same place are listed from the bottom up.
    pub pieces: Vec<Piece>,
    /// Notes about places.
    pub marks: Vec<Mark>,
    /// What is shown about each side, the first side first.
    pub seats: [Seat; 2],
    /// Whether a new piece falls from the top of its column, for programs that animate it.
    pub falls: bool,
    /// Unit of the margin that decides the game, such as `discs`; `None` in a game without margins.
    pub margin: Option<&'static str>,
    /// The position's text in parts that people can change to set up other positions; empty if the game does not
    /// describe its text.
    pub form: Form,
}

impl Scene {
    /// Creates an empty board of squares in rows, named from `a1` at the lower left. The places are listed row by row
    /// from the upper left. `columns` is at most 26, the number of letters.
    ///
    /// ```
    /// use plywright::{Scene, Shape, Side};
    /// let piece = |letter| (letter == 'x').then_some((Some(Side::First), Shape::Cross));
    /// let scene = Scene::grid(3, 2).rows("x../..x", piece);
    /// assert_eq!(scene.places[0].name, "a2");
    /// assert_eq!(scene.pieces.iter().map(|piece| piece.at).collect::<Vec<_>>(), [0, 5]);
    /// ```
    pub fn grid(columns: u8, rows: u8) -> Self {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let places = places.map(|(column, row)| Place {
            name: format!("{}{}", char::from(b'a' + column), rows - row),
            label: None,
            spot: Spot::new(column.into(), row.into()),
            shape: PlaceShape::Square,
        });
        let letters = (0..columns)
            .map(|column| (Spot::new(column.into(), rows.into()), char::from(b'a' + column).to_string()));
        let digits = (0..rows).map(|row| (Spot::new(-1.0, row.into()), (rows - row).to_string()));
        Self { places: places.collect(), captions: letters.chain(digits).collect(), ..Self::default() }
    }

    /// Returns the scene with `surface` as the material of the board.
    #[must_use]
    pub fn on(self, surface: Surface) -> Self {
        Self { surface, ..self }
    }

    /// Renames the places, and keeps the old names as labels. `name` returns a place's new name, given its index in
    /// [`Scene::places`]. If a column has several places and all of them get the same name, this name replaces the
    /// column's caption.
    #[must_use]
    pub fn named(mut self, name: impl Fn(usize) -> String) -> Self {
        for (number, place) in self.places.iter_mut().enumerate() {
            place.label = Some(std::mem::replace(&mut place.name, name(number)));
        }
        for (spot, text) in &mut self.captions {
            let is_below = |place: &&Place| place.spot.x.total_cmp(&spot.x).is_eq();
            let names: Vec<_> = self.places.iter().filter(is_below).map(|place| &place.name).collect();
            if let [first, rest @ ..] = &names[..]
                && !rest.is_empty()
                && rest.iter().all(|name| name == first)
            {
                text.clone_from(first);
            }
        }
        self
    }

    /// Renames the squares and captions of a board made by [`Scene::grid`], so that rows are counted from the top: `a1`
    /// is at the upper left.
    ///
    /// ```
    /// let scene = plywright::Scene::grid(3, 2).numbered_from_the_top();
    /// assert_eq!([&scene.places[0].name, &scene.places[5].name], ["a1", "c2"]);
    /// ```
    #[must_use]
    pub fn numbered_from_the_top(mut self) -> Self {
        let row = |spot: Spot| (spot.y as u8 + 1).to_string();
        for place in &mut self.places {
            place.name.truncate(1);
            place.name += &row(place.spot);
        }
        for (spot, text) in self.captions.iter_mut().filter(|(spot, _)| spot.x < 0.0) {
            *text = row(*spot);
        }
        self
    }

    /// Adds the pieces of `text`, which has a letter for each place, in order. `piece` returns the piece for a letter,
    /// or `None` for an empty place. Slashes between rows and letters after the last place are ignored.
    #[must_use]
    pub fn rows(mut self, text: &str, piece: impl Fn(char) -> Option<OwnedShape>) -> Self {
        let letters = text.chars().filter(|letter| *letter != '/').take(self.places.len());
        for (at, letter) in letters.enumerate() {
            if let Some((side, shape)) = piece(letter) {
                self.put(at, side, shape);
            }
        }
        self
    }

    /// Puts pieces on a board that consists of rows, and adds the board to the form. The form then writes a letter for
    /// each place, in order, and a slash between rows. The first of `letters` stands for an empty place, the other
    /// letters for the pieces of `pieces`, in the same order. `chosen` returns the index in `letters` for the index of
    /// a place.
    ///
    /// ```
    /// use plywright::{Scene, Shape, Side};
    /// let mut scene = Scene::grid(3, 1);
    /// scene.fill(".xo", Side::BOTH.map(|side| (Some(side), Shape::Disc)), |at| at);
    /// assert_eq!((scene.pieces.len(), scene.form.text(&[])), (2, ".xo".to_owned()));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `letters` is not ASCII or has no letter for some of `pieces`, or if `chosen` returns more than the
    /// number of `pieces`.
    pub fn fill(
        &mut self,
        letters: &'static str,
        pieces: impl IntoIterator<Item = OwnedShape>,
        chosen: impl Fn(usize) -> usize,
    ) {
        let contents = std::iter::once(Vec::new()).chain(pieces.into_iter().map(|piece| vec![piece]));
        let choice = |(at, pieces)| Choice::new(Written::As(&letters[at..=at]), pieces);
        let kind = self.form.add_kind(contents.enumerate().map(choice).collect());
        for at in 0..self.places.len() {
            if at > 0 && self.places[at].spot.y > self.places[at - 1].spot.y {
                self.form.write("/");
            }
            let index = chosen(at);
            self.form.parts.push(Part::Place { at, kind, chosen: index });
            for (side, shape) in self.form.kinds[kind][index].pieces.clone() {
                self.put(at, side, shape);
            }
        }
    }

    /// Returns the scene with these names for the first and the second side.
    #[must_use]
    pub fn seated(mut self, names: [&str; 2]) -> Self {
        for (seat, name) in self.seats.iter_mut().zip(names) {
            seat.name = Some(name.to_owned());
        }
        self
    }

    /// Returns the character for a side's pieces in text drawings.
    pub fn sign(&self, side: Side) -> char {
        self.seats[side.index()].sign.unwrap_or(SIGNS[side.index()])
    }

    /// Adds a piece in play to the place with index `at`, on top of the pieces there.
    pub fn put(&mut self, at: usize, side: Option<Side>, shape: Shape) {
        self.pieces.push(Piece { at, side, shape, dead: false });
    }

    /// Returns the scene to show while a person has entered only a part of a move. `others` are the scenes to which the
    /// move can still lead. If a place has several equal pieces, they count as a group. A group is changed only if its
    /// size lies outside the range of its sizes in `others`, and then gets the nearest size in that range. Without
    /// `others`, no piece changes. The pieces are sorted by place and shape.
    #[must_use]
    pub fn towards(&self, others: &[Self]) -> Self {
        let mut scene = self.clone();
        // Equal pieces are counted once, because thousands of scenes have few different ones.
        let mut counted = HashSet::new();
        for piece in others.iter().flat_map(|other| &other.pieces).chain(&self.pieces) {
            if !counted.insert(piece) {
                continue;
            }
            let counts = || others.iter().map(|other| other.count(piece));
            let (Some(min), Some(max)) = (counts().min(), counts().max()) else { continue };
            let wanted = self.count(piece).clamp(min, max);
            while scene.count(piece) < wanted {
                scene.pieces.push(piece.clone());
            }
            while scene.count(piece) > wanted
                && let Some(last) = scene.pieces.iter().rposition(|known| known == piece)
            {
                scene.pieces.remove(last);
            }
        }
        scene.pieces.sort_by(|a, b| (a.at, &a.shape).cmp(&(b.at, &b.shape)));
        scene
    }

    /// Returns the name of a side: its seat's name, or else `first side` or `second side`.
    pub fn side_name(&self, side: Side) -> String {
        self.seats[side.index()].name.clone().unwrap_or_else(|| format!("{side} side"))
    }

    /// Returns the shape that stands for a side: the shape of its first piece in the form. A side without a piece there
    /// has the shape of its first piece on the board or in its hand. `None` if no piece belongs to the side.
    pub fn shape_of(&self, side: Side) -> Option<&Shape> {
        let choices = self.form.kinds.iter().flatten().flat_map(|choice| &choice.pieces);
        let formed = choices.filter(|(owner, _)| *owner == Some(side)).map(|(_, shape)| shape).next();
        let standing = self.pieces.iter().find(|piece| piece.side == Some(side)).map(|piece| &piece.shape);
        let held = self.seats[side.index()].hand.as_ref().map(|(shape, _)| shape);
        formed.or(standing).or(held)
    }

    /// Returns the number of storeys ([`Shape::Block`]) below each piece, in the order of [`Scene::pieces`].
    pub fn levels(&self) -> Vec<usize> {
        let mut storeys = vec![0; self.places.len()];
        let mut levels = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            let Some(built) = storeys.get_mut(piece.at) else {
                levels.push(0);
                continue;
            };
            levels.push(*built);
            *built += usize::from(piece.shape == Shape::Block);
        }
        levels
    }

    /// Returns the indices of the places whose pieces, or their order, differ between this scene and `earlier`.
    pub fn changed_places(&self, earlier: &Self) -> Vec<usize> {
        let pieces = |scene: &Self, at| {
            scene.pieces.iter().filter(|piece| piece.at == at).cloned().collect::<Vec<_>>()
        };
        (0..self.places.len()).filter(|at| pieces(self, *at) != pieces(earlier, *at)).collect()
    }

    /// Returns the indices of the places to mark as those of the last move: the move changed them, and `text`, the text
    /// of the move, contains their names in upper or lower case. `before` is the scene before the move. Returns an
    /// empty list if the scenes have different places.
    pub fn places_of_move(&self, before: &Self, text: &str) -> Vec<usize> {
        if self.places != before.places {
            return Vec::new();
        }
        let text = text.to_lowercase();
        let mut changed = self.changed_places(before);
        changed.retain(|at| text.contains(&self.places[*at].name.to_lowercase()));
        changed
    }

    fn count(&self, piece: &Piece) -> usize {
        self.pieces.iter().filter(|known| *known == piece).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(at: &[usize]) -> Scene {
        let mut scene = Scene::grid(3, 1);
        for at in at {
            scene.put(*at, Some(Side::First), Shape::Figure);
        }
        scene
    }

    #[test]
    fn pieces_that_all_ends_share_are_shown() {
        let mut ends = [figures(&[1]), figures(&[1])];
        ends[0].put(0, None, Shape::Block);
        ends[1].put(2, None, Shape::Block);
        assert_eq!(figures(&[0]).towards(&ends).pieces, figures(&[1]).pieces);
    }

    #[test]
    fn a_single_end_is_shown_as_it_is() {
        let mut end = figures(&[1]);
        end.put(0, None, Shape::Block);
        assert_eq!(figures(&[0]).towards(&[end]).pieces.len(), 2);
    }

    /// Comparing each piece of each end with all ends would take minutes.
    #[test]
    fn thousands_of_ends_are_compared_at_once() {
        let mut end = figures(&[1]);
        for _ in 0..60 {
            end.put(2, None, Shape::Block);
        }
        assert_eq!(figures(&[0]).towards(&vec![end.clone(); 4000]).pieces, end.pieces);
    }

    #[test]
    fn without_ends_the_scene_stays() {
        assert_eq!(figures(&[0]).towards(&[]), figures(&[0]));
    }

    #[test]
    fn a_second_storey_is_shown_on_an_equal_one() {
        let mut low = figures(&[]);
        low.put(1, None, Shape::Block);
        let mut high = low.clone();
        high.put(1, None, Shape::Block);
        assert_eq!(low.towards(&[high.clone(), high]).pieces.len(), 2);
    }
}
