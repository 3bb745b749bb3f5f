//! Tests of studying games, for example by lines of analysis, variations, clocks and records.

use std::fs;

use crate::browser::{Window, in_window, with_page};
use crate::page::{Page, key};

fn depth(page: &Page) -> u32 {
    let text = page.text("document.getElementById('depth').textContent");
    text.split(|c: char| !c.is_ascii_digit()).find_map(|word| word.parse().ok()).unwrap_or(0)
}

#[test]
fn the_engines_lines_grow() {
    with_page(|_server, page| {
        page.open("#game=mill");
        page.click("#analyse");
        page.wait_for("document.querySelectorAll('#pv li').length === 3");
        let first = depth(page);
        let deeper =
            format!("Number(document.getElementById('depth').textContent.match(/\\d+/)?.[0]) > {first}");
        page.wait_for(&deeper);
        page.wait_for("document.querySelectorAll('.arrow').length === 3");
        assert!(
            page.text("document.getElementById('bar').getAttribute('aria-label')").starts_with("Evaluation")
        );
        // A click on a line plays its first move, and the analysis continues in the next position.
        let best = page.text("document.querySelector('.firstmove').textContent");
        page.without_engine();
        page.wait_for("document.querySelectorAll('#pv li').length === 3");
        page.click("#pv button");
        page.wait_for("location.hash.includes('moves=')");
        assert_eq!(best.len(), 2);
        page.wait_for("document.querySelectorAll('#pv li').length === 3");
    });
}

#[test]
fn a_proven_end_is_told_and_a_review_finds_the_blunder() {
    with_page(|_server, page| {
        // After the opening in a corner, the reply on an edge loses.
        page.open("#game=tic-tac-toe&moves=a3 a2");
        page.click("#analyse");
        page.wait_for("document.getElementById('depth').textContent.includes('proven')");
        page.wait_for("document.querySelector('#pv b').textContent.startsWith('+W')");
        page.click("#analyse");
        page.click("#review");
        page.wait_for("document.querySelectorAll('#graph circle').length === 1");
        page.wait_for("document.querySelector('.ply.bad')?.textContent === 'a2??'");
    });
}

/// Three stones against three, an ending in the built-in tables. Black wins in nine plies, and d2-d6 begins
/// one of the shortest wins.
#[test]
fn exact_values_are_shown_where_tables_know_them() {
    with_page(|_server, page| {
        // The person plays both sides, because an opponent would move at once.
        page.open("#game=tic-tac-toe");
        page.without_engine();
        page.open("#game=mill&position=*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30");
        assert_eq!(page.value("document.getElementById('exact').hidden"), true, "nobody has asked");
        page.click("#analyse");
        page.wait_for("!document.getElementById('exact').hidden");
        let told = page.text("document.querySelector('#exact p').textContent");
        assert_eq!(told, "Exactly: Black wins in 9 plies");
        let best = page.text("document.querySelector('#exact button').textContent");
        assert!(best.ends_with(" 9"), "{best}");
        let won = "[...document.querySelectorAll('#exact .win')].map(b => b.textContent)";
        let won: Vec<String> = serde_json::from_value(page.value(won)).expect("texts");
        assert!(won.contains(&"d2-d6 9".to_owned()), "{won:?}");
        // A click on a move plays it. White then loses in eight plies.
        page.value(
            "[...document.querySelectorAll('#exact .win')].find(b => b.textContent === 'd2-d6 9').click()",
        );
        page.wait_for("location.hash.includes('moves=d2-d6')");
        page.wait_for("document.querySelector('#exact p')?.textContent === 'Exactly: Black wins in 8 plies'");
        page.click("#analyse");
        page.wait_for("document.getElementById('exact').hidden");
        // A position after the opening has no exact value.
        page.open("#game=mill&position=OO*O*O**/@*@*@***/*@*@*@OO w p p 6 3 6 3 0 0 0 0 0 0 0 0 7");
        page.click("#analyse");
        page.wait_for("document.querySelectorAll('#pv li').length === 3");
        assert_eq!(page.value("document.getElementById('exact').hidden"), true);
    });
}

#[test]
fn a_margin_is_shown_in_the_games_own_unit() {
    with_page(|_server, page| {
        let full = "/xxxxxxxx".repeat(7);
        page.open(&format!("#game=othello&position=xxxxxxo.{full} x"));
        page.click("#analyse");
        page.wait_for("document.querySelector('#pv b')?.textContent === '+64'");
        page.wait_for("document.getElementById('bar').getAttribute('aria-label').includes('+64 discs')");
        page.choose("h1");
        page.wait_for("document.getElementById('status').textContent === 'Black has won by 64 discs'");
    });
}

