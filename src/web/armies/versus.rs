//! `/armies/{id}/versus/{other}`: the matchup of two armies, every contender of one against every contender of the
//! other.
//!
//! Reading order: `choose` (the other army), `contenders` (the contenders of an army), `matrix` (squares and best
//! attackers).

mod choose;
pub(super) mod contenders;
mod matrix;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use self::choose::ask;
pub use self::choose::choose_other;
pub(super) use self::choose::{OpponentError, Rivals, by_address};
use self::contenders::{ContenderLine, Contenders, unknown_types};
use self::matrix::{Judge, Matrix, Row, shown};
use super::revision::draft_of;
use crate::store::WorkId;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link::{self, Address};
use crate::web::page::{Area, Layout, not_stored, render, see_other};
use crate::web::preview::Preview;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::ARMIES;
use crate::web::works::find::id_of;
use musterfield_army::Draft;
use musterfield_combat::matchup::{CLEAR, Prospect, Situation, can_shoot};
use musterfield_combat::{Mode, Odds};
use musterfield_rules::combat::{Combat, Fact, Reading, ReadingValue, Readings, Relation};
use musterfield_rules::terrain::Going;
use musterfield_rules::{Book, Ruleset};
use musterfield_words::combat::TableWords;
use musterfield_words::series::series;

/// The goings in which two armies meet.
const GOINGS: [Going; 3] = [Going::Good, Going::Rough, Going::Bad];

#[derive(Template)]
#[template(path = "armies/versus.html")]
struct VersusPage {
    layout: Layout,
    style: String,
    first: Shown,
    second: Shown,
    matrix: Matrix,
    /// Whether the first army shoots.
    shoots: bool,
    /// The situation, in words.
    situation: String,
    /// Links to other situations.
    controls: Vec<Control>,
    /// The page on which to choose another opponent.
    choose: Address,
    /// The same situation with the sides swapped.
    swapped: String,
    /// The crib sheet of both, if they are two and have the same ruleset.
    crib: Option<String>,
    /// The page of both beside the real table.
    table: Address,
    /// Remarks on the armies.
    remarks: Vec<String>,
    ruleset: &'static Ruleset,
}

/// One of the two armies.
struct Shown {
    path: String,
    title: String,
    lines: Vec<ContenderLine>,
}

/// Situations to choose from.
struct Control {
    label: &'static str,
    links: Vec<Link>,
}

struct Link {
    path: String,
    name: String,
    current: bool,
}

impl VersusPage {
    /// Whether an army is compared with itself.
    fn is_mirror(&self) -> bool {
        self.first.path == self.second.path
    }

    /// The title of an army without elements, if one has none.
    fn empty_army(&self) -> Option<&str> {
        [&self.first, &self.second].into_iter().find(|army| army.lines.is_empty()).map(|army| army.title.as_str())
    }

    /// The contenders that have a row, each with it.
    fn rows(&self) -> impl Iterator<Item = (&ContenderLine, &Row)> {
        self.matrix.rows.iter().filter_map(|row| Some((self.first.lines.get(row.place)?, row)))
    }

    /// The contenders of the first army that cannot act in this situation.
    fn idle(&self) -> Option<String> {
        let does = if self.shoots { "shoot" } else { "bespell" };
        match self.matrix.idle.as_slice() {
            [] => None,
            _ if self.matrix.rows.is_empty() => Some(format!("No element of {} can {does}.", self.first.title)),
            names => Some(format!("Left out because they cannot {does}: {}.", names.join(", "))),
        }
    }

    /// The signs of the legend, best first.
    fn signs() -> [(&'static str, &'static str, &'static str); 5] {
        [Prospect::Good, Prospect::Fair, Prospect::Even, Prospect::Poor, Prospect::Bad].map(shown)
    }
}

/// The query for a situation under a ruleset; empty for the default one.
fn query(ruleset: &Ruleset, situation: &Situation) -> String {
    let usual = Situation::default();
    let readings = readings(ruleset)
        .iter()
        .map(|reading| (&*reading.id, &*reading.chosen(situation.readings).id, reading.is_changed(situation.readings)));
    let pairs = [
        ("mode", situation.mode.as_str(), situation.mode != usual.mode),
        ("going", situation.going.as_str(), situation.going != usual.going),
    ];
    let written = pairs.into_iter().chain(readings).filter(|(.., is_unusual)| *is_unusual);
    written.map(|(name, word, _)| format!("{name}={word}")).collect::<Vec<_>>().join("&")
}

/// An address with that situation.
fn with(path: &str, ruleset: &Ruleset, situation: &Situation) -> String {
    let query = query(ruleset, situation);
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

/// The rules of a ruleset that players may read in more than one way.
fn readings(ruleset: &Ruleset) -> &[Reading] {
    ruleset.combat.as_ref().map(|combat| &*combat.readings).unwrap_or_default()
}

/// One of the words that a field accepts.
fn one_of<T: Copy>(name: &str, typed: &str, known: &[(T, &str)]) -> Result<T, WebError> {
    let found = known.iter().find(|(_, word)| *word == typed).or_else(|| known.first().filter(|_| typed.is_empty()));
    found.map(|(value, _)| *value).ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|(_, word)| *word).collect();
        WebError::Unreadable(format!("the address has {name} “{typed}”; it can be {}", words.join(" or ")))
    })
}

