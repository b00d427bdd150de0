//! Armies checked against army lists, and the lists themselves.

use std::collections::BTreeSet;

use musterfield_army::list::ListFault;
use musterfield_army::{ArmyList, Catalogue, Code, Draft, check};
use musterfield_fixtures::armies::{
    army, army_of, catalogue_of, codes, report, the_book, the_catalogue, the_collection,
};
use musterfield_lists::{Collection, CollectionFault};
use musterfield_rules::Points;
use musterfield_words::army as words;

#[test]
fn every_list_and_ready_army_is_sound() {
    let (collection, catalogue) = (the_collection(), the_catalogue());
    let count = |ruleset| catalogue.of_ruleset(ruleset).len();
    assert!(count("dba3") >= 36 && count("dba22") >= 12 && count("d3h2-traditional") >= 12);
    for ready in collection.ready() {
        let (draft, report) = (ready.army.draft(), check(ready.army.draft(), catalogue));
        assert!(report.problems.is_empty(), "{}: {:#?}", ready.slug, report.problems);
        assert_eq!(&report, ready.army.report());
        let sizes = &draft.ruleset.army.budget.sizes;
        let usual = draft.points == draft.ruleset.army.budget.usual;
        assert!(usual || sizes.iter().any(|size| Points::ONE * size.elements == draft.points), "{}", ready.slug);
    }
    for list in catalogue.lists() {
        assert!(collection.ready_for(&list.id).next().is_some(), "{} has no ready army", list.id);
        let home = match &*list.ruleset.id {
            "d3h2" | "d3h2-traditional" | "hott25" => "## Stronghold",
            // Baggage consists of elements there, and a list describes how they look on the table.
            "dbmf" => "## On the table",
            _ => "## Camp",
        };
        assert!(list.summary.len() > 20 && list.body.contains(home), "{}", list.id);
    }
}

#[test]
fn the_lists_together_use_every_troop_type() {
    let used: BTreeSet<&str> = the_catalogue()
        .lists()
        .filter(|list| &*list.ruleset.id == "d3h2")
        .flat_map(|list| list.options.iter().flat_map(|option| &option.types).map(|id| &*list.ruleset.troop(*id).code))
        .collect();
    let all: BTreeSet<&str> = the_book().ruleset("d3h2").unwrap().troops().map(|(_, troop)| &*troop.code).collect();
    assert_eq!(used, all);
}

#[test]
fn the_example_of_the_interfaces_is_legal() {
    let text = r#"{ "format": "musterfield-army/1", "ruleset": "d3h2", "name": "Host of the Long Barrow", "points": 24,
        "home_terrain": "forest", "aggression": 2, "list": "d3h2/barrow-kings", "camp": true,
        "elements": [ {"type": "Hr", "general": true, "label": "Sigeward"}, {"type": "Bd", "count": 4, "fast": true},
                      {"type": "Kn", "count": 2, "ally": true}, {"type": "Lk", "water": true} ],
        "allies": "d3h2/riders-of-the-west", "notes": "Markdown" }"#;
    let draft = musterfield_army::file::from_json(text, the_book()).unwrap();
    assert!(report(&draft).is_legal(), "{:#?}", report(&draft).problems);
}

