//! The colours of a drawing. They are only decoration: pattern and symbols carry the meaning.

use musterfield_rules::terrain::{Bua, Kind};

use super::options::Style;

/// The colours of one kind of feature.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    /// The background.
    pub(super) ground: &'static str,
    /// Outlines and other dark parts.
    pub(super) line: &'static str,
    /// The body of symbols: crowns, roofs, pools.
    pub(super) body: &'static str,
    /// A second body colour.
    pub(super) other: &'static str,
}

const fn paint(ground: &'static str, line: &'static str, body: &'static str, other: &'static str) -> Paint {
    Paint { ground, line, body, other }
}

/// The colours of a kind of feature.
pub(super) const fn feature_colours(kind: Kind, bua: Option<Bua>, style: Style) -> Paint {
    match style {
        Style::Colour => coloured(kind, bua),
        Style::Print => printed(kind),
    }
}

const fn coloured(kind: Kind, bua: Option<Bua>) -> Paint {
    match kind {
        Kind::Woods => paint("#b4c98f", "#385326", "#6c9850", "#94b974"),
        Kind::Marsh => paint("#cbdcc9", "#40705c", "#3b7b98", "#4b7440"),
        Kind::Boggy => paint("#dbd0ae", "#75643f", "#9db7b6", "#75833f"),
        Kind::Scrub => paint("#dfdfb0", "#6c7433", "#98a752", "#c2cb84"),
        Kind::Rocky => paint("#e0d8ca", "#5f564c", "#b6ac9d", "#d9d2c5"),
        Kind::Rough => paint("#ddd7ba", "#6b6137", "#98a752", "#b6ac9d"),
        Kind::Plough => paint("#e0c292", "#7f5826", "#a97c46", "#ecd5ab"),
        Kind::Enclosures => paint("#dde3b1", "#46652a", "#68893c", "#b39a4c"),
        Kind::Dunes => paint("#f3dfa3", "#97701f", "#dcb45d", "#b98a35"),
        Kind::Oasis => paint("#d6dda0", "#4c6b2c", "#5d9ab9", "#557f36"),
        Kind::DifficultHill => paint("#ddc498", "#5f3d1a", "#cba873", "#b78b55"),
        Kind::GentleHill => paint("#e6dca5", "#87732f", "#dccd8a", "#d0bc73"),
        Kind::CraggyHill => paint("#d8cdb8", "#54473a", "#c2b39a", "#ab9a80"),
        Kind::WoodedHill => paint("#c9c68f", "#4d4a20", "#b5b577", "#a3a868"),
        Kind::RockyHill => paint("#e4dcc0", "#7a6c4c", "#d6ccab", "#c8bc98"),
        Kind::ScrubbyHill => paint("#e0dfa6", "#7a7332", "#d2d38e", "#c4c87c"),
        Kind::Orchard => paint("#d5dfa6", "#506b2c", "#7f9d4c", "#a9bf6e"),
        Kind::Vineyard => paint("#e2dcae", "#65583a", "#6f7f35", "#8d6f92"),
        Kind::Lake => paint("#9cc6da", "#2b6280", "#5f9fbb", "#d4e8ef"),
        Kind::PavedRoad => paint("#e2dccf", "#5b5247", "#9b9184", "#f3eee4"),
        Kind::FrontierWall => paint("#dccfb3", "#352d24", "#a89d8a", "#c9bfa9"),
        Kind::Boundary => paint("#cfd7a2", "#46652a", "#68893c", "#b39a4c"),
        Kind::Sea => paint("#7fb0cb", "#22536e", "#b8d7e5", "#f2e1ae"),
        Kind::FreezingSea => paint("#c3dde8", "#3a6f8a", "#ffffff", "#f2e1ae"),
        Kind::Gully => paint("#d3ba8c", "#5e3f20", "#a98a5b", "#8f6f43"),
        Kind::River => paint("#a3cadb", "#2d667f", "#5f9fbb", "#d4e8ef"),
        Kind::Road => paint("#efdfb6", "#74542d", "#b6935f", "#fff6dc"),
        Kind::Waterway => paint("#94bfd4", "#2b6280", "#cbe2ec", "#f2e1ae"),
        Kind::Bua => match bua {
            Some(Bua::Hamlet | Bua::Settlement | Bua::Fortifiable) | None => {
                paint("#e4d0a8", "#5f4024", "#c06a48", "#9c4f33")
            }
            Some(Bua::Stronghold | Bua::City | Bua::Fort | Bua::Edifice) => {
                paint("#dccfb3", "#352d24", "#a89d8a", "#c9bfa9")
            }
        },
    }
}

