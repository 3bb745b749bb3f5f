//! The helper threads of a search need the same large stack as its own thread, because lines of play can be thousands
//! of moves long, and large moves make large stack frames.

use plywright::search::{Driver, Limits, Resources, Root, STACK};
use plywright::{Ending, Game, Hints, Move, Moves, NoEval, Side, State, Symmetric};

use crate::searches;

/// A game in which the first side makes every step in a single turn. No step costs depth, so even a shallow search
/// goes down to the end of the walk.
#[derive(Clone)]
struct Walk;

/// Number of places from the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place(u16);

/// A step of 1 or 2 places. The number is stored eight times, because large moves make large stack frames.
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
}

impl Game for Walk {
    type State = Place;
    type Move = Step;

    fn start(&self) -> Place {
        Place(0)
    }

    fn moves(&self, place: &Place, out: &mut Moves<Step>) -> Option<Ending> {
        // The walk takes at least 1,000 steps.
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
        let resources = Resources { threads: 4, ..searches::resources() };
        let limits = Limits { nodes: Some(200_000), ..searches::to_depth(2) };
        let root = Root::new(&Walk, Place(0));
        searches::search(Driver::Pvs, (Walk, NoEval), resources, &root, &limits).best().is_some()
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(search).expect("a thread");
    assert!(thread.join().expect("a search"));
}
