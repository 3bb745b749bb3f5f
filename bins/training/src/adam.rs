//! Adam, the optimiser: the step of each weight depends on running means of its gradient and of the squared gradient.
//! The constants are those that Adam's authors propose.

use crate::model::Floats;

/// Decay rate of the running mean of the gradient.
const MEAN_DECAY: f32 = 0.9;
/// Decay rate of the running mean of the squared gradient.
const SQUARE_DECAY: f32 = 0.999;
/// Added to the divisor of a step, so that the divisor is never 0.
const TINY: f32 = 1e-8;

/// State of the optimiser Adam: running means of the gradient and of its square.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Adam {
    pub(crate) mean: Floats,
    pub(crate) square: Floats,
    /// [`MEAN_DECAY`] and [`SQUARE_DECAY`], each to the power of the number of steps so far. The running means begin at
    /// 0, and 1 minus this power is the divisor that corrects their bias towards 0.
    pub(crate) fading: [f32; 2],
}

impl Adam {
    pub(crate) fn new(zeros: &Floats) -> Self {
        Self { mean: zeros.clone(), square: zeros.clone(), fading: [1.0; 2] }
    }

    /// Moves the weights against the gradient, with the learning rate `rate`, and then calls [`Floats::clip`] on them.
    pub(crate) fn step(&mut self, weights: &mut Floats, gradient: &Floats, rate: f32) {
        self.fading = [self.fading[0] * MEAN_DECAY, self.fading[1] * SQUARE_DECAY];
        let [mean_divisor, square_divisor] = self.fading.map(|fading| 1.0 - fading);
        let moments = self.mean.parts_mut().into_iter().zip(self.square.parts_mut());
        let parts = weights.parts_mut().into_iter().zip(gradient.parts()).zip(moments);
        for ((weights, gradient), (means, squares)) in parts {
            let numbers = weights.iter_mut().zip(gradient).zip(means.iter_mut().zip(squares));
            for ((weight, gradient), (mean, square)) in numbers {
                *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * gradient;
                *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * gradient * gradient;
                *weight -= rate * (*mean / mean_divisor) / ((*square / square_divisor).sqrt() + TINY);
            }
        }
        weights.clip();
    }
}