const fn printed(kind: Kind) -> Paint {
    match kind {
        Kind::DifficultHill | Kind::CraggyHill | Kind::WoodedHill => paint("#f1f1f1", "#111111", "#dedede", "#c8c8c8"),
        Kind::GentleHill | Kind::RockyHill | Kind::ScrubbyHill => paint("#fbfbfb", "#555555", "#f1f1f1", "#e6e6e6"),
        Kind::Gully => paint("#f4f4f4", "#111111", "#d4d4d4", "#8a8a8a"),
        Kind::River | Kind::Lake | Kind::Waterway | Kind::Sea | Kind::FreezingSea => {
            paint("#ffffff", "#222222", "#777777", "#ffffff")
        }
        Kind::Plough => paint("#ffffff", "#222222", "#777777", "#ffffff"),
        Kind::Road | Kind::PavedRoad => paint("#ffffff", "#111111", "#888888", "#ffffff"),
        Kind::Bua | Kind::FrontierWall => paint("#ffffff", "#000000", "#e2e2e2", "#b0b0b0"),
        Kind::Oasis => paint("#ffffff", "#222222", "#d8d8d8", "#333333"),
        Kind::Enclosures | Kind::Boundary | Kind::Vineyard => paint("#ffffff", "#222222", "#333333", "#888888"),
        Kind::Dunes => paint("#ffffff", "#333333", "#e2e2e2", "#777777"),
        Kind::Rocky => paint("#ffffff", "#222222", "#d6d6d6", "#f6f6f6"),
        Kind::Marsh | Kind::Boggy => paint("#ffffff", "#222222", "#444444", "#222222"),
        Kind::Woods | Kind::Scrub | Kind::Rough | Kind::Orchard => paint("#ffffff", "#222222", "#f2f2f2", "#d6d6d6"),
    }
}

/// The colours of the sheet itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paper {
    /// The sheet around the table.
    pub(super) sheet: &'static str,
    /// Text and the frame.
    pub(super) ink: &'static str,
    /// Small text.
    pub(super) soft: &'static str,
    /// Lines and numbers of quarters.
    pub(super) faint: &'static str,
    /// The halo of text on the map.
    pub(super) halo: &'static str,
    /// Deployment zones.
    pub(super) zone: &'static str,
    /// The mark of a feature with a problem.
    pub(super) alarm: &'static str,
    /// The sign on that mark.
    pub(super) on_alarm: &'static str,
}

/// The colours of the sheet. The map keeps its paper colours when a page is dark: it is a sheet on the table.
pub(super) const fn paper(style: Style) -> Paper {
    match style {
        Style::Colour => Paper {
            sheet: "#fbf6e9",
            ink: "#2b241a",
            soft: "#63584a",
            faint: "#8d7f63",
            halo: "#fdf9ee",
            zone: "#5b3a78",
            alarm: "#b3170d",
            on_alarm: "#ffffff",
        },
        Style::Print => Paper {
            sheet: "#ffffff",
            ink: "#000000",
            soft: "#444444",
            faint: "#8a8a8a",
            halo: "#ffffff",
            zone: "#222222",
            alarm: "#000000",
            on_alarm: "#ffffff",
        },
    }
}

/// The ground of a table: a tint for each known home terrain, otherwise plain.
pub(super) fn ground(home: &str, style: Style) -> &'static str {
    if style == Style::Print {
        return "#ffffff";
    }
    match home {
        "arable" => "#eeeac8",
        "forest" => "#e7ebcd",
        "hilly" => "#eee7cc",
        "steppe" => "#f2ebc6",
        "dry" => "#f6ebcd",
        "tropical" => "#e6eccb",
        "littoral" => "#eeebd3",
        _ => "#f0e9d0",
    }
}
