//! Reading scenarios.

use musterfield_geometry::{BW, Base, Point};
use musterfield_rules::combat::Held;
use musterfield_terrain::layout::{Board, Edge};

use super::picture;
use super::scene::facing;
use super::variant::Change;
use crate::element::{Members, Name, Player};
use crate::state::{River, Sack};
use crate::{Battle, Foe, Friends, Id, Leg, Move, Order, Phase, Pose};

/// A scenario that has been read.
pub(super) struct Script {
    pub(super) title: String,
    pub(super) actors: Vec<Actor>,
    pub(super) grounds: Vec<Ground>,
    pub(super) camps: [Option<Base>; 2],
    pub(super) drawn: Vec<(Name, Pose)>,
    pub(super) commands: Vec<Command>,
    pub(super) board: Board,
    pub(super) origin: Point,
    pub(super) pips: u8,
    pub(super) phase: Phase,
    pub(super) bounds: u16,
    pub(super) player: Player,
    pub(super) defender: Player,
    pub(super) edge: Edge,
    pub(super) river: River,
    pub(super) intruders: Vec<Name>,
    pub(super) rules: String,
    /// The changes to the rules.
    pub(super) changes: Vec<Change>,
    /// The options that were chosen, each with its value.
    pub(super) options: Vec<String>,
    /// The home terrains of both sides.
    pub(super) homes: [Option<String>; 2],
    /// The lists of the allies.
    pub(super) allies: [Option<String>; 2],
    /// The army lists of both sides, in shorthand.
    pub(super) lists: [Option<String>; 2],
    /// The holder of the Stronghold, if it is not the player who placed it.
    pub(super) holder: Option<Player>,
    /// The Civilians who are in a feature of their side.
    pub(super) civilians: Vec<(Player, Held)>,
    /// The sack of a City.
    pub(super) sack: Sack,
    /// Whether a City has surrendered.
    pub(super) surrendered: bool,
    /// The player whose Stronghold serves as a camp.
    pub(super) walled_camp: Option<Player>,
    /// The lines of a scene about commands: the side, the number, and the words.
    pub(super) commands_said: Vec<(Player, u8, Vec<String>)>,
    /// The camps of allied commands: the side, the number of the command, and the base.
    pub(super) allied_camps: Vec<(Player, u8, Base)>,
    /// The sides whose camps have been sacked.
    pub(super) sacked: Vec<Player>,
    /// The sides whose commander-in-chief has used the chance.
    pub(super) added: Vec<Player>,
}

/// An element on or off the table.
pub(super) struct Actor {
    pub(super) name: Name,
    pub(super) code: String,
    pub(super) marks: Vec<String>,
    pub(super) at: Option<Pose>,
    pub(super) nudged: Point,
}

/// A feature on the table.
#[derive(Default)]
pub(super) struct Ground {
    pub(super) kind: String,
    pub(super) width: Option<i64>,
    pub(super) points: Vec<Point>,
    pub(super) crest: Vec<Point>,
    pub(super) gates: Vec<Point>,
    pub(super) edge: Option<Edge>,
}

/// A step of a scenario.
pub(super) enum Command {
    Again,
    Play(String),
    Refused(Option<String>),
    Drawn(Vec<(Name, Pose)>),
    Fact(Vec<String>),
}

/// A number in BW, converted to thousandths.
pub(super) fn length(text: &str) -> i64 {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |text| (-1, text));
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let part = format!("{part:0<3}");
    assert_eq!(part.len(), 3, "{text} is finer than thousandths");
    sign * (whole.parse::<i64>().unwrap_or_else(|_| panic!("{text} is no number")) * BW + part.parse::<i64>().unwrap())
}

fn point(text: &str) -> Point {
    let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("{text} is no place"));
    Point::new(length(x), length(y))
}

pub(super) fn pose(at: &str, word: &str, origin: Point) -> Pose {
    Pose { at: point(at) + origin, facing: facing(word) }
}

