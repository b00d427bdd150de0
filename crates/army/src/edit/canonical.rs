//! Edits in a canonical form, to be compared and hashed.

use musterfield_rules::{Points, Ruleset};
use serde::Serialize;

use super::Edit;
use crate::draft::LineType;
use crate::file::{LineDocument, line_document};

/// Edits of an army of this ruleset as text. Equal edits give equal text and different ones different text, however the
/// types in the code may change. Troop types are written by their codes.
#[must_use]
pub fn canonical(edits: &[Edit], ruleset: &Ruleset) -> String {
    let edits: Vec<Form<'_>> = edits.iter().map(|edit| Form::of(edit, ruleset)).collect();
    serde_json::to_string(&edits).unwrap_or_default()
}

/// An edit as it is written.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Form<'a> {
    Add(Box<LineDocument>),
    Count(usize, i64),
    Remove(usize, i64),
    Drop(usize),
    Duplicate(usize),
    Up(usize),
    Down(usize),
    Mark(usize, &'static str, bool),
    General(usize),
    NotGeneral(usize),
    Retype(usize, &'a str),
    Points(Points),
    HomeTerrain(Option<&'a str>),
    Aggression(i64),
    Camp(bool),
    List(Option<&'a str>),
    Allies(Option<&'a str>),
    SecondAlly(Option<&'a str>),
    Price(usize, Option<Points>),
    OtherCosts(Points),
    Command(usize, u8),
    Detach(usize, i64, u8),
}

impl<'a> Form<'a> {
    fn of(edit: &'a Edit, ruleset: &'a Ruleset) -> Self {
        match edit {
            Edit::Add(line) => Self::Add(Box::new(line_document(line, ruleset))),
            Edit::Count(at, count) => Self::Count(*at, *count),
            Edit::Remove(at, count) => Self::Remove(*at, *count),
            Edit::Drop(at) => Self::Drop(*at),
            Edit::Duplicate(at) => Self::Duplicate(*at),
            Edit::Up(at) => Self::Up(*at),
            Edit::Down(at) => Self::Down(*at),
            Edit::Mark(at, mark, on) => Self::Mark(*at, mark.id(), *on),
            Edit::General(at) => Self::General(*at),
            Edit::NotGeneral(at) => Self::NotGeneral(*at),
            Edit::Retype(at, LineType::Known(id)) => Self::Retype(*at, &ruleset.troop(*id).code),
            Edit::Retype(at, LineType::Unknown(word)) => Self::Retype(*at, word),
            Edit::Points(points) => Self::Points(*points),
            Edit::HomeTerrain(id) => Self::HomeTerrain(id.as_deref()),
            Edit::Aggression(factor) => Self::Aggression(*factor),
            Edit::Camp(camp) => Self::Camp(*camp),
            Edit::List(id) => Self::List(id.as_deref()),
            Edit::Allies(id) => Self::Allies(id.as_deref()),
            Edit::SecondAlly(id) => Self::SecondAlly(id.as_deref()),
            Edit::Price(at, price) => Self::Price(*at, *price),
            Edit::OtherCosts(points) => Self::OtherCosts(*points),
            Edit::Command(at, command) => Self::Command(*at, *command),
            Edit::Detach(at, count, command) => Self::Detach(*at, *count, *command),
        }
    }
}