/// A catalogue with one list of these options, and an ally that has Knights that may be Fast.
fn with_list(options: &str) -> Catalogue {
    let head = |name: &str, allies: &str| {
        format!(
            "+++\nname = \"{name}\"\nruleset = \"d3h2\"\naggression = 2\nhome_terrain = [\"forest\", \"hilly\"]\n{allies}"
        )
    };
    let general = "[[option]]\ntypes = [\"Hr\", \"Kn\"]\nmin = 1\nmax = 1\ngeneral = \"must\"\nlabel = \"Lord\"\n";
    let any = "[[option]]\ntypes = [\"Hd\"]\nlabel = \"Folk\"\n";
    let list = format!("{}{general}{options}{any}+++\nText.\n", head("Test", "allies = [\"d3h2/ally\"]\n"));
    let ally =
        format!("{}{general}[[option]]\ntypes = [\"Kn\", \"Bd\"]\nfast = \"may\"\n{any}+++\nText.\n", head("Ally", ""));
    catalogue_of([("d3h2/test.md", list), ("d3h2/ally.md", ally)]).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn found(elements: &str, options: &str) -> Vec<(&'static str, Option<usize>)> {
    let draft = Draft { list: Some("d3h2/test".into()), aggression: 2, ..army("24", elements) };
    check(&draft, &with_list(options))
        .problems
        .iter()
        .filter(|problem| problem.code() != Code::PointsUnspent && problem.code() != Code::AllyUnnamed)
        .map(|problem| (problem.code().as_str(), problem.place))
        .collect()
}

#[test]
fn an_army_of_a_list_keeps_to_its_options() {
    let spears = "[[option]]\ntypes = [\"Sp\"]\nmin = 2\nmax = 4\n";
    assert_eq!(found("Hr general; 2 Sp; Hd", spears), []);
    assert_eq!(found("Hr general; Sp", spears), [("list-minimum", None)]);
    assert_eq!(found("Hr general; 5 Sp", spears), [("list-maximum", Some(1))]);
    assert_eq!(found("Hr general; 2 Sp; Gd", spears), [("not-in-list", Some(2))]);
    assert_eq!(found("Hr general; 2 Sp fast", spears), [("list-minimum", None), ("fast-not-allowed", Some(1))]);
    assert_eq!(
        found("Hr; 2 Sp general", spears),
        [
            ("list-minimum", None),
            ("list-minimum", None),
            ("list-maximum", Some(0)),
            ("general-not-allowed", Some(1)),
            ("bad-count", Some(1))
        ]
    );
}

/// One type in two options: elements are moved between them until all fit.
#[test]
fn elements_fill_overlapping_options_in_the_best_way() {
    let options =
        "[[option]]\ntypes = [\"Bd\", \"Sp\"]\nmin = 2\nmax = 2\n[[option]]\ntypes = [\"Bd\"]\nmin = 1\nmax = 1\n";
    assert_eq!(found("Hr general; Bd; 2 Sp", options), []);
    assert_eq!(found("Hr general; 2 Bd; Sp", options), []);
    assert_eq!(found("Hr general; 3 Sp", options), [("list-minimum", None), ("list-maximum", Some(1))]);
    assert_eq!(found("Hr general; 4 Bd", options), [("list-maximum", Some(1))]);
}

/// DBA's `or` and `/`: any mixture, or all alike.
#[test]
fn an_option_may_want_all_its_elements_of_one_type() {
    let mixed = "[[option]]\ntypes = [\"Pk\", \"Bd\"]\nmin = 2\nmax = 4\nchoice = \"or\"\n";
    let alike = "[[option]]\ntypes = [\"Pk\", \"Bd\"]\nmin = 2\nmax = 4\nchoice = \"all-same\"\n";
    assert_eq!(found("Hr general; 2 Pk; 2 Bd", mixed), []);
    assert_eq!(found("Hr general; 4 Pk", alike), []);
    assert_eq!(found("Hr general; 2 Bd", alike), []);
    assert_eq!(found("Hr general; 2 Pk; Bd", alike), [("either-or", Some(2))]);
    assert_eq!(found("Hr general; Pk; 3 Bd", alike), [("either-or", Some(1))]);
    assert_eq!(found("Hr general; Pk; Bd", alike), [("list-minimum", None), ("either-or", Some(2))]);
    assert_eq!(found("Hr general; 5 Pk", alike), [("list-maximum", Some(1))]);
    // Blades find a place elsewhere; then the Pikes are all of one type.
    let beside = format!("{alike}[[option]]\ntypes = [\"Bd\"]\nmax = 1\n");
    assert_eq!(found("Hr general; 2 Pk; Bd", &beside), []);
    assert_eq!(found("Hr general; 2 Pk; 2 Bd", &beside), [("either-or", Some(2))]);
    // Two such options choose independently.
    let twice = format!("{alike}{alike}");
    assert_eq!(found("Hr general; 2 Pk; 2 Bd", &twice), []);
    assert_eq!(found("Hr general; 3 Pk; 5 Bd", &twice), [("either-or", Some(2))]);
    assert_eq!(found("Hr general; 4 Pk; 5 Bd", &twice), [("list-maximum", Some(2))]);
}

/// D3H2-TYPE-15: where a list has foot riding, no permission is needed.
#[test]
fn foot_rides_as_the_list_has_it() {
    let option = |types: &str, mounted: &str| format!("[[option]]\ntypes = [{types}]\nmax = 4\n{mounted}");
    let silent = option("\"Bw\"", "");
    let may = option("\"Bw\"", "mounted = \"may\"\n");
    let must = option("\"Bw\"", "mounted = \"must\"\n");
    for (elements, list, problems) in [
        ("Hr general; 2 Bw", &silent, &[][..]),
        ("Hr general; 2 Bw mounted", &silent, &[("needs-permission", Some(1))]),
        ("Hr general; 2 Bw mounted; 2 Bw", &may, &[]),
        ("Hr general; 2 Bw mounted", &must, &[]),
        ("Hr general; 2 Bw", &must, &[("not-in-list", Some(1))]),
        ("Hr general; 5 Bw mounted", &must, &[("list-maximum", Some(1))]),
        // An option for foot that walks beside one for foot that rides.
        ("Hr general; 4 Bw; 4 Bw mounted", &format!("{silent}{must}"), &[]),
        ("Hr general; 3 Bw; 5 Bw mounted", &format!("{silent}{must}"), &[("list-maximum", Some(2))]),
    ] {
        assert_eq!(found(elements, list), problems, "{elements} {list}");
    }
}

#[test]
fn fast_is_as_the_list_has_it() {
    let must = "[[option]]\ntypes = [\"Wb\"]\nfast = \"must\"\n";
    assert_eq!(found("Hr general; 2 Wb", must), [("fast-not-allowed", Some(1))]);
    assert_eq!(found("Hr general; 2 Wb fast", must), []);
    let psiloi = "[[option]]\ntypes = [\"Ps\"]\n";
    assert_eq!(found("Hr general; 2 Ps", psiloi), []);
}

#[test]
fn allies_come_from_a_list_that_the_list_names_and_that_has_them() {
    let catalogue = with_list("");
    let check_allies = |elements: &str, allies: Option<&str>| -> Vec<&'static str> {
        let draft = Draft {
            list: Some("d3h2/test".into()),
            aggression: 2,
            allies: allies.map(str::to_owned),
            ..army("24", elements)
        };
        check(&draft, &catalogue)
            .problems
            .iter()
            .map(|p| p.code().as_str())
            .filter(|code| code.starts_with("ally") || code.starts_with("list"))
            .collect()
    };
    assert_eq!(check_allies("Hr general; 2 Kn ally", Some("d3h2/ally")), Vec::<&str>::new());
    assert_eq!(check_allies("Hr general; 2 Kn ally fast", Some("d3h2/ally")), Vec::<&str>::new());
    assert_eq!(check_allies("Hr general; 2 Sp ally", Some("d3h2/ally")), ["ally-not-allowed"]);
    // The general's own option lends no elements.
    assert_eq!(check_allies("Hr general; Hr ally", Some("d3h2/ally")), ["ally-not-allowed"]);
    assert_eq!(check_allies("Hr general; Kn ally", Some("d3h2/test")), ["ally-not-allowed", "ally-not-allowed"]);
    assert_eq!(check_allies("Hr general; Kn ally", None), ["ally-unnamed"]);
    // Allies without a name must still belong to one that the list names.
    assert_eq!(check_allies("Hr general; Sp ally", None), ["ally-not-allowed", "ally-unnamed"]);
    assert_eq!(check_allies("Hr general; Kn ally; Sp ally", None), ["ally-not-allowed", "ally-unnamed"]);
    assert_eq!(check_allies("Hr general; Kn ally", Some("d3h2/nobody")), ["ally-not-allowed", "list-unknown"]);
}

