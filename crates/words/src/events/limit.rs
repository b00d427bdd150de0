//! Limits of an event, and the elements that they count.

use musterfield_army::Mark;
use musterfield_events::rules::Limit;
use musterfield_events::rules::document::Count;
use musterfield_events::rules::subject::{LimitName, LimitSubject, NamedElements, Noun};
use musterfield_rules::Points;
use musterfield_rules::ruleset::SizeUnit;

use crate::series::series;

/// The limit in a plain sentence without a full stop: `No Dragons or Gods`, `At least 6 AP of Knights`.
#[must_use]
pub fn sentence(limit: &Limit) -> String {
    let mut sentence = if limit.is_ban() { ban(&limit.subject) } else { range(limit) };
    if !limit.allies {
        sentence.push_str(", allies not counted");
    }
    if !limit.reason.is_empty() {
        sentence.push_str(&format!(" ({})", limit.reason));
    }
    sentence
}

fn ban(subject: &LimitSubject) -> String {
    match excluded(subject) {
        Some(excluded) if subject.excludes_only() => format!("Nothing but {excluded}"),
        _ => format!("No {}", plural(subject)),
    }
}

fn range(limit: &Limit) -> String {
    match (limit.least, limit.most) {
        (Some(least), Some(most)) if least == most => format!("Exactly {}", amount(limit, least)),
        (Some(least), Some(most)) => match limit.count {
            Count::Elements => format!("From {least} to {}", amount(limit, most)),
            Count::Points => format!("From {least} AP to {}", amount(limit, most)),
        },
        (Some(least), None) => format!("At least {}", amount(limit, least)),
        (None, most) => format!("At most {}", amount(limit, most.unwrap_or_default())),
    }
}

/// An amount of what a limit counts: `no Dragons`, `1 Dragon`, `6 AP of Knights`.
#[must_use]
pub fn amount(limit: &Limit, number: Points) -> String {
    match limit.count {
        Count::Elements if number == Points::ZERO => format!("no {}", plural(&limit.subject)),
        Count::Elements if number == Points::ONE => format!("{number} {}", singular(&limit.subject)),
        Count::Elements => format!("{number} {}", plural(&limit.subject)),
        Count::Points => format!("{} of {}", SizeUnit::Points.of(number), plural(&limit.subject)),
    }
}

/// One of the elements: `Dragon or God`, `element other than Blades and Spears`.
#[must_use]
pub fn singular(subject: &LimitSubject) -> String {
    of_number(subject, Number::One)
}

/// Several of the elements: `Dragons or Gods`, `Foot other than Hordes`.
#[must_use]
pub fn plural(subject: &LimitSubject) -> String {
    of_number(subject, Number::Several)
}

/// Several elements with a name: `Fast Blades`.
pub(super) fn elements(named: &NamedElements) -> String {
    with_words(named, Number::Several)
}

#[derive(Clone, Copy)]
enum Number {
    One,
    Several,
}

fn of_number(subject: &LimitSubject, number: Number) -> String {
    let included = subject.names.iter().filter(|name| !name.excluded);
    let included: Vec<String> = included.map(|name| with_words(&name.named, number)).collect();
    let head = if included.is_empty() { noun(&Noun::Elements, number) } else { series(&included, "or") };
    match excluded(subject) {
        Some(excluded) => format!("{head} other than {excluded}"),
        None => head,
    }
}

/// The excluded elements, if there are any: `Blades and Spears`.
fn excluded(subject: &LimitSubject) -> Option<String> {
    let names: Vec<&LimitName> = subject.names.iter().filter(|name| name.excluded).collect();
    let names: Vec<String> = names.into_iter().map(|name| elements(&name.named)).collect();
    (!names.is_empty()).then(|| series(&names, "and"))
}

/// The noun with the words that restrict it.
fn with_words(named: &NamedElements, number: Number) -> String {
    let fast = named.fast.then_some("Fast ");
    let mark = match named.mark {
        Some(Mark::Water) => Some("Water "),
        Some(Mark::Tower) => Some("Siege Tower "),
        Some(Mark::Mounted) => Some("Mounted "),
        _ => None,
    };
    let only = named.only.then_some("ordinary ");
    let words: String = [fast, mark, only].into_iter().flatten().collect();
    words + &noun(&named.noun, number)
}

fn noun(noun: &Noun, number: Number) -> String {
    match (noun, number) {
        (Noun::Elements, Number::One) => "element".to_owned(),
        (Noun::Elements, Number::Several) => "elements".to_owned(),
        (Noun::Grade(grade), Number::One) => format!("{grade} element"),
        (Noun::Grade(grade), Number::Several) => format!("{grade} elements"),
        (Noun::Named { singular, .. }, Number::One) => singular.to_string(),
        (Noun::Named { plural, .. }, Number::Several) => plural.to_string(),
    }
}
