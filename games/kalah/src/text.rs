//! Position texts, move texts and the scene of the board.

use plywright::prelude::*;
use plywright::{Part, Place, PlaceShape, Spot, read_counts, split_side};

use crate::{Board, Kalah, STORE};

/// Letters of the sides in position texts.
const SIDES: [&str; 2] = ["s", "n"];

impl Kalah {
    /// Returns the name of a side's house. Houses are named like the squares of a board with two rows, as the
    /// first side sees it: a1 is its left house, and a2 is the opponent's house opposite.
    fn house_name(&self, side: Side, house: usize) -> String {
        let column = if side == Side::First { house } else { self.opposite(house) };
        format!("{}{}", char::from(b'a' + column as u8), side.index() + 1)
    }

    /// Returns the indices of a side's pits in [`Board`]: the houses from left to right, then the store.
    fn pit_indices(&self) -> impl Iterator<Item = usize> + use<> {
        (0..self.houses).chain([STORE])
    }

    /// Adds the seeds of a pit to the scene, and to the form in which a user edits the position.
    fn show_pit(&self, board: &Board, side: Side, pit: usize, scene: &mut Scene) {
        let name = match pit {
            STORE => format!("store{}", side.index() + 1),
            house => self.house_name(side, house),
        };
        let seeds = board.pits[side.index()][pit];
        let place = scene.places.iter().position(|place| place.name == name);
        if let Some(at) = place
            && seeds > 0
        {
            scene.put(at, None, Shape::Count(seeds));
        }
        let after = match (pit, side) {
            (STORE, Side::First) => "/",
            (STORE, Side::Second) => " ",
            _ => ",",
        };
        scene.form.parts.push(Part::number(name, [0, self.all_seeds() as i32], seeds));
        scene.form.write(after);
    }

    /// Returns the number of seeds in the game. It never changes.
    pub(crate) fn all_seeds(&self) -> u32 {
        2 * self.houses as u32 * u32::from(self.seeds)
    }
}

impl Notation for Kalah {
    const ACTION: &'static str = "sow";

    /// Reads the pits of the first side (`s`), those of the second side (`n`) and the side to move, as in
    /// `4,4,4,4,4,4,0/4,4,4,4,4,4,0 s`. The numbers of a side are the seeds in its houses, from left to right as that
    /// side sees them, and in its store.
    fn parse_position(&self, text: &str) -> Result<Board, ParsePositionError> {
        let (lists, side) = split_side(text, SIDES)?;
        let mut pits = [[0; STORE + 2]; 2];
        let rows = read_counts(lists, 2, self.houses + 1, self.all_seeds() as usize)?;
        for (row, read) in pits.iter_mut().zip(rows) {
            for (pit, seeds) in self.pit_indices().zip(read) {
                row[pit] = seeds;
            }
        }
        Ok(Board { pits, side })
    }

    fn position_text(&self, board: &Board) -> String {
        let row_text = |row: [u8; STORE + 2]| {
            self.pit_indices().map(|pit| row[pit].to_string()).collect::<Vec<_>>().join(",")
        };
        format!("{} {}", board.pits.map(row_text).join("/"), SIDES[board.side.index()])
    }

    /// Shows the board from the first side: its houses in the lower row, its store on the right, and the other store on
    /// the left.
    fn scene(&self, board: &Board) -> Scene {
        let mut scene = Scene::grid(self.houses as u8, 2).on(Surface::Wood).seated(["South", "North"]);
        scene.captions.retain(|(spot, _)| spot.x >= 0.0);
        for place in &mut scene.places {
            place.shape = PlaceShape::Hollow;
        }
        let store = |name: &str, x| Place {
            name: name.to_owned(),
            label: None,
            spot: Spot::new(x, 0.5),
            shape: PlaceShape::Hollow,
        };
        scene.places.push(store("store1", self.houses as f32));
        scene.places.push(store("store2", -1.0));
        scene.margin = Some("seeds");
        for side in Side::BOTH {
            for pit in self.pit_indices() {
                self.show_pit(board, side, pit, &mut scene);
            }
        }
        scene.form.parts.push(Part::Side { written: SIDES, chosen: board.side });
        scene
    }

    fn move_text(&self, board: &Board, house: u8) -> String {
        self.house_name(board.side, house.into())
    }
}
