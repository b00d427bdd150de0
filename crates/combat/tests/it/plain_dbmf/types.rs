//! Every type of DBMF in every grade (TYPE-01, GRADE-01).

/// All types.
#[rustfmt::skip]
pub(in super::super) const TYPES: &[&str] = &[
    "Dr(S)", "Dr(O)", "Dr(I)", "Dr(F)", "Dr(C)", "Dr(E)", "Dr(H)", "Dr(X)",
    "Av(S)", "Av(O)", "Av(I)", "Av(F)", "Av(C)", "Av(E)", "Av(H)", "Av(X)",
    "Fl(S)", "Fl(O)", "Fl(I)", "Fl(F)", "Fl(C)", "Fl(E)", "Fl(H)", "Fl(X)",
    "El(S)", "El(O)", "El(I)", "El(F)", "El(C)", "El(E)", "El(H)", "El(X)",
    "Exp(S)", "Exp(O)", "Exp(I)", "Exp(F)", "Exp(C)", "Exp(E)", "Exp(H)", "Exp(X)",
    "Kn(S)", "Kn(O)", "Kn(I)", "Kn(F)", "Kn(C)", "Kn(E)", "Kn(H)", "Kn(X)",
    "Cv(S)", "Cv(O)", "Cv(I)", "Cv(F)", "Cv(C)", "Cv(E)", "Cv(H)", "Cv(X)",
    "LH(S)", "LH(O)", "LH(I)", "LH(F)", "LH(C)", "LH(E)", "LH(H)", "LH(X)",
    "Cm(S)", "Cm(O)", "Cm(I)", "Cm(F)", "Cm(C)", "Cm(E)", "Cm(H)", "Cm(X)",
    "Cl(S)", "Cl(O)", "Cl(I)", "Cl(F)", "Cl(C)", "Cl(E)", "Cl(H)", "Cl(X)",
    "Sp(S)", "Sp(O)", "Sp(I)", "Sp(F)", "Sp(C)", "Sp(E)", "Sp(H)", "Sp(X)",
    "Pk(S)", "Pk(O)", "Pk(I)", "Pk(F)", "Pk(C)", "Pk(E)", "Pk(H)", "Pk(X)",
    "Bd(S)", "Bd(O)", "Bd(I)", "Bd(F)", "Bd(C)", "Bd(E)", "Bd(H)", "Bd(X)",
    "Wb(S)", "Wb(O)", "Wb(I)", "Wb(F)", "Wb(C)", "Wb(E)", "Wb(H)", "Wb(X)",
    "Bw(S)", "Bw(O)", "Bw(I)", "Bw(F)", "Bw(C)", "Bw(E)", "Bw(H)", "Bw(X)",
    "Sh(S)", "Sh(O)", "Sh(I)", "Sh(F)", "Sh(C)", "Sh(E)", "Sh(H)", "Sh(X)",
    "Ax(S)", "Ax(O)", "Ax(I)", "Ax(F)", "Ax(C)", "Ax(E)", "Ax(H)", "Ax(X)",
    "Ps(S)", "Ps(O)", "Ps(I)", "Ps(F)", "Ps(C)", "Ps(E)", "Ps(H)", "Ps(X)",
    "Hd(S)", "Hd(O)", "Hd(I)", "Hd(F)", "Hd(C)", "Hd(E)", "Hd(H)", "Hd(X)",
    "Gi(S)", "Gi(O)", "Gi(I)", "Gi(F)", "Gi(C)", "Gi(E)", "Gi(H)", "Gi(X)",
    "Mg(S)", "Mg(O)", "Mg(I)", "Mg(F)", "Mg(C)", "Mg(E)", "Mg(H)", "Mg(X)",
    "Art(S)", "Art(O)", "Art(I)", "Art(F)", "Art(C)", "Art(E)", "Art(H)", "Art(X)",
    "WWg(S)", "WWg(O)", "WWg(I)", "WWg(F)", "WWg(C)", "WWg(E)", "WWg(H)", "WWg(X)",
    "Bge(S)", "Bge(O)", "Bge(I)", "Bge(F)", "Bge(C)", "Bge(E)", "Bge(H)", "Bge(X)",
    "Air(S)", "Air(O)", "Air(I)", "Air(F)", "Air(C)", "Air(E)", "Air(H)", "Air(X)",
    "Gal(S)", "Gal(O)", "Gal(I)", "Gal(F)", "Gal(C)", "Gal(E)", "Gal(H)", "Gal(X)",
    "Shp(S)", "Shp(O)", "Shp(I)", "Shp(F)", "Shp(C)", "Shp(E)", "Shp(H)", "Shp(X)",
    "Bts(S)", "Bts(O)", "Bts(I)", "Bts(F)", "Bts(C)", "Bts(E)", "Bts(H)", "Bts(X)",
];
