//! The texts that the referee reads: the documents of the steps, the layout of the header, orders, and results in words.

use serde::Deserialize;
use serde_json::Value;

use super::game::{D3H2, Game};
use super::geometry::{Base, P, p};

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Document {
    pub(super) order: Option<String>,
    pub(super) dice: Vec<u8>,
    pub(super) result: String,
    pub(super) bound: u32,
    pub(super) player: char,
    pub(super) decides: char,
    pub(super) phase: String,
    pub(super) pips: i32,
    pub(super) winner: Option<char>,
    pub(super) stronghold: Option<Stronghold>,
    pub(super) rivers: Vec<River>,
    pub(super) rough_plough: bool,
    pub(super) a: Side,
    pub(super) b: Side,
    pub(super) elements: Vec<Element>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Stronghold {
    pub(super) owner: char,
    pub(super) holder: char,
    /// Whether a City is being sacked (`busy`), or has been.
    #[serde(default)]
    pub(super) sack: Option<String>,
    #[serde(default)]
    pub(super) surrendered: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct River {
    pub(super) feature: String,
    pub(super) state: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Side {
    pub(super) edge: Option<String>,
    pub(super) camp: Option<Camp>,
    pub(super) camp_in_stronghold: bool,
    pub(super) bounds: u32,
    pub(super) intruders: Vec<String>,
    #[serde(default)]
    pub(super) reserved: Vec<String>,
    pub(super) lost: f64,
    pub(super) breaks_at: f64,
    /// The commands of a Big Battle.
    #[serde(default)]
    pub(super) commands: Vec<Command>,
}

/// A command of a Big Battle.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Command {
    pub(super) number: u32,
    pub(super) general: String,
    pub(super) elements: Vec<String>,
    #[serde(default)]
    pub(super) allied: bool,
    #[serde(default)]
    pub(super) camp: Option<Camp>,
    pub(super) state: String,
    pub(super) pips: i32,
    pub(super) die: Option<u32>,
    pub(super) lost: f64,
    pub(super) demoralised_at: f64,
    pub(super) lost_to_rout: f64,
    pub(super) routed_at: f64,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Camp {
    pub(super) at: [f64; 2],
    pub(super) facing: f64,
    pub(super) size: [f64; 2],
    pub(super) sacked: bool,
}

impl Camp {
    pub(super) fn base(&self) -> Base {
        Base { fl: p(self.at[0], self.at[1]), facing: self.facing, width: self.size[0], depth: self.size[1] }
    }
}

impl Command {
    /// The camp of an allied command while it stands.
    pub(super) fn camp(&self) -> Option<Base> {
        self.camp.as_ref().filter(|camp| !camp.sacked).map(Camp::base)
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Element {
    pub(super) id: String,
    pub(super) side: char,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) fast: bool,
    pub(super) general: bool,
    pub(super) ally: bool,
    pub(super) water: bool,
    pub(super) siege_tower: bool,
    pub(super) mounted: bool,
    pub(super) cost: f64,
    pub(super) state: String,
    pub(super) holds: Option<String>,
    pub(super) at: Option<[f64; 2]>,
    pub(super) facing: Option<f64>,
    pub(super) depth: f64,
    pub(super) moves: u32,
    pub(super) longest: f64,
    pub(super) shot: bool,
    pub(super) down: bool,
    /// The enemy that its front edge touches at an angle.
    pub(super) askew: Option<String>,
    pub(super) arrived: Option<u32>,
    pub(super) lair: Option<String>,
    pub(super) summons: u32,
    pub(super) backfires: u32,
    pub(super) ensorcelled_by: Option<String>,
    /// The feature whose Civilians they are, which are no part of the army.
    #[serde(default)]
    pub(super) civilians: Option<String>,
    /// The command to which it belongs in a Big Battle, and whether it is held in place.
    #[serde(default)]
    pub(super) command: Option<u32>,
    #[serde(default)]
    pub(super) held: bool,
    /// The game, which the documents do not tell.
    #[serde(skip, default = "unknown")]
    pub(super) game: &'static Game,
}

const fn unknown() -> &'static Game {
    &D3H2
}

impl Element {
    /// Its base, if it stands on the table.
    pub(super) fn base(&self) -> Option<Base> {
        (self.state == "table").then(|| self.marker()).flatten()
    }

    /// Its base, or the marker that keeps its place while it is ensorcelled.
    pub(super) fn marker(&self) -> Option<Base> {
        let ([x, y], facing) = (self.at?, self.facing?);
        Some(Base { fl: p(x, y), facing, width: 1.0, depth: self.depth })
    }
}

/// An element with the base on which it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand<'d> {
    pub(super) element: &'d Element,
    pub(super) base: Base,
}

impl Document {
    /// The document of a step. A City and a Fort are Strongholds here, as in D3H2.
    pub(super) fn read(json: Value, game: &'static Game) -> Self {
        let mut document: Self =
            serde_json::from_value(json).unwrap_or_else(|error| panic!("no document of a step: {error}"));
        for element in &mut document.elements {
            element.game = game;
            element.holds = element.holds.take().map(|feature| walls_named(&feature).to_owned());
        }
        document
    }

    pub(super) fn element(&self, id: &str) -> Option<&Element> {
        self.elements.iter().find(|element| element.id == id)
    }

    pub(super) fn stand(&self, id: &str) -> Option<Stand<'_>> {
        let element = self.element(id)?;
        Some(Stand { element, base: element.base()? })
    }

    pub(super) fn stands(&self) -> impl Iterator<Item = Stand<'_>> {
        self.elements.iter().filter_map(|element| Some(Stand { element, base: element.base()? }))
    }

    pub(super) fn enemies_of(&self, side: char) -> impl Iterator<Item = Stand<'_>> {
        self.stands().filter(move |stand| stand.element.side != side)
    }

    pub(super) fn friends_of<'d>(&'d self, element: &'d Element) -> impl Iterator<Item = Stand<'d>> {
        self.stands().filter(move |stand| stand.element.side == element.side && stand.element.id != element.id)
    }

    /// The command of an element, in a Big Battle.
    pub(super) fn command_of(&self, element: &Element) -> Option<&Command> {
        self.side(element.side).commands.iter().find(|command| Some(command.number) == element.command)
    }

    /// Whether the command of an element is demoralised.
    pub(super) fn is_disheartened(&self, element: &Element) -> bool {
        self.command_of(element).is_some_and(|command| command.state != "fights")
    }

    pub(super) const fn side(&self, side: char) -> &Side {
        if side == 'a' { &self.a } else { &self.b }
    }

    /// All camps that stand, those of allied commands too.
    pub(super) fn camps(&self) -> impl Iterator<Item = Base> {
        ['a', 'b'].into_iter().flat_map(|side| self.camps_of(side))
    }

    /// The camp of a side while it stands.
    pub(super) fn camp(&self, side: char) -> Option<Base> {
        self.side(side).camp.as_ref().filter(|camp| !camp.sacked).map(Camp::base)
    }

    /// The camps of a side that stand.
    pub(super) fn camps_of(&self, side: char) -> impl Iterator<Item = Base> {
        self.camp(side).into_iter().chain(self.side(side).commands.iter().filter_map(Command::camp))
    }

    /// A camp as orders name it: `camp2` is that of command 2.
    pub(super) fn camp_named(&self, name: &str, side: char) -> Option<Base> {
        match name.trim_start_matches("camp").parse::<u32>() {
            Ok(number) => {
                self.side(side).commands.iter().find(|command| command.number == number).and_then(Command::camp)
            }
            Err(_) => self.camp(side),
        }
    }

    /// The state of a river.
    pub(super) fn river(&self, feature: &str) -> &str {
        self.rivers.iter().find(|river| river.feature == feature).map_or("unknown", |river| &river.state)
    }

    /// The general who commands an element.
    pub(super) fn general_of(&self, element: &Element) -> Option<&Element> {
        match self.command_of(element) {
            Some(command) => self.element(&command.general),
            None => self.elements.iter().find(|general| general.side == element.side && general.general),
        }
    }
}

