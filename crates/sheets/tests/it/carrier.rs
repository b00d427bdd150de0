//! Layout files in maps, and reading them back.

use musterfield_rules::book;
use musterfield_sheets::carrier::{Container, LONGEST_LAYOUT, LONGEST_UPLOAD, NotALayout, layout_json_in};
use musterfield_sheets::map::{MapOptions, svg};
use musterfield_terrain::file::{from_json, to_json};
use proptest::prelude::*;

use super::map::{sample, samples};

/// A chunk of a PNG; its checksum is not verified.
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&length[..], kind, data, &[0; 4]].concat()
}

fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &[0; 13]), chunks.concat(), chunk(b"IEND", &[])].concat()
}

fn packed(text: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(text, 6)
}

fn pdf(dictionary: &str, content: &[u8]) -> Vec<u8> {
    [
        b"%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\n2 0 obj\n<<".as_slice(),
        dictionary.as_bytes(),
        b">>\nstream\n",
        content,
        b"\nendstream\nendobj\n%%EOF",
    ]
    .concat()
}

#[test]
fn a_layout_comes_back_from_its_file_and_from_its_map() {
    for (file, layout) in samples() {
        let json = to_json(&layout);
        for carrier in [json.clone(), format!("\u{feff}\n {json}\n"), svg(&layout, &MapOptions::default())] {
            assert_eq!(layout_json_in(carrier.as_bytes()).as_deref(), Ok(json.as_str()), "{file}");
        }
        assert_eq!(from_json(&json, book().unwrap()).unwrap(), layout);
    }
}

#[test]
fn a_layout_with_odd_signs_comes_back_from_its_map() {
    let mut layout = sample("dry");
    layout.name = "a < b & \"c\" </metadata> 'd' ]]> ü 🏰".to_owned();
    let drawing = svg(&layout, &MapOptions::default());
    assert_eq!(layout_json_in(drawing.as_bytes()).unwrap(), to_json(&layout));
    // As another program might save it.
    let again = drawing.replace("&quot;", "&#x22;").replace("<metadata id", "<metadata\n  data-x=\"1\" id");
    assert_eq!(layout_json_in(again.as_bytes()).unwrap(), to_json(&layout));
}

#[test]
fn a_layout_comes_back_from_a_picture_packed_or_not() {
    let json = to_json(&sample("dry"));
    let name = b"musterfield-layout\0";
    let plain = [name.as_slice(), &[0, 0], b"\0\0", json.as_bytes()].concat();
    let small = [name.as_slice(), &[1, 0], b"en\0x\0", &packed(json.as_bytes())].concat();
    let old = [name.as_slice(), &[0], &packed(json.as_bytes())].concat();
    for text in [chunk(b"iTXt", &plain), chunk(b"iTXt", &small), chunk(b"zTXt", &old)] {
        let other = chunk(b"tEXt", b"Software\0something");
        assert_eq!(layout_json_in(&png(&[other, text])).as_deref(), Ok(json.as_str()));
    }
}

#[test]
fn a_layout_comes_back_from_a_document_packed_or_not() {
    let json = to_json(&sample("dry"));
    let plain = pdf("/Type /EmbeddedFile", json.as_bytes());
    let small = pdf("/Type /EmbeddedFile /Filter /FlateDecode", &packed(json.as_bytes()));
    for document in [plain, small] {
        assert_eq!(layout_json_in(&document).as_deref(), Ok(json.as_str()));
    }
}

