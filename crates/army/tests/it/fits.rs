//! Elements that still fit, compared with a slow and plain evaluation that adds each one and checks the whole army.

use musterfield_army::draft::{ElementLine, LineType};
use musterfield_army::fits::{ElementOptions, command_for, offers, variants};
use musterfield_army::{Draft, Report};
use musterfield_fixtures::armies::{any_draft, army, report, the_catalogue};
use musterfield_rules::Points;
use musterfield_rules::ruleset::SizeUnit;
use proptest::prelude::*;

/// Errors that adding more elements cannot solve.
fn lasting(report: &Report) -> Vec<(String, Option<usize>)> {
    let mut errors: Vec<_> = report
        .problems
        .iter()
        .filter(|problem| problem.is_error())
        .map(|problem| (problem.code().as_str().to_owned(), problem.place))
        .filter(|(code, _)| !["no-general", "list-minimum", "command-unset"].contains(&code.as_str()))
        .collect();
    errors.sort();
    errors
}

/// Whether an element fits, by adding it: the army is then no worse than before.
fn slow_fit(draft: &Draft, troop: musterfield_rules::TroopId, how: ElementOptions, general: bool) -> bool {
    let mut more = draft.clone();
    let ElementOptions { fast, regular } = how;
    let command = command_for(draft, false);
    more.lines.push(ElementLine { fast, regular, general, command, ..ElementLine::new(LineType::Known(troop)) });
    let (before, after) = (report(draft), report(&more));
    let used = match draft.ruleset.counts() {
        SizeUnit::Points => after.totals.spent,
        SizeUnit::Elements => Points::whole(1) * after.totals.elements,
    };
    let spent_over = used > after.totals.budget
        || after.totals.costly > after.totals.costly_cap && after.totals.costly > before.totals.costly;
    lasting(&after).iter().all(|error| lasting(&before).contains(error)) && !spent_over
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn an_offer_fits_exactly_if_adding_it_breaks_nothing(draft in any_draft()) {
        let mut draft = draft;
        draft.lines.retain(|line| (1..=6).contains(&line.count));
        if draft.list.as_deref() == Some("d3h2/nobody") || draft.ruleset.id.contains("traditional") {
            draft.list = None;
        }
        let is_wrong = |code: &str| ["bad-points", "army-size"].contains(&code);
        if report(&draft).problems.iter().any(|problem| is_wrong(problem.code().as_str())) {
            draft.points = draft.ruleset.army.budget.usual;
        }
        let report = report(&draft);
        let list = the_catalogue().list_of(&draft);
        let list = list.as_deref();
        let led = draft.lines.iter().any(|line| line.general);
        for offer in offers(&draft, &report, list) {
            let slow = slow_fit(&draft, offer.troop, offer.how, false) || (!led && slow_fit(&draft, offer.troop, offer.how, true));
            prop_assert_eq!(offer.verdict.fits(), slow, "{} {:?} in {:?}", draft.ruleset.troop(offer.troop).code, offer.how, draft);
            let general = slow && !slow_fit(&draft, offer.troop, offer.how, false);
            prop_assert_eq!(offer.general, general, "{} in {:?}", draft.ruleset.troop(offer.troop).code, draft);
        }
    }
}

#[test]
fn without_a_list_everything_is_offered() {
    let draft = army("24", "Hr general");
    assert_eq!(offers(&draft, &report(&draft), None).len(), variants(draft.ruleset).count());
}

#[test]
fn nothing_fits_a_full_army() {
    let draft = army("24", "Hr general; 10 Bd");
    assert!(offers(&draft, &report(&draft), None).iter().all(|offer| !offer.verdict.fits()));
}
