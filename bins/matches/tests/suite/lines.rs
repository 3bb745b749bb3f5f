//! A job for tests of shards: its units are numbered lines instead of games, so they are played at once.

use std::ops::Range;

use plywright::Key;
use plywright_matches::shards::{Job, JobError, Plan, PlanFile, Receiver, UnitFacts};

/// A job whose units are lines such as `line 7`.
pub struct Lines {
    pub units: u64,
    /// First word of each line that the job writes. Its check accepts only `line`.
    pub word: &'static str,
}

/// Returns a job whose lines pass the check.
pub fn lines(units: u64) -> Lines {
    Lines { units, word: "line" }
}

impl Job for Lines {
    fn units(&self) -> u64 {
        self.units
    }

    fn signature(&self) -> Result<Key, JobError> {
        Ok(Key(7))
    }

    fn head(&self) -> String {
        "head\n".to_owned()
    }

    fn play(&self, units: Range<u64>, receive: &mut Receiver) -> Result<(), JobError> {
        for unit in units {
            if receive(format!("{} {unit}\n", self.word)).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn check(&self, number: u64, text: &str) -> Result<UnitFacts, String> {
        let expected = format!("line {number}\n");
        if text == expected { Ok(UnitFacts::default()) } else { Err(format!("found {text:?}")) }
    }
}

pub fn plan(units: u64, shards: u64) -> Plan {
    Plan {
        job: "lines".to_owned(),
        program: "1.2.3".to_owned(),
        signature: Key(7),
        seed: 3,
        units,
        shards,
        arguments: vec!["--option=A=b c".to_owned(), "--each=".to_owned()],
        files: vec![
            PlanFile { path: "a b.net".to_owned(), hash: Key(1), size: 5, is_folder: false },
            PlanFile { path: "tables".to_owned(), hash: Key(2), size: 9, is_folder: true },
        ],
    }
}
