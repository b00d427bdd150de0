//! The battle after a step as a document, for programs that draw or count: one JSON object for each step.
//!
//! Lengths are in BW, angles in degrees clockwise from north, army points in AP. A document tells the whole state, and
//! nothing from which dice to come could be worked out.

mod commands;
mod open;
mod parts;

use musterfield_geometry::Base;
use musterfield_rules::Points;
use musterfield_rules::combat::Held;
use serde::Serialize;

pub use self::commands::CommandRecord;
use self::commands::disclosed;
use self::open::Open;
pub use self::parts::CampRecord;
use self::parts::{bw, names, pair};
use super::element::{Id, Player};
use super::record::{EarlyEnd, Entry, Standing};
use super::state::{Battle, Phase, River, Sack, Whereabouts};

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
    /// The phase: `edges`, `allotting`, `camp`, `deployment`, `landing`, `holding`, `summoning`, `moving`, `shooting`, `answering`,
    /// `fighting`, `adding`, `recoiling`, `returning`, `over`.
    pub phase: &'static str,
    /// The PIPs left; those of all commands together, if the armies are divided.
    pub pips: u8,
    /// The winner, once there is one.
    pub winner: Option<char>,
    /// The way it ended, if the players and not the rules ended it: `resigned`, `drawn`, `late`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub early: Option<&'static str>,
    /// The Stronghold, if there is one that has not been destroyed.
    pub stronghold: Option<StrongholdRecord>,
    /// The rivers, in the order of the layout.
    pub rivers: Vec<RiverRecord>,
    /// Whether ploughed fields are rough going in this battle.
    pub rough_plough: bool,
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

/// The owner and holder of the Stronghold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StrongholdRecord {
    /// The player who placed it.
    pub owner: char,
    /// The player who holds it now.
    pub holder: char,
    /// Whether an element in it sacks it, or has sacked it and may leave: `busy`, `done`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sack: Option<&'static str>,
    /// Whether it has surrendered.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub surrendered: bool,
    /// Whether friends have passed through it in this bound.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub passed: bool,
}

/// A river.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RiverRecord {
    /// Its id in the layout.
    pub feature: String,
    /// Its state: `unknown` until an element tries it, then `paltry`, `shallow` or `deep`.
    pub state: &'static str,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideRecord {
    /// Its base edge, once it is chosen.
    pub edge: Option<&'static str>,
    /// Its camp, once it is placed.
    pub camp: Option<CampRecord>,
    /// Whether its Stronghold serves as its camp.
    pub camp_in_stronghold: bool,
    /// The number of bounds it has begun.
    pub bounds: u16,
    /// Enemies that have entered bad going or a river, or were set up there, since its last bound began. A Lurker may
    /// answer them.
    pub intruders: Vec<String>,
    /// The elements that wait to land from the sea.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reserved: Vec<String>,
    /// Its commands, if the armies are divided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<CommandRecord>,
    /// Whether its commander-in-chief has used the one chance to add to a score, if the armies are divided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_added: Option<bool>,
    /// The AP it has lost, or the elements where those are counted.
    pub lost: Points,
    /// The loss in AP at which it breaks.
    pub breaks_at: Points,
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
    /// The number of its command, if the armies are divided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<u8>,
    /// Whether it belongs to an allied contingent.
    pub ally: bool,
    /// Whether it is a water element.
    pub water: bool,
    /// Whether it is a War Wagon that serves as a siege tower.
    pub siege_tower: bool,
    /// Whether it is mounted infantry.
    pub mounted: bool,
    /// The feature whose Civilians it is, if it is no element of an army.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub civilians: Option<&'static str>,
    /// The AP that its loss counts, without what the loss of a general counts besides.
    pub cost: Points,
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
    /// The number of tactical moves it has made in this bound.
    pub moves: u8,
    /// The length of these moves that counts for shooting: that of the longest or, by some rules, of all together.
    pub longest: f64,
    /// Whether all its moves in this bound were along roads.
    pub by_road: bool,
    /// Whether it has shot or bespelled in this bound.
    pub shot: bool,
    /// Whether it has fought in close combat in this bound.
    pub fought: bool,
    /// Whether an Aerial has come down to fight.
    pub down: bool,
    /// Whether it is on foot: it has dismounted, or was set up so. Its type is then that of the Foot.
    pub dismounted: bool,
    /// Whether it is held in place in this bound, although its command is demoralised.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// The enemy that its front edge touches at an angle because neither of the two could conform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub askew: Option<String>,
    /// The bound in which it was last summoned, if it ever was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrived: Option<u16>,
    /// The feature in which a Lurker was summoned, by its id in the layout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lair: Option<String>,
    /// The number of times a Lurker has been summoned.
    pub summons: u8,
    /// The number of times a Mage's own die has turned against its spell.
    pub backfires: u8,
    /// The enemy whose fate frees it, if it is ensorcelled by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ensorcelled_by: Option<String>,
    /// The orders it may still be given now.
    pub may: Vec<Open>,
}

