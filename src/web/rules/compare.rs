//! `/rules/compare`: compares two rulesets, or all of them.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_rules::{Book, RuleId, Ruleset};
use musterfield_sheets::compare::types::{TypeColumn, TypeRow};
use musterfield_sheets::compare::{CitedText, Comparison};
use serde::Deserialize;

use crate::web::choice::Choice;
use crate::web::error::WebError;
use crate::web::link;
use crate::web::page::{Area, HTML, Layout, render_as, rendered};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;

#[derive(Template)]
#[template(path = "rules/compare.html")]
struct ComparePage {
    layout: Layout,
    style: String,
    title: String,
    /// The rulesets to choose from as the first, and as the second.
    first: Vec<Choice>,
    second: Vec<Choice>,
    /// The reason why nothing is compared.
    trouble: Option<String>,
    view: Option<ComparisonView>,
}

/// The position of a ruleset, as templates pass it.
trait Place {
    fn place(&self) -> usize;
}

impl Place for usize {
    fn place(&self) -> usize {
        *self
    }
}

impl<T: Place> Place for &T {
    fn place(&self) -> usize {
        T::place(self)
    }
}

/// The position of the first ruleset with another rule book than the one at this position; else of any other.
fn unlike(rulesets: &[&Ruleset], place: usize) -> usize {
    let prefix = rulesets.get(place).map(|ruleset| &ruleset.rule_prefix);
    let is_other = |other: &&Ruleset| Some(&other.rule_prefix) != prefix;
    rulesets.iter().position(is_other).unwrap_or(usize::from(place == 0))
}

/// A comparison with the rest of the page's data.
struct ComparisonView {
    comparison: Comparison<'static>,
    /// The columns of the table of types that are not empty.
    columns: Vec<TypeColumn>,
    /// The positions of the two rulesets that narrow screens show; all, if there are no more than two.
    narrow: [usize; 2],
}

impl ComparisonView {
    fn new(book: &'static Book, rulesets: Vec<&'static Ruleset>) -> Self {
        let comparison = Comparison::new(book, rulesets);
        let is_used = |column: &TypeColumn| {
            let mut lines = comparison.types.iter().flat_map(|row| &row.lines);
            lines.any(|line| line.value(*column).is_some_and(|value| !value.cell.pieces.is_empty()))
        };
        let columns = TypeColumn::ALL.into_iter().filter(is_used).collect();
        let narrow = [0, unlike(&comparison.rulesets, 0)];
        Self { comparison, columns, narrow }
    }

    /// Whether narrow screens leave this ruleset out.
    fn is_wide(&self, place: impl Place) -> bool {
        !self.narrow.contains(&place.place())
    }

    /// Whether narrow screens leave out every ruleset that has this type.
    fn is_row_wide(&self, row: &TypeRow) -> bool {
        row.lines.iter().all(|line| self.is_wide(line.ruleset))
    }

    /// Whether there are more rulesets than narrow screens show.
    fn has_more(&self) -> bool {
        self.comparison.rulesets.len() > self.narrow.len()
    }

    /// The columns of the table of types, with that of their names.
    fn width(&self) -> usize {
        self.columns.len() + 1
    }

    fn name(&self, place: impl Place) -> &str {
        self.comparison.rulesets.get(place.place()).map_or("", |ruleset| &ruleset.name)
    }

    /// The address of a rule: on the page of the ruleset, or of the one from which it is borrowed.
    fn link(&self, place: impl Place, rule: &RuleId) -> String {
        let Some(ruleset) = self.comparison.rulesets.get(place.place()) else { return String::new() };
        let is_own = rule.as_str().split('-').next() == Some(&*ruleset.rule_prefix);
        if is_own { link::ruleset(&ruleset.id).at(rule) } else { link::rule(&ruleset.id, rule).into() }
    }

    /// The link of a value that has one rule.
    fn link_of(&self, place: impl Place, piece: &CitedText) -> String {
        piece.rules.first().map(|rule| self.link(place, rule)).unwrap_or_default()
    }

    /// The names of the rulesets without such a type: `Not in DBA 3.0, HOTT 2.5.`
    fn missing(&self, places: &[usize]) -> String {
        let names: Vec<&str> = places.iter().map(|place| self.name(*place)).collect();
        format!("Not in {}.", names.join(", "))
    }
}

/// The rulesets to compare.
#[derive(Deserialize)]
pub struct CompareQuery {
    a: Option<String>,
    b: Option<String>,
}

