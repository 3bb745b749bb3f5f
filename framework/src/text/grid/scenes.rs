//! The scene of a grid board: a place for each cell, in reading order, with its piece.

use super::Grid;
use crate::rules::{Cells, Pieces, Side};
use crate::text::{OwnedShape, Part, Place, PlaceShape, Scene, Shape, Spot};

impl<B: Cells> Grid<B> {
    /// Returns the scene of a board. For each kind of piece, in the order of the grid's characters, `sets` has the set
    /// of its cells, and `kinds` has its owner and shape. [`Scene::form`] describes the text that [`Grid::write`]
    /// writes.
    ///
    /// # Panics
    ///
    /// Panics if a set is not empty and its kind is missing in `kinds`, or if `kinds` has more entries than the grid
    /// has kinds of pieces. The other functions for scenes of a [`Grid`] panic in the same cases.
    pub fn scene_of_sets(&self, sets: &[B], kinds: &[OwnedShape]) -> Scene {
        let mut scene = Scene::grid(self.columns as u8, self.rows as u8);
        let cells: Vec<_> = self.cells().collect();
        if self.has_dark_squares_only {
            scene.captions.clear();
            scene.places = self.dark_square_places(&cells);
        }
        scene.fill(self.pieces, kinds.iter().cloned(), |at| {
            let (column, row) = cells[at];
            self.piece(sets, column, row)
        });
        let scene = if self.first_row_on_top { scene.numbered_from_the_top() } else { scene };
        if self.has_hexagons { scene.with_hexagons() } else { scene }
    }

    /// Returns the places of a board of dark squares, named by their numbers from 1. `cells` are the columns and rows
    /// of the dark squares.
    fn dark_square_places(&self, cells: &[(usize, usize)]) -> Vec<Place> {
        let place = |&(column, row): &(usize, usize)| Place {
            name: (self.number(column, row) + 1).to_string(),
            label: None,
            spot: Spot::new(column as f32, (self.rows - 1 - row) as f32),
            shape: PlaceShape::Square,
        };
        cells.iter().map(place).collect()
    }

    /// Returns the scene of a board and the side to move. `kinds` are the owners and shapes of the kinds of
    /// pieces, in the order of the grid's characters. [`Scene::form`] describes the text that
    /// [`Grid::write_with_side`] writes.
    pub fn scene_of<const KINDS: usize>(&self, board: &Pieces<B, KINDS>, kinds: &[OwnedShape]) -> Scene {
        let mut scene = self.scene_of_sets(&board.sets, kinds);
        scene.form.write(" ");
        let written = [1, 2].map(|piece| self.piece_text(piece));
        scene.form.parts.push(Part::Side { written, chosen: board.side });
        scene
    }

    /// Returns the scene of a board on which each side has one kind of piece. `shapes` are the shapes of the
    /// two sides' pieces. [`Scene::form`] describes the text that [`Grid::write`] writes.
    pub fn scene(&self, board: &Pieces<B>, shapes: &[Shape; 2]) -> Scene {
        self.scene_of_sets(&board.sets, &Side::BOTH.map(|side| (Some(side), shapes[side.index()].clone())))
    }

    /// Like [`Grid::scene`], but [`Scene::form`] describes the text that [`Grid::write_with_side`] writes,
    /// with the side to move.
    pub fn scene_with_side(&self, board: &Pieces<B>, shapes: &[Shape; 2]) -> Scene {
        self.scene_of(board, &Side::BOTH.map(|side| (Some(side), shapes[side.index()].clone())))
    }
}
