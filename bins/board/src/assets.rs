//! The page: files embedded in the program.

/// A file of the page.
pub(crate) struct Asset {
    /// Path in the address.
    pub(crate) path: &'static str,
    /// Its media type.
    pub(crate) kind: &'static str,
    /// Contents of the file.
    pub(crate) text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const IMAGE: &str = "image/svg+xml";

macro_rules! asset {
    ($path:literal, $kind:expr, $file:literal) => {
        Asset { path: $path, kind: $kind, text: include_str!(concat!("../page/", $file)) }
    };
}

/// All files.
pub(crate) const ASSETS: &[Asset] = &[
    asset!("/", HTML, "index.html"),
    asset!("/style.css", CSS, "style.css"),
    asset!("/icon.svg", IMAGE, "icon.svg"),
    asset!("/theme.js", SCRIPT, "theme.js"),
    asset!("/main.js", SCRIPT, "main.js"),
    asset!("/dom.js", SCRIPT, "dom.js"),
    asset!("/server.js", SCRIPT, "server.js"),
    asset!("/game.js", SCRIPT, "game.js"),
    asset!("/entry.js", SCRIPT, "entry.js"),
    asset!("/scene.js", SCRIPT, "scene.js"),
    asset!("/pieces.js", SCRIPT, "pieces.js"),
    asset!("/editor.js", SCRIPT, "editor.js"),
    asset!("/table.js", SCRIPT, "table.js"),
    asset!("/seats.js", SCRIPT, "seats.js"),
    asset!("/clock.js", SCRIPT, "clock.js"),
    asset!("/analysis.js", SCRIPT, "analysis.js"),
    asset!("/moves.js", SCRIPT, "moves.js"),
    asset!("/link.js", SCRIPT, "link.js"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_light() {
        let bytes: usize = ASSETS.iter().map(|asset| asset.text.len()).sum();
        assert!(bytes < 200_000, "{bytes} bytes");
    }

    #[test]
    fn the_page_asks_nobody_else() {
        for asset in ASSETS {
            let foreign = asset.text.replace("http://www.w3.org/2000/svg", "");
            assert!(!foreign.contains("http://") && !foreign.contains("https://"), "{}", asset.path);
        }
    }
}
