//! Tabs, reloads and a restarted server.

use fantoccini::Locator;

use crate::browser::with_page;
use crate::server::Server;

#[test]
fn the_page_goes_on_after_a_restart_of_the_server() {
    with_page(async |server, page| {
        page.open("#game=tic-tac-toe&moves=b2").await;
        page.without_engine().await;
        let port = server.port().to_owned();
        assert!(server.terminate().0);
        page.wait_for("document.getElementById('online').textContent === 'connection lost'").await;
        let _again = Server::on_port(&port);
        page.wait_for("document.getElementById('online').textContent === ''").await;
        assert_eq!(page.position().await, ".../.x./...");
        page.choose("a1").await;
        page.wait_for("document.getElementById('position').value === '.../.x./o..'").await;
    });
}

#[test]
fn ten_tabs_and_many_reloads_leave_nothing_behind() {
    with_page(async |server, page| {
        page.open("#game=mill").await;
        let first = page.client.window().await.expect("a tab");
        let before = server.size().0;
        for _ in 0..9 {
            let tab = page.client.new_window(true).await.expect("a tab");
            page.client.switch_to_window(tab.handle).await.expect("it comes to the front");
            page.open("#game=connect-four").await;
            page.click("#analyse").await;
            page.wait_for("document.querySelectorAll('#pv li').length > 0").await;
        }
        assert!(server.size().0 >= before + 9);
        for _ in 0..20 {
            page.client.refresh().await.expect("it loads again");
            page.client.wait().for_element(Locator::Css(".target")).await.expect("a board");
        }
        for tab in page.client.windows().await.expect("the tabs") {
            if tab != first {
                page.client.switch_to_window(tab).await.expect("it comes to the front");
                page.client.close_window().await.expect("it closes");
            }
        }
        page.client.switch_to_window(first).await.expect("it comes to the front");
        server.settle(before);
        assert!(page.status().await.contains("White"));
    });
}
