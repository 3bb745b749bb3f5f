//! Pictures of pieces. The centre of a piece's place is the origin, and a square reaches from -50 to 50.

use super::graphic::{Colour, Gradient, Graphic, Group};
use crate::rules::Side;
use crate::text::{Man, Shape, Surface};

/// Creates a gradient in circles around a point at the upper left, where a ball reflects the light.
const fn ball(name: &'static str, colours: &'static [Colour]) -> Gradient {
    Gradient { name, colours, towards: None }
}

pub(super) static IVORY: Gradient = ball("ivory", &[0xff_fd_f6_ff, 0xf1_e6_cd_ff, 0xc9_b7_8f_ff]);
pub(super) static EBONY: Gradient = ball("ebony", &[0x5d_57_52_ff, 0x2b_28_26_ff, 0x0f_0d_0c_ff]);
pub(super) static GOLD: Gradient = ball("gold", &[0xff_f0_a0_ff, 0xf7_cf_2e_ff, 0xc9_9a_05_ff]);
pub(super) static RUST: Gradient = ball("rust", &[0xff_9a_7a_ff, 0xd6_40_2b_ff, 0x8e_1f_12_ff]);
pub(super) static DOME: Gradient = ball("dome", &[0x9f_d0_ff_ff, 0x2f_7f_d1_ff, 0x12_3f_7d_ff]);
pub(super) static BOXWOOD: Gradient = ball("boxwood", &[0xf8_e3_b0_ff, 0xdc_b4_6a_ff, 0xa8_7a_36_ff]);

const SHADE: Colour = 0x00_00_00_55;
const EDGE: Colour = 0x00_00_00_66;
const SIGN: Colour = 0x00_00_00_99;
const DEAD: Colour = 0x9b_94_8a_ff;
const RED: Colour = 0xb3_26_1e_ff;
const BROWN: Colour = 0x3a_20_08_ff;

// Parts of pieces, as SVG path data.
const CLOAK: &str = "M-21 34C-21 14 -11 12 -9 -2L9 -2C11 12 21 14 21 34Z";
const BASE: &str = "M-26 36L-26 26L26 26L26 36Z";
const GLEAM: &str = "M-14 -9C-10.3 -15.2 -3.1 -18.4 4 -17";

const fn outline(man: Man) -> &'static str {
    match man {
        Man::Pawn => {
            "M-18 26Q-12 14 -7 0C-11.9 -3.1 -14.1 -9.1 -12.5 -14.6C-10.9 -20.1 -5.8 -24 0 -24\
             C5.8 -24 10.9 -20.1 12.5 -14.6C14.1 -9.1 11.9 -3.1 7 0Q12 14 18 26Z"
        }
        Man::Knight => "M-18 26C-18 8 -4 6 -4 -6L-18 4L-28 -4L-14 -26L-8 -38L0 -30C18 -26 24 -6 20 26Z",
        Man::Bishop => {
            "M-16 26L-10 8C-26 -6 -12 -26 -4 -30C-5.5 -32.1 -5.3 -35 -3.4 -36.7C-1.5 -38.4 1.5 -38.4 3.4 -36.7\
             C5.3 -35 5.5 -32.1 4 -30C12 -26 26 -6 10 8L16 26Z"
        }
        Man::Rook => {
            "M-18 26L-14 -12L-22 -18L-22 -36L-12 -36L-12 -28L-5 -28L-5 -36L5 -36L5 -28L12 -28L12 -36\
             L22 -36L22 -18L14 -12L18 26Z"
        }
        Man::Queen => "M-20 26L-32 -24L-16 -4L-13 -32L-3 -8L0 -36L3 -8L13 -32L16 -4L32 -24L20 26Z",
        Man::King => {
            "M-18 26C-44 0 -18 -22 -4 -8L-4 -24L-12 -24L-12 -32L-4 -32L-4 -40L4 -40L4 -32L12 -32L12 -24L4 -24\
             L4 -8C18 -22 44 0 18 26Z"
        }
    }
}

