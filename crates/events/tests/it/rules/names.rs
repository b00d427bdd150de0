//! Names in limits: everything that a ruleset has a name for, and words that are not names.

use musterfield_army::{Draft, ElementLine, LineType};
use musterfield_events::rules::RulesFault;
use musterfield_events::rules::subject::{LimitName, LimitSubject};
use musterfield_fixtures::armies::{ruleset, the_book};
use musterfield_rules::troop::FastRule;
use musterfield_words::events as words;

#[test]
fn the_code_and_the_names_of_every_type_mean_it() {
    for ruleset in the_book().rulesets() {
        let draft = Draft::new(ruleset);
        for (id, troop) in ruleset.troops() {
            for word in [&troop.code, &troop.name, &troop.singular, &troop.plural] {
                let read = LimitName::read(ruleset, word).unwrap_or_else(|error| panic!("{}: {error:?}", ruleset.id));
                let who = LimitSubject::new(ruleset, vec![read.clone()]);
                // The name of a graded type or a family may be less specific, but never different.
                let line =
                    ElementLine { fast: troop.fast.value == FastRule::May, ..ElementLine::new(LineType::Known(id)) };
                assert!(who.has(&draft, &line), "{}: {word} of {}", ruleset.id, troop.code);
                // The written form reads back as the same name.
                assert_eq!(LimitName::read(ruleset, &read.written), Ok(read), "{}: {word}", ruleset.id);
            }
            let read = LimitName::read(ruleset, &format!("only {}", troop.code)).unwrap();
            let who = LimitSubject::new(ruleset, vec![read.clone()]);
            for (other, _) in ruleset.troops() {
                assert_eq!(
                    who.has(&draft, &ElementLine::new(LineType::Known(other))),
                    other == id,
                    "{}: only {}",
                    ruleset.id,
                    troop.code
                );
            }
            assert_eq!(LimitName::read(ruleset, &read.written), Ok(read), "{}: only {}", ruleset.id, troop.code);
        }
    }
}

#[test]
fn names_are_written_as_the_rules_have_them() {
    for (id, written, exactly) in [
        ("d3h2", "blades", "Bd"),
        ("d3h2", "  fast   BLADES ", "Fast Bd"),
        ("d3h2", "NOT Foot", "not Foot"),
        ("d3h2", "aerials", "Aerial"),
        ("d3h2", "only knights", "only Kn"),
        // No other type counts as a Dragon.
        ("d3h2", "only Dragons", "Dg"),
        ("d3h2", "All", "all"),
        ("dba3", "Blades", "Bd"),
        ("dba3", "only Blades", "4Bd"),
        ("dba3", "fast blades", "3Bd"),
        ("dba3", "Fast Bd", "Fast Bd"),
        ("dbmf", "Knight", "Kn"),
        ("dbmf", "Kn (s)", "Kn(S)"),
        ("dbmf", "Superior", "(S)"),
        ("dbmf", "aerial", "aerials"),
        ("dbmf", "not Fast Kn", "not Fast Kn"),
    ] {
        let read = LimitName::read(ruleset(id), written).unwrap_or_else(|error| panic!("{id}: {error:?}"));
        assert_eq!(read.written, exactly, "{id}: {written}");
    }
}

#[test]
fn a_name_that_is_none_is_told_with_the_nearest() {
    for (id, written, message) in [
        ("d3h2", "Dragosn", "“Dragosn” is not a troop type or class of D3H2; did you mean Dragon?"),
        ("d3h2", "xylophones", "“xylophones” is not a troop type or class of D3H2."),
        ("d3h2", "Fast xylophones", "“xylophones” is not a troop type or class of D3H2."),
        ("d3h2", "not Fast Dragons", "Dragons are never Fast."),
        ("d3h2-traditional", "Psiloi", "“Psiloi” is a troop type, but D3H2 traditional does not have it."),
    ] {
        let fault = RulesFault::Name(LimitName::read(ruleset(id), written).unwrap_err());
        assert_eq!(words::rules::message(&fault), message, "{id}: {written}");
    }
}

#[test]
fn a_group_is_called_by_its_names() {
    for (names, one, several) in [
        (&["Dg"][..], "Dragon", "Dragons"),
        (&["Dg", "Gd", "Hr"], "Dragon, God or Hero", "Dragons, Gods or Heroes"),
        (&["all"], "element", "elements"),
        (&["not Bd", "not Sp"], "element other than Blades and Spears", "elements other than Blades and Spears"),
        (&["Foot", "not Hd"], "Foot other than Hordes", "Foot other than Hordes"),
        (&["Fast Bd"], "Fast Blade", "Fast Blades"),
        (&["only Kn"], "ordinary Knight", "ordinary Knights"),
        (&["Mtd-Bw"], "Mounted Bow", "Mounted Bows"),
    ] {
        let d3h2 = ruleset("d3h2");
        let who = LimitSubject::new(d3h2, names.iter().map(|name| LimitName::read(d3h2, name).unwrap()).collect());
        assert_eq!((words::limit::singular(&who).as_str(), words::limit::plural(&who).as_str()), (one, several));
    }
}
