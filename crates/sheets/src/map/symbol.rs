//! Symbols that are drawn often: each is defined once in a drawing and then only referenced.
//!
//! They are drawn around their centre in hundredths of a BW, as on the map.

use std::fmt::Write;

use musterfield_rules::terrain::{Bua, Kind};

use super::options::Style;
use super::palette::{self, Paint};

/// A symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Symbol {
    Tree,
    Sapling,
    Conifer,
    Palm,
    Bush,
    Shrub,
    Boulder,
    Stone,
    Pebble,
    Reeds,
    Ripple,
    Puddle,
    Grass,
    Crescent,
    House,
    Barn,
    Block,
    Tower,
    Bastion,
    Wave,
    Tent,
    Column,
}

impl Symbol {
    /// Its extent from its centre.
    pub(super) const fn radius(self) -> f64 {
        match self {
            Self::Tree | Self::Conifer => 21.0,
            Self::Palm => 19.0,
            Self::Sapling => 16.0,
            Self::Bush => 16.0,
            Self::Shrub => 11.0,
            Self::Boulder => 17.0,
            Self::Stone => 12.0,
            Self::Pebble => 6.0,
            Self::Reeds => 16.0,
            Self::Ripple | Self::Puddle => 17.0,
            Self::Grass => 9.0,
            Self::Crescent => 30.0,
            Self::House => 27.0,
            Self::Barn => 22.0,
            Self::Block => 23.0,
            Self::Tower | Self::Bastion => 16.0,
            Self::Wave => 24.0,
            Self::Tent => 15.0,
            Self::Column => 4.0,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Sapling => "sapling",
            Self::Conifer => "conifer",
            Self::Palm => "palm",
            Self::Bush => "bush",
            Self::Shrub => "shrub",
            Self::Boulder => "boulder",
            Self::Stone => "stone",
            Self::Pebble => "pebble",
            Self::Reeds => "reeds",
            Self::Ripple => "ripple",
            Self::Puddle => "puddle",
            Self::Grass => "grass",
            Self::Crescent => "crescent",
            Self::House => "house",
            Self::Barn => "barn",
            Self::Block => "block",
            Self::Tower => "tower",
            Self::Bastion => "bastion",
            Self::Wave => "wave",
            Self::Tent => "tent",
            Self::Column => "column",
        }
    }

    /// The kind of feature whose colours it has.
    const fn kind(self) -> (Kind, Option<Bua>) {
        match self {
            Self::Tree | Self::Sapling | Self::Conifer => (Kind::Woods, None),
            Self::Palm => (Kind::Oasis, None),
            Self::Bush | Self::Shrub => (Kind::Scrub, None),
            Self::Boulder | Self::Stone | Self::Pebble => (Kind::Rocky, None),
            Self::Reeds | Self::Ripple => (Kind::Marsh, None),
            Self::Puddle | Self::Grass => (Kind::Boggy, None),
            Self::Crescent => (Kind::Dunes, None),
            Self::House | Self::Barn | Self::Block | Self::Tent => (Kind::Bua, Some(Bua::Hamlet)),
            Self::Tower | Self::Bastion | Self::Column => (Kind::Bua, Some(Bua::Stronghold)),
            Self::Wave => (Kind::Waterway, None),
        }
    }

    /// Its id in the drawing. Two drawings on one page have the same symbols under the same ids.
    pub(super) fn id(self, style: Style) -> String {
        format!("mf-{}-{}", style.letter(), self.name())
    }

