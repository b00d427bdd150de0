//! The rules about kinds of features, their sizes and distances, entered here a second time in plain form.

use std::fmt::Write as _;

use musterfield_rules::terrain::{Bua, Kind, QuarterCrossing, SizeLimits};
use musterfield_rules::troop::Cited;
use musterfield_rules::{RuleId, book};

use super::terrain::rules;

/// Going, whether a river may cross it, and whether it extends into another quarter, for each kind.
#[test]
fn kinds_have_the_going_of_the_rules() {
    // D3H2-FEAT-10, D3H2-FEAT-11, D3H2-FEAT-12, D3H2-FEAT-15, D3H2-FEAT-16, D3H2-FEAT-17, D3H2-FEAT-18.
    let d3h2 = "bua -; plough good D3H2-FEAT-17 river; enclosures rough D3H2-FEAT-16 river; scrub rough D3H2-FEAT-16 river; \
                boggy rough D3H2-FEAT-16 river; rocky rough D3H2-FEAT-16 river; difficult_hill bad D3H2-FEAT-15; \
                gentle_hill good D3H2-FEAT-17; woods bad D3H2-FEAT-15 river; marsh bad D3H2-FEAT-15 river; \
                dunes bad D3H2-FEAT-15; oasis bad D3H2-FEAT-15 river; gully bad D3H2-FEAT-15 river; \
                river good D3H2-FEAT-12; road good D3H2-FEAT-17; waterway water D3H2-FEAT-10";
    // DBA3-FEAT-14, DBA3-FEAT-31, DBA3-FEAT-38, DBA3-FEAT-40, DBA3-FEAT-41, DBA3-FEAT-42, DBA3-FEAT-46.
    let dba3 = "bua -; plough good DBA3-FEAT-38 river; enclosures rough DBA3-FEAT-40 river; scrub rough DBA3-FEAT-40 river; \
                boggy rough DBA3-FEAT-40 river; rocky rough DBA3-FEAT-40 river; difficult_hill bad DBA3-FEAT-41; \
                gentle_hill good DBA3-FEAT-42; woods bad DBA3-FEAT-41 river; marsh bad DBA3-FEAT-41 river; \
                dunes bad DBA3-FEAT-41; oasis bad DBA3-FEAT-41 river; gully bad DBA3-FEAT-41 river; \
                river good DBA3-FEAT-14; road good DBA3-FEAT-42; waterway water DBA3-FEAT-46";
    let dba22 = "bua -; rough bad DBA22-TERR-18 river; difficult_hill bad DBA22-TERR-18; gentle_hill good DBA22-TERR-18; \
                 woods bad DBA22-TERR-18 river; marsh bad DBA22-TERR-18 river; dunes bad DBA22-TERR-18; \
                 oasis bad DBA22-TERR-18 river; river good DBA3-FEAT-14; road good DBA22-TERR-18; \
                 waterway water DBA3-FEAT-46";
    // HOTT25-MOVE-01: there is no rough going.
    let hott25 = "bua -; plough good D3H2-FEAT-17 river; enclosures bad HOTT25-MOVE-01 river; \
                  scrub bad HOTT25-MOVE-01 river; boggy bad HOTT25-MOVE-01 river; rocky bad HOTT25-MOVE-01 river; \
                  difficult_hill bad D3H2-FEAT-15; gentle_hill good D3H2-FEAT-17; woods bad D3H2-FEAT-15 river; \
                  marsh bad D3H2-FEAT-15 river; dunes bad D3H2-FEAT-15; oasis bad D3H2-FEAT-15 river; \
                  gully bad D3H2-FEAT-15 river; river good D3H2-FEAT-12; road good D3H2-FEAT-17; \
                  waterway water D3H2-FEAT-10";
    for (ruleset, typed, crossed) in [
        ("d3h2", d3h2, "D3H2-FEAT-11"),
        ("dba3", dba3, "DBA3-FEAT-31"),
        ("dba22", dba22, "DBA3-FEAT-31"),
        ("hott25", hott25, "D3H2-FEAT-11"),
    ] {
        let found = rules(ruleset).features().iter().map(|feature| {
            let mut told = format!("{} ", feature.kind);
            match &feature.going {
                None => told.push('-'),
                Some(Cited { value: is, rule }) => write!(told, "{is} {rule}").unwrap(),
            }
            if let Some(river) = &feature.river {
                assert_eq!(river.rule.as_str(), crossed, "{ruleset} {}", feature.kind);
                told.push_str(if river.value { " river" } else { "" });
            }
            assert_eq!(
                feature.straight,
                matches!(feature.kind, Kind::Bua | Kind::Plough),
                "{ruleset} {}",
                feature.kind
            );
            told
        });
        assert_eq!(found.collect::<Vec<_>>().join("; "), typed, "{ruleset}");
    }
}

