//! `/terrain/setup`: decides step by step who defends, whose table it is, and which base edges the invader has.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_rules::terrain::HomeTerrainRules;
use musterfield_rules::{Book, TerrainRules};
use musterfield_terrain::event::defender_dice;
use musterfield_terrain::setup::{base_edges, roll_for_defender};
use musterfield_terrain::{Edge, Layout};

use super::address::{TableAddress, TableErrors, WHOLE, escaped, read_seed};
use super::choices::{homes, rulesets, with_typed};
use super::rule_link::link_to;
use super::study::analysed;
use super::table::TablePart;
use crate::web::armies::draft_of;
use crate::web::choice::Choice;
use crate::web::error::WebError;
use crate::web::fields::{Fields, FieldsError};
use crate::web::link;
use crate::web::page::{self, Area, not_stored, render_as, see_other};
use crate::web::rule_link::RuleLink;
use crate::web::state::AppState;
use crate::web::works::{ARMIES, LAYOUTS};

/// The largest absolute value of an aggression factor, where the rules name no limits.
const FARTHEST: i64 = 99;
/// The endings of the names of both sides' fields.
const SIDES: [&str; 2] = ["a", "b"];

#[derive(Template)]
#[template(path = "terrain/setup.html")]
struct SetupPage {
    layout: page::Layout,
    wrong: TableErrors,
    rulesets: Vec<Choice>,
    /// Whether the form asks for aggression factors.
    with_aggression: bool,
    sides: Vec<SideForm>,
    seed: String,
    /// The address or id of the layout, as typed.
    table: String,
    roll: Option<Roll>,
    laid: Option<Laid>,
}

/// One side of the form.
struct SideForm {
    /// `a` or `b`.
    letter: &'static str,
    word: &'static str,
    army: String,
    aggression: String,
    homes: Vec<Choice>,
}

/// The dice for the defender.
struct Roll {
    throws: Vec<Throw>,
    defender: String,
    invader: String,
    /// The rules: the lower total defends; equal totals; terrain comes next.
    rules: [RuleLink; 3],
    /// The defender's home terrain, if known.
    home: Option<&'static HomeTerrainRules>,
    /// The address at which the defender's table is laid out.
    lay_out: String,
}

/// One throw of both sides.
struct Throw {
    sides: Vec<Thrown>,
    tie: bool,
}

struct Thrown {
    name: String,
    face: u8,
    /// None where the rules have no aggression.
    aggression: Option<i64>,
    total: i64,
}

/// The table to be played on.
struct Laid {
    path: String,
    part: Arc<TablePart>,
    /// The address of this page up to the value of the edge, and without one.
    to: String,
    none: String,
    /// The die for the invader's edge, if there is no choice.
    die: Option<u8>,
    /// Reasons why it may be the wrong table, with what to do.
    warnings: Vec<String>,
}

/// One side as typed.
#[derive(Clone, Debug, Default)]
struct SetupSideFields {
    army: String,
    aggression: String,
    home: String,
}

/// The page's address as typed.
#[derive(Clone, Debug, Default)]
struct SetupQuery {
    ruleset: String,
    sides: [SetupSideFields; 2],
    seed: String,
    layout: String,
    edge: String,
}

impl SetupQuery {
    fn take(fields: &mut Fields) -> Self {
        let mut text = |name: &str| fields.text(name).trim().to_owned();
        Self {
            ruleset: text("ruleset"),
            sides: SIDES.map(|letter| SetupSideFields {
                army: text(&format!("army_{letter}")),
                aggression: text(&format!("aggression_{letter}")),
                home: text(&format!("home_{letter}")),
            }),
            seed: text("seed"),
            layout: text("layout"),
            edge: text("edge"),
        }
    }

    /// Whether a side is given, so that dice can be thrown.
    fn has_sides(&self) -> bool {
        self.sides.iter().any(|side| !side.army.is_empty() || !side.aggression.is_empty())
    }

    /// The query, without the edge.
    fn query(&self) -> String {
        let mut pairs = vec![("ruleset".to_owned(), &self.ruleset)];
        for (letter, side) in SIDES.into_iter().zip(&self.sides) {
            pairs.push((format!("army_{letter}"), &side.army));
            pairs.push((format!("aggression_{letter}"), &side.aggression));
            pairs.push((format!("home_{letter}"), &side.home));
        }
        pairs.push(("seed".to_owned(), &self.seed));
        pairs.push(("layout".to_owned(), &self.layout));
        let written = pairs.iter().filter(|(_, value)| !value.is_empty());
        written.map(|(name, value)| format!("{name}={}", escaped(value))).collect::<Vec<_>>().join("&")
    }
}

