//! The lines of an army in the editor.

use super::fields::{FieldErrors, LineFields};
use super::problems::{Problems, ShownProblem};
use super::rank::{class_of, icon_of};
use crate::army::check::moves;
use crate::army::draft::{Draft, Line};
use crate::roster::view::{factor_foot, move_text, range_text};
use crate::rules::Points;
use crate::rules::troop::GeneralRule;

/// One line of elements with its buttons.
#[derive(Clone, Debug)]
pub(super) struct EditorLine {
    pub at: usize,
    /// Names the line in ids and buttons, wherever it moves.
    pub key: usize,
    /// Its name for those who hear the buttons: no other line is called so.
    pub spoken: String,
    pub fields: LineFields,
    pub icon: String,
    pub class: &'static str,
    pub class_name: String,
    pub name: String,
    pub all: Points,
    pub factors: String,
    pub movement: String,
    pub range: String,
    pub can_fast: bool,
    pub always_fast: bool,
    pub can_lead: bool,
    /// Whether leading is offered at first sight.
    pub offer_lead: bool,
    pub can_water: bool,
    pub can_tower: bool,
    pub can_ride: bool,
    pub first: bool,
    pub last: bool,
    pub problems: Vec<ShownProblem>,
    pub count_error: Option<String>,
    pub label_error: Option<String>,
}

/// What a line is called where it is only heard: two lines of one type are told apart by what the player calls them, or
/// by where they stand.
fn spoken(draft: &Draft, at: usize) -> Option<String> {
    let line = draft.lines.get(at)?;
    let name = draft.troop(line).map_or_else(|| draft.called(line, 2), |troop| troop.called(2).to_owned());
    let alike = |other: &&Line| draft.code(other) == draft.code(line);
    let named = |other: &&Line| alike(other) && other.label == line.label;
    Some(if draft.lines.iter().filter(alike).count() < 2 {
        name
    } else if !line.label.is_empty() && draft.lines.iter().filter(named).count() < 2 {
        format!("{name} “{}”", line.label)
    } else {
        format!("{name}, line {}", at + 1)
    })
}

impl EditorLine {
    /// The line at this place, with its key and its fields as they were typed; none if the army has no such line.
    pub(super) fn new(
        draft: &Draft,
        problems: &Problems,
        errors: &FieldErrors,
        (at, key): (usize, usize),
        typed: &LineFields,
    ) -> Option<Self> {
        let line = draft.lines.get(at)?;
        let troop = draft.troop(line);
        let each = draft.price(line);
        let error = |field: &str| errors.get(&format!("line-{at}-{field}")).cloned();
        let can_lead = line.general
            || troop.is_some_and(|troop| !matches!(troop.general, GeneralRule::Never { .. })) && !line.ally;
        let led = draft.lines.iter().any(|line| line.general);
        Some(Self {
            at,
            key,
            spoken: spoken(draft, at)?,
            fields: LineFields { general: line.general, ..typed.clone() },
            icon: icon_of(troop.map(|troop| &*troop.code)),
            class: class_of(draft, troop.map(|troop| troop.class.is)),
            class_name: troop.map(|troop| draft.ruleset.class_name(troop.class.is).to_owned()).unwrap_or_default(),
            name: troop.map_or_else(|| draft.called(line, line.count), |troop| troop.name.to_string()),
            all: each * line.elements(),
            factors: troop
                .map(|troop| format!("{} / {}", factor_foot(troop), troop.factor.is.mounted))
                .unwrap_or_default(),
            movement: troop.map(|troop| move_text(moves(draft, line, troop))).unwrap_or_default(),
            range: troop.map(range_text).unwrap_or_default(),
            can_fast: line.fast || troop.is_some_and(|troop| troop.fast.is.is_choice()),
            always_fast: draft.is_fast(line) && !line.fast,
            can_lead,
            offer_lead: can_lead && !led,
            can_water: line.water || troop.is_some_and(|troop| troop.water.is_some()),
            can_tower: line.siege_tower || troop.is_some_and(|troop| troop.siege_tower.is_some()),
            can_ride: line.mounted || troop.is_some_and(|troop| troop.rides.is_some()),
            first: at == 0,
            last: at + 1 == draft.lines.len(),
            problems: problems.of_line(at),
            count_error: error("count"),
            label_error: error("label"),
        })
    }
}
