//! Orders that are written are read back as the same orders, and any text is either read or refused with a column.

use std::fmt;

use musterfield_geometry::{Facing, Point};
use musterfield_rules::combat::Held;
use musterfield_terrain::layout::Edge;
use proptest::prelude::*;

use super::*;
use crate::element::{Id, Members, Name, Player};
use crate::order::{Foe, Friends, Leg, Move};

/// The number of elements on each side.
const SIDE: u8 = 64;

fn calls(Id(at): Id) -> Name {
    if at < SIDE {
        Name { player: Player::A, number: at + 1 }
    } else {
        Name { player: Player::B, number: at - SIDE + 1 }
    }
}

fn called(name: Name) -> Option<Id> {
    (0..2 * SIDE).map(Id).find(|id| calls(*id) == name)
}

struct Shown<'o>(&'o Order);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::order(self.0, &calls, f)
    }
}

fn written(order: &Order) -> String {
    Shown(order).to_string()
}

fn read(text: &str) -> Result<Order, ParseOrderError> {
    read::order(text, &called)
}

fn a(number: u8) -> Id {
    Id(number - 1)
}

fn b(number: u8) -> Id {
    Id(SIDE + number - 1)
}

fn pose(x: i64, y: i64, tenths: i32) -> Pose {
    Pose { at: Point::new(x, y), facing: Facing::from_tenths(tenths) }
}

fn members(ids: &[Id]) -> Members {
    ids.iter().copied().collect()
}

/// An example of every kind of order, with its written form.
fn examples() -> Vec<(&'static str, Order)> {
    let move_of = |who: &[Id], legs: Vec<Leg>| Order::Move(Move { who: members(who), legs });
    vec![
        ("edge north", Order::Edge(Edge::North)),
        ("camp 6,0 north 2x1", Order::Camp(pose(6000, 0, 0), 2000, 1000)),
        ("allot 2 1 3", Order::Allot(vec![2, 1, 3])),
        ("camp in stronghold", Order::CampInStronghold),
        ("place a3 5.25,3 north", Order::Place(a(3), pose(5250, 3000, 0))),
        ("garrison a2 camp", Order::Garrison(a(2), Held::Camp)),
        ("take back a3", Order::TakeBack(a(3))),
        ("summon a9 5,2 north", Order::Summon(vec![(a(9), pose(5000, 2000, 0))])),
        (
            "summon a10 6,0.5 north, a9 5,0.5 12.5",
            Order::Summon(vec![(a(10), pose(6000, 500, 0)), (a(9), pose(5000, 500, 125))]),
        ),
        ("free a1", Order::Free(a(1), None)),
        ("free a1 7,15 south", Order::Free(a(1), Some(pose(7000, 15_000, 1800)))),
        ("hold a3 a4", Order::Hold(members(&[a(3), a(4)]), None)),
        ("hold a5 south", Order::Hold(members(&[a(5)]), Some(Facing::SOUTH))),
        ("hold a5 22.5", Order::Hold(members(&[a(5)]), Some(Facing::from_tenths(225)))),
        ("move a1 a2 a3: ahead 2", move_of(&[a(1), a(2), a(3)], vec![Leg::Ahead(2000)])),
        (
            "move a4: wheel left 30, ahead 1.5, slide right 0.2",
            move_of(&[a(4)], vec![Leg::Wheel { left: true, by: 300 }, Leg::Ahead(1500), Leg::Slide(200)]),
        ),
        ("move a4: wheel right 0.5, slide left 0.2", {
            move_of(&[a(4)], vec![Leg::Wheel { left: false, by: 5 }, Leg::Slide(-200)])
        }),
        ("move a4: back 1", move_of(&[a(4)], vec![Leg::Back(1000)])),
        ("move b2: to 3.25,-0.002 east", move_of(&[b(2)], vec![Leg::Go(pose(3250, -2, 900))])),
        ("move a1 b64: road 3", move_of(&[a(1), b(64)], vec![Leg::Road(3000)])),
        ("dismount a3", Order::Dismount(a(3))),
        (
            "land a3 3,4 east, a4 3,5 east",
            Order::Land(vec![(a(3), pose(3000, 4000, 900)), (a(4), pose(3000, 5000, 900))]),
        ),
        ("reserve a3 a4", Order::Reserve(Members::one(a(3)).with(a(4)))),
        ("pass a2 a3", Order::Pass(Members::one(a(2)).with(a(3)))),
        ("revolt", Order::Revolt),
        ("engage a5", Order::Engage(a(5))),
        ("bespell a7 at b2 with a8", Order::Bespell { mage: a(7), aids: members(&[a(8)]), target: b(2) }),
        ("shoot a4 at b3", Order::Shoot { shooter: a(4), aids: Members::NONE, target: b(3) }),
        ("shoot a4 at b3 with a5 a6", Order::Shoot { shooter: a(4), aids: members(&[a(5), a(6)]), target: b(3) }),
        ("fight a1 b3", Order::Fight(a(1), Foe::Element(b(3)))),
        ("fight a1 camp", Order::Fight(a(1), Foe::Feature(Held::Camp))),
        ("add", Order::Add),
        ("conform", Order::Conform),
        ("recoil 0.75", Order::Recoil(750, Friends::Passed)),
        ("recoil 0.5 pushing", Order::Recoil(500, Friends::Pushed)),
        ("return 5,2 north", Order::Return(pose(5000, 2000, 0))),
        ("end", Order::End),
    ]
}

