//! Converts scenes to JSON for the page.

use plywright::{Choice, Form, Part, Piece, Place, Scene, Seat, Shape, Side, Spot, Written};
use serde_json::{Value, json};

/// Converts a scene to a JSON object.
pub fn scene_json(scene: &Scene) -> Value {
    json!({
        "surface": scene.surface.name(),
        "falls": scene.falls,
        "margin": scene.margin,
        "places": scene.places.iter().map(place).collect::<Vec<_>>(),
        "lines": scene.lines.iter()
            .map(|line| line.map(point))
            .collect::<Vec<_>>(),
        "edges": scene.edges.iter()
            .map(|(side, path)| json!({
                "side": side.index(), "path": path.iter().copied().map(point).collect::<Value>(),
            }))
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

fn point(spot: Spot) -> Value {
    json!({"x": spot.x, "y": spot.y})
}

fn place(place: &Place) -> Value {
    json!({
        "name": place.name, "label": place.label, "x": place.spot.x, "y": place.spot.y,
        "shape": place.shape.name(), "width": place.shape.width(),
    })
}

fn piece(piece: &Piece) -> Value {
    let mut value = look(piece.side, &piece.shape, piece.dead);
    value["at"] = piece.at.into();
    value
}

/// `side` is `None` for a piece of neither side.
fn look(side: Option<Side>, shape: &Shape, dead: bool) -> Value {
    json!({
        "side": side.map(Side::index), "shape": shape.name(), "count": shape.count(), "text": shape.word(),
        "dead": dead,
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

/// Converts the form of a game's position text to a JSON object.
pub(crate) fn form(form: &Form) -> Value {
    let choices = |choices: &Vec<Choice>| choices.iter().map(choice).collect::<Value>();
    json!({
        "kinds": form.kinds.iter().map(choices).collect::<Value>(),
        "parts": form.parts.iter().map(part).collect::<Value>(),
    })
}

/// Converts possible contents of a place. The key `written` has their text, or null if the name of the place
/// stands for them.
fn choice(choice: &Choice) -> Value {
    let written = match choice.written {
        Written::As(text) => Some(text),
        Written::Name => None,
    };
    let pieces = choice.pieces.iter().map(|(side, shape)| look(*side, shape, choice.dead));
    json!({"written": written, "pieces": pieces.collect::<Value>()})
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

#[cfg(test)]
mod tests {
    use super::*;
    use plywright::{Man, PlaceShape, Surface};

    /// The page's tests draw the same scenes from the file of the expected JSON.
    #[test]
    fn scenes_are_sent_in_the_form_that_the_page_draws() {
        use Man::{Bishop, King, Knight, Pawn, Queen, Rook};
        let mut men = Scene::grid(4, 4).on(Surface::Chequered).seated(["White", "Black"]);
        for (first, side) in [(0, Side::Second), (10, Side::First)] {
            for (at, kind) in (first..).zip([Pawn, Knight, Bishop, Rook, Queen, King]) {
                men.put(at, Some(side), Shape::Man(kind));
            }
        }
        men.put(6, None, Shape::Count(12));
        men.pieces.sort_by_key(|piece| piece.at);
        let mut hexagons = Scene::default().on(Surface::Wood).seated(["White", "Black"]);
        hexagons.places = (0..9_u8)
            .map(|at| {
                let (column, row) = (at % 3, at / 3);
                Place {
                    name: format!("{}{}", char::from(b'a' + column), row + 1),
                    label: None,
                    spot: Spot::new(f32::from(column) + f32::from(row) / 2.0, f32::from(row) * 0.875),
                    shape: PlaceShape::Hexagon,
                }
            })
            .collect();
        let spots = |path: &[[f32; 2]]| path.iter().map(|[x, y]| Spot::new(*x, *y)).collect::<Vec<_>>();
        let turned = |path: &[Spot]| path.iter().map(|spot| Spot::new(3.0 - spot.x, 1.75 - spot.y)).collect();
        let [high, low] = [-0.625, -0.3125];
        let top =
            spots(&[[-0.5, low], [0.0, high], [0.5, low], [1.0, high], [1.5, low], [2.0, high], [2.5, low]]);
        let left =
            spots(&[[-0.5, low], [-0.5, 0.3125], [0.0, 0.5625], [0.0, 1.1875], [0.5, 1.4375], [0.5, 2.0625]]);
        let opposite = [turned(&top), turned(&left)];
        let paths = [&top, &opposite[0], &left, &opposite[1]].map(Clone::clone);
        hexagons.edges =
            [Side::First, Side::First, Side::Second, Side::Second].into_iter().zip(paths).collect();
        hexagons.put(4, Some(Side::First), Shape::Disc);
        hexagons.put(2, Some(Side::Second), Shape::Disc);
        let expected: Value =
            serde_json::from_str(include_str!("../../plywright/tests/board/scenes.json")).expect("JSON");
        assert_eq!(json!([scene_json(&men), scene_json(&hexagons)]), expected);
        let drawing = "4  p  n  b  r\n3  q  k  12 .\n2  .  .  P  N\n1  B  R  Q  K\n   a  b  c  d";
        assert_eq!(men.to_string(), drawing);
    }
}