pub(super) fn phase(word: &str) -> Phase {
    match word {
        "summoning" => Phase::Summoning,
        "moving" => Phase::Moving,
        "bespelling" => Phase::Bespelling,
        "shooting" => Phase::Shooting,
        "shooting-back" => Phase::ShootingBack,
        "fighting" => Phase::Fighting,
        "deployment" => Phase::Deployment,
        "edges" => Phase::Edges,
        "camp" => Phase::Camp,
        "landing" => Phase::Landing,
        "allotting" => Phase::Allotting,
        "holding" => Phase::Holding,
        "answering" => Phase::Answering(Id(0)),
        "won-by-a" => Phase::Over(Player::A),
        "won-by-b" => Phase::Over(Player::B),
        word => panic!("{word} is no phase"),
    }
}

pub(super) fn river(word: &str) -> River {
    match word {
        "paltry" => River::Paltry,
        "shallow" => River::Shallow,
        "deep" => River::Deep,
        _ => River::Unknown,
    }
}

pub(super) fn sack(word: &str) -> Sack {
    match word {
        "busy" => Sack::Busy,
        "done" => Sack::Done,
        _ => Sack::None,
    }
}

pub(super) fn player(word: &str) -> Player {
    if word == "b" { Player::B } else { Player::A }
}

impl Script {
    pub(super) fn read(text: &str) -> Self {
        let board = Board { width: 26 * BW, depth: 22 * BW };
        let mut script = Self {
            title: String::new(),
            actors: Vec::new(),
            grounds: Vec::new(),
            camps: [None; 2],
            drawn: Vec::new(),
            commands: Vec::new(),
            board,
            origin: Point::new(8 * BW, 8 * BW),
            pips: 6,
            phase: Phase::Moving,
            bounds: 3,
            player: Player::A,
            defender: Player::A,
            edge: Edge::South,
            river: River::Unknown,
            intruders: Vec::new(),
            rules: "d3h2".to_owned(),
            changes: Vec::new(),
            lists: [None, None],
            options: Vec::new(),
            homes: [None, None],
            allies: [None, None],
            holder: None,
            civilians: Vec::new(),
            sack: Sack::None,
            surrendered: false,
            walled_camp: None,
            commands_said: Vec::new(),
            added: Vec::new(),
            sacked: Vec::new(),
            allied_camps: Vec::new(),
        };
        // The origin of the coordinates must be known before the first place is read.
        let origin = text.lines().find_map(|line| line.trim().strip_prefix("origin "));
        script.origin = origin.map_or(script.origin, |at| point(at.trim()));
        let mut lines = text.lines().map(str::trim).peekable();
        let mut is_first = true;
        while let Some(line) = lines.next() {
            if let Some(row) = line.strip_prefix('|') {
                let mut rows = vec![row];
                while let Some(row) = lines.peek().and_then(|line| line.strip_prefix('|')) {
                    rows.push(row);
                    lines.next();
                }
                let origin = script.origin;
                let there = |(name, pose): (Name, Pose)| (name, Pose { at: pose.at + origin, ..pose });
                let poses = picture::read(&rows).into_iter().map(there).collect();
                if std::mem::take(&mut is_first) {
                    script.drawn = poses;
                } else {
                    script.commands.push(Command::Drawn(poses));
                }
                continue;
            }
            let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
            is_first &= head != ">";
            script.read_line(head, rest.trim());
        }
        script.actors.sort_by_key(|actor| actor.name);
        script
    }

