//! Which of the two interfaces the client speaks.

use std::sync::OnceLock;

/// One of the two interfaces of the name UGI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UgiForm {
    /// The Universal Gyges Interface.
    Gyges,
    /// The Universal Game Interface.
    Game,
}

/// The form in which is written: unknown at first, and never changed once it is known.
#[derive(Debug, Default)]
pub(super) struct Form {
    known: OnceLock<UgiForm>,
}

impl Form {
    /// A form that was chosen beforehand, or is still to be found out.
    pub(super) fn new(chosen: Option<UgiForm>) -> Self {
        Self { known: chosen.map_or_else(OnceLock::new, OnceLock::from) }
    }

    /// The form, if it is known.
    pub(super) fn get(&self) -> Option<UgiForm> {
        self.known.get().copied()
    }

    /// The client has said something that only this interface has.
    pub(super) fn learn(&self, form: UgiForm) {
        self.known.get_or_init(|| form);
    }
}
