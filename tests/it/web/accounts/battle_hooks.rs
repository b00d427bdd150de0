//! Messages to the chats of those who have to decide in a battle.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use actix_web::web::Data;
use musterfield::web::hooks::{Hooks, Reach};
use musterfield::web::state::AppState;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use super::battle_mail::give_first_order;
use super::mail::SITE;
use super::*;
use crate::web::battles::begun;
use crate::web::harness::state;

/// A chat server that stores the messages it receives and answers with a status.
struct Chat {
    address: String,
    status: Arc<AtomicU16>,
    arrived: mpsc::UnboundedReceiver<Value>,
}

impl Chat {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/hooks/1", listener.local_addr().unwrap());
        let (keep, arrived) = mpsc::unbounded_channel();
        let status = Arc::new(AtomicU16::new(204));
        let answers = Arc::clone(&status);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let message = take(stream, answers.load(Ordering::Relaxed)).await;
                keep.send(message).unwrap_or_default();
            }
        });
        Self { address, status, arrived }
    }

    async fn message(&mut self) -> Value {
        let waiting = tokio::time::timeout(std::time::Duration::from_secs(20), self.arrived.recv());
        waiting.await.unwrap_or_else(|_| panic!("no message came")).unwrap()
    }
}

/// The message of a request, which is answered with this status; a redirect leads back to where it came from.
async fn take(stream: TcpStream, status: u16) -> Value {
    let mut stream = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.unwrap();
        if line.trim().is_empty() {
            break;
        }
        if let Some(number) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = number.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.unwrap();
    let answer =
        format!("HTTP/1.1 {status} said\r\nlocation: /hooks/1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    stream.write_all(answer.as_bytes()).await.unwrap();
    serde_json::from_slice(&body).unwrap()
}

/// The site at an address, which may call hosts of this machine.
async fn site(db: &TestDb) -> TestApp {
    let state = Arc::into_inner(state(&db.store, Some(SITE)).into_inner()).unwrap();
    TestApp::on(Data::new(AppState { hooks: Hooks::new(Reach::Anywhere), ..state })).await
}

for_each_store! {
    async fn a_chat_is_told_when_its_player_has_to_decide(db: &TestDb) {
        let (app, mut chat) = (site(db).await, Chat::start().await);
        let (anna, tom) = (app.visitor(), app.visitor());
        for (visitor, name) in [(&anna, "anna-1"), (&tom, "tom-1")] {
            made(db, name, false).await;
            sign_in(visitor, name, PASSWORD).await;
        }
        let path = begun(&anna, "friend").await;
        let invitation = anna.get(&path).await.attr("#side-link", "value").unwrap();
        let (notice, hook) = (format!("{path}/notice"), format!("{path}/hook"));
        assert_eq!(tom.post(&hook, &[("address", &chat.address)]).await.status, StatusCode::FORBIDDEN);
        let asked = tom.get(&invitation).await;
        tom.submit(&asked.form(&format!("{path}/join"))).await;
        for visitor in [&anna, &tom] {
            let form = visitor.get(&notice).await.form(&hook);
            assert_eq!(visitor.submit(&form.with("address", &chat.address)).await.location(), path);
            let first = chat.message().await;
            assert_eq!(first["battle"], format!("{SITE}{path}"));
            assert_eq!(first["content"], first["text"]);
            assert!(first["text"].as_str().unwrap().contains("will be told here"), "{first}");
            assert_eq!(first["allowed_mentions"]["parse"], serde_json::json!([]));
            assert_eq!(visitor.get(&notice).await.attr("#hook", "value").as_deref(), Some(chat.address.as_str()));
        }
        let decides = if anna.get(&path).await.has("#offers") { [&anna, &tom] } else { [&tom, &anna] };
        for _ in 0..9 {
            if !decides[0].get(&path).await.has("#offers") {
                break;
            }
            give_first_order(decides[0], &path).await;
        }
        assert!(decides[1].get(&path).await.has("#offers"));
        let told = chat.message().await;
        assert!(told["content"].as_str().unwrap().contains("you have to decide"), "{told}");
        // An address that is emptied is forgotten.
        let form = decides[1].get(&notice).await.form(&hook);
        decides[1].submit(&form.with("address", "")).await;
        assert_eq!(db.db_texts("SELECT CAST(COUNT(*) AS TEXT) AS value FROM battle_hooks"), ["1"]);
    }

    async fn an_address_that_takes_no_message_is_not_kept(db: &TestDb) {
        let (app, mut chat) = (site(db).await, Chat::start().await);
        let anna = app.visitor();
        made(db, "anna-1", false).await;
        sign_in(&anna, "anna-1", PASSWORD).await;
        let path = begun(&anna, "friend").await;
        let (notice, hook) = (format!("{path}/notice"), format!("{path}/hook"));
        for status in [302, 404, 500] {
            chat.status.store(status, Ordering::Relaxed);
            let form = anna.get(&notice).await.form(&hook);
            let refused = anna.submit(&form.with("address", &chat.address)).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(refused.text("#hook-error").contains(&status.to_string()), "{}", refused.text("#hook-error"));
            assert_eq!(refused.attr("#hook", "value").as_deref(), Some(chat.address.as_str()), "what was typed stays");
            chat.message().await;
        }
        for (typed, why) in [("chat", "type one like"), ("https://a@b.example/", "without a user"), ("http://127.0.0.1:1/x", "Nobody answers")] {
            let refused = anna.post(&hook, &[("address", typed)]).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(refused.text("#hook-error").contains(why), "{typed}: {}", refused.text("#hook-error"));
        }
        // One account cannot let the site call addresses without end.
        let mut statuses = Vec::new();
        for _ in 0..20 {
            statuses.push(anna.post(&hook, &[("address", "http://127.0.0.1:1/x")]).await.status);
        }
        assert_eq!(statuses.last(), Some(&StatusCode::TOO_MANY_REQUESTS));
        assert_eq!(db.db_texts("SELECT CAST(COUNT(*) AS TEXT) AS value FROM battle_hooks"), ["0"]);
    }

    async fn without_account_or_address_of_the_site_there_are_no_hooks(db: &TestDb) {
        let app = TestApp::at(db, SITE).await;
        let anna = app.visitor();
        let path = begun(&anna, "friend").await;
        let (notice, hook) = (format!("{path}/notice"), format!("{path}/hook"));
        assert!(anna.get(&notice).await.text("main").contains("you need an account"));
        assert_eq!(anna.post(&hook, &[("address", "https://chat.example.org/x")]).await.location(), notice);
        made(db, "tom-1", false).await;
        let tom = app.visitor();
        sign_in(&tom, "tom-1", PASSWORD).await;
        let own = begun(&tom, "friend").await;
        // A site in use calls nobody in its own network.
        let refused = tom.post(&format!("{own}/hook"), &[("address", "https://127.0.0.1/x")]).await;
        assert!(refused.text("#hook-error").contains("not on the public internet"), "{}", refused.text("#hook-error"));
        let unnamed = TestApp::new(db).await;
        let anna = unnamed.visitor();
        sign_in(&anna, "tom-1", PASSWORD).await;
        assert!(anna.get(&format!("{own}/notice")).await.text("main").contains("has not been told its own address"));
    }
}
