//! Properties that must hold for any input: any text as a record, any order in any state. The tests feed random bytes,
//! the fuzz targets better ones.

use musterfield_battle::legal::Offer;
use musterfield_battle::record::{Head, Record, Recorder};
use musterfield_battle::replay::Replay;
use musterfield_battle::{Battle, Foe, Friends, Id, Leg, Members, Move, Order, Phase, Pose, TOUCH};
use musterfield_dice::{RolledDice, Roller};
use musterfield_geometry::Point;
use musterfield_rules::book;
use musterfield_rules::combat::Held;
use musterfield_terrain::layout::Edge;

/// A record written by hand; battles of D3H2 use its header.
const BY_HAND: &str = include_str!("../data/battles/by-hand.battle");

/// Records of the other games, one of them a Big Battle; the battles of these games go on from any order in them.
pub(crate) const FAMILY: [&str; 5] = [
    include_str!("../data/battles/dba3-city.battle"),
    include_str!("../data/battles/dba3-river.battle"),
    include_str!("../data/battles/dba3-big.battle"),
    include_str!("../data/battles/hott25-magic.battle"),
    include_str!("../data/battles/hott25-flyers.battle"),
];

fn read(text: &str) -> Option<Record> {
    let book = book().unwrap();
    Record::read(text, book, musterfield_lists::catalogue(book).unwrap()).ok()
}

/// The header of a record.
fn head(record: &str) -> String {
    let lines = record.lines().take_while(|line| !line.trim_start().starts_with("edge "));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Reads any text as a record, and as the orders of a record with a valid header. It is either read or refused; what is
/// read can be played or differs; and what was played can be written, read and played again.
pub(crate) fn notation(text: &str) {
    record_or_not(text);
    record_or_not(&(head(BY_HAND) + text));
}

/// Reads any text as what follows in a record of another game: the first character says which record, the second how
/// much of it comes before the text, in sixty-fourths.
pub(crate) fn family_notation(text: &str) {
    let mut rest = text.chars();
    let mut below = |end: usize| rest.next().and_then(|char| usize::try_from(u32::from(char)).ok()).unwrap_or(0) % end;
    let (record, part) = (FAMILY[below(FAMILY.len())], below(65));
    let (head, orders) = record.split_at(head(record).len());
    let lines = orders.lines().count() * part / 64;
    let orders = orders.lines().take(lines).flat_map(|line| [line, "\n"]);
    record_or_not(&[head].into_iter().chain(orders).chain([rest.as_str()]).collect::<String>());
}

fn record_or_not(text: &str) {
    let Some(record) = read(text) else { return };
    let mut replay = Replay::new(&record);
    let played = replay.finish();
    assert_eq!(played.is_ok(), record.check().is_ok());
    if played.is_ok() {
        let again = read(&replay.recorder().to_string()).unwrap();
        assert_eq!(again.check(), Ok(()));
    }
}

/// Numbers and dice from bytes; zeros and ones when the bytes have run out.
pub(crate) struct Bytes<'b>(pub(crate) &'b [u8]);

impl Bytes<'_> {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        let wanted = if end > 256 { 2 } else { 1 };
        let (now, rest) = self.0.split_at(self.0.len().min(wanted));
        self.0 = rest;
        now.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)) % end.max(1)
    }
}

impl Roller for Bytes<'_> {
    fn roll(&mut self) -> Option<u8> {
        u8::try_from(self.below(6) + 1).ok()
    }
}

/// Gives orders made from bytes to a battle, some of them from its offers. An order is accepted exactly if it is
/// allowed, belongs to an offer if it is accepted, changes nothing if it is refused, and leaves no element on another.
pub(crate) fn orders(bytes: &[u8]) {
    orders_in(read(&head(BY_HAND)).unwrap().head, bytes);
}

/// The same in a battle that begins as this record does.
pub(crate) fn orders_in(head: Head, bytes: &[u8]) {
    orders_from(Recorder::new(head).unwrap(), Bytes(bytes));
}

