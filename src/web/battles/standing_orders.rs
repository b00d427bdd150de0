//! Standing orders: what a player has said ahead about the decisions that fall to them in the other player's bounds, so that
//! a battle does not wait for a trifle.

use std::fmt;

use musterfield_battle::player::{Captain, Plain, Worth};
use musterfield_battle::{Battle, Friends, Order, Phase, Player};
use musterfield_rules::battle::policy::{Contacted, ShotOrder};

/// An answer that can be given ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Answer {
    /// None: the player decides each time.
    #[default]
    Ask,
    /// The shortest way that the rules allow, or no shot.
    Least,
    /// The longest way that the rules allow.
    Most,
    /// The computer decides.
    Computer,
}

impl Answer {
    const ALL: [Self; 4] = [Self::Ask, Self::Least, Self::Most, Self::Computer];

    /// The word in forms and lines.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Least => "least",
            Self::Most => "most",
            Self::Computer => "computer",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|answer| answer.as_str() == text)
    }
}

/// A decision that falls to a player in the other player's bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matter {
    /// Whether elements conform to an enemy that cannot conform to them.
    Conforming,
    /// How far an element recoils.
    Recoil,
    /// Where a freed element returns.
    Return,
    /// Whether a third element shoots back.
    Shot,
    /// Whether the commander-in-chief adds to a score.
    Addition,
    /// The order in which shots come that are owed.
    Owed,
}

impl Matter {
    /// All of them.
    pub(super) const ALL: [Self; 6] =
        [Self::Conforming, Self::Recoil, Self::Return, Self::Shot, Self::Addition, Self::Owed];

    /// Whether the rules of this battle ask for it.
    pub(super) fn comes_up_in(self, battle: &Battle) -> bool {
        match self {
            Self::Conforming => battle.rules().policies.contacted == Contacted::IfItLikes,
            Self::Recoil | Self::Return | Self::Shot => true,
            Self::Addition => Player::ALL.into_iter().any(|player| battle.division(player).is_some()),
            Self::Owed => battle.rules().policies.shots == ShotOrder::InTurn,
        }
    }

    /// The name of its field in forms.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Conforming => "conforming",
            Self::Recoil => "recoil",
            Self::Return => "return",
            Self::Shot => "shot",
            Self::Addition => "addition",
            Self::Owed => "owed",
        }
    }

    /// The question on the page.
    pub(super) const fn question(self) -> &'static str {
        match self {
            Self::Conforming => "Whether my elements line up with an enemy that has no room to do so",
            Self::Recoil => "How far my elements recoil",
            Self::Return => "Where a freed element returns",
            Self::Shot => "Whether a third element answers a shot",
            Self::Addition => "Whether my commander-in-chief adds to a score",
            Self::Owed => "Which of the shots that are due comes first",
        }
    }

    /// The answers that can be given ahead, each with its words on the page.
    pub(super) const fn answers(self) -> &'static [(Answer, &'static str)] {
        match self {
            Self::Recoil => &[
                (Answer::Ask, "Ask me"),
                (Answer::Least, "As little as possible"),
                (Answer::Most, "As far as possible"),
                (Answer::Computer, "Let the computer choose"),
            ],
            Self::Return | Self::Owed => &[(Answer::Ask, "Ask me"), (Answer::Computer, "Let the computer choose")],
            Self::Conforming | Self::Shot | Self::Addition => {
                &[(Answer::Ask, "Ask me"), (Answer::Least, "Never"), (Answer::Computer, "Let the computer choose")]
            }
        }
    }

    /// The decision that is due in a phase, if it is one of these.
    const fn of(phase: Phase) -> Option<Self> {
        match phase {
            Phase::Conforming(_) => Some(Self::Conforming),
            Phase::Recoiling(_) => Some(Self::Recoil),
            Phase::Returning(_) => Some(Self::Return),
            Phase::Answering(_) => Some(Self::Shot),
            Phase::Adding(_) => Some(Self::Addition),
            Phase::ShootingBack => Some(Self::Owed),
            _ => None,
        }
    }
}

/// The standing orders of a player; without any, the player is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StandingOrders([Answer; Matter::ALL.len()]);

impl StandingOrders {
    /// The orders that `answer` gives for each matter; none where it gives something that is no answer to it.
    pub(super) fn new(mut answer: impl FnMut(Matter) -> String) -> Self {
        Self(Matter::ALL.map(|matter| {
            let known = Answer::parse(&answer(matter));
            known.filter(|known| matter.answers().iter().any(|(one, _)| one == known)).unwrap_or_default()
        }))
    }

    /// Reads them as a line has them.
    pub(super) fn parse(text: &str) -> Self {
        Self::new(|matter| {
            let value = |word: &str| word.strip_prefix(matter.as_str())?.strip_prefix('=').map(str::to_owned);
            text.split(' ').find_map(value).unwrap_or_default()
        })
    }

    /// The answer to a matter.
    pub(super) fn answer(&self, matter: Matter) -> Answer {
        Matter::ALL
            .into_iter()
            .zip(self.0)
            .find(|(known, _)| *known == matter)
            .map_or(Answer::Ask, |(_, answer)| answer)
    }

    /// The order that these orders give for the decision that is due; `None` if the player is to be asked. `seed` is
    /// for the computer's whims.
    pub(super) fn decide(&self, battle: &Battle, seed: u64) -> Option<Order> {
        let matter = Matter::of(battle.phase()).filter(|_| battle.to_decide() != battle.player())?;
        let lengths = || {
            let legal = battle.legal_orders().into_iter();
            legal.filter_map(|order| if let Order::Recoil(by, Friends::Passed) = order { Some(by) } else { None })
        };
        let passing = |by: i64| Order::Recoil(by, Friends::Passed);
        match self.answer(matter) {
            Answer::Ask => None,
            Answer::Least if matter != Matter::Recoil => Some(Order::End).filter(|order| battle.allows(order)),
            Answer::Least => lengths().min().map(passing),
            Answer::Most => lengths().max().map(passing),
            Answer::Computer => {
                let worth = Worth::new(battle);
                let chosen = Plain::new(&worth, seed, 1).decide(battle).ok()?;
                Some(chosen.order().clone())
            }
        }
    }
}

impl fmt::Display for StandingOrders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (matter, answer)) in Matter::ALL.into_iter().zip(self.0).enumerate() {
            let space = if at == 0 { "" } else { " " };
            write!(f, "{space}{}={}", matter.as_str(), answer.as_str())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standing_orders_read_back_and_unknown_ones_are_none() {
        let orders =
            StandingOrders::new(|matter| if matter == Matter::Recoil { "most" } else { "computer" }.to_owned());
        assert_eq!(
            orders.to_string(),
            "conforming=computer recoil=most return=computer shot=computer addition=computer owed=computer"
        );
        assert_eq!(StandingOrders::parse(&orders.to_string()), orders);
        assert_eq!(orders.answer(Matter::Recoil), Answer::Most);
        for text in ["", "recoil=never", "shot=most return=least", "recoil", "=most"] {
            assert_eq!(StandingOrders::parse(text), StandingOrders::default(), "{text}");
        }
    }
}
