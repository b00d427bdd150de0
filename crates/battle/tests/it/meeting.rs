//! Armies and tables that cannot meet are refused before the battle.

use musterfield_army::{Draft, ElementLine, LineType};
use musterfield_battle::admission::{Admitted, ArmySizes};
use musterfield_battle::force::ForceError;
use musterfield_battle::series::{Place, Series, SeriesError};
use musterfield_battle::setup::MeetingError;
use musterfield_battle::state::Options;
use musterfield_battle::{Battle, Meeting, Player};
use musterfield_rules::book;
use musterfield_terrain::LegalLayout;
use musterfield_terrain::generate::request::{board, rules};
use musterfield_terrain::generate::{Settings, request};

use super::ready::{big_dba3, ready_for, usual_dba3};

/// Battles between two armies on usual tables of a home terrain.
fn series(armies: [&Draft; 2], home: Option<&str>) -> Series {
    let rules = rules(book().unwrap(), &armies[0].ruleset.id).unwrap();
    Series {
        armies: armies.map(|army| Admitted::allowing_illegal(army.clone())),
        catalogue: musterfield_lists::catalogue(book().unwrap()).unwrap(),
        place: Place::Home(rules, home.and_then(|home| rules.home_terrain(home)), request::usual_board(rules).unwrap()),
        options: Options::default(),
        seed: 5,
    }
}

/// The refusal of two armies on a legal table of a size in BW.
fn on_table(armies: [&Draft; 2], (width, depth): (f64, f64)) -> Option<MeetingError> {
    let rules = rules(book().unwrap(), "dba3").unwrap();
    let home = rules.home_terrain("arable").unwrap();
    let layout = LegalLayout::generated(&Settings::new(rules, home, board(rules, width, depth).unwrap(), 3)).unwrap();
    let [a, b] = armies.map(|army| Admitted::allowing_illegal(army.clone()));
    let meeting = Meeting {
        armies: [&a, &b],
        catalogue: musterfield_lists::catalogue(book().unwrap()).unwrap(),
        sizes: ArmySizes::MayDiffer,
        defender: Player::A,
        layout: &layout.into(),
        scale: None,
        options: Options::default(),
    };
    Battle::new(&meeting).err()
}

#[test]
fn armies_of_two_rulesets_do_not_meet() {
    let (historical, fantastic) = (&usual_dba3()[0], &ready_for("hott25")[0]);
    for (armies, ids) in [([historical, fantastic], ["dba3", "hott25"]), ([fantastic, historical], ["hott25", "dba3"])]
    {
        // Whether the home terrain is chosen, or the defender’s own.
        for home in [None, Some("arable")] {
            let refused = series(armies, home).head(0).unwrap_err();
            let [a, b] = ids.map(str::to_owned);
            let SeriesError::Meeting(error) = refused else { panic!("{refused:?}") };
            assert_eq!(error, MeetingError::TwoRulesets(a, b));
        }
    }
}

#[test]
fn civilians_are_never_part_of_an_army() {
    // DBA3-CITY-03.
    let armies = usual_dba3();
    let civilians = armies[0].ruleset.troops().find(|(_, troop)| troop.no_army.is_some()).unwrap().0;
    for general in [false, true] {
        let mut army = armies[0].clone();
        army.lines.iter_mut().for_each(|line| line.general &= !general);
        army.lines.push(ElementLine { general, ..ElementLine::new(LineType::Known(civilians)) });
        let refused = on_table([&armies[1], &army], (15.0, 15.0));
        assert_eq!(refused, Some(MeetingError::Force(Player::B, ForceError::NeverInArmies("Civilians".to_owned()))));
    }
}

#[test]
fn big_battles_are_fought_on_tables_of_double_width_and_others_are_not() {
    // DBA3-BB-12, DBA3-TABLE-08 to 10.
    let (usual, big) = (usual_dba3(), big_dba3());
    for (armies, size, is_fought) in [
        ([&usual[0], &usual[1]], (15.0, 15.0), true),
        ([&usual[0], &usual[1]], (20.0, 20.0), true),
        ([&usual[0], &usual[1]], (30.0, 15.0), false),
        ([&big[0], &big[1]], (30.0, 15.0), true),
        ([&big[0], &big[1]], (40.0, 20.0), true),
        ([&big[0], &big[1]], (15.0, 15.0), false),
        ([&big[0], &big[1]], (20.0, 20.0), false),
    ] {
        let refused = on_table(armies, size);
        assert_eq!(refused.is_none(), is_fought, "{size:?}: {refused:?}");
        assert!(is_fought || matches!(refused, Some(MeetingError::OtherTable(_))), "{size:?}: {refused:?}");
    }
}
