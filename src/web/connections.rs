//! The open connections: how many, whose, and how long each has been idle.
//!
//! A connection costs memory and two file descriptors. One that neither sends nor takes anything is cut, and nobody
//! gets more than a share of all possible connections. The server itself cuts connections that are slow to send the
//! head of a request; everything after that is watched here.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, Shutdown};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::Extensions;
use actix_web::web::Bytes;

use super::fair_stream::FairStream;

/// The largest number of connections at once.
pub const MOST: usize = 8_192;
/// The largest number of connections of one household; a trusted proxy may have all.
pub const MOST_OF_HOUSEHOLD: usize = 1_024;

/// The time for which a connection may wait for a request.
const IDLE: Duration = Duration::from_secs(45);
/// The time for which a request may run until its answer is ready.
const ANSWERING: Duration = Duration::from_secs(360);
/// The time for which a visitor may stop reading an answer.
const TAKING: Duration = Duration::from_secs(30);
/// A visitor who reads at least this many bytes a second of an answer may take longer for the whole.
const LEAST_SPEED: u64 = 8 * 1024;
/// Answers are passed on in pieces of this many bytes, so that no more of one is copied than its reader takes.
pub(super) const PIECE: usize = 32 * 1024;
/// The number of bytes of an answer that the system buffers until it is read; Linux doubles it. By default it would
/// buffer several MiB for each visitor who reads nothing, and copying them would block the thread for everybody else.
const HELD: usize = 128 * 1024;

/// An open connection.
pub struct Connection {
    /// A second handle on the socket, to cut it.
    socket: socket2::Socket,
    household: Option<IpAddr>,
    /// The time at which it is cut unless something happens, in milliseconds since [`Connections`] was created.
    deadline: AtomicU64,
    open: Arc<ConnectionRegistry>,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Connection({:?})", self.household)
    }
}

impl Connection {
    fn expect_within(&self, time: Duration) {
        self.deadline.store(self.open.now().saturating_add(millis(time)), Ordering::Relaxed);
    }

    fn cut(&self) {
        // It may have ended by itself.
        _ = self.socket.shutdown(Shutdown::Both);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut list = self.open.list();
        list.count = list.count.saturating_sub(1);
        if let Some(household) = self.household
            && let Some(count) = list.of_household.get_mut(&household)
        {
            *count = count.saturating_sub(1);
            if *count == 0 {
                list.of_household.remove(&household);
            }
        }
    }
}

#[derive(Default)]
struct List {
    /// The open connections, and some that have ended.
    connections: Vec<Weak<Connection>>,
    count: usize,
    of_household: BTreeMap<IpAddr, usize>,
}

/// All connections and their counts.
struct ConnectionRegistry {
    began: Instant,
    most: usize,
    list: Mutex<List>,
    cut: AtomicU64,
    refused: AtomicU64,
}

impl ConnectionRegistry {
    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        millis(self.began.elapsed())
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// All open connections of the server. Clones share them.
#[derive(Clone)]
pub struct Connections(Arc<ConnectionRegistry>);

impl Default for Connections {
    fn default() -> Self {
        Self::new(MOST)
    }
}

impl fmt::Debug for Connections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Connections({})", self.0.list().count)
    }
}

/// The number of connections now, and in total so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Open now.
    pub open: usize,
    /// Cut because they were idle.
    pub cut: u64,
    /// Closed at once because there were too many.
    pub refused: u64,
}