#[test]
fn a_line_that_is_replaced_becomes_a_variation() {
    with_page(|_server, page| {
        page.open("#game=mill&second=person&moves=d6 f4 d2");
        page.without_engine();
        page.click("#back");
        page.wait_for("location.hash.includes('ply=2')");
        page.choose("b4");
        page.wait_for("document.getElementById('variations').textContent === 'Instead: (d2)'");
        // A move that was taken back leaves no variation.
        page.click("#undo");
        page.wait_for("location.hash.includes('ply=2')");
        page.choose("a1");
        page.wait_for("location.hash.endsWith('a1')");
        assert_eq!(page.text("document.getElementById('variations').textContent"), "");
    });
}

#[test]
fn variations_are_walked_and_go_on() {
    with_page(|_server, page| {
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), RECORD).expect("a file");
        page.open("#game=gyges");
        page.without_engine();
        page.write("#load", &file.path().to_string_lossy());
        page.wait_for("document.querySelectorAll('#moves .ply').length === 4");
        let variations =
            |text: &str| format!("document.getElementById('variations').textContent === '{text}'");
        page.click("#forward");
        page.wait_for(&variations("Instead: (1. f4 {also} d6)"));
        page.value("document.querySelector('#variations button').focus()");
        page.press(key::ENTER);
        page.wait_for("location.hash.includes('moves=f4+d6') && location.hash.includes('ply=1')");
        assert_eq!(page.text("document.activeElement.id"), "mainline", "the focus stays");
        assert_eq!(page.text("document.getElementById('note').value"), "also");
        assert_eq!(page.value("document.querySelectorAll('.ply.aside').length"), 2);
        page.expect_drawn();
        page.audit("a variation");
        // Returning to the game from the variation does not change the game.
        page.click("#mainline");
        page.wait_for(&variations("Instead: (1. f4 {also} d6)"));
        assert!(page.text("location.hash").contains("moves=d6+f4+d2+b4"));
        // A variation can have further moves and variations.
        page.click("#variations button");
        page.wait_for("location.hash.includes('moves=f4+d6')");
        page.choose("d2");
        page.wait_for(&variations("Instead: (d6)Back to the game"));
        page.choose("b4");
        page.wait_for("location.hash.endsWith('moves=f4+d2+b4')");
        page.click("#mainline");
        page.wait_for(&variations("Instead: (f4 {also} d2 (d6) b4)"));
        page.expect_drawn();
    });
}

#[test]
fn the_graph_is_read_and_walked_by_keys() {
    with_page(|_server, page| {
        page.open("#game=tic-tac-toe&moves=a3 a2");
        page.click("#review");
        page.wait_for("document.getElementById('graphtext').textContent.includes('Blunders: 2 a2.')");
        page.value("document.getElementById('graph').focus()");
        page.press(key::LEFT);
        page.wait_for("document.getElementById('graph').getAttribute('aria-valuenow') === '1'");
        page.press(key::UP);
        page.wait_for(
            "document.getElementById('graph').getAttribute('aria-valuetext').endsWith('a blunder')",
        );
    });
}

#[test]
fn a_shared_link_leads_to_the_same_place() {
    with_page(|_server, page| {
        page.open("#game=mill&variant=morabaraba");
        page.without_engine();
        for word in ["d6", "f4", "b2"] {
            page.choose(word);
            page.wait_for(&format!("location.hash.endsWith('{word}')"));
        }
        page.click("#back");
        page.wait_for("location.hash.includes('ply=2')");
        let (link, position) = (page.text("location.hash"), page.position());
        page.open("#game=gyges");
        page.open(&link);
        assert_eq!(page.position(), position);
        assert_eq!(page.text("document.getElementById('title').textContent"), "Morabaraba");
        page.click("#last");
        page.wait_for("document.getElementById('position').value.includes(' b p p ')");
        page.open("#game=mill&moves=d6 d6");
        page.wait_for("document.getElementById('status').textContent.includes('d6')");
        assert_eq!(page.drawn(), Vec::<String>::new(), "a link that cannot be followed leads to a start");
    });
}

