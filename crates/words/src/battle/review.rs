//! A battle looked at again: luck, odds and turning points in words.

use musterfield_battle::review::fraction::Fraction;
use musterfield_battle::review::{Cause, Dangers, PipCount, Throw};
use musterfield_battle::state::Whereabouts;
use musterfield_battle::{Player, review::Deeds};
use musterfield_rules::Points;
use musterfield_rules::ruleset::SizeUnit;

/// The unit of fractions of what is lost: `AP`, `elements`.
#[must_use]
pub fn unit(counts: SizeUnit) -> &'static str {
    counts.unit(Points::ZERO)
}

/// How much less or more was lost than could be expected: `3.2 AP less than its dice promised`.
#[must_use]
pub fn luck(luck: Fraction, counts: SizeUnit) -> String {
    let unit = unit(counts);
    match luck.tenths() {
        0 => "just what its dice promised".to_owned(),
        tenths if tenths > 0 => format!("{luck} {unit} less than its dice promised"),
        _ => format!("{} {unit} more than its dice promised", luck.size()),
    }
}

/// The throws that cost a side something: `9 of 23 throws cost it something, where 5.2 (187/36) could be expected`.
#[must_use]
pub fn dangers(dangers: Dangers) -> String {
    let Dangers { throws, cost, expected } = dangers;
    if throws == 0 {
        return "No throw could cost it anything".to_owned();
    }
    let tenths = (expected * 10 + 18) / 36;
    let (whole, tenth) = (tenths / 10, tenths % 10);
    let of = if throws == 1 { "throw" } else { "throws" };
    format!("{cost} of {throws} {of} cost it something, where {whole}.{tenth} ({expected}/36) could be expected")
}

/// The PIPs of a side: `61 PIPs with 17 dice, 1.5 more than the average`.
#[must_use]
pub fn pips(count: PipCount) -> String {
    let luck = count.luck();
    let than = if luck > Points::ZERO {
        format!("{luck} more than the average")
    } else if luck < Points::ZERO {
        format!("{} fewer than the average", Points::ZERO - luck)
    } else {
        "exactly the average".to_owned()
    };
    let dice = if count.dice == 1 { "die" } else { "dice" };
    format!("{} PIPs with {} {dice}, {than}", count.sum, count.dice)
}

/// The chances of a throw for each side: `a loses in 5/36, b in 2/36`; empty for PIPs.
#[must_use]
pub fn odds(throw: &Throw) -> String {
    let [a, b] = throw.costing;
    match (throw.cause, a, b) {
        (Cause::Pips, ..) => String::new(),
        (_, 0, 0) => format!("nobody could be lost in {} throws", throw.throws),
        _ => format!("a loses in {a}/{of}, b in {b}/{of}", of = throw.throws),
    }
}

/// What a throw cost: `b lost 2 AP`; empty if nothing.
#[must_use]
pub fn cost(lost: [Points; 2], counts: SizeUnit) -> String {
    let of = |player: Player| {
        let lost = *player.of(&lost);
        match lost.cmp(&Points::ZERO) {
            std::cmp::Ordering::Greater => Some(format!("{player} lost {}", counts.of(lost))),
            std::cmp::Ordering::Less => Some(format!("{player} got {} back", counts.of(Points::ZERO - lost))),
            std::cmp::Ordering::Equal => None,
        }
    };
    Player::ALL.into_iter().filter_map(of).collect::<Vec<_>>().join(", ")
}

/// How far a throw swung the battle, and towards whom: `3.2 AP towards a`.
#[must_use]
pub fn swing(throw: &Throw, counts: SizeUnit) -> String {
    let swing = throw.swing();
    let player = if swing.is_negative() { Player::B } else { Player::A };
    format!("{} {} towards {player}", swing.size(), unit(counts))
}

/// What became of an element: `destroyed (2 AP)`, `on the table`.
#[must_use]
pub fn fate(deeds: &Deeds, counts: SizeUnit) -> String {
    let place = match deeds.fate {
        Whereabouts::Aside => "not on the table".to_owned(),
        Whereabouts::Table => "on the table".to_owned(),
        Whereabouts::Holds(held) => format!("holds the {held}"),
        Whereabouts::Ensorcelled(_) => "ensorcelled".to_owned(),
        Whereabouts::Destroyed => "destroyed".to_owned(),
        Whereabouts::Fled => "off the table".to_owned(),
    };
    if deeds.cost == Points::ZERO { place } else { format!("{place}, {}", counts.of(deeds.cost)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_is_told_in_ap_and_pips() {
        let of = |points: i64| Fraction::shared(Points::ONE * points, 36);
        assert_eq!(luck(of(115), SizeUnit::Points), "3.2 AP less than its dice promised");
        assert_eq!(luck(of(-72), SizeUnit::Points), "2.0 AP more than its dice promised");
        assert_eq!(luck(of(36), SizeUnit::Elements), "1.0 elements less than its dice promised");
        assert_eq!(luck(of(1), SizeUnit::Points), "just what its dice promised");
        assert_eq!(pips(PipCount { dice: 17, sum: 61 }), "61 PIPs with 17 dice, 1.5 more than the average");
        assert_eq!(pips(PipCount { dice: 1, sum: 2 }), "2 PIPs with 1 die, 1.5 fewer than the average");
        assert_eq!(pips(PipCount { dice: 2, sum: 7 }), "7 PIPs with 2 dice, exactly the average");
        assert_eq!(
            dangers(Dangers { throws: 23, cost: 9, expected: 187 }),
            "9 of 23 throws cost it something, where 5.2 (187/36) could be expected"
        );
        assert_eq!(
            dangers(Dangers { throws: 1, cost: 0, expected: 5 }),
            "0 of 1 throw cost it something, where 0.1 (5/36) could be expected"
        );
        assert_eq!(dangers(Dangers::default()), "No throw could cost it anything");
        let lost = [Points::ONE * 2, Points::ONE * -1];
        assert_eq!(cost(lost, SizeUnit::Points), "a lost 2 AP, b got 1 AP back");
        assert_eq!(cost(lost, SizeUnit::Elements), "a lost 2 elements, b got 1 element back");
        assert_eq!(cost([Points::ZERO; 2], SizeUnit::Points), "");
    }
}
