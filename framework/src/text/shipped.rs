//! Files that a game ships, such as a network or a table. With the feature `embedded`, the files are compiled into the
//! program. Without the feature, the program must supply their contents by [`give_file`] before they are used.
//!
//! The web version is built without `embedded`: the page loads a game's files and gives them to the engine.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Contents passed to [`give_file`], by file name.
static GIVEN: Mutex<BTreeMap<String, &'static [u8]>> = Mutex::new(BTreeMap::new());

/// A file that a game ships. A game creates it by `shipped_file!("../networks/my_game.net")`, which selects one of the
/// two constructors by the feature `embedded`.
///
/// ```
/// use plywright::{ShippedFile, give_file};
/// static FILE: ShippedFile = ShippedFile::given("../data/endings.bin");
/// assert_eq!(FILE.bytes(), None);
/// give_file("endings.bin", vec![1, 2, 3]);
/// assert_eq!(FILE.bytes(), Some(&[1, 2, 3][..]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ShippedFile {
    path: &'static str,
    embedded: Option<&'static [u8]>,
}

impl ShippedFile {
    /// Describes a file with the contents `bytes`. Nothing is read from `path`.
    pub const fn embedded(path: &'static str, bytes: &'static [u8]) -> Self {
        Self { path, embedded: Some(bytes) }
    }

    /// Describes a file whose contents [`give_file`] must supply, under the file name at the end of `path`.
    pub const fn given(path: &'static str) -> Self {
        Self { path, embedded: None }
    }

    /// Returns the contents; `None` if the file is not embedded and [`give_file`] has not supplied them yet.
    pub fn bytes(&self) -> Option<&'static [u8]> {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        let given = || GIVEN.lock().unwrap_or_else(PoisonError::into_inner).get(name).copied();
        self.embedded.or_else(given)
    }
}

/// Supplies the contents of every [`ShippedFile`] that is not embedded and has the file name `name`, which is the part
/// of its path after the last `/`. A later call with the same name replaces them. All contents stay in memory until the
/// program ends, even if they are replaced.
pub fn give_file(name: &str, bytes: Vec<u8>) {
    GIVEN.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), bytes.leak());
}

/// Creates a [`ShippedFile`] from a path relative to the source file. With the feature `embedded`, the file
/// is compiled into the program. Otherwise [`give_file`](crate::give_file) must supply its contents.
#[cfg(feature = "embedded")]
#[macro_export]
macro_rules! shipped_file {
    ($path:literal) => {
        $crate::ShippedFile::embedded($path, include_bytes!($path))
    };
}

/// Creates a [`ShippedFile`] from a path relative to the source file. With the feature `embedded`, the file
/// is compiled into the program. Otherwise [`give_file`](crate::give_file) must supply its contents.
#[cfg(not(feature = "embedded"))]
#[macro_export]
macro_rules! shipped_file {
    ($path:literal) => {
        $crate::ShippedFile::given($path)
    };
}
