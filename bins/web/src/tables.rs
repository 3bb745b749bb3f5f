//! Tables of exact values on a web host. Only the parts of files that a lookup needs are read.

use std::io;
use std::ops::Range;

use plywright::tablebase::Source;

use crate::page;

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

    fn is_remote(&self) -> bool {
        true
    }
}
