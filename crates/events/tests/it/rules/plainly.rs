//! The verdict by a second way, slow and plain: of the checks, it uses only the report of the game.

use musterfield_army::{Draft, ElementLine};
use musterfield_events::rules::document::{Choice, Count, LimitDocument};
use musterfield_events::rules::{EventRules, EventRulesDocument};
use musterfield_fixtures::armies::{any_draft, report, the_book, the_catalogue, the_collection};
use musterfield_rules::troop::{FastRule, Supertype};
use musterfield_rules::{Points, Ruleset};
use musterfield_words::events::{message, remedy};
use proptest::prelude::*;

use super::verdict;

/// Whether an element of a line has a name, given in its exact spelling.
fn is_called(draft: &Draft, line: &ElementLine, name: &str) -> bool {
    let ruleset = draft.ruleset;
    let Some(troop) = draft.troop(line) else { return false };
    if let Some(rest) = name.strip_prefix("Fast ") {
        let fast = draft.is_fast(line);
        return fast && is_called(draft, line, rest);
    }
    if name == "all" || ruleset.class_name(troop.class.value) == name || *troop.code == *name {
        return true;
    }
    if let Some(graded) = &troop.graded {
        return *ruleset.family(graded.family).code == *name
            || *ruleset.grades[graded.grade.index()].letter == name[1..2] && name.len() == 3;
    }
    match troop.kind_of.as_ref().map(|kind| kind.value) {
        None => false,
        Some(Supertype::Troop(parent)) => *ruleset.troop(parent).code == *name,
        Some(Supertype::Family(id)) => {
            let family = ruleset.family(id);
            *family.code == *name || family.of.is_some_and(|above| *ruleset.family(above).code == *name)
        }
    }
}

fn counts(draft: &Draft, line: &ElementLine, limit: &LimitDocument) -> bool {
    let (mut within, mut without, mut any_within) = (false, false, false);
    for name in &limit.of {
        match name.strip_prefix("not ") {
            Some(name) => without |= is_called(draft, line, name),
            None => {
                any_within = true;
                within |= is_called(draft, line, name);
            }
        }
    }
    let known = draft.troop(line).is_some();
    known && (within || !any_within) && !without && (limit.allies || !line.ally)
}

fn keeps(draft: &Draft, limit: &LimitDocument) -> bool {
    let mut amount = Points::ZERO;
    for line in &draft.lines {
        if counts(draft, line, limit) {
            for _ in 0..line.count.clamp(0, 1000) {
                amount += if limit.count == Count::Points { draft.price(line) } else { Points::ONE };
            }
        }
    }
    limit.least.is_none_or(|least| least <= amount) && limit.most.is_none_or(|most| amount <= most)
}

fn lists_will_do(draft: &Draft, lists: &Choice) -> bool {
    let list = if draft.own_list.is_some() { None } else { draft.list.as_deref() };
    match lists {
        Choice::Word(word) if word == "any" => true,
        Choice::Word(_) => list.is_some_and(|id| {
            the_catalogue().lists().any(|known| known.id == id && known.ruleset.id == draft.ruleset.id)
        }),
        Choice::Named(names) => list.is_some_and(|id| names.iter().any(|name| name == id)),
    }
}

fn allies_will_do(draft: &Draft, allies: &Choice) -> bool {
    let mut commands: Vec<u8> = Vec::new();
    for line in &draft.lines {
        if line.ally && line.count > 0 && !commands.contains(&line.command) {
            commands.push(line.command);
        }
    }
    if commands.is_empty() {
        return true;
    }
    match allies {
        Choice::Word(word) => word == "any",
        Choice::Named(names) => {
            let is_named = |id: &Option<String>| id.as_ref().is_some_and(|id| names.contains(id));
            let big = *draft.ruleset.id == *"dba3" && draft.points == Points::whole(36);
            is_named(&draft.allies) && (!big || commands.len() < 2 || is_named(&draft.second_ally))
        }
    }
}

/// Whether an army can be entered.
fn is_legal(rules: &EventRulesDocument, draft: &Draft) -> bool {
    *draft.ruleset.id == *rules.ruleset
        && report(draft)
            .problems
            .iter()
            .all(|problem| !problem.is_error() && !rules.raised.iter().any(|code| problem.code().as_str() == code))
        && Some(draft.points) == rules.points
        && (rules.home_terrains.is_empty()
            || draft.home_terrain.as_ref().is_some_and(|own| rules.home_terrains.contains(own)))
        && lists_will_do(draft, &rules.lists)
        && allies_will_do(draft, &rules.allies)
        && rules.limits.iter().all(|limit| keeps(draft, limit))
}

