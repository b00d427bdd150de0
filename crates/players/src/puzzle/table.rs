//! The puzzles of this crate.

macro_rules! puzzles {
    ($($name:literal)*) => {
        /// The puzzles: the name and the text of each.
        pub const PUZZLES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../data/puzzles/", $name, ".battle"))),)*];
    };
}

puzzles! {
    "away-from-the-elephants"
    "back-into-the-line"
    "charge-the-warband"
    "close-in-on-the-general"
    "close-the-door"
    "come-down"
    "dba-cavalry-v-psiloi"
    "dba-charge-the-warband"
    "dba-clear-the-way"
    "dba-close-the-door"
    "dba-elephants-v-knights"
    "dba-empty-camp"
    "dba-flank-the-general"
    "dba-front-and-rear"
    "dba-guard-the-camp"
    "dba-psiloi-at-the-elephant"
    "dba-room-to-recoil"
    "dba-second-rank"
    "dba-shoot-the-elephant"
    "dragon-now"
    "elephants-v-knights"
    "enough-to-win"
    "flank-the-general"
    "general-to-the-rear"
    "hott-behemoths-v-warband"
    "hott-behind-the-general"
    "hott-guard-the-stronghold"
    "hott-help-the-general"
    "hott-hero-v-mage"
    "hott-knights-v-skirmishers"
    "hott-out-of-the-trap"
    "hott-second-rank"
    "hott-shoot-the-hero"
    "hott-storm-the-stronghold"
    "hott-two-mages"
    "hott-warband-v-blades"
    "mage-alone"
    "not-into-the-wood"
    "overlap-both-sides"
    "paladin-v-mage"
    "pikes-in-two-ranks"
    "pin-and-flank"
    "save-the-camp"
    "shoot-the-war-wagon"
    "shut-in-the-spears"
    "storm-the-camp"
    "trad-behemoths-v-knights"
    "two-mages"
    "warband-v-spears"
}