#[test]
fn every_order_has_its_words() {
    for (text, order) in examples() {
        assert_eq!(written(&order), text);
        assert_eq!(read(text).as_ref(), Ok(&order), "{text}");
    }
}

#[test]
fn every_sort_of_order_begins_with_a_word_that_is_offered() {
    for (text, _) in examples() {
        assert!(VERBS.iter().any(|verb| text.starts_with(verb)), "{text}");
    }
    for verb in VERBS {
        assert!(examples().iter().any(|(text, _)| text.starts_with(verb)), "{verb}");
    }
}

#[test]
fn capitals_spaces_and_full_stops_do_not_matter() {
    for (text, order) in examples() {
        let loose =
            format!("  {}\t. ", text.to_uppercase().replace(' ', "   ").replace(',', " ,  ").replace(':', " :"));
        assert_eq!(read(&loose).as_ref(), Ok(&order), "{loose}");
    }
    for (text, order) in [
        ("Move a1, a2 and a3 ahead 2 BW then wheel left 30°.", "move a1 a2 a3: ahead 2, wheel left 30"),
        ("camp 6 0 north 2 x 1", "camp 6,0 north 2x1"),
        ("camp 6, 0, north, 2×1", "camp 6,0 north 2x1"),
        ("place A3 at 5.250,03 0", "place a3 5.25,3 north"),
        ("garrison a2 in the camp", ""),
        ("garrison a2 in camp", "garrison a2 camp"),
        ("shoot a4 b3 with a6 and a5", "shoot a4 at b3 with a5 a6"),
        ("summon a9 at 5,2 360 and a10 6,2 90", "summon a9 5,2 north, a10 6,2 east"),
        ("move a1: slide left 0", "move a1: slide right 0"),
    ] {
        match read(text) {
            Ok(read) => assert_eq!(written(&read), order, "{text}"),
            Err(error) => assert_eq!(order, "", "{text}: {error:?}"),
        }
    }
}

#[test]
fn dice_stand_behind_a_colon() {
    let dice = |text| read::with_dice(text, &called).map(|(order, dice)| (written(&order), dice.map(|(_, dice)| dice)));
    assert_eq!(dice("fight a1 b3 : 5 2"), Ok(("fight a1 b3".to_owned(), Some(vec![5, 2]))));
    assert_eq!(dice("move a1: ahead 2 : 4"), Ok(("move a1: ahead 2".to_owned(), Some(vec![4]))));
    assert_eq!(dice("move a1: ahead 2"), Ok(("move a1: ahead 2".to_owned(), None)));
    assert_eq!(dice("free a1: 1, 6."), Ok(("free a1".to_owned(), Some(vec![1, 6]))));
    for (text, column) in
        [("end :", 6), ("end : 0", 7), ("end : 7", 7), ("end : 3 16", 9), ("end : 3 -1", 9), ("end 3", 5)]
    {
        assert_eq!(dice(text).unwrap_err().column, column, "{text}");
    }
    assert!(read("end : 3").is_err());
}

