//! Armies that are counted in elements and picked from lists: DBA 3.0.

use musterfield_army::convert::convert;
use musterfield_army::fits::demanded;
use musterfield_army::input::{InputFormat, army as read_army};
use musterfield_army::list::{ListChoice, ListGeneral, shorthand};
use musterfield_army::swap::alternatives;
use musterfield_army::{ArmyList, Code, Draft, ElementLine, LineType};
use musterfield_army::{Fault, Remedy};
use musterfield_fixtures::armies::{army_of, codes, report, ruleset, the_book, the_catalogue, the_collection};
use musterfield_rules::Points;
use musterfield_rules::counterparts::Counterparts;
use musterfield_words::army::message;
use proptest::prelude::*;

/// An army of a list in shorthand, with its elements as in `army_of`, and `>2` for command 2.
fn picked(list: &str, elements: &str) -> Draft {
    let mut draft = army_of("dba3", "12", "");
    draft.own_list = Some(list.to_owned());
    for text in elements.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        let (text, command) = text.split_once('>').map_or((text, 0), |(text, number)| (text, number.parse().unwrap()));
        let mut line = army_of("dba3", "12", text).lines.remove(0);
        line.command = command;
        draft.lines.push(line);
    }
    draft
}

/// The codes of the problems.
fn wrong(draft: &Draft) -> Vec<&'static str> {
    let mut found: Vec<&str> = report(draft)
        .problems
        .iter()
        .filter(|problem| problem.is_error())
        .map(|problem| problem.code().as_str())
        .collect();
    found.dedup();
    found
}

const PHALANX: &str = "1x3Kn (Gen), 2x3Kn or Cv, 1xLH, 4x4Pk, 1x3Ax, 1xEl or 4Sp, 2xPs";

/// DBA3-LIST-01: twelve elements, no fewer and no more. DBA3-LIST-02: one of them is the general.
#[test]
fn an_army_has_twelve_elements_and_one_general() {
    let legal = picked(PHALANX, "3Kn general; 2 3Kn; LH; 4 4Pk; 3Ax; El; 2 Ps");
    assert_eq!(codes(&legal), []);
    assert_eq!(wrong(&picked(PHALANX, "3Kn general; 2 3Kn; LH; 4 4Pk; 3Ax; El; Ps")), ["army-size", "list-minimum"]);
    assert_eq!(wrong(&picked(PHALANX, "3Kn general; 2 3Kn; LH; 4 4Pk; 3Ax; El; 3 Ps")), ["army-size", "list-maximum"]);
    let nobody = picked(PHALANX, "3Kn; 2 3Kn; LH; 4 4Pk; 3Ax; El; 2 Ps");
    assert_eq!(wrong(&nobody), ["no-general", "list-minimum", "list-maximum"]);
    let other = picked(PHALANX, "3Kn; 2 3Kn; LH general; 4 4Pk; 3Ax; El; 2 Ps");
    assert!(wrong(&other).contains(&"general-not-allowed"), "{:?}", wrong(&other));
    let figures = report(&legal).totals;
    assert_eq!((figures.elements, figures.spent, figures.budget), (12, Points::whole(12), Points::whole(12)));
    // DBA3-WIN-01: four elements lost.
    assert_eq!(figures.break_point.unwrap().lost, Points::whole(4));
    let mut odd = legal.clone();
    odd.points = Points::whole(24);
    let found = report(&odd);
    let size = found.problems.iter().find(|problem| problem.code() == Code::ArmySize).unwrap();
    assert_eq!((size.rule.as_ref().unwrap().as_str(), size.fixes.len()), ("DBA3-LIST-01", 1));
}

/// An army is picked from a list.
#[test]
fn without_a_list_there_is_no_army() {
    let free = army_of("dba3", "12", "3Kn general; 11 4Pk");
    assert_eq!(wrong(&free), ["list-unset"]);
    let unread = Draft { own_list: Some("1x3Kn (Gen), 11xPk".into()), ..free };
    let found = report(&unread);
    let problem = found.problems.iter().find(|problem| problem.code() == Code::ListUnreadable).unwrap();
    let sentence = message(&problem.fault, unread.ruleset);
    assert!(sentence.contains("“Pk”: How many figures: 4Pk or 3Pk?"), "{sentence}");
}

