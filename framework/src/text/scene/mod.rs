//! The scene of a position: everything on the table, as data that a program can draw without knowing the
//! game.
//!
//! A scene holds the places of the board with coordinates, the lines between them and the pieces on them. A
//! click on a place stands for the word that the game's [actions](crate::Action) use for the place. Games on
//! grids build their scenes with [`Scene::grid`] and [`Scene::rows`].

pub(crate) mod drawing;
mod form;

pub use form::{Choice, Form, Part, Shape, Standing, Written};

use crate::rules::Side;

/// Default signs for the pieces of the two sides.
const SIGNS: [char; 2] = ['x', 'o'];

/// A point of the drawing. A square has width 1; `x` grows to the right, `y` downwards.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Spot {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl Spot {
    /// The point with these coordinates.
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

/// The material of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Surface {
    /// A sheet of paper with ruled squares.
    #[default]
    Paper,
    /// A wooden board.
    Wood,
    /// An upright rack with round holes.
    Rack,
    /// A grassy island with buildings.
    Island,
    /// Green felt.
    Felt,
}

/// The shape of a place.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum PlaceShape {
    /// A square of width 1.
    #[default]
    Square,
    /// A point on lines.
    Point,
    /// A round hollow.
    Hollow,
    /// A bar of the given width and height 1.
    Bar(f32),
}

/// A place on which pieces can stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The word that actions use for the place; places that are chosen together share one.
    pub name: String,
    /// The spoken name, if it differs from `name`.
    pub label: Option<String>,
    /// Its centre.
    pub spot: Spot,
    /// Its shape.
    pub shape: PlaceShape,
}

/// A piece on a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Index of its place in [`Scene::places`].
    pub at: usize,
    /// Its owner; `None` for a piece that belongs to nobody.
    pub side: Option<Side>,
    /// Its shape.
    pub shape: Shape,
    /// Whether it is out of play although it still stands there.
    pub dead: bool,
}

/// A comment on a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Index of the place in [`Scene::places`].
    pub at: usize,
    /// The reason why something is forbidden there, or another special fact.
    pub text: &'static str,
}

/// Things of a side beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Seat {
    /// Name of the side; "first" or "second" by default.
    pub name: Option<String>,
    /// Character for its pieces; `x` or `o` by default.
    pub sign: Option<char>,
    /// A role with powers of its own.
    pub role: Option<Role>,
    /// Shape and number of the pieces in hand.
    pub hand: Option<(Shape, u8)>,
    /// Anything else that a person wants to see, such as stored state.
    pub note: Option<String>,
}

/// A role of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// Its name.
    pub name: String,
    /// Its powers, in a sentence or two.
    pub rule: String,
}

/// Everything on the table.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scene {
    /// The material of the board.
    pub surface: Surface,
    /// The places, in reading order.
    pub places: Vec<Place>,
    /// Lines drawn on the board.
    pub lines: Vec<[Spot; 2]>,
    /// Letters and numbers at the edge of the board.
    pub captions: Vec<(Spot, String)>,
    /// The pieces; those of one place from the bottom up.
    pub pieces: Vec<Piece>,
    /// Comments on places.
    pub marks: Vec<Mark>,
    /// Name, role, hand and note of the first and of the second side.
    pub seats: [Seat; 2],
    /// Whether pieces fall in from the top of their column.
    pub falls: bool,
    /// Unit of the margin that decides the game, such as `discs`; `None` in a game without margins.
    pub margin: Option<&'static str>,
    /// A form of the position's text, for setting up others.
    pub form: Form,
}

impl Scene {
    /// Squares in rows, named `a1` from the lower left.
    ///
    /// ```
    /// use plywright::{Scene, Shape, Side};
    /// let piece = |letter| (letter == 'x').then_some((Some(Side::First), Shape::Cross));
    /// let scene = Scene::grid(3, 2).rows("x../..x", piece);
    /// assert_eq!(scene.places[0].name, "a2");
    /// assert_eq!(scene.pieces.iter().map(|piece| piece.at).collect::<Vec<_>>(), [0, 5]);
    /// ```
    pub fn grid(columns: u8, rows: u8) -> Self {
        let spot = |column: u8, row: u8| Spot::new(f32::from(column), f32::from(row));
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let places = places.map(|(column, row)| Place {
            name: format!("{}{}", char::from(b'a' + column), rows - row),
            label: None,
            spot: spot(column, row),
            shape: PlaceShape::Square,
        });
        let letters = (0..columns)
            .map(|column| (Spot::new(column.into(), rows.into()), char::from(b'a' + column).to_string()));
        let digits = (0..rows).map(|row| (Spot::new(-1.0, row.into()), (rows - row).to_string()));
        Self { places: places.collect(), captions: letters.chain(digits).collect(), ..Self::default() }
    }

