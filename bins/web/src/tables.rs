//! Compact tables on a web host. The page reads parts of their files on demand.

use std::io;
use std::ops::Range;

use plywright::tablebase::compact::Source;

use crate::page;

/// Source of compact tables whose files are below an address.
#[derive(Debug)]
pub(crate) struct Tables {
    /// Address of the folder, for error messages.
    pub(crate) address: String,
}

impl Source for Tables {
    fn read(&self, file: &str, range: Range<u64>) -> io::Result<Vec<u8>> {
        page::read(file, range).map_err(io::Error::other)
    }

    fn place(&self) -> String {
        self.address.clone()
    }
}
