//! Converts scenes to JSON for the page, with the SVG elements that the page shows. `types.d.ts` beside the page
//! declares the fields.

use plywright::picture::{self, Area, BoardPicture, gradients};
use plywright::{Choice, Part, Piece, Place, Scene, Seat, Shape, Side, Spot, Surface, Written};
use serde_json::{Value, json};

/// Converts a scene to a JSON object with its drawing. The key `svg` of the object holds the board's layers as SVG
/// elements. The key `svg` of a piece, hand or seat holds the element of a piece around the origin.
pub(crate) fn drawn_scene(scene: &Scene) -> Value {
    let is_turned = false;
    let BoardPicture { area: Area { left, top, width, height }, ground, front, notes, .. } =
        BoardPicture::new(scene, is_turned);
    let mut value = scene_json(scene);
    value["svg"] = json!({
        "area": {"x": left, "y": top, "width": width, "height": height},
        "gradients": gradients(), "ground": ground.svg(), "front": front.svg(), "notes": notes.svg(),
    });
    for ((drawn, piece), level) in elements(&mut value["pieces"]).zip(&scene.pieces).zip(scene.levels()) {
        drawn["svg"] = piece_svg(piece.side, &piece.shape, piece.dead, level, scene.surface);
    }
    for ((drawn, seat), side) in elements(&mut value["seats"]).zip(&scene.seats).zip(Side::BOTH) {
        let (is_dead, level) = (false, 0);
        let beside_the_board = |shape: &Shape| piece_svg(Some(side), shape, is_dead, level, scene.surface);
        if let Some((shape, _)) = &seat.hand {
            drawn["hand"]["svg"] = beside_the_board(shape);
        }
        drawn["svg"] = scene.shape_of(side).map_or(Value::Null, beside_the_board);
    }
    value
}

fn elements(list: &mut Value) -> impl Iterator<Item = &mut Value> {
    list.as_array_mut().into_iter().flatten()
}

fn piece_svg(side: Option<Side>, shape: &Shape, is_dead: bool, level: usize, surface: Surface) -> Value {
    picture::piece(side, shape, is_dead, level, surface).svg().into()
}

/// Converts a scene to a JSON object, without SVG elements.
pub fn scene_json(scene: &Scene) -> Value {
    json!({
        "surface": scene.surface.name(),
        "falls": scene.falls,
        "margin": scene.margin,
        "places": list(&scene.places, place_json),
        "lines": list(&scene.lines, |line| json!(line.map(point))),
        "edges": list(&scene.edges, |(side, path)| {
            json!({"side": side.index(), "path": list(path, |spot| point(*spot))})
        }),
        "captions": list(&scene.captions, |(spot, text)| json!({"x": spot.x, "y": spot.y, "text": text})),
        "pieces": list(&scene.pieces, piece_json),
        "marks": list(&scene.marks, |mark| json!({"at": mark.at, "text": mark.text})),
        "seats": scene.seats.iter().zip(["first", "second"])
            .map(|(seat, name)| seat_json(seat, name))
            .collect::<Value>(),
    })
}

fn list<T>(items: &[T], json: impl Fn(&T) -> Value) -> Value {
    items.iter().map(json).collect()
}

fn point(spot: Spot) -> Value {
    json!({"x": spot.x, "y": spot.y})
}

fn place_json(place: &Place) -> Value {
    json!({
        "name": place.name, "label": place.label, "x": place.spot.x, "y": place.spot.y,
        "shape": place.shape.name(), "width": place.shape.width(),
    })
}

fn piece_json(piece: &Piece) -> Value {
    let mut value = look(piece.side, &piece.shape, piece.dead);
    value["at"] = piece.at.into();
    value
}

/// Describes how a piece looks, without its place and its drawing. `side` is `None` for a piece of neither side.
fn look(side: Option<Side>, shape: &Shape, dead: bool) -> Value {
    json!({
        "side": side.map(Side::index), "shape": shape.name(), "count": shape.count(), "text": shape.word(),
        "dead": dead,
    })
}

fn seat_json(seat: &Seat, name: &str) -> Value {
    json!({
        "name": seat.name.as_deref().unwrap_or(name),
        "role": seat.role.as_ref().map(|role| json!({"name": role.name, "rule": role.rule})),
        "hand": seat.hand.as_ref().map(|(kind, count)| json!({"shape": kind.name(), "count": count})),
        "note": seat.note,
    })
}

/// Converts the scene's form, from which the page's editor composes the text of a position, to a JSON object. Each
/// piece in it has its drawing as an SVG element.
pub(crate) fn form(scene: &Scene) -> Value {
    let kind = |choices: &Vec<Choice>| list(choices, |choice| choice_json(choice, scene.surface));
    json!({"kinds": list(&scene.form.kinds, kind), "parts": list(&scene.form.parts, part_json)})
}

/// Converts one choice of what stands on a place. The key `written` holds its text in a position; it is null if the
/// text has the name of the place instead.
fn choice_json(choice: &Choice, surface: Surface) -> Value {
    let written = match choice.written {
        Written::As(text) => Some(text),
        Written::Name => None,
    };
    let mut level = 0;
    let mut pieces = Vec::new();
    for (side, shape) in &choice.pieces {
        let mut piece = look(*side, shape, choice.dead);
        piece["svg"] = piece_svg(*side, shape, choice.dead, level, surface);
        pieces.push(piece);
        level += usize::from(*shape == Shape::Block);
    }
    json!({"written": written, "pieces": pieces})
}

fn part_json(part: &Part) -> Value {
    match part {
        Part::Fixed(text) => json!(text),
        Part::Place { at, kind, chosen } => json!({"at": at, "kind": kind, "chosen": chosen}),
        Part::Side { written, chosen } => json!({"sides": written, "chosen": chosen.index()}),
        Part::Word { name, choices, chosen } => json!({"name": name, "choices": choices, "chosen": chosen}),
        Part::Number { name, range, chosen } => json!({"name": name, "range": range, "chosen": chosen}),
        Part::Count { kind, choice } => json!({"counted": [kind, choice]}),
        Part::List { between, parts } => json!({"between": between, "parts": list(parts, part_json)}),
    }
}
