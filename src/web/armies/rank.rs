//! The rank of an army's bases: a drawing of them in true proportion.

use std::collections::BTreeSet;

use musterfield_army::draft::{Draft, ElementLine, MOST_ELEMENTS};
use musterfield_sheets::roster::view::base;
use musterfield_words::number::counted;

/// An army's bases, drawn one by one at the same scale.
#[derive(Clone, Debug)]
pub(crate) struct Rank {
    /// The commands of a divided army in order; a single group if it is not divided.
    pub groups: Vec<RankGroup>,
    /// A description of the drawing, for visitors who cannot see it.
    pub title: String,
}

/// The bases of a command.
#[derive(Clone, Debug)]
pub(crate) struct RankGroup {
    /// The name of the command; empty if the army is not divided.
    pub name: String,
    pub bases: Vec<BaseMark>,
}

/// One base, in millimetres of the usual figure scale.
#[derive(Clone, Debug)]
pub(crate) struct BaseMark {
    /// The `viewBox` of the drawing: the base with room for its border.
    pub view: String,
    pub width: u32,
    pub depth: u32,
    pub icon_x: u32,
    pub icon_y: u32,
    pub icon_size: u32,
    pub code: String,
    pub icon: String,
    pub class: &'static str,
    pub general: bool,
    pub fast: bool,
    pub ally: bool,
    pub title: String,
}

/// The depth in mm drawn for an element of unknown type.
const UNKNOWN_DEPTH: u32 = 20;

impl Rank {
    /// Draws an army. The page breaks it into as many rows as it needs.
    pub(crate) fn new(draft: &Draft) -> Self {
        let most = usize::try_from(MOST_ELEMENTS).unwrap_or(usize::MAX);
        let each = |line: &ElementLine| {
            let count = usize::try_from(line.elements()).unwrap_or(0).min(most);
            std::iter::repeat_n(mark(draft, line), count)
        };
        let commands: BTreeSet<u8> = draft.lines.iter().map(|line| line.command).collect();
        let is_divided = commands.iter().any(|command| *command > 0);
        let mut left = most;
        let mut group = |command: u8| {
            let lines = draft.lines.iter().filter(|line| line.command == command);
            let bases: Vec<BaseMark> = lines.flat_map(each).take(left).collect();
            left -= bases.len();
            let name = match command {
                _ if !is_divided => String::new(),
                0 => "No command".to_owned(),
                number => format!("Command {number}"),
            };
            RankGroup { name, bases }
        };
        // What has no command yet comes last.
        let in_order =
            commands.iter().filter(|command| **command > 0).chain(commands.first().filter(|first| **first == 0));
        let groups: Vec<RankGroup> =
            in_order.map(|command| group(*command)).filter(|group| !group.bases.is_empty()).collect();
        let drawn: usize = groups.iter().map(|group| group.bases.len()).sum();
        let counted = counted(drawn, "base", "bases");
        let title = match groups.len() {
            0 | 1 => format!("{counted} of {} side by side", draft.title()),
            commands => format!("{counted} of {} in {commands} commands", draft.title()),
        };
        Self { groups, title }
    }

    /// Whether there is nothing to draw.
    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }
}

/// One base of a line.
pub(super) fn mark(draft: &Draft, line: &ElementLine) -> BaseMark {
    let scale = draft.ruleset.scale(None);
    let troop = draft.troop(line);
    let width = scale.map_or(0, |scale| u32::from(scale.frontage));
    let depth = troop
        .and_then(|troop| scale?.depth(&base(draft, line, troop).depth))
        .map_or(UNKNOWN_DEPTH, |depth| u32::from(depth.usual));
    let icon_size = depth.clamp(16, 30);
    BaseMark {
        // At least as high as the icon, which may extend beyond a shallow base.
        view: format!("-1 -1 {} {}", width + 2, depth.max(icon_size) + 2),
        width,
        depth,
        icon_x: width.saturating_sub(icon_size) / 2,
        icon_y: depth.saturating_sub(icon_size) / 2,
        icon_size,
        code: draft.code(line).to_owned(),
        icon: icon_of(troop.map(|troop| &*troop.icon)),
        class: class_of(draft, troop.map(|troop| troop.class.value)),
        general: line.general,
        fast: draft.is_fast(line),
        ally: line.ally,
        title: title(draft, line),
    }
}

fn title(draft: &Draft, line: &ElementLine) -> String {
    let marks = [(line.general, ", general"), (line.ally, ", ally")];
    let marks: String = marks.iter().filter(|(on, _)| *on).map(|(_, text)| *text).collect();
    format!("{}{marks}", draft.line_name(line, 1))
}

/// The id of a type's drawing.
pub(crate) fn icon_of(drawing: Option<&str>) -> String {
    drawing.map_or_else(|| "i-unknown".to_owned(), |drawing| format!("t-{drawing}"))
}

/// The style class of a type's class.
pub(crate) fn class_of(draft: &Draft, class: Option<musterfield_rules::troop::ClassId>) -> &'static str {
    style_of(class.and_then(|class| draft.ruleset.classes().get(class.index())).map_or("", |class| &*class.id))
}

/// The style class of a troop class: never the only mark of it.
pub(crate) fn style_of(class: &str) -> &'static str {
    match class {
        "aerial" => "aerial",
        "mounted" => "mounted",
        "foot" => "foot",
        _ => "other",
    }
}
