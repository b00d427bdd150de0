//! Cities, Forts and Civilians.

use super::show;

/// A City of b with gates in the middle of its south and north walls, at 5. Where b has one element, b2 are the Civilians
/// of its camp and b3 those of the City.
const CITY: &str = "
    origin 0,0
    ground city 2,16 8,16 8,18 2,18 gate 5,16 gate 5,18
    defender b
    ";

fn at_city(phase: &str, with: &str, more: &str, then: &str) {
    show(&format!("{CITY}\n with {with}\n {more}\n phase {phase}\n | |\n {then}"));
}

#[test]
fn walls_are_garrisoned_when_their_side_is_set_up() {
    let set_up = |kind: &str, with: &str, then: &str| {
        show(&format!(
            "origin 0,0\n with {with}; b1 4Sp\n ground {kind} 2,0 8,0 8,2 2,2 gate 5,2\n phase deployment\n bounds 0\n | |\n {then}"
        ));
    };
    // DBA3-CITY-01: one Foot element that is no ally and no War Wagon.
    set_up(
        "city",
        "a1 4Sp; a2 3Kn; a3 4Sp ally; a4 WWg",
        "
        > a2 garrisons city
        ! DBA3-CITY-01
        > a3 garrisons city
        ! DBA3-CITY-01
        > a4 garrisons city
        ! DBA3-CITY-01
        > a1 garrisons city
        = a1 holds city
        ",
    );
    // DBA3-CITY-03: Civilians are no garrison and have no other place; without a garrison they defend the City.
    set_up(
        "city",
        "a1 4Sp",
        "
        > a3 placed 12,8 north
        ! DBA3-DEPL-13
        > a3 garrisons city
        ! DBA3-DEPL-13
        > a1 placed 12,8 north
        > end
        > b1 placed 12,14 south
        > end (3)
        = a3 holds city
        = a2 aside
        ",
    );
    set_up("city", "a1 4Sp", "> a1 garrisons city\n > end\n > b1 placed 12,14 south\n > end (3)\n = a3 aside");
    // DBA3-CITY-02: a Fort has to be held, if anybody can hold it.
    set_up(
        "fort",
        "a1 4Sp; a2 3Kn",
        "> a1 placed 12,8 north\n > a2 placed 14,8 north\n > end\n ! DBA3-CITY-02\n > a1 garrisons fort\n > end\n = decides-side b",
    );
    set_up("fort", "a1 3Kn", "> a1 placed 12,8 north\n > end\n = decides-side b");
}

#[test]
fn a_camp_may_have_civilians() {
    // DBA3-DEPL-12, DBA3-DEPL-13
    let set_up = |with: &str, then: &str| {
        show(&format!(
            "origin 0,0\n with {with}; b1 4Sp\n camp a 10,1 north 3x1\n phase deployment\n bounds 0\n | |\n {then}"
        ));
    };
    set_up(
        "a1 El; a2 SCh; a3 3Kn; a4 4Sp ally",
        "> a1 garrisons camp\n ! DBA3-DEPL-12\n > a2 garrisons camp\n ! DBA3-DEPL-12\n > a4 garrisons camp\n ! DBA3-DEPL-12\n > a3 garrisons camp\n = a3 holds camp",
    );
    set_up("a1 4Sp", "> a2 garrisons camp\n = a2 holds camp\n > a1 garrisons camp\n ! DBA3-DEPL-12");
    // DBA3-CITY-10, DBA3-MOVE-12, DBA3-TYPE-13: they may leave it, at the pace of solid Foot, and never return.
    show(
        "
        origin 0,0
        with a1 4Sp general at 8,3 north; b1 4Sp at 20,20 south
        camp a 10,1 north 3x1
        civilians a camp
        | |
        > a2 go 11,3.1 north
        ! DBA3-MOVE-15
        > a2 go 11,3 north
        = a2 there
        = pips 4
        > end
        > end
        > end (6)
        > end
        > end
        > end (6)
        > a2 go 11,0.5 south
        ! DBA3-DEPL-13
    ",
    );
    // DBA3-TACT-03, DBA3-OUT-16: two more in a camp; lost, they count nothing, and the camp counts one.
    show(
        "
        origin 0,10
        camp b 5,2 south 3x1
        civilians b camp
        with a1 4Bd at 3,2 north; b1 4Sp at 20,2 south
        phase fighting
        | |
        > a1 fights camp (4 3)
        = totals 9 7
        = b2 destroyed
        = camp b sacked
        = lost b 1
    ",
    );
    // A camp that nobody holds falls to whoever touches it.
    show(
        "origin 0,10\n camp b 5,2 south 3x1\n with a1 4Bd at 3,1.5 north; b1 4Sp at 20,2 south\n | |\n > a1 ahead 0.5\n = camp b stands\n > end\n = camp b sacked\n = lost b 1",
    );
}