/// DBA3-LIST-03, DBA3-LIST-04: any mixture for `or`, one type throughout for `/`.
#[test]
fn or_is_any_mixture_and_a_stroke_is_one_type() {
    let mixture = "1xCv (Gen), 3xCv or LH, 8x4Sp";
    assert_eq!(wrong(&picked(mixture, "Cv general; 2 Cv; LH; 8 4Sp")), Vec::<&str>::new());
    let stroke = "1xCv (Gen), 3xCv/LH, 8x4Sp";
    assert_eq!(wrong(&picked(stroke, "Cv general; 3 LH; 8 4Sp")), Vec::<&str>::new());
    let mixed = picked(stroke, "Cv general; 2 Cv; LH; 8 4Sp");
    let found = report(&mixed);
    let problem = found.problems.iter().find(|problem| problem.code() == Code::EitherOr).unwrap();
    assert!(message(&problem.fault, mixed.ruleset).contains("same type"), "{problem:?}");
    assert!(problem.place.is_some());
}

/// The element or the entry that is the cause is reported.
#[test]
fn what_does_not_fit_is_named() {
    let list = "1xCv (Gen), 2xCv or LH, 2xLH or Ps, 7x4Sp";
    // Three Light Horse, two Psiloi: the Psiloi have one entry with the Light Horse.
    assert_eq!(wrong(&picked(list, "Cv general; 3 LH; Ps; 7 4Sp")), Vec::<&str>::new());
    let draft = picked(list, "Cv general; 2 LH; 3 Ps; 6 4Sp");
    let found = report(&draft);
    let of = |code: Code| found.problems.iter().find(|problem| problem.code() == code).unwrap();
    assert_eq!(of(Code::ListMaximum).place, Some(2));
    let sentence = |code: Code| message(&of(code).fault, draft.ruleset);
    assert!(sentence(Code::ListMaximum).contains("2 in all of Light Horse or Psiloi; 1 too many"));
    assert!(sentence(Code::ListMinimum).contains("requires 7 of Spears; the army has 6"));
    // The player may say which entry elements fill: two Light Horse in the second leave no room for two Psiloi.
    let mut pinned = picked(list, "Cv general; 2 LH; 2 Ps; 7 4Sp");
    assert_eq!(wrong(&pinned), Vec::<&str>::new());
    pinned.lines[1].option = Some(2);
    assert!(wrong(&pinned).contains(&"list-maximum"));
}

/// DBA3-LIST-08, DBA3-LIST-09: elements that may deploy on foot, and those that may not.
#[test]
fn mounted_dismount_where_the_list_lets_them() {
    let list = "1x3Kn//4Bd (Gen), 3x3Kn, 2x3Kn/4Bd, 6x4Sp";
    let mut draft = picked(list, "3Kn general; 3 3Kn; 2 4Bd; 6 4Sp");
    assert_eq!(wrong(&draft), Vec::<&str>::new());
    draft.lines[0].dismounted = true;
    assert_eq!(wrong(&draft), Vec::<&str>::new());
    draft.lines[3].dismounted = true;
    assert_eq!(wrong(&draft), ["dismount-not-allowed"]);
}

/// DBA3-TYPE-08: foot that rides where the list says so, and then needs no permission.
#[test]
fn mounted_infantry_is_the_lists_to_grant() {
    let list = "1x3Kn (Gen), 2xMtd-4Lb, 9x4Lb";
    let riding = picked(list, "3Kn general; 2 4Lb mounted; 9 4Lb");
    assert_eq!(codes(&riding), []);
    assert!(wrong(&picked(list, "3Kn general; 11 4Lb")).contains(&"list-maximum"));
}

