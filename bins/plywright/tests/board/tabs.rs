//! Tests of several tabs, of reloads and of a restarted server.

use serde_json::json;

use crate::browser::with_page;
use crate::server::Server;

#[test]
fn the_page_goes_on_after_a_restart_of_the_server() {
    with_page(|server, page| {
        if page.is_foreign() {
            return;
        }
        page.open("#game=tic-tac-toe&second=person&moves=b2");
        page.without_engine();
        let port = server.port().to_owned();
        assert!(server.terminate().0);
        page.wait_for("document.getElementById('online').textContent === 'connection lost'");
        let _again = Server::on_port(&port);
        page.wait_for("document.getElementById('online').textContent === ''");
        assert_eq!(page.position(), ".../.x./...");
        page.choose("a1");
        page.wait_for("document.getElementById('position').value === '.../.x./o..'");
    });
}

#[test]
fn some_tabs_and_many_reloads_leave_nothing_behind() {
    with_page(|server, page| {
        if page.is_foreign() {
            return;
        }
        page.open("#game=mill");
        let first = page.get("window");
        let before = server.size().0;
        for _ in 0..4 {
            let tab = page.post("window/new", &json!({"type": "tab"}));
            page.post("window", &json!({"handle": tab["handle"]}));
            page.open("#game=connect-four");
            page.click("#analyse");
            page.wait_for("document.querySelectorAll('#pv li').length > 0");
        }
        assert!(server.size().0 >= before + 4);
        for _ in 0..10 {
            page.post("refresh", &json!({}));
            page.wait_for("!!document.querySelector('.target')");
        }
        for tab in page.get("window/handles").as_array().expect("the tabs") {
            if *tab != first {
                page.post("window", &json!({"handle": tab}));
                page.delete("/window");
            }
        }
        page.post("window", &json!({"handle": first}));
        server.settle(before);
        assert!(page.status().contains("White"));
    });
}

#[test]
fn a_shared_board_opens_and_plays() {
    with_page(|_server, page| {
        let shared = Server::with(&["--listen", "127.0.0.1"]);
        page.open_at(&shared.address, "#game=tic-tac-toe");
        page.without_engine();
        page.choose("b2");
        page.wait_for("document.getElementById('position').value === '.../.x./...'");
    });
}