/// The situation in an address, before the ruleset is known.
struct Asked<'b> {
    mode: Mode,
    going: Going,
    readings: Vec<(&'b Reading, &'b ReadingValue)>,
}

impl<'b> Asked<'b> {
    fn take(fields: &mut Fields, book: &'b Book) -> Result<Self, WebError> {
        let mode = one_of("mode", &fields.text("mode"), &Mode::ALL.map(|mode| (mode, mode.as_str())))?;
        let going = one_of("going", &fields.text("going"), &GOINGS.map(|going| (going, going.as_str())))?;
        let mut readings = Vec::new();
        for reading in book.readings() {
            let known: Vec<(&ReadingValue, &str)> = reading.values().map(|value| (value, &*value.id)).collect();
            readings.push((reading, one_of(&reading.id, &fields.text(&reading.id), &known)?));
        }
        // For shooting and bespelling the going does not matter.
        let going = if mode == Mode::Close { going } else { Going::Good };
        Ok(Self { mode, going, readings })
    }

    /// The situation under a ruleset. Readings that it does not have count for nothing.
    fn under(&self, ruleset: &Ruleset) -> Situation {
        let chosen = self.readings.iter().fold(Readings::default(), |chosen, (reading, value)| {
            let own = readings(ruleset).iter().find(|own| own.id == reading.id);
            let choice = own.and_then(|own| Some(chosen.choosing(own, own.value(&value.id)?)));
            choice.unwrap_or(chosen)
        });
        Situation { mode: self.mode, going: self.going, readings: chosen }
    }
}

/// Everything that could shield the target of a spell and is absent: `river, Stronghold, Paladin or Cleric`.
fn absent_shields(ruleset: &Ruleset, combat: &Combat) -> String {
    let mut shields = Vec::new();
    shields.extend(combat.asks(Fact::BehindRiver).then_some("river"));
    shields.extend(combat.asks(Fact::EnemyNearStronghold).then_some("Stronghold"));
    shields.extend(TableWords::new(ruleset, combat).each_protector());
    series(&shields, "or")
}

fn situation_words(ruleset: &Ruleset, combat: &Combat, situation: &Situation) -> String {
    let words = match (situation.mode, situation.going) {
        (Mode::Close, Going::Rough) => {
            "Close combat with both in rough going: one element against one, front to front, with no support or \
             overlap, and neither uphill nor defending a river bank."
        }
        (Mode::Close, Going::Bad) => {
            "Close combat with both in bad going: one element against one, front to front, with no support or \
             overlap, and neither uphill nor defending a river bank."
        }
        (Mode::Close, _) => {
            "Close combat in good going: one element against one, front to front, with no support or overlap, and \
             neither uphill nor defending a river bank."
        }
        (Mode::Shooting, _) => {
            "The first army shoots in the open: one element at one, without aid. A target that can shoot shoots back."
        }
        (Mode::Bespelling, _) => {
            let shields = absent_shields(ruleset, combat);
            let nearby = if shields.is_empty() { String::new() } else { format!(" and with no {shields} nearby") };
            return format!("The first army bespells in the open: one element at one, without aid{nearby}.");
        }
    };
    words.to_owned()
}

/// Whether a reading can matter for one of the armies.
fn can_matter(reading: &Reading, combat: &Combat, armies: [&Contenders; 2]) -> bool {
    let tables = [Relation::Equal, Relation::Less, Relation::Doubled];
    let mut rows = tables.into_iter().flat_map(|relation| combat.table(relation));
    rows.any(|row| {
        row.asks(reading)
            && armies.iter().flat_map(|army| &army.lines).any(|line| row.is_of(line.sort.fighter, line.sort.fast))
    })
}

