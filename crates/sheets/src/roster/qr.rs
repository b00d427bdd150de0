//! QR codes that lead from paper to a permanent address.

use fast_qr::convert::{Builder, Shape, svg::SvgBuilder};
use fast_qr::{ECL, QRBuilder};

/// A QR code as SVG, with its quiet zone; `None` for an address too long to fit one.
#[must_use]
pub fn svg(url: &str) -> Option<String> {
    let code = QRBuilder::new(url).ecl(ECL::M).build().ok()?;
    Some(SvgBuilder::default().shape(Shape::Square).margin(4).to_str(&code))
}