/// A side as far as it is known.
struct KnownSide {
    name: String,
    aggression: i64,
    /// Id of the home terrain.
    home: Option<String>,
}

/// `GET /terrain/setup`
///
/// # Errors
/// If the address is not text; an invalid query is answered with the form again.
pub async fn set_up(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let mut asked = SetupQuery::take(&mut fields);
    let mut wrong = TableErrors::default();
    if let Err(FieldsError::Unknown(name)) = fields.finish() {
        wrong.insert(WHOLE.to_owned(), format!("The address has “{name}”, which this page does not know."));
    }
    let is_ruleset_given = !asked.ruleset.is_empty();
    let usual = state.book.terrains().next().ok_or(WebError::NotFound)?;
    if asked.ruleset.is_empty() {
        asked.ruleset = usual.ruleset.to_string();
    }
    let rules = state.book.terrain(&asked.ruleset).unwrap_or_else(|| {
        wrong.insert("ruleset".to_owned(), format!("There is no ruleset “{}” with battlefields here.", asked.ruleset));
        usual
    });
    // Without aggression factors, the dice need to know nothing about the sides.
    let with_aggression = has_aggression(state.book, &rules.ruleset);
    let is_thrown = asked.has_sides() || (is_ruleset_given && !with_aggression);
    if is_thrown && asked.seed.is_empty() && wrong.is_empty() {
        // The address determines the throw, and without a seed there is none yet.
        asked.seed = state.chance.seed()?.to_string();
        let to = link::set_up_table().asking(&asked.query());
        return Ok(not_stored(see_other(&to).finish()));
    }
    let (roll, edge_die) = match is_thrown {
        true => throw(&state, &asked, rules, &mut wrong).await?.unzip(),
        false => (None, None),
    };
    let laid = match asked.layout.is_empty() {
        true => None,
        false => laid_out_table((&request, &state), &asked, rules, roll.as_ref(), edge_die, &mut wrong).await?,
    };
    let status = if wrong.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let sides = SIDES.into_iter().zip(["First side", "Second side"]).zip(&asked.sides);
    let page = SetupPage {
        layout: page::Layout::new(&state, "Invader and defender", Some(Area::Tables))
            .beginning_at(link::set_up_table())
            .with_errors(wrong.on_page(&[
                "army_a",
                "aggression_a",
                "home_a",
                "army_b",
                "aggression_b",
                "home_b",
                "seed",
            ])),
        wrong,
        rulesets: rulesets(state.book, &asked.ruleset),
        // What was typed there is never hidden.
        with_aggression: with_aggression || asked.sides.iter().any(|side| !side.aggression.is_empty()),
        sides: sides
            .map(|((letter, word), side)| SideForm {
                letter,
                word,
                army: side.army.clone(),
                aggression: side.aggression.clone(),
                homes: with_typed(homes(rules, &side.home), &side.home),
            })
            .collect(),
        seed: asked.seed.clone(),
        table: asked.layout.clone(),
        roll,
        laid,
    };
    render_as(status, &page)
}