pub(super) const fn other(side: char) -> char {
    if side == 'a' { 'b' } else { 'a' }
}

/// The name of walls in D3H2: Cities and Forts are Strongholds.
fn walls_named(name: &str) -> &str {
    if matches!(name, "city" | "fort") { "stronghold" } else { name }
}

/// One leg of a move.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Leg {
    Ahead(f64),
    Back(f64),
    /// Degrees, positive to the right.
    Wheel(f64),
    /// Positive to the right.
    Slide(f64),
    To(P, f64),
    Road(f64),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Order {
    Edge(String),
    Camp,
    Place(String),
    Garrison(String),
    TakeBack,
    Reserve,
    Land(Vec<String>),
    Summon(Vec<String>),
    Free(String),
    Move(Vec<String>, Vec<Leg>),
    Engage(String),
    Dismount(String),
    Bespell(String, String, Vec<String>),
    Shoot(String, String, Vec<String>),
    Fight(String, String),
    Recoil(f64),
    Return,
    End,
    /// Which command gets which die, in a Big Battle.
    Allot,
    /// Elements of a demoralised command are held in place.
    Hold(Vec<String>),
    /// A column passes through a City.
    Pass(Vec<String>),
    Revolt,
    /// The commander-in-chief adds one.
    Add,
    /// Elements line up with those that have come into contact with them.
    Conform,
}

fn number(word: &str) -> Option<f64> {
    word.parse().ok()
}

fn heading(word: &str) -> Option<f64> {
    match word {
        "north" => Some(0.0),
        "east" => Some(90.0),
        "south" => Some(180.0),
        "west" => Some(270.0),
        _ => number(word),
    }
}

