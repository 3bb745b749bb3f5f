//! Operates the page as a person does: clicks, types, and reads the visible texts and pieces.

use std::env;
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::server::{self, PATIENCE};

/// Codes of keys in the `WebDriver` protocol.
pub mod key {
    pub const TAB: &str = "\u{e004}";
    pub const ENTER: &str = "\u{e007}";
    pub const ESCAPE: &str = "\u{e00c}";
    pub const HOME: &str = "\u{e011}";
    pub const LEFT: &str = "\u{e012}";
    pub const UP: &str = "\u{e013}";
    pub const RIGHT: &str = "\u{e014}";
    pub const DOWN: &str = "\u{e015}";
}

/// Whether a game can be begun with the choices of the dialogue.
const READY: &str = "!document.getElementById('begin').disabled";
/// Selector that stands for the focused element.
const FOCUS: &str = "";

pub struct Page {
    browser: Browser,
    address: String,
    /// Address of the program's own server.
    server: String,
    is_phone: bool,
}

impl Page {
    /// Creates the page at the address `server`, or at `BOARD_ADDRESS` if that variable is set. Does not open
    /// it.
    pub fn new(browser: Browser, server: &str, is_phone: bool) -> Self {
        let address = env::var("BOARD_ADDRESS").unwrap_or_else(|_| server.to_owned());
        Self { browser, address, server: server.to_owned(), is_phone }
    }

    /// Whether `BOARD_ADDRESS` selects a page other than the server's own.
    pub fn is_foreign(&self) -> bool {
        self.address != self.server
    }

    pub fn post(&self, command: &str, body: &Value) -> Value {
        well(command, self.browser.call("POST", &format!("/{command}"), body))
    }

    pub fn get(&self, command: &str) -> Value {
        well(command, self.browser.call("GET", &format!("/{command}"), &Value::Null))
    }

    /// Sends a DELETE command to the browser: `/window` closes the current tab.
    pub fn delete(&self, part: &str) {
        well(part, self.browser.call("DELETE", part, &Value::Null));
    }

    /// Opens the page with a fragment in its address, and waits until the board is drawn.
    pub fn open(&self, hash: &str) {
        self.open_at(&self.address, hash);
    }

    pub fn open_at(&self, address: &str, hash: &str) {
        // Hints in first games would start searches during the tests.
        self.post("url", &json!({"url": format!("{address}icon.svg")}));
        self.value("localStorage.guided ??= 'false'");
        self.post("url", &json!({"url": "about:blank"}));
        self.post("url", &json!({"url": format!("{address}{hash}")}));
        self.wait_for("!!document.querySelector('.target')");
    }

    pub fn value(&self, expression: &str) -> Value {
        self.post("execute/sync", &json!({"script": format!("return {expression};"), "args": []}))
    }

    pub fn text(&self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_default().to_owned()
    }

    pub fn wait_for(&self, expression: &str) {
        let start = Instant::now();
        while self.value(expression) != Value::Bool(true) {
            assert!(start.elapsed() < PATIENCE, "never: {expression}; status: {}", self.status());
            thread::sleep(Duration::from_millis(30));
        }
    }

    pub fn status(&self) -> String {
        self.text("document.getElementById('status').textContent")
    }

    pub fn position(&self) -> String {
        self.text("document.getElementById('position').value")
    }

    /// Sends a command to the element for a selector, or to the focused one. Tries again if the page has
    /// replaced the element meanwhile.
    fn element(&self, method: &str, selector: &str, command: &str, body: &Value) -> Value {
        let start = Instant::now();
        loop {
            let found = match selector {
                FOCUS => self.get("element/active"),
                _ => self.post("element", &json!({"using": "css selector", "value": selector})),
            };
            let id = found.as_object().and_then(|found| found.values().next()?.as_str()).expect(selector);
            match self.browser.call(method, &format!("/element/{id}/{command}"), body) {
                Ok(value) => return value,
                Err(error) => assert!(
                    error == "stale element reference" && start.elapsed() < PATIENCE,
                    "{selector}: {error}"
                ),
            }
        }
    }

    /// Opens the panel, the menu or the dialogue in which an element is, if it is closed.
    fn reveal(&self, selector: &str) {
        self.value(&format!(
            "(() => {{ const it = document.querySelector(`{selector}`); \
             const panel = it?.closest('[role=tabpanel][hidden]'); \
             if (panel) document.getElementById(`tab-${{panel.id}}`).click(); \
             const menu = it?.closest('#menu:not(:popover-open)'); \
             if (menu) document.getElementById('more').click(); }})()"
        ));
    }