    fn read_line(&mut self, head: &str, rest: &str) {
        match head {
            "" | "origin" => {}
            "#" => self.title = format!("{} {rest}", self.title),
            "with" => rest.split(';').for_each(|actor| self.read_actor(actor.trim())),
            "ground" => self.read_ground(rest),
            "camp" => {
                let words: Vec<&str> = rest.split(' ').collect();
                if let [side, "in-stronghold"] = words.as_slice() {
                    self.walled_camp = Some(player(side));
                    return;
                }
                let [side, at, facing, size] = words.as_slice() else { panic!("a camp is `camp b 1,2 south 2x1`") };
                let (width, depth) = size.split_once('x').unwrap();
                let at = pose(at, facing, self.origin);
                let base = Base::new(at.at, at.facing, length(width), length(depth));
                match side.parse::<Name>() {
                    Ok(Name { player, number }) => self.allied_camps.push((player, number, base)),
                    Err(_) => *player(side).of_mut(&mut self.camps) = Some(base),
                }
            }
            "command" => {
                let (of, words) = rest.split_once(' ').unwrap();
                let of: Name = of.parse().unwrap();
                self.commands_said.push((of.player, of.number, words.split(' ').map(str::to_owned).collect()));
            }
            "sacked" => self.sacked.push(player(rest)),
            "added" => self.added.push(player(rest)),
            "pips" => self.pips = rest.parse().unwrap(),
            "phase" => self.phase = phase(rest),
            "bounds" => self.bounds = rest.parse().unwrap(),
            "player" => self.player = player(rest),
            "defender" => self.defender = player(rest),
            "list" => {
                let (side, list) = rest.split_once(' ').unwrap();
                *player(side).of_mut(&mut self.lists) = Some(list.to_owned());
            }
            "civilians" => {
                let (side, held) = rest.split_once(' ').unwrap();
                self.civilians.push((player(side), held.parse().unwrap()));
            }
            "sack" => self.sack = sack(rest),
            "surrendered" => self.surrendered = true,
            "option" => self.options.push(rest.to_owned()),
            "allies" => {
                let (side, list) = rest.split_once(' ').unwrap();
                *player(side).of_mut(&mut self.allies) = Some(list.to_owned());
            }
            "home" => {
                let (side, home) = rest.split_once(' ').unwrap();
                *player(side).of_mut(&mut self.homes) = Some(home.to_owned());
            }
            "policy" => self.changes.push(Change::policy(rest)),
            "data" => self.changes.push(Change::text(rest)),
            "rules" => rest.clone_into(&mut self.rules),
            "holder" => self.holder = Some(player(rest)),
            "table" => {
                let (width, depth) = rest.split_once('x').unwrap();
                self.board = Board { width: length(width), depth: length(depth) };
            }
            "edge" => self.edge = Edge::parse(rest).unwrap(),
            "rivers" => self.river = river(rest),
            "intruders" => self.intruders = rest.split(' ').map(|name| name.parse().unwrap()).collect(),
            "again" => self.commands.push(Command::Again),
            ">" => self.commands.push(Command::Play(rest.to_owned())),
            "!" => self.commands.push(Command::Refused((!rest.is_empty()).then(|| rest.to_owned()))),
            "=" => self.commands.push(Command::Fact(rest.split_whitespace().map(str::to_owned).collect())),
            head => panic!("`{head} {rest}` is no line of a scenario"),
        }
    }

    fn read_actor(&mut self, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [name, code, marks @ ..] = words.as_slice() else { panic!("`{text}` is nobody") };
        let after = |mark: &str| marks.iter().position(|word| *word == mark).map(|at| &marks[at + 1..]);
        self.actors.push(Actor {
            name: name.parse().unwrap(),
            code: (*code).to_owned(),
            marks: marks.iter().map(|word| (*word).to_owned()).collect(),
            at: after("at").map(|rest| pose(rest[0], rest[1], self.origin)),
            nudged: after("nudged").map_or(Point::default(), |rest| point(rest[0])),
        });
    }

    fn read_ground(&mut self, rest: &str) {
        let mut words = rest.split_whitespace();
        let mut ground = Ground { kind: words.next().unwrap().to_owned(), ..Ground::default() };
        let mut list = "outline";
        for word in words {
            match word {
                "crest" | "gate" | "edge" => list = word,
                word if list == "edge" => ground.edge = Edge::parse(word),
                word if !word.contains(',') => ground.width = Some(length(word)),
                word => {
                    let place = point(word) + self.origin;
                    match list {
                        "crest" => ground.crest.push(place),
                        "gate" => ground.gates.push(place),
                        _ => ground.points.push(place),
                    }
                }
            }
        }
        self.grounds.push(ground);
    }
}

