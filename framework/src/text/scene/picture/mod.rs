//! Pictures of scenes. A picture consists of graphics (ellipses, rectangles, paths and texts) in groups, listed from
//! back to front. [`Picture::svg`] writes it; a program can also draw it as pixels, without knowing scenes or games.
//!
//! A square of the board is [`UNIT`] units wide; `x` grows to the right, `y` downwards.

mod board;
mod graphic;
mod piece;
mod seat;
mod svg;

pub use board::{Area, BoardPicture};
pub use graphic::{Anchor, Colour, Fill, Gradient, Graphic, Group, Node, Outline, Stroke};
pub use piece::piece;
pub use svg::{escape, gradients};

use super::{PlaceShape, Scene, Surface};
use crate::rules::Side;

/// Width of a square in units of the picture. A length in a picture is in these units, unless its documentation says
/// pixels.
pub const UNIT: f32 = 100.0;

/// Default width of a picture in pixels.
pub const WIDTH: u16 = 360;
/// Height of the line with a side's name and hand, in pixels.
const SEAT: f32 = 30.0;
/// Minimum size of a font, in pixels. Smaller text cannot be read, so it is enlarged.
const MIN_TEXT: f32 = 12.0;
const PAPER: Colour = 0xf6_f3_ee_ff;
const FRAME_COLOUR: Colour = 0xe0_a8_00_ff;
/// Line width of the frames around marked places.
const FRAME_WIDTH: f32 = 6.0;
/// Width and height of the frame around a marked square, from the middle of one line to the middle of the opposite one.
const FRAME_SIZE: f32 = UNIT - 4.0;
/// Radius of the frame around a marked point, or around a marked hole of a rack.
const FRAME_RADIUS: f32 = 44.0;

/// Settings of [`Scene::picture`]: title, side to move, marked places, orientation and width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Description of the picture, which screen readers speak.
    pub title: String,
    /// Side to move, whose line gets a bar; `None` if nobody is to move.
    pub to_move: Option<Side>,
    /// Indices of the places to frame, such as those of the last move. Indices of no place are ignored.
    pub marked: Vec<usize>,
    /// Whether the board is turned by 180 degrees, so that the second side's line is below it.
    pub is_turned: bool,
    /// Width in pixels at which the picture is shown; 0 counts as 1. Text is enlarged where it would have a font of
    /// less than 12 pixels.
    pub width: u16,
}

impl Default for View {
    fn default() -> Self {
        Self { title: "Board".to_owned(), to_move: None, marked: Vec::new(), is_turned: false, width: WIDTH }
    }
}

/// A picture of a board with its pieces, between two lines with the sides' names and hands.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Area that the picture covers, in units of the picture.
    pub area: Area,
    /// Width in pixels at which the picture is shown, at least 1. The height follows from the shape of the area.
    pub width: u16,
    /// Description of the picture, which screen readers speak.
    pub title: String,
    /// Everything that is drawn, from back to front.
    pub groups: Vec<Group>,
}

impl Picture {
    /// Returns the height in pixels at which the picture is shown.
    pub fn height(&self) -> f32 {
        f32::from(self.width) * self.area.height / self.area.width
    }
}

