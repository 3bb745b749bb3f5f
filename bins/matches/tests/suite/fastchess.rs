//! Compares statistics with those of fastchess. The table `fastchess.tsv` has results of games and fastchess's numbers
//! for them.

use std::collections::HashMap;

use plywright_matches::sprt::Sprt;
use plywright_matches::stats::Results;

/// Tolerance of log-likelihood ratios. It is large because fastchess solves its equations only to a few digits.
const LLR_TOLERANCE: f64 = 0.001;

/// A row of the table: its values by the names of the columns.
struct Row<'a>(HashMap<&'a str, &'a str>);

impl Row<'_> {
    fn number(&self, column: &str) -> f64 {
        self.0[column].parse().unwrap_or_else(|_| panic!("{column}: {}", self.0[column]))
    }

    fn count(&self, column: &str) -> u64 {
        self.number(column) as u64
    }

    fn results(&self) -> Results {
        let [ll, ld, wl, dd, wd, ww] = ["ll", "ld", "wl", "dd", "wd", "ww"].map(|column| self.count(column));
        Results {
            wins: 2 * ww + wd + wl,
            draws: 2 * dd + wd + ld,
            losses: 2 * ll + ld + wl,
            pairs: [ll, ld, wl + dd, wd, ww],
            decisive_splits: wl,
        }
    }

    fn sprt(&self) -> Sprt {
        let settings = ["elo0", "elo1", "alpha", "beta", "model"];
        let text: Vec<_> = settings.iter().map(|name| format!("{name}={}", self.0[name])).collect();
        text.join(" ").parse().expect("a test")
    }
}

fn same(found: f64, expected: f64, tolerance: f64) -> bool {
    if expected.is_nan() {
        found.is_nan()
    } else if expected.is_infinite() {
        found.total_cmp(&expected).is_eq()
    } else {
        (found - expected).abs() <= tolerance * expected.abs().max(1.0)
    }
}

#[test]
fn numbers_are_those_of_fastchess() {
    let table = include_str!("data/fastchess.tsv");
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<_> = lines.next().expect("names of columns").split('\t').collect();
    let mut rows = 0;
    for line in lines {
        let row = Row(names.iter().copied().zip(line.split('\t')).collect());
        let (results, sprt) = (row.results(), row.sprt());
        let (estimate, (lower, upper)) = (results.estimate(), sprt.bounds());
        for (column, found) in [
            ("elo", estimate.elo),
            ("error", estimate.elo_error),
            ("nelo", estimate.normalized_elo),
            ("nerror", estimate.normalized_elo_error),
            ("lower", lower),
            ("upper", upper),
        ] {
            assert!(same(found, row.number(column), 1e-5), "{column} of {line}: {found}");
        }
        let los = format!("{:.2} %", 100.0 * estimate.los).to_lowercase();
        assert_eq!(los, row.0["los"].replace("-nan", "nan"), "{line}");
        let llr = sprt.llr(&results);
        assert!(same(llr, row.number("llr"), LLR_TOLERANCE), "llr of {line}: {llr}");
        assert!(same(sprt.progress(llr), row.number("fraction"), LLR_TOLERANCE), "{line}");
        rows += 1;
    }
    assert_eq!(rows, 80);
}

#[test]
fn hypotheses_as_far_apart_as_allowed_give_a_number() {
    for text in ["elo0=0 elo1=200", "elo0=-200 elo1=200", "elo0=-4000 elo1=4000 model=logistic"] {
        let sprt: Sprt = text.parse().expect(text);
        for pairs in [[1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 9], [3, 0, 9, 0, 3]] {
            let llr = sprt.llr(&Results { pairs, ..Results::default() });
            assert!(llr.is_finite(), "{text}, {pairs:?}: {llr}");
        }
    }
    let beyond = "elo0=0 elo1=4001 model=logistic".parse::<Sprt>();
    assert!(beyond.is_err_and(|error| error.to_string().ends_with("expected at most 4000 logistic Elo")));
}
