//! Tests of tablebases with margins. Games with cycles of moves are the hard case, because a side may go round forever
//! instead of accepting a small margin. Random graphs have such cycles, and their margins can be found independently.

use std::path::Path;

use plywright::search::Rng;
use plywright::tablebase::{
    SliceIndex, Sliced, SolveControl, SolveError, SolveOptions, Stored, TablebaseError, Tables, Value, solve,
    verify,
};
use plywright::{Ending, Game, Hints, Moves, Notation, ParsePositionError, Points, Side};

use crate::token::Token;

const PLACES: u8 = 60;

/// A token that both sides move along the arrows of a random graph. Some places end the game.
#[derive(Clone)]
struct Graph {
    /// For each place, the places to which its arrows lead.
    arrows: Vec<Vec<u8>>,
    /// For each place, the margin for the side to move if the game ends there.
    ends: Vec<Option<i32>>,
    /// Step of the margins that tables can store; `None` for tables without margins.
    unit: Option<i32>,
    /// Lead of the side to move at each place; `None` for a game without [`Hints::points`].
    lead: Option<i32>,
}

impl Graph {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let (mut arrows, mut ends) = (Vec::new(), Vec::new());
        for _ in 0..PLACES {
            let count = 1 + rng.below(3);
            arrows.push((0..count).map(|_| rng.below(PLACES.into()) as u8).collect());
            ends.push((rng.below(5) == 0).then(|| 10 * (rng.below(41) as i32 - 20)));
        }
        Self { arrows, ends, unit: Some(10), lead: None }
    }

    /// For each place, returns whether the side to move can force a margin of at least `min`, and whether the opponent
    /// can. `min` is above 0.
    fn forced(&self, min: i32) -> Vec<[bool; 2]> {
        let ended = |end: Option<i32>| end.map_or([false; 2], |end| [end >= min, -end >= min]);
        let mut forced: Vec<_> = self.ends.iter().map(|end| ended(*end)).collect();
        for _ in 0..PLACES {
            for place in 0..usize::from(PLACES) {
                if self.ends[place].is_none() {
                    let next = || self.arrows[place].iter().map(|to| forced[usize::from(*to)]);
                    forced[place] = [next().any(|[_, other]| other), next().all(|[own, _]| own)];
                }
            }
        }
        forced
    }
}

impl Game for Graph {
    type State = Token;
    type Move = u8;

    fn start(&self) -> Token {
        Token { place: 0, side: Side::First }
    }

    fn moves(&self, token: &Token, out: &mut Moves<u8>) -> Option<Ending> {
        let place = usize::from(token.place);
        let sign = if token.side == Side::First { 1 } else { -1 };
        let ending = self.ends[place].map(|end| Ending::Margin(sign * end));
        out.extend(self.arrows[place].iter().copied().filter(|_| ending.is_none()));
        ending
    }

    fn play(&self, token: &mut Token, to: u8) {
        *token = Token { place: to, side: !token.side };
    }
}

impl Hints for Graph {
    fn points(&self, _: &Token) -> Option<Points> {
        self.lead.map(|lead| Points { lead, open: 200 })
    }
}

impl Notation for Graph {
    fn parse_position(&self, text: &str) -> Result<Token, ParsePositionError> {
        Err(ParsePositionError::new("place", text, "nothing"))
    }

    fn position_text(&self, token: &Token) -> String {
        token.place.to_string()
    }

    fn move_text(&self, _: &Token, to: u8) -> String {
        to.to_string()
    }
}

impl Sliced for Graph {
    type Slice = u8;

    fn groups(&self, _: Option<u32>) -> Vec<Vec<u8>> {
        vec![vec![0, 1]]
    }

    fn size(&self, _: u8) -> u64 {
        u64::from(PLACES) / 2
    }

    fn locate(&self, token: &Token) -> Option<SliceIndex<u8>> {
        Some(SliceIndex { slice: token.place % 2, index: u64::from(token.place) / 2 })
    }

    fn position(&self, SliceIndex { slice, index }: SliceIndex<u8>) -> Option<Token> {
        Some(Token { place: 2 * index as u8 + slice, side: Side::First })
    }

    fn table_rules(&self, _: u8) -> String {
        "arrows".to_owned()
    }

    fn margin_unit(&self) -> Option<i32> {
        self.unit
    }
}

/// Solves the graph, passes the folder of the tables or the error to `check`, and deletes the folder.
fn check_solution(game: &Graph, name: &str, check: impl FnOnce(Result<&Path, TablebaseError>)) {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("margins {name} {}", std::process::id()));
    let options = SolveOptions { folder: folder.clone(), max_pieces: None, memory: 1 << 30, format: None };
    check(solve(game, &options, SolveControl::new(2)).map(|_| folder.as_path()));
    std::fs::remove_dir_all(&folder).expect("a folder");
}

#[test]
fn margins_are_those_that_the_sides_can_force() {
    for seed in 0..50 {
        let game = Graph::new(seed);
        check_solution(&game, "forced", |folder| {
            let folder = folder.expect("a solution");
            verify(&game, folder, SolveControl::new(2)).expect("every value follows from the moves");
            let tables = Tables::open(game.clone(), Stored::folder(folder)).expect("tables");
            let value = |place| tables.value(&Token { place, side: Side::First }).unwrap().unwrap();
            let values: Vec<Value> = (0..PLACES).map(value).collect();
            for min in 1..=20 {
                for (place, forced) in game.forced(10 * min).into_iter().enumerate() {
                    let points = values[place].points().unwrap_or(0);
                    let found = [points >= 10 * min, -points >= 10 * min];
                    assert_eq!(found, forced, "seed {seed}, place {place}: {:?}", values[place]);
                }
            }
        });
    }
}

#[test]
fn endings_that_do_not_fit_the_tables_are_refused() {
    let game = Graph::new(1);
    for unit in [None, Some(7), Some(1)] {
        check_solution(&Graph { unit, ..game.clone() }, "refused", |folder| {
            assert_eq!(folder.err(), Some(SolveError::Margin.into()), "{unit:?}");
        });
    }
}

/// Returns a game that never ends. The token stays at its place, and the side to move always has the lead `lead`.
fn resting(lead: i32) -> Graph {
    let arrows = (0..PLACES).map(|place| vec![place]).collect();
    Graph { arrows, ends: vec![None; PLACES.into()], unit: Some(10), lead: Some(lead) }
}

#[test]
fn turns_within_a_group_that_change_the_lead_are_refused() {
    check_solution(&resting(10), "lead", |folder| {
        let error = folder.err();
        assert!(matches!(error, Some(TablebaseError::Solve(SolveError::Lead(_)))), "{error:?}");
    });
}

#[test]
fn turns_within_a_group_that_leave_the_lead_at_zero_are_solved() {
    check_solution(&resting(0), "no lead", |folder| assert!(folder.is_ok()));
}
