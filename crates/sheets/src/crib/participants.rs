//! The participants of a game: all elements, the types of one army, or those of two.

use musterfield_army::Draft;
use musterfield_army::draft::LineType;
use musterfield_rules::Ruleset;
use musterfield_rules::combat::FighterSet;
use musterfield_rules::troop::FastRule;

/// One army against its possible opponents.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// Its name, where there are two.
    pub name: Option<String>,
    /// Its elements.
    pub own: FighterSet,
    /// Its possible opponents.
    pub foe: FighterSet,
    /// Whether it has mounted infantry.
    pub rides: bool,
}

/// The participants of a game.
#[derive(Clone, Debug)]
pub struct Participants {
    meetings: Vec<Meeting>,
    all: FighterSet,
    everybody: bool,
}

impl Participants {
    /// All elements of a ruleset.
    #[must_use]
    pub fn everybody(ruleset: &Ruleset) -> Self {
        let all = known(ruleset);
        let rides = ruleset.army.mounted_infantry.is_some();
        Self { meetings: vec![Meeting { name: None, own: all, foe: all, rides }], all, everybody: true }
    }

    /// The elements of an army, which can meet any opponent.
    #[must_use]
    pub fn army(draft: &Draft) -> Self {
        let foe = known(draft.ruleset);
        let (own, rides) = elements(draft);
        Self { meetings: vec![Meeting { name: None, own, foe, rides }], all: own, everybody: false }
    }

    /// The elements of two armies of the same ruleset, which meet only each other.
    #[must_use]
    pub fn two(first: &Draft, second: &Draft) -> Self {
        let (one, other) = (elements(first), elements(second));
        let meeting = |draft: &Draft, (own, rides): (FighterSet, bool), (foe, _): (FighterSet, bool)| Meeting {
            name: Some(draft.title().to_owned()),
            own,
            foe,
            rides,
        };
        let meetings = vec![meeting(first, one, other), meeting(second, other, one)];
        Self { meetings, all: one.0.with(other.0), everybody: false }
    }

    /// Each army against its possible opponents.
    #[must_use]
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// All elements whose own rules are on the sheet.
    #[must_use]
    pub fn all(&self) -> FighterSet {
        self.all
    }

    /// These elements and all their possible opponents.
    #[must_use]
    pub fn everyone(&self) -> FighterSet {
        self.meetings.iter().fold(self.all, |set, meeting| set.with(meeting.foe))
    }

    /// Whether no element is left out.
    #[must_use]
    pub fn is_everybody(&self) -> bool {
        self.everybody
    }
}

/// All elements: by the combat tables, or the types alone for a ruleset without combat.
fn known(ruleset: &Ruleset) -> FighterSet {
    match &ruleset.combat {
        Some(combat) => combat.everybody(),
        None => ruleset.troops().fold(FighterSet::default(), |set, (id, troop)| {
            let plain =
                if troop.fast.value == FastRule::Always { None } else { Some(FighterSet::one(id.into(), false)) };
            let fast = (troop.fast.value != FastRule::No).then(|| FighterSet::one(id.into(), true));
            plain.into_iter().chain(fast).fold(set, FighterSet::with)
        }),
    }
}

/// The elements of an army, with the features that any army can have; and whether some of its foot rides.
fn elements(draft: &Draft) -> (FighterSet, bool) {
    let features = draft.ruleset.combat.iter().flat_map(|combat| combat.fighters());
    let features = features.filter(|(_, rules)| rules.troop.is_none());
    let features = features.fold(FighterSet::default(), |set, (fighter, _)| set.with(FighterSet::one(fighter, false)));
    let lines = draft.lines.iter();
    let own = lines.fold(features, |set, line| {
        let LineType::Known(troop) = line.line_type else { return set };
        let fast = draft.ruleset.troop(troop).fast.value.applies(line.fast);
        set.with(FighterSet::one(troop.into(), fast))
    });
    (own, draft.lines.iter().any(|line| line.mounted))
}
