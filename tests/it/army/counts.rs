//! Exact counts, against plain enumeration.

use musterfield::army::count::{armies, can_field, picks, ways_to_finish};
use musterfield::army::draft::{Kind, Line};
use musterfield::army::fits::variants;
use musterfield::army::{ArmyList, Draft};
use musterfield::rules::{Points, TroopId};

use super::make::{army, report, ruleset, the_book};

/// Every multiset of elements that can be added to a draft, one by one, and how many of them make it legal with less
/// than one AP left.
fn slow_ways(draft: &Draft, from: usize, added: &mut Vec<(TroopId, bool)>) -> u64 {
    let kinds: Vec<(TroopId, bool)> = variants(draft.ruleset).collect();
    let mut full = draft.clone();
    for (troop, fast) in added.iter() {
        full.lines.push(Line { fast: *fast, ..Line::new(Kind::Known(*troop)) });
    }
    let figures = report(&full).figures;
    if figures.spent > figures.budget || figures.high > figures.high_cap {
        return 0;
    }
    let led =
        full.lines.iter().any(|line| matches!(line.kind, Kind::Known(id) if full.ruleset.may_lead(id)) && !line.ally);
    let mut ways = u64::from(led && figures.unspent() < Points::ONE);
    for (at, kind) in kinds.iter().enumerate().skip(from) {
        added.push(*kind);
        ways += slow_ways(draft, at, added);
        added.pop();
    }
    ways
}

#[test]
fn small_armies_are_counted_as_by_hand() {
    for id in ["d3h2", "d3h2-traditional"] {
        for points in ["1", "1.5", "2", "3", "4", "4.5"] {
            let mut empty = Draft::new(ruleset(id));
            empty.points = points.parse().unwrap();
            let counted = armies(empty.ruleset, empty.points);
            assert_eq!(counted, slow_ways(&empty, 0, &mut Vec::new()).into(), "{id} {points}");
            assert_eq!(ways_to_finish(&empty, &report(&empty)), Some(counted), "{id} {points}");
        }
    }
}

#[test]
fn the_rest_of_an_army_is_counted_as_by_hand() {
    for elements in ["Hr general; 8 Bd", "Hr general; Dg; Gd; 4 Bd", "3 Gd; 4 Bd", "Hr general; 10 Bd", "10 Bd"] {
        let draft = army("24", elements);
        let slow = slow_ways(&draft, 0, &mut Vec::new());
        assert_eq!(ways_to_finish(&draft, &report(&draft)), Some(slow.into()), "{elements}");
    }
}

#[test]
fn an_army_that_adding_cannot_mend_has_no_ways() {
    let draft = army("24", "Hr general; Art fast");
    assert_eq!(ways_to_finish(&draft, &report(&draft)), None);
}

/// Ways to fill a list's options by hand: every option gets a multiset of its kinds, one element may lead.
fn list(options: &str) -> ArmyList {
    let text = format!("+++\nname = \"T\"\nruleset = \"d3h2\"\naggression = 0\n{options}\n+++\nText.\n");
    ArmyList::parse("t.md", "d3h2/t", &text, the_book()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

#[test]
fn fillings_of_a_list_are_counted_as_by_hand() {
    let only = "[[option]]\ntypes = [\"Kn\"]\nmin = 1\nmax = 1\ngeneral = \"must\"\n";
    // Two points: the general alone.
    assert_eq!(picks(&list(only), Points::whole(2)), 1u8.into());
    // Four points with Blades that may be Fast: one Blades, Fast or not.
    let with_blades = format!("{only}[[option]]\ntypes = [\"Bd\"]\nfast = \"may\"\n");
    assert_eq!(picks(&list(&with_blades), Points::whole(4)), 2u8.into());
    // Six points: two Blades, of which none, one or both are Fast.
    assert_eq!(picks(&list(&with_blades), Points::whole(6)), 3u8.into());
    // The general among Blades that may be Fast, three of them: Fast or not himself, times 0 to 2 Fast among the others.
    let among = "[[option]]\ntypes = [\"Bd\"]\nfast = \"may\"\ngeneral = \"may\"\n";
    assert_eq!(picks(&list(among), Points::whole(6)), 6u8.into());
    // Of one type or the other: three Blades or three Spears, and no mixture.
    let alike = format!("{only}[[option]]\ntypes = [\"Bd\", \"Sp\"]\nchoice = \"all-same\"\n");
    assert_eq!(picks(&list(&alike), Points::whole(8)), 2u8.into());
    assert_eq!(picks(&list(&alike), Points::whole(2)), 1u8.into());
    // Two Bows that may ride: none, one or both.
    let riding = format!("{only}[[option]]\ntypes = [\"Bw\"]\nmounted = \"may\"\n");
    assert_eq!(picks(&list(&riding), Points::whole(5)), 3u8.into());
    // Too many points for what the list allows.
    assert!(!can_field(&list(only), Points::whole(4)));
    // Half of the points at most on four-point elements.
    let gods = format!("{only}[[option]]\ntypes = [\"Gd\", \"Hd\"]\n");
    assert_eq!(picks(&list(&gods), Points::whole(8)), 2u8.into());
}