impl Scene {
    /// Returns a picture of the scene, with a line for each side above and below the board.
    ///
    /// ```
    /// use plywright::picture::View;
    /// use plywright::{Scene, Shape, Side};
    /// let piece = |letter| (letter == 'x').then_some((Some(Side::First), Shape::Cross));
    /// let svg = Scene::grid(3, 2).rows("x../..x", piece).picture(View::default()).svg();
    /// assert!(svg.starts_with("<svg ") && svg.contains("class=\"piece cross side0\""));
    /// ```
    pub fn picture(&self, view: View) -> Picture {
        let board = BoardPicture::new(self, view.is_turned);
        let Area { left, top, width, height } = board.area;
        let pixel = width / f32::from(view.width.max(1));
        let seat = SEAT * pixel;
        let area = Area { top: top - seat, height: height + 2.0 * seat, ..board.area };
        let mut paper = Group::new("paper");
        paper.add(Graphic::rect(area.width, area.height, 0.0).moved(area.centre()).filled(PAPER));
        let mut marks = Group::new("marked");
        for place in view.marked.iter().filter_map(|at| self.places.get(*at)) {
            let frame = match (place.shape, self.surface) {
                (PlaceShape::Square, Surface::Rack) => Graphic::circle(FRAME_RADIUS),
                (PlaceShape::Square, _) => Graphic::rect(FRAME_SIZE, FRAME_SIZE, 0.0),
                (shape, _) => Graphic::of_place(shape, FRAME_RADIUS),
            };
            marks.add_group(frame.stroked(FRAME_COLOUR, FRAME_WIDTH).at(board.spot(place.spot)));
        }
        let mut groups = vec![paper, board.ground, board.pieces, board.front, marks, board.notes];
        let sides = if view.is_turned { [Side::First, Side::Second] } else { [Side::Second, Side::First] };
        for (side, y) in sides.into_iter().zip([top - seat, top + height]) {
            let line = seat::line(self, side, view.to_move == Some(side), f32::from(view.width));
            groups.push(line.at([left, y]).scaled(pixel));
        }
        for group in &mut groups {
            group.enlarge_text(MIN_TEXT * pixel);
        }
        Picture { area, width: view.width.max(1), title: view.title, groups }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Man, Mark, Piece, Place, Shape, Spot};

    const SURFACES: [Surface; 6] =
        [Surface::Paper, Surface::Wood, Surface::Rack, Surface::Island, Surface::Felt, Surface::Chequered];

    fn shapes() -> Vec<Shape> {
        let mut shapes = vec![Shape::Block, Shape::Dome, Shape::Disc, Shape::Cross, Shape::Circle];
        shapes.extend([Shape::Rings(3), Shape::Figure, Shape::Count(207), Shape::Token("ark".into())]);
        shapes.extend(Man::ALL.map(Shape::Man));
        shapes
    }

    fn scene_of_all_shapes(surface: Surface) -> Scene {
        let mut scene = Scene::grid(6, 15).on(surface);
        for (row, shape) in shapes().into_iter().enumerate() {
            for (column, side) in [None, Some(Side::First), Some(Side::Second)].into_iter().enumerate() {
                for (offset, dead) in [(0, false), (3, true)] {
                    let at = 6 * row + column + offset;
                    scene.pieces.push(Piece { at, side, shape: shape.clone(), dead });
                }
            }
        }
        scene
    }

    fn pictures() -> Vec<(Scene, [String; 2])> {
        let mut pictures = Vec::new();
        for surface in SURFACES {
            let scene = scene_of_all_shapes(surface);
            let svg = |is_turned| scene.picture(View { is_turned, ..View::default() }).svg();
            let svgs = [false, true].map(svg);
            pictures.push((scene, svgs));
        }
        pictures
    }

