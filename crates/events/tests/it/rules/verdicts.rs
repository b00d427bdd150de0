//! Each rule with an army that just keeps it and one that just breaks it.

use musterfield_army::{Draft, Severity};
use musterfield_events::rules::{Code, EventRules};
use musterfield_fixtures::armies::{army, army_of, report, the_book, the_catalogue, the_collection};
use musterfield_rules::Points;
use musterfield_words::events::rules::lines;
use musterfield_words::events::{document_of, message, remedy};

use super::{errors, offered, rules, verdict};

/// A legal army of 24 AP: 4 + 8 + 8 + 4.
const ELEMENTS: &str = "Hr general; 4 Bd; 4 Sp; 2 Kn";

fn of_list(list: &str, draft: Draft) -> Draft {
    Draft { list: Some(list.into()), ..draft }
}

#[test]
fn rules_that_ask_for_nothing_say_nothing() {
    let rules = rules(r#""ruleset": "d3h2""#);
    let draft = army("24", ELEMENTS);
    let verdict = verdict(&rules, &draft);
    assert!(verdict.is_legal() && verdict.problems.is_empty(), "{verdict:?}");
    assert_eq!(verdict.report, report(&draft));
}

#[test]
fn each_rule_of_d3h2_is_kept_and_broken_by_one_army_each() {
    let base = "Hr general; 4 Bd; 4 Sp";
    for (fields, keeps, breaks, code) in [
        // Bans: by code, by name, by class, by mark; with the types that count as it, and without.
        (r#"{"of": ["Dragons", "Gd"], "most": 0}"#, "2 Kn", "Dg", "event-banned"),
        (r#"{"of": ["Aerial"], "most": 0}"#, "2 Kn", "2 Fl", "event-banned"),
        (r#"{"of": ["Bw"], "most": 0}"#, "2 Kn", "2 8Bw", "event-banned"),
        (r#"{"of": ["only Bw"], "most": 0}"#, "8Bw", "2 Bw", "event-banned"),
        (r#"{"of": ["Fast Bd"], "most": 0}"#, "2 Bd", "2 Bd fast", "event-banned"),
        (r#"{"of": ["Mtd-Bw"], "most": 0}"#, "2 Bw", "2 Bw mounted", "event-banned"),
        (r#"{"of": ["Water Lurkers"], "most": 0}"#, "2 Lk", "2 Lk water", "event-banned"),
        (r#"{"of": ["not Foot", "not Hero", "not Kn"], "most": 0}"#, "2 Kn", "2 Cv", "event-banned"),
        (r#"{"of": ["Foot", "not Hd"], "most": 8}"#, "2 Hd", "Hd; Ps", "event-limit"),
        // Maxima and minima, in elements and in AP.
        (r#"{"of": ["Kn"], "most": 2}"#, "2 Kn", "3 Kn", "event-limit"),
        (r#"{"of": ["Kn", "Cv"], "most": 2}"#, "Kn; Cv", "2 Kn; Cv", "event-limit"),
        (r#"{"of": ["Kn"], "most": 4, "count": "points"}"#, "2 Kn", "3 Kn", "event-limit"),
        (r#"{"of": ["Mounted"], "least": 3}"#, "2 Kn", "Kn", "event-least"),
        (r#"{"of": ["Mounted"], "least": 8, "count": "points"}"#, "2 Kn", "2 LH", "event-least"),
        (r#"{"of": ["all"], "most": 11}"#, "2 Kn", "2 Kn; Ps", "event-limit"),
        // Allies count, or do not.
        (r#"{"of": ["Kn"], "most": 2}"#, "Kn; Kn ally", "2 Kn; Kn ally", "event-limit"),
        (r#"{"of": ["Kn"], "most": 1, "allies": false}"#, "Kn; Kn ally", "2 Kn", "event-limit"),
        (r#"{"of": ["Kn"], "most": 0, "allies": false}"#, "2 Kn ally", "2 Kn", "event-banned"),
        (r#"{"of": ["Kn"], "least": 1, "allies": false}"#, "Kn; Kn ally", "2 Kn ally", "event-least"),
    ] {
        let rules = rules(&format!(r#""ruleset": "d3h2", "points": 30, "limits": [{fields}]"#));
        let kept = army("30", &format!("{base}; {keeps}"));
        assert_eq!(errors(&rules, &kept), [], "{fields}: {keeps}");
        let broken = army("30", &format!("{base}; {breaks}"));
        let found = errors(&rules, &broken);
        assert!(!found.is_empty() && found.iter().all(|(found, _)| *found == code), "{fields}: {breaks}: {found:?}");
        assert_eq!(report(&broken).problems.iter().filter(|problem| problem.is_error()).count(), 0, "{breaks}");
    }
}

#[test]
fn a_ban_is_told_of_each_line_and_a_limit_of_the_army() {
    let rules = rules(
        r#""ruleset": "d3h2", "points": 60,
           "limits": [{"of": ["Kn"], "most": 1}, {"of": ["Dg", "Fl"], "most": 0}, {"of": ["Ps"], "least": 2, "why": "skirmish"}]"#,
    );
    let draft = army("60", "Hr general; 2 Fl; 2 Kn; Dg; 4 Bd");
    assert_eq!(
        errors(&rules, &draft),
        [("event-limit", None), ("event-least", None), ("event-banned", Some(1)), ("event-banned", Some(3))]
    );
    let told: Vec<(String, Option<usize>, Points)> = verdict(&rules, &draft)
        .problems
        .into_iter()
        .filter(|problem| super::is_game(problem.code()).is_none())
        .map(|problem| (message(&problem.fault, &rules, &draft), problem.fault.limit(), problem.excess))
        .collect();
    assert_eq!(
        told,
        [
            ("The army has 2 Knights; the event allows 1 of them.".to_owned(), Some(0), Points::ONE),
            ("The army has no Psiloi; the event asks for 2 or more (skirmish).".to_owned(), Some(2), Points::whole(2)),
            ("The event allows no Flyers.".to_owned(), Some(1), Points::whole(2)),
            ("The event allows no Dragons.".to_owned(), Some(1), Points::ONE),
        ]
    );
}

#[test]
fn an_army_has_the_size_of_the_event() {
    let rules = rules(r#""ruleset": "d3h2", "points": 25"#);
    assert_eq!(errors(&rules, &army("25", ELEMENTS)), []);
    let draft = army("24", ELEMENTS);
    assert_eq!(errors(&rules, &draft), [("event-size", None)]);
    assert_eq!(offered(&rules, &draft, Code::Size), ["Play 25 AP"]);
    // A size below the cost of the elements causes a new error, which is fixed as well.
    let dear = army("30", "Hr general; 4 Bd; 4 Sp; 2 Kn; Bd");
    assert_eq!(offered(&rules, &dear, Code::Size), ["Play 25 AP, then remove 1 Blade (2 AP)"]);
}

#[test]
fn the_home_terrain_is_one_of_those_of_the_event() {
    let rules = rules(r#""ruleset": "d3h2", "home_terrains": ["Forest", "dry"]"#);
    for (terrain, expected) in [
        (Some("forest"), &[][..]),
        (Some("dry"), &[]),
        (Some("hilly"), &[("event-home-terrain", None)]),
        (None, &[("event-home-terrain", None)]),
        (Some("moor"), &[("home-terrain-unknown", None), ("event-home-terrain", None)]),
    ] {
        let draft = Draft { home_terrain: terrain.map(str::to_owned), ..army("24", ELEMENTS) };
        assert_eq!(errors(&rules, &draft), expected, "{terrain:?}");
        if !expected.is_empty() {
            assert_eq!(offered(&rules, &draft, Code::HomeTerrain), ["Forest", "Dry"], "{terrain:?}");
        }
    }
    // The fixes of the game are filtered: other terrains would not be allowed here.
    let unset = Draft { home_terrain: None, ..army("24", ELEMENTS) };
    let of_game = Code::Game(musterfield_army::Code::HomeTerrainUnset);
    assert_eq!(offered(&rules, &unset, of_game), ["Forest", "Dry"]);
}

/// A ready army of a list, of the usual size.
fn ready(list: &str) -> Draft {
    let usual = |draft: &&Draft| draft.points == draft.ruleset.army.budget.usual;
    the_collection().ready_for(list).map(|ready| ready.army.draft()).find(usual).unwrap().clone()
}

#[test]
fn an_army_is_picked_from_a_list_of_the_event() {
    let draft = ready("d3h2/barrow-kings");
    let free = Draft { list: None, ..draft.clone() };
    let unknown = of_list("d3h2/nobody", draft.clone());
    let own = Draft { list: None, own_list: Some("1xHr (Gen), 10xBd".into()), ..army("24", "Hr general; 10 Bd") };
    let both = Draft { list: Some("d3h2/barrow-kings".into()), ..own.clone() };
    for (lists, army, expected) in [
        (r#""any""#, &draft, 0),
        (r#""any""#, &free, 0),
        (r#""any""#, &own, 0),
        (r#""listed""#, &draft, 0),
        (r#""listed""#, &free, 1),
        (r#""listed""#, &unknown, 1),
        (r#""listed""#, &own, 1),
        (r#""listed""#, &both, 1),
        (r#"["d3h2/aesir", "d3h2/barrow-kings"]"#, &draft, 0),
        (r#"["d3h2/aesir"]"#, &draft, 1),
        (r#"["d3h2/aesir"]"#, &free, 1),
    ] {
        let rules = rules(&format!(r#""ruleset": "d3h2", "lists": {lists}"#));
        assert_eq!(errors(&rules, army), vec![("event-list", None); expected], "{lists}: {army:?}");
    }
    let rules = rules(r#""ruleset": "d3h2", "lists": ["d3h2/aesir", "d3h2/barrow-kings"]"#);
    assert_eq!(offered(&rules, &free, Code::List), ["Pick it from Barrow Kings"]);
}

#[test]
fn an_army_is_picked_from_a_players_list_that_the_event_names() {
    const NAMED: &str =
        r#""own_lists": [{"name": "Our Book", "text": "II/4 North\n1x3Kn (Gen), 11x4Sp\nTerrain: Arable"}]"#;
    let own = |list: &str| Draft {
        own_list: Some(list.into()),
        home_terrain: Some("arable".into()),
        ..army_of("dba3", "12", "3Kn general; 11 4Sp")
    };
    let carthage = ready("dba3/carthage");
    for (lists, army, expected) in [
        ("[]", own("II/4 North; 1x3Kn (Gen), 11x4Sp; Terrain: Arable"), 0),
        ("[]", own("Another name; Terrain: Arable; 1x3Kn (Gen), 11x4Sp"), 0),
        ("[]", own("1x3Kn (Gen), 11x4Sp"), 1),
        ("[]", own("1x3Kn (Gen), 10x4Sp, 1x4Sp; Terrain: Arable"), 1),
        ("[]", carthage.clone(), 1),
        (r#"["dba3/carthage"]"#, carthage.clone(), 0),
        (r#""listed""#, carthage, 0),
        (r#""listed""#, own("II/4 North; 1x3Kn (Gen), 11x4Sp; Terrain: Arable"), 0),
        (r#""listed""#, own("1x3Kn (Gen), 11x4Sp"), 1),
    ] {
        let rules = rules(&format!(r#""ruleset": "dba3", "lists": {lists}, {NAMED}"#));
        assert_eq!(errors(&rules, &army), vec![("event-list", None); expected], "{lists}: {:?}", army.own_list);
    }
    let rules = rules(&format!(r#""ruleset": "dba3", "lists": [], {NAMED}"#));
    assert_eq!(lines(&rules)[1], "Only the list “Our Book”");
    let found = verdict(&rules, &own("1x3Kn (Gen), 11x4Sp"));
    assert_eq!(remedy(&found.problems[0], &rules, &own("")), "Pick it from one of these: Our Book.");
    let again = EventRules::new(&rules.document(), the_book(), the_catalogue()).unwrap();
    assert_eq!(again.document(), rules.document());
}

#[test]
fn allies_are_those_of_the_event() {
    let named = |name: Option<&str>, elements: &str| Draft { allies: name.map(str::to_owned), ..army("24", elements) };
    const ALLIED: &str = "Hr general; 4 Bd; 4 Sp; 2 Kn ally";
    for (allies, army, expected) in [
        (r#""any""#, named(None, ALLIED), 0),
        (r#""none""#, named(None, ELEMENTS), 0),
        // An army that is named as ally but lends no elements is not an ally.
        (r#""none""#, named(Some("d3h2/riders-of-the-west"), ELEMENTS), 0),
        (r#""none""#, named(None, ALLIED), 1),
        (r#""none""#, named(Some("d3h2/riders-of-the-west"), ALLIED), 1),
        (r#"["d3h2/riders-of-the-west"]"#, named(Some("d3h2/riders-of-the-west"), ALLIED), 0),
        (r#"["d3h2/riders-of-the-west"]"#, named(None, ALLIED), 1),
        (r#"["d3h2/aesir"]"#, named(Some("d3h2/riders-of-the-west"), ALLIED), 1),
    ] {
        let rules = rules(&format!(r#""ruleset": "d3h2", "allies": {allies}"#));
        assert_eq!(errors(&rules, &army), vec![("event-allies", None); expected], "{allies}: {army:?}");
    }
    let none = rules(r#""ruleset": "d3h2", "allies": "none""#);
    assert_eq!(offered(&none, &named(None, ALLIED), Code::Allies), ["Make them your own", "Remove all allies"]);
    let riders = rules(r#""ruleset": "d3h2", "allies": ["d3h2/riders-of-the-west"]"#);
    assert_eq!(
        offered(&riders, &named(None, ALLIED), Code::Allies),
        ["Take allies from Riders of the West", "Make them your own", "Remove all allies"]
    );
}

/// The game's fixes for allies of no named army are filtered: only allies of the event are offered.
#[test]
fn the_game_offers_no_allies_that_the_event_does_not_take() {
    let code = Code::Game(musterfield_army::Code::AllyUnnamed);
    let draft = Draft { allies: None, ..of_list("d3h2/barrow-kings", army("24", "Hr general; 4 Bd; 4 Sp; 2 Kn ally")) };
    let game = report(&draft);
    let unnamed = game.problems.iter().find(|problem| Code::Game(problem.code()) == code).unwrap();
    assert!(!unnamed.fixes.is_empty());
    let rules = rules(r#""ruleset": "d3h2", "allies": ["d3h2/uruk"]"#);
    assert_eq!(offered(&rules, &draft, code), Vec::<String>::new());
}

#[test]
fn a_raised_warning_is_an_error_and_says_why() {
    let draft = army("26", ELEMENTS);
    let warns = rules(r#""ruleset": "d3h2", "points": 26"#);
    assert_eq!(errors(&warns, &draft), []);
    let raises = rules(r#""ruleset": "d3h2", "points": 26, "raised": ["points-unspent"]"#);
    let verdict = verdict(&raises, &draft);
    let [problem] = verdict.problems.as_slice() else { panic!("{verdict:?}") };
    assert_eq!((problem.code().as_str(), problem.severity), ("points-unspent", Severity::Error));
    assert_eq!(
        message(&problem.fault, &raises, &draft),
        "Not spent: 2 AP, which are lost for the battle. At this event, this is an error."
    );
    assert!(verdict.report.is_legal() && !verdict.is_legal());
    let document = musterfield_words::events::verdict(&verdict, &raises, &draft);
    assert!(!document.legal);
    assert_eq!(document.problems, [document_of(problem, &raises, &draft)]);
    assert_eq!((document.problems[0].code, document.problems[0].severity), ("points-unspent", "error"));
}

#[test]
fn an_army_of_another_ruleset_is_told_nothing_else() {
    let rules = rules(
        r#""ruleset": "hott25", "home_terrains": [], "raised": ["points-unspent"], "limits": [{"of": ["Bd"], "most": 0}]"#,
    );
    let draft = army("30", ELEMENTS);
    let verdict = verdict(&rules, &draft);
    let told: Vec<(&str, Severity)> =
        verdict.problems.iter().map(|problem| (problem.code().as_str(), problem.severity)).collect();
    assert_eq!(told, [("event-ruleset", Severity::Error), ("points-unspent", Severity::Warning)]);
    assert_eq!(
        message(&verdict.problems[0].fault, &rules, &draft),
        "The event is played with HOTT 2.5, and this is an army of D3H2."
    );
}

#[test]
fn armies_of_elements_are_held_against_sizes_and_numbers() {
    let draft = ready("dba3/carthage");
    let elements: i64 = draft.lines.iter().map(|line| line.count).sum();
    assert_eq!(elements, 12);
    let named = rules(r#""ruleset": "dba3", "lists": ["dba3/carthage"], "raised": ["home-terrain-unset"]"#);
    assert_eq!(errors(&named, &draft), []);
    let big = rules(r#""ruleset": "dba3", "points": 36"#);
    let found = verdict(&big, &draft);
    assert_eq!(
        message(&found.problems[0].fault, &big, &draft),
        "The event is played with 36 elements, and this is an army of 12 elements."
    );

    // A family is all of its kinds, a type only one.
    let own = |elements: &str| {
        let list = "1x3Kn (Gen), 3x4Bd, 2x3Bd, 2x4Sp, 1xLit, 3xPs";
        Draft { own_list: Some(list.into()), ..army_of("dba3", "12", elements) }
    };
    let draft = own("3Kn general; 3 4Bd; 2 3Bd; 2 4Sp; Lit; 3 Ps");
    assert_eq!(errors(&rules(r#""ruleset": "dba3""#), &draft), []);
    for (of, amount) in [
        (r#""Bd""#, 6),
        (r#""Blades""#, 6),
        (r#""4Bd""#, 3),
        (r#""Fast Blades""#, 2),
        (r#""3Bd", "4Bd""#, 5),
        (r#""Fast Bd""#, 2),
        (r#""Bd", "not Lit""#, 5),
        (r#""Foot""#, 11),
        (r#""all", "not Foot""#, 1),
    ] {
        for (least, most, code) in [
            (amount, amount, None),
            (amount + 1, amount + 1, Some("event-least")),
            (amount - 1, amount - 1, Some(if amount == 1 { "event-banned" } else { "event-limit" })),
        ] {
            let limit = format!(r#"{{"of": [{of}], "least": {least}, "most": {most}}}"#);
            let rules = rules(&format!(r#""ruleset": "dba3", "limits": [{limit}]"#));
            let found: Vec<&str> = errors(&rules, &draft).into_iter().map(|(code, _)| code).collect();
            assert_eq!(found, code.into_iter().collect::<Vec<_>>(), "{limit}");
        }
    }
}

#[test]
fn grades_are_told_apart_where_they_are_named() {
    let draft = army_of("dbmf", "300", "Kn(S) general; 2 Kn; 3 Sp(I); 2 Wb(S); Av(O)");
    for (of, amount) in [
        (r#""Kn""#, 3),
        (r#""Knights""#, 3),
        (r#""Kn (S)""#, 1),
        (r#""Kn(O)""#, 2),
        (r#""(S)""#, 3),
        (r#""superior""#, 3),
        (r#""Kn", "not (S)""#, 2),
        (r#""supernaturals""#, 1),
    ] {
        let exactly = |number: i32| {
            let limit = format!(r#"{{"of": [{of}], "least": {number}, "most": {number}}}"#);
            rules(&format!(r#""ruleset": "dbmf", "limits": [{limit}]"#))
        };
        let own = |number: i32| {
            let found = verdict(&exactly(number), &draft).problems;
            found
                .iter()
                .filter(|problem| super::is_game(problem.code()).is_none())
                .map(|problem| problem.code())
                .collect::<Vec<_>>()
        };
        assert_eq!(own(amount), Vec::<Code>::new(), "{of}");
        assert_eq!(own(amount + 1), [Code::Least], "{of}");
    }
    // Prices are those of the grade: 1 Kn(S) costs differently as irregular and as regular.
    let price =
        draft.lines.iter().filter(|line| draft.code(line).starts_with("Kn")).map(|line| draft.price(line) * line.count);
    let price: Points = price.sum();
    let limit = |most: Points| {
        rules(&format!(r#""ruleset": "dbmf", "limits": [{{"of": ["Kn"], "most": {most}, "count": "points"}}]"#))
    };
    let codes =
        |most: Points| errors(&limit(most), &draft).into_iter().filter(|(code, _)| code.starts_with("event")).count();
    assert_eq!((codes(price), codes(price - Points::HALF)), (0, 1));
}
