//! The fields of the editor as typed, and the army they make.

use std::collections::BTreeMap;

use musterfield_army::Mark;
use musterfield_army::draft::{
    Draft, ElementLine, LONGEST_LABEL, LONGEST_LIST, LONGEST_NAME, LONGEST_NOTES, LONGEST_WORD, LineType, own_list,
    several_lines, single_line,
};
use musterfield_army::file::{FARTHEST, MOST_LINES};
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Points, Ruleset};
use musterfield_words::army::{points_fault, text_fault};
use validator::Validate;

use super::digits::grouped;
use super::keys::Keys;
pub(super) use crate::web::fields::FieldErrors;
use crate::web::fields::{Fields, FieldsError};

/// The value of the field `open`, here and in the address, if the page shows what does not fit.
pub(super) const UNFIT: &str = "unfit";

const MOST_NAME: u64 = wide(LONGEST_NAME);
const MOST_LABEL: u64 = wide(LONGEST_LABEL);
const MOST_NOTES: u64 = wide(LONGEST_NOTES);
const MOST_WORD: u64 = wide(LONGEST_WORD);
const MOST_LIST: u64 = wide(LONGEST_LIST);

/// A limit of the domain in the type that the form validation needs.
#[expect(clippy::as_conversions, reason = "usize to u64 loses nothing, and `From` is not const")]
const fn wide(limit: usize) -> u64 {
    limit as u64
}

/// The error for a text that is too long for its field.
fn too_long(field: &str) -> String {
    let most = |limit: usize| grouped(&limit.to_string()).replace('\u{202f}', ",");
    match field {
        "name" => format!("A name can have up to {} characters.", most(LONGEST_NAME)),
        "label" => format!("A label can have up to {} characters.", most(LONGEST_LABEL)),
        "own_list" => format!("A list in shorthand can have up to {} characters.", most(LONGEST_LIST)),
        "notes" => format!("Notes can have up to {} characters.", most(LONGEST_NOTES)),
        _ => "This is too long.".to_owned(),
    }
}

/// Parses a number of AP that may be left out; the error otherwise. Nothing has a negative cost.
fn amount(text: &str) -> Result<Option<Points>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse::<Points>() {
        Ok(points) if points < Points::ZERO => Err(format!("“{text}” is less than zero.")),
        Ok(points) => Ok(Some(points)),
        Err(error) => Err(format!("“{text}” {}. Enter the army points, for example 12.", points_fault(error))),
    }
}

/// The editor's form as typed.
#[derive(Clone, Debug, Default, Validate)]
pub(super) struct EditorFields {
    pub ruleset: String,
    #[validate(length(max = "MOST_NAME"))]
    pub name: String,
    #[validate(length(min = 1, max = 20, message = "Enter the number of army points, for example 24."))]
    pub points: String,
    #[validate(length(max = "MOST_WORD", message = "Choose one of the home terrains."))]
    pub home_terrain: String,
    #[validate(length(min = 1, max = 20, message = "Enter the aggression factor, for example 2."))]
    pub aggression: String,
    pub camp: bool,
    #[validate(length(max = "MOST_WORD", message = "Choose one of the lists."))]
    pub list: String,
    #[validate(length(max = "MOST_WORD", message = "Choose one of the lists."))]
    pub allies: String,
    #[validate(length(max = "MOST_LIST"))]
    pub own_list: String,
    #[validate(length(max = "MOST_WORD", message = "Choose one of the lists."))]
    pub second_ally: String,
    /// AP spent on anything except elements; empty if none.
    #[validate(length(max = 20, message = "Enter the number of army points, for example 10."))]
    pub other_costs: String,
    #[validate(length(max = "MOST_NOTES"))]
    pub notes: String,
    #[validate(nested)]
    pub lines: Vec<LineFields>,
    /// The keys by which buttons name the lines.
    pub keys: Option<Keys>,
    /// Whether the page shows what does not fit.
    pub shows_unfit: bool,
    /// The event for which the army is built, as the address of its page; empty if for none.
    #[validate(length(max = "MOST_WORD"))]
    pub event: String,
}

/// One line of elements as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Validate)]
pub(super) struct LineFields {
    #[validate(length(min = 1, max = "MOST_WORD", message = "Choose a troop type."))]
    pub kind: String,
    #[validate(length(min = 1, max = 20, message = "Enter the number of elements."))]
    pub count: String,
    pub marks: Vec<Mark>,
    /// The command; empty if none.
    #[validate(length(max = 20, message = "Choose one of the commands."))]
    pub command: String,
    /// The option of the list, from 0; empty if none is chosen.
    #[validate(length(max = 20, message = "Choose one of the options."))]
    pub option: String,
    /// The AP of one element, where the rules print no price; empty if none.
    #[validate(length(max = 20, message = "Enter the number of army points, for example 12."))]
    pub price: String,
    #[validate(length(max = "MOST_LABEL"))]
    pub label: String,
}

