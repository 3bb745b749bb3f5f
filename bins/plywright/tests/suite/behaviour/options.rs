//! Tests of setting options in UCI and in the Universal Game Interface.

use super::speech::{UNIVERSAL, Until};
use super::{Row, Setting};
use crate::client::Client;

pub const ROWS: &[Row] =
    &[Row::new("every advertised option accepts its default, minimum and maximum", UNIVERSAL, advertised)];

fn advertised(setting: &Setting, client: &mut Client) {
    let (greeting, greeted) = setting.dialect.greeting();
    let lines = client.ask(greeting, greeted);
    let options: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    assert!(options.len() > 10, "{lines:?}");
    for line in options {
        let (name, kind) = line.split_once(" type ").expect("a type");
        let words: Vec<&str> = kind.split(' ').collect();
        let mut values: Vec<&str> =
            words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1]).collect();
        let after = |word| kind.split_once(word).map(|(_, rest)| rest.split(' ').next().unwrap_or_default());
        // The default comes last, so that later options are set in an engine with defaults.
        values.extend([" min ", " max ", " default "].into_iter().filter_map(after));
        if words[0] == "check" {
            values.splice(0..0, ["true", "false"]);
        }
        if values.is_empty() {
            values.push("");
        }
        for value in values {
            client.say(&format!("setoption name {name} value {value}"));
            // A warning may arrive after the option is set. The only warning allowed says that the option
            // needs another option.
            let said = setting.settle(client);
            assert!(said.iter().all(|line| line.contains(" is on, but ")), "{name} = {value}: {said:?}");
        }
    }
    let lines = setting.search(client, &setting.dialect.search(&setting.board.open, Until::Depth(2)));
    setting.expect_legal(client, &lines);
}
