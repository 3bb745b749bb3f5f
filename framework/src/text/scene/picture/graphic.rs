//! The parts of a picture: graphics with their colours, in groups.

use std::borrow::Cow;

use super::UNIT;
use crate::text::PlaceShape;

const HOLLOW_RADIUS: f32 = 44.0;
/// A hexagon of width [`UNIT`] with a corner at the top. Each corner is `UNIT` / √3 = 57.74 from the centre.
const HEXAGON: &str = "M0 -57.74L50 -28.87L50 28.87L0 57.74L-50 28.87L-50 -28.87Z";
/// Radius of the rounded corners of a bar.
const BAR_ROUND: f32 = 30.0;

/// A colour with its opacity, as `0xRRGGBBAA`.
pub type Colour = u32;

/// Colours at equal distances.
#[derive(Debug, PartialEq, Eq)]
pub struct Gradient {
    /// Name of the gradient, a word of lower-case letters.
    pub name: &'static str,
    /// The colours, at least two.
    pub colours: &'static [Colour],
    /// Direction in which the colours change, in hundredths of the width and height of the painted shape. Without a
    /// direction, the colours change outwards from a point at 38 % of the width and 32 % of the height; the last
    /// colour is reached at a distance of 75 %.
    pub towards: Option<[u8; 2]>,
}

/// The paint of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// A single colour.
    Colour(Colour),
    /// A gradient.
    Gradient(&'static Gradient),
}

/// The paint of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour of the line.
    pub colour: Colour,
    /// Width of the line.
    pub width: f32,
}

/// The part of a text that lies at the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
}

/// The geometry of a graphic, around the origin.
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
    /// A path as SVG path data. It has only the commands `M`, `L`, `Q`, `C` and `Z`, each with its letter; spaces
    /// separate the numbers.
    Path(Cow<'static, str>),
    /// A line of text, vertically centred.
    Text {
        /// The text. It may have any characters.
        text: String,
        /// Size of the font.
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
    /// Geometry.
    pub outline: Outline,
    /// Paint of the area; `None` to leave it empty.
    pub fill: Option<Fill>,
    /// Paint of the edge, which is drawn over the area; `None` to draw no edge.
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

    /// Returns the outline of a place, around its centre. A point is drawn as a circle of the radius `point_radius`.
    pub(super) fn of_place(shape: PlaceShape, point_radius: f32) -> Self {
        match shape {
            PlaceShape::Square => Self::rect(UNIT, UNIT, 0.0),
            PlaceShape::Point => Self::circle(point_radius),
            PlaceShape::Hollow => Self::circle(HOLLOW_RADIUS),
            PlaceShape::Hexagon => Self::path(HEXAGON),
            PlaceShape::Bar(width) => Self::rect(width * UNIT, UNIT, BAR_ROUND),
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

    /// Returns a group with only this graphic, moved to `origin`. The group takes over the class of the graphic.
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
    /// Other attributes of the group, such as `data-at`, with their values.
    pub attributes: Vec<(&'static str, String)>,
    /// Description of the group, for people who do not see it; `None` if it needs none.
    pub title: Option<String>,
    /// Displacement of the group; it is not scaled. `None` for a group that does not belong to a single point.
    pub origin: Option<[f32; 2]>,
    /// Factor by which the group is enlarged.
    pub scale: f32,
    /// The parts of the group.
    pub nodes: Vec<Node>,
}

/// A part of a group.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A group within the group.
    Group(Group),
    /// A graphic.
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

    /// Enlarges all text of less than the size `min`, in units outside the group.
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

/// Returns a number as it is written in paths and attributes, with at most two decimals.
pub(super) fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}