#[test]
fn variants_and_gods_change_and_their_rules_are_in_sight() {
    with_page(|_server, page| {
        page.open("#game=mill");
        let lines = "document.querySelectorAll('.ground path').length";
        assert_eq!(page.value(lines), 32);
        page.begin(&[("#variant", "twelve-mens-morris")]);
        page.wait_for(&format!("{lines} === 40"));
        page.begin(&[("#game", "santorini"), ("#option-First-God", "apollo")]);
        page.wait_for("document.querySelector('#seat0 .role')?.textContent === 'Apollo'");
        page.unfold("rules");
        page.wait_for("document.getElementById('roles').textContent.includes('Player one, Apollo: ')");
        let rule = page.text("document.getElementById('roles').textContent");
        assert!(rule.len() > 60, "{rule}");
        // A pair that the game forbids is refused in the dialogue, and can be corrected there.
        page.click("#new");
        page.wait_for("!document.getElementById('begin').disabled");
        page.select("#option-First-God", "hades");
        page.wait_for("!document.getElementById('begin').disabled");
        page.select("#option-Second-God", "pan");
        page.wait_for("document.getElementById('refused').textContent.includes('not an allowed pair')");
        assert_eq!(page.value("document.getElementById('begin').disabled"), true);
        page.select("#option-First-God", "artemis");
        page.wait_for("!document.getElementById('begin').disabled");
        page.click("#begin");
        page.wait_for("document.querySelector('#seat1 .role').textContent === 'Pan'");
        page.open("#game=santorini&variant=no-such");
        page.wait_for("document.getElementById('status').textContent.includes('no-such')");
        page.open("#game=santorini&variant=artemis-demeter");
        page.wait_for("document.querySelector('#seat1 .role')?.textContent === 'Demeter'");
        page.wait_for("document.getElementById('status').textContent.includes('put a worker')");
    });
}

#[test]
fn a_position_is_set_up_by_its_text() {
    with_page(|_server, page| {
        page.open("#game=connect-four");
        page.without_engine();
        page.unfold("setup");
        let text = "......./......./......./...o.../...x.../..oxx.. o";
        page.fill("#position", text);
        page.click("#place");
        page.wait_for("location.hash.includes('position=')");
        assert_eq!(page.position(), text);
        page.expect_drawn();
        let drawn = page.drawn();
        page.fill("#position", "nonsense");
        page.click("#place");
        page.wait_for("document.getElementById('status').textContent.includes('nonsense')");
        assert_eq!(page.drawn(), drawn);
    });
}

#[test]
fn two_levels_play_while_one_watches() {
    in_window(Window { has_motion: true, ..Window::of(1280, 900) }, |_server, page| {
        page.open("#game=connect-four");
        page.select("#player0", "engine");
        page.select("#level1", "20");
        page.wait_for("/has won|draw/.test(document.getElementById('status').textContent)");
        page.wait_for("document.getAnimations().length === 0");
        page.expect_drawn();
    });
}

#[test]
fn clocks_run_and_fall() {
    with_page(|_server, page| {
        page.open("#game=tic-tac-toe");
        page.without_engine();
        let with_clock = |minutes: &str, increment: &str| {
            page.begin(&[("#minutes", minutes), ("#increment", increment)]);
        };
        with_clock("0.1", "60");
        for word in ["b2", "a1"] {
            page.choose(word);
            page.wait_for(&format!("location.hash.endsWith('{word}')"));
        }
        page.wait_for("/^1:0[0-6]$/.test(document.getElementById('clock1').textContent)");
        with_clock("0.1", "0");
        page.click("#yes");
        page.wait_for("document.getElementById('clock0').textContent === '6.0'");
        page.choose("b2");
        page.wait_for("parseFloat(document.getElementById('clock1').textContent) < 5.8");
        page.wait_for("document.getElementById('status').textContent === 'First has won on time'");
        assert!(page.lit().is_empty());
    });
}

const RECORD: &str = "[Event \"A game to step through\"]\n[Site \"Oslo\"]\n[Variant \"nine-mens-morris\"]\n\
    [Game \"mill\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n\
    {a quiet start} 1. d6! {+0.10/3 0.100s} {the crossing [%csl Gd6]} (1. f4 {also} d6) f4 2. d2 $14 b4 1-0\n";