impl Connections {
    /// A registry without connections, for at most this many at once.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self(Arc::new(ConnectionRegistry {
            began: Instant::now(),
            most,
            list: Mutex::default(),
            cut: AtomicU64::new(0),
            refused: AtomicU64::new(0),
        }))
    }

    /// The number of connections now, and in total so far.
    #[must_use]
    pub fn count(&self) -> Count {
        Count {
            open: self.0.list().count,
            cut: self.0.cut.load(Ordering::Relaxed),
            refused: self.0.refused.load(Ordering::Relaxed),
        }
    }

    /// Registers a new connection. One too many is closed at once.
    pub(super) fn opened(&self, wire: &FairStream, data: &mut Extensions) {
        let socket = socket2::SockRef::from(wire.stream());
        // Without this every compressed page waits for a delayed acknowledgement.
        _ = socket.set_tcp_nodelay(true);
        // A system that does not know the option goes on with its default.
        _ = socket.set_send_buffer_size(HELD);
        let Ok(socket) = socket.try_clone() else {
            self.0.refused.fetch_add(1, Ordering::Relaxed);
            // A connection that cannot be watched is closed.
            _ = socket.shutdown(Shutdown::Both);
            return;
        };
        let peer = wire.household();
        let (connection, too_many) = {
            let mut list = self.0.list();
            list.count += 1;
            let of_household = peer.map_or(0, |peer| {
                let count = list.of_household.entry(peer).or_default();
                *count += 1;
                *count
            });
            let connection = Arc::new(Connection {
                socket,
                household: peer,
                deadline: AtomicU64::new(self.0.now().saturating_add(millis(IDLE))),
                open: Arc::clone(&self.0),
            });
            list.connections.push(Arc::downgrade(&connection));
            (connection, list.count > self.0.most || of_household > MOST_OF_HOUSEHOLD)
        };
        if too_many {
            self.0.refused.fetch_add(1, Ordering::Relaxed);
            connection.cut();
        }
        data.insert(connection);
    }

    /// Cuts connections that were idle for too long. Must be called every few seconds.
    pub fn cut_idle(&self) {
        let now = self.0.now();
        let live: Vec<Arc<Connection>> = {
            let mut list = self.0.list();
            list.connections.retain(|connection| connection.strong_count() > 0);
            list.connections.iter().filter_map(Weak::upgrade).collect()
        };
        for connection in live.into_iter().filter(|one| one.deadline.load(Ordering::Relaxed) <= now) {
            connection.cut();
            // It ends by itself now, and need not be cut again.
            connection.expect_within(ANSWERING);
            self.0.cut.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Records that a request has arrived.
pub(super) fn asked(connection: Option<&Arc<Connection>>) {
    if let Some(connection) = connection {
        connection.expect_within(ANSWERING);
    }
}

/// Marks an answer that says little for as long as this, and then ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Live(pub Duration);

/// Passes an answer on piece by piece, and records how it is read.
pub(super) fn handed_on(body: BoxBody, connection: Option<Arc<Connection>>, live: Option<Live>) -> BoxBody {
    let Some(connection) = connection else { return body };
    if let Some(Live(lasting)) = live {
        connection.expect_within(lasting + TAKING);
        return body;
    }
    let size = match body.size() {
        BodySize::None | BodySize::Sized(0) => {
            connection.expect_within(IDLE);
            return body;
        }
        BodySize::Sized(size) => Some(size),
        BodySize::Stream => None,
    };
    let earned = Duration::from_millis(size.unwrap_or(0).saturating_mul(1000) / LEAST_SPEED);
    connection.expect_within(TAKING + earned);
    match body.try_into_bytes() {
        // It goes out in one piece.
        Ok(bytes) if bytes.len() <= PIECE => {
            connection.expect_within(IDLE);
            BoxBody::new(bytes)
        }
        Ok(bytes) => BoxBody::new(Pieces { bytes, connection }),
        Err(stream) => BoxBody::new(Streamed { stream, size, connection, begun: Instant::now(), taken: 0 }),
    }
}

/// A long answer in pieces.
struct Pieces {
    bytes: Bytes,
    connection: Arc<Connection>,
}

impl MessageBody for Pieces {
    type Error = std::convert::Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(u64::try_from(self.bytes.len()).unwrap_or(u64::MAX))
    }

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = self.get_mut();
        if this.bytes.is_empty() {
            this.connection.expect_within(IDLE);
            return Poll::Ready(None);
        }
        let piece = this.bytes.split_to(this.bytes.len().min(PIECE));
        Poll::Ready(Some(Ok(piece)))
    }
}

