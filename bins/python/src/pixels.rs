//! Pictures as pixels, for environments, PNG files and animated GIF files. They show what the SVG pictures show. Only
//! letters differ: `strokes` draws them as lines.

use plywright::picture::{Fill, Graphic, Group, Node, Outline, Picture};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder, Pixmap,
    Point, RadialGradient, Rect, Shader, SpreadMode, Stroke, Transform,
};

use crate::strokes;

/// Distance of the control points of a cubic curve from its ends, in radii. With this distance, the curve is closest to
/// a quarter of a circle.
const QUARTER_CIRCLE: f32 = 0.5523;

/// Draws a picture as pixels. Returns its height, its width and its pixels, row by row. A pixel is a byte each for red,
/// green and blue.
pub fn rgb(picture: &Picture) -> PyResult<(usize, usize, Vec<u8>)> {
    let canvas = draw(picture)?;
    let pixels = canvas.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Ok((canvas.height() as usize, canvas.width() as usize, pixels))
}

fn draw(picture: &Picture) -> PyResult<Pixmap> {
    let height = picture.height().round().max(1.0) as u32;
    let mut canvas = Pixmap::new(picture.width.into(), height)
        .ok_or_else(|| PyValueError::new_err("the picture is too large"))?;
    canvas.fill(Color::WHITE);
    let scale = f32::from(picture.width) / picture.area.width;
    let onto = Transform::from_translate(-picture.area.left, -picture.area.top).post_scale(scale, scale);
    for group in &picture.groups {
        draw_group(&mut canvas, group, onto);
    }
    Ok(canvas)
}

fn draw_group(canvas: &mut Pixmap, group: &Group, onto: Transform) {
    let [x, y] = group.origin.unwrap_or_default();
    let onto = onto.pre_translate(x, y).pre_scale(group.scale, group.scale);
    for node in &group.nodes {
        match node {
            Node::Group(inner) => draw_group(canvas, inner, onto),
            Node::Graphic(graphic) => draw_graphic(canvas, graphic, onto),
        }
    }
}

fn draw_graphic(canvas: &mut Pixmap, graphic: &Graphic, onto: Transform) {
    let onto = onto.pre_translate(graphic.origin[0], graphic.origin[1]);
    let (path, is_open) = match &graphic.outline {
        Outline::Ellipse([rx, ry]) => {
            (Rect::from_ltrb(-rx, -ry, *rx, *ry).and_then(PathBuilder::from_oval), false)
        }
        Outline::Rect { size: [width, height], round } => {
            (rectangle(width / 2.0, height / 2.0, *round), false)
        }
        Outline::Path(data) => (parse_path(data), !data.ends_with('Z')),
        Outline::Text { text, size, anchor, is_bold } => {
            let Some(fill) = graphic.fill else { return };
            let (path, width) = strokes::outline(text, *size, *anchor, *is_bold);
            if let Some(path) = path {
                let is_open = true;
                canvas.stroke_path(&path, &paint(fill, path.bounds()), &stroke(width, is_open), onto, None);
            }
            return;
        }
    };
    let Some(path) = path else { return };
    if let Some(fill) = graphic.fill {
        canvas.fill_path(&path, &paint(fill, path.bounds()), FillRule::Winding, onto, None);
    }
    if let Some(line) = graphic.stroke {
        let paint = paint(Fill::Colour(line.colour), path.bounds());
        canvas.stroke_path(&path, &paint, &stroke(line.width, is_open), onto, None);
    }
}

/// Returns the style of a line of this width. Open lines have round ends and corners.
fn stroke(width: f32, is_open: bool) -> Stroke {
    let (line_cap, line_join) =
        if is_open { (LineCap::Round, LineJoin::Round) } else { (LineCap::Butt, LineJoin::Miter) };
    Stroke { width, line_cap, line_join, ..Stroke::default() }
}

/// Returns the paint for a shape. A gradient is stretched over `bounds`.
fn paint(fill: Fill, bounds: Rect) -> Paint<'static> {
    let gradient = match fill {
        Fill::Colour(colour) => {
            let [red, green, blue, opacity] = colour.to_be_bytes();
            let mut paint = Paint::default();
            paint.set_color_rgba8(red, green, blue, opacity);
            return paint;
        }
        Fill::Gradient(gradient) => gradient,
    };
    let last = gradient.colours.len().saturating_sub(1).max(1) as f32;
    let mut stops = Vec::new();
    for (index, colour) in gradient.colours.iter().enumerate() {
        let [red, green, blue, opacity] = colour.to_be_bytes();
        stops.push(GradientStop::new(index as f32 / last, Color::from_rgba8(red, green, blue, opacity)));
    }
    let onto = Transform::from_row(bounds.width(), 0.0, 0.0, bounds.height(), bounds.left(), bounds.top());
    let shader = match gradient.towards {
        // The centre and the radius are those of the gradient in an SVG picture.
        None => {
            let centre = Point::from_xy(0.38, 0.32);
            RadialGradient::new(centre, 0.0, centre, 0.75, stops, SpreadMode::Pad, onto)
        }
        Some(towards) => {
            let [x, y] = towards.map(|part| f32::from(part) / 100.0);
            LinearGradient::new(Point::zero(), Point::from_xy(x, y), stops, SpreadMode::Pad, onto)
        }
    };
    // A shape without area has no gradient, and nothing of it is seen.
    Paint { shader: shader.unwrap_or(Shader::SolidColor(Color::TRANSPARENT)), ..Paint::default() }
}

/// Returns a rectangle around the origin, with corners rounded by the radius `round`. `right` and `bottom` are half its
/// width and half its height. Returns `None` for numbers of which no path can be made, such as infinite ones.
fn rectangle(right: f32, bottom: f32, round: f32) -> Option<Path> {
    if round <= 0.0 {
        return Some(PathBuilder::from_rect(Rect::from_ltrb(-right, -bottom, right, bottom)?));
    }
    let (r, k) = (round, QUARTER_CIRCLE * round);
    let mut path = PathBuilder::new();
    path.move_to(r - right, -bottom);
    path.line_to(right - r, -bottom);
    path.cubic_to(right - r + k, -bottom, right, r - k - bottom, right, r - bottom);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - r + k, right - r + k, bottom, right - r, bottom);
    path.line_to(r - right, bottom);
    path.cubic_to(r - k - right, bottom, -right, bottom - r + k, -right, bottom - r);
    path.line_to(-right, r - bottom);
    path.cubic_to(-right, r - k - bottom, r - k - right, -bottom, r - right, -bottom);
    path.close();
    path.finish()
}

/// Parses the path data of an [`Outline::Path`]; `None` for data of another form and for an empty path.
fn parse_path(data: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let is_command = |letter: char| letter.is_ascii_uppercase();
    for (command, numbers) in data.matches(is_command).zip(data.split(is_command).skip(1)) {
        let numbers: Vec<f32> =
            numbers.split_ascii_whitespace().filter_map(|number| number.parse().ok()).collect();
        match (command, &numbers[..]) {
            ("M", [x, y]) => path.move_to(*x, *y),
            ("L", [x, y]) => path.line_to(*x, *y),
            ("Q", [x1, y1, x, y]) => path.quad_to(*x1, *y1, *x, *y),
            ("C", [x1, y1, x2, y2, x, y]) => path.cubic_to(*x1, *y1, *x2, *y2, *x, *y),
            ("Z", []) => path.close(),
            _ => return None,
        }
    }
    path.finish()
}
