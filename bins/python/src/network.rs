//! The Python class `Network`: a network in integers, as the search uses it, and its evaluation of positions.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use plywright::game::PositionValue;
use plywright::network::{self, Network, Provenance, Weights};
use pyo3::prelude::*;

use crate::errors::{NetworkError, raise};
use crate::lists::{for_each, for_each_seen};
use crate::state::PyState;

/// One-dimensional array of weights.
type Numbers<'py> = Bound<'py, PyArray1<i16>>;

/// A network, ready to evaluate positions. Immutable.
#[pyclass(frozen, name = "Network", module = "plywright._core")]
pub struct PyNetwork(pub Arc<Network>);

impl PyNetwork {
    /// Checks that the network fits the game of the first state. The other states have the same game, as [`for_each`]
    /// checks.
    fn check(&self, states: &[Bound<'_, PyState>]) -> PyResult<()> {
        let Some(first) = states.first() else { return Ok(()) };
        let shape = first.try_borrow()?.rules.game.network_shape();
        let shape = shape.ok_or_else(|| NetworkError::new_err("the game has no learned evaluation"))?;
        self.0.fits(&shape).map_err(raise::<NetworkError>)
    }
}

#[pymethods]
impl PyNetwork {
    /// Parses the bytes of a network's file.
    #[new]
    fn new(bytes: &[u8]) -> PyResult<Self> {
        network::read(bytes).map(|network| Self(Arc::new(network))).map_err(raise::<NetworkError>)
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
        let mut logits = Vec::with_capacity(states.len());
        for_each_seen(py, &states, |seen| {
            let [own, other] = seen.lists();
            logits.push(self.0.logit(&own, &other, seen.bucket));
        })?;
        Ok(logits.into_pyarray(py))
    }

    /// Returns two numbers for each state, without a search and for the side to move: the network's evaluation in the
    /// units that clients see, and 400 times the logit of the winning chance.
    fn _values(&self, py: Python<'_>, states: Vec<Bound<'_, PyState>>) -> PyResult<Vec<(i32, i32)>> {
        self.check(&states)?;
        let mut values = Vec::with_capacity(states.len());
        for_each(py, &states, |line| values.push(line.evaluate(&self.0)))?;
        let pair = |value: PositionValue| (value.score.0, value.logit);
        values.into_iter().map(|value| value.map(pair).map_err(raise::<NetworkError>)).collect()
    }

    /// Creates a network from its provenance and its weights, in the order of [`PyNetwork::weights`].
    #[staticmethod]
    #[pyo3(name = "_of")]
    fn of(
        features: &str,
        provenance: (String, String, String),
        rows: PyReadonlyArray1<'_, i16>,
        bias: PyReadonlyArray1<'_, i16>,
        output: PyReadonlyArray1<'_, i16>,
        output_bias: PyReadonlyArray1<'_, i32>,
    ) -> PyResult<Self> {
        let weights = Weights {
            rows: rows.as_array().to_vec(),
            bias: bias.as_array().to_vec(),
            output: output.as_array().to_vec(),
            output_bias: output_bias.as_array().to_vec(),
        };
        let (name, data, command) = provenance;
        let network = Network::new(features, Provenance { name, data, command }, weights);
        network.map(|network| Self(Arc::new(network))).map_err(raise::<NetworkError>)
    }

    /// Returns the weights of the features, the biases of the hidden layer, the output weights and their biases.
    #[pyo3(name = "_weights")]
    fn weights<'py>(
        &self,
        py: Python<'py>,
    ) -> (Numbers<'py>, Numbers<'py>, Numbers<'py>, Bound<'py, PyArray1<i32>>) {
        let Weights { rows, bias, output, output_bias } = self.0.weights();
        let array = |numbers: &[i16]| PyArray1::from_slice(py, numbers);
        (array(rows), array(bias), array(output), PyArray1::from_slice(py, output_bias))
    }

    fn __repr__(&self) -> String {
        format!("Network('{}', hidden={})", self.0.features(), self.0.hidden())
    }
}
