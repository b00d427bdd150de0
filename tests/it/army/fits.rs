//! What still fits, against a slow and plain second evaluation: add it and check the whole army.

use musterfield::army::draft::{Kind, Line};
use musterfield::army::fits::{How, command_for, offers, variants};
use musterfield::army::{Draft, Report};
use musterfield::rules::Points;
use musterfield::rules::ruleset::Counts;
use proptest::prelude::*;

use super::make::{any_draft, army, report, the_catalogue};

/// Errors that more elements of the right kind can take away again.
fn lasting(report: &Report) -> Vec<(String, Option<usize>)> {
    let mut errors: Vec<_> = report
        .problems
        .iter()
        .filter(|problem| problem.is_error())
        .map(|problem| (problem.code.as_str().to_owned(), problem.element))
        .filter(|(code, _)| !["no-general", "list-minimum", "command-unset"].contains(&code.as_str()))
        .collect();
    errors.sort();
    errors
}

/// Whether an element fits, by adding it: the army is then no worse than before.
fn slow_fit(draft: &Draft, troop: musterfield::rules::TroopId, how: How, general: bool) -> bool {
    let mut more = draft.clone();
    let How { fast, regular } = how;
    let command = command_for(draft, false);
    more.lines.push(Line { fast, regular, general, command, ..Line::new(Kind::Known(troop)) });
    let (before, after) = (report(draft), report(&more));
    let used = match draft.ruleset.counts() {
        Counts::Points => after.figures.spent,
        Counts::Elements => Points::whole(1) * after.figures.elements,
    };
    let spent_over = used > after.figures.budget
        || after.figures.high > after.figures.high_cap && after.figures.high > before.figures.high;
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
        if report(&draft).problems.iter().any(|problem| is_wrong(problem.code.as_str())) {
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
