//! Searches by several threads with long lines and large stack frames.

use std::sync::Arc;

use plywright::search::{Algorithm, Control, Limits, Resources, Root, STACK, Search, Table};
use plywright::{Depth, Ending, Game, Hints, Move, Moves, NoEval, Side, State, Symmetric};

/// A game of single steps by one side, so that no step costs depth.
#[derive(Clone)]
struct Walk;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place(u16);

/// A large move type, for large stack frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Step([u64; 8]);

impl State for Place {
    fn side(&self) -> Side {
        Side::First
    }
}

impl Move for Step {
    fn code(self) -> u32 {
        self.0[0] as u32
    }

    fn decode(_: u32) -> Option<Self> {
        None
    }
}

impl Game for Walk {
    type State = Place;
    type Move = Step;

    fn start(&self) -> Place {
        Place(0)
    }

    fn moves(&self, place: &Place, out: &mut Moves<Step>) -> Option<Ending> {
        if place.0 >= 2000 {
            return Some(Ending::Draw);
        }
        out.extend([1, 2].map(|step| Step([step; 8])));
        None
    }

    fn play(&self, place: &mut Place, step: Step) {
        place.0 += step.0[0] as u16;
    }
}

impl Hints for Walk {}
impl Symmetric for Walk {}

#[test]
fn helpers_have_the_stack_of_a_search() {
    let search = || {
        let table = Arc::new(Table::new(1).expect("memory"));
        let resources = Resources { threads: 4, ..Resources::new(table) };
        let mut search = Algorithm::Pvs.search(Walk, NoEval, resources);
        let limits = Limits { depth: Some(Depth(2)), nodes: Some(200_000), ..Limits::default() };
        search.search(&Root::new(&Walk, Place(0)), &limits, &Control::new(), &mut ()).best().is_some()
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(search).expect("a thread");
    assert!(thread.join().expect("a search"));
}
