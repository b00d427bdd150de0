//! Spells and the ensorcelled.

use super::show;

fn cast(rule: &str, who: &str, order: &str, rest: &str) {
    show(&format!("# {rule}\n with {who}\n phase bespelling\n | |\n > {order}\n {rest}"));
}

const GENERAL: &str = "a2 Bd general at 4,1 north";

#[test]
fn spells_reach_600_paces_past_everything() {
    for (at, rest) in [("4.81", "= pips 5"), ("4.825", "! HOTT25-MAGIC-01")] {
        cast(
            "HOTT25-MAGIC-01",
            &format!(
                "a1 Mg at 1,1 north; a2 Bd general at 1,2 north; b2 Bd at 2,3 south; b1 Bd at 2,{at} south\n ground woods -3,3.2 6,3.2 6,4 -3,4"
            ),
            if rest.starts_with('!') { "a1 bespells b1" } else { "a1 bespells b1 (3 3)" },
            rest,
        );
    }
    // In any direction.
    cast(
        "HOTT25-MAGIC-01",
        "a1 Mg general at 1,1 north; b1 Bd at 2,-3.5 south",
        "a1 bespells b1 (3 3)",
        "= totals 7 8",
    );
}

#[test]
fn a_magician_that_has_moved_casts_nothing_and_aids_nobody() {
    let target = "b1 Bd at 2,4 south";
    cast(
        "HOTT25-MAGIC-02",
        &format!("a1 Mg moved 0.1 at 1,1 north; a2 Bd general at 4,1 north; {target}"),
        "a1 bespells b1",
        "! HOTT25-MAGIC-02",
    );
    cast(
        "HOTT25-MAGIC-02 HOTT25-MAGIC-07",
        &format!("a1 Mg at 1,1 north; a2 Mg moved 0.1 at 2,1 north; a3 Bd general at 4,1 north; {target}"),
        "a1 bespells b1 aided a2",
        "! HOTT25-MAGIC-02",
    );
}

#[test]
fn a_spell_is_like_a_fight_and_hurts_its_magician_only_by_its_like() {
    let cast = |enemy: &str, dice: &str, rest: &str| {
        cast(
            "HOTT25-MAGIC-03 HOTT25-MAGIC-04",
            &format!("a1 Mg at 1,1 north; a2 Bd general at 4,1 north; b1 {enemy} at 2,4 south"),
            &format!("a1 bespells b1 ({dice})"),
            rest,
        );
    };
    cast("Bd", "1 6", "= totals 5 11\n = a1 at 1,1 north");
    cast("Hr", "1 6", "= totals 5 11\n = a1 at 1,1 north");
    cast("Mg", "1 3", "= totals 5 7\n = a1 ensorcelled");
    cast("Mg", "1 6", "= totals 5 10\n = a1 destroyed");
    cast("Gd", "1 2", "= totals 5 8\n = a1 destroyed");
    // Rolling a one twice is nothing.
    cast("Bd", "1 1", "= totals 5 6\n = a1 there");
}

#[test]
fn the_ensorcelled_are_out_of_action() {
    let who = |enemy: &str| format!("a1 Mg at 1,1 north; a2 Bd general at 4,1 north; b1 {enemy} at 2,4 south");
    cast("HOTT25-MAGIC-05", &who("Hr"), "a1 bespells b1 (4 1)", "= totals 8 6\n = b1 ensorcelled\n = lost b 1");
    cast("HOTT25-MAGIC-05", &who("Mg"), "a1 bespells b1 (4 1)", "= b1 ensorcelled");
    cast("HOTT25-MAGIC-05", &who("Bd"), "a1 bespells b1 (6 1)", "= b1 at 2,4.5 south");
}

#[test]
fn six_pips_in_one_turn_bring_them_back_to_where_they_were() {
    let back = |who: &str, pips: u8, rest: &str| {
        show(&format!("# HOTT25-MAGIC-06\n with {who}\n phase summoning\n pips {pips}\n | |\n {rest}"));
    };
    for code in ["Hr", "Mg", "AHr"] {
        back(&format!("a1 {code} ensorcelled at 1,1 north"), 6, "> a1 freed\n = a1 at 1,1 north\n = pips 0");
        back(&format!("a1 {code} ensorcelled at 1,1 north"), 5, "> a1 freed\n ! HOTT25-MAGIC-06");
    }
    // Or, where somebody stands there, to the nearest clear place.
    let covered = "a1 Hr ensorcelled at 1,1 north; b1 Bd at 1,1 north";
    back(covered, 6, "> a1 freed\n ! HOTT25-MAGIC-06");
    back(covered, 6, "> a1 freed 1,1.75 north\n ! HOTT25-MAGIC-06");
    back(covered, 6, "> a1 freed 1,0.5 north\n = a1 at 1,0.5 north\n = pips 0");
    // Two places are as near: its owner chooses.
    let aside = "a1 Hr ensorcelled at 1,1 north; b1 Bh at 1,1.5 north; b2 Bd at 1,0.25 north";
    back(aside, 6, "> a1 freed 2,1 north\n = a1 at 2,1 north");
    back(aside, 6, "> a1 freed 0,1 north\n = a1 at 0,1 north");
}

