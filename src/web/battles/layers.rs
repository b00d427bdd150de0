//! Ground to be measured, as the engine measures it. Places are in thousandths of a BW.

use musterfield_battle::areas::Area;
use musterfield_battle::{Battle, Id, Members};
use musterfield_geometry::Point;
use serde::Serialize;

/// The largest number of elements whose range and sight are answered at once.
const MOST_CHOSEN: usize = 8;

/// Everything that can be laid over the table.
#[derive(Debug, Serialize)]
pub(super) struct Layers<'b> {
    digest: &'b str,
    zones: Vec<Shape>,
    command: Vec<Shape>,
    ranges: Vec<Shape>,
    sights: Vec<Line>,
}

/// All ground within a distance of an outline.
#[derive(Debug, Serialize)]
struct Shape {
    side: char,
    /// The element whose it is, if it is not a feature's.
    of: Option<String>,
    corners: Vec<[i64; 2]>,
    around: i64,
}

/// A line of sight.
#[derive(Debug, Serialize)]
struct Line {
    target: String,
    from: [i64; 2],
    to: [i64; 2],
    clear: bool,
}

impl<'b> Layers<'b> {
    pub(super) fn new(battle: &Battle, chosen: Members, digest: &'b str) -> Self {
        let shapes = |areas: Vec<Area>| areas.into_iter().map(|area| shape(battle, area)).collect();
        let chosen: Vec<Id> = chosen.into_iter().take(MOST_CHOSEN).collect();
        let sights = chosen.iter().flat_map(|id| battle.sights(*id)).map(|sight| Line {
            target: battle.profile(sight.target).name.to_string(),
            from: pair(sight.from),
            to: pair(sight.to),
            clear: sight.is_clear,
        });
        Self {
            digest,
            zones: shapes(battle.threat_areas()),
            command: shapes(battle.command_areas()),
            ranges: shapes(chosen.iter().flat_map(|id| battle.ranges_of(*id)).collect()),
            sights: sights.collect(),
        }
    }
}

fn shape(battle: &Battle, area: Area) -> Shape {
    Shape {
        side: area.owner.letter(),
        of: area.of.map(|id| battle.profile(id).name.to_string()),
        corners: area.corners.into_iter().map(pair).collect(),
        around: area.around,
    }
}

fn pair(point: Point) -> [i64; 2] {
    [point.x, point.y]
}
