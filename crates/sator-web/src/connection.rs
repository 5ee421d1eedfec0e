//! Connections: their number, and the time that a client may take to send a request or to read.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

/// Connections at once; further ones wait to be accepted. Each has two file handles, and a process
/// often has no more than 1024.
pub(crate) const MAX_CONNECTIONS: usize = 256;

/// The time for the headers of a request, also of the next one on an open connection.
pub(crate) const HEADER_TIME: Duration = Duration::from_secs(10);

/// The time after which a client that does not read its answer loses the connection.
const WRITE_TIME: Duration = Duration::from_secs(30);

/// The time that hyper has to read bytes which follow a request.
const READ_TIME: Duration = Duration::from_millis(500);

/// Bytes of the headers of a request.
const MAX_HEADERS: usize = 16 * 1024;

/// Accepts connections for ever. Each is a task, and a task that ends frees its place.
pub(crate) async fn accept_all(listener: &TcpListener, router: &Router) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let router = router.clone();
                tokio::spawn(async move {
                    converse(stream, router).await;
                    drop(place);
                });
            }
            // The client has gone, or no file handle is free: others will be.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Answers the requests of one connection. A client that goes away ends it, and with it the task
/// that works for the client.
async fn converse(stream: TcpStream, router: Router) {
    // Events are short, and a person waits for them.
    let _unsupported = stream.set_nodelay(true);
    let Ok((stream, client)) = duplicated(stream) else { return };
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIME));
    let io = TokioIo::new(Box::pin(stream));
    let service = TowerToHyperService::new(router.layer(Extension(client)));
    let _client_error = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(MAX_HEADERS)
        .serve_connection(io, service)
        .await;
}

/// The client of a connection, known to the handlers of its requests.
#[derive(Debug, Clone)]
pub(crate) struct Client(Arc<TcpStream>);

impl Client {
    /// Completes when the client has closed the connection, or goes on sending, after a request that
    /// was read to its end. Hyper notices neither while it holds bytes that follow the request.
    pub(crate) async fn is_gone(&self) {
        while let Ok(1..) = self.0.peek(&mut [0]).await {
            sleep(READ_TIME).await;
            let unread = timeout(Duration::ZERO, self.0.peek(&mut [0])).await;
            if matches!(unread, Ok(Ok(1..))) {
                return;
            }
        }
    }
}

/// A second handle of the connection, for its client.
fn duplicated(stream: TcpStream) -> io::Result<(TcpStream, Client)> {
    let stream = stream.into_std()?;
    let second = TcpStream::from_std(stream.try_clone()?)?;
    Ok((TcpStream::from_std(stream)?, Client(Arc::new(second))))
}