/// The throw for the defender (D3H2-DEPL-01, 02 and their relatives), and the die after it, which decides the invader's
/// edge where there is no choice (DBA22-DEPL-03); `None` if there is an error.
async fn throw(
    state: &AppState,
    asked: &SetupQuery,
    rules: &'static TerrainRules,
    wrong: &mut TableErrors,
) -> Result<Option<(Roll, u8)>, WebError> {
    let seed = read_seed(&asked.seed, wrong);
    let mut known = Vec::new();
    for ((letter, word), side) in SIDES.into_iter().zip(["First side", "Second side"]).zip(&asked.sides) {
        known.extend(side_of(state, side, rules, letter, word, wrong).await?);
    }
    tell_apart(&mut known);
    let (Some(seed), [first, second], true) = (seed, known.as_slice(), wrong.is_empty()) else { return Ok(None) };
    let mut dice = defender_dice(seed);
    let rolled = roll_for_defender([first.aggression, second.aggression], &mut dice);
    let throws: Vec<Throw> = rolled
        .rolls
        .iter()
        .map(|faces| {
            let thrown = |side: &KnownSide, face: u8| Thrown {
                name: side.name.clone(),
                face,
                aggression: has_aggression(state.book, &rules.ruleset).then_some(side.aggression),
                total: side.aggression + i64::from(face),
            };
            let [one, two] = *faces;
            let sides = vec![thrown(first, one), thrown(second, two)];
            Throw { tie: first.aggression + i64::from(one) == second.aggression + i64::from(two), sides }
        })
        .collect();
    let (defender, invader) = if rolled.defender == 0 { (first, second) } else { (second, first) };
    let rule = |rule| link_to(rules, state.book, rule);
    let home = defender.home.as_deref().and_then(|home| rules.home_terrain(home));
    let address = TableAddress {
        ruleset: rules.ruleset.to_string(),
        home: home.map(|home| home.id.to_string()).unwrap_or_default(),
        seed: seed.to_string(),
        ..TableAddress::default()
    };
    let roll = Roll {
        throws,
        defender: defender.name.clone(),
        invader: invader.name.clone(),
        rules: [rule(&rules.edges.defender), rule(&rules.edges.ties), rule(&rules.edges.terrain_first)],
        home,
        lay_out: link::new_table().asking(&address.filled(state.book).query()).into(),
    };
    Ok(Some((roll, dice.d6())))
}

/// Two armies may have the same name.
fn tell_apart(sides: &mut [KnownSide]) {
    if let [first, second] = sides
        && first.name == second.name
    {
        first.name += " (first army)";
        second.name += " (second army)";
    }
}

/// Whether the rules have aggression factors.
fn has_aggression(book: &Book, ruleset: &str) -> bool {
    book.ruleset(ruleset).is_none_or(|rules| rules.army.aggression.is_some())
}

/// The lowest and the highest aggression factor by the rules.
fn factors(book: &Book, ruleset: &str) -> (i64, i64) {
    let range = book.ruleset(ruleset).and_then(|rules| rules.army.aggression.as_ref());
    range.map_or((-FARTHEST, FARTHEST), |range| (range.least, range.most))
}

/// One side: the input takes precedence over its army's data.
async fn side_of(
    state: &AppState,
    side: &SetupSideFields,
    rules: &'static TerrainRules,
    letter: &str,
    word: &str,
    wrong: &mut TableErrors,
) -> Result<Option<KnownSide>, WebError> {
    let mut known = KnownSide { name: word.to_owned(), aggression: 0, home: None };
    let with_aggression = has_aggression(state.book, &rules.ruleset);
    if !with_aggression && !side.aggression.is_empty() {
        let said = format!("{} has no aggression factors: leave this field empty.", rules.name);
        wrong.insert(format!("aggression_{letter}"), said);
        return Ok(None);
    }
    if !side.army.is_empty() {
        match ARMIES.revision_by_address(state, None, &side.army).await {
            Ok((_, revision)) => {
                let draft = draft_of(state, &revision)?;
                draft.title().clone_into(&mut known.name);
                known.aggression = if with_aggression { draft.aggression } else { 0 };
                known.home = draft.home_terrain.as_ref().map(ToString::to_string);
            }
            Err(why @ (WebError::NotFound | WebError::Gone(_) | WebError::Hidden(..))) => {
                wrong.insert(format!("army_{letter}"), not_there(&why, "army", &side.army));
                return Ok(None);
            }
            Err(error) => return Err(error),
        }
    } else if with_aggression && side.aggression.is_empty() {
        wrong
            .insert(format!("aggression_{letter}"), "Enter an aggression factor or the address of an army.".to_owned());
        return Ok(None);
    }
    if !side.aggression.is_empty() {
        let (least, most) = factors(state.book, &rules.ruleset);
        match side.aggression.parse::<i64>().ok().filter(|factor| (least..=most).contains(factor)) {
            Some(factor) => known.aggression = factor,
            None => {
                let said =
                    format!("“{}” is not an aggression factor in these rules: use {least} to {most}.", side.aggression);
                wrong.insert(format!("aggression_{letter}"), said);
                return Ok(None);
            }
        }
    }
    if !side.home.is_empty() {
        if rules.home_terrain(&side.home).is_none() {
            let said = format!("{} has no home terrain “{}”.", rules.name, side.home);
            wrong.insert(format!("home_{letter}"), said);
            return Ok(None);
        }
        known.home = Some(side.home.clone());
    }
    Ok(Some(known))
}

