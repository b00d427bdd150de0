//! A combat in few numbers says the same as its odds.

use musterfield_combat::duel::Duel;
use musterfield_combat::matchup::{Contender, Situation};
use musterfield_combat::{Case, Mode, odds};
use musterfield_rules::terrain::Going;
use musterfield_rules::{Ruleset, book};

/// Every type of a ruleset as an element, and those that can lead as a general too.
fn contenders(ruleset: &Ruleset) -> Vec<Contender> {
    let plain = |general: bool| {
        ruleset.troops().map(move |(id, _)| Contender {
            fighter: id.into(),
            fast: false,
            general,
            mounted_infantry: false,
        })
    };
    plain(false).chain(plain(true).take(5)).collect()
}

fn agrees(case: &Case<'_>, duel: &Duel, more: [i8; 2]) {
    for (a, row) in (1..).zip(odds(case).squares) {
        for (b, square) in (1..).zip(row) {
            let known = square.map(|side| side.final_outcome());
            let ([first, second], [more_first, more_second]) = (known, more);
            assert_eq!(duel.fate([a, b], more), known, "{case:?} {a} {b} {duel:?}");
            assert_eq!(duel.swapped().fate([b, a], [more_second, more_first]), [second, first], "{case:?} {a} {b}");
        }
    }
}

#[test]
fn few_numbers_say_the_same_as_all_throws() {
    let mut pairs = 0;
    for ruleset in book().unwrap().rulesets().iter().filter(|ruleset| ruleset.combat.is_some()) {
        let all = contenders(ruleset);
        for mode in Mode::ALL {
            for going in [Going::Good, Going::Bad] {
                let situation = Situation { mode, going, ..Situation::default() };
                for own in &all {
                    for enemy in &all {
                        let sides = situation.sides(ruleset, [*own, *enemy]);
                        let Ok(case) = Case::new(ruleset, mode, sides, situation.readings) else { continue };
                        agrees(&case, &Duel::of(&case), [0, 0]);
                        pairs += 1;
                    }
                }
            }
        }
    }
    assert!(pairs > 10_000, "{pairs}");
}

#[test]
fn what_is_added_on_the_table_moves_the_totals() {
    // Uphill adds one to the total in each of these rulesets, and changes nothing else (D3H2-TACT-12, DBA3-TACT-08).
    for id in ["d3h2", "dba3"] {
        let ruleset = book().unwrap().ruleset(id).unwrap();
        let close = Situation::default();
        for own in contenders(ruleset) {
            for enemy in contenders(ruleset) {
                let flat = close.sides(ruleset, [own, enemy]);
                let [mut above, below] = flat;
                above.uphill = true;
                let case = |sides| Case::new(ruleset, Mode::Close, sides, close.readings);
                let (Ok(level), Ok(high)) = (case(flat), case([above, below])) else { continue };
                let added = Duel::of(&high).sums[0] - Duel::of(&level).sums[0];
                agrees(&high, &Duel::of(&level), [added, 0]);
            }
        }
    }
}
