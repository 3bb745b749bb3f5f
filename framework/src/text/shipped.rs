//! Files that belong to a game: compiled into the program, or given to it while it runs.
//!
//! A page in a browser loads the files of the game that it shows, so its module is built without the feature
//! `embedded`.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Files that were given, by name.
static GIVEN: Mutex<BTreeMap<String, &'static [u8]>> = Mutex::new(BTreeMap::new());

/// A file of a game, written as `shipped_file!("../networks/my_game.net")`.
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
    /// A file with these contents.
    pub const fn embedded(path: &'static str, bytes: &'static [u8]) -> Self {
        Self { path, embedded: Some(bytes) }
    }

    /// A file whose contents are given by [`give_file`].
    pub const fn given(path: &'static str) -> Self {
        Self { path, embedded: None }
    }

    /// The contents; `None` until they are given.
    pub fn bytes(&self) -> Option<&'static [u8]> {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        let given = || GIVEN.lock().unwrap_or_else(PoisonError::into_inner).get(name).copied();
        self.embedded.or_else(given)
    }
}

/// Gives the contents of the file with this name, without folders. They stay in memory until the program ends.
pub fn give_file(name: &str, bytes: Vec<u8>) {
    GIVEN.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), bytes.leak());
}

/// A [`ShippedFile`], by its path from the source file. With the feature `embedded` it is compiled into the program.
#[cfg(feature = "embedded")]
#[macro_export]
macro_rules! shipped_file {
    ($path:literal) => {
        $crate::ShippedFile::embedded($path, include_bytes!($path))
    };
}

/// A [`ShippedFile`], by its path from the source file. With the feature `embedded` it is compiled into the program.
#[cfg(not(feature = "embedded"))]
#[macro_export]
macro_rules! shipped_file {
    ($path:literal) => {
        $crate::ShippedFile::given($path)
    };
}
