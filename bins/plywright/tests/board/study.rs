//! Study: analysis lines, links, set-up, variants and gods, records.

use std::fs;

use crate::browser::with_page;
use crate::drawn::expected;
use crate::page::Page;

async fn depth(page: &Page) -> u32 {
    let text = page.text("document.getElementById('depth').textContent").await;
    text.split(|c: char| !c.is_ascii_digit()).find_map(|word| word.parse().ok()).unwrap_or(0)
}

#[test]
fn the_engines_lines_grow() {
    with_page(async |_server, page| {
        page.open("#game=mill").await;
        page.click("#analyse").await;
        page.wait_for("document.querySelectorAll('#pv li').length === 3").await;
        let first = depth(&page).await;
        let deeper =
            format!("Number(document.getElementById('depth').textContent.match(/\\d+/)?.[0]) > {first}");
        page.wait_for(&deeper).await;
        page.wait_for("document.querySelectorAll('.arrow').length === 3").await;
        assert!(
            page.text("document.getElementById('bar').getAttribute('aria-label')")
                .await
                .starts_with("Evaluation")
        );
        // Clicking on a line plays its first move, and the analysis continues with the next position.
        let best = page.text("document.querySelector('.firstmove').textContent").await;
        page.without_engine().await;
        page.wait_for("document.querySelectorAll('#pv li').length === 3").await;
        page.click("#pv button").await;
        page.wait_for("location.hash.includes('moves=')").await;
        assert_eq!(best.len(), 2);
        page.wait_for("document.querySelectorAll('#pv li').length === 3").await;
    });
}

#[test]
fn a_proven_end_is_told_and_a_review_finds_the_blunder() {
    with_page(async |_server, page| {
        // After a corner, a reply on an edge loses.
        page.open("#game=tic-tac-toe&moves=a3 a2").await;
        page.click("#analyse").await;
        page.wait_for("document.getElementById('depth').textContent.includes('proven')").await;
        page.wait_for("document.querySelector('#pv b').textContent.startsWith('+W')").await;
        page.click("#analyse").await;
        page.click("#review").await;
        page.wait_for("document.querySelectorAll('#graph circle').length === 1").await;
        page.wait_for("document.querySelector('.ply.bad')?.textContent === 'a2??'").await;
    });
}

/// Three stones against three, an ending in the built-in tables: Black wins in nine plies, at best with
/// d2-d6.
#[test]
fn exact_values_are_shown_where_tables_know_them() {
    with_page(async |_server, page| {
        // With an opponent, the engine would move at once.
        page.open("#game=tic-tac-toe").await;
        page.without_engine().await;
        page.open("#game=mill&position=*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30").await;
        assert_eq!(page.value("document.getElementById('exact').hidden").await, true, "nobody has asked");
        page.click("#analyse").await;
        page.wait_for("!document.getElementById('exact').hidden").await;
        let told = page.text("document.querySelector('#exact p').textContent").await;
        assert_eq!(told, "Exactly: Black wins in 9 plies");
        let best = page.text("document.querySelector('#exact button').textContent").await;
        assert!(best.ends_with(" 9"), "{best}");
        let won = "[...document.querySelectorAll('#exact .win')].map(b => b.textContent)";
        let won: Vec<String> = serde_json::from_value(page.value(won).await).expect("texts");
        assert!(won.contains(&"d2-d6 9".to_owned()), "{won:?}");
        // Clicking on a move plays it and leaves the other side lost in eight.
        page.value(
            "[...document.querySelectorAll('#exact .win')].find(b => b.textContent === 'd2-d6 9').click()",
        )
        .await;
        page.wait_for("location.hash.includes('moves=d2-d6')").await;
        page.wait_for("document.querySelector('#exact p')?.textContent === 'Exactly: Black wins in 8 plies'")
            .await;
        page.click("#analyse").await;
        page.wait_for("document.getElementById('exact').hidden").await;
        // The start has no exact value.
        page.open("#game=mill").await;
        page.click("#analyse").await;
        page.wait_for("document.querySelectorAll('#pv li').length === 3").await;
        assert_eq!(page.value("document.getElementById('exact').hidden").await, true);
    });
}

#[test]
fn a_shared_link_leads_to_the_same_place() {
    with_page(async |_server, page| {
        page.open("#game=mill&variant=morabaraba").await;
        page.without_engine().await;
        for word in ["d6", "f4", "b2"] {
            page.choose(word).await;
            page.wait_for(&format!("location.hash.endsWith('{word}')")).await;
        }
        page.click("#back").await;
        page.wait_for("location.hash.includes('ply=2')").await;
        let (link, position) = (page.text("location.hash").await, page.position().await);
        page.open("#game=gyges").await;
        page.open(&link).await;
        assert_eq!(page.position().await, position);
        assert_eq!(page.text("document.getElementById('variant').value").await, "morabaraba");
        page.click("#last").await;
        page.wait_for("document.getElementById('position').value.includes(' b p p ')").await;
        page.open("#game=mill&moves=d6 d6").await;
        page.wait_for("document.getElementById('status').textContent.includes('d6')").await;
        assert_eq!(
            page.drawn().await,
            Vec::<String>::new(),
            "a link that cannot be followed leads to a start"
        );
    });
}