#[test]
fn an_edifice_may_be_the_camp_and_outlasts_it() {
    // DBA3-FEAT-08, DBA3-DEPL-14: all of it, if it has the size of a camp.
    let camp = |edifice: &str, order: &str, then: &str| {
        show(&format!(
            "origin 0,0\n with a1 4Sp; b1 4Sp\n ground edifice {edifice}\n phase camp\n bounds 0\n | |\n > camp {order}\n {then}"
        ));
    };
    camp("10,0 13,0 13,1 10,1", "10,1 north 3x1", "= camp a stands");
    camp("10,0 13,0 13,1 10,1", "10,1 north 2x1", "! DBA3-DEPL-08");
    camp("10,0 14,0 14,1 10,1", "10,1 north 4x1", "! DBA3-FEAT-08");
    // It is sacked like any other camp, and still there: bad going, where Blades go one base width.
    show(
        "
        origin 0,10
        ground edifice 2,2 5,2 5,3 2,3
        camp b 5,2 south 3x1
        civilians b camp
        with a1 4Sp general at 3,2 north; b1 4Sp at 20,2 south
        phase fighting
        | |
        > a1 fights camp (6 1)
        = camp b sacked
        = lost b 1
        > end (6)
        > end
        > end
        > end (6)
        > a1 ahead 1.1
        ! DBA3-MOVE-15
        > a1 ahead 1
        = a1 there
    ",
    );
}

#[test]
fn civilians_defend_a_city_and_it_is_sacked() {
    // DBA3-CITY-18, DBA3-TACT-04, DBA3-CF-23, DBA3-CF-24, DBA3-OUT-04, DBA3-OUT-17
    let fight = |who: &str, dice: &str, then: &str| {
        at_city(
            "fighting",
            &format!("a1 {who} at 4,16 north; a2 4Sp at 15,3 north; b1 4Sp at 20,12 south"),
            "civilians b city",
            &format!("> a1 fights city ({dice})\n {then}"),
        );
    };
    fight("4Bd", "3 4", "= totals 8 8\n = a1 at 4,16 north\n = b3 holds city");
    fight("4Bd", "3 5", "= a1 at 4,15.5 north\n = stronghold b");
    fight("3Kn", "4 2", "= totals 7 6\n = b3 destroyed");
    // DBA3-CITY-23, DBA3-CITY-35: the victor goes in; the City counts one, the Civilians nothing.
    fight("4Bd", "4 3", "= a1 holds city\n = sack busy\n = stronghold a\n = lost b 1\n = used DBA3-CITY-23");
    // DBA3-CITY-25: until its side rolls five or six. Foot is a garrison then.
    for (die, then) in [("4", "! DBA3-CITY-25"), ("5", "= a1 there"), ("6", "= a1 there")] {
        fight("4Bd", "4 3", &format!("> end (6)\n > end\n > end\n > end ({die})\n > a1 go 4,15 south\n {then}"));
    }
    fight("4Bd", "4 3", "> end (6)\n > end\n > end\n > end (5)\n = sack none\n = a1 holds city");
    // Mounted cannot hold it: they are free to go, and leave it to nobody.
    fight(
        "3Kn",
        "6 1",
        "
        > end (6)
        > end
        > end
        > end (6)
        = sack done
        > a1 go 4,15 south
        = a1 there
        = sack none
        = stronghold a
        = lost b 1
        ",
    );
}