/// DBA3-LIST-05: three elements of one ally or none, and never the general.
#[test]
fn an_ally_lends_three_elements_or_none() {
    let ally = |count: usize, elements: &str| {
        let mut draft = army_of("dba3", "12", elements);
        draft.list = Some("dba3/mongols".into());
        draft.aggression = the_catalogue().get("dba3/mongols").unwrap().aggression;
        draft.home_terrain = Some("steppe".into());
        draft.allies = Some("dba3/southern-song".into());
        assert_eq!(
            draft.lines.iter().filter(|line| line.ally).map(ElementLine::elements).sum::<i64>(),
            i64::try_from(count).unwrap()
        );
        draft
    };
    assert_eq!(wrong(&ally(3, "LH general; 2 Cv; 4 LH; Ps; 3Ax; Art ally; 4Cb ally; 4Sp ally")), Vec::<&str>::new());
    let two = ally(2, "LH general; 3 Cv; 4 LH; Ps; 3Ax; 4Cb ally; 4Sp ally");
    assert_eq!(wrong(&two), ["ally-cap"]);
    let four = ally(4, "LH general; 2 Cv; 3 LH; Ps; 3Ax; Art ally; 2 4Cb ally; 4Sp ally");
    assert_eq!(wrong(&four), ["ally-cap"]);
    let led = ally(3, "LH; 2 Cv; 4 LH; Ps; 3Ax; Art ally; 4Cb ally; 4Sp general ally");
    assert!(wrong(&led).contains(&"general-not-allowed"), "{:?}", wrong(&led));
    // An ally of the ally is not the army's.
    let mut of_ally = ally(3, "LH general; 2 Cv; 4 LH; Ps; 3Ax; 3 4Bd ally");
    of_ally.allies = Some("dba3/carthage".into());
    assert!(wrong(&of_ally).contains(&"ally-not-allowed"), "{:?}", wrong(&of_ally));
}

/// A Big Battle army of three times the phalanx.
fn great(first: &str, second: &str, third: &str) -> Draft {
    let commands = [(1, first), (2, second), (3, third)].map(|(number, elements)| {
        elements.split(';').map(|text| format!("{text} >{number}")).collect::<Vec<_>>().join(";")
    });
    let mut draft = picked(PHALANX, &commands.join(";"));
    draft.points = Points::whole(36);
    draft
}

const WING: &str = "3Kn general; 2 Cv; LH; 4 4Pk; 3Ax; El; 2 Ps";

/// DBA3-BB-01, DBA3-BB-02: every entry three times, three generals with at least six elements each.
#[test]
fn a_big_battle_army_has_three_commands() {
    assert_eq!(codes(&great(WING, WING, WING)), []);
    let uneven = great("3Kn general; 5 Cv", "LH general; 2 LH; 3 El; 2 3Kn; Cv; 6 Ps; 3 3Ax", "4Pk general; 11 4Pk");
    assert_eq!(codes(&uneven), []);
    let small = great("3Kn general; 4 Cv", "LH general; 2 LH; 3 El; 2 3Kn; 2 Cv; 6 Ps; 3 3Ax", "4Pk general; 11 4Pk");
    assert_eq!(wrong(&small), ["command-size"]);
    let leaderless = great("3Kn general; 5 Cv", "3 El; 3 LH; 2 3Kn; Cv; 6 Ps; 3 3Ax", "4Pk general; 11 4Pk");
    let found = report(&leaderless);
    assert_eq!(wrong(&leaderless), ["no-general"]);
    assert_eq!(found.problems[0].fault, Fault::NoCommandGeneral { command: 2 });
    assert!(!found.problems[0].fixes.is_empty());
    let mut lost = great(WING, WING, WING);
    lost.lines[20].command = 0;
    assert!(wrong(&lost).contains(&"command-unset"));
    lost.lines[20].command = 4;
    assert!(wrong(&lost).contains(&"command-unknown"));
    let mut twelve = picked(PHALANX, "3Kn general; 2 3Kn; LH; 4 4Pk; 3Ax; El; 2 Ps");
    twelve.lines[0].command = 1;
    assert_eq!(wrong(&twelve), ["command-unknown"]);
}

