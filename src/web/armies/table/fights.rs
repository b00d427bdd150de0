//! The numbers behind the odds of every fight between two armies.

use musterfield_combat::duel::Duel;
use musterfield_combat::matchup::{Contender, Harm, Situation, can_shoot};
use musterfield_combat::resolve::DOUBLED;
use musterfield_combat::{Case, Mode};
use musterfield_rules::Ruleset;
use musterfield_rules::combat::Outcome;
use musterfield_rules::terrain::Going;
use musterfield_words::combat::outcome::{phrase, sign};
use serde::Serialize;
use serde::ser::{SerializeTuple, Serializer};

use crate::web::armies::versus::contenders::Contenders;

/// Every fight between a contender of one army and one of the other, by the way in which they fight.
#[derive(Debug, Serialize)]
pub(super) struct Fights {
    /// A total is doubled by one that is at least this many times as high.
    doubled: i16,
    /// The outcomes that occur.
    fates: Vec<Fate>,
    /// The ways to fight, in the order in which they are offered.
    ways: Vec<Way>,
}

/// A way in which elements of the two armies fight.
#[derive(Debug, Serialize)]
struct Way {
    name: &'static str,
    /// For each contender of the first army, its fights with each of the second; `None` where they cannot meet.
    rows: Vec<Vec<Option<Numbers>>>,
}

/// A fight in few numbers; the side of the first army comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers(Duel);

impl Serialize for Numbers {
    /// What each side adds to its die, what the grading adds, and the sign of each fate: of the first side, then of the
    /// second, for each way in which the totals compare.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Duel { sums, grading, fates } = self.0;
        let fates: String = fates.as_flattened().iter().map(|fate| sign(*fate)).collect();
        let mut tuple = serializer.serialize_tuple(5)?;
        for number in sums.into_iter().chain(grading) {
            tuple.serialize_element(&number)?;
        }
        tuple.serialize_element(&fates)?;
        tuple.end()
    }
}

/// An outcome as the script shows it.
#[derive(Debug, Serialize)]
struct Fate {
    /// Its letter in the numbers of fights.
    sign: &'static str,
    /// What it does to an element.
    phrase: &'static str,
    /// `lost`, `driven` or `none`.
    harm: &'static str,
}

impl Fate {
    fn of(outcome: Outcome) -> Self {
        let harm = match Harm::from(outcome) {
            Harm::None => "none",
            Harm::Driven => "driven",
            Harm::Lost => "lost",
        };
        Self { sign: sign(outcome), phrase: phrase(outcome), harm }
    }
}

impl Fights {
    /// All fights between two armies under a ruleset.
    pub(super) fn between(ruleset: &'static Ruleset, [first, second]: [&Contenders; 2]) -> Self {
        let [own, enemy] = [first.sorts(), second.sorts()];
        let close = |going: Going| Situation { going, ..Situation::default() };
        let far = |mode: Mode| Situation { mode, ..Situation::default() };
        let ways = [
            ("Open", close(Going::Good), false),
            ("Rough", close(Going::Rough), false),
            ("Bad going", close(Going::Bad), false),
            ("We shoot", far(Mode::Shooting), false),
            ("They shoot", far(Mode::Shooting), true),
            ("We bespell", far(Mode::Bespelling), false),
            ("They bespell", far(Mode::Bespelling), true),
        ];
        let table = |situation: Situation, theirs: bool| -> Vec<Vec<Option<Numbers>>> {
            let row = |own: &Contender| {
                enemy.iter().map(|enemy| fight(ruleset, &situation, [*own, *enemy], theirs)).collect()
            };
            own.iter().map(row).collect()
        };
        let named = ways.into_iter().map(|(name, situation, theirs)| Way { name, rows: table(situation, theirs) });
        let is_possible = |way: &Way| way.rows.iter().flatten().any(Option::is_some);
        let mut kept: Vec<Way> = Vec::new();
        // Going that changes nothing is not worth a choice.
        for way in named.filter(is_possible) {
            if kept.iter().all(|known| known.rows != way.rows) {
                kept.push(way);
            }
        }
        let mut occur: Vec<Outcome> = Vec::new();
        for Numbers(duel) in kept.iter().flat_map(|way| way.rows.iter().flatten().flatten()) {
            for outcome in duel.fates.as_flattened() {
                if !occur.contains(outcome) {
                    occur.push(*outcome);
                }
            }
        }
        occur.sort_unstable();
        Self { doubled: DOUBLED, fates: occur.into_iter().map(Fate::of).collect(), ways: kept }
    }
}

/// A fight of an element of the first army with one of the second, which acts if it is `theirs`.
fn fight(ruleset: &Ruleset, situation: &Situation, [own, enemy]: [Contender; 2], theirs: bool) -> Option<Numbers> {
    let sorts = if theirs { [enemy, own] } else { [own, enemy] };
    let [acts, _] = sorts;
    if situation.mode == Mode::Shooting && !can_shoot(ruleset, acts) {
        return None;
    }
    let case = Case::new(ruleset, situation.mode, situation.sides(ruleset, sorts), situation.readings).ok()?;
    let mut duel = Duel::of(&case);
    if theirs {
        duel = duel.swapped();
    }
    Some(Numbers(duel))
}
