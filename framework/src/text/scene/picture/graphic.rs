//! The parts of a picture: graphics with their colours, in groups. Lengths are in units of the picture, in which a
//! square of the board is 100 wide, unless a group scales them.

use std::borrow::Cow;

use super::UNIT;
use crate::text::PlaceShape;

const HOLLOW_RADIUS: f32 = 44.0;
/// SVG path data of a hexagon of width [`UNIT`] with a corner at the top. Each corner is `UNIT` / √3 = 57.74 from the
/// centre.
const HEXAGON: &str = "M0 -57.74L50 -28.87L50 28.87L0 57.74L-50 28.87L-50 -28.87Z";
const BAR_CORNER_RADIUS: f32 = 30.0;

/// A colour with its opacity, as `0xRRGGBBAA`.
pub type Colour = u32;

/// Colours that blend into each other, at equal distances.
#[derive(Debug, PartialEq, Eq)]
pub struct Gradient {
    /// Name of the gradient, a word of lower-case letters that no other gradient has.
    pub name: &'static str,
    /// The colours, at least two, all opaque.
    pub colours: &'static [Colour],
    /// Point of the last colour, in hundredths of the width and height of the painted shape. The first colour lies at
    /// the upper left corner. If `None`, the colours form rings around a point at 38 % of the width and 32 % of the
    /// height. The last colour then lies at a distance of 75 % of the width and height.
    pub towards: Option<[u8; 2]>,
}

/// The paint of the area inside an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// The same colour everywhere.
    Colour(Colour),
    /// Several colours that blend into each other.
    Gradient(&'static Gradient),
}

/// The line along an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour of the line.
    pub colour: Colour,
    /// Width of the line, half of it on each side of the outline.
    pub width: f32,
}

/// The part of a line of text that lies at the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
}

/// The form of a graphic. Ellipses and rectangles have their centre at the origin.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// An ellipse with a horizontal and a vertical radius.
    Ellipse([f32; 2]),
    /// A rectangle with a width and a height. Its corners are rounded by the radius `round`.
    Rect {
        /// Width and height.
        size: [f32; 2],
        /// Radius of the corners.
        round: f32,
    },
    /// A path as SVG path data that a simple parser can read: it has only the commands `M`, `L`, `Q`, `C` and `Z`, the
    /// letter is repeated for every command, and spaces separate the numbers.
    Path(Cow<'static, str>),
    /// A line of text. The middle of its height lies at the origin.
    Text {
        /// The text. It may have any characters, so a writer must escape them.
        text: String,
        /// Size of the font, before the scale of the group.
        size: f32,
        /// The part of the text that lies at the origin.
        anchor: Anchor,
        /// Whether the text is bold.
        is_bold: bool,
    },
}

/// A shape or a line of text with its paint.
#[derive(Clone, Debug, PartialEq)]
pub struct Graphic {
    /// Classes for style sheets, separated by spaces; empty if there are none.
    pub class: &'static str,
    /// Displacement of the outline within its group.
    pub origin: [f32; 2],
    /// Form of the graphic.
    pub outline: Outline,
    /// Paint of the area inside the outline; `None` to leave it empty.
    pub fill: Option<Fill>,
    /// Paint of the outline, which is drawn over the area; `None` to draw no line.
    pub stroke: Option<Stroke>,
}

impl Graphic {
    fn new(outline: Outline) -> Self {
        Self { class: "", origin: [0.0; 2], outline, fill: None, stroke: None }
    }

    pub(super) fn circle(radius: f32) -> Self {
        Self::ellipse(radius, radius)
    }

    pub(super) fn ellipse(horizontal: f32, vertical: f32) -> Self {
        Self::new(Outline::Ellipse([horizontal, vertical]))
    }

    pub(super) fn rect(width: f32, height: f32, round: f32) -> Self {
        Self::new(Outline::Rect { size: [width, height], round })
    }