/// D3H2-FEAT-03, DBA3-FEAT-23, DBA3-FEAT-24, DBA3-FEAT-25.
#[test]
fn only_plough_and_gentle_hills_reach_into_another_quarter() {
    for (ruleset, plough, hill, others) in [
        ("d3h2", "D3H2-FEAT-03", "D3H2-FEAT-03", "D3H2-FEAT-03"),
        ("dba3", "DBA3-FEAT-23", "DBA3-FEAT-24", "DBA3-FEAT-25"),
        ("dba22", "", "DBA3-FEAT-24", "DBA3-FEAT-25"),
        ("hott25", "D3H2-FEAT-03", "D3H2-FEAT-03", "D3H2-FEAT-03"),
    ] {
        for feature in rules(ruleset).features() {
            let typed = match feature.kind {
                Kind::Plough => (QuarterCrossing::Must, plough),
                Kind::GentleHill => (QuarterCrossing::SmallerPart, hill),
                _ => (QuarterCrossing::Never, others),
            };
            assert_eq!((feature.across, feature.across_rule.as_str()), typed, "{ruleset} {}", feature.kind);
        }
    }
}

/// Sizes in thousandths of a BW: minimum, maximum, sum, ratio (minimum and maximum), small, and the rules of all.
fn size(limits: &SizeLimits) -> String {
    let pair = |(length, width): (i64, i64)| format!("{length}x{width}");
    let ratio =
        [limits.least_ratio, limits.most_ratio].map(|ratio| ratio.map_or("-".to_owned(), |times| times.to_string()));
    format!(
        "{} {} | {} {} {} | {} {} | {}",
        pair(limits.least),
        limits.rule,
        limits.most.map_or("-".to_owned(), pair),
        limits.sum.map_or("-".to_owned(), |sum| sum.to_string()),
        limits.most_rule,
        ratio.join(" "),
        limits.ratio_rule,
        limits.small.as_ref().map_or("-".to_owned(), |small| format!("{} {}", pair(small.value), small.rule)),
    )
}

