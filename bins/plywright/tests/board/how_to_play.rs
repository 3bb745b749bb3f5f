//! Tests that every game says how to play it.

use serde_json::json;

use crate::server::Server;

#[test]
fn every_game_says_how_to_play_it_in_both_languages_with_pictures() {
    let server = Server::start();
    let (mut page, hello) = server.greeted_page();
    let games = hello["games"].as_array().expect("games");
    assert_eq!(games.len(), 10);
    for game in games.iter().map(|game| game["name"].as_str().expect("a name")) {
        let mut texts = Vec::new();
        for language in ["en", "de", "xx"] {
            let place = json!({"game": game});
            let answer = page.ask(json!({"type": "how_to_play", "place": place, "language": language}));
            let text = answer["text"].as_str().expect("a text").to_owned();
            let mut pictures = 0;
            for line in text.lines().filter_map(|line| line.strip_prefix("<!-- ")) {
                let (kind, rest) = line.split_once(": ").expect("a kind");
                let (what, caption) = rest.split_once("| ").expect("a caption");
                assert!(caption.ends_with(". -->"), "{game}: {line}");
                let moves: Vec<_> = what.split_whitespace().collect();
                let place = match kind {
                    "moves" => json!({"game": game, "moves": moves}),
                    _ => json!({"game": game, "setup": what.trim()}),
                };
                let answer = page.ask(json!({"type": "position", "place": place}));
                assert_eq!(answer["type"], "position", "{game}: {line}: {answer}");
                pictures += 1;
            }
            assert!(pictures > 0, "{game} has no picture");
            let points = (1..20).take_while(|number| text.contains(&format!("\n{number}. **"))).count();
            assert!(points >= 3, "{game}: {points} points");
            texts.push((points, pictures, text));
        }
        assert_eq!((texts[0].0, texts[0].1), (texts[1].0, texts[1].1), "{game}");
        assert_ne!(texts[0].2, texts[1].2, "{game}");
        assert_eq!(texts[0].2, texts[2].2, "{game}: a language without a text");
    }
}
