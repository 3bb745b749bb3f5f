//! Replays recorded sessions: the files in `transcripts`.
//!
//! | line | meaning |
//! |---|---|
//! | `$ PROTOCOL FORM` | Starts a session under a protocol, in one of its forms. The form is optional. |
//! | `$ detect PROTOCOL` | Starts a session that detects the protocol. `PROTOCOL` is the expected one. |
//! | `> LINE` | Sends this line. |
//! | `< PATTERN` | Must match the next line; `*` stands for any text. |
//! | `< ...` | Skips lines until one matches the next pattern; at the end of a session, skips all lines. |
//! | `#` | Begins a comment. |
//!
//! At the end of a session, its input is closed. Unless the last line is `< ...`, the session must then end
//! without further lines.

use std::fs;
use std::path::Path;

use plywright::Protocol;
use plywright_protocols::{ActionForm, Json, Ugi, UgiForm};

use crate::client::Client;
use crate::pattern::fits;
use crate::sentences::Sentences;

fn client(session: &str) -> Client {
    match session {
        "uci" => Client::start(),
        "ugi" => Client::speaking(Ugi::default()),
        "ugi game" => Client::speaking(Ugi::new(Some(UgiForm::Game))),
        "ugi gyges" => Client::speaking(Ugi::new(Some(UgiForm::Gyges))),
        "json" => Client::speaking(Json::default()),
        "json current" => Client::speaking(Json::new(ActionForm::Detailed)),
        "sentences" => Client::speaking(Sentences),
        "detect uci" => Client::detected(Protocol::Uci),
        "detect ugi" => Client::detected(Protocol::Ugi),
        "detect json" => Client::detected(Protocol::Json),
        other => panic!("no session is called '{other}'"),
    }
}

/// A running session.
struct Session {
    client: Client,
    /// Whether lines may come before the next expected one.
    may_skip: bool,
}

impl Session {
    fn expect(&mut self, pattern: &str, place: &str) {
        let mut heard = self.client.line();
        while self.may_skip && !fits(pattern, &heard) {
            heard = self.client.line();
        }
        assert!(fits(pattern, &heard), "{place}: expected '{pattern}', heard '{heard}'");
        self.may_skip = false;
    }

    fn end(self, place: &str) {
        let rest = self.client.close();
        assert!(rest.is_empty() || self.may_skip, "{place}: not expected: {rest:#?}");
    }
}

/// Replays the sessions of a file, and returns their number.
fn replay(file: &Path) -> usize {
    let text = fs::read_to_string(file).expect("a transcript");
    let (mut session, mut place, mut sessions) = (None::<Session>, String::new(), 0);
    for (index, line) in text.lines().enumerate() {
        place = format!("{}:{}", file.display(), index + 1);
        println!("{place}: {line}");
        match (line.split_once(' ').unwrap_or((line, "")), &mut session) {
            (("$", start), _) => {
                let next = Session { client: client(start), may_skip: false };
                if let Some(ended) = session.replace(next) {
                    ended.end(&place);
                }
                sessions += 1;
            }
            ((">", said), Some(session)) => session.client.say(&format!("{said}\n")),
            (("<", "..."), Some(session)) => session.may_skip = true,
            (("<", pattern), Some(session)) => session.expect(pattern, &place),
            (("#", _), _) => {}
            _ => panic!("{place}: '{line}' is not a line of a session"),
        }
    }
    session.expect("a session").end(&place);
    sessions
}

#[test]
fn sessions_are_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/transcripts");
    let mut sessions = 0;
    for file in fs::read_dir(folder).expect("transcripts").flatten() {
        sessions += replay(&file.path());
    }
    assert!(sessions > 30, "{sessions} sessions");
}