/// D3H2-LIST-14: allies are elements of another army, which only has a limited number.
#[test]
fn an_ally_lends_no_more_than_it_has() {
    let with_ally = |options: &str| {
        let head = |allies: &str| format!("+++\nname = \"T\"\nruleset = \"d3h2\"\naggression = 2\n{allies}");
        let base = "[[option]]\ntypes = [\"Hr\"]\nmin = 1\nmax = 1\ngeneral = \"must\"\n[[option]]\ntypes = [\"Hd\"]\n";
        let lists = catalogue_of([
            ("d3h2/test.md", format!("{}{base}+++\nText.\n", head("allies = [\"d3h2/ally\", \"d3h2/other\"]\n"))),
            ("d3h2/ally.md", format!("{}{base}{options}+++\nText.\n", head(""))),
            ("d3h2/other.md", format!("{}{base}[[option]]\ntypes = [\"Ax\"]\n+++\nText.\n", head(""))),
        ]);
        lists.unwrap_or_else(|errors| panic!("{errors:?}"))
    };
    let wrong = |elements: &str, allies: Option<&str>, options: &str| -> Vec<Option<usize>> {
        let draft = Draft {
            list: Some("d3h2/test".into()),
            aggression: 2,
            allies: allies.map(str::to_owned),
            ..army("24", elements)
        };
        let problems = check(&draft, &with_ally(options)).problems;
        problems.iter().filter(|p| p.code() == Code::AllyNotAllowed).map(|p| p.place).collect()
    };
    let two = "[[option]]\ntypes = [\"Wb\"]\nmin = 1\nmax = 2\n";
    assert_eq!(wrong("Hr general; 2 Wb ally", Some("d3h2/ally"), two), []);
    assert_eq!(wrong("Hr general; 3 Wb ally", Some("d3h2/ally"), two), [Some(1)]);
    // The minima only apply to the ally's own armies.
    assert_eq!(wrong("Hr general; Hd ally", Some("d3h2/ally"), two), []);
    let alike = "[[option]]\ntypes = [\"Wb\", \"Ax\"]\nmax = 3\nchoice = \"all-same\"\n";
    assert_eq!(wrong("Hr general; 3 Ax ally", Some("d3h2/ally"), alike), []);
    assert_eq!(wrong("Hr general; Wb ally; 2 Ax ally", Some("d3h2/ally"), alike), [Some(1)]);
    // The ally is not named; but all must belong to a single one.
    assert_eq!(wrong("Hr general; 2 Ax ally", None, two), []);
    assert_eq!(wrong("Hr general; 3 Wb ally", None, two), [None]);
    assert_eq!(wrong("Hr general; Ax ally; Wb ally", None, two), [None]);
}

