//! What boards, places and pieces look like. Each look has a name, by which a program outside this crate, such as a
//! page in a browser, selects its own drawing or style.

use std::borrow::Cow;

/// The material of a board, which selects its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Surface {
    /// A sheet of paper with ruled squares.
    #[default]
    Paper,
    /// A wooden board.
    Wood,
    /// An upright rack with round holes. Pieces are drawn behind its front.
    Rack,
    /// A grassy island with buildings.
    Island,
    /// Green felt.
    Felt,
    /// Alternating dark and light squares; the lower left square is dark.
    Chequered,
}

impl Surface {
    /// Returns the name of the material, such as `paper`, for programs that draw.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Wood => "wood",
            Self::Rack => "rack",
            Self::Island => "island",
            Self::Felt => "felt",
            Self::Chequered => "chequered",
        }
    }
}

/// The shape of a place.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum PlaceShape {
    /// A square of width 1.
    #[default]
    Square,
    /// A point where lines meet.
    Point,
    /// A round hollow, a little narrower than a square.
    Hollow,
    /// A hexagon of width 1 with a corner at the top. The centres of neighbouring rows are √3/2 apart.
    Hexagon,
    /// A bar of the given width, in widths of a square, and of height 1.
    Bar(f32),
}

impl PlaceShape {
    /// Returns the name of the shape, such as `square`, for programs that draw.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Point => "point",
            Self::Hollow => "hollow",
            Self::Hexagon => "hexagon",
            Self::Bar(_) => "bar",
        }
    }

    /// Returns the width that the place takes up on the board, in widths of a square: 1 except for a bar.
    pub const fn width(self) -> f32 {
        match self {
            Self::Bar(width) => width,
            _ => 1.0,
        }
    }
}

/// Kind of a carved piece, such as a knight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Man {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl Man {
    /// All kinds, in the order of the variants.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// Returns the name of the kind, such as `pawn`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }

    /// Returns the letter of the kind in English notation, such as `P`.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }
}

/// The shape of a piece. On each place, the pieces are listed in the order of these variants, from the bottom up.
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
    /// A piece with this number of rings. Pictures draw at most four of them, and the number.
    Rings(u8),
    /// A standing figure.
    Figure,
    /// A carved piece.
    Man(Man),
    /// A heap of this number of small pieces, such as seeds.
    Count(u8),
    /// A small token with a word or another short text.
    Token(Cow<'static, str>),
}

impl Shape {
    /// Returns the name of the shape, such as `disc`, for programs that draw. A carved piece has the name of
    /// its kind.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Block => "block",
            Self::Dome => "dome",
            Self::Disc => "disc",
            Self::Cross => "cross",
            Self::Circle => "circle",
            Self::Rings(_) => "rings",
            Self::Figure => "figure",
            Self::Man(man) => man.name(),
            Self::Count(_) => "count",
            Self::Token(_) => "token",
        }
    }

    /// Returns the number in [`Shape::Rings`] or [`Shape::Count`]; `None` for other shapes.
    pub const fn count(&self) -> Option<u8> {
        match self {
            Self::Rings(count) | Self::Count(count) => Some(*count),
            _ => None,
        }
    }

    /// Returns the text on a token; `None` for other shapes.
    pub fn word(&self) -> Option<&str> {
        match self {
            Self::Token(text) => Some(text),
            _ => None,
        }
    }
}
