//! Streamed answers, made piece by piece while they are sent: a long file takes no more memory than a short one.
//!
//! An answer that breaks off midway never looks complete: the connection is cut before the end of the body.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, MessageBody};
use actix_web::web::Bytes;
use tokio::sync::mpsc;

use super::error::WebError;

/// The pieces made ahead of what the visitor has read. Together with the piece being made they are all that is in
/// memory.
const AHEAD: usize = 1;
/// A piece is sent when it has this many bytes.
const PIECE: usize = 64 << 10;

type Work = Pin<Box<dyn Future<Output = Result<(), WebError>>>>;

/// A body that is still being made, as fast as the visitor reads it. Dropping it stops the work.
pub struct StreamedBody {
    pieces: mpsc::Receiver<Bytes>,
    /// `None` when the work is finished.
    work: Option<Work>,
}

impl fmt::Debug for StreamedBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streamed").field("made", &self.work.is_none()).finish_non_exhaustive()
    }
}

/// The error of a body that breaks off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rest of the answer could not be made")]
pub struct BrokenOff;

/// The body that a job writes.
pub fn streamed(work: impl AsyncFnOnce(&mut Outlet) -> Result<(), WebError> + 'static) -> StreamedBody {
    let (outlet, pieces) = mpsc::channel(AHEAD);
    let work = async move {
        let mut outlet = Outlet { pieces: outlet, piece: Vec::new() };
        work(&mut outlet).await?;
        outlet.flush().await
    };
    StreamedBody { pieces, work: Some(Box::pin(work)) }
}

/// Takes the bytes that the job has made.
#[derive(Debug)]
pub struct Outlet {
    pieces: mpsc::Sender<Bytes>,
    piece: Vec<u8>,
}

impl Outlet {
    /// Adds to the body; waits while the visitor reads earlier pieces.
    ///
    /// # Errors
    /// When the body was dropped.
    pub async fn write(&mut self, bytes: impl AsRef<[u8]>) -> Result<(), WebError> {
        self.piece.extend_from_slice(bytes.as_ref());
        if self.piece.len() < PIECE { Ok(()) } else { self.flush().await }
    }

    /// Sends what was written at once, instead of waiting for a larger piece.
    ///
    /// # Errors
    /// When the body was dropped.
    pub async fn flush(&mut self) -> Result<(), WebError> {
        if self.piece.is_empty() {
            return Ok(());
        }
        self.pieces.send(std::mem::take(&mut self.piece).into()).await.map_err(WebError::internal)
    }
}

impl MessageBody for StreamedBody {
    type Error = BrokenOff;

    fn size(&self) -> BodySize {
        BodySize::Stream
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, BrokenOff>>> {
        if let Some(work) = &mut self.work {
            match work.as_mut().poll(context) {
                Poll::Pending => {}
                Poll::Ready(Ok(())) => self.work = None,
                Poll::Ready(Err(error)) => {
                    tracing::error!(?error, "an answer broke off");
                    self.work = None;
                    return Poll::Ready(Some(Err(BrokenOff)));
                }
            }
        }
        // The outlet was dropped with the job: when that is finished, the pieces left in the channel are the end of the
        // body.
        self.pieces.poll_recv(context).map(|piece| piece.map(Ok))
    }
}

/// A document as indented JSON whose last field is a list that is written bit by bit. Joined, the pieces are what
/// `serde_json::to_string_pretty` makes of the whole.
#[derive(Debug)]
pub struct JsonList {
    /// The text before an item.
    before: &'static str,
}

impl JsonList {
    /// The list of a document that was written with an empty one; also returns the text before the list.
    #[must_use]
    pub fn begin(document: &str) -> Option<(String, Self)> {
        let head = document.strip_suffix("[]\n}")?;
        Some((format!("{head}["), Self { before: "\n" }))
    }

    /// The next item, given as it is written by itself.
    #[must_use]
    pub fn item(&mut self, json: &str) -> String {
        let indented = json.replace('\n', "\n    ");
        format!("{}    {indented}", std::mem::replace(&mut self.before, ",\n"))
    }

    /// The text that ends the list and begins another one in a following field.
    #[must_use]
    pub fn then(&mut self, field: &str) -> String {
        let end = self.end_of_list();
        self.before = "\n";
        format!("{end},\n  \"{field}\": [")
    }

    /// The text that ends the list and the document.
    #[must_use]
    pub fn end(self) -> String {
        format!("{}\n}}", self.end_of_list())
    }

    fn end_of_list(&self) -> &'static str {
        if self.before == "\n" { "]" } else { "\n  ]" }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;
    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn pieces_are_sent_in_order_and_end_with_the_work() {
        let body = streamed(async |outlet: &mut Outlet| {
            for number in 0..50_000_u32 {
                outlet.write(format!("{number},")).await?;
            }
            Ok(())
        });
        let expected: String = (0..50_000_u32).map(|number| format!("{number},")).collect();
        assert_eq!(to_bytes(body).await.unwrap(), expected);
        assert_eq!(to_bytes(streamed(async |_: &mut Outlet| Ok(()))).await.unwrap(), "");
    }

    #[tokio::test]
    async fn what_breaks_off_does_not_look_whole() {
        let body = streamed(async |outlet: &mut Outlet| {
            outlet.write("half").await?;
            Err(WebError::Busy)
        });
        assert!(to_bytes(body).await.is_err());
    }

    #[test]
    fn a_list_bit_by_bit_is_the_list_as_a_whole() {
        for count in 0..3 {
            let items: Vec<_> = (0..count).map(|at| json!({"at": at, "of": [1, {"deep": "a\nb"}]})).collect();
            for others in [None, Some(0), Some(2)] {
                let empty = json!({"a": "x", "first": []});
                let whole = match others {
                    None => json!({"a": "x", "first": items}),
                    Some(others) => json!({"a": "x", "first": items, "second": vec![1; others]}),
                };
                let (mut text, mut list) = JsonList::begin(&serde_json::to_string_pretty(&empty).unwrap()).unwrap();
                for item in &items {
                    text += &list.item(&serde_json::to_string_pretty(item).unwrap());
                }
                if let Some(others) = others {
                    text += &list.then("second");
                    (0..others).for_each(|_| text += &list.item("1"));
                }
                text += &list.end();
                assert_eq!(text, serde_json::to_string_pretty(&whole).unwrap());
            }
        }
    }
}