/// DBA3-BB-03, DBA3-BB-04, DBA3-BB-05: the generals.
#[test]
fn commands_are_led_by_those_who_may() {
    // The commander-in-chief is of a type that the list lets lead.
    let draft = great("Cv general; 2 3Kn; 3 LH", WING, "4Pk general; 7 4Pk; 2 3Ax; 2 El; 4 Ps; 3Kn; 3 Cv");
    assert!(wrong(&draft).contains(&"general-not-allowed"), "{:?}", wrong(&draft));
    let led_by = |code: &str| {
        let list = format!("1x3Kn (Gen), 1x{code}, 10x4Pk");
        let wing = format!("3Kn general; {code}; 10 4Pk");
        let other = format!("3Kn; {code} general; 10 4Pk");
        let commands = [(1, &wing), (2, &wing), (3, &other)];
        let text: Vec<String> = commands
            .iter()
            .flat_map(|(number, wing)| wing.split(';').map(move |text| format!("{text} >{number}")))
            .collect();
        let mut draft = picked(&list, &text.join(";"));
        draft.points = Points::whole(36);
        report(&draft).problems.iter().find(|problem| problem.is_error()).and_then(|problem| problem.rule.clone())
    };
    for (code, rule) in [
        ("CP", Some("DBA3-BB-04")),
        ("Lit", Some("DBA3-BB-04")),
        ("CWg", Some("DBA3-BB-04")),
        ("7Hd", Some("DBA3-BB-04")),
        ("5Hd", Some("DBA3-BB-04")),
        ("SCh", Some("DBA3-BB-04")),
        ("Art", Some("DBA3-BB-04")),
        ("El", Some("DBA3-BB-05")),
        ("Cv", None),
        ("Ps", None),
        ("WWg", None),
    ] {
        assert_eq!(led_by(code).as_ref().map(|rule| rule.as_str()), rule, "{code}");
    }
}

/// DBA3-BB-06 to DBA3-BB-10: an allied contingent is an army of its list in a command of its own, and replaces the
/// army's own list once.
#[test]
fn allied_contingents_are_armies_of_their_own() {
    let carthage = || {
        let ready = the_collection().ready().iter().find(|army| army.slug == "carthage-big-battle").unwrap();
        ready.army.draft().clone()
    };
    assert_eq!(wrong(&carthage()), Vec::<&str>::new());
    let allied = |draft: &Draft| draft.lines.iter().position(|line| line.ally && line.count > 1).unwrap();
    let mut fewer = carthage();
    let at = allied(&fewer);
    fewer.lines[at].count -= 1;
    assert!(wrong(&fewer).contains(&"command-size"), "{:?}", wrong(&fewer));
    let mut mixed = carthage();
    mixed.lines[at].ally = false;
    assert!(wrong(&mixed).contains(&"command-mixed"), "{:?}", wrong(&mixed));
    let mut foreign = carthage();
    foreign.allies = Some("dba3/mongols".into());
    assert!(wrong(&foreign).contains(&"ally-not-allowed"), "{:?}", wrong(&foreign));
    let mut other = carthage();
    for line in other.lines.iter_mut().filter(|line| line.ally && line.count > 1).take(1) {
        line.line_type = LineType::Known(ruleset("dba3").spellings().read("8Sp").unwrap().troop);
    }
    assert!(wrong(&other).contains(&"ally-not-allowed"), "{:?}", wrong(&other));
    let mut led = carthage();
    for line in &mut led.lines {
        line.general = if line.ally { false } else { line.general };
    }
    let at = led.lines.iter().position(|line| line.ally && led.code(line) == "3Wb").unwrap();
    led.lines[at].count -= 1;
    let leader = ElementLine { count: 1, general: true, ..led.lines[at].clone() };
    led.lines.push(leader);
    assert!(wrong(&led).contains(&"general-not-allowed"), "{:?}", wrong(&led));
    let mut first = carthage();
    for line in &mut first.lines {
        line.command = match line.command {
            1 => 3,
            3 => 1,
            other => other,
        };
    }
    assert!(wrong(&first).contains(&"command-mixed"), "{:?}", wrong(&first));
}