    pub fn click(&self, selector: &str) {
        self.reveal(selector);
        self.element("POST", selector, "click", &json!({}));
    }

    pub fn write(&self, selector: &str, text: &str) {
        if selector != FOCUS {
            self.reveal(selector);
        }
        self.element("POST", selector, "value", &json!({"text": text}));
    }

    /// Returns a picture of the element for a selector, as a PNG file.
    pub fn picture(&self, selector: &str) -> Vec<u8> {
        decoded(&self.element("GET", selector, "screenshot", &Value::Null))
    }

    pub fn screenshot(&self) -> Vec<u8> {
        decoded(&self.get("screenshot"))
    }

    /// Clicks on the place with this name, or taps on it on a phone.
    pub fn choose(&self, word: &str) {
        self.gesture(0, Duration::ZERO, &[&at_word(word)]);
    }

    /// Drags the mouse: presses a button on the first of these places, holds it for `hold`, moves through the
    /// other places and releases it on the last one. On a phone, a finger makes the gesture, and `button`
    /// must be 0. Each place is an attribute selector, for example from [`at_word`].
    pub fn gesture(&self, button: u8, hold: Duration, places: &[&str]) {
        let spots = self.value(&format!(
            "(document.querySelector('#board svg').scrollIntoView({{ block: 'nearest' }}), {}.map((place) => {{ \
             const box = document.querySelector(`.target${{place}} .hit`).getBoundingClientRect(); \
             return {{ type: 'pointerMove', duration: 0, \
             x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }}; }}))",
            json!(places),
        ));
        let mut actions: Vec<Value> = serde_json::from_value(spots).expect("spots");
        let hold = json!({"type": "pause", "duration": hold.as_millis()});
        actions.splice(1..1, [json!({"type": "pointerDown", "button": button}), hold]);
        actions.push(json!({"type": "pointerUp", "button": button}));
        let kind = if self.is_phone { "touch" } else { "mouse" };
        let pointer = json!({
            "type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions,
        });
        self.post("actions", &json!({"actions": [pointer]}));
    }

