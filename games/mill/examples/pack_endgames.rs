//! Packs the endgame tables that are built into the program: `pack_endgames FOLDER FILE`. The folder is the
//! output of `plywright solve --stones 10 --out FOLDER`, the file is `games/mill/data/endgames.bin`.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, file] = &arguments[..] else { return Err("expected a folder and a file".into()) };
    fs::write(file, plywright_mill::pack_endgames(Path::new(folder))?)?;
    Ok(())
}