    /// The board with another material.
    #[must_use]
    pub fn on(self, surface: Surface) -> Self {
        Self { surface, ..self }
    }

    /// The places with the names that `name` gives them by index. A name that a whole column shares is drawn
    /// below the column.
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

    /// The squares with rows counted from the top: `a1` is at the upper left.
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

    /// Puts pieces on the places in order, one for each letter of `text`; slashes between rows are ignored.
    #[must_use]
    pub fn rows(mut self, text: &str, piece: impl Fn(char) -> Option<Standing>) -> Self {
        let letters = text.chars().filter(|letter| *letter != '/').take(self.places.len());
        for (at, letter) in letters.enumerate() {
            if let Some((side, shape)) = piece(letter) {
                self.put(at, side, shape);
            }
        }
        self
    }

    /// The board with names for the sides.
    #[must_use]
    pub fn seated(mut self, names: [&str; 2]) -> Self {
        for (seat, name) in self.seats.iter_mut().zip(names) {
            seat.name = Some(name.to_owned());
        }
        self
    }

    /// The character for a side's pieces.
    pub fn sign(&self, side: Side) -> char {
        self.seats[side.index()].sign.unwrap_or(SIGNS[side.index()])
    }

    /// Puts a piece on top of the place with index `at`.
    pub fn put(&mut self, at: usize, side: Option<Side>, shape: Shape) {
        self.pieces.push(Piece { at, side, shape, dead: false });
    }

    /// The scene after the first actions of a move, when one of `others` follows. Each kind of piece appears
    /// as often as in this scene, but at least as often as in the scene of `others` with the fewest and at
    /// most as often as in the one with the most.
    #[must_use]
    pub fn towards(&self, others: &[Self]) -> Self {
        let mut scene = self.clone();
        for piece in others.iter().flat_map(|other| &other.pieces).chain(&self.pieces) {
            let counts = || others.iter().map(|other| other.count(piece));
            let (Some(least), Some(most)) = (counts().min(), counts().max()) else { continue };
            let wanted = self.count(piece).clamp(least, most);
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

    /// The name of a side: its seat's name, or `first side` and `second side`.
    pub fn side_name(&self, side: Side) -> String {
        self.seats[side.index()].name.clone().unwrap_or_else(|| format!("{side} side"))
    }

    /// Indices of the places whose pieces differ from those in an earlier scene.
    pub fn changed_places(&self, earlier: &Self) -> Vec<usize> {
        let pieces = |scene: &Self, at| {
            scene.pieces.iter().filter(|piece| piece.at == at).cloned().collect::<Vec<_>>()
        };
        (0..self.places.len()).filter(|at| pieces(self, *at) != pieces(earlier, *at)).collect()
    }

    /// Number of pieces equal to this one.
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
    fn what_all_ends_share_is_certain() {
        let mut ends = [figures(&[1]), figures(&[1])];
        ends[0].put(0, None, Shape::Block);
        ends[1].put(2, None, Shape::Block);
        let scene = figures(&[0]).towards(&ends);
        assert_eq!(scene.pieces, figures(&[1]).pieces);
        ends[1] = ends[0].clone();
        assert_eq!(figures(&[0]).towards(&ends).pieces.len(), 2);
        assert_eq!(figures(&[0]).towards(&[]), figures(&[0]));
    }

    #[test]
    fn a_storey_more_is_seen_although_its_like_stand_below() {
        let mut low = figures(&[]);
        low.put(1, None, Shape::Block);
        let mut high = low.clone();
        high.put(1, None, Shape::Block);
        assert_eq!(low.towards(&[high.clone(), high]).pieces.len(), 2);
    }
}
