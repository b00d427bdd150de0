//! Grades, regular elements and prices in pasted text, in army files and in lists.

use musterfield_army::file::{from_json, from_toml, to_json, to_toml};
use musterfield_army::text::{Reading, read};
use musterfield_army::{ArmyList, Draft, ElementLine};
use musterfield_fixtures::armies::{host, report, ruleset, the_book};
use musterfield_words::army::write::to_text;
use musterfield_words::army::{file, list};

fn reading(text: &str) -> Reading {
    read(text, ruleset("dbmf"), the_book())
}

/// A line in the notation of the tests: `4 Wb(S) regular air @9`.
fn short(draft: &Draft, line: &ElementLine) -> String {
    let mut text = format!("{} {}", line.count, draft.code(line));
    for (on, word) in [
        (line.regular, "regular"),
        (line.air_mobile, "air"),
        (line.general, "general"),
        (line.ally, "ally"),
        (line.fast, "fast"),
    ] {
        if on {
            text += &format!(" {word}");
        }
    }
    if let Some(price) = line.price {
        text += &format!(" @{price}");
    }
    if line.command > 0 {
        text += &format!(" >{}", line.command);
    }
    text
}

fn lines(draft: &Draft) -> Vec<String> {
    draft.lines.iter().map(|line| short(draft, line)).collect()
}

#[test]
fn grades_are_read_as_people_write_them() {
    for (text, read) in [
        ("Kn (S)", "1 Kn(S)"),
        ("Kn(S)", "1 Kn(S)"),
        ("2 x Kn", "2 Kn(O)"),
        ("Superior Knights", "1 Kn(S)"),
        ("3 Superior Knights", "3 Kn(S)"),
        ("Inferior Hordes", "1 Hd(I)"),
        ("2 Heroic Blades", "2 Bd(H)"),
        ("Ordinary Bows", "1 Bw(O)"),
        ("Construct Giant", "1 Gi(C)"),
        ("4 Entity Flyers", "4 Fl(E)"),
        ("Knights (S)", "1 Kn(S)"),
        ("4 Knights (s)", "4 Kn(S)"),
        ("Reg Bd (O)", "1 Bd(O) regular"),
        ("4 Reg Bd(S)", "4 Bd(S) regular"),
        ("4 Irr Wb(S)", "4 Wb(S)"),
        ("6 Regular Spears", "6 Sp(O) regular"),
        ("6 irregular Spears (I)", "6 Sp(I)"),
        ("Bd(F)", "1 Bd(F)"),
        ("2 Bd (F)", "2 Bd(F)"),
        ("Fast Blades", "1 Bd(F)"),
        ("4 Fast Blades", "4 Bd(F)"),
        ("4 Reg Fast Blades", "4 Bd(F) regular"),
        ("2 air-mobile Ax (S)", "2 Ax(S) air"),
        ("2 Ax(S) Air-mobile", "2 Ax(S) air"),
        ("2 Ax(S), air-mobile", "2 Ax(S) air"),
        ("Reg Kn (S) General", "1 Kn(S) regular general"),
        ("Kn (S) (Gen) (command 2)", "1 Kn(S) general >2"),
        ("3 Fl(F) @ 9 AP", "3 Fl(F) @9"),
        ("3 Fl (F) @ 9 AP = 27 AP", "3 Fl(F) @9"),
        ("3 Fl(F) = 27 AP", "3 Fl(F) @9"),
        ("2 Fl(F) air-mobile @ 9 AP", "2 Fl(F) air @7"),
        ("2 Reg Bd(C) @ 8.5 AP", "2 Bd(C) regular @8.5"),
        // Where a price is printed, the number is compared with it.
        ("3 Kn(S) @ 12 AP", "3 Kn(S)"),
    ] {
        let found = reading(&format!("Kn (Gen)\n{text}\n"));
        assert_eq!(found.unread, [], "{text}");
        assert_eq!(lines(&found.draft)[1..], [read], "{text}");
        assert!(found.problems().is_empty(), "{text}: {:?}", found.problems());
    }
    let other = reading("Kn (Gen)\n3 Kn(S) @ 9 AP\n");
    assert_eq!(lines(&other.draft)[1], "3 Kn(S)");
    let codes: Vec<&str> = other.problems().iter().map(|problem| problem.code().as_str()).collect();
    assert_eq!(codes, ["printed-total-differs"]);
    // Between two grades, none is guessed.
    assert_eq!(reading("Kn (Gen)\n2 Kn (S) (O)\n").unread.len(), 1);
}

