//! Time limits for the bodies of requests: each must arrive in time, at a minimum speed. A thread never waits for one,
//! but memory and a connection do.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::HttpMessage as _;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::http::header;
use actix_web::web::Bytes;
use futures_core::Stream;
use tokio::time::{Instant, Sleep};

/// The time within which every body must arrive, however short it is.
pub const DEADLINE: Duration = Duration::from_secs(30);
/// A body that arrives at this speed or faster, in bytes a second, may take longer.
pub const LEAST_SPEED: u64 = 32 * 1024;
/// The longest time for a body, however long it is.
const LONGEST: Duration = Duration::from_secs(300);

/// Whether the body of a request arrived too slowly.
#[derive(Clone, Debug, Default)]
pub(super) struct Slow(Rc<Cell<bool>>);

impl Slow {
    pub(super) fn is_so(&self) -> bool {
        self.0.get()
    }
}

/// Watches the body of a request; `None` if it has no body.
pub(super) fn watch(request: &mut ServiceRequest) -> Option<Slow> {
    let headers = request.headers();
    let announced = headers.get(header::CONTENT_LENGTH).is_some_and(|length| length != "0");
    if !announced && !headers.contains_key(header::TRANSFER_ENCODING) {
        return None;
    }
    let slow = Slow::default();
    let payload = request.take_payload();
    let watched = Watched { payload, begun: Instant::now(), received: 0, alarm: None, slow: slow.clone() };
    request.set_payload(Payload::Stream { payload: Box::pin(watched) });
    Some(slow)
}

/// A body that is cut off when it arrives too slowly.
struct Watched {
    payload: Payload,
    begun: Instant,
    /// The bytes received.
    received: u64,
    /// Set once the body has to be waited for: most bodies arrive with their heads.
    alarm: Option<Pin<Box<Sleep>>>,
    slow: Slow,
}

impl Watched {
    /// The time at which the bytes received will no longer be enough.
    fn deadline(&self) -> Instant {
        let earned = Duration::from_millis(self.received.saturating_mul(1000) / LEAST_SPEED);
        self.begun + (DEADLINE + earned).min(LONGEST)
    }
}

impl Stream for Watched {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if let Poll::Ready(item) = Pin::new(&mut this.payload).poll_next(context) {
            if let Some(Ok(bytes)) = &item {
                this.received += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            }
            return Poll::Ready(item);
        }
        let deadline = this.deadline();
        let alarm = this.alarm.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
        if alarm.deadline() != deadline {
            alarm.as_mut().reset(deadline);
        }
        match alarm.as_mut().poll(context) {
            Poll::Ready(()) => {
                this.slow.0.set(true);
                Poll::Ready(Some(Err(PayloadError::Io(std::io::ErrorKind::TimedOut.into()))))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use tokio::sync::mpsc;

    use super::*;

    /// A body that arrives as the test sends it.
    struct Sent(mpsc::UnboundedReceiver<Bytes>);

    impl Stream for Sent {
        type Item = Result<Bytes, PayloadError>;

        fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
            self.0.poll_recv(context).map(|bytes| bytes.map(Ok))
        }
    }

    fn watched() -> (mpsc::UnboundedSender<Bytes>, ServiceRequest, Slow) {
        let (send, sent) = mpsc::unbounded_channel();
        let mut request = TestRequest::post().insert_header((header::TRANSFER_ENCODING, "chunked")).to_srv_request();
        request.set_payload(Payload::Stream { payload: Box::pin(Sent(sent)) });
        let slow = watch(&mut request).unwrap();
        (send, request, slow)
    }

    async fn next(payload: &mut Payload) -> Option<Result<Bytes, PayloadError>> {
        std::future::poll_fn(|context| Pin::new(&mut *payload).poll_next(context)).await
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_stops_coming_is_cut_off() {
        let (send, mut request, slow) = watched();
        let begun = Instant::now();
        let mut payload = request.take_payload();
        send.send(Bytes::from_static(b"name=")).unwrap();
        assert_eq!(next(&mut payload).await.unwrap().unwrap(), "name=");
        assert!(matches!(next(&mut payload).await, Some(Err(PayloadError::Io(_)))));
        assert!(slow.is_so());
        assert_eq!(begun.elapsed().as_secs(), DEADLINE.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_trickles_is_cut_off_and_one_that_keeps_coming_is_not() {
        for (each, fine) in [(1, false), (LEAST_SPEED * 2, true)] {
            let (send, mut request, slow) = watched();
            tokio::spawn(async move {
                for _ in 0..60 {
                    let bytes = vec![b'x'; usize::try_from(each).unwrap()];
                    if send.send(bytes.into()).is_err() {
                        break;
                    }
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            });
            let mut payload = request.take_payload();
            let mut whole = true;
            while let Some(item) = next(&mut payload).await {
                whole &= item.is_ok();
                if item.is_err() {
                    break;
                }
            }
            assert_eq!((whole, slow.is_so()), (fine, !fine), "{each} bytes a second");
        }
    }

    #[test]
    fn a_request_without_a_body_is_not_watched() {
        assert!(watch(&mut TestRequest::get().to_srv_request()).is_none());
        let empty = TestRequest::post().insert_header((header::CONTENT_LENGTH, "0"));
        assert!(watch(&mut empty.to_srv_request()).is_none());
    }
}