/// The same in a battle of another game: the first byte says which record, the next two how many of its orders are
/// carried out before.
pub(crate) fn family_orders(bytes: &[u8]) {
    thread_local! {
        static RECORDS: [Record; FAMILY.len()] = FAMILY.map(|text| read(text).unwrap());
    }
    let mut bytes = Bytes(bytes);
    let number = usize::try_from(bytes.below(256)).unwrap() % FAMILY.len();
    RECORDS.with(|records| {
        let record = &records[number];
        let many = bytes.below(u32::try_from(record.steps.len()).unwrap().max(257));
        // From here on, the bytes are the dice.
        let mut recorder = Recorder::new(Head { seed: None, ..record.head.clone() }).unwrap();
        for step in record.steps.iter().take(usize::try_from(many).unwrap()) {
            let dice = step.dice.as_ref().map_or(&[][..], |dice| &dice.is);
            recorder.play_with(&step.order, &mut RolledDice::new(dice)).unwrap();
        }
        orders_from(recorder, bytes);
    });
}

fn orders_from(mut recorder: Recorder, mut bytes: Bytes<'_>) {
    while !bytes.0.is_empty() && !matches!(recorder.battle().phase(), Phase::Over(_)) {
        let battle = recorder.battle().clone();
        let order = match bytes.below(3) {
            0 => any_order(&battle, &mut |end| bytes.below(end)),
            _ => {
                let offers = battle.offers();
                let offer = usize::try_from(bytes.below(u32::try_from(offers.len()).unwrap())).unwrap();
                let nth = usize::try_from(bytes.below(4)).unwrap();
                offers.get(offer).and_then(|offer| battle.legal(offer).nth(nth)).unwrap_or(Order::End)
            }
        };
        let allowed = battle.allows(&order);
        if let Err(refusal) = battle.validate(&order) {
            let is_told = refusal.clause().is_none() || refusal.rule(battle.rules()).is_some();
            assert!(is_told, "{order:?}: {refusal:?} has no rule in this game");
        }
        let answer = recorder.play_with(&order, &mut bytes);
        assert_eq!(answer.is_ok(), allowed, "{order:?} in {:?}: {:?}", battle.phase(), answer.err());
        if allowed {
            assert!(battle.offers_order(&order), "{order:?} in {:?}", battle.phase());
            is_sound(recorder.battle(), &order);
        } else {
            assert_eq!(battle, *recorder.battle(), "{order:?} was refused and has changed something");
        }
    }
    let written = recorder.to_string();
    let again = read(&written).unwrap();
    assert_eq!(again.check(), Ok(()), "{written}");
}

/// Whether no element lies beyond the table or on another.
pub(crate) fn is_sound(battle: &Battle, order: &Order) {
    let there: Vec<Id> = battle.everybody().filter(|id| battle.is_on_table(*id)).collect();
    for (at, one) in there.iter().enumerate() {
        assert!(battle.field().has(battle.base(*one)), "{order:?}");
        for other in there.iter().skip(at + 1) {
            let overlaps = battle.base(*one).overlaps(battle.base(*other), 3 * TOUCH);
            assert!(!overlaps, "{order:?}: {one:?} and {other:?}");
        }
    }
}

