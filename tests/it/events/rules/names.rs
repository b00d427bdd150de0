//! Names in limits: everything that a ruleset has a word for, and what is none.

use musterfield::army::{Draft, Kind, Line};
use musterfield::events::rules::who::{Named, Who};
use musterfield::rules::troop::FastRule;

use crate::army::make::{ruleset, the_book};

#[test]
fn the_code_and_the_names_of_every_type_mean_it() {
    for ruleset in the_book().rulesets() {
        let draft = Draft::new(ruleset);
        for (id, troop) in ruleset.troops() {
            for word in [&troop.code, &troop.name, &troop.singular, &troop.plural] {
                let read = Named::read(ruleset, word).unwrap_or_else(|error| panic!("{}: {error}", ruleset.id));
                let who = Who::new(ruleset, vec![read.clone()]);
                // The name of a graded type or a family may say less, never anything else.
                let line = Line { fast: troop.fast.is == FastRule::May, ..Line::new(Kind::Known(id)) };
                assert!(who.has(&draft, &line), "{}: {word} of {}", ruleset.id, troop.code);
                // What is written reads back as the same.
                assert_eq!(Named::read(ruleset, &read.written), Ok(read), "{}: {word}", ruleset.id);
            }
            let read = Named::read(ruleset, &format!("only {}", troop.code)).unwrap();
            let who = Who::new(ruleset, vec![read.clone()]);
            for (other, _) in ruleset.troops() {
                assert_eq!(
                    who.has(&draft, &Line::new(Kind::Known(other))),
                    other == id,
                    "{}: only {}",
                    ruleset.id,
                    troop.code
                );
            }
            assert_eq!(Named::read(ruleset, &read.written), Ok(read), "{}: only {}", ruleset.id, troop.code);
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
        // Nobody else counts as a Dragon.
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
        let read = Named::read(ruleset(id), written).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(read.written, exactly, "{id}: {written}");
    }
}

#[test]
fn a_name_that_is_none_is_told_with_the_nearest() {
    for (id, written, message) in [
        ("d3h2", "Dragosn", "“Dragosn” is no troop type and no class of D3H2; Dragon is nearest"),
        ("d3h2", "xylophones", "“xylophones” is no troop type and no class of D3H2"),
        ("d3h2", "Fast xylophones", "“xylophones” is no troop type and no class of D3H2"),
        ("d3h2", "not Fast Dragons", "Dragons are never Fast"),
        ("d3h2-traditional", "Psiloi", "“Psiloi” is a troop type, but D3H2 traditional does not have it"),
    ] {
        assert_eq!(Named::read(ruleset(id), written).unwrap_err().to_string(), message, "{id}: {written}");
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
        let who = Who::new(d3h2, names.iter().map(|name| Named::read(d3h2, name).unwrap()).collect());
        assert_eq!((who.called(true).as_str(), who.called(false).as_str()), (one, several));
    }
}
