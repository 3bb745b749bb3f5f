//! Converts scenes to JSON for the page.

use plywright::{Choice, Form, Part, Piece, Place, Scene, Seat, Shape, Side, Written};
use serde_json::{Value, json};

/// Converts a scene to a JSON object.
pub(crate) fn of(scene: &Scene) -> Value {
    json!({
        "surface": scene.surface.name(),
        "falls": scene.falls,
        "margin": scene.margin,
        "places": scene.places.iter().map(place).collect::<Vec<_>>(),
        "lines": scene.lines.iter()
            .map(|line| line.map(|spot| json!({"x": spot.x, "y": spot.y})))
            .collect::<Vec<_>>(),
        "captions": scene.captions.iter()
            .map(|(spot, text)| json!({"x": spot.x, "y": spot.y, "text": text}))
            .collect::<Vec<_>>(),
        "pieces": scene.pieces.iter().map(piece).collect::<Vec<_>>(),
        "marks": scene.marks.iter().map(|mark| json!({"at": mark.at, "text": mark.text})).collect::<Vec<_>>(),
        "seats": scene.seats.iter().zip(["first", "second"])
            .map(|(one, name)| seat(one, name))
            .collect::<Vec<_>>(),
    })
}

fn place(place: &Place) -> Value {
    json!({
        "name": place.name, "label": place.label, "x": place.spot.x, "y": place.spot.y,
        "shape": place.shape.name(), "width": place.shape.width(),
    })
}

fn piece(piece: &Piece) -> Value {
    json!({
        "at": piece.at, "side": piece.side.map(Side::index), "shape": piece.shape.name(),
        "count": piece.shape.rings(), "text": piece.shape.word(), "dead": piece.dead,
    })
}

fn seat(seat: &Seat, name: &str) -> Value {
    json!({
        "name": seat.name.as_deref().unwrap_or(name),
        "role": seat.role.as_ref().map(|role| json!({"name": role.name, "rule": role.rule})),
        "hand": seat.hand.as_ref().map(|(kind, count)| json!({"shape": kind.name(), "count": count})),
        "note": seat.note,
    })
}

/// Converts the form of a game's position text, which the page's position editor uses.
pub(crate) fn form(form: &Form) -> Value {
    let choices = |choices: &Vec<Choice>| choices.iter().map(choice).collect::<Value>();
    json!({
        "kinds": form.kinds.iter().map(choices).collect::<Value>(),
        "parts": form.parts.iter().map(part).collect::<Value>(),
    })
}

/// Converts one of the possible contents of a place. `written` is null if the position's text has the place's
/// name for these contents.
fn choice(choice: &Choice) -> Value {
    let written = match choice.written {
        Written::As(text) => Some(text),
        Written::Name => None,
    };
    let standing = |(side, shape): &(Option<Side>, Shape)| {
        json!({
            "side": side.map(Side::index), "shape": shape.name(), "count": shape.rings(),
            "text": shape.word(), "dead": choice.dead,
        })
    };
    json!({"written": written, "pieces": choice.pieces.iter().map(standing).collect::<Value>()})
}

fn part(part: &Part) -> Value {
    match part {
        Part::Fixed(text) => json!(text),
        Part::Place { at, kind, chosen } => json!({"at": at, "kind": kind, "chosen": chosen}),
        Part::Side { written, chosen } => json!({"sides": written, "chosen": chosen.index()}),
        Part::Word { name, choices, chosen } => json!({"name": name, "choices": choices, "chosen": chosen}),
        Part::Number { name, range, chosen } => json!({"name": name, "range": range, "chosen": chosen}),
        Part::Count { kind, choice } => json!({"counted": [kind, choice]}),
        Part::List { between, parts } => {
            json!({"between": between, "parts": parts.iter().map(self::part).collect::<Value>()})
        }
    }
}
