//! A stream that reads and writes in turns.
//!
//! Reading requests and sending answers uses the thread too. Hundreds of connections of one household that all have
//! something to read, or room for more of a long answer, would keep it from everybody else for long.

use std::fmt;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use actix_web::rt::net::TcpStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::fair_queue::{self, Connected};

/// A connection that reads and writes when it is its household's turn.
pub(super) struct FairStream {
    stream: TcpStream,
    connected: Connected,
}

impl fmt::Debug for FairStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Wire({:?})", self.household())
    }
}

impl FairStream {
    /// A connection of this household, or of no single household if a trusted proxy made it for many visitors.
    pub(super) fn new(stream: TcpStream, household: Option<IpAddr>) -> Self {
        Self { stream, connected: Connected::new(household) }
    }

    pub(super) fn stream(&self) -> &TcpStream {
        &self.stream
    }

    pub(super) fn household(&self) -> Option<IpAddr> {
        self.connected.household()
    }

    /// Runs an operation on the stream when it is its household's turn.
    fn in_turn<T>(
        &mut self,
        context: &mut Context<'_>,
        act: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<T>,
    ) -> Poll<T> {
        let household = self.household();
        let stream = Pin::new(&mut self.stream);
        match household {
            Some(household) => fair_queue::in_turn(household, context, |context| act(stream, context)),
            None => act(stream, context),
        }
    }
}

impl AsyncRead for FairStream {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let read = ready!(this.in_turn(context, |stream, context| stream.poll_read(context, into)));
        if let Some(household) = this.household() {
            fair_queue::has_read(household);
        }
        Poll::Ready(read)
    }
}

impl AsyncWrite for FairStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.get_mut().in_turn(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    /// The two ends of a connection of a household: the server's and the visitor's.
    async fn connected(listener: &TcpListener, household: u8) -> (FairStream, TcpStream) {
        let (theirs, ours) = tokio::join!(TcpStream::connect(listener.local_addr().unwrap()), listener.accept());
        let household = IpAddr::from([192, 0, 2, household]);
        (FairStream::new(ours.unwrap().0, Some(household)), theirs.unwrap())
    }

    #[actix_web::test]
    async fn a_newcomer_is_read_and_answered_before_hundreds_of_a_household_that_came_before() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut ends = Vec::new();
        for number in 0..200 {
            ends.push(connected(&listener, u8::from(number == 199)).await);
        }
        let order = Rc::new(RefCell::new(Vec::new()));
        let (wires, mut visitors): (Vec<FairStream>, Vec<TcpStream>) = ends.into_iter().unzip();
        for visitor in &mut visitors {
            visitor.write_all(b"something").await.unwrap();
        }
        let answered: Vec<_> = wires
            .into_iter()
            .map(|mut wire| {
                let order = Rc::clone(&order);
                actix_web::rt::spawn(async move {
                    let mut read = [0; 9];
                    wire.read_exact(&mut read).await.unwrap();
                    order.borrow_mut().push(wire.household().unwrap());
                    wire.write_all(&read).await.unwrap();
                })
            })
            .collect();
        for one in answered {
            one.await.unwrap();
        }
        let newcomer = IpAddr::from([192, 0, 2, 1]);
        let place = order.borrow().iter().position(|household| *household == newcomer).unwrap();
        assert!(place < 100, "{place} were read before");
        for visitor in &mut visitors {
            let mut answer = [0; 9];
            visitor.read_exact(&mut answer).await.unwrap();
            assert_eq!(&answer, b"something");
        }
    }
}