/// A streamed answer.
struct Streamed {
    stream: BoxBody,
    size: Option<u64>,
    connection: Arc<Connection>,
    begun: Instant,
    /// The bytes passed on.
    taken: u64,
}

impl MessageBody for Streamed {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.size.map_or(BodySize::Stream, BodySize::Sized)
    }

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = self.get_mut();
        let polled = Pin::new(&mut this.stream).poll_next(context);
        if let Poll::Ready(Some(Ok(piece))) = &polled {
            this.taken += u64::try_from(piece.len()).unwrap_or(u64::MAX);
            let earned = TAKING + Duration::from_millis(this.taken.saturating_mul(1000) / LEAST_SPEED);
            this.connection.expect_within(earned.saturating_sub(this.begun.elapsed()).min(TAKING));
        }
        polled
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use actix_web::rt::net::TcpStream;
    use tokio::io::AsyncReadExt as _;
    use tokio::net::TcpListener;

    use super::*;

    const HOUSEHOLD: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    /// The two ends of a connection: the server's with its record, and the visitor's.
    async fn opened(connections: &Connections, household: Option<IpAddr>) -> (FairStream, Extensions, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (theirs, ours) = tokio::join!(TcpStream::connect(listener.local_addr().unwrap()), listener.accept());
        let (ours, _) = ours.unwrap();
        let mut data = Extensions::new();
        let ours = FairStream::new(ours, household);
        connections.opened(&ours, &mut data);
        (ours, data, theirs.unwrap())
    }

    async fn is_closed(visitor: &mut TcpStream) -> bool {
        visitor.read(&mut [0; 1]).await.is_ok_and(|read| read == 0)
    }

    #[tokio::test]
    async fn a_connection_on_which_nothing_happens_is_cut_and_another_is_not() {
        let connections = Connections::default();
        let (_one, idle, mut visitor) = opened(&connections, Some(HOUSEHOLD)).await;
        let (_other, busy, _other_visitor) = opened(&connections, Some(HOUSEHOLD)).await;
        idle.get::<Arc<Connection>>().unwrap().deadline.store(0, Ordering::Relaxed);
        asked(busy.get::<Arc<Connection>>());
        connections.cut_idle();
        assert!(is_closed(&mut visitor).await);
        assert_eq!(connections.count(), Count { open: 2, cut: 1, refused: 0 });
        drop((idle, busy));
        assert_eq!(connections.count().open, 0);
    }

    #[tokio::test]
    async fn little_is_held_of_an_answer_that_nobody_takes() {
        let (ours, _data, _visitor) = opened(&Connections::default(), Some(HOUSEHOLD)).await;
        assert!(socket2::SockRef::from(ours.stream()).send_buffer_size().unwrap() <= 2 * HELD);
    }

    #[tokio::test]
    async fn one_connection_too_many_is_closed_at_once() {
        let connections = Connections::new(1);
        let first = opened(&connections, Some(HOUSEHOLD)).await;
        let (_socket, second, mut visitor) = opened(&connections, Some(HOUSEHOLD)).await;
        assert!(is_closed(&mut visitor).await);
        assert_eq!(connections.count(), Count { open: 2, cut: 0, refused: 1 });
        drop((first, second));
        assert_eq!(connections.0.list().of_household.len(), 0);
    }

    #[tokio::test]
    async fn a_long_answer_goes_out_in_pieces_and_as_a_whole() {
        let connections = Connections::default();
        let (_socket, data, _visitor) = opened(&connections, Some(HOUSEHOLD)).await;
        let connection = data.get::<Arc<Connection>>().cloned();
        let text = Bytes::from("words and words ".repeat(10_000));
        let mut body = handed_on(BoxBody::new(text.clone()), connection, None);
        assert_eq!(body.size(), BodySize::Sized(160_000));
        let mut pieces = Vec::new();
        while let Some(piece) = std::future::poll_fn(|context| Pin::new(&mut body).poll_next(context)).await {
            pieces.push(piece.unwrap());
        }
        assert_eq!(pieces.len(), 5);
        assert_eq!(pieces.concat(), text);
    }
}
