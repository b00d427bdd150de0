//! The battle after a step as a document, for programs that draw or count: one JSON object for each step.
//!
//! Lengths are in BW, angles in degrees clockwise from north, army points in AP.

use musterfield_geometry::{Base, Point};
use musterfield_rules::Points;
use serde::Serialize;

use super::element::{Id, Player};
use super::record::Entry;
use super::replay::Difference;
use super::state::{Battle, Phase, Whereabouts};

/// A step of a battle, and the state after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Snapshot {
    /// The number of steps so far; 0 before the first order.
    pub step: usize,
    /// The line in the record, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The order in words; `None` before the first order.
    pub order: Option<String>,
    /// The dice rolled for it.
    pub dice: Vec<u8>,
    /// Its result in words.
    pub result: String,
    /// The difference from the record found at this step; nothing follows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<DifferenceRecord>,
    /// The digest of the state.
    pub digest: String,
    /// The bound, counted over both sides from 1; 0 before the first.
    pub bound: u16,
    /// The player whose bound or set-up it is.
    pub player: char,
    /// The player who decides next.
    pub decides: char,
    /// The phase: `edges`, `camp`, `deployment`, `summoning`, `moving`, `shooting`, `fighting`, `recoiling`,
    /// `returning`, `over`.
    pub phase: &'static str,
    /// The PIPs left.
    pub pips: u8,
    /// The winner, once there is one.
    pub winner: Option<char>,
    /// The first side.
    pub a: SideRecord,
    /// The second side.
    pub b: SideRecord,
    /// All elements, those of the first side first.
    pub elements: Vec<ElementRecord>,
}

/// A difference from the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferenceRecord {
    /// The line of the record, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The difference, in a sentence.
    pub message: String,
}

impl From<&Difference> for DifferenceRecord {
    fn from(difference: &Difference) -> Self {
        Self { line: difference.line, column: difference.column, message: difference.what.to_string() }
    }
}

/// A side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideRecord {
    /// Its base edge, once it is chosen.
    pub edge: Option<&'static str>,
    /// Its camp, once it is placed.
    pub camp: Option<CampRecord>,
    /// The AP it has lost.
    pub lost: Points,
    /// The loss in AP at which it breaks.
    pub breaks_at: Points,
}

/// A camp.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CampRecord {
    /// Its front left corner.
    pub at: [f64; 2],
    /// Its middle.
    pub middle: [f64; 2],
    /// The direction its front faces.
    pub facing: f64,
    /// The length of its front, and its depth.
    pub size: [f64; 2],
    /// Whether it has been sacked.
    pub sacked: bool,
}

/// An element.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ElementRecord {
    /// Its name: `a3`.
    pub id: String,
    /// The player it belongs to.
    pub side: char,
    /// The code of its troop type, as in army files.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether it is Fast.
    pub fast: bool,
    /// Whether it carries the general.
    pub general: bool,
    /// Its state: `aside`, `table`, `holds`, `ensorcelled`, `destroyed`, `fled`.
    pub state: &'static str,
    /// The feature that it holds, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<&'static str>,
    /// Its front left corner, or that of its marker if it is ensorcelled; `None` if it is off the table.
    pub at: Option<[f64; 2]>,
    /// Its middle.
    pub middle: Option<[f64; 2]>,
    /// The direction it faces.
    pub facing: Option<f64>,
    /// Its base depth.
    pub depth: f64,
}

impl Snapshot {
    /// The state of a battle after an entry of its record, or before the first.
    #[must_use]
    pub fn of(battle: &Battle, step: usize, entry: Option<&Entry>) -> Self {
        Self {
            step,
            line: None,
            order: entry.map(|entry| entry.order.clone()),
            dice: entry.map(|entry| entry.dice.clone()).unwrap_or_default(),
            result: entry.map(|entry| entry.result.clone()).unwrap_or_default(),
            differs: None,
            digest: format!("{:016x}", battle.digest()),
            bound: battle.bound(),
            player: battle.player().letter(),
            decides: battle.to_decide().letter(),
            phase: phase(battle.phase()),
            pips: battle.pips(),
            winner: match battle.phase() {
                Phase::Over(winner) => Some(winner.letter()),
                _ => None,
            },
            a: side(battle, Player::A),
            b: side(battle, Player::B),
            elements: battle.everybody().map(|id| element(battle, id)).collect(),
        }
    }
}

const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Edges => "edges",
        Phase::Camp => "camp",
        Phase::Deployment => "deployment",
        Phase::Summoning => "summoning",
        Phase::Moving => "moving",
        Phase::Shooting => "shooting",
        Phase::Fighting => "fighting",
        Phase::Recoiling(_) => "recoiling",
        Phase::Returning(_) => "returning",
        Phase::Over(_) => "over",
    }
}

fn pair(point: Point) -> [f64; 2] {
    let (x, y) = point.to_bw();
    [x, y]
}

fn bw(length: i64) -> f64 {
    musterfield_geometry::point::bw(length)
}

fn side(battle: &Battle, player: Player) -> SideRecord {
    let side = battle.side(player);
    SideRecord {
        edge: side.edge.map(musterfield_terrain::Edge::as_str),
        camp: side.camp.map(|camp| CampRecord {
            at: pair(camp.base.front_left()),
            middle: pair(camp.base.middle()),
            facing: camp.base.facing().degrees(),
            size: [bw(camp.base.width()), bw(camp.base.depth())],
            sacked: camp.sacked,
        }),
        lost: battle.lost(player),
        breaks_at: *player.of(&battle.setting().breaks_at),
    }
}

fn element(battle: &Battle, id: Id) -> ElementRecord {
    let (profile, stand) = (battle.profile(id), battle.stand(id));
    let (state, holds, is_seen) = match stand.place {
        Whereabouts::Aside => ("aside", None, false),
        Whereabouts::Table => ("table", None, true),
        Whereabouts::Holds(held) => ("holds", Some(held.as_str()), true),
        Whereabouts::Ensorcelled(_) => ("ensorcelled", None, true),
        Whereabouts::Destroyed => ("destroyed", None, false),
        Whereabouts::Fled => ("fled", None, false),
    };
    let base: Option<&Base> = is_seen.then_some(&stand.base);
    ElementRecord {
        id: profile.name.to_string(),
        side: profile.name.player.letter(),
        kind: battle.setting().ruleset.plain_code(profile.troop).to_owned(),
        fast: profile.fast,
        general: profile.general,
        state,
        holds,
        at: base.map(|base| pair(base.front_left())),
        middle: base.map(|base| pair(base.middle())),
        facing: base.map(|base| base.facing().degrees()),
        depth: bw(profile.depth),
    }
}