impl EditorFields {
    /// Takes the editor's fields out of a posted form.
    pub(super) fn parse(fields: &mut Fields) -> Result<Self, FieldsError> {
        let lines = fields.demand("lines")?;
        let count: usize =
            lines.parse().ok().filter(|count| *count <= MOST_LINES).ok_or(FieldsError::Changed("lines".into()))?;
        let mut form = Self {
            ruleset: fields.demand("ruleset")?,
            name: fields.text("name"),
            points: fields.demand("points")?.trim().to_owned(),
            home_terrain: fields.text("home_terrain"),
            aggression: fields.demand("aggression")?.trim().to_owned(),
            camp: fields.checked("camp"),
            list: fields.text("list"),
            allies: fields.text("allies"),
            own_list: fields.text("own_list").replace("\r\n", "\n"),
            second_ally: fields.text("second_ally"),
            other_costs: fields.text("other_costs").trim().to_owned(),
            // Browsers send a line break as two characters and count it as one.
            notes: fields.text("notes").replace("\r\n", "\n"),
            lines: Vec::with_capacity(count),
            keys: None,
            shows_unfit: match fields.take("open").as_deref() {
                None => false,
                Some(UNFIT) => true,
                Some(_) => return Err(FieldsError::Changed("open".into())),
            },
            event: fields.text("event"),
        };
        let mut keys = Vec::with_capacity(count);
        for at in 0..count {
            let name = |field: &str| format!("line-{at}-{field}");
            form.lines.push(LineFields {
                kind: fields.demand(&name("type"))?,
                count: fields.demand(&name("count"))?.trim().to_owned(),
                marks: Mark::ALL.into_iter().filter(|mark| fields.checked(&name(mark.id()))).collect(),
                command: fields.text(&name("command")).trim().to_owned(),
                option: fields.text(&name("option")).trim().to_owned(),
                price: fields.text(&name("price")).trim().to_owned(),
                label: fields.text(&name("label")),
            });
            keys.push(fields.take(&name("key")).unwrap_or_else(|| at.to_string()));
        }
        form.keys = Some(Keys::read(&keys).ok_or_else(|| FieldsError::Changed("line-0-key".into()))?);
        Ok(form)
    }

    /// The fields that represent an army.
    pub(super) fn of(draft: &Draft) -> Self {
        Self {
            ruleset: draft.ruleset.id.to_string(),
            name: draft.name.clone(),
            points: draft.points.to_string(),
            home_terrain: draft.home_terrain.clone().unwrap_or_default(),
            aggression: draft.aggression.to_string(),
            camp: draft.camp,
            list: draft.list.clone().unwrap_or_default(),
            allies: draft.allies.clone().unwrap_or_default(),
            own_list: draft.own_list.clone().unwrap_or_default(),
            second_ally: draft.second_ally.clone().unwrap_or_default(),
            other_costs: if draft.other_costs == Points::ZERO { String::new() } else { draft.other_costs.to_string() },
            notes: draft.notes.clone(),
            lines: draft
                .lines
                .iter()
                .map(|line| LineFields {
                    kind: draft.code(line).to_owned(),
                    count: line.count.to_string(),
                    marks: line.marks().collect(),
                    command: if line.command == 0 { String::new() } else { line.command.to_string() },
                    option: line.option.map_or(String::new(), |option| option.to_string()),
                    price: line.price.map_or(String::new(), |price| price.to_string()),
                    label: line.label.clone(),
                })
                .collect(),
            keys: None,
            shows_unfit: false,
            event: String::new(),
        }
    }