#[test]
fn what_is_no_order_is_told_with_its_column_and_what_was_expected() {
    let expected = |what: Expected, found: &str| Trouble::Expected(what, Some(found.to_owned()));
    let at_the_end = |what: Expected| Trouble::Expected(what, None);
    let name = |name: &str| name.parse::<Name>().unwrap();
    for (text, column, trouble) in [
        ("", 1, at_the_end(Expected::Order)),
        ("   ", 1, at_the_end(Expected::Order)),
        ("attack a1", 1, expected(Expected::Order, "attack")),
        ("take a3", 6, expected(Expected::Word("back"), "a3")),
        ("place", 6, at_the_end(Expected::Element)),
        ("place c3 5,3 north", 7, expected(Expected::Element, "c3")),
        ("place a99 5,3 north", 7, Trouble::NoElement(name("a99"))),
        ("place a3 5,3", 13, at_the_end(Expected::Direction)),
        ("place a3 5,3 up", 14, expected(Expected::Direction, "up")),
        ("place a3 NaN,3 north", 10, expected(Expected::Coordinate, "NaN")),
        ("place a3 5,inf north", 12, expected(Expected::Coordinate, "inf")),
        ("place a3 1e9,3 north", 10, expected(Expected::Coordinate, "1e9")),
        ("place a3 1000.001,3 north", 10, expected(Expected::Coordinate, "1000.001")),
        ("place a3 5.1234,3 north", 10, expected(Expected::Coordinate, "5.1234")),
        ("place a3 5,3 north now", 20, expected(Expected::End, "now")),
        ("camp 6,0 north 2", 17, at_the_end(Expected::Word("x"))),
        ("move a1 a1: ahead 2", 9, Trouble::Twice(name("a1"))),
        ("move a1:", 9, at_the_end(Expected::Leg)),
        ("move a1: ahead -1", 16, expected(Expected::Length, "-1")),
        ("move a1: wheel 30", 16, expected(Expected::Hand, "30")),
        ("move a1: wheel left 361", 21, expected(Expected::Angle, "361")),
        ("move a1: ahead 1,", 18, at_the_end(Expected::Leg)),
        ("summon a9 5,2 north, a9 6,2 north", 22, Trouble::Twice(name("a9"))),
        ("fight a1 tower", 10, expected(Expected::Foe, "tower")),
        ("edge up", 6, expected(Expected::Edge, "up")),
        ("recoil 9999999999999999999999", 8, expected(Expected::Length, "9999999999999999999999")),
        ("é place a1", 1, expected(Expected::Order, "é")),
    ] {
        assert_eq!(read(text).expect_err(text), ParseOrderError { column, trouble }, "{text}");
    }
    let many = format!("move a1: {}", ["ahead 1"; MOST_LEGS + 1].join(", "));
    assert_eq!(read(&many).unwrap_err().trouble, Trouble::TooManyLegs);
}

fn an_id() -> impl Strategy<Value = Id> {
    (0..2 * SIDE).prop_map(Id)
}

fn several() -> impl Strategy<Value = Members> {
    prop::collection::vec(an_id(), 1..20).prop_map(|ids| ids.into_iter().collect())
}

fn friends() -> impl Strategy<Value = Friends> {
    prop::sample::select(vec![Friends::Passed, Friends::Pushed])
}

fn a_length() -> impl Strategy<Value = i64> {
    prop_oneof![0..=20_000_i64, 0..=1_000_000_i64]
}

fn a_pose() -> impl Strategy<Value = Pose> {
    let place = || prop_oneof![-10..=20_000_i64, -1_000_000..=1_000_000_i64];
    (place(), place(), prop_oneof![prop::sample::select(vec![0, 900, 1800, 2700]), 0..3600_i32])
        .prop_map(|(x, y, tenths)| pose(x, y, tenths))
}

fn a_leg() -> impl Strategy<Value = Leg> {
    prop_oneof![
        a_length().prop_map(Leg::Ahead),
        a_length().prop_map(Leg::Back),
        (any::<bool>(), 0..=3600_u16).prop_map(|(left, by)| Leg::Wheel { left, by }),
        (-1_000_000..=1_000_000_i64).prop_map(Leg::Slide),
        a_pose().prop_map(Leg::Go),
        a_length().prop_map(Leg::Road),
    ]
}

fn an_order() -> impl Strategy<Value = Order> {
    let held = || prop::sample::select(Held::ALL.to_vec());
    let aids = || prop_oneof![Just(Members::NONE), several()];
    prop_oneof![
        prop::sample::select(Edge::ALL.to_vec()).prop_map(Order::Edge),
        (a_pose(), a_length(), a_length()).prop_map(|(pose, length, width)| Order::Camp(pose, length, width)),
        Just(Order::CampInStronghold),
        prop::collection::vec(1..=9_u8, 1..=4).prop_map(Order::Allot),
        (several(), prop::option::of(0..3600_i32))
            .prop_map(|(who, tenths)| Order::Hold(who, tenths.map(Facing::from_tenths))),
        Just(Order::Add),
        (an_id(), a_pose()).prop_map(|(id, pose)| Order::Place(id, pose)),
        (an_id(), held()).prop_map(|(id, held)| Order::Garrison(id, held)),
        an_id().prop_map(Order::TakeBack),
        several().prop_map(Order::Reserve),
        (several(), prop::collection::vec(a_pose(), 20))
            .prop_map(|(who, poses)| Order::Land(who.into_iter().zip(poses).collect())),
        (several(), prop::collection::vec(a_pose(), 20))
            .prop_map(|(who, poses)| Order::Summon(who.into_iter().zip(poses).collect())),
        (an_id(), prop::option::of(a_pose())).prop_map(|(id, pose)| Order::Free(id, pose)),
        (several(), prop::collection::vec(a_leg(), 1..=MOST_LEGS))
            .prop_map(|(who, legs)| Order::Move(Move { who, legs })),
        an_id().prop_map(Order::Dismount),
        an_id().prop_map(Order::Engage),
        (an_id(), aids(), an_id()).prop_map(|(mage, aids, target)| Order::Bespell { mage, aids, target }),
        (an_id(), aids(), an_id()).prop_map(|(shooter, aids, target)| Order::Shoot { shooter, aids, target }),
        (an_id(), prop_oneof![an_id().prop_map(Foe::Element), held().prop_map(Foe::Feature)])
            .prop_map(|(id, foe)| Order::Fight(id, foe)),
        (a_length(), friends()).prop_map(|(by, friends)| Order::Recoil(by, friends)),
        a_pose().prop_map(Order::Return),
        Just(Order::End),
    ]
}

