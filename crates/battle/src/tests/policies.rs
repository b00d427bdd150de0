//! Policies: every variant that other games play, beside that of D3H2.

use musterfield_dice::{RolledDice, Roller};
use musterfield_terrain::layout::Edge;

use super::board::View;
use super::scene::{raised, show};
use super::script::Script;
use crate::legal::Course;
use crate::{Family, Members, Offer, Order, Player};

/// Plays a scenario by D3H2 as it is, and with another variant of a policy, perhaps with data that it needs; the rest of
/// the scenario differs.
fn differ(scene: &str, policy: &str, [usual, other]: [&str; 2]) {
    show(&format!("# {}, as it is\n{scene}\n{usual}", policy.lines().next().unwrap_or_default()));
    show(&format!("policy {policy}\n{scene}\n{other}"));
}

#[test]
fn the_invader_chooses_an_edge_or_rolls_for_one() {
    // D3H2-DEPL-06, HOTT25-DEPL-01
    let rolled = "
        policy base edge: rolled
        data play.toml: { name = \"own quarter\" -> { name = \"named edge\", score = [4, 6], rule = \"D3H2-DEPL-06\" }, { name = \"own quarter\"
        ";
    let scene = "with a1 Bd; b1 Bd\n phase edges\n player b\n bounds 0\n | |";
    let edge = |changes: &str, dice: &[u8]| {
        let script = Script::read(&format!("{changes}\n{scene}"));
        let mut battle = raised(&script, View { mirrored: false, quarters: 0, board: script.board });
        let mut dice = RolledDice::new(dice);
        battle.play(&Order::Edge(Edge::North), &mut dice).unwrap();
        assert_eq!(dice.roll(), None);
        let [a, b] = Player::ALL.map(|player| battle.side(player).edge.unwrap());
        assert_eq!(a, b.opposite());
        b
    };
    assert_eq!(edge("", &[]), Edge::North);
    let edges = [1, 2, 3, 4, 5, 6].map(|die| edge(rolled, &[die]));
    assert_eq!(edges, [Edge::East, Edge::South, Edge::West, Edge::North, Edge::North, Edge::North]);
}

#[test]
fn the_defender_or_the_invader_has_the_first_bound() {
    // D3H2-SEQ-01, DBA22-DEPL-08
    differ(
        "
        with a1 Bd at 1,1 north; b1 Bd at 1,9 south
        phase deployment
        bounds 0
        | |
        > end
        > end (3)
        = phase summoning
        ",
        "first bound: invader",
        ["= decides-side a", "= decides-side b"],
    );
}

#[test]
fn some_pay_more_unless_they_charge() {
    // D3H2-PIP-07, DBA3-PIP-03
    let chariots = "
        data play.toml: \"SCh\", \"Bh\", \"Hd\", \"WWg\", \"Art\"], rule = \"D3H2-PIP-07\" -> \"Bh\", \"Hd\"], rule = \"D3H2-PIP-07\"
        data play.toml: \"dear unless in contact\", of = [] -> \"dear unless in contact\", of = [\"SCh\"]
        ";
    let scene = "
        with a1 SCh at 1,1 north; a2 Bd general at 6,1 north; a3 Bh at 3,1 north; b1 Sp at 2,3 south; b2 Sp at 4,3 south
        pips 1
        | |
        > a1 ahead 1
        ! D3H2-PIP-07
        > a3 ahead 2
        ! D3H2-PIP-07
        > a1 ahead 2
        ";
    show(&format!("{scene}\n! D3H2-PIP-07"));
    show(&format!("{chariots}\n{scene}\n= pips 0\n = a1 at 1,3 north"));
    // Moves into contact are offered, and no others.
    let offered = |changes: &str| {
        let script = Script::read(&format!("{changes}\n{scene}"));
        let battle = raised(&script, View { mirrored: false, quarters: 0, board: script.board });
        let chariots = battle.id("a1".parse().unwrap()).unwrap();
        let moves = |order: &Order| matches!(order, Order::Move(of) if of.who == Members::one(chariots));
        let orders: Vec<Order> = battle.legal_orders().into_iter().filter(moves).collect();
        assert!(orders.iter().all(|order| battle.allows(order)));
        orders.len()
    };
    assert_eq!(offered(""), 0);
    assert_ne!(offered(chariots), 0);
}

#[test]
fn the_edge_of_the_table_overlaps_as_the_game_says() {
    // D3H2-CC-08, DBA3-TACT-16, HOTT25-TACT-04
    let by_edge = |ground: &str| {
        format!(
            "
            origin 0,5
            with a1 Sp at 0.5,1 north; b1 Sp at 1.5,1 south moved 1
            {ground}
            phase fighting
            | |
            > a1 fights b1 (4 4)
            "
        )
    };
    let (overlapped, free) = ("= a1 at 0.5,0.5 north\n = used D3H2-TACT-14", "= a1 at 0.5,1 north");
    differ(&by_edge(""), "edge of the table: overlaps nobody", [overlapped, free]);
    let in_good_going = "edge of the table: overlaps the unmoved in good going";
    differ(&by_edge(""), in_good_going, [overlapped, overlapped]);
    differ(&by_edge("ground scrub 0,0.2 4,0.2 4,0.8 0,0.8"), in_good_going, [overlapped, free]);
}

#[test]
fn rear_corners_overlap_or_front_corners_alone() {
    // D3H2-CC-02, DBA3-TACT-08
    for (at, by_front) in [("2.5,2 east", "unused"), ("3,1 south", "used")] {
        differ(
            &format!(
                "
                with a1 Sp at 1,1 north; b1 Sp at 2,1 south; b2 Sp at {at}
                phase fighting
                | |
                > a1 fights b1 (4 3)
                "
            ),
            "overlapping corners: front",
            ["= used D3H2-TACT-14", &format!("= {by_front} D3H2-TACT-14")],
        );
    }
}

#[test]
fn a_rear_counts_where_an_enemy_is_lined_up_with_it_or_with_any_part() {
    // D3H2-TACT-15, DBA3-TACT-11, HOTT25-TACT-04
    for (at, by_full) in [("1,0.5 north", "used"), ("1.4,0.5 north", "unused")] {
        differ(
            &format!(
                "
                with a1 Sp at 1,1 north; b1 Sp at 2,1 south; b2 Sp at {at}
                phase fighting
                | |
                > a1 fights b1 (4 3)
                "
            ),
            "contact with a rear: any",
            [&format!("= {by_full} D3H2-TACT-15"), "= used D3H2-TACT-15"],
        );
    }
}

#[test]
fn a_slope_is_judged_by_the_middles_or_by_the_front_edge() {
    // D3H2-TACT-12, DBA3-TACT-06
    let policy = "uphill: part above the front edge";
    for (ground, usual, other) in [
        // Both stand on the slope, b1 higher.
        ("-3,-3 6,-3 6,6 -3,6 crest -3,5 6,5", "used", "used"),
        // The foot of the hill lies behind the front edge of b1.
        ("-3,1.2 6,1.2 6,6 -3,6 crest -3,5 6,5", "used", "unused"),
        // Both stand beside the crest, which is as far from the one as from the other.
        ("-3,-3 6,-3 6,6 -3,6 crest 5,-2 5,5", "unused", "unused"),
        // The crest lies between them.
        ("-3,-3 6,-3 6,6 -3,6 crest -3,1 6,1", "unused", "unused"),
        // The crest runs through the base of b1, off its middle.
        ("-3,-3 6,-3 6,6 -3,6 crest 1,1.4 2,1.4", "used", "used"),
    ] {
        differ(
            &format!(
                "
                with a1 Ax at 1,1 north; b1 Ax at 2,1 south
                ground gentle_hill {ground}
                phase fighting
                | |
                > a1 fights b1 (3 3)
                "
            ),
            policy,
            [&format!("= {usual} D3H2-TACT-12"), &format!("= {other} D3H2-TACT-12")],
        );
    }
}

#[test]
fn one_recoils_by_its_class_or_by_its_base() {
    // D3H2-RECOIL-02, D3H2-RECOIL-03, HOTT25-RECOIL-01
    differ(
        "
        with a1 Cv at 1,1 north; b1 Sp at 2,1 south
        phase fighting
        | |
        > a1 fights b1 (3 4)
        ",
        "length of a recoil: own base depth",
        ["= decides a1\n > recoil 1\n = a1 at 1,0 north", "= phase fighting\n = a1 at 1,0.25 north"],
    );
    // Foot on a deep base.
    differ(
        "
        with a1 Hd at 1,1 north; b1 Bw at 2,3 south
        phase shooting
        player b
        | |
        > b1 shoots a1 (4 1)
        ",
        "length of a recoil: own base depth",
        ["= a1 at 1,0.5 north", "= a1 at 1,0.25 north"],
    );
}

/// The recoil that destroys, with the clauses that it needs.
const DESTROYS: &str = r#"recoil into an element: destroys
    data play.toml: clause = [ -> clause = [\n{ name = "recoil into an enemy", rule = "D3H2-RECOIL-16" }, { name = "recoil into one who faces aside", rule = "D3H2-RECOIL-16" }, { name = "recoil into one who stays", rule = "D3H2-RECOIL-16" },"#;

#[test]
fn an_enemy_at_a_rear_corner_attacks_or_stands_there() {
    // D3H2-RECOIL-16, DBA3-OUT-59
    let beaten = |other: &str| {
        format!(
            "
            with a1 Sp at 1,1 north; b1 Sp at 2,1 south; b2 Sp at {other}
            phase fighting
            | |
            > a1 fights b1 (2 4)
            "
        )
    };
    let policy = "enemy at a rear corner: does not attack";
    differ(&beaten("3,0.5 south"), policy, ["= a1 destroyed", "= a1 at 1,0.5 north"]);
    differ(&beaten("1,0.5 south"), policy, ["= a1 destroyed", "= a1 at 1,0.5 north"]);
    differ(&beaten("3,0.4 south"), policy, ["= a1 at 1,0.5 north"; 2]);
    differ(&beaten("2,0 west"), policy, ["= a1 destroyed"; 2]);
}

#[test]
fn a_recoil_ends_at_others_or_is_the_end() {
    // D3H2-RECOIL-15, HOTT25-RECOIL-03, HOTT25-RECOIL-05, HOTT25-RECOIL-07
    let beaten = |others: &str| {
        format!(
            "
            with a1 Sp at 1,1 north; b1 Sp at 2,1 south; {others}
            phase fighting
            | |
            > a1 fights b1 (1 4)
            "
        )
    };
    let policy = DESTROYS;
    let ends = ["= a1 there\n = used D3H2-RECOIL-15", "= a1 destroyed"];
    // An enemy, a friend that faces another way, and one that is never pushed.
    differ(&beaten("b2 Sp at 2,-0.2 south"), policy, ends);
    differ(&beaten("a2 Bd at 2,0.3 east"), policy, ends);
    differ(&beaten("a2 WWg at 1,0.3 north"), policy, ends);
    // Friends are pushed back and passed through as before, and an element that meets nobody recoils.
    differ(&beaten("a2 Bd at 1,0.3 north"), policy, ["= a1 at 1,0.5 north\n = a2 at 1,0 north"; 2]);
    differ(&beaten("b2 Sp at 2,-0.6 south"), policy, ["= a1 at 1,0.5 north"; 2]);
    // Where they touch from the start, it is destroyed by both.
    differ(&beaten("a2 WWg at 1,0.5 north"), policy, ["= a1 destroyed"; 2]);
}

#[test]
fn whoever_is_pushed_pushes_nobody_or_those_behind_it() {
    // D3H2-RECOIL-11, DBA3-RECOIL-16, HOTT25-RECOIL-06
    let beaten = |others: &str| {
        format!(
            "
            with a1 Sp at 1,1 north; b1 Sp at 2,1 south; {others}
            phase fighting
            | |
            > a1 fights b1 (1 4)
            "
        )
    };
    let policy = "pushed friends: push others";
    let pushed = "= a1 at 1,0.5 north\n = a2 at 1,0 north";
    differ(
        &beaten("a2 Bd at 1,0.5 north; a3 Bd at 1,0 north"),
        policy,
        ["= a1 destroyed\n = a3 at 1,0 north", &format!("{pushed}\n = a3 at 1,-0.5 north")],
    );
    // A gap before the last is closed first.
    differ(
        &beaten("a2 Bd at 1,0.5 north; a3 Bd at 1,-0.2 north"),
        policy,
        ["= a1 destroyed", &format!("{pushed}\n = a3 at 1,-0.5 north")],
    );
    // Nobody pushes one that faces aside.
    differ(&beaten("a2 Bd at 1,0.5 north; a3 Bd at 1.5,0 east"), policy, ["= a1 destroyed"; 2]);
}

#[test]
fn one_recoils_through_friends_by_its_type_or_as_it_moves() {
    // D3H2-RECOIL-05 to 09, HOTT25-RECOIL-04
    let beaten = |who: &str, friend: &str, facing: &str| {
        format!(
            "
            with a1 {who} at 1,1 north; a2 {friend} at {facing}; b1 Sp at 2,1 south
            phase fighting
            | |
            > a1 fights b1 (2 5)
            "
        )
    };
    let policy = "recoil through friends: as in moves";
    // Blades pass through Blades in a recoil alone, and push them in the other game.
    differ(
        &beaten("Bd", "Bd", "1,0.5 north"),
        policy,
        ["= a1 at 1,0 north\n = a2 there", "= a1 at 1,0.5 north\n = a2 at 1,0 north"],
    );
    // Mages pass through every friend in moves, whether it looks ahead or back.
    differ(&beaten("Mg", "Sp", "1,0 north"), policy, ["= a2 at 1,-0.25 north", "= a1 at 1,-0.5 north\n = a2 there"]);
    differ(&beaten("Mg", "Sp", "2,-0.5 south"), policy, ["= used D3H2-RECOIL-15", "= a1 at 1,-0.5 north\n = a2 there"]);
    differ(&beaten("Mg", "Sp", "1.5,0 east"), policy, ["= used D3H2-RECOIL-15", "= a1 at 1,-1 north\n = a2 there"]);
}

#[test]
fn some_trample_all_and_others_all_but_a_few() {
    // D3H2-RECOIL-12, D3H2-RECOIL-14, HOTT25-RECOIL-02, HOTT25-RECOIL-06, HOTT25-RECOIL-07
    let beaten = |other: &str| {
        format!(
            "
            with a1 Bh at 1,2 north; b1 Sp at 2,2 south; {other}
            phase fighting
            | |
            > a1 fights b1 (1 4)
            "
        )
    };
    let hordes = &format!(
        "
        policy {DESTROYS}
        data play.toml: \"not crushed\", of = [] -> \"not crushed\", of = [\"Bh\", \"Aerial\", \"Sk\"]
        data play.toml: \"pushing all\", of = [] -> \"pushing all\", of = [\"Bh\", \"Dg\", \"Gd\"]
        "
    );
    for (other, usual, changed) in [
        ("a2 Bd at 1,0.8 north", "= a1 at 1,1 north\n = a2 destroyed", "= a1 at 1,1 north\n = a2 destroyed"),
        ("a2 Bh at 1,0.8 north", "= a1 destroyed\n = a2 destroyed", "= a1 at 1,1 north\n = a2 at 1,0 north"),
        ("b2 Bh at 2,-0.2 south", "= a1 destroyed\n = b2 destroyed", "= a1 destroyed\n = b2 there"),
    ] {
        show(&format!("{}\n{usual}", beaten(other)));
        show(&format!("{hordes}\n{}\n{changed}", beaten(other)));
    }
}

#[test]
fn one_flees_from_the_spot_or_goes_back_first_and_finds_a_way() {
    // D3H2-FLEE-01, D3H2-FLEE-06, D3H2-FLEE-09, HOTT25-FLEE-01, HOTT25-FLEE-02
    let hordes = "
        policy flight: recoils, then runs
        data play.toml: { name = \"own quarter\" -> { name = \"flight\", distance = 6, rule = \"D3H2-FLEE-01\" }, { name = \"own quarter\"
        ";
    let flees = |others: &str| {
        format!(
            "
            with a1 Bw at 1,1 north; b1 Ps at 2,3 south; {others}
            phase shooting
            | |
            > a1 shoots b1 (6 1)
            "
        )
    };
    let differ = |others: &str, usual: &str, other: &str| {
        show(&format!("{}\n{usual}", flees(others)));
        show(&format!("{hordes}\n{}\n{other}", flees(others)));
    };
    let nobody = "b2 Bd at 5,-5 south";
    differ(nobody, "= b1 at 1,6.5 north", "= b1 at 1,9.5 north");
    // An enemy in the way is met by the one; the other turns aside, to the left where that is less.
    differ("a2 Bd at 1.5,6.2 north", "= used D3H2-FLEE-05", "= b1 at -0.472,9.175 345");
    // Water bars the way straight on, and in the second case every way.
    differ(
        &format!("{nobody}\n ground waterway -8,6 18,6 18,8 -8,8"),
        "= b1 at 1,5.996 north",
        "= unused D3H2-FLEE-06",
    );
    let pit = "ground waterway -1,4.8 4,4.8 4,6 -1,6\n ground waterway -1,1 0.5,1 0.5,5 -1,5\n ground waterway 2.5,1 4,1 4,5 2.5,5";
    differ(&format!("{nobody}\n {pit}"), "= b1 at 1,4.796 north", "= b1 at 1,4.796 north\n = used D3H2-FLEE-06");
    differ(&format!("{nobody}\n ground river 1 -8,5 18,5"), "= b1 destroyed", "= b1 there");
    // Off the table it is lost.
    differ(&format!("{nobody}\n origin 8,16"), "= b1 fled", "= b1 fled");
}

#[test]
fn a_victor_pursues_by_the_table_or_by_its_base() {
    // D3H2-PURS-04, DBA22-PURS-01
    for (pursuer, beaten, row, [by_table, by_base]) in [
        ("Kn", "Sp", r#"by = ["not Ps"]"#, ["2", "1.75"]),
        // A base is 1 BW deep or more.
        ("Bh", "Art", r#""Bs", "Hd"]"#, ["2", "2"]),
        ("Wb", "Sp", r#"by = ["Foot", "not Ps"]"#, ["1.5", "1.5"]),
    ] {
        let scene = format!(
            "
            with a1 {pursuer} at 1,1 north; b1 {beaten} at 2,1 south
            phase fighting
            | |
            > a1 fights b1 (6 1)
            = b1 destroyed
            "
        );
        show(&format!("{scene}\n= a1 at 1,{by_table} north"));
        let bw = if pursuer == "Wb" { "0.5" } else { "1" };
        let change = format!("data combat.toml: {row}\\nbw = {bw} -> {row}\\nown_depth = true");
        show(&format!("{change}\n{scene}\n= a1 at 1,{by_base} north"));
    }
}

#[test]
fn one_pursues_out_of_bad_going_or_stays_in_it() {
    // D3H2-PURS-06, DBA3-PURS-05
    for (going, stays) in [("woods", "1,1"), ("marsh", "1,1.5"), ("scrub", "1,1.5")] {
        differ(
            &format!(
                "
                with a1 Wb at 1,1 north; b1 Hd at 2,1 south
                ground {going} -3,-3 6,-3 6,0.9 -3,0.9
                phase fighting
                | |
                > a1 fights b1 (4 1)
                = b1 destroyed
                "
            ),
            "start of a pursuit: not in bad going",
            ["= a1 at 1,1.5 north", &format!("= a1 at {stays} north")],
        );
    }
}

/// The defeat that a general or a Stronghold decides, with the unit of losses that it leaves to the players.
const BY_GENERAL: &str = r#"defeat: losses, general or Stronghold
    data play.toml: [[reading]] -> [[reading]]\nid = "losses"\nname = "Losses"\nvalues = [{ id = "elements", words = "elements" }, { id = "points", words = "AP" }]\nrule = "D3H2-WIN-01"\n\n[[reading]]"#;

#[test]
fn a_lost_general_is_a_lost_battle_if_the_loss_is_the_greater_one() {
    // D3H2-WIN-01, HOTT25-WIN-02
    let policy = BY_GENERAL;
    let lost = |others: &str| {
        format!(
            "
            with a1 Bd general destroyed; a2 Bd at 1,1 north; b1 Bd at 1,9 south; {others}
            phase fighting
            | |
            "
        )
    };
    differ(&lost("b2 Ps destroyed"), policy, ["> end (3)", "> end\n = phase won-by-b"]);
    differ(&lost("b2 Hr destroyed"), policy, ["> end (3)"; 2]);
    differ(&lost("a3 Hr destroyed; a4 Kn destroyed; a5 Kn destroyed"), policy, ["> end\n = phase won-by-b"; 2]);
}

#[test]
fn a_fallen_stronghold_costs_four_or_the_battle() {
    // D3H2-WIN-05, HOTT25-WIN-01
    differ(
        "
        origin 0,0
        with a1 Kn at 4,18 north; a2 Bd destroyed; a3 Hr destroyed; b1 Kn at 9.5,19 west
        ground stronghold 2,18 8,18 8,20 2,20 gate 4.5,18 edge north
        defender b
        phase fighting
        | |
        > a1 fights stronghold (6 1)
        = stronghold a
        ",
        BY_GENERAL,
        ["> end (6)\n = phase summoning", "> end\n = phase won-by-a"],
    );
}

#[test]
fn where_elements_are_counted_half_of_them_break_an_army() {
    // HOTT25-WIN-03
    for (third, lost, end) in
        [("destroyed", "2", "> end\n = phase won-by-b"), ("at 5,1 north", "1", "> end (3)\n = phase summoning")]
    {
        show(&format!(
            "
            # HOTT25-WIN-03
            data army.toml: lost_at = [[24, 12]] -> lost_share = [1, 2]
            with a1 Hr destroyed; a2 Bd at 1,1 north; a3 Ps {third}; b1 Bd at 1,9 south
            phase fighting
            | |
            = lost a {lost}
            = lost b 0
            {end}
            "
        ));
    }
}

#[test]
fn empty_walls_defend_themselves_or_are_open_to_all() {
    // D3H2-BUA-08, DBA3-CITY-07
    let scene = "
        origin 0,0
        with a1 Sp at 4,17.5 north; a2 Kn general at 9,17 north; b1 Sp at 6,16.9 west; b2 Hd at 20,19 south
        ground stronghold 2,18 8,18 8,20 2,20 gate 4.5,18 edge north
        defender b
        ";
    let open = "policy empty walls: open";
    // Walls that defend themselves are assaulted.
    show(&format!("{scene}\n| |\n > a1 ahead 0.5\n > end\n > end\n = a1 fights stronghold"));
    // Open ones are entered, held and left again; the next to come has them.
    show(&format!(
        "
        {open}
        {scene}
        | |
        > a1 go 4,19 north
        = a1 holds stronghold
        = stronghold a
        = lost b 4
        > end
        > end
        > end (6)
        > end
        > end
        > end (6)
        > a1 go 4.2,17.5 south
        = a1 at 4.2,17.5 south
        = lost b 4
        = stronghold a
        > end
        > end
        > end (6)
        > b1 go 4,19 south
        = b1 holds stronghold
        = stronghold b
        = lost b 0
        "
    ));
    // They neither threaten nor fight those before them.
    show(&format!("{open}\n{scene}\n| |\n > a1 ahead 0.5\n > end\n > end\n = a1 fights\n > end (6)"));
    // The way in is offered.
    for (changes, is_offered) in [("", false), (open, true)] {
        let script = Script::read(&format!("{changes}\n{scene}\n| |"));
        let battle = raised(&script, View { mirrored: false, quarters: 0, board: script.board });
        let leads_in = |offer: &Offer| matches!(offer, Offer::Move(Family { course: Course::Into(..), .. }));
        assert_eq!(battle.offers().iter().any(leads_in), is_offered);
    }
}