/// Borrowed limits (the ratio in DBA 3.0, everything in DBA 2.2 and HOTT 2.5) have the ids of the game they come from.
#[test]
fn features_are_as_long_and_wide_as_the_rules_say() {
    const D3H2: &str = "3000x1500 D3H2-FEAT-06 | - 9000 D3H2-FEAT-06 | - 2 D3H2-FEAT-06 | 1000x1000 D3H2-FEAT-06";
    const DBA3: &str =
        "3000x1500 DBA3-FEAT-04 | 6000x3000 9000 DBA3-FEAT-03 | - 2 D3H2-FEAT-06 | 1000x1000 DBA3-FEAT-05";
    let gully = |ruleset: &str| size(rules(ruleset).size(Kind::Gully, None).unwrap());
    for (ruleset, area) in [("d3h2", D3H2), ("dba3", DBA3), ("dba22", DBA3), ("hott25", D3H2)] {
        for feature in rules(ruleset).features() {
            let has_size = !feature.kind.is_linear() && feature.kind != Kind::Bua;
            assert_eq!(feature.size.is_some(), has_size, "{ruleset} {}", feature.kind);
            if let Some(limits) = feature.size.as_ref().filter(|_| feature.kind != Kind::Gully) {
                assert_eq!(size(limits), area, "{ruleset} {}", feature.kind);
            }
        }
    }
    assert_eq!(gully("d3h2"), "3000x1000 D3H2-FEAT-07 | 7000x2250 9000 D3H2-FEAT-07 | 3 - D3H2-FEAT-07 | -");
    assert_eq!(gully("dba3"), "3000x1000 DBA3-FEAT-02 | 7000x2000 - DBA3-FEAT-01 | 3 - D3H2-FEAT-07 | -");
    let bua = |ruleset: &str, bua| size(&rules(ruleset).bua(bua).unwrap().size);
    assert_eq!(bua("d3h2", Bua::Stronghold), "2000x2000 D3H2-BUA-04 | 6000x6000 - D3H2-BUA-04 | - - D3H2-BUA-04 | -");
    assert_eq!(bua("d3h2", Bua::Hamlet), D3H2);
    assert_eq!(bua("dba3", Bua::City), "3000x1500 DBA3-FEAT-04 | 6000x3000 9000 DBA3-FEAT-06 | - 2 D3H2-FEAT-06 | -");
    assert_eq!(bua("dba3", Bua::Fort), "3000x1500 DBA3-FEAT-07 | 6000x3000 9000 DBA3-FEAT-03 | - 2 D3H2-FEAT-06 | -");
    for (ruleset, kind) in [("dba3", Bua::Hamlet), ("dba3", Bua::Edifice), ("dba22", Bua::City), ("dba22", Bua::Hamlet)]
    {
        assert_eq!(bua(ruleset, kind), DBA3, "{ruleset} {kind}");
    }
}

/// D3H2-FEAT-26: no Edifices in D3H2. DBA22-TERR-19: towns only.
#[test]
fn what_a_bua_can_be_is_as_ruled() {
    let told = |ruleset: &str| -> Vec<String> {
        let buas = rules(ruleset).buas().iter().map(|bua| {
            let mut told = bua.bua.to_string();
            for (name, rule) in [
                ("touches", &bua.touches),
                ("gate", &bua.gate),
                ("through", &bua.roads_through),
                ("camp", &bua.camp),
                ("edge", &bua.home_edge),
            ] {
                if let Some(rule) = rule {
                    write!(told, " {name} {rule}").unwrap();
                }
            }
            if let Some(Cited { value: is, rule }) = &bua.near_edges {
                write!(told, " near {is} {rule}").unwrap();
            }
            if let Some(Cited { value: is, rule }) = &bua.going {
                write!(told, " {is} {rule}").unwrap();
            }
            told
        });
        buas.collect()
    };
    assert_eq!(
        told("d3h2"),
        [
            "stronghold touches D3H2-BUA-03 gate D3H2-BUA-04 camp D3H2-BUA-05 edge D3H2-BUA-03 near 6000 D3H2-BUA-03",
            "hamlet rough D3H2-FEAT-16",
        ]
    );
    assert_eq!(
        told("dba3"),
        [
            "city gate DBA3-FEAT-35 through DBA3-FEAT-35 camp DBA3-DEPL-11 near 6000 DBA3-FEAT-29",
            "fort gate DBA3-CONT-02 near 6000 DBA3-FEAT-29",
            "hamlet rough DBA3-FEAT-40",
            "edifice camp DBA3-FEAT-08 bad DBA3-FEAT-41",
        ]
    );
    assert_eq!(told("dba22"), ["city", "hamlet"]);
    assert_eq!(told("hott25"), ["hamlet bad HOTT25-MOVE-01"]);
}

