//! Small requests that are meant to become large: each is answered at once, with a refusal as a page or document, or as
//! an ordinary if silly request.

use std::io::Write;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use actix_web::test::TestRequest;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use musterfield_fixtures::worked;

use super::harness::{MULTIPART, Reply, TestApp, Visitor, army, encode, with_file};
use crate::store::harness::TestDb;

/// The longest time that any of these may take.
const LONGEST: Duration = Duration::from_secs(5);

/// This many zeros, compressed.
fn zeros(bytes: usize) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let some = vec![0; 1 << 20];
    (0..bytes >> 20).for_each(|_| packed.write_all(&some).unwrap());
    packed.finish().unwrap()
}

/// Opens a file as a table.
async fn opened(visitor: &Visitor<'_>, file: &[u8]) -> Reply {
    visitor.upload("/terrain/open", with_file(&[("request", "r"), ("do", "read")], file)).await
}

/// A PNG with these chunks, whose checksums are not verified.
fn png(chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let chunk = |(kind, data): &(&[u8; 4], Vec<u8>)| {
        [&u32::try_from(data.len()).unwrap().to_be_bytes(), kind.as_slice(), data, &[0; 4]].concat()
    };
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.iter().map(chunk).collect::<Vec<_>>().concat()].concat()
}

/// Runs something that must end soon.
fn soon<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let (done, took) = worked::over(work);
    assert!(took < LONGEST, "{what}: {took:?}");
    done
}

#[tokio::test]
async fn a_packed_request_is_not_unpacked() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    let some = vec![b'a'; 1 << 20];
    (0..16).for_each(|_| packed.write_all(&some).unwrap());
    let packed = packed.finish().unwrap();
    for (path, kind) in [
        ("/armies", "application/x-www-form-urlencoded"),
        ("/armies/paste", "application/x-www-form-urlencoded"),
        ("/api/v1/validate", "application/json"),
        ("/api/v1/terrain/check", "application/json"),
        ("/terrain/open", MULTIPART),
    ] {
        for encoding in ["gzip", "deflate", "br", "zstd", "gzip, gzip"] {
            let request = TestRequest::post()
                .uri(path)
                .insert_header((CONTENT_TYPE, kind))
                .insert_header((CONTENT_ENCODING, encoding))
                .set_payload(packed.get(..40_000.min(packed.len())).unwrap().to_vec());
            let reply = visitor.send(request).await;
            assert_eq!(reply.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{path} {encoding}: {reply:?}");
        }
    }
    let plain = TestRequest::post().uri("/api/v1/validate").insert_header((CONTENT_ENCODING, "identity"));
    assert_eq!(visitor.send(plain.set_payload(army().file())).await.status, StatusCode::OK);
}

#[tokio::test]
async fn files_that_would_unpack_into_very_much_are_refused() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let name = b"musterfield-layout".as_slice();
    let packed = zeros(64 << 20);
    let size = |side: u32| [side.to_be_bytes().as_slice(), &side.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    let object = |content: &[u8]| {
        let head = b"1 0 obj\n<< /Type /EmbeddedFile /Filter /FlateDecode >>\nstream\n".as_slice();
        [head, content, b"\nendstream\nendobj\n"].concat()
    };
    let entities: String =
        (1..40).map(|at| format!("<!ENTITY a{at} \"{}\">", format!("&a{};", at - 1).repeat(10))).collect();
    let laughs = format!(
        "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY a0 \"ha\">{entities}]><svg><metadata id=\"musterfield-layout\">&a39;</metadata></svg>"
    );
    let files: Vec<(&str, Vec<u8>)> = vec![
        ("a packed text in a PNG", png(&[(b"zTXt", [name, &[0, 0], &packed].concat())])),
        ("a packed text in other letters in a PNG", png(&[(b"iTXt", [name, &[0, 1, 0, 0, 0], &packed].concat())])),
        (
            "a PNG that says it is huge",
            png(&[(b"IHDR", size(u32::MAX)), (b"IDAT", packed.clone()), (b"IEND", Vec::new())]),
        ),
        (
            "a chunk that says it is huge",
            [b"\x89PNG\r\n\x1a\n".as_slice(), &u32::MAX.to_be_bytes(), b"iTXt", name].concat(),
        ),
        ("a PDF with packed streams", [b"%PDF-1.7\n".to_vec(), object(&packed).repeat(2)].concat()),
        ("a PDF of nothing but streams", [b"%PDF-1.7\n".to_vec(), b"stream\n".repeat(500_000)].concat()),
        ("entities of entities", laughs.into_bytes()),
        ("elements within elements", format!("<svg>{}", "<g>".repeat(1_000_000)).into_bytes()),
        (
            "metadata that never ends",
            format!("<svg>{}", "<metadata id=\"musterfield-layout\">".repeat(100_000)).into_bytes(),
        ),
        ("an archive", [b"PK\x03\x04".to_vec(), packed.clone()].concat()),
        ("a packed file", [b"\x1f\x8b\x08\0".to_vec(), packed.clone()].concat()),
        ("lists within lists", "[".repeat(1_000_000).into_bytes()),
        ("objects within objects", "{\"a\":".repeat(500_000).into_bytes()),
    ];
    for (what, file) in files {
        assert!(file.len() < 8 << 20, "{what}: {} bytes", file.len());
        let found = soon(what, || musterfield_sheets::carrier::layout_json_in(&file));
        assert!(found.as_ref().map_or(0, String::len) <= file.len(), "{what}");
        let reply = opened(&visitor, &file).await;
        reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }
}

