//! The scene for drawing a position: points joined by lines, stones on them and in hand, and the form for editing.

use plywright::{Choice, Part, Piece, Place, PlaceShape, Scene, Shape, Side, Spot, Surface, Written};

use super::fields::{GROUP, sign};
use super::write::sign_of;
use crate::board::Point;
use crate::game::Mill;
use crate::position::State;

pub(crate) fn of(game: &Mill, state: &State) -> Scene {
    let mut scene = Scene { surface: Surface::Wood, ..Scene::default() }.seated(["White", "Black"]);
    add_points(game, &mut scene);
    for (at, point) in game.board().points().iter().enumerate() {
        let owner = Side::BOTH.into_iter().find(|side| state.stones(*side).contains(point));
        let marked = state.marked().contains(point);
        if owner.is_some() || marked {
            scene.pieces.push(Piece { at, side: owner, shape: Shape::Disc, dead: marked });
        }
    }
    for side in Side::BOTH {
        let seat = &mut scene.seats[side.index()];
        seat.sign = Some([sign::WHITE, sign::BLACK][side.index()]);
        seat.hand = Some((Shape::Disc, state.hand(side)));
        if state.removals(side) != 0 {
            seat.note = Some(format!("to remove: {}", state.removals(side).unsigned_abs()));
        }
    }
    write_form(game, state, &mut scene);
    scene
}

/// Adds the points, the lines between neighbours, the letters of the files and the numbers of the ranks.
fn add_points(game: &Mill, scene: &mut Scene) {
    let points = || game.board().points().iter();
    let top = points().map(|point| rank_of(game, point)).max().unwrap_or(0);
    let spot = |point: Point| Spot::new(file_of(game, point).into(), (top - rank_of(game, point)).into());
    for point in points() {
        scene.places.push(Place {
            name: game.board().label(point).to_owned(),
            label: None,
            spot: spot(point),
            shape: PlaceShape::Point,
        });
        for neighbour in game.board().neighbours(point) {
            if neighbour.index() > point.index() {
                scene.lines.push([spot(point), spot(neighbour)]);
            }
        }
    }
    for file in 0..=points().map(|point| file_of(game, point)).max().unwrap_or(0) {
        let below_the_board = Spot::new(file.into(), f32::from(top) + 1.0);
        scene.captions.push((below_the_board, char::from(b'a' + file).to_string()));
    }
    for rank in 0..=top {
        let beside_the_board = Spot::new(-1.0, rank.into());
        scene.captions.push((beside_the_board, (top - rank + 1).to_string()));
    }
}

/// Adds the form for editing the position, which writes a position text. In this text, last mills, used mills and
/// counters are those of a new game, because an edited position has no history.
fn write_form(game: &Mill, state: &State, scene: &mut Scene) {
    let form = &mut scene.form;
    let stone = |text, side| Choice::new(Written::As(text), vec![(side, Shape::Disc)]);
    let mut choices = vec![
        Choice::new(Written::As("*"), Vec::new()),
        stone("O", Some(Side::First)),
        stone("@", Some(Side::Second)),
    ];
    if game.rules().marks_stones() {
        choices.push(Choice { dead: true, ..stone("X", None) });
    }
    let kind = form.add_kind(choices);
    for (at, point) in game.board().points().iter().enumerate() {
        if at > 0 && at % GROUP == 0 {
            form.write("/");
        }
        let signs = [sign::EMPTY, sign::WHITE, sign::BLACK, sign::MARKED];
        let chosen = signs.iter().position(|sign| *sign == sign_of(state, point)).unwrap_or_default();
        form.parts.push(Part::Place { at, kind, chosen });
    }
    form.write(" ");
    form.parts.push(Part::Side { written: ["w", "b"], chosen: state.side });
    // A reader of `n` and `?` decides the phase and the action by the other fields.
    form.write(" n ?");
    let max_stones = i32::from(game.rules().piece_count);
    let min = if game.rules().removes_own_stones() { -max_stones } else { 0 };
    let names = ["White", "Black"];
    for (i, name) in names.into_iter().enumerate() {
        form.write(" ");
        form.parts.push(Part::Count { kind, choice: i + 1 });
        form.write(" ");
        form.parts.push(Part::number(format!("{name} has in hand"), [0, max_stones], state.hand[i]));
    }
    for (i, name) in names.into_iter().enumerate() {
        form.write(" ");
        form.parts.push(Part::number(format!("{name} removes"), [min, max_stones], state.removals[i]));
    }
    form.write(" 0 0 0 0 0 0 1");
}

fn file_of(game: &Mill, point: Point) -> u8 {
    game.board().label(point).as_bytes()[0] - b'a'
}

fn rank_of(game: &Mill, point: Point) -> u8 {
    game.board().label(point).as_bytes()[1] - b'1'
}