/// All lengths other than those of areas.
#[test]
fn distances_and_widths_are_those_of_the_rules() {
    let told = |ruleset: &str| {
        let rules = rules(ruleset);
        let (river, road, water) = (&rules.river, &rules.road, &rules.waterway);
        let cited = |length: &Cited<i64>| format!("{} {}", length.value, length.rule);
        [
            format!("gap {}, edge {}", cited(&rules.gap), cited(&rules.edge_gap)),
            format!("river {} {}, {} {}", river.width, river.width_rule, river.from_edges, river.rule),
            format!(
                "road {} {}, {} {} {} {}",
                road.width, road.width_rule, road.rule, road.not_in_water, road.second, road.crossing
            ),
            format!(
                "waterway {:?} {} {:?} {}, beach {} {}",
                water.depth, water.deepest, water.deep_share, water.rule, water.beach, water.beach_rule
            ),
        ]
    };
    assert_eq!(
        told("d3h2"),
        [
            "gap 1000 D3H2-FEAT-05, edge 1000 D3H2-FEAT-05",
            "river 1000 D3H2-FEAT-11, 4000 D3H2-FEAT-11",
            "road 500 D3H2-FEAT-13, D3H2-FEAT-13 D3H2-FEAT-13 D3H2-FEAT-13 D3H2-FEAT-13",
            "waterway (1000, 3000) 4000 (1, 2) D3H2-FEAT-09, beach 2000 D3H2-FEAT-09",
        ]
    );
    let dba3 = [
        "gap 1000 DBA3-FEAT-26, edge 1000 DBA3-FEAT-27",
        "river 1000 DBA3-FEAT-13, 4000 DBA3-FEAT-30",
        "road 500 DBA3-FEAT-15, DBA3-FEAT-32 DBA3-FEAT-33 DBA3-FEAT-36 DBA3-FEAT-34",
        "waterway (1000, 3000) 4000 (1, 2) DBA3-FEAT-10, beach 2000 DBA3-FEAT-11",
    ];
    assert_eq!(told("dba3"), dba3);
    assert_eq!(told("dba22"), dba3);
    assert_eq!(told("hott25"), told("d3h2"));
}

#[test]
fn the_procedure_names_its_rules() {
    let told = |ruleset: &str| {
        let p = &rules(ruleset).procedure;
        [&p.choice, &p.quarters, &p.first.rule, &p.die.rule, &p.discard, &p.inside, &p.linear, &p.curved, &p.bua]
            .map(RuleId::as_str)
            .join(" ")
    };
    assert_eq!(
        told("d3h2"),
        "D3H2-TERR-01 D3H2-TERR-23 D3H2-FEAT-01 D3H2-FEAT-02 D3H2-FEAT-02 D3H2-FEAT-03 D3H2-FEAT-04 D3H2-FEAT-08 D3H2-BUA-01"
    );
    assert_eq!(
        told("dba3"),
        "DBA3-TERR-01 DBA3-FEAT-19 DBA3-FEAT-17 DBA3-FEAT-19 DBA3-FEAT-22 DBA3-FEAT-25 DBA3-FEAT-23 DBA3-FEAT-09 DBA3-TERR-72"
    );
    assert_eq!(
        told("dba22"),
        "DBA22-DEPL-02 DBA3-FEAT-19 DBA3-FEAT-17 DBA3-FEAT-19 DBA3-FEAT-22 DBA3-FEAT-25 DBA3-FEAT-23 DBA3-FEAT-09 DBA22-TERR-19"
    );
    assert_eq!(
        told("hott25"),
        "HOTT25-TERR-01 D3H2-TERR-23 D3H2-FEAT-01 D3H2-FEAT-02 D3H2-FEAT-02 D3H2-FEAT-03 D3H2-FEAT-04 D3H2-FEAT-08 D3H2-BUA-01"
    );
    for ruleset in ["d3h2", "dba3", "dba22", "hott25"] {
        assert_eq!(rules(ruleset).procedure.fixed.as_ref().unwrap().as_str(), "D3H2-TERR-22");
    }
}