/// Any order, sensible or not, chosen with random numbers.
pub(crate) fn any_order(battle: &Battle, below: &mut dyn FnMut(u32) -> u32) -> Order {
    let everybody: Vec<Id> = battle.everybody().collect();
    let own: Vec<Id> = battle.army(battle.player()).collect();
    let one = |below: &mut dyn FnMut(u32) -> u32| {
        let among = if below(4) > 0 { &own } else { &everybody };
        *pick(among, below)
    };
    let (who, other) = (one(below), *pick(&everybody, below));
    let held = *pick(&[Held::Camp, battle.walled().unwrap_or(Held::Stronghold)], below);
    let some = |below: &mut dyn FnMut(u32) -> u32| match below(3) {
        0 => Members::NONE,
        1 => Members::one(one(below)),
        _ => Members::one(one(below)).with(one(below)),
    };
    match below(28) {
        0 => Order::Edge(*pick(&Edge::ALL, below)),
        1 => Order::Place(who, any_pose(battle, who, below)),
        2 => Order::Garrison(who, held),
        3 => Order::TakeBack(who),
        4 => Order::Summon(vec![(who, any_pose(battle, other, below))]),
        5 => Order::Free(who, (below(2) > 0).then(|| any_pose(battle, other, below))),
        6 => Order::Engage(who),
        7 => Order::Bespell { mage: who, aids: some(below), target: other },
        8 => Order::Shoot { shooter: who, aids: some(below), target: other },
        9 => Order::Fight(who, if below(3) > 0 { Foe::Element(other) } else { Foe::Feature(held) }),
        10 => Order::Recoil(*pick(&[500, 750, 1000, 0, -1], below), *pick(&[Friends::Passed, Friends::Pushed], below)),
        11 => Order::Return(any_pose(battle, who, below)),
        12 => Order::End,
        13 => Order::CampInStronghold,
        14 => Order::Dismount(who),
        15 => Order::Reserve(some(below).with(who)),
        16 => Order::Land(any_landing(battle, below)),
        17 => Order::Pass(some(below).with(who)),
        18 => Order::Revolt,
        19 => Order::Allot((0..=below(3)).map(|_| u8::try_from(below(5)).unwrap()).collect()),
        20 => {
            let facing = (below(2) > 0).then(|| any_pose(battle, who, below).facing);
            Order::Hold(some(below).with(who), facing)
        }
        21 => Order::Add,
        23 => Order::Conform,
        22 => Order::Camp(any_pose(battle, who, below), between(0, 4000, below), between(0, 4000, below)),
        _ => Order::Move(any_move(battle, who, below)),
    }
}

fn pick<'a, T>(from: &'a [T], below: &mut dyn FnMut(u32) -> u32) -> &'a T {
    &from[usize::try_from(below(u32::try_from(from.len()).unwrap())).unwrap()]
}

/// A number between two limits, both included.
fn between(least: i64, most: i64, below: &mut dyn FnMut(u32) -> u32) -> i64 {
    least + i64::from(below(u32::try_from(most - least + 1).unwrap()))
}

/// A pose near an element, or anywhere.
fn any_pose(battle: &Battle, id: Id, below: &mut dyn FnMut(u32) -> u32) -> Pose {
    let (from, board) = (battle.base(id).front_left(), battle.field().board);
    let at = if below(3) > 0 {
        Point::new(from.x + between(-3000, 3000, below), from.y + between(-3000, 3000, below))
    } else {
        Point::new(between(0, board.width, below), between(0, board.depth, below))
    };
    let turn = *pick(&[0, 0, 900, 1800, 2700, 450], below);
    Pose { at, facing: battle.base(id).facing().turned(turn) }
}

/// A landing of those who wait, side by side or not.
fn any_landing(battle: &Battle, below: &mut dyn FnMut(u32) -> u32) -> Vec<(Id, Pose)> {
    let offered = battle.legal(&Offer::Land).next();
    let Some(Order::Land(mut who)) = offered else { return Vec::new() };
    let by = between(-3, 3, below);
    match below(3) {
        0 => who.iter_mut().for_each(|(_, pose)| pose.at = pose.at + pose.facing.right().step(by)),
        1 => who.iter_mut().for_each(|(_, pose)| pose.at = pose.at + pose.facing.step(by)),
        _ => who.iter_mut().take(1).for_each(|(_, pose)| pose.at = pose.at + pose.facing.step(by)),
    }
    who
}

fn any_move(battle: &Battle, who: Id, below: &mut dyn FnMut(u32) -> u32) -> Move {
    let mut members = Members::one(who);
    if below(3) == 0 {
        // Another element that stands right beside it.
        let base = battle.base(who);
        let beside = battle.army(battle.owner(who)).filter(|id| {
            let other = battle.base(*id);
            other.facing() == base.facing() && other.front_left() == base.front_right()
        });
        members = beside.fold(members, Members::with);
    }
    let leg = |below: &mut dyn FnMut(u32) -> u32| match below(8) {
        0..4 => Leg::Ahead(between(1, 4200, below)),
        4 => Leg::Back(between(1, 2000, below)),
        5 => Leg::Wheel { left: below(2) == 0, by: u16::try_from(between(1, 900, below)).unwrap() },
        6 => Leg::Road(between(1, 4200, below)),
        _ => Leg::Go(any_pose(battle, who, below)),
    };
    let legs = (0..=below(2)).map(|_| leg(below)).collect();
    Move { who: members, legs }
}