/// Numbers far beyond those that can be read, and those at the borders.
fn any_length() -> impl Strategy<Value = i64> {
    let border = prop::sample::select(vec![i64::MIN, -1_000_001, -1_000_000, -1, 0, 1_000_000, 1_000_001, i64::MAX]);
    prop_oneof![a_length(), border, any::<i64>()]
}

fn any_pose() -> impl Strategy<Value = Pose> {
    (any_length(), any_length(), 0..3600_i32).prop_map(|(x, y, tenths)| pose(x, y, tenths))
}

fn any_leg() -> impl Strategy<Value = Leg> {
    prop_oneof![
        4 => a_leg(),
        1 => any_length().prop_map(Leg::Ahead),
        1 => any_length().prop_map(Leg::Back),
        1 => (any::<bool>(), any::<u16>()).prop_map(|(left, by)| Leg::Wheel { left, by }),
        1 => any_length().prop_map(Leg::Slide),
        1 => any_pose().prop_map(Leg::Go),
        1 => any_length().prop_map(Leg::Road),
    ]
}

/// Orders that a program may make of the types, whether or not they have words.
fn any_order() -> impl Strategy<Value = Order> {
    let anybody = || prop_oneof![1 => Just(Members::NONE), 4 => several()];
    prop_oneof![
        an_order(),
        (any_pose(), any_length(), any_length()).prop_map(|(pose, length, width)| Order::Camp(pose, length, width)),
        (an_id(), any_pose()).prop_map(|(id, pose)| Order::Place(id, pose)),
        prop::collection::vec((an_id(), prop_oneof![3 => a_pose(), 1 => any_pose()]), 0..6).prop_map(Order::Summon),
        anybody().prop_map(Order::Reserve),
        prop::collection::vec(any::<u8>(), 0..7).prop_map(Order::Allot),
        anybody().prop_map(|who| Order::Hold(who, None)),
        prop::collection::vec((an_id(), any_pose()), 0..6).prop_map(Order::Land),
        (an_id(), prop::option::of(any_pose())).prop_map(|(id, pose)| Order::Free(id, pose)),
        (anybody(), prop::collection::vec(any_leg(), 0..=MOST_LEGS + 2))
            .prop_map(|(who, legs)| Order::Move(Move { who, legs })),
        (an_id(), anybody(), an_id()).prop_map(|(mage, aids, target)| Order::Bespell { mage, aids, target }),
        (any_length(), friends()).prop_map(|(by, friends)| Order::Recoil(by, friends)),
        any_pose().prop_map(Order::Return),
    ]
}

proptest! {
    #[test]
    fn an_order_has_words_if_and_only_if_they_are_read_as_the_same_order(order in any_order()) {
        prop_assert_eq!(order.has_words(), read(&written(&order)).as_ref() == Ok(&order), "{:?}", order);
    }

    #[test]
    fn what_is_written_is_read_as_the_same(order in an_order(), dice in prop::collection::vec(1..=6_u8, 1..4)) {
        let text = written(&order);
        prop_assert_eq!(read(&text), Ok(order.clone()));
        let shown: Vec<String> = dice.iter().map(ToString::to_string).collect();
        let column = text.chars().count() + 4;
        let line = format!("{text} : {}", shown.join(" "));
        prop_assert_eq!(read::with_dice(&line, &called), Ok((order, Some((column, dice)))));
    }

    #[test]
    fn nothing_that_is_typed_breaks_it(text in "\\PC{0,60}") {
        if let Err(error) = read(&text) {
            prop_assert!((1..=text.chars().count() + 1).contains(&error.column), "{}: {:?}", text, error);
        }
    }

    #[test]
    fn an_order_with_a_letter_changed_is_read_or_told(order in an_order(), at in 0..80_usize, c in "[ a-z0-9.,:x-]") {
        let text = written(&order);
        let changed: String =
            text.chars().enumerate().map(|(i, old)| if i == at { c.chars().next().unwrap_or(old) } else { old }).collect();
        if let Ok(order) = read(&changed) {
            prop_assert_eq!(read(&written(&order)), Ok(order));
        }
    }
}