#[test]
fn what_is_no_layout_is_told_by_its_name() {
    let told = |bytes: &[u8]| layout_json_in(bytes).unwrap_err();
    assert_eq!(told(b""), NotALayout::Empty);
    assert_eq!(told(b" \n"), NotALayout::Empty);
    assert_eq!(told(&png(&[])), NotALayout::Without(Container::Png));
    assert_eq!(told(b"<svg xmlns=\"x\"><metadata>other</metadata></svg>"), NotALayout::Without(Container::Svg));
    assert_eq!(
        told(&pdf("/Filter /FlateDecode", &packed(b"{\"format\": \"other\"}"))),
        NotALayout::Without(Container::Pdf)
    );
    assert_eq!(
        told(&pdf("/Type /EmbeddedFile /Filter /FlateDecode", b"\x78\x9cxx")),
        NotALayout::Damaged(Container::Pdf)
    );
    assert_eq!(told(&png(&[chunk(b"iTXt", b"musterfield-layout\0\x01\0\0\0xx")])), NotALayout::Damaged(Container::Png));
    assert!(told(b"\xff\xd8\xff\xe0").to_string().contains("JPEG"));
    assert!(told(b"Dear organiser").to_string().contains("plain text"));
    assert!(told(b"<!doctype html><p>").to_string().contains("page"));
    assert!(told(&png(&[])).to_string().starts_with("this is a PNG without a layout in it"));
    assert_eq!(told(&vec![b' '; LONGEST_UPLOAD + 1]), NotALayout::TooLarge);
}

#[test]
fn what_unpacks_without_end_is_refused() {
    let bomb = packed(&vec![b' '; 40 * LONGEST_LAYOUT]);
    assert!(bomb.len() < LONGEST_LAYOUT);
    let text = [b"musterfield-layout\0\x01\0\0\0".as_slice(), &bomb].concat();
    assert_eq!(layout_json_in(&png(&[chunk(b"iTXt", &text)])), Err(NotALayout::Damaged(Container::Png)));
    let document = pdf("/Type /EmbeddedFile /Filter /FlateDecode", &bomb);
    assert_eq!(layout_json_in(&document), Err(NotALayout::Damaged(Container::Pdf)));
    // Many small ones, and one in which the search for an end never succeeds.
    let many = pdf("/Filter /FlateDecode", &packed(&vec![b'{'; 900_000])).repeat(200);
    assert_eq!(layout_json_in(&many), Err(NotALayout::Without(Container::Pdf)));
    let endless = [b"%PDF-1.7 ".to_vec(), b"stream\n".repeat(LONGEST_UPLOAD / 8)].concat();
    assert_eq!(layout_json_in(&endless), Err(NotALayout::Without(Container::Pdf)));
    let open = format!("<svg>{}", "<metadata>".repeat(LONGEST_UPLOAD / 11));
    assert_eq!(layout_json_in(open.as_bytes()), Err(NotALayout::Without(Container::Svg)));
}

/// The same layout in everything that carries one.
fn carriers() -> Vec<Vec<u8>> {
    let layout = sample("dry");
    let json = to_json(&layout);
    let text = [b"musterfield-layout\0\x01\0\0\0".as_slice(), &packed(json.as_bytes())].concat();
    vec![
        json.clone().into_bytes(),
        svg(&layout, &MapOptions::default()).into_bytes(),
        png(&[chunk(b"iTXt", &text)]),
        pdf("/Type /EmbeddedFile /Filter /FlateDecode", &packed(json.as_bytes())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_files_are_told_or_read_and_never_more(
        which in 0..4_usize,
        cut in 0..2000_usize,
        changes in proptest::collection::vec((0..1000_usize, any::<u8>()), 0..12),
    ) {
        let mut bytes = carriers().swap_remove(which);
        // Half of them stay complete.
        bytes.truncate(bytes.len() * cut.min(1000) / 1000);
        for (at, value) in changes {
            let at = bytes.len() * at / 1000;
            if let Some(byte) = bytes.get_mut(at) {
                *byte = value;
            }
        }
        if let Ok(text) = layout_json_in(&bytes) {
            let is_object = text.starts_with('{');
            prop_assert!((is_object || serde_json::from_str::<serde_json::Value>(&text).is_ok()) && text.len() <= LONGEST_LAYOUT);
            let _ = from_json(&text, book().unwrap());
        }
    }

    #[test]
    fn anything_at_all_can_be_uploaded(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = layout_json_in(&bytes);
        let _ = layout_json_in(&[b"\x89PNG\r\n\x1a\n".as_slice(), &bytes].concat());
        let _ = layout_json_in(&pdf("/Filter /FlateDecode", &bytes));
        let _ = layout_json_in(&[b"<svg><metadata>".as_slice(), &bytes].concat());
    }
}