    /// The army that the fields make, and the errors of single fields. A wrong field gets its default value in the
    /// army, so that the rest can be shown; such an army must not be saved.
    pub(super) fn army(&self, ruleset: &'static Ruleset) -> (Draft, FieldErrors) {
        let mut errors = self.shape_errors();
        let mut draft = Draft::new(ruleset);
        let mut wrong = |field: &str, message: String| {
            errors.entry(field.to_owned()).or_insert(message);
        };
        match single_line(&self.name, LONGEST_NAME) {
            Ok(name) => draft.name = name,
            Err(error) => wrong("name", format!("The name {}.", text_fault(error))),
        }
        match self.points.parse() {
            Ok(points) => draft.points = points,
            Err(error) => {
                let example = match ruleset.counts() {
                    SizeUnit::Points => "Enter the number of army points, for example 24",
                    SizeUnit::Elements => "Choose the size of the army",
                };
                wrong("points", format!("“{}” {}. {example}.", self.points, points_fault(error)));
            }
        }
        match amount(&self.other_costs) {
            Ok(points) => draft.other_costs = points.unwrap_or_default(),
            Err(message) => wrong("other_costs", message),
        }
        match self.aggression.parse().ok().filter(|factor: &i64| factor.unsigned_abs() <= FARTHEST.unsigned_abs()) {
            Some(factor) => draft.aggression = factor,
            None => wrong("aggression", format!("“{}” is not a whole number.", self.aggression)),
        }
        match own_list(&self.own_list) {
            Ok(list) => draft.own_list = list,
            Err(error) => wrong("own_list", format!("The list {}.", text_fault(error))),
        }
        match several_lines(&self.notes, LONGEST_NOTES) {
            Ok(notes) => draft.notes = notes,
            Err(error) => wrong("notes", format!("The text {}.", text_fault(error))),
        }
        for (field, text, place) in [
            ("home_terrain", &self.home_terrain, &mut draft.home_terrain),
            ("list", &self.list, &mut draft.list),
            ("allies", &self.allies, &mut draft.allies),
            ("second_ally", &self.second_ally, &mut draft.second_ally),
        ] {
            match single_line(text, LONGEST_WORD) {
                Ok(word) => *place = Some(word).filter(|word| !word.is_empty()),
                Err(error) => wrong(field, format!("The text {}.", text_fault(error))),
            }
        }
        draft.camp = self.camp;
        for (at, line) in self.lines.iter().enumerate() {
            let read = Draft::read_kind(ruleset, line.kind.trim());
            let sensible = |count: &i64| count.checked_abs().is_some_and(|size| size <= FARTHEST);
            let count = line.count.parse().ok().filter(sensible).unwrap_or_else(|| {
                wrong(&format!("line-{at}-count"), format!("“{}” is not a whole number of elements.", line.count));
                1
            });
            let label = single_line(&line.label, LONGEST_LABEL).unwrap_or_else(|error| {
                wrong(&format!("line-{at}-label"), format!("The label {}.", text_fault(error)));
                String::new()
            });
            if let (LineType::Unknown(word), true) = (&read.line_type, line.kind.chars().any(char::is_control)) {
                wrong(&format!("line-{at}-type"), format!("“{}” contains a control character.", word.escape_debug()));
            }
            let price = amount(&line.price).unwrap_or_else(|message| {
                wrong(&format!("line-{at}-price"), message);
                None
            });
            // A code of one ruleset may be a spelling with a mark in another: `WLk` is a water Lurker.
            let mut number = |field: &str, text: &str| {
                let read = if text.is_empty() { Some(None) } else { text.parse::<u8>().ok().map(Some) };
                read.unwrap_or_else(|| {
                    wrong(&format!("line-{at}-{field}"), format!("“{text}” is not a valid {field}."));
                    None
                })
            };
            let command = number("command", &line.command).unwrap_or(0);
            let option = number("option", &line.option).map(usize::from);
            let mut read = ElementLine { count, label, command, option, price, ..read };
            for mark in &line.marks {
                read.set(*mark, true);
            }
            draft.lines.push(read);
        }
        (draft, errors)
    }

    /// Whether AP were spent on anything except elements.
    pub(super) fn has_other_costs(&self) -> bool {
        !self.other_costs.is_empty()
    }

    /// Errors of the fields' format alone, by field name.
    fn shape_errors(&self) -> FieldErrors {
        let mut errors = FieldErrors::new();
        let Err(found) = self.validate() else { return errors };
        let message = |field: &str, list: &[validator::ValidationError]| {
            let said = list.first().and_then(|error| error.message.as_ref()).map(ToString::to_string);
            said.unwrap_or_else(|| too_long(field))
        };
        for (field, kind) in found.errors().iter().collect::<BTreeMap<_, _>>() {
            match kind {
                validator::ValidationErrorsKind::Field(list) => {
                    errors.insert(field.to_string(), message(field, list));
                }
                validator::ValidationErrorsKind::List(lines) => {
                    for (at, line) in lines {
                        for (field, list) in line.field_errors().into_iter().collect::<BTreeMap<_, _>>() {
                            let field = if field == "kind" { "type" } else { &*field };
                            errors.insert(format!("line-{at}-{field}"), message(field, list));
                        }
                    }
                }
                validator::ValidationErrorsKind::Struct(_) => {}
            }
        }
        errors
    }
}