/// Names in limits, in their exact spelling.
fn names(ruleset: &'static Ruleset) -> Vec<String> {
    let mut names = vec!["all".to_owned()];
    names.extend(ruleset.classes().iter().map(|class| class.name.to_string()));
    names.extend(ruleset.grades.iter().map(|grade| format!("({})", grade.letter)));
    for (id, troop) in ruleset.troops() {
        names.push(musterfield_events::rules::subject::LimitName::read(ruleset, &troop.code).unwrap().written);
        names.push(
            musterfield_events::rules::subject::LimitName::read(ruleset, ruleset.plain_code(id)).unwrap().written,
        );
        if troop.fast.value != FastRule::No {
            names.push(format!("Fast {}", troop.code));
        }
    }
    names.sort();
    names.dedup();
    names
}

fn any_limit(ruleset: &'static Ruleset) -> impl Strategy<Value = LimitDocument> {
    let name = (prop::sample::select(names(ruleset)), prop::bool::weighted(0.2));
    let name = name.prop_map(|(name, out)| if out { format!("not {name}") } else { name });
    let by_points = ruleset.counts() == musterfield_rules::ruleset::SizeUnit::Points;
    (
        prop::collection::btree_set(name, 1..4),
        prop_oneof![3 => Just((Some(0), None)), 3 => (1i32..6).prop_map(|least| (Some(0), Some(least))), 3 => (0i32..12).prop_map(|most| (Some(most), None)), 1 => Just((Some(8), Some(2)))],
        any::<bool>(),
        any::<bool>(),
        prop_oneof![Just(""), Just("theme")],
    )
        .prop_map(move |(of, (most, least), points, allies, why)| LimitDocument {
            of: of.into_iter().collect(),
            // A minimum stands alone in one of the cases.
            most: most.filter(|most| least.is_none() || *most > 0).map(Points::whole),
            least: least.map(Points::whole),
            count: if points && by_points { Count::Points } else { Count::Elements },
            allies,
            why: why.to_owned(),
        })
}

fn choice(ids: Vec<String>, word: &'static str) -> impl Strategy<Value = Choice> {
    let most = ids.len().min(5);
    let named = if most == 0 {
        Just(Choice::default()).boxed()
    } else {
        prop::sample::subsequence(ids.clone(), 1..=most).prop_map(Choice::Named).boxed()
    };
    // Where no list is known, none can be required.
    let word = if most == 0 && word == "listed" { "any" } else { word };
    prop_oneof![4 => Just(Choice::default()), 1 => Just(Choice::Word(word.to_owned())), 2 => named]
}

/// Rules for armies of a ruleset, of a given size; in their exact spelling, without mistakes.
pub(super) fn any_rules_for(ruleset: &'static Ruleset, size: Points) -> impl Strategy<Value = EventRules> {
    let terrains: Vec<String> = ruleset.home_terrains.iter().map(|terrain| terrain.id.to_string()).collect();
    let lists: Vec<String> = the_catalogue().of_ruleset(&ruleset.id).iter().map(|list| list.id.clone()).collect();
    let most = terrains.len().min(3);
    let raised = vec!["points-unspent", "ally-unnamed", "needs-permission", "home-terrain-unset", "remark"];
    let usual = ruleset.army.budget.usual;
    (
        prop_oneof![4 => Just(Some(size)), 1 => Just(Some(usual))],
        prop_oneof![2 => Just(Vec::new()), 1 => prop::sample::subsequence(terrains, 0..=most)],
        (choice(lists.clone(), "listed"), choice(lists, "none")),
        prop_oneof![2 => Just(Vec::new()), 1 => prop::sample::subsequence(raised, 0..3)],
        prop::option::of(1i64..30),
        1i64..4,
        prop::collection::vec(any_limit(ruleset), 0..4),
    )
        .prop_filter_map(
            "rules without mistakes",
            move |(points, home_terrains, (lists, allies), raised, side, armies, limits)| {
                let document = EventRulesDocument {
                    points,
                    board: side.map(|side| [side, side + 1]),
                    home_terrains,
                    lists,
                    allies,
                    raised: raised.into_iter().map(str::to_owned).collect(),
                    armies,
                    limits,
                    ..EventRulesDocument::new(&*ruleset.id)
                };
                let usual = EventRulesDocument { points: Some(usual), ..document.clone() };
                let build = |document| EventRules::new(&document, the_book(), the_catalogue());
                let rules = build(document).or_else(|_| build(usual)).ok()?;
                // Names that were combined here are already in their exact spelling, except for those that duplicate
                // each other.
                Some(rules)
            },
        )
}

