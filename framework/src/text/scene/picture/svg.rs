//! Pictures as SVG.

use std::fmt::Write;

use super::Picture;
use super::board::{GRASS, STEEL, WOOD};
use super::graphic::{Anchor, Colour, Fill, Gradient, Graphic, Group, Node, Outline, number};
use super::piece::{BOXWOOD, DOME, EBONY, GOLD, IVORY, RUST};

static GRADIENTS: [&Gradient; 9] = [&IVORY, &EBONY, &GOLD, &RUST, &DOME, &BOXWOOD, &WOOD, &GRASS, &STEEL];

impl Picture {
    /// Writes the picture as an SVG document. Equal pictures have equal texts, and different pictures have no id in
    /// common, so that they can stand on one page.
    pub fn svg(&self) -> String {
        let ids = format!("p{:08x}-", crc32fast::hash(self.body("").as_bytes()));
        let [left, top] = [self.area.left, self.area.top].map(number);
        let [width, height] = [self.area.width, self.area.height].map(number);
        let body = self.body(&ids);
        let used = |gradient: &&&Gradient| body.contains(&format!("url(#{ids}{})", gradient.name));
        let gradients: String = GRADIENTS.iter().filter(used).map(|each| gradient(each, &ids)).collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" width=\"{}\" \
             height=\"{}\" role=\"img\" font-family=\"system-ui, sans-serif\">\n<title>{}</title>\n\
             <defs>{gradients}</defs>\n{body}</svg>",
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
    /// Writes the group as an SVG element, for a document that has the [`gradients`].
    pub fn svg(&self) -> String {
        let mut out = String::new();
        write_group(&mut out, self, "");
        out
    }
}

/// Returns the SVG elements of all gradients.
pub fn gradients() -> String {
    GRADIENTS.iter().map(|each| gradient(each, "")).collect()
}

/// Escapes text for use in XML text and attribute values. Characters that XML does not allow become `U+FFFD`.
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
    let [x, y] = graphic.origin;
    let mut attributes = String::new();
    let mut add = |name: &str, value: f32| {
        if value != 0.0 {
            let _ = write!(attributes, " {name}=\"{}\"", number(value));
        }
    };
    let (name, text) = match &graphic.outline {
        Outline::Ellipse([rx, ry]) => {
            add("cx", x);
            add("cy", y);
            if number(*rx) == number(*ry) {
                add("r", *rx);
                ("circle", None)
            } else {
                add("rx", *rx);
                add("ry", *ry);
                ("ellipse", None)
            }
        }
        Outline::Rect { size: [width, height], round } => {
            for (name, value) in [
                ("x", x - width / 2.0),
                ("y", y - height / 2.0),
                ("width", *width),
                ("height", *height),
                ("rx", *round),
            ] {
                add(name, value);
            }
            ("rect", None)
        }
        Outline::Path(data) => {
            let [x, y] = graphic.origin.map(number);
            if (x.as_str(), y.as_str()) != ("0", "0") {
                let _ = write!(attributes, " transform=\"translate({x} {y})\"");
            }
            let _ = write!(attributes, " d=\"{data}\"");
            if !data.ends_with('Z') {
                attributes += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
            }
            ("path", None)
        }
        Outline::Text { text, size, anchor, is_bold } => {
            add("x", x);
            add("y", y);
            add("font-size", *size);
            attributes += match anchor {
                Anchor::Start => " dominant-baseline=\"central\"",
                Anchor::Middle => " dominant-baseline=\"central\" text-anchor=\"middle\"",
            };
            if *is_bold {
                attributes += " font-weight=\"600\"";
            }
            ("text", Some(text))
        }
    };
    let _ = write!(out, "<{name}");
    if !graphic.class.is_empty() {
        let _ = write!(out, " class=\"{}\"", graphic.class);
    }
    out.push_str(&attributes);
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
    match text {
        Some(text) => {
            let _ = write!(out, ">{}</text>", escape(text));
        }
        None => out.push_str("/>"),
    }
}

/// Returns a colour without its opacity.
fn css(colour: Colour) -> String {
    format!("#{:06x}", colour >> 8)
}

/// Writes a colour as the attribute `name`, and its opacity as another.
fn write_colour(out: &mut String, name: &str, colour: Colour) {
    let [.., opacity] = colour.to_be_bytes();
    let _ = write!(out, " {name}=\"{}\"", css(colour));
    if opacity < u8::MAX {
        let _ = write!(out, " {name}-opacity=\"{}\"", number(f32::from(opacity) / 255.0));
    }
}

fn gradient(gradient: &Gradient, ids: &str) -> String {
    let last = gradient.colours.len().saturating_sub(1).max(1);
    let mut stops = String::new();
    for (index, colour) in gradient.colours.iter().enumerate() {
        let offset = number(index as f32 / last as f32);
        let _ = write!(stops, "<stop offset=\"{offset}\" stop-color=\"{}\"/>", css(*colour));
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
