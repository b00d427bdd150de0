//! Who is in the game: everybody, the types of one army, or those of two.

use crate::army::Draft;
use crate::army::draft::Kind;
use crate::rules::Ruleset;
use crate::rules::combat::Fighters;
use crate::rules::troop::FastRule;

/// One army as it meets its opponents.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// Its name, where there are two.
    pub name: Option<String>,
    /// Its elements.
    pub own: Fighters,
    /// Those it can meet.
    pub foe: Fighters,
    /// Whether it has foot that rides.
    pub rides: bool,
}

/// Who is in the game.
#[derive(Clone, Debug)]
pub struct Cast {
    meetings: Vec<Meeting>,
    all: Fighters,
    everybody: bool,
}

impl Cast {
    /// Everybody whom a ruleset knows.
    #[must_use]
    pub fn everybody(ruleset: &Ruleset) -> Self {
        let all = known(ruleset);
        let rides = ruleset.army.mounted_infantry.is_some();
        Self { meetings: vec![Meeting { name: None, own: all, foe: all, rides }], all, everybody: true }
    }

    /// The elements of an army, who can meet anybody.
    #[must_use]
    pub fn army(draft: &Draft) -> Self {
        let foe = known(draft.ruleset);
        let (own, rides) = elements(draft);
        Self { meetings: vec![Meeting { name: None, own, foe, rides }], all: own, everybody: false }
    }

    /// The elements of two armies of the same rules, who meet each other only.
    #[must_use]
    pub fn two(first: &Draft, second: &Draft) -> Self {
        let (one, other) = (elements(first), elements(second));
        let meeting = |draft: &Draft, (own, rides): (Fighters, bool), (foe, _): (Fighters, bool)| Meeting {
            name: Some(draft.title().to_owned()),
            own,
            foe,
            rides,
        };
        let meetings = vec![meeting(first, one, other), meeting(second, other, one)];
        Self { meetings, all: one.0.with(other.0), everybody: false }
    }

    /// Each army against those it can meet.
    #[must_use]
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// All whose own rules are told.
    #[must_use]
    pub fn all(&self) -> Fighters {
        self.all
    }

    /// They and all whom they can meet.
    #[must_use]
    pub fn everyone(&self) -> Fighters {
        self.meetings.iter().fold(self.all, |set, meeting| set.with(meeting.foe))
    }

    /// Whether nobody is left out.
    #[must_use]
    pub fn is_everybody(&self) -> bool {
        self.everybody
    }
}

/// Everybody: by the tables of combat, or the types alone where nothing is said of how they fight.
fn known(ruleset: &Ruleset) -> Fighters {
    match &ruleset.combat {
        Some(combat) => combat.everybody(),
        None => ruleset.troops().fold(Fighters::default(), |set, (id, troop)| {
            let plain = if troop.fast.is == FastRule::Always { None } else { Some(Fighters::one(id.into(), false)) };
            let fast = (troop.fast.is != FastRule::No).then(|| Fighters::one(id.into(), true));
            plain.into_iter().chain(fast).fold(set, Fighters::with)
        }),
    }
}

/// Who fights for an army, with the features that any army can have; and whether some of its foot rides.
fn elements(draft: &Draft) -> (Fighters, bool) {
    let features = draft.ruleset.combat.iter().flat_map(|combat| combat.fighters());
    let features = features.filter(|(_, rules)| rules.troop.is_none());
    let features = features.fold(Fighters::default(), |set, (fighter, _)| set.with(Fighters::one(fighter, false)));
    let lines = draft.lines.iter();
    let own = lines.fold(features, |set, line| {
        let Kind::Known(troop) = line.kind else { return set };
        let fast = draft.ruleset.troop(troop).fast.is.applies(line.fast);
        set.with(Fighters::one(troop.into(), fast))
    });
    (own, draft.lines.iter().any(|line| line.mounted))
}
