//! Pictures of boards, without the names and hands of the sides. A board has four layers (ground, pieces, the front of
//! a rack, and notes), so that a program that animates pieces can draw them between two layers.

use std::fmt::Write;

use super::UNIT;
use super::graphic::{Colour, Gradient, Graphic, Group, number};
use super::piece::piece;
use crate::text::{Place, PlaceShape, Scene, Spot, Surface};

/// Width of the empty strip around the board, in units of the picture.
const MARGIN: f32 = 18.0;
/// Width of the strip that holds the captions, in squares.
const CAPTION_STRIP: f32 = 0.34;
/// Distance of the captions from the middle of their strip towards the places, in squares.
const CAPTION_SHIFT: f32 = 0.02;
const LINE: Colour = 0x4a_30_12_ff;
const RACK_HOLE_RADIUS: f32 = 40.0;
const STEEL_EDGE: Colour = 0x16_38_6f_ff;
const RED: Colour = 0xb3_26_1e_ff;

/// Creates a gradient along a straight line. `towards` is as in [`Gradient::towards`].
const fn plane(name: &'static str, colours: &'static [Colour], towards: [u8; 2]) -> Gradient {
    Gradient { name, colours, towards: Some(towards) }
}

pub(super) static WOOD: Gradient =
    plane("wood", &[0xd9_ad_72_ff, 0xcf_a0_63_ff, 0xd8_ae_76_ff, 0xc7_96_56_ff, 0xd3_a4_68_ff], [100, 25]);
pub(super) static GRASS: Gradient = plane("grass", &[0x8f_bf_74_ff, 0x6e_a1_58_ff], [0, 100]);
pub(super) static STEEL: Gradient = plane("steel", &[0x2f_62_b8_ff, 0x1d_44_88_ff], [0, 100]);

/// A rectangle in the picture, in units of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Horizontal coordinate of the left edge.
    pub left: f32,
    /// Vertical coordinate of the upper edge.
    pub top: f32,
    /// Distance from the left to the right edge.
    pub width: f32,
    /// Distance from the upper to the lower edge.
    pub height: f32,
}

impl Area {
    /// Returns the horizontal and the vertical coordinate of the point in the middle.
    pub fn centre(self) -> [f32; 2] {
        [self.left + self.width / 2.0, self.top + self.height / 2.0]
    }

    /// Returns the area without a strip of the width `distance` at its edge. A negative width adds a strip.
    fn within(self, distance: f32) -> Self {
        Self {
            left: self.left + distance,
            top: self.top + distance,
            width: self.width - 2.0 * distance,
            height: self.height - 2.0 * distance,
        }
    }
}

/// A board in layers, from back to front. A program that animates pieces draws them between the ground and the
/// front.
///
/// On a board that is turned by 180 degrees, each group with an [`origin`](Group::origin) is moved but stays upright,
/// so texts can be read. Everything else is turned.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardPicture {
    /// Area that the board covers, with a margin.
    pub area: Area,
    /// The board without pieces. Each place is a group of the class `spot` with two attributes: `data-at` is the index
    /// of the place in [`Scene::places`], and `data-place` is its name.
    pub ground: Group,
    /// The pieces, in the order of the scene. Each is a [`piece`] with the attribute `data-at`, the index of its
    /// place.
    pub pieces: Group,
    /// The front of a rack, which hides parts of the pieces. Empty on other boards.
    pub front: Group,
    /// The notes about places, each with its text as title. The top layer of the board.
    pub notes: Group,
    frame: Frame,
}

/// Dimensions of the board, in widths of a square.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Frame {
    // `left` to `bottom` are the bounds of the places' centres.
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    /// Width of the strip around the bounds, which holds the outer halves of the places.
    padding: f32,
    /// Width of a second strip, around the first one, which holds the captions; 0 without captions.
    edge: f32,
    is_turned: bool,
}

impl Frame {
    fn of(scene: &Scene, is_turned: bool) -> Self {
        let spots = || scene.places.iter().map(|place| place.spot);
        let first = spots().next().unwrap_or_default();
        let has = |shape| scene.places.iter().any(|place| place.shape == shape);
        Self {
            left: spots().map(|spot| spot.x).fold(first.x, f32::min),
            right: spots().map(|spot| spot.x).fold(first.x, f32::max),
            top: spots().map(|spot| spot.y).fold(first.y, f32::min),
            bottom: spots().map(|spot| spot.y).fold(first.y, f32::max),
            // A hexagon reaches beyond half a square, and a piece on a point must not touch the edge.
            padding: if has(PlaceShape::Hexagon) {
                0.75
            } else if has(PlaceShape::Point) {
                0.62
            } else {
                0.5
            },
            edge: if scene.captions.is_empty() { 0.0 } else { CAPTION_STRIP },
            is_turned,
        }
    }

