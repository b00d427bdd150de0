//! An army at the table: its elements, what is lost, and whether it is beaten.

use std::collections::BTreeMap;

use musterfield_army::stakes::{LossUnit, Lost, Stake, Stakes};
use musterfield_army::{Catalogue, Draft, check};
use musterfield_rules::Points;
use musterfield_sheets::roster::view::{Options, RosterView, RowView};
use serde::Serialize;

use crate::web::armies::rank::{BaseMark, mark};
use crate::web::armies::versus::contenders::{ContenderLine, Contenders};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link::Address;

/// The boxes of features, by name.
const CAMP: &str = "camp";
const WALLS: &str = "walls";

/// An army at the table.
pub(super) struct Side {
    /// `a` for the army of the page, `b` for its enemy.
    pub letter: &'static str,
    pub title: String,
    /// The page of the army.
    pub path: Address,
    pub tiles: Vec<Tile>,
    /// The camp and the Stronghold, where their loss counts.
    pub features: Vec<FeatureBox>,
    /// How much is lost.
    pub lost: Points,
    /// The loss at which the army breaks, where the rules say.
    pub breaks: Option<Points>,
    /// The unit of losses: `AP`, `elements`, `ME`.
    pub unit: &'static str,
    /// How it stands.
    pub standing: Standing,
    /// The break point in words.
    pub told: String,
    /// Elements that fight otherwise than they are written, or not at all.
    pub remarks: Vec<String>,
    stakes: Stakes,
    gone: Lost,
    names: Vec<KindData>,
}

/// How an army stands in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nothing worth a word.
    Fights,
    /// Its general is lost.
    Leaderless,
    /// It has lost as much as breaks it, and not more than the enemy.
    Breaking,
    /// It is beaten.
    Beaten,
}

impl Standing {
    const ALL: [Self; 4] = [Self::Fights, Self::Leaderless, Self::Breaking, Self::Beaten];

    /// What the page says of it.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Fights => "",
            Self::Leaderless => "General lost",
            Self::Breaking => "At the breaking point",
            Self::Beaten => "Beaten",
        }
    }

    /// Its name in the page.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Fights => "fights",
            Self::Leaderless => "leaderless",
            Self::Breaking => "breaking",
            Self::Beaten => "beaten",
        }
    }

    /// The words of each by its name, for the script.
    pub(super) fn in_words() -> BTreeMap<&'static str, &'static str> {
        Self::ALL.map(|standing| (standing.name(), standing.words())).into()
    }
}

/// An element with its base.
pub(super) struct Tile {
    /// The name of its box.
    pub field: String,
    pub mark: BaseMark,
    pub lost: bool,
    /// How much its loss counts, with the unit.
    pub worth: String,
    stake: Stake,
    /// The place of its contender.
    kind: Option<usize>,
    /// Its factors, move and range.
    about: String,
}

/// A feature whose loss counts.
pub(super) struct FeatureBox {
    /// Whether it is the camp, and not the Stronghold or City.
    is_camp: bool,
    pub field: String,
    pub name: String,
    pub worth: String,
    pub lost: bool,
}

/// A side as the script knows it.
#[derive(Serialize)]
pub(super) struct SideData<'p> {
    letter: &'static str,
    title: &'p str,
    unit: &'static str,
    breaks: Option<Points>,
    first_of: Points,
    camp: Points,
    stronghold: Points,
    general_decides: bool,
    stronghold_decides: bool,
    kinds: &'p [KindData],
    elements: Vec<ElementData<'p>>,
}

/// A kind of element as the script knows it.
#[derive(Serialize)]
struct KindData {
    name: String,
    code: String,
}

/// An element as the script knows it.
#[derive(Serialize)]
struct ElementData<'p> {
    worth: Points,
    general: bool,
    first_of: bool,
    kind: Option<usize>,
    about: &'p str,
}

