//! An army at the table: its elements, what is lost, and whether it is beaten.

use std::collections::BTreeMap;

use musterfield_army::stakes::{CommandStakes, CommandState, LossUnit, Lost, Stake, Stakes};
use musterfield_army::{Catalogue, Draft, check};
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Points, Ruleset};
use musterfield_sheets::crib::{CardLine, card};
use musterfield_sheets::roster::view::{Options, RosterView, RowView};
use musterfield_words::commands as words;
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
    /// The commands, if they break one by one.
    pub commands: Vec<CommandLine>,
    /// The camps and the Stronghold, where their loss counts.
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

/// A command of an army, and how it stands.
pub(super) struct CommandLine {
    /// `Command 2`, `Command 3 (allies)`.
    pub name: String,
    /// `2 of 4 lost`, where it is demoralised by the fourth; `demoralised`, `gone`.
    pub told: String,
    /// Whether it no longer fights.
    pub is_broken: bool,
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

/// A kind of feature.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FeatureKind {
    /// The camp of the army; in a divided army, the one that its own commands share.
    Camp,
    /// The camp of the allied command at this place.
    AlliedCamp(usize),
    /// The Stronghold or City.
    Walls,
}

/// A feature whose loss counts.
pub(super) struct FeatureBox {
    kind: FeatureKind,
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
    broken_commands: Option<u8>,
    commands: Vec<CommandData>,
    kinds: &'p [KindData],
    elements: Vec<ElementData<'p>>,
}

/// A command as the script knows it.
#[derive(Serialize)]
struct CommandData {
    /// The box of its own camp, if it is allied.
    camp: Option<String>,
    demoralised: Points,
    routed: Points,
}

/// A kind of element as the script knows it.
#[derive(Serialize)]
struct KindData {
    name: String,
    code: String,
    /// What the crib sheet says of it.
    card: Vec<CardLine>,
}

/// An element as the script knows it.
#[derive(Serialize)]
struct ElementData<'p> {
    worth: Points,
    general: bool,
    first_of: bool,
    command: Option<usize>,
    demoralising: Points,
    routing: Points,
    kind: Option<usize>,
    about: &'p str,
}

impl Side {
    /// An army, with the losses that the fields name, in a battle by the rules of `judge`.
    pub(super) fn new(
        draft: &Draft,
        sorts: &Contenders,
        (letter, title, path): (&'static str, &str, Address),
        (judge, enemy): (&'static Ruleset, Option<&Draft>),
        catalogue: &'static Catalogue,
        fields: &Fields,
    ) -> Self {
        let stakes = Stakes::of(draft);
        let unit = match stakes.unit {
            LossUnit::Points => "AP",
            LossUnit::Elements => "elements",
            LossUnit::Morale => "ME",
        };
        let counted = |worth: Points| match stakes.unit {
            LossUnit::Points => SizeUnit::Points.of(worth),
            LossUnit::Elements => SizeUnit::Elements.of(worth),
            LossUnit::Morale => format!("{worth} {unit}"),
        };
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
        let features = feature_boxes(letter, &stakes, walls, &counted, fields);
        let lost_features = || features.iter().filter(|feature| feature.lost).map(|feature| feature.kind);
        let gone = Lost {
            elements: tiles.iter().enumerate().filter(|(_, tile)| tile.lost).map(|(at, _)| at).collect(),
            camp: lost_features().any(|kind| kind == FeatureKind::Camp),
            allied_camps: lost_features()
                .filter_map(|kind| if let FeatureKind::AlliedCamp(place) = kind { Some(place) } else { None })
                .collect(),
            stronghold: lost_features().any(|kind| kind == FeatureKind::Walls),
        };
        let commands = stakes.commands.iter().enumerate().map(|(place, command)| {
            let stands = stakes.command_state(&gone, place);
            let lost = stakes.lost_of_command(&gone, place).demoralising;
            CommandLine {
                name: words::name(command),
                told: words::standing(command, stands, lost),
                is_broken: stands != CommandState::Fights,
            }
        });
        let commands = commands.collect();
        let kind = |line: &ContenderLine| KindData {
            name: line.name.clone(),
            code: line.code.clone(),
            card: card(judge, [Some(draft), enemy], (line.sort.fighter, line.sort.fast)),
        };
        Self {
            letter,
            title: title.to_owned(),
            path,
            commands,
            features,
            lost: stakes.worth(&gone),
            // An army without elements has nothing to break at.
            breaks: stakes.breaks.map(|breaks| breaks.lost).filter(|lost| *lost > Points::ZERO),
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

    /// The elements of each command with its name; all together, without a name, in an army that is not divided.
    pub(super) fn groups(&self) -> Vec<(&str, Vec<&Tile>)> {
        let of = |command: Option<usize>| self.tiles.iter().filter(|tile| tile.stake.command == command).collect();
        let commands = self.commands.iter().enumerate().map(|(place, command)| (&*command.name, of(Some(place))));
        let rest = if self.commands.is_empty() { "" } else { "In no command" };
        commands.chain([(rest, of(None))]).filter(|(_, tiles): &(_, Vec<_>)| !tiles.is_empty()).collect()
    }

    /// How far the army is on its way to breaking, in percent.
    pub(super) fn share(&self) -> u8 {
        self.breaks.map_or(0, |breaks| self.lost.percent_of(breaks).min(100))
    }

    fn command_data(&self, command: &CommandStakes) -> CommandData {
        CommandData {
            camp: command.is_allied.then(|| format!("{CAMP}{}", command.number)),
            demoralised: command.demoralised,
            routed: command.routed,
        }
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
            broken_commands: self.stakes.broken_commands,
            commands: self.stakes.commands.iter().map(|command| self.command_data(command)).collect(),
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
            command: self.stake.command,
            demoralising: self.stake.of_command.demoralising,
            routing: self.stake.of_command.routing,
            kind: self.kind,
            about: &self.about,
        }
    }
}

/// The camps and the Stronghold or City, as far as their loss counts. `counted` tells a loss with its unit.
fn feature_boxes(
    letter: &str,
    stakes: &Stakes,
    walls: String,
    counted: &dyn Fn(Points) -> String,
    fields: &Fields,
) -> Vec<FeatureBox> {
    let is_divided = !stakes.commands.is_empty();
    let camp = if is_divided { "Shared camp" } else { "Camp" };
    let allied = stakes.commands.iter().enumerate().filter(|(_, command)| command.is_allied).map(|(place, command)| {
        let name = format!("Camp of command {}", command.number);
        (FeatureKind::AlliedCamp(place), format!("{CAMP}{}", command.number), name, stakes.camp, false)
    });
    let own = [
        (FeatureKind::Camp, CAMP.to_owned(), camp.to_owned(), stakes.camp, false),
        (FeatureKind::Walls, WALLS.to_owned(), walls, stakes.stronghold, stakes.stronghold_decides),
    ];
    let all = own.into_iter().chain(allied).filter(|(.., worth, decides)| *worth > Points::ZERO || *decides);
    let boxes = all.map(|(kind, field, name, worth, decides)| {
        let field = format!("{letter}-{field}");
        let worth = match kind {
            _ if decides => "the battle".to_owned(),
            FeatureKind::Camp | FeatureKind::Walls if is_divided => format!("{} a command", counted(worth)),
            _ => counted(worth),
        };
        FeatureBox { kind, lost: fields.has(&field), field, name, worth }
    });
    boxes.collect()
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