#[test]
fn camps_and_deployment_are_as_ruled() {
    let camp = |ruleset: &str| {
        let camp = rules(ruleset).camp.as_ref().unwrap();
        format!(
            "{} {} {} | {:?} {:?} {:?} {} | {}",
            camp.rule, camp.from_sides, camp.sides_rule, camp.least, camp.most, camp.sum, camp.size_rule, camp.touches
        )
    };
    assert_eq!(camp("d3h2"), "D3H2-CAMP-01 4000 D3H2-CAMP-01 | (1000, 0) None Some(4000) D3H2-CAMP-02 | D3H2-CAMP-01");
    let dba3 = "DBA3-DEPL-08 4000 DBA3-DEPL-09 | (1000, 500) Some((3000, 1000)) None DBA3-FEAT-08 | DBA3-DEPL-10";
    assert_eq!((camp("dba3").as_str(), camp("dba22").as_str()), (dba3, dba3));
    let zones = |ruleset: &str| {
        let zones = &rules(ruleset).deployment;
        let cited = |length: &Cited<i64>| format!("{} {}", length.value, length.rule);
        let sides: Vec<String> = zones.sides.iter().map(|side| format!("{} {}", side.distance, side.rule)).collect();
        let stronghold = zones.from_stronghold.as_ref().map_or("-".to_owned(), cited);
        format!("{:?} {} | {stronghold} | {}", zones.depth.value, zones.depth.rule, sides.join(", "))
    };
    assert_eq!(
        zones("d3h2"),
        "FromCentre(3000) D3H2-DEPL-10 | 1000 D3H2-DEPL-11 | 2000 D3H2-DEPL-12, 4000 D3H2-DEPL-12"
    );
    assert_eq!(
        zones("dba3"),
        "FromCentre(3000) DBA3-DEPL-16 | 1000 DBA3-DEPL-19 | 2000 DBA3-DEPL-17, 4000 DBA3-DEPL-18"
    );
    assert_eq!(
        zones("hott25"),
        "FromEdge(3810) HOTT25-DEPL-03 | 1000 D3H2-DEPL-11 | 2000 D3H2-DEPL-12, 4000 D3H2-DEPL-12"
    );
    assert!(rules("hott25").camp.is_none(), "a Stronghold instead");
    let stronghold = |ruleset: &str| rules(ruleset).deployment.stronghold.as_ref().map(RuleId::as_str);
    assert_eq!(["d3h2", "hott25"].map(stronghold), [None, Some("HOTT25-DEPL-02")]);
    // 600 paces from an edge, whatever the table: 6 inches in thousandths of 40 mm.
    let zone = &rules("hott25").deployment;
    assert_eq!([15_000, 20_000, 7_000].map(|across| zone.deep(across)), [3810, 3810, 3500]);
    assert_eq!([15_000, 7_000].map(|across| zone.from_centre(across)), [3690, 0]);
    assert_eq!(rules("d3h2").deployment.deep(15_000), 4500);
    assert_eq!(zones("dba22"), "FromCentre(3000) DBA3-DEPL-16 | - | 2000 DBA3-DEPL-17, 4000 DBA3-DEPL-18");
}

#[test]
fn base_edges_are_found_as_ruled() {
    let told = |ruleset: &str| {
        let edges = &rules(ruleset).edges;
        let all = [
            Some(&edges.defender),
            Some(&edges.ties),
            Some(&edges.terrain_first),
            edges.numbered.as_ref(),
            edges.stronghold.as_ref(),
            edges.road.as_ref().map(|road| &road.rule),
            edges.waterway.as_ref(),
            Some(&edges.opposite),
            edges.camps.as_ref(),
            edges.long.as_ref(),
        ];
        all.map(|rule| rule.map_or("-", RuleId::as_str)).join(" ")
    };
    assert_eq!(
        told("d3h2"),
        "D3H2-DEPL-01 D3H2-DEPL-02 D3H2-DEPL-03 - D3H2-DEPL-04 D3H2-DEPL-05 D3H2-DEPL-06 D3H2-DEPL-07 D3H2-DEPL-08 -"
    );
    assert_eq!(
        told("dba3"),
        "DBA3-DEPL-01 DBA3-DEPL-01 DBA3-DEPL-02 - - DBA3-DEPL-04 DBA3-DEPL-05 DBA3-DEPL-06 DBA3-DEPL-07 DBA3-BB-20"
    );
    assert_eq!(
        told("dba22"),
        "DBA22-DEPL-01 DBA22-DEPL-01 DBA22-DEPL-02 DBA22-DEPL-03 - - - DBA22-DEPL-04 DBA22-DEPL-05 DBA3-BB-20"
    );
    assert!(!rules("d3h2").edges.road.as_ref().unwrap().fully, "any road");
    assert!(rules("dba3").edges.road.as_ref().unwrap().fully, "only roads from edge to edge: DBA3-DEPL-04");
    assert_eq!(told("hott25"), "HOTT25-TERR-01 HOTT25-TERR-01 D3H2-DEPL-03 HOTT25-DEPL-01 - - - HOTT25-DEPL-03 - -");
    let numbering = rules("hott25").edges.numbering.as_ref().unwrap();
    assert!(numbering.faces == [(1, 1), (2, 2), (3, 3), (4, 6)] && !numbering.not_by_bua);
    let numbering = rules("dba22").edges.numbering.as_ref().unwrap();
    assert_eq!(numbering.faces, [(1, 1), (2, 2), (3, 3), (4, 6)]);
    assert!(numbering.not_by_bua);
}