fn place(word: &str) -> Option<P> {
    let (x, y) = word.split_once(',')?;
    Some(p(number(x)?, number(y)?))
}

fn is_id(word: &str) -> bool {
    word.len() > 1 && word.starts_with(['a', 'b']) && word[1..].bytes().all(|byte| byte.is_ascii_digit())
}

fn leg(text: &str) -> Option<Leg> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match *words.as_slice() {
        ["ahead", by] => Some(Leg::Ahead(number(by)?)),
        ["back", by] => Some(Leg::Back(number(by)?)),
        ["road", by] => Some(Leg::Road(number(by)?)),
        ["wheel", "left", by] => Some(Leg::Wheel(-number(by)?)),
        ["wheel", "right", by] => Some(Leg::Wheel(number(by)?)),
        ["slide", "left", by] => Some(Leg::Slide(-number(by)?)),
        ["slide", "right", by] => Some(Leg::Slide(number(by)?)),
        ["to", at, towards, ..] => Some(Leg::To(place(at)?, heading(towards)?)),
        _ => None,
    }
}

impl Order {
    pub(super) fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let ids = |from: usize| {
            let words = words.iter().skip(from).map(|word| word.trim_end_matches(':'));
            words.filter(|word| is_id(word)).map(str::to_owned).collect::<Vec<_>>()
        };
        Some(match *words.first()? {
            "edge" => Self::Edge((*words.get(1)?).to_owned()),
            "camp" => Self::Camp,
            "place" => Self::Place((*words.get(1)?).to_owned()),
            "garrison" => Self::Garrison((*words.get(1)?).to_owned()),
            "take" => Self::TakeBack,
            "reserve" => Self::Reserve,
            "land" => Self::Land(ids(1)),
            "summon" => Self::Summon(ids(1)),
            "free" => Self::Free((*words.get(1)?).to_owned()),
            "engage" => Self::Engage((*words.get(1)?).to_owned()),
            "dismount" => Self::Dismount((*words.get(1)?).to_owned()),
            "fight" => Self::Fight((*words.get(1)?).to_owned(), walls_named(words.get(2)?).to_owned()),
            "recoil" => Self::Recoil(number(words.get(1)?)?),
            "return" => Self::Return,
            "end" => Self::End,
            "allot" => Self::Allot,
            "hold" => Self::Hold(ids(1)),
            "pass" => Self::Pass(ids(1)),
            "revolt" => Self::Revolt,
            "add" => Self::Add,
            "conform" => Self::Conform,
            "shoot" | "bespell" => {
                let mut all = ids(1);
                let aids = all.split_off(2.min(all.len()));
                let [first, second] = <[String; 2]>::try_from(all).ok()?;
                match *words.first()? {
                    "shoot" => Self::Shoot(first, second, aids),
                    _ => Self::Bespell(first, second, aids),
                }
            }
            "move" => {
                let (who, legs) = text.strip_prefix("move ")?.split_once(':')?;
                let legs: Option<Vec<Leg>> = legs.replace(", ", ";").split(';').map(leg).collect();
                Self::Move(who.split_whitespace().map(str::to_owned).collect(), legs?)
            }
            _ => return None,
        })
    }
}

/// The words of a result about one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Recoils,
    Pushed,
    Flees,
    Destroyed,
    Pursues,
    Gone,
    Ensorcelled,
    Turns,
    Other,
}

/// The fates in a result, in its order.
pub(super) fn fates(result: &str) -> Vec<(String, Fate)> {
    let mut fates = Vec::new();
    let words: Vec<&str> = result.split_whitespace().map(|word| word.trim_end_matches(',')).collect();
    for (at, word) in words.iter().enumerate().filter(|(_, word)| is_id(word)) {
        let fate = match words.get(at + 1).copied().unwrap_or("") {
            // “a chooses how far a1 recoils” tells nothing new.
            "recoils" if at > 0 && words[at - 1] == "far" => continue,
            "recoils" => Fate::Recoils,
            "is" => Fate::Pushed,
            "flees" => Fate::Flees,
            "destroyed" => Fate::Destroyed,
            "pursues" => Fate::Pursues,
            "off" | "out" => Fate::Gone,
            "ensorcelled" => Fate::Ensorcelled,
            "turns" => Fate::Turns,
            _ => Fate::Other,
        };
        fates.push(((*word).to_owned(), fate));
    }
    fates
}

/// The totals at the head of a result: `7 to 5`.
pub(super) fn totals(result: &str) -> Option<(i32, i32)> {
    let words: Vec<&str> = result.split_whitespace().map(|word| word.trim_end_matches(',')).collect();
    let at = words.iter().position(|word| *word == "to")?;
    Some((words.get(at.checked_sub(1)?)?.parse().ok()?, words.get(at + 1)?.parse().ok()?))
}