    /// Taps with a finger on a place, this many pixels to the right of its centre.
    pub fn touch(&self, word: &str, right: f64) {
        let spot = self.value(&format!(
            "(() => {{ const box = document.querySelector(`.target{} .hit`).getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
            at_word(word)
        ));
        let at = |index: usize| spot[index].as_f64().expect("a number");
        let [x, y] = [(at(0) + right).round(), at(1).round()];
        let actions = json!([
            {"type": "pointerMove", "duration": 0, "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]);
        let finger = json!({
            "type": "pointer", "id": "touch", "parameters": {"pointerType": "touch"}, "actions": actions,
        });
        self.post("actions", &json!({"actions": [finger]}));
    }

    /// Gives the page a window of exactly this size. Returns `false` if the browser does not support this.
    pub fn resize(&self, width: u32, height: u32) -> bool {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": size});
        self.browser.call("POST", "/goog/cdp/execute", &command).is_ok()
    }

    /// Makes the network slow. Returns `false` if the browser does not support this.
    pub fn slow_down(&self) -> bool {
        let slow = json!({"network_conditions": {
            "offline": false, "latency": 150, "download_throughput": 100_000, "upload_throughput": 50_000,
        }});
        self.browser.call("POST", "/chromium/network_conditions", &slow).is_ok()
    }

    /// Asserts that the page has written nothing to the console. Checks nothing if the browser does not
    /// report the console.
    pub fn expect_silence(&self) {
        if let Ok(Value::Array(log)) = self.browser.call("POST", "/se/log", &json!({"type": "browser"})) {
            let texts = log.iter().filter_map(|entry| entry["message"].as_str());
            // Pages report a lost connection when a test ends the server. The visit before the page asks for an
            // icon that does not exist. These messages are allowed.
            let is_allowed =
                |text: &&str| text.contains("WebSocket connection") || text.contains("favicon.ico");
            let said: Vec<_> = texts.filter(|text| !is_allowed(text)).collect();
            assert!(said.is_empty(), "the console: {said:?}");
        }
    }

    pub fn press(&self, key: &str) {
        self.write(FOCUS, key);
    }

    /// Presses a key while nothing has the focus.
    pub fn press_on_body(&self, key: &str) {
        self.write("body", key);
    }

    /// Replaces the text of a field and presses Enter. Does not press Enter in the text area of the position,
    /// where Enter would add a line.
    pub fn fill(&self, selector: &str, text: &str) {
        // The driver's own command to clear a field would also leave the field, and the page would react.
        self.value(&format!("(document.querySelector('{selector}').value = '')"));
        self.write(selector, text);
        if !selector.contains("position") {
            self.write(selector, key::ENTER);
        }
    }

    /// Chooses an entry of a list, also of one in a closed dialogue.
    pub fn select(&self, selector: &str, value: &str) {
        let chosen = self.value(&format!(
            "(() => {{ const list = document.querySelector('{selector}'); list.value = '{value}'; \
             list.dispatchEvent(new Event('change')); return list.value; }})()"
        ));
        assert_eq!(chosen, value, "{selector} has no such entry");
    }

    /// Opens the dialogue for a new game, makes these choices one after the other, and begins the game. Each
    /// choice is the selector of a list and a value.
    pub fn begin(&self, choices: &[(&str, &str)]) {
        self.click("#new");
        self.wait_for(READY);
        for (list, value) in choices {
            self.select(list, value);
            self.wait_for(READY);
        }
        self.click("#begin");
    }

    /// Checks the page in its current state against the rules of WCAG at levels A and AA. Needs the package
    /// axe, which `npm ci` in `bins/board` installs; without it, prints a notice.
    pub fn audit(&self, state: &str) {
        const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../board/node_modules/axe-core/axe.min.js");
        let Ok(axe) = std::fs::read_to_string(AXE) else {
            eprintln!("NOT TRIED: {state}: axe is not installed");
            return;
        };
        self.post("execute/sync", &json!({"script": axe, "args": []}));
        let found = self.value(
            "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }) \
             .then(({ violations }) => violations.flatMap(({ id, nodes }) => \
             nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)))",
        );
        assert_eq!(found, json!([]), "{state}");
    }

    /// Opens a panel of the page.
    pub fn unfold(&self, part: &str) {
        self.value(&format!("document.getElementById('tab-{part}').click()"));
    }

    pub fn without_engine(&self) {
        self.select("#player1", "person");
    }

    /// Returns the drawn pieces as `PLACE SHAPE SIDE COUNT`, sorted. `SIDE` is `-` for a piece of neither
    /// side. `COUNT` is left out if the piece has none.
    pub fn drawn(&self) -> Vec<String> {
        let pieces = self.value(
            "[...document.querySelectorAll('.pieces .piece')].map(p => { \
                 const t = document.querySelector(`.target[data-at='${p.dataset.at}']`); \
                 const name = t.getAttribute('aria-label').split(':')[0].split(' ')[0]; \
                 return [name, p.dataset.shape, p.dataset.side || '-', p.dataset.count].join(' ').trim(); })",
        );
        let mut pieces: Vec<String> = serde_json::from_value(pieces).expect("texts");
        pieces.sort();
        pieces
    }

    /// Asserts that the page draws the pieces of the current position. The server derives the expected pieces
    /// from the position's text.
    pub fn expect_drawn(&self) {
        let chosen =
            |name: &str| self.value(&format!("new URLSearchParams(location.hash.slice(1)).get('{name}')"));
        let place = json!({"game": chosen("game"), "variant": chosen("variant"), "setup": self.position()});
        let answer = server::Page::connect(&self.server).0.ask(json!({"type": "position", "place": place}));
        let pieces = answer["scene"]["pieces"].as_array().unwrap_or_else(|| panic!("{place}: {answer}"));
        let mut expected: Vec<String> = Vec::new();
        for piece in pieces {
            let place = &answer["scene"]["places"][piece["at"].as_u64().expect("a place") as usize];
            let name = place["label"].as_str().or(place["name"].as_str()).expect("a name");
            let name = name.split(' ').next().unwrap_or_default();
            let side = if piece["dead"] == true { &Value::Null } else { &piece["side"] };
            let side = side.as_u64().map_or("-".to_owned(), |side| side.to_string());
            let count = piece["count"].as_u64().map_or(String::new(), |count| format!(" {count}"));
            expected.push(format!("{name} {} {side}{count}", piece["shape"].as_str().expect("a shape")));
        }
        expected.sort();
        assert_eq!(self.drawn(), expected, "{place}");
    }

    /// Returns the names of the lit places, which a person can choose next.
    pub fn lit(&self) -> Vec<String> {
        let words = self
            .value("[...new Set([...document.querySelectorAll('.target.lit')].map(t => t.dataset.word))]");
        serde_json::from_value(words).expect("texts")
    }
}

pub fn at_word(word: &str) -> String {
    format!("[data-word='{word}']")
}

fn well(command: &str, result: Result<Value, String>) -> Value {
    result.unwrap_or_else(|error| panic!("{command}: {error}"))
}

fn decoded(picture: &Value) -> Vec<u8> {
    BASE64_STANDARD.decode(picture.as_str().expect("a picture")).expect("Base64")
}
