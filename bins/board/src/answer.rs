//! Answers of the desk to the page, as JSON. `types.d.ts` beside the page declares their fields.

use plywright::engine::{BestMove, DynEngine, OpeningMove, Outcome, PvInfo, Reason};
use plywright::game::DynLine;
use plywright::search::per_second;
use plywright::tablebase::{Probed, Value};
use plywright::{Ending, OptionKind, OptionSpec, Scene};
use plywright_matches::analysis::{chance, chance_of};
use serde_json::{Value as Json, json};

use crate::scene_json::{drawn_scene, form};
use crate::step_tree::Node;

/// Returns the JSON message that the request `id` failed, with the reason for the person at the page. `id` is `None` if
/// the request has no readable id.
pub(crate) fn error(id: Option<u64>, message: &str) -> String {
    json!({"type": "error", "id": id, "message": message}).to_string()
}

/// Returns the JSON reply to the stop request `id`.
pub(crate) fn stopped(id: u64) -> String {
    json!({"type": "stopped", "id": id}).to_string()
}

/// Returns the JSON reply to the request `id`: what the page shows of the current position of `line`, and the options
/// of the rules. `tree` has the steps by which a person enters the position's moves.
pub(crate) fn position(
    id: u64,
    engine: &dyn DynEngine,
    line: &dyn DynLine,
    tree: &Node,
    warning: Option<&str>,
) -> String {
    let game = engine.dyn_game();
    let scene = line.scene();
    json!({
        "type": "position",
        "id": id,
        "variant": line.facts().variant,
        "text": line.text(),
        "side": line.side().index(),
        "over": over(line),
        "scene": drawn_scene(&scene),
        "form": form(&scene),
        "tree": tree,
        "options": game.options().iter().map(option_json).collect::<Vec<_>>(),
        "named": game.named_positions(),
        "opening": line.opening_name(),
        "ratings": engine.settings().levels.ratings,
        "warning": warning,
    })
    .to_string()
}

/// Returns the JSON reply to the request `id`: the exact values of a position and of its moves, from the view
/// of the side to move, and the engine's warning. Unknown values are null.
pub(crate) fn exact(id: u64, engine: &dyn DynEngine, position: &dyn DynLine) -> String {
    let to_json =
        |value: Value| json!({"word": value.word(), "plies": value.plies(), "points": value.points()});
    let unknown = Probed { value: None, moves: Vec::new() };
    let Probed { value, moves } = engine.exact(position).unwrap_or(unknown);
    let moves = moves.into_iter().map(|(text, value)| json!({"move": text, "value": value.map(to_json)}));
    json!({
        "type": "exact",
        "id": id,
        "value": value.map(to_json),
        "moves": moves.collect::<Json>(),
        "warning": engine.warning(),
    })
    .to_string()
}

/// Returns the JSON reply to the request `id`: the moves of the opening tree in a position, with the results
/// of their games. The winning chance and the exact value of a move are from the mover's view.
pub(crate) fn explored(id: u64, moves: &[OpeningMove]) -> String {
    let moves = moves.iter().map(|OpeningMove { text, node }| {
        let (chance, exact) = (node.value.map(chance_of), node.exact.map(|exact| Value::from(exact).word()));
        json!({"move": text, "results": node.results, "chance": chance, "exact": exact})
    });
    json!({"type": "explored", "id": id, "moves": moves.collect::<Json>()}).to_string()
}

/// Returns the JSON reply to the request `id`. `text` says how to play a game; it is empty if the game has no such
/// text. `variant` is the variant whose positions the pictures in `text` show; `None` for an unknown game.
pub(crate) fn how_to_play(id: u64, text: &str, variant: Option<&str>) -> String {
    json!({"type": "how_to_play", "id": id, "text": text, "variant": variant}).to_string()
}

/// Returns the JSON reply to the request `id`: `scene`, the board after the first steps of a move.
pub(crate) fn preview(id: u64, scene: &Scene) -> String {
    json!({"type": "preview", "id": id, "scene": drawn_scene(scene)}).to_string()
}

/// Returns how the game ended; null while it goes on. `winner` is null for a draw. `reason` is `repetition` or `limit`
/// if a repetition or the move limit ended the game, otherwise empty. `limit` is that move limit, in moves of both
/// sides, or null. `margin` is the winner's lead in points, or null in a game without points.
fn over(line: &dyn DynLine) -> Json {
    let Outcome::Over(ending) = line.outcome() else { return Json::Null };
    let (reason, limit) = match line.reason() {
        Some(Reason::Repetition) => ("repetition", None),
        Some(Reason::MoveLimit(moves)) => ("limit", Some(moves)),
        _ => ("", None),
    };
    let margin = match ending {
        Ending::Margin(margin) => Some(margin.unsigned_abs()),
        Ending::Win(_) | Ending::Draw => None,
    };
    let winner = ending.winner().map(plywright::Side::index);
    json!({"winner": winner, "reason": reason, "limit": limit, "margin": margin})
}

/// Describes an option of the rules; null for buttons and texts, which the page does not offer.
fn option_json(option: &OptionSpec) -> Json {
    let name = option.name;
    match &option.kind {
        OptionKind::Check { default } => {
            json!({"name": name, "kind": "check", "default": default.to_string()})
        }
        OptionKind::Spin { default, min, max } => {
            json!({"name": name, "kind": "spin", "default": default.to_string(), "min": min, "max": max})
        }
        OptionKind::Combo { default, choices } => {
            json!({"name": name, "kind": "combo", "default": default, "choices": choices})
        }
        OptionKind::Button | OptionKind::Text { .. } => Json::Null,
    }
}

/// Returns the message with one principal variation of the search that the request `id` started. `units` is the score
/// in reported units. For a win or loss of known length, `units` is null, and `ends` is the number of the winner's
/// turns to the end, negative if the side to move loses. Otherwise `ends` is null.
pub(crate) fn line(id: u64, info: &PvInfo) -> String {
    let ends = info.score.mate_in_moves();
    json!({
        "type": "line",
        "id": id,
        "rank": info.rank,
        "depth": info.depth.0,
        "units": ends.is_none().then_some(info.score.0),
        "ends": ends,
        "chance": chance(info),
        "nodes": info.nodes,
        "speed": per_second(info.nodes, info.time),
        "tables": info.tb_hits,
        "moves": info.moves,
    })
    .to_string()
}

/// Returns the message that the search started by the request `id` has ended, with its best move, if any.
pub(crate) fn best(id: u64, best: &BestMove) -> String {
    json!({"type": "best", "id": id, "move": best.best}).to_string()
}
