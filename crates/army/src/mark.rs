//! Properties of elements besides their type.

use musterfield_rules::{RuleId, Troop};

use super::draft::ElementLine;

/// Something that a player says about elements of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The general's element.
    General,
    /// Fast by choice.
    Fast,
    /// Lent by an ally.
    Ally,
    /// Lurkers for the water.
    Water,
    /// A War Wagon that serves as a siege tower.
    Tower,
    /// Foot that rides to battle.
    Mounted,
    /// Mounted that deploy on foot.
    Dismounted,
    /// Regular.
    Regular,
    /// Flying to battle.
    AirMobile,
}

impl Mark {
    /// All marks, in the order in which they are shown.
    pub const ALL: [Self; 9] = [
        Self::General,
        Self::Fast,
        Self::Regular,
        Self::AirMobile,
        Self::Ally,
        Self::Water,
        Self::Tower,
        Self::Mounted,
        Self::Dismounted,
    ];

    /// The name in forms and buttons: `fast`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Fast => "fast",
            Self::Ally => "ally",
            Self::Water => "water",
            Self::Tower => "tower",
            Self::Mounted => "mounted",
            Self::Dismounted => "dismounted",
            Self::Regular => "regular",
            Self::AirMobile => "air_mobile",
        }
    }

    /// The mark with this name.
    #[must_use]
    pub fn read(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.id() == id)
    }

    /// The text of its button: `Fast`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::General => "General",
            Self::Fast => "Fast",
            Self::Ally => "Ally",
            Self::Water => "Water",
            Self::Tower => "Siege tower",
            Self::Mounted => "Mounted",
            Self::Dismounted => "Dismounted",
            Self::Regular => "Regular",
            Self::AirMobile => "Air-mobile",
        }
    }

    /// An adjective for elements that carry it: `Blades: Fast`.
    #[must_use]
    pub fn adjective(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Fast => "Fast",
            Self::Ally => "allied",
            Self::Water => "Water Lurkers",
            Self::Tower => "siege tower",
            Self::Mounted => "mounted",
            Self::Dismounted => "dismounted",
            Self::Regular => "regular",
            Self::AirMobile => "air-mobile",
        }
    }

    /// The rule by which elements of a type may be for the water, a siege tower, mounted, regular or air-mobile, if
    /// they may.
    #[must_use]
    pub fn permission_rule(self, troop: &Troop) -> Option<&RuleId> {
        match self {
            Self::Water => troop.water.as_ref(),
            Self::Tower => troop.siege_tower.as_ref(),
            Self::Mounted => troop.rides.as_ref(),
            Self::Regular => troop.graded.as_ref().map(|graded| &graded.price_rule),
            Self::AirMobile => troop.air_mobile.as_ref(),
            Self::General | Self::Fast | Self::Ally | Self::Dismounted => None,
        }
    }
}

impl ElementLine {
    /// Whether its elements carry a mark.
    #[must_use]
    pub fn has(&self, mark: Mark) -> bool {
        match mark {
            Mark::General => self.general,
            Mark::Fast => self.fast,
            Mark::Ally => self.ally,
            Mark::Water => self.water,
            Mark::Tower => self.siege_tower,
            Mark::Mounted => self.mounted,
            Mark::Dismounted => self.dismounted,
            Mark::Regular => self.regular,
            Mark::AirMobile => self.air_mobile,
        }
    }

    /// Sets or removes a mark of its elements.
    pub fn set(&mut self, mark: Mark, on: bool) {
        *match mark {
            Mark::General => &mut self.general,
            Mark::Fast => &mut self.fast,
            Mark::Ally => &mut self.ally,
            Mark::Water => &mut self.water,
            Mark::Tower => &mut self.siege_tower,
            Mark::Mounted => &mut self.mounted,
            Mark::Dismounted => &mut self.dismounted,
            Mark::Regular => &mut self.regular,
            Mark::AirMobile => &mut self.air_mobile,
        } = on;
    }

    /// The marks that its elements carry.
    pub fn marks(&self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(|mark| self.has(*mark))
    }
}
