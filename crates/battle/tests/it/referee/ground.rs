//! The table under the elements: going, rivers, roads, hills, and what hides them.
//!
//! An element that lies within a hundredth of a BW on the boundary of something is neither in nor out for the referee.

use serde_json::Value;

use super::game::Game;
use super::geometry::{Base, P, apart, area, bands, clipped, p, point_to_segment, polygon_to_segment};
use super::reading::{Document, Element};

/// An answer of the referee; what lies too near to a boundary is unclear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tri {
    No,
    Unclear,
    Yes,
}

impl Tri {
    pub(super) const fn of(is: bool) -> Self {
        if is { Self::Yes } else { Self::No }
    }

    pub(super) fn not(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Unclear => Self::Unclear,
            Self::Yes => Self::No,
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        self.min(other)
    }

    pub(super) fn or(self, other: Self) -> Self {
        self.max(other)
    }

    /// Yes if something is so by strict measures, no if not even by generous ones.
    pub(super) fn between(strict: bool, generous: bool) -> Self {
        match (strict, generous) {
            (true, _) => Self::Yes,
            (false, true) => Self::Unclear,
            (false, false) => Self::No,
        }
    }

    pub(super) fn any(all: impl IntoIterator<Item = Self>) -> Self {
        all.into_iter().max().unwrap_or(Self::No)
    }
}

/// The margin of the boundaries of areas, and of rivers and roads, whose bends may be drawn in more than one way.
const AREA_MARGIN: f64 = 0.012;
const BAND_MARGIN: f64 = 0.03;

#[derive(Clone, Debug)]
pub(super) struct Feature {
    pub(super) id: String,
    /// The kind, or that of the built-up area.
    pub(super) kind: String,
    /// One outline, or one for each part of a river or a road.
    pub(super) parts: Vec<Vec<P>>,
    path: Vec<P>,
    width: f64,
    pub(super) crest: Vec<P>,
    /// The gates of a Stronghold.
    pub(super) gates: Vec<P>,
    /// Whether it is a Fort, which like a City is a Stronghold here.
    pub(super) is_fort: bool,
}

impl Feature {
    fn read(json: &Value) -> Self {
        let points = |key: &str| json.get(key).map(read_points).unwrap_or_default();
        let (polygon, path) = (points("polygon"), points("path"));
        let width = json["width"].as_f64().unwrap_or(0.0);
        let kind = json.get("bua").or_else(|| json.get("kind")).and_then(Value::as_str).unwrap_or("");
        let is_fort = kind == "fort";
        let kind = if matches!(kind, "city" | "fort") { "stronghold" } else { kind };
        let parts = if path.is_empty() { vec![polygon] } else { bands(&path, width) };
        let gates = match json.get("gate") {
            Some(gate) if gate[0].is_number() => vec![read_point(gate)],
            Some(gates) => read_points(gates),
            None => Vec::new(),
        };
        Self {
            id: json["id"].as_str().unwrap_or("").to_owned(),
            kind: kind.to_owned(),
            parts,
            path,
            width,
            crest: points("crest"),
            gates,
            is_fort,
        }
    }

    pub(super) fn outline(&self) -> &[P] {
        self.parts.first().map_or(&[], Vec::as_slice)
    }

    fn covers(&self, base: &Base, margin: f64) -> bool {
        let base = base.grown(margin);
        if base.width <= 0.0 || base.depth <= 0.0 {
            return false;
        }
        self.parts.iter().any(|part| area(&clipped(part, &base.corners())) > 1e-5)
    }

    /// Whether a base is at least partly in it (FEAT-22).
    pub(super) fn holds_part_of(&self, base: &Base) -> Tri {
        let margin = if self.path.is_empty() { AREA_MARGIN } else { BAND_MARGIN };
        Tri::between(self.covers(base, -margin), self.covers(base, margin))
    }

