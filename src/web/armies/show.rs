//! The page of an army: `/armies/{id}`, and the permanent page of one revision: `/armies/{id}/v/{hash}`.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::{Draft, Report, check};
use musterfield_rules::Points;
use musterfield_rules::Ruleset;
use musterfield_sheets::roster::view::{GroupHead, Options, RosterView};

use super::gauge::Gauge;
use super::menus::{PrintMenu, ShareMenu};
use super::offers::is_open;
use super::problems::{ShownProblem, shown};
use super::rank::Rank;
use super::revision::{changed_verdict, draft_of, verdict_when_saved};
use super::versus::Rivals;
use crate::store::{Revision, RevisionHash, WorkId};
use crate::web::accounts::identity;
use crate::web::admin::moderation::Fold;
use crate::web::cookies;
use crate::web::error::WebError;
use crate::web::link::{self, Address};
use crate::web::markdown;
use crate::web::moment::Moment;
use crate::web::page::{Area, Layout, not_stored, render};
use crate::web::preview::Preview;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::terrain::home_table;
use crate::web::works::ARMIES;
use crate::web::works::changed::ChangedVerdict;
use crate::web::works::create::new_request;
use crate::web::works::find::id_of;

#[derive(Template)]
#[template(path = "armies/show.html")]
struct ArmyPage {
    layout: Layout,
    /// Addresses of the style and the script of army pages.
    style: String,
    army_script: String,
    army: ArmyPart,
    /// Whether this browser may edit it.
    editable: bool,
    /// The request key for the form that copies it.
    request: String,
    /// The armies to compare it with; none on the page of a revision, and where the rules have no combat tables.
    rivals: Option<Rivals>,
    /// Set for the page of a revision.
    fixed: Option<Fixed>,
    /// The change of the verdict since the current revision was saved.
    changed: Option<ChangedVerdict>,
    /// The reason for which the administrators hide it.
    hidden: Option<String>,
    /// The form of administrators; `None` for others.
    admin: Option<Fold>,
}

impl ArmyPage {
    /// Whether the page leads to the editor; that of a revision does not.
    fn offers_editing(&self) -> bool {
        self.editable && self.fixed.is_none()
    }
}

/// A revision under its permanent address.
struct Fixed {
    at: Moment,
    /// Whether it is also the current revision.
    current: bool,
    /// The verdict of the check at that time, where today's differs.
    then: Option<String>,
}

/// The content of an army's page.
pub(super) struct ArmyPart {
    pub id: String,
    pub hash: String,
    pub title: String,
    pub view: RosterView,
    /// Whether battles of its rules can be played here, and it may fight in one.
    pub plays: bool,
    /// The room that is left, while the army is legal and more elements fit: `6 AP left`.
    pub room: Option<String>,
    pub rank: Rank,
    pub problems: Vec<ShownProblem>,
    pub facts: Vec<(String, String)>,
    pub notes: String,
    pub saved_at: Moment,
    pub list_path: Option<String>,
    /// The address at which its home table is laid out.
    pub home_table: Option<String>,
    pub print: PrintMenu,
    pub share: ShareMenu,
}

impl ArmyPart {
    /// Gathers the content for a revision. `fixed` is set if its sheets are to be its own.
    fn new(
        state: &AppState,
        id: &WorkId,
        revision: &Revision,
        (draft, report): (&Draft, &Report),
        (share, fixed): (ShareMenu, Option<RevisionHash>),
    ) -> Self {
        let options = Options { url: share.permanent.clone(), ..Options::default() };
        let view = RosterView::new(draft, report, state.catalogue, &options);
        Self {
            id: id.to_string(),
            hash: revision.hash.to_string(),
            print: PrintMenu::new(state.book, id.as_str(), fixed, draft.ruleset),
            share,
            title: draft.title().to_owned(),
            rank: Rank::new(draft),
            problems: report.problems.iter().map(|problem| shown(draft, problem)).collect(),
            plays: draft.ruleset.battle.is_some() && report.is_legal(),
            room: is_open(state, draft, report).then(|| Gauge::new(draft.ruleset, report).room()),
            facts: facts(&view, report),
            view,
            notes: markdown::from_visitor(&draft.notes),
            saved_at: Moment::from(revision.created_at),
            home_table: home_table(state.book, draft),
            list_path: draft
                .list
                .as_deref()
                .filter(|id| state.catalogue.get(id).is_some())
                .map(|id| link::list_of(id).into()),
        }
    }

    /// What a link to it shows: `D3H2 army, legal: 24 of 24 AP · 12 elements · Barrow Kings.`
    fn preview(&self, address: Address, picture: Address) -> Preview {
        let legal = if self.view.legal { "legal" } else { "not legal" };
        let list = self.view.list.as_ref().map(|list| format!(" · {}", list.name)).unwrap_or_default();
        let description = format!("{} army, {legal}: {}{list}.", self.view.ruleset.name, self.view.strength());
        Preview::of_visitor(address, description).with_picture(picture)
    }

    /// Whether notes stand beside the bases.
    fn has_notes_and_bases(&self) -> bool {
        !self.notes.is_empty() && !self.rank.is_empty()
    }

    /// The opponents against whom the first combat factor counts.
    fn first_factor(&self) -> String {
        let [against, _] = &self.view.against;
        match self.view.in_brackets {
            "" => format!("Combat factor against {against}"),
            other => format!("Combat factor against {against}; in brackets {other}"),
        }
    }

    /// The number of columns of the table of elements.
    fn columns(&self) -> usize {
        if self.view.in_points() { 9 } else { 8 }
    }
}