    /// Returns the area of the board, including the strips of the widths `padding` and `edge`, in units of the picture.
    fn plank_area(&self) -> Area {
        let around = self.padding + self.edge;
        Area {
            left: (self.left - around) * UNIT,
            top: (self.top - around) * UNIT,
            width: (self.right - self.left + 2.0 * around) * UNIT,
            height: (self.bottom - self.top + 2.0 * around) * UNIT,
        }
    }

    /// Converts a point of the scene to coordinates in the picture, which depend on whether the board is turned.
    fn spot(&self, Spot { x, y }: Spot) -> [f32; 2] {
        if self.is_turned {
            [(self.left + self.right - x) * UNIT, (self.top + self.bottom - y) * UNIT]
        } else {
            [x * UNIT, y * UNIT]
        }
    }

    /// Returns the coordinates of a caption in the picture. A caption beyond the strip for captions is moved into the
    /// strip.
    fn caption(&self, spot: Spot) -> [f32; 2] {
        let beyond = self.padding + self.edge / 2.0 - CAPTION_SHIFT;
        self.spot(Spot::new(
            spot.x.clamp(self.left - beyond, self.right + beyond),
            spot.y.clamp(self.top - beyond, self.bottom + beyond),
        ))
    }

    /// Whether the square at a point is dark on a chequered board. The lower left square is dark.
    fn is_dark(&self, Spot { x, y }: Spot) -> bool {
        (x - self.left + self.bottom - y).round() as i32 % 2 == 0
    }

    /// Returns SVG path data of straight lines from point to point.
    fn line(&self, spots: &[Spot]) -> String {
        let mut path = String::new();
        for (index, spot) in spots.iter().enumerate() {
            let [x, y] = self.spot(*spot).map(number);
            let _ = write!(path, "{}{x} {y}", if index == 0 { "M" } else { "L" });
        }
        path
    }
}

impl BoardPicture {
    /// Draws the board and the pieces of a scene, turned by 180 degrees if `is_turned` is true. Pieces and notes on
    /// places that the scene does not have are left out.
    pub fn new(scene: &Scene, is_turned: bool) -> Self {
        let frame = Frame::of(scene, is_turned);
        Self {
            area: frame.plank_area().within(-MARGIN),
            ground: ground(scene, &frame),
            pieces: pieces(scene, &frame),
            front: front(scene, &frame),
            notes: notes(scene, &frame),
            frame,
        }
    }

    pub(super) fn spot(&self, spot: Spot) -> [f32; 2] {
        self.frame.spot(spot)
    }
}

fn ground(scene: &Scene, frame: &Frame) -> Group {
    let mut group = Group::new("ground");
    group.add(plank(scene.surface, frame.plank_area()).class("plank"));
    for line in &scene.lines {
        group.add(Graphic::path(frame.line(line)).stroked(LINE, 6.0));
    }
    let colour = match scene.surface {
        Surface::Paper => 0x85_7c_6d_ff,
        Surface::Island | Surface::Wood => 0x4a_35_18_ff,
        Surface::Rack | Surface::Chequered | Surface::Felt => 0xc9_d6_ee_ff,
    };
    for (spot, text) in &scene.captions {
        let caption = Graphic::text(text, 22.0, colour).class("caption").at(frame.caption(*spot));
        group.add_group(caption.with("aria-hidden", "true"));
    }
    for (at, place) in scene.places.iter().enumerate() {
        group.add_group(
            place_group(place, scene.surface, frame)
                .with("data-at", at.to_string())
                .with("data-place", &place.name),
        );
    }
    for (side, path) in &scene.edges {
        let colour = [0xff_fa_f0_ff, 0x2b_28_26_ff][side.index()];
        let name = scene.side_name(*side);
        let class = format!("edge side{}", side.index());
        let mut edge = Group::new(class).titled(format!("Edge of {name}"));
        edge.add(Graphic::path(frame.line(path)).stroked(colour, 12.0));
        group.add_group(edge);
    }
    group
}

fn plank(surface: Surface, area: Area) -> Graphic {
    let outline = Graphic::rect(area.width, area.height, 22.0).moved(area.centre());
    match surface {
        Surface::Paper => outline.filled(0xff_fd_f6_ff).stroked(0xd5_cc_bf_ff, 2.0),
        Surface::Wood => outline.shaded(&WOOD).stroked(0x7a_53_26_ff, 8.0),
        Surface::Rack => outline.filled(0x15_35_66_ff).stroked(0x0e_25_4a_ff, 6.0),
        Surface::Island => outline.filled(0xb9_a3_7c_ff).stroked(0x8d_7a_57_ff, 8.0),
        Surface::Felt => outline.filled(0x3c_2b_1a_ff).stroked(0x24_1a_10_ff, 6.0),
        Surface::Chequered => outline.filled(0x4a_3a_28_ff).stroked(0x3a_2d_1e_ff, 2.0),
    }
}

