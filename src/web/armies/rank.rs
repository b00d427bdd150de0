//! The army as it stands on the table: a drawing of its bases in true proportion.

use crate::army::draft::{Draft, MOST_ELEMENTS};
use crate::roster::view::base;

/// A drawing of an army's bases, in millimetres of the usual figure scale.
#[derive(Clone, Debug)]
pub(crate) struct Rank {
    pub width: u32,
    pub height: u32,
    pub bases: Vec<BaseMark>,
    /// What the drawing shows, for those who cannot see it.
    pub title: String,
}

/// One base of the drawing.
#[derive(Clone, Debug)]
pub(crate) struct BaseMark {
    pub x: u32,
    pub y: u32,
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

/// Space between bases in mm.
const GAP: u32 = 6;
/// Space below each row for the codes, in mm.
const CAPTION: u32 = 15;

impl Rank {
    /// Draws an army in rows of about equal length.
    pub(crate) fn new(draft: &Draft) -> Self {
        let columns = columns(draft);
        let mut bases: Vec<BaseMark> = Vec::new();
        let (mut x, mut y, mut row_depth, mut width) = (0, 0, 0, 0);
        let scale = draft.ruleset.scale(None);
        let frontage = scale.map_or(0, |scale| u32::from(scale.frontage));
        for line in &draft.lines {
            let troop = draft.troop(line);
            let depth = troop
                .and_then(|troop| scale?.depth(&base(draft, line, troop).depth))
                .map_or(20, |depth| u32::from(depth.usual));
            let fast = draft.is_fast(line);
            for _ in 0..line.elements().min(MOST_ELEMENTS) {
                if bases.len() >= usize::try_from(MOST_ELEMENTS).unwrap_or(usize::MAX) {
                    break;
                }
                if x > 0 && x + frontage > columns * (frontage + GAP) {
                    (x, y) = (0, y + row_depth + CAPTION);
                    row_depth = 0;
                }
                let icon_size = depth.clamp(16, 30);
                bases.push(BaseMark {
                    x,
                    y,
                    width: frontage,
                    depth,
                    icon_x: x + (frontage - icon_size.min(frontage)) / 2,
                    icon_y: y + depth.saturating_sub(icon_size) / 2,
                    icon_size,
                    code: draft.code(line).to_owned(),
                    icon: icon_of(troop.map(|troop| &*troop.code)),
                    class: class_of(draft, troop.map(|troop| troop.class.is)),
                    general: line.general,
                    fast,
                    ally: line.ally,
                    title: draft.called(line, 1),
                });
                width = width.max(x + frontage);
                row_depth = row_depth.max(depth);
                x += frontage + GAP;
            }
        }
        let title = format!("{} bases of {} side by side", bases.len(), draft.title());
        Self { width: width.max(frontage), height: (y + row_depth + CAPTION).max(CAPTION), bases, title }
    }
}

/// How many bases stand beside each other, so that no row is much shorter than the others.
fn columns(draft: &Draft) -> u32 {
    const LONGEST: u32 = 8;
    let elements: i64 = draft.lines.iter().map(|line| line.elements().min(MOST_ELEMENTS)).sum();
    let elements = u32::try_from(elements).unwrap_or(LONGEST).max(1);
    elements.div_ceil(elements.div_ceil(LONGEST))
}

/// The id of a type's icon.
pub(crate) fn icon_of(code: Option<&str>) -> String {
    code.map_or_else(|| "i-unknown".to_owned(), |code| format!("t-{code}"))
}

/// The style class of a troop class: never the only mark of it.
pub(crate) fn class_of(draft: &Draft, class: Option<crate::rules::troop::ClassId>) -> &'static str {
    match class.map(|class| draft.ruleset.classes().get(class.index()).map_or("", |class| &*class.id)) {
        Some("aerial") => "aerial",
        Some("mounted") => "mounted",
        Some("foot") => "foot",
        _ => "other",
    }
}
