//! `/rules/compare`: rulesets side by side, all of them or two.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::compare::types::Column;
use crate::compare::{Comparison, Piece};
use crate::rules::{Book, RuleId, Ruleset};
use crate::web::error::WebError;
use crate::web::page::{Area, HTML, Layout, render_as, rendered};
use crate::web::scheduler::Kind;
use crate::web::state::State;

#[derive(Template)]
#[template(path = "rules/compare.html")]
struct ComparePage {
    layout: Layout,
    style: String,
    title: String,
    /// What the form offers: id, name, and whether it is chosen first or second.
    choices: Vec<Choice>,
    /// Why nothing is compared.
    trouble: Option<String>,
    view: Option<View>,
}

struct Choice {
    id: &'static str,
    name: &'static str,
    chosen: [bool; 2],
}

/// The place of a ruleset, as templates hand it on.
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

/// A comparison with what the page says of it beside.
struct View {
    comparison: Comparison<'static>,
    /// The columns of the table of types that have something in them.
    columns: Vec<Column>,
    /// Who has no battlefields here, in a sentence; empty if all have.
    battlefields_left_out: String,
}

impl View {
    fn new(book: &'static Book, rulesets: Vec<&'static Ruleset>) -> Self {
        let comparison = Comparison::new(book, rulesets);
        let is_used = |column: &Column| {
            let mut lines = comparison.types.iter().flat_map(|row| &row.lines);
            lines.any(|line| line.value(*column).is_some_and(|value| !value.cell.pieces.is_empty()))
        };
        let columns = Column::ALL.into_iter().filter(is_used).collect();
        let names: Vec<&str> = comparison.without_terrain.iter().map(|ruleset| &*ruleset.name).collect();
        let battlefields_left_out = match names.as_slice() {
            [] => String::new(),
            [one] => format!("{one} says nothing of battlefields here."),
            [first @ .., last] => format!("{} and {last} say nothing of battlefields here.", first.join(", ")),
        };
        Self { comparison, columns, battlefields_left_out }
    }

    fn name(&self, place: impl Place) -> &str {
        self.comparison.rulesets.get(place.place()).map_or("", |ruleset| &ruleset.name)
    }

    /// Where a rule stands: on the page of the ruleset, or with the one that it is borrowed from.
    fn link(&self, place: impl Place, rule: &RuleId) -> String {
        let Some(ruleset) = self.comparison.rulesets.get(place.place()) else { return String::new() };
        let is_own = rule.as_str().split('-').next() == Some(&*ruleset.rule_prefix);
        format!("/rules/{}{}{rule}", ruleset.id, if is_own { '#' } else { '/' })
    }

    /// The link of a value that has one rule.
    fn link_of(&self, place: impl Place, piece: &Piece) -> String {
        piece.rules.first().map(|rule| self.link(place, rule)).unwrap_or_default()
    }

    /// The names of those who have no such type: `Not in DBA 3.0, HOTT 2.5.`
    fn missing(&self, places: &[usize]) -> String {
        let names: Vec<&str> = places.iter().map(|place| self.name(*place)).collect();
        format!("Not in {}.", names.join(", "))
    }
}

/// Which rulesets are set side by side.
#[derive(Deserialize)]
pub struct Asked {
    a: Option<String>,
    b: Option<String>,
}

/// What is compared; the sentence says why nothing is.
fn chosen(book: &'static Book, asked: &Asked) -> Result<Vec<&'static Ruleset>, String> {
    let named = |id: &Option<String>| id.as_deref().filter(|id| !id.is_empty()).map(str::to_owned);
    let find = |id: &str| {
        let why = || format!("There is no ruleset “{}” here. Choose two of those below.", shown(id));
        book.ruleset(id).ok_or_else(why)
    };
    match (named(&asked.a), named(&asked.b)) {
        (None, None) => Ok(book.rulesets().iter().collect()),
        (Some(a), Some(b)) => {
            let (a, b) = (find(&a)?, find(&b)?);
            if a.id == b.id {
                return Err(format!("{} stands on both sides. Choose two different rulesets.", a.name));
            }
            Ok(vec![a, b])
        }
        (Some(one), None) | (None, Some(one)) => {
            Err(format!("{} stands alone. Choose a second ruleset to set beside it.", find(&one)?.name))
        }
    }
}

/// Letters of an unknown name that are shown again.
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
/// None but ours; what makes no sense is the form again with status 422.
pub async fn compare_rulesets(
    request: HttpRequest,
    state: Data<State>,
    asked: Query<Asked>,
) -> Result<HttpResponse, WebError> {
    let rulesets = match chosen(state.book, &asked) {
        Ok(rulesets) => rulesets,
        Err(why) => return render_as(StatusCode::UNPROCESSABLE_ENTITY, &page(&state, &asked, Err(why))),
    };
    // No more of them than there are pairs of rulesets, and all.
    let ids: Vec<&str> = rulesets.iter().map(|ruleset| &*ruleset.id).collect();
    let name = format!("/rules/compare {}", ids.join(" "));
    let (shared, asked) = (state.clone(), asked.into_inner());
    let make = move || rendered(&page(&shared, &asked, Ok(rulesets))).map(String::into_bytes);
    state.constants.answer(&request, &state.scheduler, (Kind::Text, &name, HTML), make).await
}

fn page(state: &State, asked: &Asked, chosen: Result<Vec<&'static Ruleset>, String>) -> ComparePage {
    let is = |id: &Option<String>, ruleset: &Ruleset| id.as_deref() == Some(&*ruleset.id);
    let mut choices: Vec<Choice> = state
        .book
        .rulesets()
        .iter()
        .map(|ruleset| Choice {
            id: &ruleset.id,
            name: &ruleset.name,
            chosen: [is(&asked.a, ruleset), is(&asked.b, ruleset)],
        })
        .collect();
    // Without a choice the form proposes the first two that there are.
    for side in [0, 1] {
        let is_free = !choices.iter().any(|choice| choice.chosen.get(side) == Some(&true));
        let other = choices.iter().position(|choice| choice.chosen.get(1 - side) == Some(&true));
        let proposed = (0..choices.len()).find(|place| Some(*place) != other);
        if let (true, Some(choice)) = (is_free, proposed.and_then(|place| choices.get_mut(place)))
            && let Some(chosen) = choice.chosen.get_mut(side)
        {
            *chosen = true;
        }
    }
    let (view, trouble) = match chosen {
        Ok(rulesets) => (Some(View::new(state.book, rulesets)), None),
        Err(why) => (None, Some(why)),
    };
    let title = match view.as_ref().map(|view| view.comparison.rulesets.as_slice()) {
        Some([a, b]) => format!("{} and {}", a.name, b.name),
        _ => "Rulesets side by side".to_owned(),
    };
    ComparePage {
        layout: Layout::new(state, title.clone(), Some(Area::Rules)),
        style: state.assets.address("compare.css").to_owned(),
        title,
        choices,
        trouble,
        view,
    }
}
