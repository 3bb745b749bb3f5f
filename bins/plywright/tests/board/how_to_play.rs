//! Tests of the texts that say how to play each game. A text has numbered points, and lines that stand for pictures:
//! `<!-- KIND: WHAT| CAPTION. -->`. WHAT are moves from the start if the kind is `moves`, and otherwise a position.

use serde_json::{Value, json};

use crate::server::{Page, Server};

/// A picture in a text.
struct Picture<'a> {
    kind: &'a str,
    what: &'a str,
    caption: &'a str,
}

fn pictures(text: &str) -> Vec<Picture<'_>> {
    let mut pictures = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("<!-- ")) {
        let (kind, rest) = line.split_once(": ").expect("a kind");
        let (what, caption) = rest.split_once("| ").expect("a caption");
        pictures.push(Picture { kind, what, caption });
    }
    pictures
}

/// Counts the points of a text: the lines that begin with `1. **`, `2. **` and so on.
fn points(text: &str) -> usize {
    (1..20).take_while(|number| text.contains(&format!("\n{number}. **"))).count()
}

/// Calls `test` for each game that has a text, with a page of the board. All games that come with the program have a
/// text; a game that is being written need not have one.
fn for_each_game(test: impl Fn(&mut Page, &str)) {
    let server = Server::start();
    let (mut page, hello) = server.greeted_page();
    let games = hello["games"].as_array().expect("games");
    let mut with_text = 0;
    for game in games {
        let game = game["name"].as_str().expect("a name");
        if !text_in(&mut page, game, "en").is_empty() {
            with_text += 1;
            test(&mut page, game);
        }
    }
    assert!(with_text >= 10, "{with_text} games have a text");
}

fn text_in(page: &mut Page, game: &str, language: &str) -> String {
    let request = json!({"type": "how_to_play", "place": {"game": game}, "language": language});
    page.ask(request)["text"].as_str().expect("a text").to_owned()
}

#[test]
fn every_text_has_points_and_legal_pictures() {
    for_each_game(|page, game| {
        for language in ["en", "de"] {
            let text = text_in(page, game, language);
            assert!(points(&text) >= 3, "{game}: {text}");
            let found = pictures(&text);
            assert!(!found.is_empty(), "{game} has no picture");
            for picture in found {
                assert!(picture.caption.ends_with(". -->"), "{game}: {}", picture.caption);
                assert_legal(page, &picture, &json!({"game": game}));
            }
        }
    });
}

/// Asserts that the server accepts a picture's position under the game and the variant of `place`.
fn assert_legal(page: &mut Page, Picture { kind, what, .. }: &Picture<'_>, place: &Value) {
    let mut place = place.clone();
    if *kind == "moves" {
        place["moves"] = what.split_whitespace().map(Value::from).collect();
    } else {
        place["setup"] = what.trim().into();
    }
    let answer = page.ask(json!({"type": "position", "place": place}));
    assert_eq!(answer["type"], "position", "{what}: {answer}");
}

#[test]
fn pictures_are_legal_on_a_board_of_another_variant() {
    let server = Server::with(&["--port", "0", "--game", "mill", "--variant", "five-mens-morris"]);
    let (mut page, _) = server.greeted_page();
    let place = json!({"game": "mill"});
    let answer = page.ask(json!({"type": "how_to_play", "place": place, "language": "en"}));
    let place = json!({"game": "mill", "variant": answer["variant"]});
    for picture in pictures(answer["text"].as_str().expect("a text")) {
        assert_legal(&mut page, &picture, &place);
    }
}

#[test]
fn both_languages_have_the_same_points_and_pictures() {
    for_each_game(|page, game| {
        let [english, german] = ["en", "de"].map(|language| text_in(page, game, language));
        assert_ne!(english, german, "{game}");
        assert_eq!(points(&english), points(&german), "{game}");
        assert_eq!(pictures(&english).len(), pictures(&german).len(), "{game}");
    });
}

#[test]
fn an_unknown_language_has_the_english_text() {
    for_each_game(|page, game| assert_eq!(text_in(page, game, "xx"), text_in(page, game, "en"), "{game}"));
}