#[test]
fn other_costs_are_read_and_summed() {
    let text = "Rules: DBMF\nPoints: 40 AP\nOther costs: 12 AP\n\nKn (S) (Gen)\n4 Wb\n\nTotal: 36 AP\n";
    let found = reading(text);
    assert_eq!((found.draft.other_costs.to_string().as_str(), found.problems().len()), ("12", 0));
    assert_eq!(report(&found.draft).totals.spent.to_string(), "36");
    let wrong = reading(&text.replace("36", "24"));
    let problem = &wrong.problems()[0];
    assert_eq!(problem.code().as_str(), "printed-total-differs");
    assert_eq!(reading("Kn (Gen)\nOther costs: many\n").unread.len(), 1);
}

const HOST: &str = "Kn(S) regular general >1; 4 Bd(F) >1; 2 Fl(F) @9 >1; 3 Ax(S) air >1; Cv general ally >2; 2 Hd(I) >2; Sp(C) regular air @6.5 >2";

#[test]
fn an_army_in_grades_is_the_same_in_every_form() {
    let draft = Draft { other_costs: "12.5".parse().unwrap(), ..host(HOST) };
    let text = to_text(&draft, &report(&draft));
    let again = reading(&text);
    assert_eq!(again.unread, [], "{text}");
    for read in [
        again.draft,
        from_json(&to_json(&draft), the_book()).unwrap(),
        from_toml(&to_toml(&draft), the_book()).unwrap(),
    ] {
        assert_eq!((lines(&read), read.other_costs), (lines(&draft), draft.other_costs), "{text}");
        assert_eq!(report(&read).totals.spent, report(&draft).totals.spent);
    }
    for part in ["Other costs: 12.5 AP", "1 x Knight (S) General Regular (command 1) @ 15 AP = 15 AP", "2 x Flyers (F)"]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn a_file_names_grade_price_and_the_rest_in_fields_of_their_own() {
    let file = r#"{"ruleset": "dbmf", "points": 60, "other_points": 2.5, "elements": [
        {"type": "Kn", "grade": "S", "regular": true, "general": true},
        {"type": "Kn (X)"}, {"type": "knights", "grade": "i"}, {"type": "Fl(S)", "grade": "F", "price": 9},
        {"type": "Ax", "grade": "S", "air_mobile": true}]}"#;
    let draft = from_json(file, the_book()).unwrap();
    assert_eq!(lines(&draft), ["1 Kn(S) regular general", "1 Kn(X)", "1 Kn(I)", "1 Fl(F) @9", "1 Ax(S) air"]);
    assert_eq!(report(&draft).totals.spent.to_string(), "51.5");
    assert_eq!(
        to_json(&draft),
        r#"{"format":"musterfield-army/1","ruleset":"dbmf","points":60,"other_points":2.5,"elements":[{"type":"Kn","general":true,"grade":"S","regular":true},{"type":"Kn","grade":"X"},{"type":"Kn","grade":"I"},{"type":"Fl","grade":"F","price":9},{"type":"Ax","grade":"S","air_mobile":true}]}"#
    );
    // An unknown type keeps its grade.
    let unknown = from_json(r#"{"ruleset": "dbmf", "elements": [{"type": "Foozles", "grade": "S"}]}"#, the_book());
    let unknown = unknown.unwrap();
    assert_eq!(unknown.code(&unknown.lines[0]), "Foozles (S)");
}

