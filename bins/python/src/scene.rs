//! Converts scenes to Python dictionaries with the keys of the board's JSON.

use plywright::{Piece, Place, Scene, Seat, Side, Spot};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyList};

/// Converts a scene to a dictionary.
///
/// # Errors
///
/// Returns an error if the interpreter is out of memory.
pub fn dict<'py>(py: Python<'py>, scene: &Scene) -> PyResult<Bound<'py, PyDict>> {
    let scene_dict = PyDict::new(py);
    scene_dict.set_item("surface", scene.surface.name())?;
    scene_dict.set_item("falls", scene.falls)?;
    scene_dict.set_item("margin", scene.margin)?;
    scene_dict.set_item("places", list(py, &scene.places, |place| self::place(py, place))?)?;
    let lines = list(py, &scene.lines, |[from, to]| Ok((spot(py, *from)?, spot(py, *to)?)))?;
    scene_dict.set_item("lines", lines)?;
    let edges = list(py, &scene.edges, |(side, path)| {
        let edge = [("side", side.index())].into_py_dict(py)?;
        edge.set_item("path", list(py, path, |corner| spot(py, *corner))?)?;
        Ok(edge)
    })?;
    scene_dict.set_item("edges", edges)?;
    let captions = list(py, &scene.captions, |(at, text)| {
        let caption = spot(py, *at)?;
        caption.set_item("text", text)?;
        Ok(caption)
    })?;
    scene_dict.set_item("captions", captions)?;
    scene_dict.set_item("pieces", list(py, &scene.pieces, |piece| self::piece(py, piece))?)?;
    let marks = list(py, &scene.marks, |mark| {
        let dict = [("at", mark.at)].into_py_dict(py)?;
        dict.set_item("text", mark.text)?;
        Ok(dict)
    })?;
    scene_dict.set_item("marks", marks)?;
    let seats = scene.seats.iter().zip(Side::BOTH);
    let seats = seats.map(|(seat, side)| self::seat(py, seat, side)).collect::<PyResult<Vec<_>>>()?;
    scene_dict.set_item("seats", seats)?;
    Ok(scene_dict)
}

fn list<'py, T, U: IntoPyObject<'py>>(
    py: Python<'py>,
    items: &[T],
    convert: impl Fn(&T) -> PyResult<U>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, items.iter().map(convert).collect::<PyResult<Vec<_>>>()?)
}

fn spot(py: Python<'_>, spot: Spot) -> PyResult<Bound<'_, PyDict>> {
    [("x", spot.x), ("y", spot.y)].into_py_dict(py)
}

fn place<'py>(py: Python<'py>, place: &Place) -> PyResult<Bound<'py, PyDict>> {
    let dict = spot(py, place.spot)?;
    dict.set_item("name", &place.name)?;
    dict.set_item("label", &place.label)?;
    dict.set_item("shape", place.shape.name())?;
    dict.set_item("width", place.shape.width())?;
    Ok(dict)
}

fn piece<'py>(py: Python<'py>, piece: &Piece) -> PyResult<Bound<'py, PyDict>> {
    let shape = &piece.shape;
    let dict = PyDict::new(py);
    dict.set_item("at", piece.at)?;
    dict.set_item("side", piece.side.map(Side::index))?;
    dict.set_item("shape", shape.name())?;
    dict.set_item("count", shape.count())?;
    dict.set_item("text", shape.word())?;
    dict.set_item("dead", piece.dead)?;
    Ok(dict)
}

fn seat<'py>(py: Python<'py>, seat: &Seat, side: Side) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let role = seat.role.as_ref().map(|role| [("name", &role.name), ("rule", &role.rule)].into_py_dict(py));
    let hand = seat.hand.as_ref().map(|(kind, count)| {
        let hand = [("count", *count)].into_py_dict(py)?;
        hand.set_item("shape", kind.name())?;
        PyResult::Ok(hand)
    });
    dict.set_item("name", seat.name.clone().unwrap_or_else(|| side.to_string()))?;
    dict.set_item("role", role.transpose()?)?;
    dict.set_item("hand", hand.transpose()?)?;
    dict.set_item("note", &seat.note)?;
    Ok(dict)
}
