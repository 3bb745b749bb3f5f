//! Joins the modules of a folder into the files that a page loads: `bundle FOLDER ENTRY ...`. Each entry is
//! replaced by one module that needs no other, and the other modules are deleted.
//!
//! The script `build` compiles this file by itself, with the bundler of the board's server.

#[path = "../board/src/server/bundle.rs"]
mod bundle;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let folder = PathBuf::from(words.next().ok_or("the folder is missing")?);
    let mut modules = Vec::new();
    for file in fs::read_dir(&folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "js") {
            let name = path.file_name().ok_or("a file has no name")?.to_string_lossy().into_owned();
            modules.push((name, fs::read_to_string(&path)?));
            fs::remove_file(path)?;
        }
    }
    let modules: Vec<_> = modules.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    for entry in words {
        fs::write(folder.join(&entry), bundle::bundle(&modules, &entry))?;
    }
    Ok(())
}