#[test]
fn what_a_file_cannot_say_of_grades_is_refused_by_field() {
    for (ruleset, element, message) in [
        (
            "dbmf",
            r#""grade": "Q""#,
            "field elements[0].grade: there is no grade “Q”; use one of S, O, I, F, C, E, H, X",
        ),
        ("dbmf", r#""grade": "Superior""#, "field elements[0].grade: there is no grade “Superior”"),
        ("dbmf", r#""grade": 1"#, "field elements[0].grade: invalid type"),
        ("d3h2", r#""grade": "S""#, "field elements[0].grade: D3H2 has no grades"),
        ("dbmf", r#""price": -9"#, "field elements[0].price: the price must not be negative; it is -9 AP"),
        ("dbmf", r#""price": "9""#, "field elements[0].price: invalid type"),
        ("dbmf", r#""price": 9.00001"#, "field elements[0].price: 9.00001 has more than three decimals"),
        ("dbmf", r#""regular": "yes""#, "field elements[0].regular: invalid type"),
        ("dbmf", r#""command": 256"#, "field elements[0].command: the number is out of range"),
        ("dbmf", r#""command": -1"#, "field elements[0].command: the number is out of range"),
    ] {
        let file = format!(r#"{{"ruleset": "{ruleset}", "elements": [{{"type": "Kn", {element}}}]}}"#);
        let found = file::message(&from_json(&file, the_book()).unwrap_err());
        assert!(found.contains(message), "{element}: {found}");
    }
    let found = file::message(&from_json(r#"{"ruleset": "dbmf", "other_points": "12"}"#, the_book()).unwrap_err());
    assert!(found.contains("field other_points: invalid type"), "{found}");
    // Invalid costs are reported as a problem, like all invalid numbers of an army.
    let negative = from_json(r#"{"ruleset": "dbmf", "other_points": -3, "elements": []}"#, the_book()).unwrap();
    assert!(report(&negative).problems.iter().any(|problem| problem.code().as_str() == "bad-points"));
}

fn list(ruleset: &str, option: &str) -> Result<ArmyList, String> {
    let head = if ruleset == "dbmf" { "" } else { "aggression = 2\n" };
    let text = format!("+++\nname = \"Test\"\nruleset = \"{ruleset}\"\n{head}[[option]]\n{option}\n+++\nText.\n");
    ArmyList::parse("test.md", &format!("{ruleset}/test"), &text, the_book())
        .map_err(|errors| errors.iter().map(|error| list::clause(&error.fault)).collect::<Vec<_>>().join(" | "))
}

/// DBMF-LIST-08, AIR-01.
#[test]
fn lists_say_who_is_regular_and_air_mobile_and_are_refused_where_nobody_can_be() {
    for option in [
        "types = [\"Bd(O)\"]\nregular = \"must\"",
        "types = [\"Bd(O)\"]\nregular = \"no\"",
        "types = [\"Bd(O)\"]\nregular = \"may\"",
        "types = [\"Gal(O)\"]\nregular = \"must\"",
        "types = [\"Gal(O)\"]",
        "types = [\"Ax(S)\", \"Kn(S)\"]\nair_mobile = \"must\"",
        "types = [\"Dr(X)\"]\nair_mobile = \"may\"",
    ] {
        assert!(list("dbmf", option).is_ok(), "{option}: {:?}", list("dbmf", option).err());
    }
    for (ruleset, option, message) in [
        ("dbmf", "types = [\"Wb(O)\"]\nregular = \"must\"", "no price is printed for `Wb(O)` of this kind"),
        ("dbmf", "types = [\"Gal(O)\"]\nregular = \"no\"", "no price is printed for `Gal(O)` of this kind"),
        ("dbmf", "types = [\"Fl(F)\"]", "no price is printed for `Fl(F)` of this kind"),
        ("dbmf", "types = [\"Bd(O)\"]\nregular = \"yes\"", "unknown variant `yes`"),
        ("dbmf", "types = [\"Fl(O)\"]\nair_mobile = \"may\"", "`Fl(O)` cannot be air-mobile"),
        ("dbmf", "types = [\"Ax(O)\", \"Dr(O)\"]\nair_mobile = \"must\"", "`Dr(O)` cannot be air-mobile"),
        ("dbmf", "types = [\"Bd(O)\"]\nair_mobile = true", "wanted string or table"),
        ("dbmf", "types = [\"Bd(Q)\"]", "there is no troop type `Bd(Q)`"),
        ("dbmf", "types = [\"Bd (O)\"]", "there is no troop type `Bd (O)`"),
        ("dbmf", "types = [\"Bd(F)\"]\nfast = \"must\"", "`Bd(F)` can never be Fast"),
        ("dbmf", "types = [\"Bd(O)\"]\nmounted = \"may\"", "`Bd(O)` cannot ride as mounted infantry"),
        ("d3h2", "types = [\"Bd\"]\nregular = \"may\"", "elements are neither regular nor irregular in this ruleset"),
        ("d3h2", "types = [\"Bd\"]\nair_mobile = \"may\"", "`Bd` cannot be air-mobile"),
    ] {
        let refused = list(ruleset, option).unwrap_err();
        assert!(refused.contains(message), "{option}: {refused}");
    }
}

/// A code without its grade stands for all grades that are sold.
#[test]
fn a_type_without_grade_in_a_list_stands_for_its_grades() {
    let all = list("dbmf", "types = [\"Bd\"]");
    let codes: Vec<&str> = match &all {
        Ok(list) => list.options[0].types.iter().map(|id| &*list.ruleset.troop(*id).code).collect(),
        Err(refused) => panic!("{refused}"),
    };
    assert_eq!(codes, ["Bd(S)", "Bd(O)", "Bd(I)", "Bd(F)", "Bd(C)", "Bd(E)", "Bd(H)", "Bd(X)"]);
}