/// The situations that are possible for these two.
fn controls(judge: &Judge, path: &str, armies: [&Contenders; 2]) -> Vec<Control> {
    let now = judge.situation;
    let control = |label, choices: Vec<(Situation, String)>| {
        let links = choices.into_iter().map(|(situation, name)| Link {
            path: with(path, judge.ruleset, &situation),
            name,
            current: situation == now,
        });
        Control { label, links: links.collect() }
    };
    let [first, _] = armies;
    let bespells = |line: &ContenderLine| {
        let troop = judge.combat.fighter(line.sort.fighter).troop;
        troop.is_some_and(|troop| judge.ruleset.troop(troop).spell.is_some())
    };
    let can = |mode: Mode| match mode {
        Mode::Close => true,
        Mode::Shooting => first.lines.iter().any(|line| can_shoot(judge.ruleset, line.sort)),
        Mode::Bespelling => first.lines.iter().any(bespells),
    };
    let modes = Mode::ALL.into_iter().filter(|mode| can(*mode) || now.mode == *mode).map(|mode| {
        let name = match mode {
            Mode::Close => "close combat",
            Mode::Shooting => "shooting",
            Mode::Bespelling => "bespelling",
        };
        let going = if mode == Mode::Close { now.going } else { Going::Good };
        (Situation { mode, going, ..now }, name.to_owned())
    });
    let goings = GOINGS.map(|going| (Situation { going, ..now }, going.to_string()));
    let mut controls = vec![control("Type of combat", modes.collect())];
    if now.mode == Mode::Close {
        controls.push(control("Going", goings.into()));
    }
    for reading in &judge.combat.readings {
        if reading.is_changed(now.readings) || can_matter(reading, judge.combat, armies) {
            let choices = reading.values().map(|value| {
                let readings = now.readings.choosing(reading, value);
                (Situation { readings, ..now }, value.words.to_string())
            });
            controls.push(control(&reading.name, choices.collect()));
        }
    }
    controls.retain(|control| control.links.len() > 1);
    controls
}

/// The reason the tables of the first army do not fit the second, and what to do.
pub(super) fn unfit(judge: &Ruleset, [first, second]: [&Draft; 2], swapped: &str) -> Option<OpponentError> {
    let refused = |said: String| OpponentError::new(StatusCode::UNPROCESSABLE_ENTITY, said);
    if judge.combat.is_none() {
        return Some(refused(format!("{} has no combat tables here, so there are no odds.", judge.name)));
    }
    let strange = unknown_types(judge, second);
    if strange.is_empty() {
        return None;
    }
    let other = second.ruleset;
    let said = format!(
        "“{}” is a {} army. “{3}” fights under {2}, which does not have all of its types: {4}.",
        second.title(),
        other.name,
        judge.name,
        first.title(),
        strange.join(", ")
    );
    let is_other_way = other.combat.is_some() && unknown_types(other, first).is_empty();
    Some(if is_other_way {
        let way = (swapped.to_owned(), format!("Match them up under {}", other.name));
        OpponentError { way: Some(way), ..refused(said) }
    } else {
        refused(format!("{said} Choose an army with the same rules."))
    })
}

/// The matchup of both armies, with remarks on them.
fn reckon(judge: &Judge, drafts: [&Draft; 2], path: &str) -> (Matrix, Vec<Control>, [Contenders; 2], Vec<String>) {
    let [first, second] = drafts.map(|draft| Contenders::new(judge.ruleset, draft));
    let mut remarks = Vec::new();
    for (draft, sorts) in drafts.into_iter().zip([&first, &second]) {
        let titled = |remark: &String| format!("{}: {remark}", draft.title());
        remarks.extend(sorts.remarks.iter().map(titled));
        if draft.ruleset.id != judge.ruleset.id {
            remarks.push(format!(
                "{} is a {} army. Here both armies fight under {}, the rules of the first. Swap sides to use the \
                 other rules.",
                draft.title(),
                draft.ruleset.name,
                judge.ruleset.name
            ));
        }
    }
    let matrix = judge.matrix(&first, &second);
    let controls = controls(judge, path, [&first, &second]);
    (matrix, controls, [first, second], remarks)
}