#[test]
fn a_garrison_counts_besides_the_city() {
    // DBA3-TACT-02, DBA3-CITY-37
    let fight = |garrison: &str, dice: &str, then: &str| {
        at_city(
            "fighting",
            &format!("a1 4Bd at 4,16 north; b1 {garrison} holds city; b2 4Sp at 20,12 south"),
            "",
            &format!("> a1 fights city ({dice})\n {then}"),
        );
    };
    fight("4Sp", "5 2", "= totals 10 10\n = b1 holds city");
    fight("4Sp", "5 1", "= totals 10 9\n = b1 destroyed\n = lost b 2\n = sack busy");
    // DBA3-CF-22, DBA3-TYPE-15: garrison Artillery has two.
    fight("Art", "4 3", "= totals 9 9");
    // DBA3-WIN-03: Hordes count nothing.
    fight("7Hd", "6 1", "= b1 destroyed\n = lost b 1");
    // DBA3-CITY-06: no Civilians take over, so the City is empty and sacked.
    fight("4Sp", "6 1", "= b4 destroyed\n = a1 holds city");
    // DBA3-CITY-36: a City that is the camp too counts two.
    at_city(
        "fighting",
        "a1 4Bd at 4,16 north; b1 4Sp at 20,12 south",
        "civilians b city\n camp b in-stronghold",
        "> a1 fights city (6 1)\n = lost b 2",
    );
}

#[test]
fn up_to_three_assault_and_each_weakens_the_defenders() {
    // DBA3-CITY-14, DBA3-CITY-19, DBA3-TACT-13, DBA3-CITY-16, DBA3-CITY-17
    let three = "a1 4Sp at 2,16 north; a2 4Sp at 3,16 north; a3 4Sp at 4,16 north";
    at_city(
        "fighting",
        &format!("{three}; b1 4Sp at 20,12 south"),
        "civilians b city",
        "> a1 fights city (1 5)\n = totals 5 7\n > a2 fights city (2 5)\n = totals 6 8\n = a2 at 3,15.5 north",
    );
    at_city(
        "moving",
        &format!("{three}; a4 4Sp at 6,15 north; b1 4Sp at 20,12 south"),
        "civilians b city",
        "> a4 ahead 1\n ! DBA3-CITY-14\n > a4 ahead 0.9\n = a4 there",
    );
    // DBA3-CITY-20: the series ends with the defender.
    at_city(
        "fighting",
        &format!("{three}; b1 4Sp at 20,12 south"),
        "civilians b city",
        "> a1 fights city (6 1)\n = b3 destroyed\n = a2 fights\n = a3 fights",
    );
    // DBA3-CONT-02, DBA3-CITY-24, DBA3-OUT-21: Elephants at the gate; another sacks for them.
    at_city(
        "fighting",
        "a1 El at 4.5,16 north; a2 4Sp at 3,16 north; b1 4Sp at 20,12 south",
        "civilians b city",
        "> a1 fights city (6 1)\n = a2 holds city\n = a1 there",
    );
    at_city(
        "fighting",
        "a1 El at 4.5,16 north; a2 4Sp at 9,12 north; b1 4Sp at 20,12 south",
        "civilians b city",
        "> a1 fights city (6 1)\n = stronghold a\n = sack none\n = lost b 1",
    );
    at_city(
        "fighting",
        "a1 El at 4.5,16 north; a2 4Sp at 9,12 north; b1 4Sp at 20,12 south",
        "civilians b city",
        "> a1 fights city (1 3)\n = a1 destroyed",
    );
    // DBA3-CITY-15: from the river before the walls.
    for (river, totals) in [("shallow", "8 8"), ("paltry", "8 7")] {
        at_city(
            "fighting",
            "a1 4Bd at 4,16 north; b1 4Sp at 20,12 south",
            &format!("civilians b city\n ground river 1 0,15.5 26,15.5\n rivers {river}"),
            &format!("> a1 fights city (3 3)\n = totals {totals}"),
        );
    }
}