#[tokio::test]
async fn a_hundred_thousand_brackets_are_refused_wherever_they_are_sent() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let paste = visitor.get("/armies/paste").await.form("/armies/paste");
    for text in [
        "[".repeat(60_000),
        "{\"ruleset\":".repeat(5_000),
        format!("{{\"ruleset\":\"d3h2\",\"elements\":{}", "[".repeat(50_000)),
        format!("ruleset = \"d3h2\"\nelements = {}", "[".repeat(50_000)),
        format!("a{} = 1", ".a".repeat(25_000)),
        format!("{}x{}", "[".repeat(25_000), "]".repeat(25_000)),
    ] {
        for path in
            ["/api/v1/validate", "/api/v1/resolve", "/api/v1/odds", "/api/v1/terrain/check", "/api/v1/terrain/generate"]
        {
            let reply = visitor.post_raw(path, text.clone()).await;
            assert!(reply.status.is_client_error(), "{path}: {reply:?}");
        }
        let reply = visitor.press(&paste.clone().with("text", &text), "read").await;
        assert!(reply.status == StatusCode::OK || reply.status.is_client_error(), "{reply:?}");
        let reply = visitor.post("/events/new", &[("file", &text)]).await;
        assert!(reply.status.is_client_error(), "{reply:?}");
    }
    for text in ["[".repeat(1_000_000), "{\"features\":[".repeat(70_000)] {
        let reply = visitor.post_raw("/api/v1/terrain/check", text).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{reply:?}");
    }
}

#[tokio::test]
async fn forms_of_very_many_fields_and_parts_are_refused() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let numbered = |count: usize, write: &dyn Fn(usize) -> String| (0..count).map(write).collect::<String>();
    let fields = numbered(16_000, &|at| format!("f{at}=&"));
    for path in ["/armies", "/armies/paste", "/terrain", "/account/sign-in", "/events/new"] {
        let reply = visitor.post_raw(path, fields.clone()).await;
        assert!(reply.status.is_client_error(), "{path}: {reply:?}");
        let reply = visitor.post_raw(path, "&".repeat(100_000)).await;
        assert!(!reply.status.is_server_error(), "{path}: {reply:?}");
        let reply = visitor.post_raw(path, numbered(100_000, &|at| format!("f{at}=&"))).await;
        assert_eq!(reply.status, StatusCode::PAYLOAD_TOO_LARGE, "{path}");
    }
    let part = |head: &str| format!("--edge-of-the-field\r\ncontent-disposition: form-data; {head}\r\n\r\nx\r\n");
    for body in [
        numbered(10_000, &|at| part(&format!("name=\"f{at}\""))),
        numbered(10_000, &|_| part("name=\"request\"")),
        numbered(10_000, &|_| part("name=\"file\"; filename=\"x\"")),
        part(&format!("name=\"{}\"", "n".repeat(1 << 20))),
        part(&format!("name=\"a\"\r\n{}", "x-more: yes\r\n".repeat(100_000))),
        "--edge-of-the-field\r\n".repeat(100_000),
    ] {
        let reply = visitor.upload("/terrain/open", body + "--edge-of-the-field--\r\n").await;
        assert!(reply.status.is_client_error(), "{reply:?}");
        assert!(reply.body.len() < 64 << 10, "{} bytes", reply.body.len());
    }
}

#[tokio::test]
async fn very_long_addresses_and_headers_are_answered() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let long = "a".repeat(60_000);
    for path in ["/", "/odds", "/terrain/new", "/terrain/tables", "/terrain/setup", "/rules", "/lists", "/armies"] {
        for query in [long.clone(), encode(&[("name", &long)]), "a=1&".repeat(15_000), "%00".repeat(20_000)] {
            let reply = visitor.get(&format!("{path}?{query}")).await;
            assert!(!reply.status.is_server_error(), "{path}: {reply:?}");
            assert!(reply.body.len() < 1 << 20, "{path}: {} bytes", reply.body.len());
        }
        for name in ["cookie", "accept-encoding", "if-none-match", "x-forwarded-for", "origin", "user-agent", "x-part"]
        {
            let reply = visitor.send(TestRequest::get().uri(path).insert_header((name, long.clone()))).await;
            assert!(!reply.status.is_server_error(), "{path} {name}: {reply:?}");
        }
    }
}