    /// Returns the text after each `start`, up to `end`, or up to the next `start` if no `end` follows.
    fn between<'a>(text: &'a str, start: &str, end: &str) -> Vec<&'a str> {
        text.split(start).skip(1).map(|rest| rest.split(end).next().unwrap_or(rest)).collect()
    }

    /// The pieces beside the board have no `data-at`.
    fn pieces_on_board(svg: &str) -> Vec<&str> {
        let pieces = between(svg, "<g class=\"piece ", "</g>");
        pieces.into_iter().filter(|piece| piece.contains("data-at")).collect()
    }

    #[test]
    fn every_piece_stands_on_its_place_on_every_surface() {
        for (scene, svgs) in pictures() {
            for (svg, is_turned) in svgs.iter().zip([false, true]) {
                let drawn = pieces_on_board(svg);
                assert_eq!(drawn.len(), scene.pieces.len());
                for (drawn, piece) in drawn.into_iter().zip(&scene.pieces) {
                    let Spot { x, y } = scene.places[piece.at].spot;
                    // The board has 6 columns and 15 rows.
                    let [x, y] = if is_turned { [5.0 - x, 14.0 - y] } else { [x, y] };
                    let (at, x, y) = (piece.at, x * UNIT, y * UNIT);
                    let place = format!("data-at=\"{at}\" transform=\"translate({x} {y})\"");
                    assert!(drawn.contains(&place), "{drawn}: {place}");
                    assert!(drawn.contains('<'), "{drawn} has a shape");
                }
            }
        }
    }

    #[test]
    fn counts_and_words_of_pieces_are_written_on_them() {
        for (scene, svgs) in pictures() {
            for svg in &svgs {
                for (drawn, piece) in pieces_on_board(svg).into_iter().zip(&scene.pieces) {
                    let count = piece.shape.count().map(|count| count.to_string());
                    if let Some(text) = count.as_deref().or(piece.shape.word()) {
                        assert!(drawn.contains(&format!(">{text}</text>")), "{drawn}");
                    }
                }
            }
        }
    }

    #[test]
    fn groups_are_closed_and_used_gradients_are_defined() {
        for svg in pictures().into_iter().flat_map(|(_, svgs)| svgs) {
            assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
            for name in between(&svg, "url(#", ")") {
                assert!(svg.contains(&format!("id=\"{name}\"")), "{name}");
            }
        }
    }

    #[test]
    fn storeys_show_the_height_of_the_building() {
        let mut scene = Scene::grid(2, 1).on(Surface::Island);
        for at in [0, 1, 1, 1] {
            scene.put(at, None, Shape::Block);
        }
        let svg = scene.picture(View::default()).svg();
        let heights: Vec<_> = between(&svg, "class=\"height\"", "</text>");
        let numbers: Vec<_> = heights.iter().filter_map(|text| text.split('>').nth(1)).collect();
        assert_eq!(numbers, ["1", "1", "2", "3"]);
    }

    #[test]
    fn texts_of_any_kind_stay_texts() {
        let evil = "</text><script>\"'&\0\u{b}";
        let mut scene = Scene::grid(1, 1);
        scene.places[0].name = evil.to_owned();
        scene.captions[0].1 = evil.to_owned();
        scene.put(0, None, Shape::Token(evil.into()));
        scene.marks.push(Mark { at: 0, text: "<closed>" });
        scene.seats[0].name = Some(evil.to_owned());
        scene.seats[1].note = Some(evil.to_owned());
        scene.edges.push((Side::First, vec![Spot::default(); 2]));
        let svg = scene.picture(View { title: evil.to_owned(), ..View::default() }).svg();
        assert!(!svg.contains("<script") && !svg.contains('\0') && !svg.contains('\u{b}'), "{svg}");
        assert!(
            svg.contains("<title>&lt;/text&gt;&lt;script&gt;&quot;'&amp;\u{fffd}\u{fffd}</title>"),
            "{svg}"
        );
        assert!(svg.contains("<title>&lt;closed&gt;</title>"), "{svg}");
    }

    #[test]
    fn places_that_the_scene_does_not_have_are_left_out() {
        let mut scene = Scene::default();
        scene.put(7, None, Shape::Disc);
        scene.marks.push(Mark { at: 3, text: "nowhere" });
        let svg = scene.picture(View { marked: vec![2], width: 0, ..View::default() }).svg();
        assert!(svg.contains("width=\"1\"") && !svg.contains("data-at") && !svg.contains("nowhere"), "{svg}");
    }

    fn square_and_bar(marked: &[usize]) -> String {
        let mut scene = Scene::grid(1, 1);
        scene.places.push(Place {
            name: "goal".to_owned(),
            label: Some("the goal".to_owned()),
            spot: Spot::new(0.0, 1.0),
            shape: PlaceShape::Bar(2.0),
        });
        scene.put(0, Some(Side::Second), Shape::Disc);
        scene.picture(View { marked: marked.to_vec(), ..View::default() }).svg()
    }

    #[test]
    fn each_marked_place_has_a_frame() {
        let frames = |svg: &str| svg.matches("stroke=\"#e0a800\"").count();
        assert_eq!([&[][..], &[1], &[0, 1]].map(|marked| frames(&square_and_bar(marked))), [0, 1, 2]);
    }

    #[test]
    fn only_equal_pictures_share_ids() {
        assert_eq!(square_and_bar(&[0]), square_and_bar(&[0]));
        let ids = [0, 1].map(|marked| between(&square_and_bar(&[marked]), "id=\"", "\"").concat());
        assert!(ids[0] != ids[1] && !ids[0].is_empty());
    }

    #[test]
    fn a_bar_shows_its_label() {
        assert!(square_and_bar(&[]).contains(">the goal</text>"));
    }
}