fn place_group(place: &Place, surface: Surface, frame: &Frame) -> Group {
    let outline = Graphic::of_place(place.shape, 8.0);
    let drawn = match (place.shape, surface) {
        (PlaceShape::Point, _) => outline.filled(LINE),
        (PlaceShape::Hollow, _) => outline.filled(0xa9_79_3e_ff).stroked(0x8a_61_30_ff, 3.0),
        (PlaceShape::Bar(_), _) => outline.filled(0xb9_8a_4c_ff).stroked(0x7a_53_26_ff, 4.0),
        (PlaceShape::Hexagon, _) => outline.filled(0xe8_dc_c0_ff).stroked(0x7a_6a_4a_ff, 2.0),
        (PlaceShape::Square, Surface::Paper) => outline.stroked(0x3b_3a_44_ff, 3.0),
        (PlaceShape::Square, Surface::Island) => outline.shaded(&GRASS).stroked(0x4f_7a_3c_ff, 2.0),
        (PlaceShape::Square, Surface::Felt) => outline.filled(0x1f_7a_4d_ff).stroked(0x0f_4a_2d_ff, 3.0),
        (PlaceShape::Square, Surface::Wood) => outline.filled(0xd8_b2_7a_ff).stroked(0x7a_53_26_ff, 3.0),
        (PlaceShape::Square, Surface::Chequered) if frame.is_dark(place.spot) => {
            outline.filled(0xb0_7d_4f_ff)
        }
        (PlaceShape::Square, Surface::Chequered) => outline.filled(0xef_dc_b6_ff),
        (PlaceShape::Square, Surface::Rack) => outline,
    };
    let is_dark = surface == Surface::Chequered && frame.is_dark(place.spot);
    let class = format!("spot {}{}", place.shape.name(), if is_dark { " dark" } else { "" });
    let mut group = Group::new(class).at(frame.spot(place.spot));
    group.add(drawn);
    if let (PlaceShape::Bar(_), Some(label)) = (place.shape, &place.label) {
        group.add(Graphic::text(label, 20.0, LINE).class("barname"));
    }
    group
}

fn pieces(scene: &Scene, frame: &Frame) -> Group {
    let mut group = Group::new("pieces");
    for (shown, level) in scene.pieces.iter().zip(scene.levels()) {
        let Some(place) = scene.places.get(shown.at) else { continue };
        let drawn = piece(shown.side, &shown.shape, shown.dead, level, scene.surface);
        group.add_group(drawn.with("data-at", shown.at.to_string()).at(frame.spot(place.spot)));
    }
    group
}

/// Draws the front of a rack: a plate with a round hole at each place. Other boards have an empty front.
fn front(scene: &Scene, frame: &Frame) -> Group {
    let mut group = Group::new("front");
    if scene.surface != Surface::Rack {
        return group;
    }
    let [left, right] = [frame.left - 0.5, frame.right + 0.5].map(|x| number(x * UNIT));
    let [top, bottom] = [frame.top - 0.5, frame.bottom + 0.5].map(|y| number(y * UNIT));
    let mut path = format!("M{left} {top}L{right} {top}L{right} {bottom}L{left} {bottom}Z");
    for place in &scene.places {
        let [x, y] = frame.spot(place.spot);
        path += &hole(x, y, RACK_HOLE_RADIUS);
    }
    group.add(Graphic::path(path).shaded(&STEEL).stroked(STEEL_EDGE, 1.0).class("plate"));
    group
}

/// Returns SVG path data of a circle around (`x`, `y`). The circle is counterclockwise, so it is a hole in a clockwise
/// path.
fn hole(x: f32, y: f32, r: f32) -> String {
    // A Bézier curve is nearly a quarter of a circle if its control points lie 4/3 (√2 - 1) = 0.5523 radii from its
    // ends.
    let k = 0.5523 * r;
    let quarters = [
        [[-r, k], [-k, r], [0.0, r]],
        [[k, r], [r, k], [r, 0.0]],
        [[r, -k], [k, -r], [0.0, -r]],
        [[-k, -r], [-r, -k], [-r, 0.0]],
    ];
    let point = |[dx, dy]: [f32; 2]| format!("{} {}", number(x + dx), number(y + dy));
    let mut path = format!("M{}", point([-r, 0.0]));
    for quarter in quarters {
        path.push('C');
        path += &quarter.map(point).join(" ");
    }
    path + "Z"
}

fn notes(scene: &Scene, frame: &Frame) -> Group {
    let mut group = Group::new("notes");
    for mark in &scene.marks {
        let Some(place) = scene.places.get(mark.at) else { continue };
        let mut note = Group::new("mark").titled(mark.text).at(frame.spot(place.spot));
        note.add(Graphic::circle(13.0).moved([34.0, -34.0]).filled(0xff_ff_ff_cc).stroked(RED, 4.0));
        note.add(Graphic::path("M25 -43L43 -25M43 -43L25 -25").stroked(RED, 4.0));
        group.add_group(note);
    }
    group
}
