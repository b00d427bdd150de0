//! The options of a map: its style, and the things drawn besides the features.

use std::collections::BTreeMap;

use musterfield_geometry::Point;
use musterfield_terrain::layout::Edge;

/// The style of a map. Pattern and symbol carry the meaning in both, never colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// In colour.
    #[default]
    Colour,
    /// Black, greys and white.
    Print,
}

impl Style {
    /// The word in addresses and options.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Colour => "colour",
            Self::Print => "print",
        }
    }

    /// Parses the word in addresses and options.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Colour, Self::Print].into_iter().find(|style| style.as_str() == text)
    }

    pub(super) const fn letter(self) -> char {
        match self {
            Self::Colour => 'c',
            Self::Print => 'p',
        }
    }
}

/// What is marked, besides the elements themselves.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Marks {
    /// The names of the elements that are chosen: a ring.
    pub chosen: Vec<String>,
    /// The names of those that may act: a bar behind the rear edge.
    pub may_act: Vec<String>,
    /// The names of those that the text beside the drawing is about: a glow beneath them.
    pub about: Vec<String>,
    /// Descriptions of elements, by their names: `Fast Blade a3, 2 AP`. An element without one has its name and type.
    pub words: BTreeMap<String, String>,
    /// Addresses of symbols that stand for types, by their codes. Each is drawn besides the code, and the page shows one of
    /// the two: the symbol is in a group `picture`, the code in a text `letters`.
    pub pictures: BTreeMap<String, String>,
    /// What happened last, the earliest first.
    pub happened: Vec<Happening>,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// An element moved: an arrow from middle to middle.
    Moved(Point, Point),
    /// An element was lost here: a cross.
    Lost(Point),
    /// Two fought: a line with a knot.
    Fought(Point, Point),
    /// One shot at the other, or bespelled it: a broken arrow.
    Shot(Point, Point),
}

/// Options for drawing anything besides the features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapOptions {
    /// Colour or print.
    pub style: Style,
    /// The invader's base edge: draws its deployment zone and that of the defender's, which is the opposite one
    /// (D3H2-DEPL-10, D3H2-DEPL-12), and where camps can stand (D3H2-CAMP-01).
    pub base_edge: Option<Edge>,
    /// Whether to draw names and sizes on the map.
    pub labels: bool,
    /// Whether to draw a legend of the kinds on the table, below it.
    pub legend: bool,
    /// Whether to draw title, home terrain, ruleset and seed, above it.
    pub heading: bool,
    /// Whether to draw a scale in BW and millimetres, below it.
    pub scale: bool,
    /// Whether to paint the background; otherwise it is transparent around the table.
    pub sheet: bool,
    /// The ids of features that get a marked outline and a warning sign.
    pub marked: Vec<String>,
    /// Whether to include the layout file in the drawing's metadata, to be read back.
    pub source: bool,
    /// Whether the seed is described as the one with which the table began: the table has been changed since, or the
    /// seed alone does not give it.
    pub begun: bool,
    /// Whether to include a hidden second set of larger names, `labels large`: a page shows it in place of the first
    /// where the drawing is small.
    pub small_screens: bool,
    /// Whether the elements of a battle bear their numbers beside their codes: `Sp4`.
    pub numbers: bool,
    /// Marks on a battle that is being played.
    pub marks: Marks,
    /// Whether features can be reached one by one, as in an editor; otherwise the drawing is one picture to screen
    /// readers.
    pub live: bool,
}

impl Default for MapOptions {
    /// A self-contained sheet.
    fn default() -> Self {
        Self {
            style: Style::Colour,
            base_edge: None,
            labels: true,
            legend: true,
            heading: true,
            scale: true,
            sheet: true,
            marked: Vec::new(),
            source: true,
            begun: false,
            small_screens: false,
            numbers: false,
            marks: Marks::default(),
            live: false,
        }
    }
}

impl MapOptions {
    /// The bare table of an editor: names, no legend, no heading, no scale; the layout file is elsewhere.
    #[must_use]
    pub fn editor() -> Self {
        let bare = Self { legend: false, heading: false, scale: false, source: false, ..Self::default() };
        Self { small_screens: true, live: true, ..bare }
    }
}