    /// Whether a base is entirely in it.
    pub(super) fn holds_all_of(&self, base: &Base) -> Tri {
        let margin = if self.path.is_empty() { AREA_MARGIN } else { BAND_MARGIN };
        let holds = |margin: f64| {
            let base = base.grown(margin);
            let covered: f64 = self.parts.iter().map(|part| area(&clipped(part, &base.corners()))).sum();
            covered >= base.width * base.depth - 1e-4
        };
        Tri::between(holds(margin), holds(-margin))
    }

    /// Whether the middle of a road is so near to a point that the point is on it.
    fn is_on_path(&self, q: P) -> Tri {
        let away = self.path.windows(2).map(|pair| point_to_segment(q, (pair[0], pair[1]))).fold(f64::MAX, f64::min);
        let half = self.width / 2.0;
        Tri::between(away <= half - 0.01, away <= half + 0.02)
    }

    /// Kinds whose depth hides what is beyond (SHOOT-14).
    pub(super) fn hides(&self) -> bool {
        matches!(self.kind.as_str(), "difficult_hill" | "woods" | "oasis" | "dunes" | "hamlet" | "edifice")
    }
}

fn read_point(json: &Value) -> P {
    p(json[0].as_f64().unwrap_or(0.0), json[1].as_f64().unwrap_or(0.0))
}

fn read_points(json: &Value) -> Vec<P> {
    json.as_array().map(|points| points.iter().map(read_point).collect()).unwrap_or_default()
}

/// The table with its features.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub(super) board: P,
    pub(super) features: Vec<Feature>,
    pub(super) game: &'static Game,
}

impl Ground {
    pub(super) fn read(layout: &Value, game: &'static Game) -> Self {
        let features = layout["features"].as_array().map(|all| all.iter().map(Feature::read).collect());
        Self { board: read_point(&layout["board"]), features: features.unwrap_or_default(), game }
    }

    pub(super) fn of_kind<'g>(&'g self, kinds: &'g [&str]) -> impl Iterator<Item = &'g Feature> {
        self.features.iter().filter(|feature| kinds.contains(&feature.kind.as_str()))
    }

    /// The Stronghold, unless it has been destroyed.
    pub(super) fn stronghold(&self, document: &Document) -> Option<&Feature> {
        self.of_kind(&["stronghold"]).next().filter(|_| document.stronghold.is_some())
    }

    pub(super) fn corners(&self) -> [P; 4] {
        [p(0.0, 0.0), p(0.0, self.board.y), self.board, p(self.board.x, 0.0)]
    }

    /// Whether a base is partly in bad going for an element (FEAT-15, FEAT-19, FEAT-20).
    pub(super) fn is_in_bad(&self, document: &Document, element: &Element, base: &Base) -> Tri {
        if element.is_at_home_anywhere() {
            return Tri::No;
        }
        let is_spared =
            |feature: &Feature| element.is_on_camels() && matches!(feature.kind.as_str(), "dunes" | "oasis");
        let bad = self.features.iter().filter(|feature| self.is_bad(feature, document) && !is_spared(feature));
        Tri::any(bad.map(|feature| feature.holds_part_of(base)))
    }

    /// Whether a feature is bad going. In HOTT ploughed land can be, since what is rough in D3H2 is bad there.
    pub(super) fn is_bad(&self, feature: &Feature, document: &Document) -> bool {
        self.game.bad.contains(&feature.kind.as_str()) || self.game.is_hott() && is_sodden(feature, document)
    }

    fn is_rough(&self, feature: &Feature, document: &Document) -> bool {
        self.game.rough.contains(&feature.kind.as_str()) || !self.game.is_hott() && is_sodden(feature, document)
    }

    /// Whether a base is partly in rough going for an element (FEAT-16, FEAT-18, FEAT-20).
    pub(super) fn is_in_rough(&self, document: &Document, element: &Element, base: &Base) -> Tri {
        if element.is_at_home_anywhere() {
            return Tri::No;
        }
        let rough = self.features.iter().filter(|feature| self.is_rough(feature, document));
        Tri::any(rough.map(|feature| feature.holds_part_of(base)))
    }