#[test]
fn variants_and_gods_change_and_their_rules_are_in_sight() {
    with_page(async |_server, page| {
        page.open("#game=mill").await;
        let lines = "document.querySelectorAll('.lines line').length";
        assert_eq!(page.value(lines).await, 32);
        page.select("#variant", "twelve-mens-morris").await;
        page.wait_for(&format!("{lines} === 40")).await;
        assert_eq!(page.value("document.getElementById('further').hidden").await, true);
        page.select("#game", "santorini").await;
        page.wait_for("document.querySelectorAll('.role').length === 2").await;
        page.unfold("rules").await;
        page.select("#option-First-God", "apollo").await;
        page.wait_for("document.querySelector('#seat0 .role b').textContent === 'apollo'").await;
        let rule = page.text("document.querySelector('#seat0 .role').textContent").await;
        assert!(rule.len() > 30, "{rule}");
        page.fill("#further", "no-such").await;
        page.wait_for("document.getElementById('status').textContent.includes('no-such')").await;
        assert_eq!(page.text("document.getElementById('variant').value").await, "mortal");
        page.fill("#further", "hades-pan").await;
        page.wait_for("document.getElementById('status').textContent.includes('not played')").await;
        page.fill("#further", "artemis-demeter").await;
        page.wait_for("document.querySelector('#seat1 .role b').textContent === 'demeter'").await;
        page.wait_for("document.getElementById('status').textContent.includes('place worker')").await;
    });
}

#[test]
fn a_position_is_set_up_by_its_text() {
    with_page(async |_server, page| {
        page.open("#game=connect-four").await;
        page.without_engine().await;
        page.unfold("setup").await;
        let text = "......./......./......./...o.../...x.../..oxx.. o";
        page.fill("#position", text).await;
        page.click("#place").await;
        page.wait_for("location.hash.includes('position=')").await;
        assert_eq!(page.position().await, text);
        assert_eq!(page.drawn().await, expected("connect-four", text));
        page.fill("#position", "nonsense").await;
        page.click("#place").await;
        page.wait_for("document.getElementById('status').textContent.includes('nonsense')").await;
        assert_eq!(page.drawn().await, expected("connect-four", text));
    });
}

#[test]
fn two_levels_play_while_one_watches() {
    with_page(async |_server, page| {
        page.open("#game=connect-four").await;
        page.select("#player0", "engine").await;
        page.fill("#level1", "20").await;
        page.wait_for("/has won|draw/.test(document.getElementById('status').textContent)").await;
        page.wait_for("document.getAnimations().length === 0").await;
        assert_eq!(page.drawn().await, expected("connect-four", &page.position().await));
    });
}

#[test]
fn clocks_run_and_fall() {
    with_page(async |_server, page| {
        page.open("#game=tic-tac-toe").await;
        page.without_engine().await;
        page.fill("#minutes", "0.1").await;
        page.fill("#increment", "0").await;
        page.click("#clockon").await;
        page.wait_for("document.getElementById('clock0').textContent === '6.0'").await;
        page.choose("b2").await;
        page.wait_for("parseFloat(document.getElementById('clock1').textContent) < 5.8").await;
        page.wait_for("document.getElementById('status').textContent === 'First has won on time'").await;
        assert!(page.lit().await.is_empty());
    });
}

const RECORD: &str = "[Event \"A game to step through\"]\n[Variant \"nine-mens-morris\"]\n[Game \"mill\"]\n\
    [White \"Ann\"]\n[Black \"Bob\"]\n[Result \"*\"]\n\n1. d6 {the crossing} f4 2. d2 b4 *\n";

#[test]
fn a_record_is_loaded_stepped_through_annotated_and_saved() {
    with_page(async |_server, page| {
        let folder = std::env::temp_dir().join(format!("board-record-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("game.pgn");
        fs::write(&path, RECORD).expect("a file");
        page.open("#game=gyges").await;
        page.element("#load").await.send_keys(&path.to_string_lossy()).await.expect("it takes a file");
        page.wait_for("document.querySelectorAll('#moves .ply').length === 4").await;
        assert!(page.text("document.getElementById('seat0').textContent").await.contains("Ann"));
        let mut seen = vec![page.drawn().await.len()];
        for ply in 1..=4 {
            page.click("#forward").await;
            page.wait_for(&format!(
                "document.querySelectorAll('.piece').length >= {ply} && \
                document.querySelectorAll('.pieces .piece').length === {ply}"
            ))
            .await;
            seen.push(page.drawn().await.len());
            assert_eq!(page.drawn().await, expected("mill", &page.position().await));
            if ply == 1 {
                page.wait_for("document.getElementById('note').value === 'the crossing'").await;
            }
        }
        assert_eq!(seen, [0, 1, 2, 3, 4]);
        page.fill("#note", "Bob {likes} the left").await;
        page.wait_for("document.querySelector('.ply.here').textContent.includes('✎')").await;
        // Captures the file that the browser would save.
        page.value(
            "(URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); \
            return 'data:text/plain,x'; })",
        )
        .await;
        page.click("#save").await;
        page.wait_for("typeof window.saved === 'string'").await;
        let saved = page.text("window.saved").await;
        assert!(saved.contains("[White \"Ann\"]") && saved.contains("{the crossing}"), "{saved}");
        fs::write(&path, &saved).expect("a file");
        page.open("#game=gyges").await;
        page.element("#load").await.send_keys(&path.to_string_lossy()).await.expect("it takes a file");
        page.wait_for("document.querySelectorAll('#moves .ply').length === 4").await;
        page.click("#last").await;
        page.wait_for("document.getElementById('note').value === 'Bob (likes) the left'").await;
        fs::write(&path, "[White \"x\"]\n\n1. d6 {open").expect("a file");
        page.element("#load").await.send_keys(&path.to_string_lossy()).await.expect("it takes a file");
        page.wait_for("document.getElementById('status').textContent.includes('line ')").await;
        fs::write(&path, RECORD.repeat(10_000)).expect("a file");
        page.element("#load").await.send_keys(&path.to_string_lossy()).await.expect("it takes a file");
        page.wait_for("document.getElementById('status').textContent.includes('too long')").await;
        fs::remove_dir_all(&folder).expect("the folder goes");
    });
}
