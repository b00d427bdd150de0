//! The rules that decided what an order did.

use musterfield_battle::Order;
use musterfield_battle::record::Recorder;
use musterfield_battle::report::Event;
use musterfield_dice::RolledDice;
use musterfield_rules::reference::RuleId;

use crate::web::rule_link::RuleLink;

/// The rules by which the last order of a battle did what it did, each once, in the order in which they were used.
pub(super) fn by_last_order(recorder: &Recorder) -> Vec<RuleLink> {
    let (Some(entry), mut battle) = (recorder.entries().last(), recorder.before().clone()) else { return Vec::new() };
    let mut dice = RolledDice::new(&entry.dice);
    let played = Order::parse(&battle, &entry.order).ok().and_then(|order| battle.play(&order, &mut dice).ok());
    let ruleset = battle.setting().ruleset;
    let mut rules: Vec<&RuleId> = Vec::new();
    for event in played.iter().flat_map(|report| &report.events) {
        let rule = match event {
            Event::Used(clause) => battle.rules().rule(*clause),
            Event::Cited(rule) => Some(*rule),
            _ => None,
        };
        rules.extend(rule.filter(|rule| !rules.contains(rule)));
    }
    rules.into_iter().map(|rule| RuleLink::new(&ruleset.id, rule)).collect()
}