fn not_there(why: &WebError, word: &str, written: &str) -> String {
    match why {
        WebError::Gone(_) => format!("This {word} has been deleted."),
        WebError::Hidden(_, reason) => format!("This {word} has been hidden by the administrators: {reason}"),
        _ => format!("There is no {word} at “{written}”. Copy the address of its page from your browser."),
    }
}

/// The table that was laid out, and the edges that it leaves to the invader (D3H2-DEPL-03 to 07 and their relatives).
async fn laid_out_table(
    (request, state): (&HttpRequest, &Data<AppState>),
    asked: &SetupQuery,
    rules: &'static TerrainRules,
    roll: Option<&Roll>,
    edge_die: Option<u8>,
    wrong: &mut TableErrors,
) -> Result<Option<Laid>, WebError> {
    let (id, revision) = match LAYOUTS.revision_by_address(state, None, &asked.layout).await {
        Ok(found) => found,
        Err(why @ (WebError::NotFound | WebError::Gone(_) | WebError::Hidden(..))) => {
            wrong.insert("layout".to_owned(), not_there(&why, "layout", &asked.layout));
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    let edge = match asked.edge.as_str() {
        "" => None,
        written => {
            let edge = Edge::parse(written);
            if edge.is_none() {
                wrong.insert(WHOLE.to_owned(), format!("There is no edge “{written}”."));
                return Ok(None);
            }
            edge
        }
    };
    let analysed = analysed(request, state, &revision, edge).await?;
    let (layout, part, query) = (&analysed.layout, Arc::clone(&analysed.table), asked.query());
    Ok(Some(Laid {
        path: link::layout(&id).into(),
        warnings: warnings(layout, part.legal, rules, roll),
        part,
        to: link::set_up_table().asking(&query).with("edge", "").into(),
        none: link::set_up_table().asking(&query).into(),
        die: edge_die.filter(|_| base_edges(layout).numbered),
    }))
}

/// Reasons why a table may not be the one to play on (D3H2-DEPL-03 and its relatives), each with what to do.
fn warnings(layout: &Layout, legal: bool, rules: &TerrainRules, roll: Option<&Roll>) -> Vec<String> {
    let mut warnings = Vec::new();
    if layout.rules.ruleset != rules.ruleset {
        warnings.push(format!(
            "This table was generated under {}, but the dice above follow {}. Choose the same rules above, or \
             generate another table.",
            layout.rules.name, rules.name
        ));
    } else if let Some((roll, home)) = roll.and_then(|roll| Some((roll, roll.home?)))
        && !layout.fixed
        && layout.home.id != home.id
    {
        warnings.push(format!(
            "This table is for the home terrain {}, but the home terrain of the defender, {}, is {}. Generate a table \
             for {} and enter its address above, or agree to play on this one.",
            layout.home.name, roll.defender, home.name, home.name
        ));
    }
    if !legal {
        warnings.push(
            "This table is not legal. Open it to see why and correct it, or agree to play on it as it is.".to_owned(),
        );
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use musterfield_rules::book;

    #[test]
    fn factors_are_those_that_the_rules_know() {
        let book = book().unwrap();
        let known = book.ruleset("d3h2").unwrap().army.aggression.as_ref().unwrap();
        assert_eq!(factors(book, "d3h2"), (known.least, known.most));
        assert_eq!(factors(book, "dba3"), (0, 4));
        assert_eq!(["d3h2", "dba22", "hott25"].map(|id| has_aggression(book, id)), [true, true, false]);
    }

    #[test]
    fn sides_of_one_name_are_told_apart() {
        let side = |name: &str| KnownSide { name: name.to_owned(), aggression: 0, home: None };
        let mut sides = vec![side("Elves"), side("Elves")];
        tell_apart(&mut sides);
        assert_eq!([&*sides[0].name, &*sides[1].name], ["Elves (first army)", "Elves (second army)"]);
        let mut sides = vec![side("Elves"), side("Dwarfs")];
        tell_apart(&mut sides);
        assert_eq!([&*sides[0].name, &*sides[1].name], ["Elves", "Dwarfs"]);
    }
}