/// A rule of another game is borrowed: a breach of it is reported as a note.
#[test]
fn rules_of_another_game_are_borrowed() {
    let size = rules("dba3").size(Kind::Woods, None).unwrap();
    assert!(!rules("dba3").is_borrowed(&size.rule) && rules("dba3").is_borrowed(&size.ratio_rule));
    assert!(rules("dba22").is_borrowed(&size.rule));
    let hott = rules("hott25");
    assert!(!hott.is_borrowed(&hott.procedure.choice) && !hott.is_borrowed(&hott.deployment.depth.rule));
    assert!(hott.homes.iter().all(|home| hott.is_borrowed(&home.rule) && hott.is_borrowed(&home.optional_rule)));
    let lent = |ruleset: &str| rules(ruleset).borrowed.as_ref().map(|borrowed| &*borrowed.rules);
    let from_d3h2 = lent("hott25").unwrap();
    assert!(from_d3h2.iter().all(|rule| rule.as_str().starts_with("D3H2-")));
    assert!(from_d3h2.contains(&hott.homes[0].rule) && from_d3h2.contains(&hott.gap.rule));
    assert_eq!(["d3h2", "d3h2-traditional", "dba3", "dba22"].map(lent), [None; 4]);
    assert!(book().unwrap().ruleset("hott25").unwrap().home_terrain_rule.is_none(), "armies name no borrowed terrain");
    assert!(!rules("d3h2-traditional").is_borrowed(&rules("d3h2").gap.rule));
}

/// Further information about a kind besides its going: the rule that it comes from.
#[test]
fn notes_name_the_rule_they_are_from() {
    let told = |ruleset: &str| {
        let features = rules(ruleset).features().iter().map(|feature| (feature.kind.as_str(), &feature.note));
        let buas = rules(ruleset).buas().iter().map(|bua| (bua.bua.as_str(), &bua.note));
        let notes = features.chain(buas).filter_map(|(name, note)| {
            let Cited { value: is, rule } = note.as_ref()?;
            assert!(is.ends_with('.'), "{ruleset} {name}: {is}");
            Some(format!("{name} {rule}"))
        });
        notes.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        told("d3h2"),
        "plough D3H2-FEAT-18, difficult_hill D3H2-FEAT-25, gentle_hill D3H2-FEAT-25, woods D3H2-FEAT-24, \
         river D3H2-FEAT-12, road D3H2-FEAT-14, waterway D3H2-FEAT-10, \
         stronghold D3H2-BUA-08, hamlet D3H2-BUA-06"
    );
    assert_eq!(
        told("dba3"),
        "plough DBA3-FEAT-39, difficult_hill DBA3-FEAT-45, gentle_hill DBA3-FEAT-42, woods DBA3-FEAT-45, \
         dunes DBA3-FEAT-43, oasis DBA3-FEAT-43, river DBA3-FEAT-14, road DBA3-FEAT-16, waterway DBA3-FEAT-12, \
         city DBA3-CITY-01, fort DBA3-CITY-02, edifice DBA3-FEAT-08"
    );
    assert_eq!(
        told("dba22"),
        "rough DBA22-TERR-18, gentle_hill DBA22-TACT-04, river DBA22-TACT-05, city DBA22-TERR-19, hamlet DBA22-TERR-19"
    );
}
