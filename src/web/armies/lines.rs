//! The element lines of an army in the editor.

use musterfield_army::check::moves;
use musterfield_army::draft::{Draft, ElementLine, LineType};
use musterfield_army::swap::{Swap, alternatives};
use musterfield_army::{Catalogue, Mark};
use musterfield_rules::Points;
use musterfield_rules::troop::GeneralRule;
use musterfield_sheets::roster::view::{factor_foot, moves_text, range_text};

use super::fields::{FieldErrors, LineFields};
use super::problems::{Problems, ShownProblem};
use super::rank::{class_of, icon_of};
use crate::web::choice::Choice;

/// One element line with its buttons.
#[derive(Clone, Debug)]
pub(super) struct EditorLine {
    pub at: usize,
    /// Identifies the line in ids and buttons, wherever it moves.
    pub key: usize,
    /// Its name for screen readers: no other line has it.
    pub spoken: String,
    pub fields: LineFields,
    /// The commands to choose from; none where armies are not divided.
    pub commands: Vec<Choice>,
    pub icon: String,
    pub class: &'static str,
    pub class_name: String,
    pub name: String,
    pub all: Points,
    /// The price of one element.
    pub each: Points,
    pub factors: String,
    pub movement: String,
    pub range: String,
    pub always_fast: bool,
    /// The marks that it has or may have.
    pub marks: Vec<MarkView>,
    /// The alternatives that the list allows for its elements: the type's code, and its name in the right number.
    pub swaps: Vec<OfferedSwap>,
    pub first: bool,
    pub last: bool,
    pub problems: Vec<ShownProblem>,
    pub count_error: Option<String>,
    pub label_error: Option<String>,
    pub price_error: Option<String>,
    /// A note on a price that the player gives; `None` where the rules print one.
    pub price_note: Option<String>,
}

/// The commands of an army.
#[derive(Clone, Copy, Debug)]
pub(super) struct Commands {
    /// Their number.
    count: u8,
    /// Whether the owner divides the army freely; otherwise the first is the commander-in-chief's.
    are_open: bool,
}

impl Commands {
    /// Those of an army; none where armies are not divided.
    pub(super) fn of(draft: &Draft) -> Self {
        Self {
            count: draft.ruleset.command_count(draft.points).unwrap_or(0),
            are_open: draft.ruleset.army.graded.commands.is_some(),
        }
    }

    pub(super) fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The commands as options, with this one chosen.
    fn choices(self, chosen: &str) -> Vec<Choice> {
        let name = |number: u8| match number {
            1 if !self.are_open => "1 · C-in-C".to_owned(),
            number => format!("Command {number}"),
        };
        (1..=self.count).map(|number| Choice::among(number.to_string(), name(number), chosen)).collect()
    }
}

/// A mark that can be set on a line, or removed.
#[derive(Clone, Debug)]
pub(super) struct MarkView {
    pub mark: Mark,
    pub icon: &'static str,
    pub on: bool,
    /// Whether it is offered directly, not in the line's menu of further marks.
    pub in_front: bool,
}

impl MarkView {
    /// `None` if the line neither has the mark nor may have it.
    fn new(draft: &Draft, catalogue: &Catalogue, line: &ElementLine, mark: Mark) -> Option<Self> {
        let (troop, on) = (draft.troop(line), line.has(mark));
        // Each command has its own general, an allied one an ally general.
        let divided = line.command > 0 && draft.ruleset.command_count(draft.points).is_some();
        let may = match mark {
            Mark::General => {
                (!line.ally || divided)
                    && troop.is_some_and(|troop| !matches!(troop.general, GeneralRule::Never { .. }))
            }
            Mark::Fast => troop.is_some_and(|troop| troop.fast.value.is_choice()),
            Mark::Ally => draft.ruleset.army.allies.is_some(),
            Mark::Dismounted => {
                let list = catalogue.list_of(draft);
                matches!(line.line_type, LineType::Known(id) if list.is_some_and(|list| list.dismounts(id).is_some()))
            }
            Mark::Water | Mark::Tower | Mark::Mounted | Mark::Regular | Mark::AirMobile => {
                troop.is_some_and(|troop| mark.permission_rule(troop).is_some())
            }
        };
        let is_beside = |other: &&ElementLine| !divided || other.command == line.command;
        let nobody_leads = || !draft.lines.iter().filter(is_beside).any(|other| other.general);
        let in_front = on || matches!(mark, Mark::Fast | Mark::Regular) || (mark == Mark::General && nobody_leads());
        let icon = match mark {
            Mark::General => "i-general",
            Mark::Fast => "i-fast",
            Mark::Ally => "i-ally",
            Mark::Water => "i-water",
            Mark::Tower => "i-tower",
            Mark::Mounted => "i-mounted",
            Mark::Dismounted => "i-down",
            Mark::Regular => "i-ok",
            Mark::AirMobile => "i-up",
        };
        (on || may).then_some(Self { mark, icon, on, in_front })
    }
}

/// What the elements of a line can be instead.
#[derive(Clone, Debug)]
pub(super) struct OfferedSwap {
    /// The code of the type.
    pub code: String,
    /// What its button says: `Light Horse`, or letter and AP of a grade, `O 12`.
    pub name: String,
    /// The same in full: `O 12 AP each, Ordinary,`.
    pub spoken: String,
    /// Whether it is another grade of the same type.
    pub is_grade: bool,
}

