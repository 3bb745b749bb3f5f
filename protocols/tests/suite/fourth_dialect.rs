//! Tests a protocol that is implemented outside the crate, in one file.

use crate::client::Client;
use crate::sentences::Sentences;

#[test]
fn a_game_is_played_in_sentences() {
    let mut client = Client::speaking(Sentences);
    assert_eq!(client.ask("hello\n"), "Hello! Let us play takeaway.");
    assert_eq!(client.ask("begin 6\nplay t1\nscore\n"), "The game is on.");
    assert_eq!(client.ask("look\n"), "5");
    client.say("think 20\n");
    assert_eq!(client.until("I play").last().map(String::as_str), Some("I play t1."));
    assert_eq!(client.ask("play t4\n"), "I cannot: move 1: 't4' is not a legal move here.");
    assert_eq!(client.ask("play t1 t3 t1\nscore\n"), "The second side has won.");
    assert_eq!(client.ask("think 20\n"), "I have no move.");
    assert_eq!(
        client.ask("think hard\n"),
        "I do not understand: think: the time is 'hard', expected milliseconds."
    );
    assert_eq!(client.ask("sing\n"), "I do not understand: 'sing' is not a command.");
    client.say("begin\nthink 100000\nenough\nbye\n");
    assert!(client.part().iter().any(|line| line.starts_with("I play t")));
}
