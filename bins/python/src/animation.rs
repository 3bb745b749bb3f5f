//! Animated GIF files of states. All pictures are drawn before the file is created, because drawing may run rules that
//! are written in Python: they need the interpreter's lock and may raise an exception.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use gif::{Encoder, Frame, Repeat};
use plywright::picture::Picture;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::checks;
use crate::guard::{guarded, unlocked};
use crate::pixels::rgb;
use crate::state::PyState;
use crate::written::listed;

/// Speed of choosing a frame's colours, from 1 to 30. A higher speed gives worse colours; see
/// [`Frame::from_rgb_speed`].
const GIF_SPEED: i32 = 10;

/// Writes pictures of states as an animated GIF file. `pause` is the time between two pictures, in hundredths of a
/// second.
#[pyfunction]
pub fn _save_gif(
    py: Python<'_>,
    path: PathBuf,
    states: Vec<PyRef<'_, PyState>>,
    #[pyo3(from_py_with = checks::width)] width: u16,
    flipped: bool,
    pause: u16,
) -> PyResult<()> {
    let draw = || states.iter().map(|state| listed(&*state.line).picture(width, flipped)).collect::<Vec<_>>();
    let pictures = guarded(draw)?;
    drop(states);
    unlocked(py, || save_gif(&pictures, &path, pause))?
}

/// Writes pictures, which must have the same size, as a GIF file whose animation repeats without end. Replaces an
/// existing file. `pause` is in hundredths of a second. Returns an error if there are no pictures.
fn save_gif(pictures: &[Picture], path: &PathBuf, pause: u16) -> PyResult<()> {
    let Some(first) = pictures.first() else {
        return Err(PyValueError::new_err("found no pictures, expected at least one"));
    };
    let [width, height] = [first.width, first.height().round() as u16];
    let failed = |error: gif::EncodingError| PyErr::from(io::Error::other(error));
    let mut encoder = Encoder::new(File::create(path)?, width, height, &[]).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    for picture in pictures {
        let (rows, columns, pixels) = rgb(picture)?;
        let mut frame = Frame::from_rgb_speed(columns as u16, rows as u16, &pixels, GIF_SPEED);
        frame.delay = pause;
        encoder.write_frame(&frame).map_err(failed)?;
    }
    Ok(())
}