/// An order in words, on the table as drawn, with its dice.
pub(super) fn order(battle: &Battle, text: &str, origin: Point, drawn: &[(Name, Pose)]) -> (Order, Vec<u8>) {
    let (text, dice) = text.split_once('(').unwrap_or((text, ""));
    let dice = dice.trim_end_matches(')').split_whitespace().map(|die| die.parse().unwrap()).collect();
    let id = |word: &str| -> Id {
        let name: Name = word.parse().unwrap_or_else(|_| panic!("{word} is nobody in `{text}`"));
        battle.id(name).unwrap_or_else(|| panic!("{word} is nobody in `{text}`"))
    };
    let ids = |word: &str| -> Members { word.split('+').map(id).collect() };
    let place = |who: &str, rest: &[&str]| match rest {
        [at, facing, ..] => pose(at, facing, origin),
        _ => drawn.iter().find(|(name, _)| name.to_string() == who).unwrap_or_else(|| panic!("{who} is not drawn")).1,
    };
    let placements = |who: &[&str]| -> Vec<(Id, Pose)> {
        who.split(|word| *word == "and").map(|one| (id(one[0]), place(one[0], &one[1..]))).collect()
    };
    let held = |word: &str| word.parse::<Held>().unwrap();
    let words: Vec<&str> = text.split_whitespace().collect();
    let order = match words.as_slice() {
        ["end"] => Order::End,
        ["allot", numbers @ ..] => Order::Allot(numbers.iter().map(|number| number.parse().unwrap()).collect()),
        ["add"] => Order::Add,
        ["conform"] => Order::Conform,
        [who, "held"] => Order::Hold(ids(who), None),
        [who, "held", to] => Order::Hold(ids(who), Some(facing(to))),
        ["recoil", by] => Order::Recoil(length(by), Friends::Passed),
        ["recoil", by, "pushing"] => Order::Recoil(length(by), Friends::Pushed),
        ["return", at, facing] => Order::Return(pose(at, facing, origin)),
        ["edge", edge] => Order::Edge(Edge::parse(edge).unwrap()),
        ["camp", at, facing, size] => {
            let (long, wide) = size.split_once('x').unwrap();
            Order::Camp(pose(at, facing, origin), length(long), length(wide))
        }
        ["camp-in-stronghold"] => Order::CampInStronghold,
        ["summon", who @ ..] => Order::Summon(placements(who)),
        ["land", who @ ..] => Order::Land(placements(who)),
        [who, "reserved"] => Order::Reserve(ids(who)),
        [who, "placed", rest @ ..] => Order::Place(id(who), place(who, rest)),
        [who, "garrisons", what] => Order::Garrison(id(who), held(what)),
        ["revolt"] => Order::Revolt,
        [who, "passes"] => Order::Pass(ids(who)),
        [who, "taken-back"] => Order::TakeBack(id(who)),
        [who, "freed", rest @ ..] => Order::Free(
            id(who),
            (!rest.is_empty() || drawn.iter().any(|(name, _)| name.to_string() == *who)).then(|| place(who, rest)),
        ),
        [who, "engages"] => Order::Engage(id(who)),
        [who, "dismounts"] => Order::Dismount(id(who)),
        [who, "shoots", target] => Order::Shoot { shooter: id(who), aids: Members::NONE, target: id(target) },
        [who, "shoots", target, "aided", aids] => {
            Order::Shoot { shooter: id(who), aids: ids(aids), target: id(target) }
        }
        [who, "bespells", target] => Order::Bespell { mage: id(who), aids: Members::NONE, target: id(target) },
        [who, "bespells", target, "aided", aids] => {
            Order::Bespell { mage: id(who), aids: ids(aids), target: id(target) }
        }
        [who, "fights", foe] if foe.parse::<Held>().is_ok() => Order::Fight(id(who), Foe::Feature(held(foe))),
        [who, "fights", foe] => Order::Fight(id(who), Foe::Element(id(foe))),
        [who, ..] => {
            let legs = text.trim().strip_prefix(who).unwrap_or_default();
            let leg = |leg: &str| {
                let words: Vec<&str> = leg.split_whitespace().collect();
                match words.as_slice() {
                    ["ahead", by] => Leg::Ahead(length(by)),
                    ["back", by] => Leg::Back(length(by)),
                    ["slide", by] => Leg::Slide(length(by)),
                    ["road", by] => Leg::Road(length(by)),
                    ["wheel", hand, degrees] => {
                        Leg::Wheel { left: *hand == "left", by: u16::try_from(length(degrees) / 100).unwrap() }
                    }
                    ["go", rest @ ..] => Leg::Go(place(who, rest)),
                    _ => panic!("`{leg}` is no way to go"),
                }
            };
            Order::Move(Move { who: ids(who), legs: legs.split(", ").map(leg).collect() })
        }
        [] => panic!("no order"),
    };
    (order, dice)
}