#[test]
fn those_who_sack_are_no_garrison() {
    // DBA3-CITY-26, DBA3-CITY-04, DBA3-OUT-16: they fight without walls and are destroyed if beaten; the City is empty then.
    let attacked = |dice: &str, then: &str| {
        at_city(
            "fighting",
            "a1 3Kn holds city; b1 4Bd at 4,16 north",
            "player b\n holder a\n sack busy",
            &format!("> b1 fights city ({dice})\n {then}"),
        );
    };
    attacked(
        "3 3",
        "= totals 8 6\n = a1 destroyed\n = stronghold b\n = sack none\n = b1 at 4,16 north\n = lost b 0\n = lost a 1",
    );
    // DBA3-OUT-48
    attacked("6 1", "= totals 11 4\n = a1 destroyed\n = stronghold b\n = used DBA3-OUT-48\n = unused DBA3-OUT-16");
    // DBA3-OUT-05
    attacked("1 3", "= totals 6 6\n = a1 holds city");
    // DBA3-CITY-27, DBA3-CITY-28: they neither shoot nor are shot at.
    at_city(
        "shooting",
        "a1 4Bw holds city; b1 4Bw at 4,14 north",
        "player b\n holder a\n sack busy",
        "= b1 targets\n = a1 targets",
    );
    at_city(
        "shooting",
        "a1 4Bw holds city; b1 4Bw at 4,14 north",
        "player b\n holder a",
        "= b1 targets a1\n = a1 targets b1",
    );
    // DBA3-PIP-05, DBA3-CITY-04: nor do they pay more for leaving when they are free to go; a garrison does.
    for (who, sack, pips) in [("3Kn", "sack done", "5"), ("4Sp", "", "4")] {
        at_city(
            "moving",
            &format!("a1 {who} holds city; a2 4Sp general at 7,15 north; b1 4Sp at 20,5 south"),
            &format!("holder a\n {sack}"),
            &format!("> a1 go 4,15 south\n = a1 there\n = pips {pips}"),
        );
    }
    // DBA3-TZ-03: nor do they threaten.
    let passes = |more: &str, then: &str| {
        at_city(
            "moving",
            "a1 4Bw holds city; b1 4Bw at 4,15.5 north",
            &format!("player b\n holder a\n {more}"),
            &format!("> b1 go 5,15 east\n {then}"),
        )
    };
    passes("sack busy", "= b1 there");
    passes("", "! DBA3-TZ-04");
    at_city(
        "moving",
        "a1 4Bw at 4,15.5 north; b1 4Bw at 20,5 north",
        "civilians b city",
        "> a1 go 5,15 east\n ! DBA3-TZ-04",
    );
    at_city("moving", "a1 4Bw at 4,15.5 north; b1 4Bw at 20,5 north", "", "> a1 go 5,15 east\n = a1 there");
}

