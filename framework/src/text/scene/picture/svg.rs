//! Writes pictures as SVG: whole documents, and single groups for a page that draws the rest itself. The results of
//! `write!` are ignored, because writing to a string cannot fail.

use std::fmt::Write;

use super::Picture;
use super::board::{GRASS, STEEL, WOOD};
use super::graphic::{Anchor, Colour, Fill, Gradient, Graphic, Group, Node, Outline, number};
use super::piece::{BOXWOOD, DOME, EBONY, GOLD, IVORY, RUST};

static GRADIENTS: [&Gradient; 9] = [&IVORY, &EBONY, &GOLD, &RUST, &DOME, &BOXWOOD, &WOOD, &GRASS, &STEEL];

impl Picture {
    /// Writes the picture as an SVG document. Several documents can stand on one page, because the ids of their
    /// gradients begin with a checksum of the picture. Equal pictures have equal texts.
    pub fn svg(&self) -> String {
        // Prefix of the ids: a checksum of the picture, because the ids of two pictures on one page must differ.
        let ids = format!("p{:08x}-", crc32fast::hash(self.body("").as_bytes()));
        let [left, top] = [self.area.left, self.area.top].map(number);
        let [width, height] = [self.area.width, self.area.height].map(number);
        let body = self.body(&ids);
        let used = |gradient: &&&Gradient| body.contains(&format!("url(#{ids}{})", gradient.name));
        let used_gradients = GRADIENTS.iter().filter(used);
        let defs: String = used_gradients.map(|gradient| gradient_element(gradient, &ids)).collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" width=\"{}\" \
             height=\"{}\" role=\"img\" font-family=\"system-ui, sans-serif\">\n<title>{}</title>\n\
             <defs>{defs}</defs>\n{body}</svg>",
            self.width,
            number(self.height()),
            escape(&self.title),
        )
    }

    fn body(&self, ids: &str) -> String {
        let mut out = String::new();
        for group in &self.groups {
            write_group(&mut out, group, ids);
            out.push('\n');
        }
        out
    }
}

impl Group {
    /// Writes the group as an SVG element, for a document that contains the [`gradients`].
    pub fn svg(&self) -> String {
        let mut out = String::new();
        write_group(&mut out, self, "");
        out
    }
}

/// Returns the SVG elements of all gradients, for the `defs` of a document with groups from [`Group::svg`].
pub fn gradients() -> String {
    GRADIENTS.iter().map(|gradient| gradient_element(gradient, "")).collect()
}

/// Escapes text for use in XML text and in attribute values between double quotes. Characters that XML does not allow
/// become `U+FFFD`.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\t' | '\n' | '\r' => out.push(letter),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
    out
}

fn write_group(out: &mut String, group: &Group, ids: &str) {
    out.push_str("<g");
    if !group.class.is_empty() {
        let _ = write!(out, " class=\"{}\"", escape(&group.class));
    }
    for (name, value) in &group.attributes {
        let _ = write!(out, " {name}=\"{}\"", escape(value));
    }
    if let Some([x, y]) = group.origin {
        let _ = write!(out, " transform=\"translate({} {})", number(x), number(y));
        let scale = format!("{:.4}", group.scale);
        if scale != "1.0000" {
            let _ = write!(out, " scale({scale})");
        }
        out.push('"');
    }
    out.push('>');
    if let Some(title) = &group.title {
        let _ = write!(out, "<title>{}</title>", escape(title));
    }
    for node in &group.nodes {
        match node {
            Node::Group(inner) => write_group(out, inner, ids),
            Node::Graphic(graphic) => write_graphic(out, graphic, ids),
        }
    }
    out.push_str("</g>");
}