/// The rulesets to compare; or a sentence that explains why there are none.
fn chosen(book: &'static Book, asked: &CompareQuery) -> Result<Vec<&'static Ruleset>, String> {
    let named = |id: &Option<String>| id.as_deref().filter(|id| !id.is_empty()).map(str::to_owned);
    let find = |id: &str| {
        let why = || format!("There is no ruleset “{}” here. Choose two of these.", shown(id));
        book.ruleset(id).ok_or_else(why)
    };
    match (named(&asked.a), named(&asked.b)) {
        (None, None) => Ok(book.rulesets().iter().collect()),
        (Some(a), Some(b)) => {
            let (a, b) = (find(&a)?, find(&b)?);
            if a.id == b.id {
                return Err(format!("You chose {} twice. Choose two different rulesets.", a.name));
            }
            Ok(vec![a, b])
        }
        (Some(one), None) | (None, Some(one)) => {
            Err(format!("You chose only {}. Choose a second ruleset to compare it with.", find(&one)?.name))
        }
    }
}

/// The largest number of letters of an unknown name that are shown again.
const LONGEST_SHOWN: usize = 40;

fn shown(id: &str) -> String {
    let mut text: String = id.chars().filter(|c| !c.is_control()).take(LONGEST_SHOWN).collect();
    if id.chars().count() > LONGEST_SHOWN {
        text.push('…');
    }
    text
}

/// `GET /rules/compare`, with `a` and `b` two of the rulesets.
///
/// # Errors
/// [`WebError::Internal`] only; an invalid choice is answered with the form again, with status 422.
pub async fn compare_rulesets(
    request: HttpRequest,
    state: Data<AppState>,
    asked: Query<CompareQuery>,
) -> Result<HttpResponse, WebError> {
    let rulesets = match chosen(state.book, &asked) {
        Ok(rulesets) => rulesets,
        Err(why) => return render_as(StatusCode::UNPROCESSABLE_ENTITY, &page(&state, &asked, Err(why))),
    };
    // There are only as many pages as pairs of rulesets, and one for all.
    let ids: Vec<&str> = rulesets.iter().map(|ruleset| &*ruleset.id).collect();
    let name = format!("{} {}", link::compare_rulesets(), ids.join(" "));
    let (shared, asked) = (state.clone(), asked.into_inner());
    let make = move || rendered(&page(&shared, &asked, Ok(rulesets))).map(String::into_bytes);
    state.constants.answer(&request, &state.scheduler, (JobKind::Text, &name, HTML), make).await
}

fn page(state: &AppState, asked: &CompareQuery, chosen: Result<Vec<&'static Ruleset>, String>) -> ComparePage {
    // Without a choice the form proposes the two rulesets that narrow screens show.
    let known = |id: &Option<String>| state.book.ruleset(id.as_deref()?).map(|ruleset| &*ruleset.id);
    let rulesets: Vec<&'static Ruleset> = state.book.rulesets().iter().collect();
    let but = |other: Option<&str>| {
        let place = rulesets.iter().position(|ruleset| Some(&*ruleset.id) == other)?;
        rulesets.get(unlike(&rulesets, place)).map(|ruleset| &*ruleset.id)
    };
    let first = || rulesets.first().map(|ruleset| &*ruleset.id);
    let a = known(&asked.a).or_else(|| but(known(&asked.b))).or_else(first);
    let b = known(&asked.b).or_else(|| but(a));
    let choices = |chosen: Option<&str>| {
        let rulesets = state.book.rulesets().iter();
        rulesets.map(|ruleset| Choice::new(&*ruleset.id, &*ruleset.name, Some(&*ruleset.id) == chosen)).collect()
    };
    let (view, trouble) = match chosen {
        Ok(rulesets) => (Some(ComparisonView::new(state.book, rulesets)), None),
        Err(why) => (None, Some(why)),
    };
    let title = match view.as_ref().map(|view| view.comparison.rulesets.as_slice()) {
        Some([a, b]) => format!("{} and {}", a.name, b.name),
        _ => "Compare rulesets".to_owned(),
    };
    ComparePage {
        layout: Layout::new(state, title.clone(), Some(Area::Rules)).beginning_at(link::compare_rulesets()),
        style: state.assets.address("compare.css").to_owned(),
        title,
        first: choices(a),
        second: choices(b),
        trouble,
        view,
    }
}
