//! Exact counts, compared with plain enumeration.

use musterfield_army::count::{Counts, picks, ways_to_fill};
use musterfield_army::draft::{ElementLine, LineType};
use musterfield_army::list::{ListChoice, ListPermission, TakenAs};
use musterfield_army::{ArmyList, Draft, check};
use musterfield_fixtures::armies::{army, catalogue_of, report, ruleset, the_book};
use musterfield_rules::{Points, Ruleset};
use proptest::prelude::*;

/// Every element that can be bought, with the choices involved: Fast or not (D3H2-FAST-03), for land or for water
/// (D3H2-TYPE-09).
fn every_kind(ruleset: &'static Ruleset) -> Vec<ElementLine> {
    let mut kinds = Vec::new();
    for (id, troop) in ruleset.troops().filter(|(_, troop)| troop.cost.is_some()) {
        for (fast, water) in [(false, false), (false, true), (true, false), (true, true)] {
            if (!fast || troop.fast.value.is_choice()) && (!water || troop.water.is_some()) {
                kinds.push(ElementLine { fast, water, ..ElementLine::new(LineType::Known(id)) });
            }
        }
    }
    kinds
}

/// Tries every multiset of elements that can be added to a draft; returns how many of them make it legal with less
/// than one AP left.
fn slow_ways(draft: &Draft, from: usize, added: &mut Vec<ElementLine>) -> u64 {
    let kinds = every_kind(draft.ruleset);
    let mut full = draft.clone();
    full.lines.extend(added.iter().cloned());
    let figures = report(&full).totals;
    if figures.spent > figures.budget || figures.costly > figures.costly_cap {
        return 0;
    }
    let led = full
        .lines
        .iter()
        .any(|line| matches!(line.line_type, LineType::Known(id) if full.ruleset.may_lead(id)) && !line.ally);
    let mut ways = u64::from(led && figures.unspent() < Points::ONE);
    for (at, kind) in kinds.iter().enumerate().skip(from) {
        added.push(kind.clone());
        ways += slow_ways(draft, at, added);
        added.pop();
    }
    ways
}

fn counts() -> Counts {
    Counts::new(the_book())
}

#[test]
fn small_armies_are_counted_as_by_hand() {
    for id in ["d3h2", "d3h2-traditional"] {
        for points in ["1", "1.5", "2", "3", "4", "4.5"] {
            let mut empty = Draft::new(ruleset(id));
            empty.points = points.parse().unwrap();
            let counted = counts().armies(empty.ruleset, empty.points);
            assert_eq!(counted, slow_ways(&empty, 0, &mut Vec::new()).into(), "{id} {points}");
            assert_eq!(counts().ways_to_finish(&empty, &report(&empty)), Some(counted), "{id} {points}");
        }
    }
}

#[test]
fn the_rest_of_an_army_is_counted_as_by_hand() {
    for elements in ["Hr general; 8 Bd", "Hr general; Dg; Gd; 4 Bd", "3 Gd; 4 Bd", "Hr general; 10 Bd", "10 Bd"] {
        let draft = army("24", elements);
        let slow = slow_ways(&draft, 0, &mut Vec::new());
        assert_eq!(counts().ways_to_finish(&draft, &report(&draft)), Some(slow.into()), "{elements}");
    }
}

#[test]
fn an_army_that_adding_cannot_mend_has_no_ways() {
    let draft = army("24", "Hr general; Art fast");
    assert_eq!(counts().ways_to_finish(&draft, &report(&draft)), None);
}

