//! Behaviour that only shows on a real connection: bodies of unknown length, malformed requests, and that the server
//! survives them.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use actix_web::web::Data;
use musterfield::store::{BattleSide, NewOrders};
use musterfield::web::server::serve;
use musterfield::web::state::AppState;
use musterfield_lists::collection;
use musterfield_rules::book;

use super::harness::state;
use crate::store::battles::new_battle;
use crate::store::harness::{TestDb, digest};

/// Sends bytes to a separate server and returns its answer to each, up to the end of the connection.
async fn answers(requests: Vec<Vec<u8>>) -> Vec<String> {
    let db = TestDb::sqlite();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = serve(state(&db.store, None), listener, Some(1)).unwrap();
    let handle = server.handle();
    let running = tokio::spawn(server);
    let answers =
        tokio::task::spawn_blocking(move || requests.iter().map(|request| answer(address, request)).collect());
    let answers = answers.await.unwrap();
    handle.stop(false).await;
    running.await.unwrap().unwrap();
    answers
}

fn answer(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // A server may refuse before it has read everything.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: field.example\r\nconnection: close\r\n\r\n").into_bytes()
}

#[tokio::test]
async fn a_body_of_unknown_length_is_read_up_to_the_limit_and_refused_beyond() {
    let chunked = |path: &str, chunks: usize| {
        let head =
            format!("POST {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n");
        let chunk = format!("400\r\n{}\r\n", "x".repeat(1024));
        (head + &chunk.repeat(chunks) + "0\r\n\r\n").into_bytes()
    };
    let answers =
        answers(vec![chunked("/armies", 60), chunked("/armies", 70), chunked("/api/v1/validate", 70), get("/healthz")])
            .await;
    assert!(answers[0].starts_with("HTTP/1.1 422 "), "{}", answers[0]);
    assert!(answers[1].starts_with("HTTP/1.1 413 "), "{}", answers[1]);
    assert!(answers[1].contains("This is too long") && answers[1].contains("content-security-policy"));
    assert!(answers[2].starts_with("HTTP/1.1 413 ") && answers[2].contains("application/problem+json"));
    assert!(answers[3].starts_with("HTTP/1.1 200 "), "{}", answers[3]);
}

/// Reads a stream up to a text.
fn read_up_to(stream: &mut TcpStream, text: &str) -> String {
    let mut read = String::new();
    let mut piece = [0; 1024];
    while !read.contains(text) {
        let count = stream.read(&mut piece).unwrap();
        assert!(count > 0, "it ended: {read}");
        read += &String::from_utf8_lossy(&piece[..count]);
    }
    read
}

#[tokio::test]
async fn whoever_follows_a_battle_is_told_of_lines_that_another_process_has_added() {
    let db = TestDb::sqlite();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let book = book().unwrap();
    let state = Data::new(AppState::new(db.store.clone(), book, collection(book).unwrap()));
    let server = serve(state, listener, Some(1)).unwrap();
    let handle = server.handle();
    let running = tokio::spawn(server);
    let keeper = digest();
    let id = db.store.create_battle(new_battle(&keeper)).await.unwrap();
    let request =
        format!("GET /battles/{}/events HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip, br\r\n\r\n", id.as_str());
    let follow = move || {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let head = read_up_to(&mut stream, "data: 0");
        (stream, head)
    };
    let (mut stream, head) = tokio::task::spawn_blocking(follow).await.unwrap();
    assert!(head.starts_with("HTTP/1.1 200 OK") && head.contains("content-type: text/event-stream"), "{head}");
    assert!(!head.contains("content-encoding") && head.contains("retry: 2000"), "{head}");
    let orders = NewOrders {
        lines: vec![(BattleSide::A, "edge north".to_owned())],
        standing: String::new(),
        is_over: false,
        decides: Some(BattleSide::B),
        request: None,
    };
    db.store.append_orders(&id, Some(&keeper), 0, orders).await.unwrap();
    let told = tokio::task::spawn_blocking(move || read_up_to(&mut stream, "data: 1\n")).await.unwrap();
    assert!(told.contains("id: 1\nevent: lines\n"), "{told}");
    handle.stop(false).await;
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn broken_requests_harm_nobody() {
    let answers = answers(vec![
        b"\0\0\0\0\r\n\r\n".to_vec(),
        b"GET /armies/\xff\xfe HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".to_vec(),
        b"GET / HTTP/1.1\r\nhost: x\r\ncookie: a=\xff\xfe\r\nconnection: close\r\n\r\n".to_vec(),
        b"GET / HTTP/1.0\r\n\r\n".to_vec(),
        b"POST /armies HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: -1\r\n\r\n".to_vec(),
        b"POST /armies HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 99999999999999999999\r\n\r\n"
            .to_vec(),
        b"GET / HTTP/1.1\r\nhost: \xff\r\norigin: \xff\r\nsec-fetch-site: \xff\r\nconnection: close\r\n\r\n".to_vec(),
        [b"GET /?".to_vec(), vec![b'a'; 200_000], b" HTTP/1.1\r\nhost: x\r\n\r\n".to_vec()].concat(),
        get("/healthz"),
    ])
    .await;
    for answer in &answers {
        assert!(!answer.starts_with("HTTP/1.1 5"), "{answer}");
    }
    assert!(answers.last().unwrap().ends_with("ok\n"), "{answers:?}");
}

#[tokio::test]
async fn a_refused_post_from_another_site_has_the_protecting_headers_too() {
    let post = "POST /armies HTTP/1.1\r\nhost: x\r\nconnection: close\r\nsec-fetch-site: cross-site\r\ncontent-length: 0\r\n\r\n";
    let answers = answers(vec![post.as_bytes().to_vec()]).await;
    assert!(answers[0].starts_with("HTTP/1.1 403 "), "{}", answers[0]);
    assert!(answers[0].contains("content-security-policy: default-src 'self'"), "{}", answers[0]);
}