/// An army of twelve becomes one of thirty-six with one button.
#[test]
fn an_army_is_taken_three_times_at_once() {
    let mut draft = picked(PHALANX, "3Kn general; 2 3Kn; LH; 4 4Pk; 3Ax; El; 2 Ps");
    draft.points = Points::whole(36);
    let found = report(&draft);
    let size = found.problems.iter().find(|problem| problem.code() == Code::ArmySize).unwrap();
    let fix = size.fixes.iter().find(|fix| fix.steps == [Remedy::TakeTimes(3)]).unwrap_or_else(|| panic!("{found:#?}"));
    for edit in &fix.edits {
        assert!(draft.apply(edit));
    }
    assert_eq!(codes(&draft), []);
}

/// A pasted printed list gives the army of its first choices, each of which can be changed for another.
#[test]
fn a_pasted_list_is_an_army_with_choices() {
    let text = "Somebodies 300 BC: 1x3Kn (Gen), 2x3Kn or Cv, 1xLH, 4x4Pk, 1x3Ax, 1xEl or 4Sp, 2xPs. Terrain: Arable. Aggression: 2";
    let reading = read_army(text, InputFormat::Text, ruleset("dba3"), the_book()).unwrap();
    let draft = reading.draft;
    assert_eq!(codes(&draft), []);
    assert_eq!((draft.name.as_str(), draft.aggression), ("Somebodies 300 BC", 2));
    let list = ArmyList::own(ruleset("dba3"), draft.own_list.as_deref().unwrap()).unwrap();
    assert_eq!(list.options.len(), 7);
    for at in 0..draft.lines.len() {
        for swap in alternatives(&draft, Some(&list), at) {
            let mut changed = draft.clone();
            assert!(swap.edits.iter().all(|edit| changed.apply(edit)));
            assert_eq!(codes(&changed), [], "{at} {swap:?}");
        }
    }
    let of = |code: &str| {
        let at = draft.lines.iter().position(|line| draft.code(line) == code && !line.general).unwrap();
        let code = |swap: &musterfield_army::swap::Swap| ruleset("dba3").troop(swap.troop).code.to_string();
        alternatives(&draft, Some(&list), at).iter().map(code).collect::<Vec<_>>()
    };
    assert_eq!((of("3Kn"), of("El"), of("4Pk")), (vec!["Cv".to_owned()], vec!["4Sp".to_owned()], vec![]));
    // An army without choices is read as an army.
    let plain = read_army("1x3Kn (Gen), 11 4Pk", InputFormat::Text, ruleset("dba3"), the_book()).unwrap();
    assert_eq!((plain.draft.own_list, plain.draft.lines.len()), (None, 2));
}

/// `Fast Blades` are a type of their own; a figure count that belongs to no type is unknown.
#[test]
fn figures_say_who_is_fast() {
    for (written, code) in [
        ("4 Fast Blades", "3Bd"),
        ("4 Blades", "4Bd"),
        ("4 x 3Bd", "3Bd"),
        ("4x4Bd", "4Bd"),
        ("2 Fast Bows", "3Bw"),
        ("2 Longbows", "4Lb"),
        ("3 x 8Sp", "8Sp"),
        ("1 Elephant", "El"),
        ("2 Knights", "3Kn"),
        ("2 Cataphracts", "4Kn"),
    ] {
        let reading = read_army(written, InputFormat::Text, ruleset("dba3"), the_book()).unwrap();
        let codes: Vec<&str> = reading.draft.lines.iter().map(|line| reading.draft.code(line)).collect();
        assert_eq!((codes, reading.unread.len()), (vec![code], 0), "{written}");
    }
    let json = r#"{"ruleset":"dba3","elements":[{"type":"Bd","fast":true},{"type":"4Bd","fast":true},{"type":"3Sp"}]}"#;
    let draft = musterfield_army::file::from_json(json, the_book()).unwrap();
    assert_eq!(draft.lines.iter().map(|line| draft.code(line)).collect::<Vec<_>>(), ["3Bd", "4Bd", "3Sp"]);
    let found: Vec<&str> = wrong(&draft);
    assert!(found.contains(&"fast-not-allowed") && found.contains(&"unknown-type"), "{found:?}");
}