/// Ways to fill a list's options, counted by hand: every option gets a multiset of its kinds, one element may lead.
fn list(options: &str) -> ArmyList {
    let text = format!("+++\nname = \"T\"\nruleset = \"d3h2\"\naggression = 0\n{options}\n+++\nText.\n");
    ArmyList::parse("t.md", "d3h2/t", &text, the_book()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

#[test]
fn fillings_of_a_list_are_counted_as_by_hand() {
    let only = "[[option]]\ntypes = [\"Kn\"]\nmin = 1\nmax = 1\ngeneral = \"must\"\n";
    // Two points: only the general.
    assert_eq!(picks(&list(only), Points::whole(2)), Some(1));
    // Four points with Blades that may be Fast: one Blades, Fast or not.
    let with_blades = format!("{only}[[option]]\ntypes = [\"Bd\"]\nfast = \"may\"\n");
    assert_eq!(picks(&list(&with_blades), Points::whole(4)), Some(2));
    // Six points: two Blades, of which none, one or both are Fast.
    assert_eq!(picks(&list(&with_blades), Points::whole(6)), Some(3));
    // The general among three Blades that may be Fast: the general Fast or not, times 0 to 2 Fast among the others.
    let among = "[[option]]\ntypes = [\"Bd\"]\nfast = \"may\"\ngeneral = \"may\"\n";
    assert_eq!(picks(&list(among), Points::whole(6)), Some(6));
    // Of one type or the other: three Blades or three Spears, and no mixture.
    let alike = format!("{only}[[option]]\ntypes = [\"Bd\", \"Sp\"]\nchoice = \"all-same\"\n");
    assert_eq!(picks(&list(&alike), Points::whole(8)), Some(2));
    assert_eq!(picks(&list(&alike), Points::whole(2)), Some(1));
    // Two Bows that may ride: none, one or both.
    let riding = format!("{only}[[option]]\ntypes = [\"Bw\"]\nmounted = \"may\"\n");
    assert_eq!(picks(&list(&riding), Points::whole(5)), Some(3));
    // Too many points for what the list allows.
    assert_eq!(picks(&list(only), Points::whole(4)), Some(0));
    // At most half of the points on four-point elements.
    let gods = format!("{only}[[option]]\ntypes = [\"Gd\", \"Hd\"]\n");
    assert_eq!(picks(&list(&gods), Points::whole(8)), Some(2));
}

/// Lurkers for land and for water are different elements (D3H2-TYPE-09).
#[test]
fn lurkers_are_counted_by_their_kind() {
    let lurkers = "[[option]]\ntypes = [\"Kn\"]\nmin = 1\nmax = 1\ngeneral = \"must\"\n[[option]]\ntypes = [\"Lk\"]\n";
    assert_eq!(picks(&list(lurkers), Points::whole(5)), Some(3));
}

/// The contents of one option.
type Filled = Vec<ElementLine>;

/// Every way to fill one option within this many AP.
fn slow_option(list: &ArmyList, at: usize, points: Points) -> Vec<Filled> {
    let option = &list.options[at];
    let mut kinds = Vec::new();
    for line in every_kind(list.ruleset) {
        for (mounted, general) in [(false, false), (false, true), (true, false), (true, true)] {
            let LineType::Known(id) = line.line_type else { continue };
            let rides = list.ruleset.troop(id).rides.is_some() && option.mounted != ListPermission::No;
            let leads = list.ruleset.may_lead(id);
            let fast = list.ruleset.troop(id).fast.value.applies(line.fast);
            let taken = TakenAs { fast, riding: mounted, general, regular: false, flying: false };
            if (rides || !mounted) && (leads || !general) && option.takes(list, id, taken) {
                kinds.push(ElementLine { mounted, general, ..line.clone() });
            }
        }
    }
    let mut found = Vec::new();
    multisets(list, &kinds, points, &mut Vec::new(), &mut found);
    found.retain(|filled| {
        let count = i64::try_from(filled.len()).unwrap();
        let alike = filled.iter().all(|line| line.line_type == filled[0].line_type);
        count >= option.min
            && option.max.is_none_or(|max| count <= max)
            && (option.choice == ListChoice::Or || alike)
            && filled.iter().filter(|line| line.general).count() < 2
    });
    found
}

fn price(list: &ArmyList, line: &ElementLine) -> Points {
    let LineType::Known(id) = line.line_type else { unreachable!() };
    list.ruleset.troop(id).price()
}

fn multisets(list: &ArmyList, kinds: &[ElementLine], points: Points, taken: &mut Filled, found: &mut Vec<Filled>) {
    found.push(taken.clone());
    for (at, kind) in kinds.iter().enumerate() {
        let price = price(list, kind);
        if price <= points {
            taken.push(kind.clone());
            multisets(list, &kinds[at..], points - price, taken, found);
            taken.pop();
        }
    }
}

/// Ways to fill all options from this one on, given the contents of the earlier ones.
fn slow_fill(list: &ArmyList, at: usize, budget: Points, taken: &Filled, present: &[ElementLine]) -> u128 {
    let spent = |elements: &Filled| elements.iter().map(|line| price(list, line)).fold(Points::ZERO, |a, b| a + b);
    let left = budget - spent(taken);
    if at < list.options.len() {
        let each = slow_option(list, at, left);
        return each
            .iter()
            .map(|filled| slow_fill(list, at + 1, budget, &[&taken[..], filled].concat(), present))
            .sum();
    }
    let costly = |line: &&ElementLine| matches!(line.line_type, LineType::Known(id) if list.ruleset.troop(id).costly);
    let high = spent(&taken.iter().filter(costly).cloned().collect());
    let among = present.iter().all(|line| {
        let alike = taken.iter().filter(|other| **other == ElementLine { count: 1, ..line.clone() });
        i64::try_from(alike.count()).unwrap() >= line.count
    });
    let led = taken.iter().filter(|line| line.general).count() == 1;
    u128::from(among && led && left < Points::ONE && high <= list.ruleset.costly_cap(budget))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn what_is_left_of_a_list_is_counted_as_by_hand(
        options in prop::collection::vec(
            (
                prop::sample::subsequence(vec!["Kn", "Bw", "Lk", "Dg", "Hd"], 1..=2),
                any::<bool>(),
                0i64..2,
                prop::option::of(1i64..3),
                prop::sample::select(vec!["no", "may"]),
                prop::sample::select(vec!["no", "no", "may"]),
            ),
            1..4,
        ),
        add in prop::collection::vec(0usize..64, 0..4),
        points in 4i32..8,
    ) {
        let mut text = "[[option]]\ntypes = [\"Hr\", \"Cv\"]\nmax = 1\ngeneral = \"must\"\n".to_owned();
        for (types, same, min, max, general, fast) in &options {
            let leads = types.iter().any(|code| ["Kn", "Bw", "Hd"].contains(code)) && *general == "may";
            let quick = types.iter().any(|code| ["Kn", "Bw"].contains(code)) && *fast == "may";
            let limit = max.map(|max| format!("max = {}\n", min + max)).unwrap_or_default();
            text += &format!(
                "[[option]]\ntypes = {types:?}\nmin = {min}\n{limit}choice = \"{}\"\ngeneral = \"{}\"\nfast = \"{}\"\n",
                if *same { "all-same" } else { "or" },
                if leads { "may" } else { "no" },
                if quick { "may" } else { "no" },
            );
        }
        let list = list(&text);
        let budget = Points::whole(points);
        prop_assert_eq!(picks(&list, budget), Some(slow_fill(&list, 0, budget, &Vec::new(), &[])));

        // Some elements that the list has, as long as the army can still be made legal.
        let whole = format!("+++\nname = \"T\"\nruleset = \"d3h2\"\naggression = 0\n{text}[[option]]\ntypes = [\"Bd\"]\n+++\nText.\n");
        let Ok(catalogue) = catalogue_of([("d3h2/t.md", whole)]) else {
            return Ok(());
        };
        let full = catalogue.get("d3h2/t").unwrap();
        let mut draft = Draft { list: Some("d3h2/t".into()), points: budget, ..army("24", "") };
        let mut kinds: Vec<ElementLine> = (0..full.options.len())
            .flat_map(|at| slow_option(full, at, Points::whole(4)))
            .filter(|filled| filled.len() == 1)
            .flatten()
            .collect();
        kinds.dedup();
        for pick in add {
            let mut more = draft.clone();
            more.apply(&musterfield_army::Edit::Add(kinds[pick % kinds.len()].clone()));
            if ways_to_fill(&more, &check(&more, &catalogue), full).is_some() {
                draft = more;
            }
        }
        let report = check(&draft, &catalogue);
        let slow = slow_fill(full, 0, budget, &Vec::new(), &draft.lines);
        prop_assert_eq!(ways_to_fill(&draft, &report, full), Some(slow), "{:?}", draft.lines);
    }
}