/// `GET /armies/{id}/versus/{other}`
///
/// # Errors
/// When there is no such army, it was deleted, or there is no such situation. If only the other army is missing, or the
/// rules do not fit, the page to choose another explains that.
pub async fn show_versus(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (id, written) = path.into_inner();
    let id = id_of(&id)?;
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let asked = Asked::take(&mut fields, state.book)?;
    fields.finish()?;
    let army = ARMIES.work(&state, &request, &id).await?;
    let first = draft_of(&state, &army.head)?;
    let ruleset = first.ruleset;
    let situation = asked.under(ruleset);
    let (other, second) = match other_army(&state, &request, &written).await {
        Ok(found) => found,
        Err(error) => {
            let wrong = OpponentError::not_there(error, &written)?;
            return ask(&request, &state, &id, first.title(), written, Some(wrong)).await;
        }
    };
    let of = |one: &WorkId, other: &WorkId| String::from(link::matchup(one, other));
    let (here, swapped) = (of(&id, &other), with(&of(&other, &id), ruleset, &situation));
    if !request.query_string().is_empty() && request.query_string() != query(ruleset, &situation) {
        return Ok(see_other(&with(&here, ruleset, &situation)).finish());
    }
    let unfit = unfit(ruleset, [&first, &second], &swapped);
    let (Some(combat), None) = (&ruleset.combat, &unfit) else {
        return ask(&request, &state, &id, first.title(), link::army(&other).into(), unfit).await;
    };
    let titles = titles(&first, &second);
    let has_crib = ruleset.play.is_some() && second.ruleset.id == ruleset.id && other != id;
    let crib = has_crib.then(|| link::army_sheet(&id, "crib").with("against", &other).into());
    let judge = Judge { book: state.book, ruleset, combat, situation };
    let reckoned = state.run_heavy(&request, JobKind::Army, move || reckon(&judge, [&first, &second], &here));
    let (matrix, controls, [first, second], remarks) = reckoned.await?;
    let [title, other_title] = titles;
    let preview = Preview::of_visitor(
        link::matchup(&id, &other),
        format!("Each kind of element of {title} against each kind of {other_title} under {}.", ruleset.name),
    );
    let page = VersusPage {
        layout: Layout::new(&state, format!("{title} against {other_title}"), Some(Area::Armies)).previewed(preview),
        style: state.assets.address("versus.css").to_owned(),
        first: Shown { path: link::army(&id).into(), title, lines: first.lines },
        second: Shown { path: link::army(&other).into(), title: other_title, lines: second.lines },
        matrix,
        shoots: situation.mode == Mode::Shooting,
        situation: situation_words(ruleset, combat, &situation),
        controls,
        choose: link::choose_opponent(&id),
        swapped,
        crib,
        table: link::armies_at_table(&id, &other),
        remarks,
        ruleset,
    };
    Ok(not_stored(render(&page)?))
}

/// The other army in its current revision.
pub(super) async fn other_army(
    state: &AppState,
    request: &HttpRequest,
    written: &str,
) -> Result<(WorkId, Draft), WebError> {
    let id = id_of(written)?;
    let work = ARMIES.work(state, request, &id).await?;
    Ok((id, draft_of(state, &work.head)?))
}

/// The names of both; two of the same name are distinguished.
pub(super) fn titles(first: &Draft, second: &Draft) -> [String; 2] {
    let [one, two] = [first, second].map(|draft| draft.title().to_owned());
    if one == two { [format!("{one} (first)"), format!("{two} (second)")] } else { [one, two] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruleset(id: &str) -> &'static Ruleset {
        musterfield_rules::book().unwrap().ruleset(id).unwrap()
    }

    fn read(query: &str) -> Result<Situation, WebError> {
        let book = musterfield_rules::book().unwrap();
        Asked::take(&mut Fields::parse(query.as_bytes()).unwrap(), book).map(|asked| asked.under(ruleset("d3h2")))
    }

    fn query(situation: &Situation) -> String {
        super::query(ruleset("d3h2"), situation)
    }

    #[test]
    fn a_reading_that_a_ruleset_does_not_have_is_left_out() {
        let book = musterfield_rules::book().unwrap();
        let asked = Asked::take(&mut Fields::parse(b"knights_equal=foot_only").unwrap(), book).unwrap();
        assert_eq!(super::query(ruleset("d3h2"), &asked.under(ruleset("d3h2"))), "knights_equal=foot_only");
        assert_eq!(super::query(ruleset("hott25"), &asked.under(ruleset("hott25"))), "");
    }

    #[test]
    fn what_shields_from_a_spell_is_named_by_the_ruleset() {
        let told = |id: &str| absent_shields(ruleset(id), ruleset(id).combat.as_ref().unwrap());
        assert_eq!(told("d3h2"), "river, Stronghold, Paladin or Cleric");
        assert_eq!(told("hott25"), "river, Stronghold, Paladin or Cleric");
        assert_eq!(told("dbmf"), "");
    }

    #[test]
    fn a_situation_has_one_address() {
        assert_eq!(query(&Situation::default()), "");
        for address in ["mode=shooting", "going=bad", "going=rough&knights_equal=foot_only", "mode=bespelling"] {
            assert_eq!(query(&read(address).unwrap()), address);
        }
        assert_eq!(query(&read("mode=close&going=good&knights_equal=literal").unwrap()), "");
        assert_eq!(query(&read("mode=shooting&going=bad").unwrap()), "mode=shooting");
    }

    #[test]
    fn a_situation_that_there_is_not_is_refused_with_those_that_there_are() {
        for (address, said) in [
            ("mode=charm", "the address has mode “charm”; it can be close or shooting or bespelling"),
            ("going=water", "the address has going “water”; it can be good or rough or bad"),
            ("knights_equal=no", "the address has knights_equal “no”; it can be literal or foot_only"),
        ] {
            match read(address) {
                Err(WebError::Unreadable(why)) => assert_eq!(why, said),
                other => panic!("{address}: {other:?}"),
            }
        }
    }
}
