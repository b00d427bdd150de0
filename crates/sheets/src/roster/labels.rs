//! Base labels at true size, to be cut out and glued under or behind a base.

use musterfield_army::check::moves;
use musterfield_army::draft::{Draft, ElementLine, MOST_ELEMENTS};
use musterfield_army::write::marks;
use musterfield_rules::Points;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::troop::{Base, Troop};
use serde::Serialize;

use super::stickers::Stickers;
use super::view::{Options, RulesetView, base, factor_foot, move_text};

/// Labels for every element of an army.
#[derive(Clone, Debug, Serialize)]
pub struct LabelSheet {
    /// Always `musterfield-labels/1`.
    pub format: &'static str,
    /// Name of the army.
    pub name: String,
    /// The rules.
    pub ruleset: RulesetView,
    /// Figure scale in words.
    pub figure_scale: String,
    /// The labels; lines of unknown types have none, types with two base sizes have both.
    pub labels: Vec<Label>,
    /// The footer of the sheet.
    pub footer: String,
    /// The sheet of sticky labels to print on; plain paper to be cut if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stickers: Option<Stickers>,
    /// The first sticky label to print on, from 1, row by row: those before it were used up earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_sticker: Option<u16>,
}

/// A label and the number of its copies.
#[derive(Clone, Debug, Serialize)]
pub struct Label {
    /// Frontage in mm.
    pub width_mm: u16,
    /// Depth in mm.
    pub depth_mm: u16,
    /// Code of the type.
    pub code: String,
    /// Name of the type.
    pub name: String,
    /// The player's name for it.
    pub label: String,
    /// Its marks.
    pub marks: Vec<&'static str>,
    /// Combat factors against Foot and against Mounted.
    pub factor: String,
    /// Moves in good, rough and bad going.
    #[serde(rename = "move")]
    pub movement: String,
    /// AP of one element; `None` where elements are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// The number of copies.
    pub count: i64,
}

impl LabelSheet {
    /// Gathers the labels of an army.
    #[must_use]
    pub fn new(draft: &Draft, options: &Options) -> Self {
        let ruleset = draft.ruleset;
        let scale = ruleset.scale(options.scale.as_deref());
        let label = |line: &ElementLine, troop: &Troop, base: &Base, name: String| {
            Some(Label {
                width_mm: scale?.frontage,
                depth_mm: scale?.depth(&base.depth)?.usual,
                code: troop.code.to_string(),
                name,
                label: line.label.clone(),
                marks: marks(line),
                factor: format!("{}/{}", factor_foot(troop), troop.factor.value.mounted),
                movement: move_text(moves(draft, line, troop)).replace(' ', ""),
                points: (ruleset.counts() == SizeUnit::Points).then(|| troop.price()),
                count: line.elements(),
            })
        };
        // Never more labels than an army may have elements, even if the counts say so.
        let mut room = MOST_ELEMENTS;
        let mut labels = Vec::new();
        for line in &draft.lines {
            let Some(troop) = draft.troop(line) else { continue };
            let count = line.elements().min(room);
            room -= count;
            let own = label(line, troop, base(draft, line, troop), troop.name.to_string());
            // Both sizes are printed where the figures decide (D3H2-BASE-11).
            let wide = troop
                .wide_base
                .as_ref()
                .and_then(|wide| label(line, troop, &wide.base, format!("{}, {}", troop.name, wide.name)));
            labels.extend(own.into_iter().chain(wide).map(|label| Label { count, ..label }));
        }
        labels.retain(|label| label.count > 0);
        Self {
            format: "musterfield-labels/1",
            name: draft.title().to_owned(),
            ruleset: RulesetView {
                id: ruleset.id.to_string(),
                name: ruleset.name.to_string(),
                version: ruleset.version.to_string(),
            },
            figure_scale: scale.map(|scale| scale.name.to_string()).unwrap_or_default(),
            labels,
            footer: "Print at 100 %, without fitting to the page.".to_owned(),
            stickers: None,
            first_sticker: None,
        }
    }

    /// The same labels on a sheet of sticky ones, from its label `first`: at true size where a base fits on a label, as
    /// large as a label where it does not.
    #[must_use]
    pub fn on(self, stickers: Stickers, first: u16) -> Self {
        Self { stickers: Some(stickers), first_sticker: Some(first), ..self }
    }
}