/// Draws a piece around the origin. `level` is the number of storeys below it. A piece without an owner has the colours
/// of the first side. The look of a disc also depends on `surface`, the material of the board.
///
/// The classes of the group are `piece`, the name of the shape, the owner (`side0`, `side1` or `nobody`), and `dead`
/// for a piece out of play. Its attributes are `data-shape`, `data-side` if the piece has an owner, and `data-count` if
/// it has a number.
pub fn piece(side: Option<Side>, shape: &Shape, is_dead: bool, level: usize, surface: Surface) -> Group {
    let owner = side.map_or("nobody", |side| ["side0", "side1"][side.index()]);
    let dead = if is_dead { " dead" } else { "" };
    let name = shape.name();
    let mut group = Group::new(format!("piece {name} {owner}{dead}")).with("data-shape", name);
    if let Some(side) = side {
        group = group.with("data-side", side.index().to_string());
    }
    if let Some(count) = shape.count() {
        group = group.with("data-count", count.to_string());
    }
    let is_first = side != Some(Side::Second);
    let graphics = match shape {
        Shape::Block => block(level),
        Shape::Dome => vec![
            Graphic::circle(29.0).moved([0.0, 3.0]).filled(SHADE),
            Graphic::circle(28.0).shaded(&DOME).stroked(0x12_3f_7d_ff, 2.0),
            Graphic::path(GLEAM).stroked(0xff_ff_ff_bb, 4.0),
        ],
        Shape::Disc => disc(is_first, is_dead, surface),
        Shape::Cross => vec![cross(27.0, 0.0).stroked(0xb3_40_1a_ff, 11.0)],
        Shape::Circle => vec![Graphic::circle(30.0).stroked(0x1a_5f_a8_ff, 11.0)],
        Shape::Rings(count) => rings(*count),
        Shape::Figure => figure(is_first, is_dead),
        Shape::Man(kind) => man(*kind, is_first, is_dead),
        Shape::Count(count) => vec![
            Graphic::circle(30.0).filled(0xff_f4_c2_ff).stroked(0x6b_5a_10_ff, 3.0),
            Graphic::text(count.to_string(), 34.0, BROWN).bold().class("number"),
        ],
        Shape::Token(word) => token(word, is_first),
    };
    for graphic in graphics {
        group.add(graphic);
    }
    if is_dead {
        group.add(cross(24.0, 0.0).stroked(RED, 8.0));
    }
    group
}

/// Returns two crossing lines, the diagonals of a square of width `2 * r` whose centre lies `y` below the origin.
fn cross(r: f32, y: f32) -> Graphic {
    let (top, bottom) = (y - r, y + r);
    Graphic::path(format!("M{} {top}L{r} {bottom}M{r} {top}L{} {bottom}", -r, -r))
}

fn disc(is_first: bool, is_dead: bool, surface: Surface) -> Vec<Graphic> {
    let [first, second] = match surface {
        Surface::Rack => [&GOLD, &RUST],
        Surface::Felt => [&EBONY, &IVORY],
        _ => [&IVORY, &EBONY],
    };
    let gradient = if is_first { first } else { second };
    let is_light = gradient == &IVORY || gradient == &GOLD;
    let body = Graphic::circle(40.0).stroked(EDGE, 1.5);
    let mut graphics = vec![
        Graphic::circle(41.0).moved([0.0, 3.0]).filled(SHADE),
        if is_dead { body.filled(DEAD) } else { body.shaded(gradient) },
        Graphic::circle(33.0).stroked(if is_light { 0x00_00_00_33 } else { 0xff_ff_ff_33 }, 3.0),
    ];
    // Colour-blind people confuse gold and rust, so the pieces of a rack also carry signs.
    if surface == Surface::Rack {
        let sign = if is_first { Graphic::circle(16.0) } else { cross(13.0, 0.0) };
        graphics.push(sign.stroked(SIGN, 5.0));
    }
    graphics
}

