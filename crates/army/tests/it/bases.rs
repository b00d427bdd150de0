//! Bases of elements in grades: by figure scale, type and grade (DBMF).

use musterfield_fixtures::armies::ruleset;
use musterfield_rules::troop::Troop;

/// DBMF-BASE-01 to BASE-09, BASE-25: frontage and depth by figure scale.
#[test]
fn bases_go_by_the_scale_of_the_figures() {
    let ruleset = ruleset("dbmf");
    for (code, depths, rule) in [
        ("Dr", [80, 120, 160], "DBMF-BASE-03"),
        ("WWg(C)", [80, 120, 160], "DBMF-BASE-03"),
        ("Bge(S)", [80, 120, 160], "DBMF-BASE-03"),
        ("Air", [80, 120, 160], "DBMF-BASE-03"),
        ("Shp", [80, 120, 160], "DBMF-BASE-03"),
        ("El", [40, 60, 80], "DBMF-BASE-04"),
        ("Fl", [40, 60, 80], "DBMF-BASE-04"),
        ("Exp", [40, 60, 80], "DBMF-BASE-04"),
        ("Art", [40, 60, 80], "DBMF-BASE-04"),
        ("Bge", [40, 60, 80], "DBMF-BASE-04"),
        ("Av", [40, 60, 80], "DBMF-BASE-08"),
        ("Kn", [30, 40, 60], "DBMF-BASE-05"),
        ("Cl", [30, 40, 60], "DBMF-BASE-05"),
        ("Hd", [30, 40, 60], "DBMF-BASE-05"),
        ("Mg", [30, 40, 60], "DBMF-BASE-05"),
        ("Bd(F)", [20, 30, 40], "DBMF-BASE-06"),
        ("Bd(H)", [20, 30, 40], "DBMF-BASE-06"),
        ("Wb(F)", [20, 30, 40], "DBMF-BASE-06"),
        ("Wb(H)", [20, 30, 40], "DBMF-BASE-06"),
        ("Pk(F)", [20, 30, 40], "DBMF-BASE-06"),
        ("Ps", [20, 30, 40], "DBMF-BASE-06"),
        ("Bw(X)", [20, 30, 40], "DBMF-BASE-06"),
        ("Sp(F)", [15, 20, 30], "DBMF-BASE-07"),
        ("Sp(H)", [15, 20, 30], "DBMF-BASE-07"),
        ("Bd", [15, 20, 30], "DBMF-BASE-07"),
        ("Wb(S)", [15, 20, 30], "DBMF-BASE-07"),
    ] {
        let base = &troop(code).base;
        assert_eq!(base.rule.as_str(), rule, "{code}");
        let depth = |id: &str| ruleset.scale(Some(id)).unwrap().depth(&base.depth).unwrap().usual;
        assert_eq!([depth("15"), depth("25"), depth("32")], depths, "{code}");
        // DBMF-BASE-29, and the smaller scales have the same bases.
        assert_eq!([depth("6"), depth("10"), depth("32")], [depth("15"), depth("15"), 2 * depth("15")], "{code}");
    }
    let frontage = |id: &str| ruleset.scale(Some(id)).unwrap().frontage;
    assert_eq!(["6", "10", "15", "25", "32"].map(frontage), [40, 40, 40, 60, 80]);
    let chariots = troop("Kn").wide_base.as_ref().unwrap();
    assert_eq!(
        (&*chariots.name, chariots.base.rule.as_str(), &*chariots.base.depth),
        ("chariots", "DBMF-BASE-09", "large")
    );
}

/// DBMF-BASE-10 to BASE-17, BASE-19 to BASE-22, BASE-24.
#[test]
fn figures_on_a_base_go_by_type_and_grade() {
    for (codes, figures) in [
        ("Gi Gi(C)", "1–2 figures (10 mm 1–4, 6 mm 2–8)"),
        ("Cl Mg(S)", "1–3 figures (10 mm 2–6, 6 mm 4–12)"),
        ("LH Ps(X)", "2 figures (6 mm 4)"),
        ("Kn(X)", "3 figures (15–25 mm 3–4, 10 mm 5, 6 mm 15–16)"),
        ("Kn Cv Cm Wb(F) Wb(H)", "3 figures (10 mm 4, 6 mm 11–12)"),
        ("Pk(F) Bd(F) Bd(X) Bd(H) Ax Bw Sh(I)", "3–4 figures (10 mm 5–8, 6 mm 11–12)"),
        ("Sp Pk Pk(X) Bd(S) Wb(X)", "3–4 figures (15–25 mm 4, 10 mm 10–12, 6 mm 16)"),
        ("Hd Hd(E)", "4–6 figures (15–25 mm 5–8, 10 mm 11–15, 6 mm 19–32)"),
        ("El Gi(S) Gi(X) Art(S) Art(F) WWg(S) WWg(I) Air Gal Shp Bts(S) Bts(F) Av Dr", "1 model (6 mm 2 models)"),
        ("Art Art(I)", "1 model (15–25 mm and 10 mm 1–2 models, 6 mm 2 models)"),
        ("WWg WWg(X)", "1 model (6 mm 3 models)"),
        ("Bts Bts(X) Art(X)", "1–4 models"),
        ("Fl Bge Bge(S) Art(C) Art(E)", "as the owner likes"),
    ] {
        for code in codes.split(' ') {
            assert_eq!(&*troop(code).base.figures, figures, "{code}");
        }
    }
}

/// The type with this code, in its default grade if the code names none.
fn troop(code: &str) -> &'static Troop {
    let ruleset = ruleset("dbmf");
    ruleset.troop(ruleset.spellings().read(code).unwrap().troop)
}