#[test]
fn a_garrison_comes_and_goes_and_civilians_stay() {
    // DBA3-CITY-05, DBA3-PIP-05: Civilians go on defending the City after it.
    at_city(
        "moving",
        "a1 4Sp at 20,5 north; b1 4Bd holds city; b2 4Sp general at 12,15 south",
        "player b",
        "> b1 go 4,15 south\n = b1 there\n = pips 4\n = b4 holds city",
    );
    // An element of their side may come in again, and they make way.
    at_city(
        "moving",
        "a1 4Sp at 20,5 north; b1 4Bd at 4.5,15 north; b2 4Sp general at 12,15 south",
        "player b\n civilians b city",
        "> b1 go 5,17 south\n = b1 holds city\n = b4 aside",
    );
    // DBA3-CITY-07: not one of the enemy, against whom they defend it; into an empty City it may, if it is Foot.
    at_city(
        "moving",
        "a1 4Bd at 4.5,15 north; b1 4Sp at 20,5 south",
        "civilians b city",
        "> a1 go 5,17 south\n ! DBA3-CITY-08",
    );
    at_city(
        "moving",
        "a1 4Bd at 4.5,15 north; b1 4Sp at 20,5 south",
        "",
        "> a1 go 5,17 south\n = a1 holds city\n = stronghold a\n = sack none\n = lost b 1",
    );
    for who in ["3Kn", "WWg", "4Sp ally"] {
        at_city(
            "moving",
            &format!("a1 {who} at 4.5,15 north; b1 4Sp at 20,5 south"),
            "",
            "> a1 go 5,17 south\n ! DBA3-CITY-07",
        );
    }
    // DBA3-CITY-06: a garrison that is shot leaves it to nobody.
    at_city(
        "shooting",
        "a1 Art at 4.5,13 north; b1 4Sp holds city; b2 4Sp at 20,5 south",
        "",
        "> a1 shoots b1 (6 1)\n = totals 10 9\n = b1 destroyed\n = b4 destroyed\n = stronghold b\n = lost b 1",
    );
}

#[test]
fn civilians_sally_if_friends_and_enemies_are_near() {
    // DBA3-CITY-11, DBA3-CITY-12, DBA3-CITY-13
    let sally = |with: &str, order: &str, then: &str| {
        at_city("moving", with, "player b\n civilians b city", &format!("> b3 go {order}\n {then}"));
    };
    sally("a1 4Sp at 4,14 north; b1 4Sp general at 10,17 west", "4.5,14.6 south", "= b3 there\n = stronghold b");
    sally("a1 4Sp at 4,14 north; b1 4Sp general at 10.1,17 west", "4.5,14.6 south", "! DBA3-CITY-12");
    sally("a1 4Sp at 4,13.9 north; b1 4Sp general at 10,17 west", "4.5,14.6 south", "! DBA3-CITY-12");
    sally("a1 4Sp at 4,12 north; b1 4Sp general at 10,17 west", "4.5,14.6 south", "! DBA3-CITY-12");
    // Three base widths, and no farther.
    at_city(
        "moving",
        "a1 4Sp at 1,14 north; b1 4Sp general at 10,17 west",
        "player b\n civilians b city",
        "
        > b3 go 5.5,14.6 south
        > end
        > end
        > end (6)
        > end
        > end
        > end (6)
        > b3 ahead 2
        > end
        > end
        > end (6)
        > end
        > end
        > end (6)
        > b3 ahead 0.4
        ! DBA3-CITY-13
        > b3 ahead 0.3
        = b3 there
        ",
    );
}

