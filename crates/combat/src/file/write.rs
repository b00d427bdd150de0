//! Results as JSON.

use musterfield_rules::combat::Outcome;
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use serde_json::Value;

use crate::case::{Case, CaseError, Combatant};
use crate::odds::Odds;
use crate::resolve::{SideVerdict, Verdict};

/// Makes the sentence about a fault of a case; this crate makes none itself.
pub type Say = fn(&CaseError) -> String;

/// The outcomes in the order in which results list them.
const OUTCOMES: &[Outcome] = Outcome::ALL;

/// Writes one document; writing these documents never fails.
fn put(out: &mut String, document: &impl Serialize) {
    // All keys are text and all numbers finite.
    if let Ok(text) = serde_json::to_string(document) {
        out.push_str(&text);
    }
}

#[derive(Serialize)]
struct VerdictFile<'a> {
    id: &'a Value,
    a: FateFile<'a>,
    b: FateFile<'a>,
}

#[derive(Serialize)]
struct FateFile<'a> {
    factor: i8,
    total: Option<i8>,
    outcome: &'static str,
    #[serde(rename = "final")]
    last: &'static str,
    pursues: BaseWidths,
    rules: Rules<'a>,
    modifiers: Vec<ModifierFile<'a>>,
}

#[derive(Serialize)]
struct ModifierFile<'a> {
    rule: &'a str,
    value: i8,
}

/// A distance in base widths, from thousandths of one.
struct BaseWidths(u16);

impl Serialize for BaseWidths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(1000) {
            serializer.serialize_u16(self.0 / 1000)
        } else {
            serializer.serialize_f32(f32::from(self.0) / 1000.0)
        }
    }
}

/// A set of rules, in order.
struct Rules<'a>([Option<&'a str>; 3]);

impl Serialize for Rules<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rules = self.0;
        rules.sort_unstable();
        let mut list = serializer.serialize_seq(None)?;
        let mut before = None;
        for rule in rules.into_iter().flatten() {
            if before != Some(rule) {
                list.serialize_element(rule)?;
            }
            before = Some(rule);
        }
        list.end()
    }
}

impl<'a> FateFile<'a> {
    fn of(case: &Case<'_>, side: &Combatant, fate: &'a SideVerdict<'a>) -> Self {
        let SideVerdict { strength, total, result } = fate;
        let rules = [
            Some(strength.factor_rule.as_str()),
            result.rule.map(musterfield_rules::RuleId::as_str),
            result.pursuit_rule.map(musterfield_rules::RuleId::as_str),
        ];
        let pursues = case.pursuit_in_thousandths(side, result.pursues);
        let modifiers = strength.modifiers.iter();
        let mut modifiers: Vec<ModifierFile<'_>> =
            modifiers.map(|added| ModifierFile { rule: added.rule.as_str(), value: added.value }).collect();
        modifiers.sort_unstable_by_key(|modifier| modifier.rule);
        Self {
            factor: strength.factor,
            total: *total,
            outcome: result.outcome().as_str(),
            last: result.final_outcome().as_str(),
            pursues: BaseWidths(u16::try_from(pursues).unwrap_or(u16::MAX)),
            rules: Rules(rules),
            modifiers,
        }
    }
}

pub(super) fn verdict(out: &mut String, id: &Value, case: &Case<'_>, verdict: &Verdict<'_>) {
    let [a, b] = case.sides();
    put(out, &VerdictFile { id, a: FateFile::of(case, a, &verdict.a), b: FateFile::of(case, b, &verdict.b) });
}

#[derive(Serialize)]
struct OddsFile<'a> {
    id: &'a Value,
    rolls: u8,
    outcomes: Vec<WaysFile>,
    a: Ways,
    b: Ways,
}

#[derive(Serialize)]
struct WaysFile {
    a: &'static str,
    b: &'static str,
    ways: u8,
}

/// The number of throws for each outcome word, without those that never occur.
struct Ways(Vec<(&'static str, u8)>);

impl Serialize for Ways {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (word, ways) in &self.0 {
            map.serialize_entry(word, ways)?;
        }
        map.end()
    }
}

pub(super) fn odds(out: &mut String, id: &Value, odds: &Odds<'_>) {
    let pairs = odds.outcomes().into_iter();
    let outcomes = pairs.map(|(a, b, ways)| WaysFile { a: a.as_str(), b: b.as_str(), ways }).collect();
    let of = |side: usize| {
        let ways =
            OUTCOMES.iter().map(|outcome| (outcome.as_str(), odds.ways(*outcome).get(side).copied().unwrap_or(0)));
        Ways(ways.filter(|(_, ways)| *ways > 0).collect())
    };
    put(out, &OddsFile { id, rolls: Odds::THROWS, outcomes, a: of(0), b: of(1) });
}

#[derive(Serialize)]
struct ErrorFile<'a> {
    id: &'a Value,
    error: ErrorEntry<'a>,
}

#[derive(Serialize)]
struct ErrorEntry<'a> {
    code: &'static str,
    field: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
}

pub(super) fn error(out: &mut String, id: &Value, error: &CaseError, say: Say) {
    let rule = error.rule.as_ref().map(musterfield_rules::RuleId::as_str);
    let field = error.place.as_deref().unwrap_or_default();
    let error = ErrorEntry { code: error.code().as_str(), field, message: &say(error), rule };
    put(out, &ErrorFile { id, error });
}
