//! The optimiser: Adam.

use crate::float::Floats;

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
const TINY: f32 = 1e-8;

/// State of the optimiser: running means of the gradient and of its square.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Adam {
    pub(crate) mean: Floats,
    pub(crate) square: Floats,
    /// `FIRST` and `SECOND` to the power of the number of steps.
    pub(crate) fading: [f32; 2],
}

impl Adam {
    pub(crate) fn new(zeros: &Floats) -> Self {
        Self { mean: zeros.clone(), square: zeros.clone(), fading: [1.0; 2] }
    }

    /// Moves the weights against the gradient by one Adam step.
    pub(crate) fn step(&mut self, weights: &mut Floats, gradient: &Floats, rate: f32) {
        self.fading = [self.fading[0] * FIRST, self.fading[1] * SECOND];
        let [first, second] = self.fading.map(|fading| 1.0 - fading);
        let moments = self.mean.parts_mut().into_iter().zip(self.square.parts_mut());
        let parts = weights.parts_mut().into_iter().zip(gradient.parts()).zip(moments);
        for ((weights, gradient), (means, squares)) in parts {
            let numbers = weights.iter_mut().zip(gradient).zip(means.iter_mut().zip(squares));
            for ((weight, gradient), (mean, square)) in numbers {
                *mean = FIRST * *mean + (1.0 - FIRST) * gradient;
                *square = SECOND * *square + (1.0 - SECOND) * gradient * gradient;
                *weight -= rate * (*mean / first) / ((*square / second).sqrt() + TINY);
            }
        }
        weights.clip();
    }
}
