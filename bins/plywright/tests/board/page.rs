//! The page as a person sees and handles it.

use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::Value;

use crate::server::PATIENCE;

/// The page in its browser.
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

    /// Opens the page with this behind its address, and waits for the board.
    pub async fn open(&self, hash: &str) {
        self.client.goto("about:blank").await.expect("an empty page");
        self.client.goto(&format!("{}{hash}", self.address)).await.expect("the page");
        self.wait_for("!!document.querySelector('.target')").await;
    }

    /// The value of an expression in the page.
    pub async fn value(&self, expression: &str) -> Value {
        self.client.execute(&format!("return {expression};"), Vec::new()).await.expect(expression)
    }

    /// The value of an expression that is a text.
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

    /// What the page says about the game.
    pub async fn status(&self) -> String {
        self.text("document.getElementById('status').textContent").await
    }

    /// The position's text, as the engine wrote it.
    pub async fn position(&self) -> String {
        self.text("document.getElementById('position').value").await
    }

    /// The element that a selector finds.
    pub async fn element(&self, selector: &str) -> Element {
        self.client.find(Locator::Css(selector)).await.expect(selector)
    }

    /// Clicks on what a selector finds.
    pub async fn click(&self, selector: &str) {
        self.element(selector).await.click().await.expect(selector);
    }

    /// Clicks on the place that is called so.
    pub async fn choose(&self, word: &str) {
        self.click(&format!(".target[data-word='{word}']")).await;
    }

    /// Presses a key where the focus is.
    pub async fn press(&self, key: char) {
        let active = self.client.active_element().await.expect("something has the focus");
        active.send_keys(&key.to_string()).await.expect("it takes keys");
    }

    /// Replaces the text of a field and leaves it with the Enter key, which a text area takes as a line.
    pub async fn fill(&self, selector: &str, text: &str) {
        let field = self.element(selector).await;
        // Not by the driver, which would leave the empty field and have the page act on it.
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

    /// Opens the part of the page with this name, so that what is in it can be clicked on.
    pub async fn unfold(&self, part: &str) {
        self.value(&format!("(document.getElementById('{part}').open = true)")).await;
    }

    /// Lets both sides be played by a person.
    pub async fn without_engine(&self) {
        self.select("#player1", "person").await;
    }

    /// What is drawn on each place, as `place shape side count`, in order.
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

    /// The words of the places that are lit.
    pub async fn lit(&self) -> Vec<String> {
        let words = self
            .value("[...new Set([...document.querySelectorAll('.target.lit')].map(t => t.dataset.word))]");
        serde_json::from_value(words.await).expect("texts")
    }
}
