//! Scenes as the page reads them.

use plywright::{Piece, Place, PlaceShape, Scene, Seat, Shape, Surface};
use serde_json::{Value, json};

/// A scene as an object.
pub(crate) fn of(scene: &Scene) -> Value {
    json!({
        "surface": surface(scene.surface),
        "falls": scene.falls,
        "places": scene.places.iter().map(place).collect::<Vec<_>>(),
        "lines": scene.lines.iter().map(|line| line.map(|spot| json!({"x": spot.x, "y": spot.y}))).collect::<Vec<_>>(),
        "captions": scene.captions.iter()
            .map(|(spot, text)| json!({"x": spot.x, "y": spot.y, "text": text}))
            .collect::<Vec<_>>(),
        "pieces": scene.pieces.iter().map(piece).collect::<Vec<_>>(),
        "marks": scene.marks.iter().map(|mark| json!({"at": mark.at, "text": mark.text})).collect::<Vec<_>>(),
        "seats": scene.seats.iter().zip(["first", "second"]).map(|(one, name)| seat(one, name)).collect::<Vec<_>>(),
    })
}

fn surface(surface: Surface) -> &'static str {
    match surface {
        Surface::Paper => "paper",
        Surface::Wood => "wood",
        Surface::Rack => "rack",
        Surface::Island => "island",
        Surface::Felt => "felt",
    }
}

fn place(place: &Place) -> Value {
    let (shape, width) = match place.shape {
        PlaceShape::Square => ("square", 1.0),
        PlaceShape::Point => ("point", 1.0),
        PlaceShape::Hollow => ("hollow", 1.0),
        PlaceShape::Bar(width) => ("bar", width),
    };
    json!({
        "name": place.name, "label": place.label, "x": place.spot.x, "y": place.spot.y,
        "shape": shape, "width": width,
    })
}

/// The name of a shape, with what else belongs to it.
fn shape(shape: &Shape) -> (&'static str, Option<u8>, Option<&'static str>) {
    match shape {
        Shape::Block => ("block", None, None),
        Shape::Dome => ("dome", None, None),
        Shape::Disc => ("disc", None, None),
        Shape::Cross => ("cross", None, None),
        Shape::Circle => ("circle", None, None),
        Shape::Rings(rings) => ("rings", Some(*rings), None),
        Shape::Figure => ("figure", None, None),
        Shape::Token(text) => ("token", None, Some(text)),
    }
}

fn piece(piece: &Piece) -> Value {
    let (shape, count, text) = shape(&piece.shape);
    json!({
        "at": piece.at, "side": piece.side.map(plywright::Side::index), "shape": shape, "count": count,
        "text": text, "dead": piece.dead,
    })
}

fn seat(seat: &Seat, name: &str) -> Value {
    json!({
        "name": seat.name.as_deref().unwrap_or(name),
        "role": seat.role.as_ref().map(|role| json!({"name": role.name, "rule": role.rule})),
        "hand": seat.hand.as_ref().map(|(kind, count)| json!({"shape": shape(kind).0, "count": count})),
        "note": seat.note,
    })
}