    /// Whether a base is entirely in good going for an element (FEAT-23).
    pub(super) fn is_in_good(&self, document: &Document, element: &Element, base: &Base) -> Tri {
        self.is_in_bad(document, element, base).or(self.is_in_rough(document, element, base)).not()
    }

    /// Whether a base stands on a road: the middles of its front and rear edges lie on it.
    pub(super) fn is_on_road(&self, base: &Base) -> Tri {
        let rear = (base.rl() + base.rr()) * 0.5;
        let roads = self.of_kind(&["road"]);
        Tri::any(roads.map(|road| road.is_on_path(base.front_middle()).and(road.is_on_path(rear))))
    }

    /// Whether a base is partly in a river of one of these states.
    pub(super) fn is_in_river(&self, document: &Document, base: &Base, states: &[&str]) -> Tri {
        // Nobody tries the rivers of HOTT: all are waded (HOTT25-MOVE-03).
        let waded = self.game.is_hott() && states.contains(&"shallow");
        let rivers = self.of_kind(&["river"]).filter(|river| waded || states.contains(&document.river(&river.id)));
        Tri::any(rivers.map(|river| river.holds_part_of(base)))
    }

    /// How near a point is to the crest of a hill.
    pub(super) fn crest_away(hill: &Feature, q: P) -> f64 {
        let crest = hill.crest.windows(2).map(|pair| point_to_segment(q, (pair[0], pair[1])));
        let ends = hill.crest.iter().map(|end| (*end - q).length());
        crest.chain(ends).fold(f64::MAX, f64::min)
    }

    /// How near a polygon comes to the crest of a hill.
    pub(super) fn crest_from(hill: &Feature, of: &[P]) -> f64 {
        let crest = hill.crest.windows(2).map(|pair| polygon_to_segment(of, (pair[0], pair[1])));
        crest.fold(f64::MAX, f64::min)
    }

    /// Whether an element may not end in this place at all (MOVE-08, MOVE-16, FEAT-10): the rule, and whether it is so.
    pub(super) fn is_barred(&self, document: &Document, element: &Element, base: &Base) -> Vec<(&'static str, Tri)> {
        let town = document.stronghold.is_some();
        let there = |feature: &&Feature| feature.kind != "stronghold" || town;
        let part =
            |kinds: &[&str]| Tri::any(self.of_kind(kinds).filter(there).map(|feature| feature.holds_part_of(base)));
        let mut barred = vec![("FEAT-10", if element.water { Tri::No } else { part(&["waterway"]) })];
        if element.is_aerial() {
            barred.push(("MOVE-08", part(&["woods", "stronghold", "hamlet"])));
        } else {
            barred.push(("BUA-11", part(&["stronghold"])));
        }
        if element.is_wheeled() {
            let poor = if self.game.is_d3h2() {
                self.is_in_good(document, element, base).not()
            } else {
                self.is_in_bad(document, element, base)
            };
            barred.push(("MOVE-16", poor.and(self.is_on_road(base).not())));
        }
        barred
    }

    /// The corners of a Stronghold or camp that stands, by the name of its holder's side.
    pub(super) fn walls(&self, document: &Document, what: &str, side: char) -> Option<Vec<P>> {
        match what {
            // The Stronghold of HOTT is set up like a camp (HOTT25-DEPL-02).
            "stronghold" if !self.game.is_hott() => self.stronghold(document).map(|s| s.outline().to_vec()),
            "stronghold" => document.camp(side).map(|camp| camp.corners().to_vec()),
            _ => document.camp_named(what, side).map(|camp| camp.corners().to_vec()),
        }
    }

    pub(super) fn near_walls(&self, base: &Base, walls: &[P]) -> f64 {
        apart(&base.corners(), walls)
    }
}

/// Whether a feature is ploughed land that has become rough or bad going (FEAT-18).
fn is_sodden(feature: &Feature, document: &Document) -> bool {
    feature.kind == "plough" && document.rough_plough
}
