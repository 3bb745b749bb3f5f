//! Replays recorded sessions: every file in `transcripts` is a conversation with the program.
//!
//! `$ ARGUMENTS` starts it (first line, optional), `> LINE` is said to it, `< PATTERN` is what it must say next, where
//! `*` stands for any text; `< ...` lets any lines pass up to one that fits the next pattern. `#` begins a comment. At
//! the end the program is told to quit and must have nothing more to say.

#[allow(dead_code, reason = "each test program uses its own part")]
mod support;

use std::fs;
use std::path::Path;

use support::Client;

/// Does the whole line fit the pattern?
fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

fn replay(path: &Path) {
    let text = fs::read_to_string(path).expect("a transcript");
    let mut lines = text.lines().enumerate().peekable();
    let arguments = lines.next_if(|(_, line)| line.starts_with('$')).map_or("", |(_, line)| line[1..].trim());
    let mut client = Client::start(&arguments.split_whitespace().collect::<Vec<_>>());
    let mut expected = 0;
    let mut skips = false;
    for (index, line) in lines {
        let place = format!("{}:{}", path.display(), index + 1);
        match line.split_once(' ').unwrap_or((line, "")) {
            (">", said) => client.say(said),
            ("<", "...") => skips = true,
            ("<", pattern) => {
                let mut heard = client.line();
                while skips && !fits(pattern, &heard) {
                    heard = client.line();
                }
                assert!(fits(pattern, &heard), "{place}: expected '{pattern}', heard '{heard}'");
                skips = false;
                expected += 1;
            }
            ("" | "#", _) => {}
            (other, _) => panic!("{place}: '{other}' begins no line of a transcript"),
        }
    }
    assert!(expected > 0, "{} expects nothing", path.display());
    let rest = if arguments.contains("json") {
        client.quit_and_hear_the_rest("ping", "pong")
    } else {
        client.quit_and_hear_the_rest("isready", "readyok")
    };
    assert!(rest.is_empty() || skips, "{}: not expected: {rest:#?}", path.display());
}

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("transcripts").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        replay(&path);
    }
}

#[test]
fn patterns() {
    assert!(fits("bestmove *", "bestmove d6") && fits("*", "") && fits("a*b*c", "a1b2c") && fits("a", "a"));
    assert!(!fits("bestmove", "bestmove d6") && !fits("a*b*c", "acb") && !fits("ab*ba", "aba"));
}
