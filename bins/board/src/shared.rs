//! State that all pages share.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::catalogue::Catalogue;

/// State that all pages share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) catalogue: Arc<dyn Catalogue>,
    /// Slots for running searches.
    pub(crate) searches: Arc<Semaphore>,
}
