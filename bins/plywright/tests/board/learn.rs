//! Tests of learning a game: how to play, hints, and the rating of puzzles.

use serde_json::json;

use crate::browser::with_page;
use crate::server::Server;

const GAMES: [&str; 10] = [
    "mill",
    "santorini",
    "connect-four",
    "gyges",
    "chess",
    "othello",
    "breakthrough",
    "kalah",
    "hex",
    "tic-tac-toe",
];

#[test]
fn every_game_says_how_to_play_it_in_both_languages_with_pictures() {
    let server = Server::start();
    let mut page = server.page();
    for game in GAMES {
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

#[test]
fn the_rules_are_read_beside_the_board() {
    with_page(|_server, page| {
        page.open("#game=mill&second=person");
        page.unfold("rules");
        page.wait_for("document.querySelectorAll('#guide p').length === 13");
        page.wait_for("document.querySelectorAll('#guide figure .piece').length > 10");
        page.audit("how to play");
        page.unfold("record");
        page.wait_for("!document.querySelector('#guide figure')");
    });
}

#[test]
fn a_hint_shows_a_move_and_then_says_why() {
    with_page(|_server, page| {
        let hinted = "document.getElementById('hinted').textContent";
        // Only d1 wins, by the opening tables.
        page.open("#game=mill&second=person&moves=d6 f4 d2 b4 d3");
        page.click("#hint");
        page.wait_for(&format!("{hinted}.startsWith('A good move: put a stone on d1.')"));
        assert_eq!(page.value("document.querySelectorAll('.arrows .arrow').length"), 1);
        page.click("#hint");
        page.wait_for(&format!("{hinted} === 'After d1: Black wins. No other move wins.'"));
        page.choose("d1");
        page.wait_for(&format!("location.hash.endsWith('d1') && {hinted} === ''"));
        // The reason for a proven win is its line.
        page.open("#game=tic-tac-toe&second=person&moves=a3 a2 b2 a1");
        page.click("#hint");
        page.wait_for(&format!("{hinted}.startsWith('A good move: choose ')"));
        page.click("#hint");
        page.wait_for(&format!("/First wins/.test({hinted})"));
    });
}

#[test]
fn the_first_game_begins_with_three_hints() {
    with_page(|_server, page| {
        page.open("#game=connect-four&second=person");
        page.value("(localStorage.guided = 'true')");
        page.open("#game=connect-four&second=person&moves=1");
        for ply in 1..=3 {
            page.wait_for("document.getElementById('hinted').textContent.includes('Your first game')");
            page.choose("4");
            page.wait_for(&format!("document.querySelectorAll('.ply').length === {}", ply + 1));
        }
        page.wait_for("document.getElementById('hinted').textContent === ''");
        page.open("#game=connect-four&second=person");
        assert_eq!(page.text("localStorage.guidedgames"), "[\"\",\"connect-four\"]");
    });
}

#[test]
fn a_puzzle_gives_a_hint_and_counts_for_the_rating() {
    with_page(|_server, page| {
        page.open("#game=connect-four&second=person");
        let rating = |text: &str| {
            page.wait_for(&format!("document.getElementById('rating').textContent.includes('{text}')"));
        };
        page.unfold("puzzles");
        rating(": 1000.");
        page.fill("#puzzlenumber", "2");
        page.click("#puzzle");
        page.wait_for("document.getElementById('task').textContent.startsWith('Puzzle 2 of')");
        page.choose("3");
        page.wait_for("document.querySelectorAll('.ply').length === 2");
        page.choose("4");
        page.wait_for("document.getElementById('task').textContent.includes('solved')");
        rating("in a row: 1.");
        // After a hint, the answer counts as wrong.
        page.click("#daily");
        page.wait_for("document.getElementById('task').textContent.startsWith('Puzzle ')");
        page.click("#hint");
        page.wait_for("document.querySelectorAll('.arrows .arrow').length === 1");
        rating("in a row: 0.");
    });
}

#[test]
fn games_are_saved_by_themselves_and_opened_again() {
    with_page(|_server, page| {
        page.open("#game=tic-tac-toe&second=person");
        for word in ["b2", "a1", "c3"] {
            page.choose(word);
            page.wait_for(&format!("location.hash.endsWith('{word}')"));
        }
        page.open("#game=connect-four&second=person&moves=4 4");
        page.unfold("saved");
        page.wait_for("document.querySelectorAll('#savedgames li').length === 2");
        page.click("#savedgames li:last-child a");
        page.wait_for(
            "location.hash.includes('moves=b2+a1+c3') && document.querySelectorAll('.pieces .piece').length === 3",
        );
        page.unfold("record");
        page.unfold("saved");
        assert_eq!(page.value("document.querySelectorAll('#savedgames li').length"), 2);
        page.click("#savedgames li button");
        assert_eq!(page.value("document.querySelectorAll('#savedgames li').length"), 1);
    });
}
