//! The lines above and below the board, which show a side's name, role, note and pieces in hand. All lengths are in
//! pixels, so that the lines have the same size whatever the size of the board.

use super::graphic::{Anchor, Colour, Graphic, Group};
use super::{SEAT, piece};
use crate::rules::Side;
use crate::text::{Scene, Shape};

const INK: Colour = 0x22_1f_1b_ff;
const TO_MOVE_BAR: Colour = 0xd5_5e_00_ff;
const MARGIN: f32 = 18.0;
const TEXT_SIZE: f32 = 13.0;
/// Width kept free for the margins, the side's own piece and the words. The pieces of a large hand are spread over the
/// rest of the line.
const WORDS_WIDTH: f32 = 150.0;
/// Maximum distance between the centres of neighbouring pieces in hand. The pieces of a large hand are closer together.
const MAX_STEP: f32 = 14.0;
/// Scale factor of the pieces in the lines. At factor 1, a piece fits a square of 100 pixels.
const SMALL: f32 = 0.24;

/// Draws the line of a side, with the upper left corner at the origin: a bar if the side is to move, its piece, its
/// name, role and note, and at the right end its pieces in hand. `width` is the width of the picture in pixels.
pub(super) fn line(scene: &Scene, side: Side, is_to_move: bool, width: f32) -> Group {
    let seat = &scene.seats[side.index()];
    let middle = SEAT / 2.0;
    let mut x = MARGIN + 10.0;
    let mut group = Group::new(format!("seat side{}", side.index()));
    if is_to_move {
        group.add(Graphic::rect(4.0, SEAT - 10.0, 2.0).moved([MARGIN + 2.0, middle]).filled(TO_MOVE_BAR));
    }
    let small = |shape: &Shape, x| {
        let (is_dead, level) = (false, 0);
        piece(Some(side), shape, is_dead, level, scene.surface).at([x, middle]).scaled(SMALL)
    };
    if let Some(shape) = scene.shape_of(side) {
        group.add_group(small(shape, x + 10.0));
        x += 25.0;
    }
    let mut words = capital(&scene.side_name(side));
    for more in [seat.role.as_ref().map(|role| &role.name), seat.note.as_ref()].into_iter().flatten() {
        words += " · ";
        words += more;
    }
    group.add(Graphic::text(words, TEXT_SIZE, INK).anchored(Anchor::Start).moved([x, middle]));
    if let Some((shape, count @ 1..)) = &seat.hand {
        let step = ((width - WORDS_WIDTH) / f32::from(*count)).clamp(1.0, MAX_STEP);
        for index in (0..*count).rev() {
            group.add_group(small(shape, width - MARGIN - 12.0 - step * f32::from(index)));
        }
    }
    group
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