/// Figures worth knowing about an army.
fn facts(view: &RosterView, report: &Report) -> Vec<(String, String)> {
    let mut facts = vec![("Elements".to_owned(), view.elements.to_string())];
    facts.extend(view.classes.iter().map(|class| {
        let price = if view.in_points() { format!(" for {} AP", class.points) } else { String::new() };
        (class.name.clone(), format!("{}{price}", class.elements))
    }));
    if let Some(breaks) = report.totals.break_point.filter(|breaks| breaks.lost > Points::ZERO) {
        let word = if breaks.printed { "" } else { ", suggested" };
        facts.push(("Breaks at".to_owned(), format!("{} lost{word}", breaks.counts.of(breaks.lost))));
    }
    if let Some((fastest, slowest)) = view.moves {
        let unit = &view.unit;
        let text =
            if fastest == slowest { format!("{fastest} {unit}") } else { format!("{slowest} to {fastest} {unit}") };
        facts.push(("Moves in the open".to_owned(), text));
    }
    if view.garrison > 0 {
        facts.push(("May garrison".to_owned(), view.garrison_text.clone()));
    }
    let home_terrain = || view.home_terrain.clone().unwrap_or_else(|| "not chosen yet".to_owned());
    let camp = |camp: bool| if camp { "yes" } else { "none" }.to_owned();
    let more = [
        ("Home terrain", (!view.no_home_terrain).then(home_terrain)),
        ("Aggression", view.aggression.map(|aggression| aggression.to_string())),
        ("Camp", view.camp.map(camp)),
        ("Allies from", view.allied()),
    ];
    facts.extend(more.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
    facts
}

/// The data about a revision.
struct Gathered {
    part: ArmyPart,
    ruleset: &'static Ruleset,
    /// The verdict of the check when it was saved, where today's differs.
    then: Option<String>,
    changed: Option<ChangedVerdict>,
}

/// Gathers the content for a revision, as heavy work if it is long. `fixed` is set if its sheets are to be its own.
async fn gathered(
    request: &HttpRequest,
    state: &Data<AppState>,
    id: &WorkId,
    revision: &Revision,
    fixed: Option<RevisionHash>,
) -> Result<Gathered, WebError> {
    let permanent = state.url(request, &link::army_revision(id, &revision.hash));
    let size = revision.document.len();
    let named = (id.as_str(), &*revision.name);
    let share = match &fixed {
        Some(hash) => ShareMenu::fixed(state, named, permanent, hash.clone()),
        None => ShareMenu::living(state, request, named, Some(permanent)),
    };
    let (shared, id, revision) = (state.clone(), id.clone(), revision.clone());
    let gather = move || {
        let draft = draft_of(&shared, &revision)?;
        let report = check(&draft, shared.catalogue);
        let then = verdict_when_saved(&revision, &draft, &report);
        let changed = changed_verdict(&revision, &draft, &report);
        let part = ArmyPart::new(&shared, &id, &revision, (&draft, &report), (share, fixed));
        Ok(Gathered { part, ruleset: draft.ruleset, then, changed })
    };
    state.run_by_size(request, JobKind::Army, size, gather).await?
}

/// `GET /armies/{id}`
///
/// # Errors
/// When there is no such army, or it was deleted.
pub async fn show_army(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let army = ARMIES.work_to_share(&state, &request, &id).await?;
    let gathered = gathered(&request, &state, &id, &army.head, None).await?;
    let part = gathered.part;
    let preview = part.preview(link::army(&id), link::army_sheet(&id, "picture.png"));
    let layout = Layout::new(&state, part.title.clone(), Some(Area::Armies)).with_flash(&request).previewed(preview);
    let rivals = match &gathered.ruleset.combat {
        Some(_) => Some(Rivals::few(&state, &request, &id).await?),
        None => None,
    };
    let admin = identity::is_admin(&request, &state).await?.then(|| Fold::of_work(&ARMIES, &army));
    let page = ArmyPage {
        layout,
        style: state.assets.address("army.css").to_owned(),
        army_script: state.assets.address("army.js").to_owned(),
        army: part,
        editable: army.editable,
        request: new_request()?,
        rivals,
        fixed: None,
        changed: gathered.changed,
        hidden: army.hidden,
        admin,
    };
    let response = cookies::clear_flash(&request, &state, render(&page)?)?;
    Ok(not_stored(response))
}

/// `GET /armies/{id}/v/{hash}`
///
/// # Errors
/// When there is no such army, or it was deleted.
pub async fn show_state(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (id, revision) = ARMIES.revision_at(&state, &request, (&path.0, &path.1)).await?;
    let army = ARMIES.work(&state, &request, &id).await?;
    let Gathered { part, then, .. } = gathered(&request, &state, &id, &revision, Some(revision.hash.clone())).await?;
    let fixed = Fixed { at: Moment::from(revision.created_at), current: army.head.hash == revision.hash, then };
    let hash = &revision.hash;
    let picture = link::army_revision_sheet(&id, hash, "picture.png");
    let layout = Layout::new(&state, part.title.clone(), Some(Area::Armies))
        .previewed(part.preview(link::army_revision(&id, hash), picture));
    let (editable, request_key) = (army.editable, new_request()?);
    let page = ArmyPage {
        layout,
        style: state.assets.address("army.css").to_owned(),
        army_script: state.assets.address("army.js").to_owned(),
        army: part,
        editable,
        request: request_key,
        rivals: None,
        fixed: Some(fixed),
        changed: None,
        hidden: army.hidden,
        admin: None,
    };
    render(&page)
}