#[test]
fn the_fate_of_its_magician_frees_nobody() {
    show(
        "
        # HOTT25-MAGIC-06
        with a1 Hr ensorcelled b1 at 5,5 north; a2 Hr at 1,1 north; b1 Mg at 2,1 south
        phase fighting
        | |
        > a2 fights b1 (6 4)
        = b1 destroyed
        = a1 ensorcelled
        ",
    );
}

#[test]
fn each_magician_that_aids_costs_a_pip() {
    let mages =
        "a1 Mg at 1,1 north; a2 Mg at 2,1 north; a3 Mg at 0,1 north; a4 Bd general at 4,1 north; b1 Bd at 2,4 south";
    cast(
        "HOTT25-MAGIC-07 HOTT25-TACT-05",
        mages,
        "a1 bespells b1 aided a2 (3 3)",
        "= totals 7 7\n = pips 4\n > a2 bespells b1\n ! D3H2-MAGIC-08",
    );
    cast("HOTT25-MAGIC-07 HOTT25-TACT-05", mages, "a1 bespells b1 aided a2+a3 (3 3)", "= totals 7 6\n = pips 3");
    // Each pays for itself what it is beyond command.
    let far = "a1 Mg at 1,1 north; a2 Mg at -3,1 north; a3 Bd general at 9,1 north; b1 Bd at 1,3 south";
    cast("HOTT25-MAGIC-07 HOTT25-PIP-05", far, "a1 bespells b1 aided a2 (3 3)", "= pips 3");
}

#[test]
fn woods_water_and_holy_men_protect_from_spells() {
    let totals = |others: &str, target: u8| {
        cast(
            "HOTT25-TACT-08 HOTT25-TACT-09 HOTT25-TACT-10",
            &format!("a1 Mg at 1,1 north; a2 Bd general at 4,1 north; b1 Bd at 2,4 south{others}"),
            "a1 bespells b1 (3 3)",
            &format!("= totals 7 {target}"),
        );
    };
    totals("", 8);
    let (woods, river) = ("\n ground woods -3,4 6,4 6,8 -3,8", "\n ground river 1 -5,2.5 8,2.5");
    totals(woods, 10);
    totals(river, 10);
    totals("\n ground river 1 -5,7 8,7", 8);
    // 600 paces from the target, of either side.
    totals("; b2 Cl at 2,8.3 south", 10);
    totals("; b2 Cl at 2,8.33 south", 8);
    totals("; b2 Pl at 2,8.3 south", 10);
    totals("; a3 Cl at 5,4 north", 10);
    // Near the way of the spell alone is not near enough.
    totals("; a3 Cl at 1,-1 north", 8);
    totals("; b2 Cl ensorcelled at 2,7 south", 8);
    // One protection counts.
    totals(&format!("; b2 Cl at 2,8 south{woods}"), 10);
    totals(&format!("; b2 Cl at 2,8 south{river}"), 10);
    // A Cleric protects itself.
    cast(
        "HOTT25-TACT-10",
        "a1 Mg at 1,1 north; a2 Bd general at 4,1 north; b1 Cl at 2,4 south",
        "a1 bespells b1 (3 3)",
        "= totals 7 9",
    );
}

#[test]
fn a_general_adds_one_when_bespelled_and_a_magician_is_safer_by_its_stronghold() {
    let a = "a1 Mg at 1,1 north; a2 Bd general at 4,1 north";
    cast("HOTT25-TACT-01", &format!("{a}; b1 Bd general at 2,4 south"), "a1 bespells b1 (3 3)", "= totals 7 9");
    cast("HOTT25-TACT-01", "a1 Mg general at 1,1 north; b1 Bd at 2,4 south", "a1 bespells b1 (3 3)", "= totals 7 8");
    for (at, enemy, totals) in [("8.55", "Mg", "5 7"), ("8.57", "Mg", "7 7"), ("8.55", "Bd", "7 8")] {
        cast(
            "HOTT25-TACT-11",
            &format!("{a}; b1 {enemy} at 2,4 south\n defender b\n camp b 3,{at} south 2x2"),
            "a1 bespells b1 (3 3)",
            &format!("= totals {totals}"),
        );
    }
}

#[test]
fn whoever_is_in_contact_does_not_bespell() {
    // The sheet is silent: as in the other game.
    cast(
        "D3H2-MAGIC-02",
        &format!("a1 Mg at 1,1 north; {GENERAL}; b1 Bd at 2,1 south; b2 Bd at 2,3 south"),
        "a1 bespells b2",
        "! D3H2-MAGIC-02",
    );
    cast(
        "D3H2-MAGIC-07",
        &format!("a1 Mg at 1,1 north; {GENERAL}; a3 Mg at 2,1 north"),
        "a1 bespells a3",
        "! D3H2-MAGIC-07",
    );
    cast(
        "D3H2-MAGIC-08",
        &format!("a1 Mg shot at 1,1 north; {GENERAL}; b1 Bd at 2,4 south"),
        "a1 bespells b1",
        "! D3H2-MAGIC-08",
    );
}