impl Side {
    /// An army, with the losses that the fields name.
    pub(super) fn new(
        draft: &Draft,
        sorts: &Contenders,
        (letter, title, path): (&'static str, &str, Address),
        catalogue: &'static Catalogue,
        fields: &Fields,
    ) -> Self {
        let stakes = Stakes::of(draft);
        let unit = match stakes.unit {
            LossUnit::Points => "AP",
            LossUnit::Elements => "elements",
            LossUnit::Morale => "ME",
        };
        let counted = |worth: Points| format!("{worth} {unit}");
        let view = RosterView::new(draft, &check(draft, catalogue), catalogue, &Options::default());
        let has = |name: &str| fields.has(name);
        let tiles: Vec<Tile> = stakes
            .elements
            .iter()
            .enumerate()
            .filter_map(|(at, stake)| {
                let field = format!("{letter}{at}");
                let line = draft.lines.get(stake.line)?;
                Some(Tile {
                    lost: has(&field),
                    field,
                    mark: mark(draft, line),
                    worth: counted(stake.worth),
                    stake: *stake,
                    kind: sorts.of_lines.get(stake.line).copied().flatten(),
                    about: view.rows.get(stake.line).map(|row| about(row, &view)).unwrap_or_default(),
                })
            })
            .collect();
        let walls = draft.ruleset.combat.as_ref().and_then(|combat| {
            combat.features.iter().find(|feature| feature.held.has_walls()).map(|feature| feature.name.to_string())
        });
        let walls = walls.unwrap_or_else(|| "Stronghold".to_owned());
        let all = [
            (CAMP, "Camp".to_owned(), stakes.camp, false),
            (WALLS, walls, stakes.stronghold, stakes.stronghold_decides),
        ];
        let features: Vec<FeatureBox> = all
            .into_iter()
            .filter(|(_, _, worth, decides)| *worth > Points::ZERO || *decides)
            .map(|(name, label, worth, decides)| {
                let field = format!("{letter}-{name}");
                let worth = if decides { "the battle".to_owned() } else { counted(worth) };
                FeatureBox { is_camp: name == CAMP, lost: has(&field), field, name: label, worth }
            })
            .collect();
        let gone = Lost {
            elements: tiles.iter().enumerate().filter(|(_, tile)| tile.lost).map(|(at, _)| at).collect(),
            camp: features.iter().any(|feature| feature.lost && feature.is_camp),
            stronghold: features.iter().any(|feature| feature.lost && !feature.is_camp),
        };
        let kind = |line: &ContenderLine| KindData { name: line.name.clone(), code: line.code.clone() };
        Self {
            letter,
            title: title.to_owned(),
            path,
            features,
            lost: stakes.worth(&gone),
            breaks: stakes.breaks.map(|breaks| breaks.lost),
            unit,
            standing: Standing::Fights,
            told: view.break_text,
            remarks: sorts.remarks.clone(),
            tiles,
            stakes,
            gone,
            names: sorts.lines.iter().map(kind).collect(),
        }
    }

    /// Finds out how each side stands.
    pub(super) fn judge(sides: &mut [Self]) {
        let lost: Vec<Points> = sides.iter().map(|side| side.lost).collect();
        for (at, side) in sides.iter_mut().enumerate() {
            let enemy = lost.iter().enumerate().find(|(other, _)| *other != at).map(|(_, lost)| *lost);
            let is_general = |tile: &Tile| tile.lost && tile.stake.is_general;
            side.standing = if enemy.is_some_and(|enemy| side.stakes.is_beaten(&side.gone, enemy)) {
                Standing::Beaten
            } else if side.breaks.is_some_and(|breaks| side.lost >= breaks) {
                Standing::Breaking
            } else if side.tiles.iter().any(is_general) {
                Standing::Leaderless
            } else {
                Standing::Fights
            };
        }
    }

    /// Takes the losses of all sides out of the fields, so that what is left is unknown.
    pub(super) fn take_fields(sides: &[Self], mut fields: Fields) -> Result<(), WebError> {
        for side in sides {
            let boxes = side.tiles.iter().map(|tile| &tile.field).chain(side.features.iter().map(|its| &its.field));
            for field in boxes {
                fields.take(field);
            }
        }
        Ok(fields.finish()?)
    }

    /// How far the army is on its way to breaking, in percent.
    pub(super) fn share(&self) -> u8 {
        self.breaks.map_or(0, |breaks| self.lost.percent_of(breaks).min(100))
    }

    /// The side as the script knows it.
    pub(super) fn data(&self) -> SideData<'_> {
        SideData {
            letter: self.letter,
            title: &self.title,
            unit: self.unit,
            breaks: self.breaks,
            first_of: self.stakes.first_of,
            camp: self.stakes.camp,
            stronghold: self.stakes.stronghold,
            general_decides: self.stakes.general_decides,
            stronghold_decides: self.stakes.stronghold_decides,
            kinds: &self.names,
            elements: self.tiles.iter().map(Tile::data).collect(),
        }
    }
}

impl Tile {
    fn data(&self) -> ElementData<'_> {
        ElementData {
            worth: self.stake.worth,
            general: self.stake.is_general,
            first_of: self.stake.is_first_of,
            kind: self.kind,
            about: &self.about,
        }
    }
}

/// The factors, the move and the range of an element, in a line.
fn about(row: &RowView, view: &RosterView) -> String {
    let [first, _] = &view.against;
    let mut parts =
        vec![format!("{} against {first}", row.factor_foot), format!("{} against others", row.factor_mounted)];
    if !row.movement.is_empty() {
        parts.push(format!("moves {} {}", row.movement, view.unit));
    }
    if !row.range.is_empty() {
        parts.push(format!("range {}", row.range));
    }
    parts.join(", ")
}