#[test]
fn a_city_surrenders_to_artillery_and_may_rise() {
    // DBA3-CITY-29, DBA3-CITY-31, DBA3-CITY-35
    let shot = |who: &str, dice: &str, then: &str| {
        at_city(
            "shooting",
            &format!("a1 {who} at 4.5,13.5 north; b1 4Sp at 20,5 south"),
            "civilians b city",
            &format!("> a1 shoots b3 ({dice})\n {then}"),
        );
    };
    shot(
        "Art",
        "4 3",
        "= totals 8 7\n = b3 destroyed\n = surrendered\n = stronghold a\n = a3 holds city\n = sack none\n = lost b 1\n = used DBA3-CITY-29",
    );
    shot("Art", "3 3", "= b3 holds city\n = loyal");
    // Others destroy them, and the City is empty.
    shot("4Bw", "6 1", "= b3 destroyed\n = loyal\n = stronghold b\n = lost b 0");
    // DBA3-CITY-30: an element of the enemy moves in, without a sack. DBA3-CITY-32: they do not sally.
    let lost = "holder a\n surrendered\n civilians a city";
    at_city(
        "moving",
        "a1 4Bd at 4.5,15 north; b1 4Sp at 20,5 south",
        lost,
        "> a1 go 5,17 south\n = a1 holds city\n = a3 aside\n = sack none\n = surrendered",
    );
    at_city("moving", "a1 4Bd at 4.5,15 north; b1 4Sp at 9,17 west", lost, "> a3 go 4.5,14 south\n ! DBA3-CITY-32");
    // And once it has gone, they hold the City again.
    at_city(
        "moving",
        "a1 4Bd holds city; b1 4Sp at 20,5 south",
        "holder a\n surrendered",
        "> a1 go 4.5,15 south\n = a3 holds city\n = stronghold a",
    );
    // DBA3-CITY-33, DBA3-CITY-34: for five PIPs, as the bound begins, and not against a garrison.
    let rise = |with: &str, more: &str, then: &str| {
        at_city(
            "summoning",
            &format!("{with}; b1 4Sp at 20,5 south"),
            &format!("player b\n holder a\n {more}"),
            &format!("> revolt\n {then}"),
        );
    };
    let puppets = "surrendered\n civilians a city";
    rise(
        "a1 4Bd at 4.5,12 north",
        &format!("{puppets}\n pips 5"),
        "= b3 holds city\n = a3 aside\n = stronghold b\n = loyal\n = pips 0\n = lost b 0",
    );
    rise("a1 4Bd at 4.5,12 north", &format!("{puppets}\n pips 4"), "! DBA3-CITY-33");
    rise("a1 4Bd holds city", "surrendered", "! DBA3-CITY-33");
    rise("a1 4Bd at 4.5,12 north", "", "! DBA3-CITY-33");
    // Shooting has destroyed the garrison of the enemy.
    rise("a1 4Bd destroyed", "surrendered", "= b3 holds city\n = stronghold b");
    at_city(
        "moving",
        "a1 4Bd at 4.5,12 north; b1 4Sp at 20,5 south",
        &format!("player b\n holder a\n {puppets}"),
        "> b1 ahead 1\n > revolt\n ! DBA3-CITY-33",
    );
}

#[test]
fn friends_pass_through_a_city() {
    // DBA3-CITY-08, DBA3-CITY-09, DBA3-FEAT-35: a PIP for each element, from gate to gate, whoever holds it.
    let column = "a1 4Sp at 20,5 north; b1 4Bd at 4.5,16 north; b2 4Bd at 4.5,15.5 north; b3 4Sp general at 9,14 north";
    for garrison in ["", "; b4 4Ax holds city"] {
        at_city(
            "moving",
            &format!("{column}{garrison}"),
            "player b",
            "
            > b1+b2 passes
            = pips 4
            = b2 at 4.5,18.502 north
            = b1 at 4.5,19.002 north
            = used DBA3-CITY-09
            > b3 passes
            ! DBA3-CITY-09
            > b1 ahead 1
            ! DBA3-MOVE-16
            ",
        );
    }
    at_city("moving", column, "player b", "> b1 passes\n = pips 5\n = b1 at 4.5,18.502 north\n = b2 there");
    // Not one that is not before the gate, nor through an enemy's City, nor where there is no room.
    at_city("moving", column, "player b", "> b3 passes\n ! DBA3-CITY-09");
    at_city("moving", column, "player b\n holder a", "> b1 passes\n ! DBA3-CITY-09");
    at_city("moving", &format!("{column}; b4 4Sp at 4.5,18.6 north"), "player b", "> b1 passes\n ! DBA3-CITY-09");
    // A City with one gate leads nowhere.
    show(
        "origin 0,0\n ground city 2,16 8,16 8,18 2,18 gate 5,16\n with a1 4Bd at 4.5,16 north; b1 4Sp at 20,20 south\n | |\n > a1 passes\n ! DBA3-CITY-09",
    );
    // Nobody else goes through (DBA3-CITY-08).
    at_city("moving", column, "player b", "> b1 ahead 1\n ! DBA3-CITY-08");
}