/// Rules of any ruleset.
pub(super) fn any_rules() -> impl Strategy<Value = EventRules> {
    let rulesets: Vec<&'static Ruleset> = the_book().rulesets().iter().collect();
    prop::sample::select(rulesets).prop_flat_map(|ruleset| any_rules_for(ruleset, ruleset.army.budget.usual))
}

/// An army, and rules that it may or may not keep. Half of the armies are ready ones, changed a little or not at all.
pub(super) fn army_and_rules() -> impl Strategy<Value = (Draft, EventRules)> {
    let ready: Vec<Draft> = the_collection().ready().iter().map(|ready| ready.army.draft().clone()).collect();
    let changed =
        (prop::sample::select(ready), any::<prop::sample::Index>(), 0u8..8).prop_map(|(mut draft, at, change)| {
            let at = at.index(draft.lines.len());
            match change {
                0 => drop(draft.lines.remove(at)),
                1 => draft.lines[at].count += 1,
                2 => draft.lines[at].ally = true,
                3 => draft.home_terrain = None,
                4 => draft.list = None,
                _ => {}
            }
            draft
        });
    prop_oneof![changed, any_draft()].prop_flat_map(|draft| {
        let rules = any_rules_for(draft.ruleset, draft.points);
        (Just(draft), rules)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn an_army_is_legal_at_an_event_exactly_if_it_is_so_plainly((draft, rules) in army_and_rules()) {
        let found = verdict(&rules, &draft);
        prop_assert_eq!(found.is_legal(), is_legal(&rules.document(), &draft), "{:?}", found.problems);
        prop_assert_eq!(&found.report, &report(&draft));
        // The game's problems are all there, and no others of its own.
        let of_game = found.problems.iter().filter(|problem| super::is_game(problem.code()).is_some()).count();
        prop_assert_eq!(of_game, found.report.problems.len());
    }

    /// The army as a whole first, then by line, errors first; each with its texts.
    #[test]
    fn problems_stand_in_order_and_say_what_to_do((draft, rules) in army_and_rules()) {
        let problems = verdict(&rules, &draft).problems;
        let places: Vec<_> = problems.iter().map(|problem| (problem.place, problem.severity)).collect();
        let mut sorted = places.clone();
        sorted.sort();
        prop_assert_eq!(places, sorted);
        for problem in &problems {
            let said = message(&problem.fault, &rules, &draft);
            prop_assert!(said.ends_with('.') && !remedy(problem, &rules, &draft).is_empty(), "{problem:?}");
            prop_assert_eq!(problem.fault.limit().is_some(), ["event-banned", "event-limit", "event-least"].contains(&problem.code().as_str()));
        }
    }
}

/// Both answers occur often for the armies above; otherwise the comparison would show little.
#[test]
fn ready_armies_keep_some_rules_and_break_others() {
    let (mut legal, mut illegal) = (0, 0);
    for ready in the_collection().ready() {
        let draft = ready.army.draft();
        let ruleset = draft.ruleset;
        let classes = ruleset.classes().iter().map(|class| class.name.to_string());
        let types = draft.lines.iter().filter_map(|line| draft.troop(line)).map(|troop| troop.code.to_string());
        for name in classes.chain(types) {
            for (least, most) in
                [(None, Some(0)), (None, Some(6)), (Some(1), None), (Some(7), None), (Some(2), Some(4))]
            {
                let limit = LimitDocument {
                    of: vec![name.clone()],
                    least: least.map(Points::whole),
                    most: most.map(Points::whole),
                    allies: true,
                    ..LimitDocument::default()
                };
                let document = EventRulesDocument {
                    points: Some(draft.points),
                    limits: vec![limit],
                    ..EventRulesDocument::new(&*ruleset.id)
                };
                let Ok(rules) = EventRules::new(&document, the_book(), the_catalogue()) else { continue };
                let found = verdict(&rules, draft).is_legal();
                assert_eq!(found, is_legal(&rules.document(), draft), "{} {name} {least:?} {most:?}", ready.slug);
                if found { legal += 1 } else { illegal += 1 }
            }
        }
    }
    assert!(legal > 100 && illegal > 100, "{legal} legal, {illegal} not");
}
