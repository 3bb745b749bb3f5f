//! A bounded cache of pages of files, shared by all threads.
//!
//! Each page has one possible slot (a direct-mapped cache), so lookups need no search. A page that is read replaces the
//! page in its slot, and locks the slot meanwhile. Memory grows as pages are read, to about 13 MB. A page that cannot
//! be read is tried again at the next access.

use std::io;
use std::sync::Mutex;

use plywright::engine::lock;

use super::entry;

/// Number of entries in a page.
pub(super) const ENTRIES: u64 = 1024;
/// Maximum number of pages in the cache.
const SLOTS: usize = 4096;

#[derive(Debug)]
pub(super) struct PageCache(Box<[Mutex<Page>]>);

#[derive(Debug, Default)]
struct Page {
    /// Numbers of the file and of the page in the file; `None` if the slot is empty.
    name: Option<(u32, u64)>,
    bytes: Vec<u8>,
}

impl PageCache {
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| Mutex::default()).collect())
    }

    /// Returns the bytes of entry number `index` of file number `file`. If the entry's page is not in the cache, calls
    /// `read` with the page's number and a buffer, which `read` fills with the page and resizes to its length.
    ///
    /// # Errors
    /// Returns an error if `read` fails or the page is too short to hold the entry.
    pub(super) fn entry(
        &self,
        file: u32,
        index: u64,
        read: impl FnOnce(u64, &mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<[u8; entry::LENGTH]> {
        let number = index / ENTRIES;
        // The factors are arbitrary. They distribute the files and their pages over the slots.
        let slot = (number.wrapping_mul(31) ^ u64::from(file).wrapping_mul(0x9e37)) as usize % SLOTS;
        let mut page = lock(&self.0[slot]);
        if page.name != Some((file, number)) {
            page.name = None;
            read(number, &mut page.bytes)?;
            page.name = Some((file, number));
        }
        let start = (index % ENTRIES) as usize * entry::LENGTH;
        let bytes = page.bytes.get(start..start + entry::LENGTH).and_then(|bytes| bytes.try_into().ok());
        bytes.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}