#[test]
fn a_record_is_loaded_stepped_through_annotated_and_saved() {
    with_page(|_server, page| {
        let folder = std::env::temp_dir().join(format!("board-record-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("game.pgn");
        fs::write(&path, RECORD).expect("a file");
        page.open("#game=gyges");
        page.write("#load", &path.to_string_lossy());
        page.wait_for("document.querySelectorAll('#moves .ply').length === 4");
        assert!(page.text("document.getElementById('seat0').textContent").contains("Ann"));
        let mut seen = vec![page.drawn().len()];
        for ply in 1..=4 {
            page.click("#forward");
            page.wait_for(&format!(
                "document.querySelectorAll('.piece').length >= {ply} && \
                document.querySelectorAll('.pieces .piece').length === {ply}"
            ));
            seen.push(page.drawn().len());
            page.expect_drawn();
            if ply == 1 {
                page.wait_for("document.getElementById('note').value === 'the crossing'");
            }
        }
        assert_eq!(seen, [0, 1, 2, 3, 4]);
        page.fill("#note", "Bob {likes} the left");
        page.wait_for("document.querySelector('.ply.here').textContent.includes('✎')");
        // Captures the file that the browser would save.
        page.value(
            "(URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); \
            return 'data:text/plain,x'; })",
        );
        page.click("#save");
        page.wait_for("typeof window.saved === 'string'");
        let saved = page.text("window.saved");
        for kept in [
            "[Event \"A game to step through\"]",
            "[Site \"Oslo\"]",
            "[White \"Ann\"]",
            "[Result \"1-0\"]",
            "{a quiet start} 1. d6 $1 {+0.10/3 0.100s} {the crossing [%csl Gd6]} (1. f4 {also} d6)",
            "2. d2 $14",
        ] {
            assert!(saved.replace('\n', " ").contains(kept), "{kept} is not in {saved}");
        }
        page.select("#format", "sgf");
        page.value("(window.saved = null)");
        page.click("#save");
        page.wait_for("typeof window.saved === 'string'");
        let sgf = page.text("window.saved").replace('\n', "");
        for kept in ["(;FF[4]", "PC[Oslo]", "PW[Ann]", "RE[W+]", "C[a quiet start]", "(;W[f4]C[also];B[d6])"]
        {
            assert!(sgf.contains(kept), "{kept} is not in {sgf}");
        }
        fs::write(&path, &saved).expect("a file");
        page.open("#game=gyges");
        page.write("#load", &path.to_string_lossy());
        page.wait_for("document.querySelectorAll('#moves .ply').length === 4");
        page.click("#last");
        page.wait_for("document.getElementById('note').value === 'Bob {likes} the left'");
        fs::write(&path, "[White \"x\"]\n\n1. d6 {open").expect("a file");
        page.write("#load", &path.to_string_lossy());
        page.wait_for("document.getElementById('status').textContent.includes('line ')");
        fs::write(&path, RECORD.repeat(10_000)).expect("a file");
        page.write("#load", &path.to_string_lossy());
        // A page without a server has no limit on the length of a message.
        let limit = if page.is_foreign() { "only the first 500" } else { "too long" };
        page.wait_for(&format!("document.getElementById('status').textContent.includes('{limit}')"));
        fs::remove_dir_all(&folder).expect("the folder goes");
    });
}

#[test]
fn a_mistake_is_tried_again() {
    with_page(|_server, page| {
        page.open("#game=tic-tac-toe&moves=a3 a2");
        page.click("#review");
        page.wait_for("document.getElementById('reviewed').textContent.includes('2 a2??')");
        let text = page.text("document.getElementById('reviewed').textContent");
        assert!(text.contains("accuracy 100 %"), "{text}");
        page.wait_for("document.getElementById('depth').textContent === ''");
        // A click on a mistake shows the better move and what the mistake gave away.
        page.click("#reviewed li button");
        page.wait_for(
            "document.getElementById('status').textContent.startsWith('Second: a2. First wins in ')",
        );
        page.wait_for("document.querySelectorAll('.arrows .arrow').length === 1");
        page.audit("a lesson");
        page.value("[...document.querySelectorAll('#reviewed button')].at(-1).click()");
        page.wait_for("location.hash.includes('ply=1')");
        page.wait_for("document.getElementById('status').textContent === 'Find a better move than a2.'");
        assert_eq!(page.text("document.getElementById('player1').value"), "person");
        // The person takes the centre, and the engine answers.
        page.choose("b2");
        page.wait_for("/moves=a3[+ ]b2[+ ]../.test(decodeURIComponent(location.hash))");
        page.expect_silence();
    });
}

#[test]
fn a_puzzle_is_posed_judged_and_solved() {
    with_page(|_server, page| {
        page.open("#game=connect-four");
        page.unfold("puzzles");
        page.fill("#puzzlenumber", "2");
        page.click("#puzzle");
        page.wait_for("document.getElementById('task').textContent.startsWith('Puzzle 2 of 100, level 2.')");
        assert!(page.text("document.getElementById('task').textContent").ends_with("win in 2."));
        page.choose("1");
        page.wait_for("document.getElementById('task').textContent.startsWith('1 fails: ')");
        assert!(page.text("document.getElementById('task').textContent").contains("Play continues"));
        page.click("#undo");
        page.wait_for("document.getElementById('redo').disabled === false");
        page.choose("3");
        page.wait_for("document.getElementById('task').textContent === 'Right. What next?'");
        page.wait_for("document.querySelectorAll('.ply').length === 2");
        page.choose("4");
        page.wait_for("document.getElementById('task').textContent.includes('The puzzle is solved')");
        page.expect_silence();
    });
}
