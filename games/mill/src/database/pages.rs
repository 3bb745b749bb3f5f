//! A bounded cache of pieces of files, shared by all threads.
//!
//! A page has exactly one place, so looking it up takes no search and keeping it no bookkeeping. Memory comes into
//! use as pages are read and stays below 13 MB. A page that cannot be read is not known and is tried again next time.

use std::io;
use std::sync::{Mutex, PoisonError};

use super::entry;

/// Entries of a page.
pub(super) const ENTRIES: u64 = 1024;
/// Places for pages.
const PLACES: usize = 4096;

/// See the module.
#[derive(Debug)]
pub(super) struct Pages(Box<[Mutex<Page>]>);

#[derive(Debug, Default)]
struct Page {
    /// Of which file, and which one.
    name: Option<(u32, u64)>,
    bytes: Vec<u8>,
}

impl Pages {
    pub(super) fn new() -> Self {
        Self((0..PLACES).map(|_| Mutex::default()).collect())
    }

    /// The bytes of an entry; `read` reads a page that is not here.
    pub(super) fn entry(
        &self,
        file: u32,
        index: u64,
        read: impl FnOnce(u64, &mut Vec<u8>) -> io::Result<()>,
    ) -> Option<[u8; entry::LENGTH]> {
        let number = index / ENTRIES;
        let place = (number.wrapping_mul(31) ^ u64::from(file).wrapping_mul(0x9e37)) as usize % PLACES;
        let mut page = self.0[place].lock().unwrap_or_else(PoisonError::into_inner);
        if page.name != Some((file, number)) {
            page.name = None;
            read(number, &mut page.bytes).ok()?;
            page.name = Some((file, number));
        }
        let start = (index % ENTRIES) as usize * entry::LENGTH;
        page.bytes.get(start..start + entry::LENGTH)?.try_into().ok()
    }
}