    pub(super) fn path(data: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Outline::Path(data.into()))
    }

    pub(super) fn text(text: impl Into<String>, size: f32, colour: Colour) -> Self {
        let outline = Outline::Text { text: text.into(), size, anchor: Anchor::Middle, is_bold: false };
        Self::new(outline).filled(colour)
    }

    /// Creates the outline of a place, around its centre, without paint. A point is drawn as a circle of the radius
    /// `point_radius`.
    pub(super) fn of_place(shape: PlaceShape, point_radius: f32) -> Self {
        match shape {
            PlaceShape::Square => Self::rect(UNIT, UNIT, 0.0),
            PlaceShape::Point => Self::circle(point_radius),
            PlaceShape::Hollow => Self::circle(HOLLOW_RADIUS),
            PlaceShape::Hexagon => Self::path(HEXAGON),
            PlaceShape::Bar(width) => Self::rect(width * UNIT, UNIT, BAR_CORNER_RADIUS),
        }
    }

    pub(super) fn class(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    pub(super) fn moved(self, origin: [f32; 2]) -> Self {
        Self { origin, ..self }
    }

    pub(super) fn filled(self, colour: Colour) -> Self {
        Self { fill: Some(Fill::Colour(colour)), ..self }
    }

    pub(super) fn shaded(self, gradient: &'static Gradient) -> Self {
        Self { fill: Some(Fill::Gradient(gradient)), ..self }
    }

    pub(super) fn stroked(self, colour: Colour, width: f32) -> Self {
        Self { stroke: Some(Stroke { colour, width }), ..self }
    }

    pub(super) fn bold(mut self) -> Self {
        if let Outline::Text { is_bold, .. } = &mut self.outline {
            *is_bold = true;
        }
        self
    }

    pub(super) fn anchored(mut self, part: Anchor) -> Self {
        if let Outline::Text { anchor, .. } = &mut self.outline {
            *anchor = part;
        }
        self
    }

    /// Returns a group at `origin` that contains this graphic. The class moves from the graphic to the group.
    pub(super) fn at(self, origin: [f32; 2]) -> Group {
        let mut group = Group::new(self.class).at(origin);
        group.add(self.class(""));
        group
    }
}

/// Graphics and groups that belong together, from back to front.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Classes for style sheets, separated by spaces; empty if there are none.
    pub class: String,
    /// Other attributes of the group, as pairs of name and value, such as `data-at` and the index of a place.
    pub attributes: Vec<(&'static str, String)>,
    /// Description of the group, which browsers show under the mouse; `None` if it needs none.
    pub title: Option<String>,
    /// Displacement of the group, to which `scale` does not apply. `None` for a group that does not belong to a single
    /// point.
    pub origin: Option<[f32; 2]>,
    /// Factor by which the group is enlarged, with its `origin` as the fixed point; 1 if `origin` is `None`.
    pub scale: f32,
    /// The parts of the group, from back to front.
    pub nodes: Vec<Node>,
}

/// A part of a group.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A group within the group, with its own displacement and scale.
    Group(Group),
    /// A shape or a line of text.
    Graphic(Graphic),
}

impl Group {
    pub(super) fn new(class: impl Into<String>) -> Self {
        Self {
            class: class.into(),
            attributes: Vec::new(),
            title: None,
            origin: None,
            scale: 1.0,
            nodes: Vec::new(),
        }
    }

    pub(super) fn at(self, origin: [f32; 2]) -> Self {
        Self { origin: Some(origin), ..self }
    }

    pub(super) fn scaled(self, scale: f32) -> Self {
        Self { scale, ..self }
    }

    pub(super) fn titled(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    pub(super) fn add(&mut self, graphic: Graphic) {
        self.nodes.push(Node::Graphic(graphic));
    }

    pub(super) fn add_group(&mut self, group: Group) {
        self.nodes.push(Node::Group(group));
    }

    /// Enlarges each text whose font, after the scale of the group, would be smaller than `min`, to this size.
    pub(super) fn enlarge_text(&mut self, min: f32) {
        let min = min / self.scale;
        for node in &mut self.nodes {
            match node {
                Node::Group(group) => group.enlarge_text(min),
                Node::Graphic(Graphic { outline: Outline::Text { size, .. }, .. }) => *size = size.max(min),
                Node::Graphic(_) => {}
            }
        }
    }
}

/// Writes a number for paths and attributes, rounded to two decimals and without needless zeros.
pub(super) fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}