#[test]
fn allies_of_other_rules_are_not_known() {
    let draft =
        Draft { allies: Some("d3h2/olympians".into()), ..army_of("d3h2-traditional", "4", "Hr general; Ax ally") };
    let found = report(&draft);
    let problem = found.problems.iter().find(|problem| problem.code() == Code::ListUnknown).unwrap();
    let said = musterfield_words::army::message(&problem.fault, draft.ruleset);
    assert!(said.contains("is for D3H2"), "{said}");
}

#[test]
fn terrain_and_aggression_are_the_lists() {
    let catalogue = with_list("");
    let draft = Draft {
        list: Some("d3h2/test".into()),
        aggression: 3,
        home_terrain: Some("dry".into()),
        ..army("4", "Kn general; 2 Hd")
    };
    let found: Vec<_> = check(&draft, &catalogue).problems.iter().map(|p| p.code().as_str()).collect();
    assert_eq!(found, ["home-terrain-not-in-list", "aggression-not-in-list"]);
}

#[test]
fn a_list_that_is_not_known_is_a_warning() {
    let draft = Draft { list: Some("d3h2/nobody".into()), ..army("24", "Hr general; 10 Bd") };
    assert_eq!(codes(&draft), [(Code::ListUnknown, None)]);
}

#[test]
fn mistakes_in_a_list_are_told_with_their_line() {
    let text = |options: &str| {
        format!(
            "+++\nname = \"T\"\nruleset = \"d3h2\"\naggression = 9\nhome_terrain = [\"moon\"]\n{options}\n+++\nText.\n"
        )
    };
    let errors = |options: &str| -> Vec<String> {
        ArmyList::parse("t.md", "d3h2/t", &text(options), the_book())
            .err()
            .unwrap_or_default()
            .iter()
            .map(|error| format!("{}:{}: {}", error.file, error.line, words::list::clause(&error.fault)))
            .collect()
    };
    let found = errors(
        "[[option]]\ntypes = [\"Bdd\", \"Kn\", \"Kn\"]\nmin = 3\nmax = 2\n[[option]]\ntypes = [\"Gd\"]\ngeneral = \"may\"\n[[option]]\ntypes = [\"Art\"]\nfast = \"may\"\n[[option]]\ntypes = [\"Art\"]\nmounted = \"may\"\n[[option]]\ntypes = [\"Hr\", \"Bd\"]\nfast = \"must\"",
    );
    for message in [
        "t.md:4: aggression must be from 0 to 4",
        "t.md:5: there is no home terrain `moon`",
        "t.md:7: there is no troop type `Bdd`",
        "t.md:7: `Kn` appears twice",
        "t.md:9: `max` must be at least 1 and at least `min`",
        "t.md:11: none of these types can be the general",
        "t.md:14: `Art` can never be Fast",
        "t.md:17: `Art` cannot ride as mounted infantry",
        "t.md:20: `Hr` can never be Fast",
    ] {
        assert!(found.iter().any(|error| error == message), "{message} in {found:#?}");
    }
    assert!(errors("colour = 1").iter().any(|error| error.contains("unknown field `colour`")));
    assert_eq!(errors("# nothing").iter().filter(|error| error.contains("there is no [[option]]")).count(), 1);
    let both = errors("notation = \"1xPk or Bd (Gen)\"\n[[option]]\ntypes = [\"Bd\"]");
    assert!(both.iter().any(|error| error.contains("not both")), "{both:#?}");
    let word = errors("notation = \"1xPk or Bx (Gen)\"");
    assert!(word.iter().any(|error| error.contains("“Bx”: D3H2 has no such troop type")), "{word:#?}");
    // It is enough that one of the types may be Fast.
    assert!(!errors("[[option]]\ntypes = [\"Hr\", \"Bd\"]\nfast = \"may\"").iter().any(|error| error.contains("Fast")));
    let many = "[[option]]\ntypes = [\"Bd\", \"Sp\", \"Pk\"]\nchoice = \"all-same\"\n".repeat(4);
    assert!(errors(&many).iter().any(|error| error.contains("more than 64 ways")));
    let plain = ArmyList::parse("t.md", "d3h2/t", "Just text.", the_book()).unwrap_err();
    assert_eq!(plain[0].fault, ListFault::NoFrontMatter);
}

