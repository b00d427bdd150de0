//! The sheet read from above says what the tables say.

use super::super::by_type::ByType;
use super::*;
use musterfield_dice::Dice;
use musterfield_rules::book;
use musterfield_rules::combat::{FactSet, SideFacts};

/// A random element of a set.
fn one_of(combat: &Combat, set: FighterSet, dice: &mut Dice) -> (Fighter, bool) {
    let all: Vec<(Fighter, bool)> = combat
        .fighters()
        .flat_map(|(fighter, _)| [(fighter, false), (fighter, true)])
        .filter(|(fighter, fast)| set.has(*fighter, *fast))
        .collect();
    *dice.pick(&all).unwrap()
}

/// Random facts that can hold for an element against an opponent.
fn facts(rows: &Rows<'_>, own: (Fighter, bool), foe: (Fighter, bool), rides: bool, dice: &mut Dice) -> FactSet {
    let mut facts = FactSet::NONE;
    for fact in Fact::ALL {
        let is_so = dice.below(3) == 0;
        let role = matches!(fact, Fact::Close | Fact::Shooting | Fact::ShotAt | Fact::Bespelling | Fact::Bespelled);
        let never = *fact == Fact::MountedInfantry && !rides;
        facts = facts.and(*fact, is_so && !role && !never);
    }
    let (shoots, is_shot) = (rows.shooters.has(own.0, own.1), rows.shooters.has(foe.0, foe.1));
    let (bespells, is_bespelled) = (rows.mages.has(own.0, own.1), rows.mages.has(foe.0, foe.1));
    match dice.below(3) {
        1 => facts.and(Fact::Shooting, shoots).and(Fact::ShotAt, is_shot),
        2 if bespells => facts.and(Fact::Bespelling, true),
        2 => facts.and(Fact::Bespelled, is_bespelled),
        _ => facts.and(Fact::Close, true),
    }
}

#[test]
fn who_reads_the_sheet_from_above_finds_what_the_table_says() {
    let mut dice = Dice::new(4, 0);
    for ruleset in book().unwrap().rulesets().iter().filter(|ruleset| ruleset.combat.is_some()) {
        let combat = ruleset.combat.as_ref().unwrap();
        let everybody = Participants::everybody(ruleset);
        for round in 0..60 {
            let some = |dice: &mut Dice| {
                (0..8).fold(FighterSet::default(), |set, _| {
                    let (fighter, fast) = one_of(combat, combat.everybody(), dice);
                    set.with(FighterSet::one(fighter, fast))
                })
            };
            // The first rounds use all elements, the others small armies.
            let (own, foe) = match round {
                0..6 => (combat.everybody(), combat.everybody()),
                _ => (some(&mut dice), some(&mut dice)),
            };
            let meeting = Meeting { name: None, own, foe, rides: round % 2 == 0 };
            let rows = Rows::new(ruleset, combat, TableWords::new(ruleset, combat), &everybody);
            let by_type = ByType::new(ruleset, combat, TableWords::new(ruleset, combat), &everybody);
            for relation in Relation::ALL {
                let lots = rows.outcome_groups(*relation, &meeting);
                for _ in 0..400 {
                    let (one, other) = (one_of(combat, own, &mut dice), one_of(combat, foe, &mut dice));
                    let facts = facts(&rows, one, other, meeting.rides, &mut dice);
                    let seen = |(fighter, fast), facts| SideFacts {
                        fighter,
                        fast,
                        facts,
                        place: None,
                        held: None,
                        beside: None,
                        behind: None,
                    };
                    let (one, other) = (seen(one, facts), seen(other, FactSet::NONE));
                    let said = combat.table(*relation).iter().find(|row| row.holds(&one, &other));
                    let mut clauses = lots.iter().flat_map(|lot| &lot.clauses);
                    let read = clauses.find(|clause| clause.rows.iter().any(|row| row.holds(&one, &other)));
                    assert_eq!(
                        read.map(|clause| clause.fate),
                        said.map(|row| outcome::fate(row.effect)),
                        "{ruleset:?} {relation:?} {one:?} {other:?}"
                    );
                    // By type: first what holds for all, then the row of the type, where the last case is for all
                    // others.
                    let mut first = by_type.first_rows(*relation).filter(|row| row.terms.is_usual());
                    let holding = first.find(|row| row.holds(&one, &other));
                    let own = Meeting { own: FighterSet::one(one.fighter, one.fast), ..meeting.clone() };
                    let clauses = by_type.rows.clauses_in_brief(by_type.rows_of_types(*relation), &own);
                    let mut fitting =
                        clauses.iter().filter(|clause| clause.rows.iter().any(|row| row.holds(&one, &other)));
                    let fate = holding.map(|row| outcome::fate_in_brief(row.effect));
                    let fate = fate.or_else(|| fitting.next().or(clauses.last()).map(|clause| clause.fate));
                    assert_eq!(
                        fate,
                        said.map(|row| outcome::fate_in_brief(row.effect)),
                        "by type: {ruleset:?} {relation:?} {one:?} {other:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_lies_between_is_not_jumped_over() {
    let ruleset = book().unwrap().ruleset("d3h2").unwrap();
    let combat = ruleset.combat.as_ref().unwrap();
    let everybody = Participants::everybody(ruleset);
    let rows = Rows::new(ruleset, combat, TableWords::new(ruleset, combat), &everybody);
    let told: Vec<String> =
        rows.outcomes(Relation::Equal, &everybody.meetings()[0]).lines.iter().map(CribLine::text).collect();
    let at = |start: &str| told.iter().position(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start}"));
    assert!(at("Command Posts: destroyed by Foot") < at("Foot and Aerials: no effect"), "{told:#?}");
    assert_eq!(told[at("Heroes")], "Heroes: destroyed by Heroes, both totals odd; no effect from Heroes.");
}
