//! What a program needs to offer the game: names, options, evaluation, positions to measure on.

use plywright::{Notation, OptionSpec, OptionValue, Playable, Variant};

use crate::eval::MillEval;
use crate::game::Mill;
use crate::rule_options;
use crate::rule_sets::{self, RULE_SETS};

const CONSIDER_MOBILITY: &str = "ConsiderMobility";
const DRAW_ON_HUMAN_EXPERIENCE: &str = "DrawOnHumanExperience";

/// Positions of every phase of Nine Men's Morris, with the depth to search each.
const BENCH: [(&str, u16); 8] = [
    ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", 10),
    ("****O***/*@*O*@**/****O*@* w p p 3 6 3 6 0 0 0 0 0 0 0 0 4", 10),
    ("O*@*O@**/*@@@**@O/**@OOO** w p r 6 1 7 2 1 0 0 0 0 0 0 0 8", 14),
    ("@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 0 10", 11),
    ("@**@*@@@/O*OO*@O*/O@*OOO** b m s 8 0 7 0 0 0 0 0 0 0 0 1 10", 11),
    ("*O**@*@@/@O*O****/*@*OOO** w m r 6 0 5 0 1 0 0 0 0 0 0 10 22", 11),
    ("***@***O/**@OO***/**@****O w m s 4 0 3 0 0 0 0 0 0 0 0 6 30", 9),
    ("***@**O*/***@**O*/O****@** b m s 3 0 3 0 0 0 0 0 0 0 0 12 40", 11),
];

impl Playable for Mill {
    type Eval = MillEval;

    const NAME: &'static str = "mill";

    fn variants() -> Vec<Variant> {
        RULE_SETS.iter().map(|set| set.variant).collect()
    }

    fn variant(name: &str) -> Option<Self> {
        rule_sets::find(name).map(|set| Self::new(set.rules))
    }

    fn eval(&self) -> MillEval {
        MillEval
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut options = vec![
            OptionSpec::check(CONSIDER_MOBILITY, true),
            OptionSpec::check(DRAW_ON_HUMAN_EXPERIENCE, true),
        ];
        options.extend(rule_options::specs(&self.named_rules));
        options
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) {
        match value {
            OptionValue::Check(on) if name.eq_ignore_ascii_case(CONSIDER_MOBILITY) => {
                self.considers_mobility = *on;
            }
            OptionValue::Check(on) if name.eq_ignore_ascii_case(DRAW_ON_HUMAN_EXPERIENCE) => {
                self.human_draws = *on;
            }
            _ => {
                let mut rules = self.rules;
                rule_options::set(&mut rules, name, value);
                self.change_rules(rules);
            }
        }
    }

    fn bench_positions(&self) -> Vec<(String, u16)> {
        if self.rules == rule_sets::RULE_SETS[0].rules {
            BENCH.iter().map(|(text, depth)| ((*text).to_owned(), *depth)).collect()
        } else {
            vec![(self.position_text(&plywright::Game::start(self)), 8)]
        }
    }
}
