//! The page as a person sees and uses it.

use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::Value;

use crate::server::PATIENCE;

/// A page in its browser.
#[derive(Clone)]
pub struct Page {
    /// The browser.
    pub client: Client,
    address: String,
}

impl Page {
    /// The page of the server at this address, not opened yet.
    pub fn new(client: Client, address: String) -> Self {
        Self { client, address }
    }

    /// Opens the page with a fragment, and waits for the board.
    pub async fn open(&self, hash: &str) {
        self.client.goto("about:blank").await.expect("an empty page");
        self.client.goto(&format!("{}{hash}", self.address)).await.expect("the page");
        self.wait_for("!!document.querySelector('.target')").await;
    }

    /// Evaluates an expression in the page.
    pub async fn value(&self, expression: &str) -> Value {
        self.client.execute(&format!("return {expression};"), Vec::new()).await.expect(expression)
    }

    /// Evaluates an expression with a text value.
    pub async fn text(&self, expression: &str) -> String {
        self.value(expression).await.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true.
    pub async fn wait_for(&self, expression: &str) {
        let start = Instant::now();
        while self.value(expression).await != Value::Bool(true) {
            assert!(start.elapsed() < PATIENCE, "never: {expression}; status: {}", self.status().await);
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// The status line of the page.
    pub async fn status(&self) -> String {
        self.text("document.getElementById('status').textContent").await
    }

    /// The position's text from the engine.
    pub async fn position(&self) -> String {
        self.text("document.getElementById('position').value").await
    }

    /// The element for a selector.
    pub async fn element(&self, selector: &str) -> Element {
        self.client.find(Locator::Css(selector)).await.expect(selector)
    }

    /// Clicks on the element for a selector, and again if the page drew it anew in between.
    pub async fn click(&self, selector: &str) {
        let start = Instant::now();
        while let Err(error) = self.element(selector).await.click().await {
            assert!(error.is_stale_element_reference() && start.elapsed() < PATIENCE, "{selector}: {error}");
        }
    }

    /// Clicks on the place with this word.
    pub async fn choose(&self, word: &str) {
        self.click(&format!(".target[data-word='{word}']")).await;
    }

    /// Presses a key on the focused element.
    pub async fn press(&self, key: char) {
        let active = self.client.active_element().await.expect("something has the focus");
        active.send_keys(&key.to_string()).await.expect("it takes keys");
    }

    /// Replaces the text of a field and presses Enter, which adds a line in a text area.
    pub async fn fill(&self, selector: &str, text: &str) {
        let field = self.element(selector).await;
        // The driver's own clearing would leave the empty field, and the page would act on it.
        self.value(&format!("(document.querySelector('{selector}').value = '')")).await;
        field.send_keys(text).await.expect("it takes keys");
        if !selector.contains("position") {
            field.send_keys(&char::from(Key::Enter).to_string()).await.expect("it takes keys");
        }
    }

    /// Chooses an entry of a list.
    pub async fn select(&self, selector: &str, value: &str) {
        self.element(selector).await.select_by_value(value).await.expect(selector);
    }

    /// Opens the section of the page with this name, so that its contents can be clicked.
    pub async fn unfold(&self, part: &str) {
        self.value(&format!("(document.getElementById('{part}').open = true)")).await;
    }

    /// Makes a person play both sides.
    pub async fn without_engine(&self) {
        self.select("#player1", "person").await;
    }

    /// The pieces drawn on each place, as `place shape side count`, in order.
    pub async fn drawn(&self) -> Vec<String> {
        let pieces = self
            .value(
                "[...document.querySelectorAll('.pieces .piece')].map(p => { \
                 const t = document.querySelector(`.target[data-at='${p.dataset.at}']`); \
                 const name = t.getAttribute('aria-label').split(':')[0].split(' ')[0]; \
                 return [name, p.dataset.shape, p.dataset.side || '-', p.dataset.count].join(' ').trim(); })",
            )
            .await;
        let mut pieces: Vec<String> = serde_json::from_value(pieces).expect("texts");
        pieces.sort();
        pieces
    }

    /// The words of the lit places.
    pub async fn lit(&self) -> Vec<String> {
        let words = self
            .value("[...new Set([...document.querySelectorAll('.target.lit')].map(t => t.dataset.word))]");
        serde_json::from_value(words.await).expect("texts")
    }
}
