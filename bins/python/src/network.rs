//! The Python class `Network`: a network and its evaluation of positions.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1};
use plywright::game::PositionValue;
use plywright::network::{self, Network, Provenance};
use pyo3::prelude::*;

use crate::batch::{Sparse, for_each_part};
use crate::errors::NetworkError;
use crate::state::PyState;

/// A network that can evaluate positions.
#[pyclass(frozen, name = "Network", module = "plywright._core")]
pub struct PyNetwork(pub Arc<Network>);

impl PyNetwork {
    /// Checks that the network fits the game of the states.
    fn check(&self, states: &[Bound<'_, PyState>]) -> PyResult<()> {
        let Some(first) = states.first() else { return Ok(()) };
        let shape = first.try_borrow()?.rules.game.network_shape();
        let shape = shape.ok_or_else(|| NetworkError::new_err("the game has no learned evaluation"))?;
        self.0.fits(&shape).map_err(|error| NetworkError::new_err(error.to_string()))
    }
}

#[pymethods]
impl PyNetwork {
    /// Parses the bytes of a network's file.
    #[new]
    fn new(bytes: &[u8]) -> PyResult<Self> {
        network::read(bytes)
            .map(|network| Self(Arc::new(network)))
            .map_err(|error| NetworkError::new_err(error.to_string()))
    }

    /// Name of the network's feature set.
    #[getter]
    fn features(&self) -> &str {
        self.0.features()
    }

    /// Number of features.
    #[getter]
    fn inputs(&self) -> usize {
        self.0.inputs()
    }

    /// Size of the hidden layer.
    #[getter]
    fn hidden(&self) -> usize {
        self.0.hidden()
    }

    /// Number of buckets of output weights.
    #[getter]
    fn buckets(&self) -> usize {
        self.0.buckets()
    }

    /// Name of the network, names of the files it was trained on, and the command that trained it.
    #[getter]
    fn provenance(&self) -> (&str, &str, &str) {
        let Provenance { name, data, command } = self.0.provenance();
        (name, data, command)
    }

    /// Returns the bytes of the network's file.
    fn to_bytes(&self) -> Vec<u8> {
        network::to_bytes(&self.0)
    }

    /// Returns the network's output for each state: the natural logarithm of the odds that the side to move
    /// wins.
    fn logits<'py>(
        &self,
        py: Python<'py>,
        states: Vec<Bound<'py, PyState>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.check(&states)?;
        let sparse = Sparse::of(py, &states)?;
        let logits = py.detach(|| {
            let starts = |ends: &[u64]| std::iter::once(0).chain(ends.iter().copied()).collect::<Vec<u64>>();
            let (own_starts, other_starts) = (starts(&sparse.own_ends), starts(&sparse.other_ends));
            let logit = |row: usize| {
                let own = &sparse.own[own_starts[row] as usize..sparse.own_ends[row] as usize];
                let other = &sparse.other[other_starts[row] as usize..sparse.other_ends[row] as usize];
                self.0.logit(own, other, sparse.buckets[row].into())
            };
            (0..sparse.buckets.len()).map(logit).collect::<Vec<f64>>()
        });
        Ok(logits.into_pyarray(py))
    }

    /// Returns the values of states as the search computes them: in reported units, and as 400 times the logit
    /// of the winning chance of the side to move.
    fn _values(&self, py: Python<'_>, states: Vec<Bound<'_, PyState>>) -> PyResult<Vec<(i32, i32)>> {
        self.check(&states)?;
        let mut values = Vec::new();
        let mut fits = Ok(());
        for_each_part(py, &states, |positions| {
            let each = |value: PositionValue| values.push((value.score.0, value.logit));
            fits = fits.clone().and_then(|()| positions.evaluate(&self.0, each));
        })?;
        fits.map(|()| values).map_err(|error| NetworkError::new_err(error.to_string()))
    }

    fn __repr__(&self) -> String {
        format!("Network('{}', hidden={})", self.0.features(), self.0.hidden())
    }
}