/// The alternatives for the elements of a line.
fn swaps_of(draft: &Draft, catalogue: &Catalogue, at: usize) -> Vec<OfferedSwap> {
    let Some(line) = draft.lines.get(at) else { return Vec::new() };
    let named = |swap: Swap| {
        let troop = draft.ruleset.troop(swap.troop);
        let code = troop.code.to_string();
        let grade = || Some((draft.ruleset.grade(swap.troop)?, troop.printed_price(line.regular)?));
        if let Some((grade, price)) = grade() {
            let name = format!("{} {price}", grade.letter);
            let spoken = format!("{name} AP each, {},", grade.name);
            return OfferedSwap { code, name, spoken, is_grade: true };
        }
        let name = match swap.count {
            1 => troop.name.to_string(),
            count => format!("{count} {}", troop.plural),
        };
        OfferedSwap { code, spoken: name.clone(), name, is_grade: false }
    };
    let list = catalogue.list_of(draft);
    alternatives(draft, list.as_deref(), at).into_iter().map(named).collect()
}

/// A note on a price that the player gives, where the rules print none or one is given anyway.
fn price_note(draft: &Draft, line: &ElementLine) -> Option<String> {
    let troop = draft.troop(line).filter(|troop| troop.graded.is_some())?;
    let word = if line.regular { "regular" } else { "irregular" };
    match troop.printed_price(line.regular) {
        None => Some(format!("The rules give no price for {word} {}. Enter the price you agreed on.", troop.plural)),
        Some(price) => line.price.map(|_| format!("The rules give a price of {price} AP, so this price is not used.")),
    }
}

/// The name of a line for screen readers: two lines of one type are distinguished by the player's names for them, or by
/// their positions.
fn spoken(draft: &Draft, at: usize) -> Option<String> {
    let line = draft.lines.get(at)?;
    let name = draft.troop(line).map_or_else(|| draft.line_name(line, 2), |troop| troop.name_for(2).to_owned());
    let alike = |other: &&ElementLine| draft.code(other) == draft.code(line);
    let named = |other: &&ElementLine| alike(other) && other.label == line.label;
    Some(if draft.lines.iter().filter(alike).count() < 2 {
        name
    } else if !line.label.is_empty() && draft.lines.iter().filter(named).count() < 2 {
        format!("{name} “{}”", line.label)
    } else {
        format!("{name}, line {}", at + 1)
    })
}

impl EditorLine {
    /// Whether its menu of further settings is open: something in it is wrong or missing.
    pub(super) fn is_open(&self) -> bool {
        let needs_price = self.price_note.is_some() && self.fields.price.is_empty();
        self.label_error.is_some() || self.price_error.is_some() || needs_price
    }

    /// What leads up to the alternatives for its elements.
    pub(super) fn before_swaps(&self) -> &'static str {
        if self.swaps.iter().any(|swap| swap.is_grade) { "Other grades, with AP each:" } else { "or" }
    }

    /// Whether it is the general's line.
    pub(super) fn leads(&self) -> bool {
        self.fields.marks.contains(&Mark::General)
    }

    /// The line at this position, with its key and its fields as typed; `None` if the army has no such line.
    pub(super) fn new(
        draft: &Draft,
        catalogue: &Catalogue,
        (problems, errors): (&Problems, &FieldErrors),
        commands: &Commands,
        (at, key): (usize, usize),
        typed: &LineFields,
    ) -> Option<Self> {
        let line = draft.lines.get(at)?;
        let troop = draft.troop(line);
        let each = draft.price(line);
        let error = |field: &str| errors.get(&format!("line-{at}-{field}")).cloned();
        Some(Self {
            at,
            key,
            spoken: spoken(draft, at)?,
            commands: commands.choices(&typed.command),
            fields: LineFields { marks: line.marks().collect(), ..typed.clone() },
            icon: icon_of(troop.map(|troop| &*troop.icon)),
            class: class_of(draft, troop.map(|troop| troop.class.value)),
            class_name: troop.map(|troop| draft.ruleset.class_name(troop.class.value).to_owned()).unwrap_or_default(),
            name: troop.map_or_else(|| draft.line_name(line, line.count), |troop| troop.name.to_string()),
            all: each * line.elements(),
            each,
            factors: troop
                .map(|troop| format!("{} / {}", factor_foot(troop), troop.factor.value.mounted))
                .unwrap_or_default(),
            movement: troop.map(|troop| moves_text(moves(draft, line, troop))).unwrap_or_default(),
            range: troop.map(range_text).unwrap_or_default(),
            always_fast: draft.is_fast(line) && !line.fast,
            marks: Mark::ALL.into_iter().filter_map(|mark| MarkView::new(draft, catalogue, line, mark)).collect(),
            swaps: swaps_of(draft, catalogue, at),
            first: at == 0,
            last: at + 1 == draft.lines.len(),
            problems: problems.of_line(at),
            count_error: error("count"),
            label_error: error("label"),
            price_error: error("price"),
            price_note: price_note(draft, line),
        })
    }
}