    /// Writes its definition.
    pub(super) fn define(self, style: Style, out: &mut String) {
        let (kind, bua) = self.kind();
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<g id=\"{}\">{}</g>",
            self.id(style),
            self.art(palette::feature_colours(kind, bua, style), style)
        );
    }

    fn art(self, Paint { ground, line, body, other }: Paint, style: Style) -> String {
        let shadow = |dx: f64, dy: f64, rx: f64, ry: f64| match style {
            Style::Colour => {
                format!(
                    "<ellipse cx=\"{dx}\" cy=\"{dy}\" rx=\"{rx}\" ry=\"{ry}\" fill=\"{line}\" fill-opacity=\".28\"/>"
                )
            }
            Style::Print => String::new(),
        };
        let edge = format!("stroke=\"{line}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
        match self {
            Self::Tree => format!(
                "{}<path d=\"M13.2 2.7a7.5 7.5 0 0 1-7.1 9.3a7.5 7.5 0 0 1-11.7.3a7.5 7.5 0 0 1-7.5-9a7.5 7.5 0 0 1 2.3-11.5a7.5 7.5 0 0 1 10.4-5.3a7.5 7.5 0 0 1 10.7 4.8a7.5 7.5 0 0 1 2.9 11.4z\" fill=\"{body}\" {edge} stroke-width=\"1.6\"/><path d=\"M-12-4a6 6 0 0 1 6-6.5a6 6 0 0 1 9 1.5a5 5 0 0 1-5 7a7 7 0 0 1-10-2z\" fill=\"{other}\"/><path d=\"M10 5q-2 5-7 5M0 13q-4 0-6-3\" fill=\"none\" {edge} stroke-width=\"1.3\"/>",
                shadow(3.5, 6.0, 17.0, 14.0)
            ),
            Self::Sapling => format!(
                "{}<path d=\"M8.8 4.8a6.2 6.2 0 0 1-8.5 5.2a6.2 6.2 0 0 1-8.8-4.8a6.2 6.2 0 0 1-.2-10a6.2 6.2 0 0 1 8.5-5.2a6.2 6.2 0 0 1 8.8 4.8a6.2 6.2 0 0 1 .2 10z\" fill=\"{body}\" {edge} stroke-width=\"1.5\"/><path d=\"M-9-2a5 5 0 0 1 8-6a4 4 0 0 1-1 6a5 5 0 0 1-7 0z\" fill=\"{other}\"/><path d=\"M7 4q-2 4-6 4\" fill=\"none\" {edge} stroke-width=\"1.2\"/>",
                shadow(3.0, 5.0, 13.0, 10.0)
            ),
            Self::Conifer => format!(
                "{}<path d=\"M0 12v7\" {edge} stroke-width=\"3\"/><path d=\"M0-20L9-6L5.5-7L12 4L7 3L14 13Q0 17-14 13L-7 3L-12 4L-5.5-7L-9-6Z\" fill=\"{body}\" {edge} stroke-width=\"1.5\"/><path d=\"M-1-14L-5-8M-2-5L-7 2M-3 5L-8 11\" fill=\"none\" stroke=\"{other}\" stroke-width=\"2.2\" stroke-linecap=\"round\"/>",
                shadow(5.0, 14.0, 13.0, 6.0)
            ),
            Self::Palm => format!(
                "{}<path d=\"M0 0Q10.4-3.1 16.9 6.3Q8.9 1.7 0 0M0 0Q8.9 6.2 5.6 17.1Q4.2 8 0 0M0 0Q.7 10.8-9.9 15.1Q-3.6 8.3 0 0M0 0Q-8 7.3-17.9 1.7Q-8.8 2.3 0 0M0 0Q-10.7-1.7-12.5-13Q-7.3-5.4 0 0M0 0Q-5.3-9.4 2.4-17.9Q-.3-9 0 0M0 0Q4.1-10 15.4-9.3Q6.9-5.9 0 0\" fill=\"{other}\" {edge} stroke-width=\"2\"/><circle r=\"2.6\" fill=\"{line}\"/>",
                shadow(3.0, 5.0, 12.0, 10.0)
            ),
            Self::Bush => format!(
                "{}<path d=\"M-13 7a6.5 6.5 0 0 1 0-12a8.5 8.5 0 0 1 15-4a7.5 7.5 0 0 1 11 7a6 6 0 0 1-1 9.5q-13 4-25-.5z\" fill=\"{body}\" {edge} stroke-width=\"1.5\"/><path d=\"M-11-3a6 6 0 0 1 10-3a4 4 0 0 1-2 5q-4 2-8-2z\" fill=\"{other}\"/><path d=\"M8 1q0 5-5 5M-5 4q-3 1-5-1\" fill=\"none\" {edge} stroke-width=\"1.2\"/>",
                shadow(2.0, 8.0, 15.0, 5.0)
            ),
            Self::Shrub => format!(
                "{}<path d=\"M-9 4a4.5 4.5 0 0 1 1-8a5.5 5.5 0 0 1 10-1.5a5 5 0 0 1 6.5 5a4 4 0 0 1-1 5q-8 2-16.5-.5z\" fill=\"{body}\" {edge} stroke-width=\"1.4\"/>",
                shadow(1.0, 5.0, 10.0, 3.5)
            ),
            Self::Boulder => format!(
                "{}<path d=\"M-15 7L-12-6L-2-13L10-9L16 3L11 11L-6 12Z\" fill=\"{body}\" {edge} stroke-width=\"1.6\"/><path d=\"M-12-6L-2-13L10-9L1-3Z\" fill=\"{other}\"/><path d=\"M-12-6L1-3L10-9M1-3L4 11\" fill=\"none\" {edge} stroke-width=\"1.2\"/>",
                shadow(3.0, 9.0, 15.0, 6.0)
            ),
            Self::Stone => format!(
                "<path d=\"M-10 5L-8-5L1-9L10-3L9 6L-1 8Z\" fill=\"{body}\" {edge} stroke-width=\"1.4\"/><path d=\"M-8-5L1-9L10-3L1-1Z\" fill=\"{other}\"/><path d=\"M-8-5L1-1L10-3M1-1L-1 8\" fill=\"none\" {edge} stroke-width=\"1\"/>"
            ),
            Self::Pebble => {
                format!("<path d=\"M-5 3L-4-3L2-4L5 1L2 4Z\" fill=\"{body}\" {edge} stroke-width=\"1.2\"/>")
            }
            Self::Reeds => format!(
                "<path d=\"M-15 8H15M-8 12H9\" fill=\"none\" stroke=\"{body}\" stroke-width=\"2.2\" stroke-linecap=\"round\"/><path d=\"M0 8V-13M-4 8Q-4-2-9-9M4 8Q4-2 9-9M-7 8Q-9 2-13 0M7 8Q9 2 13 0\" fill=\"none\" stroke=\"{other}\" stroke-width=\"1.9\" stroke-linecap=\"round\"/>"
            ),
            Self::Ripple => format!(
                "<path d=\"M-16-3H10M-8 4H16\" fill=\"none\" stroke=\"{body}\" stroke-width=\"2\" stroke-linecap=\"round\"/>"
            ),
            Self::Puddle => format!(
                "<ellipse rx=\"16\" ry=\"6.5\" fill=\"{}\" {edge} stroke-width=\"1.3\"/><path d=\"M-9-1Q-4-4 2-3.5\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\" stroke-linecap=\"round\"/>",
                if style == Style::Print { ground } else { body },
                if style == Style::Print { line } else { "#e4efee" },
            ),
            Self::Grass => format!(
                "<path d=\"M-2 5Q-3-1-7-4M0 5V-7M2 5Q3-1 7-4\" fill=\"none\" stroke=\"{other}\" stroke-width=\"1.7\" stroke-linecap=\"round\"/>"
            ),
            Self::Crescent => format!(
                "<path d=\"M-28 10C-22-18 22-18 28 10C16-3-16-3-28 10Z\" fill=\"{body}\" {edge} stroke-width=\"1.5\"/><path d=\"M-18 7C-12 2 12 2 18 7M-10 11C-5 8 5 8 10 11\" fill=\"none\" stroke=\"{other}\" stroke-width=\"1.4\" stroke-linecap=\"round\"/>"
            ),
            Self::House => format!(
                "{}<path d=\"M-20-13H20V13H-20Z\" fill=\"{other}\"/><path d=\"M-20-13H20V0H-20Z\" fill=\"{body}\"/><path d=\"M-20-13H20V13H-20ZM-20 0H20\" fill=\"none\" {edge} stroke-width=\"1.8\"/><path d=\"M-13 0V13M-6 0V13M1 0V13M8 0V13M15 0V13\" fill=\"none\" {edge} stroke-width=\".8\"/>",
                house_shadow(style, line, 20.0, 13.0)
            ),
            Self::Barn => format!(
                "{}<path d=\"M-16-11H16V11H-16Z\" fill=\"{other}\"/><path d=\"M-16-11H16L9 0H-9Z\" fill=\"{body}\"/><path d=\"M-16-11H16V11H-16ZM-16-11L-9 0L-16 11M16-11L9 0L16 11M-9 0H9\" fill=\"none\" {edge} stroke-width=\"1.7\"/>",
                house_shadow(style, line, 16.0, 11.0)
            ),
            Self::Block => format!(
                "<path d=\"M-17-15H17V15H-17Z\" fill=\"{body}\" {edge} stroke-width=\"1.7\"/><path d=\"M-17-15L-6-5H6L17-15M-17 15L-6 5H6L17 15M-6-5V5H6V-5Z\" fill=\"none\" {edge} stroke-width=\"1.2\"/><path d=\"M-6-5H6V5H-6Z\" fill=\"{ground}\" {edge} stroke-width=\"1.2\"/>"
            ),
            Self::Tower => format!(
                "<circle r=\"15\" fill=\"{body}\" {edge} stroke-width=\"2.4\"/><circle r=\"8.5\" fill=\"{other}\" {edge} stroke-width=\"1.5\"/>"
            ),
            Self::Bastion => format!(
                "<path d=\"M-13-13H13V13H-13Z\" fill=\"{body}\" {edge} stroke-width=\"2.4\"/><path d=\"M-6.5-6.5H6.5V6.5H-6.5Z\" fill=\"{other}\" {edge} stroke-width=\"1.5\"/>"
            ),
            Self::Wave => format!(
                "<path d=\"M-22 2Q-16-6-11 0Q-6 5 0 0Q6-6 11 0Q16 5 22 0\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linecap=\"round\"/>",
                if style == Style::Print { body } else { "#5c93ae" }
            ),
            Self::Tent => format!(
                "<path d=\"M-14 10L0-10L14 10Z\" fill=\"{ground}\" {edge} stroke-width=\"1.8\"/><path d=\"M-4 10L0-3L4 10Z\" fill=\"{line}\"/>"
            ),
            Self::Column => format!("<circle r=\"3.4\" fill=\"{other}\" {edge} stroke-width=\"1.2\"/>"),
        }
    }
}

fn house_shadow(style: Style, line: &str, x: f64, y: f64) -> String {
    match style {
        Style::Colour => format!(
            "<path d=\"M{} {}H{}V{}H{}Z\" fill=\"{line}\" fill-opacity=\".3\"/>",
            4.0 - x,
            4.0 - y,
            x + 4.0,
            y + 4.0,
            4.0 - x
        ),
        Style::Print => String::new(),
    }
}
