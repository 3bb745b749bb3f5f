//! Files of the page, embedded in the program.

pub(crate) struct Asset {
    /// Path of the file below the page's address, with a leading slash.
    pub(crate) path: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const IMAGE: &str = "image/svg+xml";

macro_rules! assets {
    ($index:literal $($kind:ident: $($file:literal)*;)*) => {
        &[
            Asset { path: "/", kind: HTML, text: include_str!(concat!("../../page/", $index)) },
            $($(Asset {
                path: concat!("/", $file),
                kind: $kind,
                text: include_str!(concat!("../../page/", $file)),
            },)*)*
        ]
    };
}

/// The first is the page's HTML document.
pub(crate) const ASSETS: &[Asset] = assets! {
    "index.html"
    CSS: "style.css";
    IMAGE: "icon.svg";
    SCRIPT:
        "address.js" "analysis.js" "board.js" "chooser.js" "clock.js" "confirm.js" "dom.js" "drawings.js" "editor.js"
        "engine.js" "entry.js" "explorer.js" "game.js" "graph.js" "ground.js" "keys.js" "lastmove.js" "line.js" "link.js" "main.js"
        "markup.js" "moves.js" "navigation.js" "paint.js" "partner.js" "pieces.js" "pointer.js" "puzzles.js" "records.js" "review.js" "rules.js"
        "seats.js" "server.js" "standing.js" "status.js" "strength.js" "table.js" "theme.js" "transport.js" "values.js" "variations.js" "walk.js";
};