#[test]
fn a_catalogue_is_checked_as_a_whole() {
    let mut files = musterfield_lists::embedded_files();
    files.insert("d3h2/lonely.md".into(), "+++\nname = \"L\"\nruleset = \"d3h2\"\naggression = 0\nallies = [\"d3h2/gone\"]\n[[option]]\ntypes = [\"Kn\"]\nmin = 1\nmax = 1\ngeneral = \"must\"\n+++\nText.\n".into());
    // A list of another ruleset has other elements.
    files.insert("d3h2-traditional/far.md".into(), "+++\nname = \"F\"\nruleset = \"d3h2-traditional\"\naggression = 0\nallies = [\"d3h2/olympians\"]\n[[option]]\ntypes = [\"Kn\"]\ngeneral = \"may\"\n[[option]]\ntypes = [\"Hd\"]\n+++\nText.\n".into());
    files.insert(
        "d3h2/armies/poor.army.json".into(),
        r#"{"ruleset": "d3h2", "points": 2, "elements": [{"type": "Kn", "count": 2}]}"#.into(),
    );
    let errors = Collection::load(&files, the_book()).unwrap_err();
    let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
    assert_eq!(lines, [5, 5, 1, 1, 1]);
    let messages: Vec<String> = errors
        .iter()
        .map(|error| match &error.fault {
            CollectionFault::List(fault) => words::list::clause(fault),
            CollectionFault::Problem { fault, ruleset } => words::message(fault, ruleset),
            fault => format!("{fault:?}"),
        })
        .collect();
    assert_eq!(
        messages,
        [
            "the list `d3h2/olympians` is for another ruleset and cannot lend allies",
            "there is no list `d3h2/gone` to lend allies",
            "NoLegalArmy",
            "The elements cost 4 AP, 2 AP more than the 2 AP agreed.",
            "No element is the general. It costs nothing extra.",
        ]
    );
}