fn write_graphic(out: &mut String, graphic: &Graphic, ids: &str) {
    let element = match &graphic.outline {
        Outline::Ellipse([rx, ry]) if number(*rx) == number(*ry) => "circle",
        Outline::Ellipse(_) => "ellipse",
        Outline::Rect { .. } => "rect",
        Outline::Path(_) => "path",
        Outline::Text { .. } => "text",
    };
    let _ = write!(out, "<{element}");
    if !graphic.class.is_empty() {
        let _ = write!(out, " class=\"{}\"", graphic.class);
    }
    write_outline(out, &graphic.outline, graphic.origin);
    match graphic.fill {
        None => out.push_str(" fill=\"none\""),
        Some(Fill::Colour(colour)) => write_colour(out, "fill", colour),
        Some(Fill::Gradient(gradient)) => {
            let _ = write!(out, " fill=\"url(#{ids}{})\"", gradient.name);
        }
    }
    if let Some(stroke) = graphic.stroke {
        write_colour(out, "stroke", stroke.colour);
        let _ = write!(out, " stroke-width=\"{}\"", number(stroke.width));
    }
    if let Outline::Text { text, .. } = &graphic.outline {
        let _ = write!(out, ">{}</text>", escape(text));
    } else {
        out.push_str("/>");
    }
}

/// Writes the attributes of a form that is displaced by `[x, y]`.
fn write_outline(out: &mut String, outline: &Outline, [x, y]: [f32; 2]) {
    match outline {
        Outline::Ellipse([rx, ry]) if number(*rx) == number(*ry) => {
            write_lengths(out, &[("cx", x), ("cy", y), ("r", *rx)]);
        }
        Outline::Ellipse([rx, ry]) => {
            write_lengths(out, &[("cx", x), ("cy", y), ("rx", *rx), ("ry", *ry)]);
        }
        Outline::Rect { size: [width, height], round } => {
            let (x, y) = (x - width / 2.0, y - height / 2.0);
            write_lengths(out, &[("x", x), ("y", y), ("width", *width), ("height", *height), ("rx", *round)]);
        }
        Outline::Path(data) => {
            let (x, y) = (number(x), number(y));
            if x != "0" || y != "0" {
                let _ = write!(out, " transform=\"translate({x} {y})\"");
            }
            let _ = write!(out, " d=\"{data}\"");
            if !data.ends_with('Z') {
                out.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
            }
        }
        Outline::Text { size, anchor, is_bold, .. } => {
            write_lengths(out, &[("x", x), ("y", y), ("font-size", *size)]);
            out.push_str(" dominant-baseline=\"central\"");
            if *anchor == Anchor::Middle {
                out.push_str(" text-anchor=\"middle\"");
            }
            if *is_bold {
                out.push_str(" font-weight=\"600\"");
            }
        }
    }
}

/// Writes lengths as attributes. An attribute whose value is 0 is left out, because 0 is the default.
fn write_lengths(out: &mut String, lengths: &[(&str, f32)]) {
    for (name, value) in lengths {
        if *value != 0.0 {
            let _ = write!(out, " {name}=\"{}\"", number(*value));
        }
    }
}

fn css_rgb(colour: Colour) -> String {
    format!("#{:06x}", colour >> 8)
}

/// Writes a colour as the attribute called `name`. Unless the colour is opaque, its opacity follows as an attribute of
/// this name with the ending `-opacity`.
fn write_colour(out: &mut String, name: &str, colour: Colour) {
    let [.., opacity] = colour.to_be_bytes();
    let _ = write!(out, " {name}=\"{}\"", css_rgb(colour));
    if opacity < u8::MAX {
        let _ = write!(out, " {name}-opacity=\"{}\"", number(f32::from(opacity) / 255.0));
    }
}

fn gradient_element(gradient: &Gradient, ids: &str) -> String {
    let last = gradient.colours.len().saturating_sub(1).max(1);
    let mut stops = String::new();
    for (index, colour) in gradient.colours.iter().enumerate() {
        let offset = number(index as f32 / last as f32);
        let _ = write!(stops, "<stop offset=\"{offset}\" stop-color=\"{}\"/>", css_rgb(*colour));
    }
    let name = gradient.name;
    match gradient.towards {
        None => format!(
            "<radialGradient id=\"{ids}{name}\" cx=\"38%\" cy=\"32%\" r=\"75%\">{stops}</radialGradient>"
        ),
        Some([x, y]) => format!(
            "<linearGradient id=\"{ids}{name}\" x1=\"0%\" y1=\"0%\" x2=\"{x}%\" y2=\"{y}%\">{stops}</linearGradient>"
        ),
    }
}