/// The size field of one kind of ruleset is refused in the other.
#[test]
fn sizes_are_those_of_the_ruleset() {
    let read = |text: &str| musterfield_army::file::from_json(text, the_book());
    let size = |text: &str| read(text).unwrap().points.to_string();
    assert_eq!(size(r#"{"ruleset":"dba3"}"#), "12");
    assert_eq!(size(r#"{"ruleset":"dba3","army_size":36}"#), "36");
    assert_eq!(size(r#"{"ruleset":"d3h2"}"#), "24");
    for (text, field) in [
        (r#"{"ruleset":"dba3","points":24}"#, "points"),
        (r#"{"ruleset":"d3h2","army_size":12}"#, "army_size"),
        (r#"{"ruleset":"dba3","allies":["a","b","c"]}"#, "allies"),
        (r#"{"ruleset":"dba3","elements":[{"type":"Ps","command":300}]}"#, "elements[0].command"),
        (r#"{"ruleset":"dba3","elements":[{"type":"Ps","option":-1}]}"#, "elements[0].option"),
    ] {
        assert_eq!(read(text).unwrap_err().field.as_deref(), Some(field), "{text}");
    }
}

#[test]
fn an_army_under_other_rules_says_what_carries_over() {
    let mut draft = army_of("d3h2", "24", "Kn general; 2 Bd fast; 3 Bd; 2 Dg; 2 LH; Bw mounted; 4 Bh");
    draft.list = Some("d3h2/camelot".into());
    let kinship = Counterparts::new(the_book());
    let converted = convert(&draft, ruleset("dba3"), &kinship);
    let told: Vec<(String, String, bool, String)> = converted
        .lines
        .iter()
        .map(|change| (change.from.clone(), change.to.clone(), change.known, change.notes.join(", ")))
        .collect();
    let line = |from: &str, to: &str, known, notes: &str| (from.to_owned(), to.to_owned(), known, notes.to_owned());
    assert_eq!(
        told,
        [
            line("1 Knight", "1 Knight", true, ""),
            line("2 Fast Blades", "2 Fast Blades", true, ""),
            line("3 Blades", "3 Blades", true, ""),
            line("2 Dragons", "2 “Dragon”", false, ""),
            line("2 Light Horse", "2 Light Horse", true, ""),
            line("1 Mounted Bow", "1 Mounted Bow", true, ""),
            line("4 Behemoths", "4 Elephants", true, ""),
        ]
    );
    assert_eq!(converted.draft.code(&converted.draft.lines[1]), "3Bd");
    assert!(converted.draft.lines[0].general && converted.draft.list.is_none());
    assert_eq!(converted.left.len(), 2, "{:?}", converted.left);
    let back = convert(&converted.draft, ruleset("d3h2"), &kinship);
    let codes =
        |draft: &Draft| draft.lines.iter().map(|line| (draft.code(line).to_owned(), line.fast)).collect::<Vec<_>>();
    let mut expected = codes(&draft);
    expected[3].0 = "Dg".into();
    assert_eq!(codes(&back.draft), expected);
    assert_eq!(back.lines[1].price, (None, Some(Points::whole(2))));
}

/// An entry of a list, for the comparison by hand.
struct Entry {
    types: Vec<String>,
    all_same: bool,
    general: bool,
    count: i64,
}

/// Elements by code and whether they lead, and how many of them have no place yet.
type Left = Vec<(String, bool, i64)>;

/// Fills one entry after another in all ways; true if no element is left over.
fn fill(entries: &[Entry], left: &mut Left) -> bool {
    let Some((entry, rest)) = entries.split_first() else { return left.iter().all(|(.., count)| *count == 0) };
    let choices: Vec<Vec<String>> = match entry.all_same {
        true => entry.types.iter().map(|code| vec![code.clone()]).collect(),
        false => vec![entry.types.clone()],
    };
    choices.iter().any(|types| take(entry, types, entry.count, rest, left))
}

/// Assigns this many elements of these types to an entry, one by one, and then continues with the others.
fn take(entry: &Entry, types: &[String], count: i64, rest: &[Entry], left: &mut Left) -> bool {
    if count == 0 {
        return fill(rest, left);
    }
    (0..left.len()).any(|at| {
        let (code, leads, number) = left[at].clone();
        if number < 1 || leads != entry.general || !types.contains(&code) {
            return false;
        }
        left[at].2 -= 1;
        let found = take(entry, types, count - 1, rest, left);
        left[at].2 += 1;
        found
    })
}

/// Whether the elements of an army fill a list, by trying everything.
fn fits_by_hand(list: &shorthand::ShorthandList, has: &Left) -> bool {
    let code = |id: &musterfield_rules::TroopId| ruleset("dba3").troop(*id).code.to_string();
    let entries: Vec<Entry> = list
        .options
        .iter()
        .map(|option| Entry {
            types: option.types.iter().map(code).collect(),
            all_same: option.choice == ListChoice::AllSame,
            general: option.general == ListGeneral::Must,
            count: option.min,
        })
        .collect();
    fill(&entries, &mut has.clone())
}

/// A list of twelve elements in shorthand from a few types, so that entries share them. Three entries at most have all
/// their elements of one type: a list may leave only so many ways to choose.
fn any_list() -> impl Strategy<Value = String> {
    let types = || prop::sample::subsequence(vec!["3Kn", "Cv", "LH", "4Sp", "Ps"], 1..=3);
    let joint = prop_oneof![2 => Just(" or "), 1 => Just("/")];
    let entry = (types(), joint, 1..5usize);
    (types(), prop::collection::vec(entry, 2..6)).prop_map(|(general, entries)| {
        let mut left: usize = 11;
        let mut text = vec![format!("1x{} (Gen)", general.join(" or "))];
        for (at, (types, joint, count)) in entries.into_iter().enumerate() {
            let count = count.min(left);
            let joint = if at < 3 { joint } else { " or " };
            if count > 0 {
                text.push(format!("{count}x{}", types.join(joint)));
                left -= count;
            }
        }
        if left > 0 {
            text.push(format!("{left}x4Sp or Ps"));
        }
        text.join(", ")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whether twelve elements fill a list is decided exactly as by trying all assignments.
    #[test]
    fn elements_are_matched_with_entries_exactly(
        text in any_list(),
        counts in prop::collection::vec(0..5i64, 5),
        led in 0..5usize,
        from_list in any::<bool>(),
        changes in prop::collection::vec((0..12usize, 0..5usize), 0..4),
    ) {
        let types = ["3Kn", "Cv", "LH", "4Sp", "Ps"];
        let list = ArmyList::own(ruleset("dba3"), &text).unwrap();
        let mut draft = army_of("dba3", "12", "");
        if from_list {
            // The list's first choices with a few elements changed for others.
            draft.lines = demanded(&list);
            for (at, to) in changes {
                let id = ruleset("dba3").spellings().read(types[to]).unwrap().troop;
                let places = draft.lines.len();
                let line = &mut draft.lines[at % places];
                if line.count == 1 {
                    line.line_type = LineType::Known(id);
                } else {
                    line.count -= 1;
                    draft.lines.push(ElementLine::new(LineType::Known(id)));
                }
            }
        } else {
            let line = |(code, count): (&&str, &i64)| {
                let id = ruleset("dba3").spellings().read(code).unwrap().troop;
                ElementLine { count: *count, ..ElementLine::new(LineType::Known(id)) }
            };
            draft.lines = types.iter().zip(&counts).map(line).filter(|line| line.count > 0).collect();
            let id = ruleset("dba3").spellings().read(types[led]).unwrap().troop;
            draft.lines.push(ElementLine { general: true, ..ElementLine::new(LineType::Known(id)) });
        }
        draft.own_list = Some(text.clone());
        let has: Left =
            draft.lines.iter().map(|line| (draft.code(line).to_owned(), line.general, line.count)).collect();
        let parsed = shorthand::read(ruleset("dba3"), &text).unwrap();
        let by_hand = fits_by_hand(&parsed, &has);
        prop_assert_eq!(report(&draft).is_legal(), by_hand, "{} {:?} {:?}", text, has, wrong(&draft));
    }
}