fn figure(is_first: bool, is_dead: bool) -> Vec<Graphic> {
    let (fill, stroke) =
        if is_first { (0xff_f6_e3_ff, 0x3b_2a_12_ff) } else { (0x2b_3a_67_ff, 0x0c_12_29_ff) };
    let fill = if is_dead { DEAD } else { fill };
    let (sign, colour) = if is_first {
        (Graphic::circle(5.0).moved([0.0, 20.0]), SIGN)
    } else {
        (cross(6.0, 20.0), 0xff_ff_ff_cc)
    };
    vec![
        Graphic::ellipse(27.0, 9.0).moved([0.0, 33.0]).filled(SHADE),
        Graphic::path(CLOAK).filled(fill).stroked(stroke, 3.0),
        Graphic::circle(14.0).moved([0.0, -13.0]).filled(fill).stroked(stroke, 3.0),
        sign.stroked(colour, 5.0),
    ]
}

fn man(kind: Man, is_first: bool, is_dead: bool) -> Vec<Graphic> {
    let body = |path: &'static str| {
        let body = Graphic::path(path).stroked(EDGE, 1.5);
        match (is_dead, is_first) {
            (true, _) => body.filled(DEAD),
            (false, true) => body.shaded(&IVORY),
            (false, false) => body.shaded(&EBONY),
        }
    };
    let shade = Graphic::ellipse(30.0, 6.0).moved([0.0, 37.0]).filled(SHADE);
    vec![shade, body(outline(kind)), body(BASE)]
}

fn rings(count: u8) -> Vec<Graphic> {
    let mut graphics = vec![
        Graphic::circle(42.0).moved([0.0, 3.0]).filled(SHADE),
        Graphic::circle(41.0).shaded(&BOXWOOD).stroked(0x7a_53_26_ff, 2.0),
    ];
    // Only four rings fit around the number in the middle. The number also counts the rings that are not drawn.
    for ring in 0..count.min(4) {
        graphics.push(Graphic::circle(36.0 - 8.0 * f32::from(ring)).stroked(0x6b_3d_12_ff, 4.0));
    }
    graphics.push(Graphic::text(count.to_string(), 17.0, BROWN).bold().class("count"));
    graphics
}

/// Draws a storey on top of `level` others, smaller than the one below it; from the fifth storey on, all have the same
/// size. Storeys seen from above are hard to count, so a number in the corner shows the height of the building. The
/// number covers that of the storey below.
fn block(level: usize) -> Vec<Graphic> {
    let width = 92.0 - 16.0 * level.min(4) as f32;
    let colour = [0xd9_d3_c5_ff, 0xe9_e4_d9_ff, 0xf8_f5_ee_ff][level.min(2)];
    let corner = [-40.0, -32.0];
    vec![
        Graphic::rect(width, width, 6.0).moved([1.0, 3.0]).filled(SHADE),
        Graphic::rect(width, width, 6.0).filled(colour).stroked(0x8f_88_77_ff, 2.0),
        Graphic::circle(11.0).moved(corner).filled(0xf8_f5_ee_ff).class("heightplate"),
        Graphic::text((level + 1).to_string(), 18.0, 0x3d_3a_33_ff).bold().moved(corner).class("height"),
    ]
}

fn token(word: &str, is_first: bool) -> Vec<Graphic> {
    let (fill, stroke) =
        if is_first { (0xff_f4_c2_ff, 0x6b_5a_10_ff) } else { (0xdb_e4_ff_ff, 0x23_35_6b_ff) };
    let badge = Graphic::rect(66.0, 28.0, 14.0).filled(fill).stroked(stroke, 2.0);
    let text = Graphic::text(word, 15.0, 0x22_22_22_ff).bold();
    vec![badge.moved([0.0, 30.0]).class("badge"), text.moved([0.0, 30.0]).class("badgetext")]
}
