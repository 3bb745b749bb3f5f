//! Detects which of the two interfaces the client speaks.

use std::sync::OnceLock;

/// One of the two interfaces called UGI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UgiForm {
    /// The Universal Gyges Interface.
    Gyges,
    /// The Universal Game Interface.
    Game,
}

/// The form of the output. It is unknown at first and never changes once it is known.
#[derive(Debug, Default)]
pub(super) struct Form {
    known: OnceLock<UgiForm>,
}

impl Form {
    /// Makes a form that is selected in advance, or unknown.
    pub(super) fn new(chosen: Option<UgiForm>) -> Self {
        Self { known: chosen.map_or_else(OnceLock::new, OnceLock::from) }
    }

    /// The form, if known.
    pub(super) fn get(&self) -> Option<UgiForm> {
        self.known.get().copied()
    }

    /// Records that the client sent a command of this interface only.
    pub(super) fn learn(&self, form: UgiForm) {
        self.known.get_or_init(|| form);
    }
}
