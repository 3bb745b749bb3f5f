//! Files of the page, embedded in the program, with their compressed forms.

use std::io::Write as _;
use std::sync::LazyLock;

use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::bundle::{Module, bundle};

/// A file that the server delivers.
pub(crate) struct Asset {
    /// Path of the file below the page's address, without a slash; empty for the page's HTML document.
    pub(crate) path: &'static str,
    /// Value of the header `Content-Type`.
    pub(crate) kind: &'static str,
    pub(crate) plain: Bytes,
    /// The file compressed by gzip.
    pub(crate) packed: Bytes,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! page {
    ($file:literal) => {
        include_str!(concat!("../../page/", $file))
    };
}

macro_rules! modules {
    ($($file:literal)*) => {
        &[$(($file, page!($file)),)*]
    };
}

/// The page's modules, in any order. They are delivered as one module.
const MODULES: &[Module<'_>] = modules! {
    "address.js" "analysis.js" "board.js" "chooser.js" "clock.js" "confirm.js" "controls.js" "dom.js"
    "drawings.js" "editor.js" "engine.js" "entry.js" "game.js" "graph.js" "ground.js" "guide.js"
    "hint.js" "keys.js" "lastmove.js" "lesson.js" "line.js" "link.js" "main.js" "markup.js" "moves.js"
    "navigation.js" "newgame.js" "partner.js" "pieces.js" "pointer.js" "puzzles.js" "records.js"
    "review.js" "saved.js" "seats.js" "server.js" "sounds.js" "standing.js" "status.js" "strength.js"
    "table.js" "tabs.js" "texts.js" "transport.js" "values.js" "variations.js" "walk.js"
};

/// All files of the page, bundled and compressed at the first use.
pub(crate) static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let main = bundle(MODULES, "main.js");
    let files = [
        ("", "text/html; charset=utf-8", page!("index.html")),
        ("style.css", "text/css; charset=utf-8", page!("style.css")),
        ("icon.svg", "image/svg+xml", page!("icon.svg")),
        ("theme.js", SCRIPT, page!("theme.js")),
        ("en.json", "application/json", page!("en.json")),
        ("de.json", "application/json", page!("de.json")),
        ("main.js", SCRIPT, &main),
    ];
    files
        .into_iter()
        .map(|(path, kind, text)| Asset {
            path,
            kind,
            plain: Bytes::copy_from_slice(text.as_bytes()),
            packed: packed(text),
        })
        .collect()
});

fn packed(text: &str) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    written.expect("memory takes all bytes").into()
}