impl Snapshot {
    /// The state of a battle after an entry of its record, or before the first.
    #[must_use]
    pub fn of(battle: &Battle, step: usize, entry: Option<&Entry>) -> Self {
        Self {
            step,
            line: None,
            order: entry.map(|entry| disclosed(battle, &entry.order)),
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
            early: None,
            a: side(battle, Player::A),
            b: side(battle, Player::B),
            stronghold: battle.standing_stronghold().map(|stronghold| StrongholdRecord {
                owner: stronghold.owner.letter(),
                holder: stronghold.holder.letter(),
                sack: match stronghold.town.sack {
                    Sack::None => None,
                    Sack::Busy => Some("busy"),
                    Sack::Done => Some("done"),
                },
                surrendered: stronghold.town.surrendered,
                passed: stronghold.town.passed,
            }),
            rivers: rivers(battle),
            rough_plough: battle.state.rough_plough,
            elements: elements(battle),
        }
    }

    /// The same state of a battle that the players have ended.
    #[must_use]
    pub fn ended(self, battle: &Battle, early: Option<EarlyEnd>) -> Self {
        let standing = Standing::ended(battle, early);
        Self { winner: standing.winner.map(Player::letter), early: standing.early.map(EarlyEnd::word), ..self }
    }
}

fn rivers(battle: &Battle) -> Vec<RiverRecord> {
    let field = battle.field();
    let states = field.each(field.rivers).zip(&battle.state.rivers);
    states
        .map(|((_, ground), river)| RiverRecord { feature: ground.id.to_string(), state: river_state(*river) })
        .collect()
}

const fn river_state(river: River) -> &'static str {
    match river {
        River::Unknown => "unknown",
        River::Paltry => "paltry",
        River::Shallow => "shallow",
        River::Deep => "deep",
    }
}

const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Edges => "edges",
        Phase::Allotting => "allotting",
        Phase::Camp => "camp",
        Phase::Deployment => "deployment",
        Phase::Landing => "landing",
        Phase::Holding => "holding",
        Phase::Summoning => "summoning",
        Phase::Moving => "moving",
        Phase::Bespelling => "bespelling",
        Phase::Shooting => "shooting",
        Phase::ShootingBack => "shooting-back",
        Phase::Conforming(_) => "conforming",
        Phase::Answering(_) => "answering",
        Phase::Fighting => "fighting",
        Phase::Adding(_) => "adding",
        Phase::Recoiling(_) => "recoiling",
        Phase::Returning(_) => "returning",
        Phase::Over(_) => "over",
    }
}

fn side(battle: &Battle, player: Player) -> SideRecord {
    let side = battle.side(player);
    SideRecord {
        edge: side.edge.map(musterfield_terrain::Edge::as_str),
        camp: side.camp.map(CampRecord::of),
        camp_in_stronghold: side.camp_in_stronghold,
        bounds: side.bounds,
        intruders: names(battle, side.intruders),
        reserved: names(battle, side.reserved),
        commands: commands::of(battle, player),
        has_added: battle.division(player).map(|_| battle.has_added(player)),
        lost: battle.lost(player),
        breaks_at: *player.of(&battle.setting().breaks_at),
    }
}

fn elements(battle: &Battle) -> Vec<ElementRecord> {
    let open = open::of_each(battle);
    battle.everybody().zip(open).map(|(id, may)| element(battle, id, may)).collect()
}

fn element(battle: &Battle, id: Id, may: Vec<Open>) -> ElementRecord {
    let (profile, stand) = (battle.profile(id), battle.element(id));
    let (state, holds, is_seen) = match stand.place {
        Whereabouts::Aside => ("aside", None, false),
        Whereabouts::Table => ("table", None, true),
        Whereabouts::Holds(held) => ("holds", Some(held.as_str()), true),
        Whereabouts::Ensorcelled(_) => ("ensorcelled", None, true),
        Whereabouts::Destroyed => ("destroyed", None, false),
        Whereabouts::Fled => ("fled", None, false),
    };
    let base: Option<&Base> = is_seen.then_some(&stand.base);
    let ensorcelled_by = match stand.place {
        Whereabouts::Ensorcelled(Some(by)) => Some(battle.profile(by).name.to_string()),
        _ => None,
    };
    let lair = stand.lair.and_then(|lair| battle.field().grounds.get(usize::from(lair)));
    ElementRecord {
        id: profile.name.to_string(),
        side: profile.name.player.letter(),
        kind: battle.setting().ruleset.plain_code(profile.troop).to_owned(),
        fast: profile.fast,
        general: profile.general,
        command: battle.command_of(id).map(|(command, _)| command.number),
        ally: profile.ally,
        water: profile.water,
        siege_tower: profile.siege_tower,
        mounted: profile.rides,
        civilians: profile.civilians.map(Held::as_str),
        cost: profile.cost,
        state,
        holds,
        at: base.map(|base| pair(base.front_left())),
        middle: base.map(|base| pair(base.middle())),
        facing: base.map(|base| base.facing().degrees()),
        depth: bw(profile.depth),
        moves: stand.moves,
        longest: bw(i64::from(stand.longest)),
        by_road: stand.moves > 0 && stand.by_road,
        shot: stand.shot,
        fought: stand.fought,
        down: stand.down,
        dismounted: stand.dismounted,
        held: battle.held().has(id),
        askew: battle.askew(id).map(|(enemy, _)| battle.profile(enemy).name.to_string()),
        arrived: Some(stand.arrived).filter(|bound| *bound > 0),
        lair: lair.map(|ground| ground.id.to_string()),
        summons: stand.summons,
        backfires: stand.backfires,
        ensorcelled_by,
        may,
    }
}
