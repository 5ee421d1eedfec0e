//! The server of the page. It knows no puzzle: a request for a verb is answered by a child process,
//! `sator VERB --json`, so that the page gets what the command line prints, cancelling stops the
//! solver, and the system limits the memory of each job.

mod answer;
mod assets;
mod child;
mod connection;
mod events;
mod examples;
mod jobs;
mod request;
mod routes;
mod security;
pub mod verbs;

pub use self::child::end_with_server;

use std::io;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime;

/// What to serve, where, and within which limits.
#[derive(Debug, Clone)]
pub struct Config {
    /// The program whose verbs answer requests.
    pub program: PathBuf,
    /// The name or address to listen on.
    pub host: String,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Long jobs at once. Short ones have half as many places of their own, at least one.
    pub jobs: NonZeroUsize,
    /// The longest time of a job.
    pub max_time: Duration,
    /// The memory of a job in megabytes, where the system can limit it.
    pub memory: u64,
    /// Whether requests may name solver programs.
    pub allow_external: bool,
    /// The words that name kinds of puzzles.
    pub kinds: Vec<&'static str>,
    /// The solvers that need no program.
    pub backends: Vec<&'static str>,
    /// The style of boards, served as `/board.css`.
    pub board_style: &'static str,
    /// A folder to read the page from instead of the embedded files, for work on the page.
    pub assets: Option<PathBuf>,
}

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The name cannot be resolved.
    #[error("expected a name or address of this machine for --host, found '{0}'")]
    Host(String),
    /// Another program listens there.
    #[error("port {0} is in use: --port N chooses another, and --port 0 any that is free")]
    PortInUse(u16),
    /// The address cannot be used.
    #[error("cannot listen on {0}: {1}")]
    Bind(SocketAddr, io::Error),
    /// The runtime, the handlers of signals or the temporary folder cannot be set up.
    #[error("the server cannot start: {0}")]
    Start(#[from] io::Error),
}

/// Serves until the program is interrupted or terminated. Then all children are killed. `ready` is
/// called once, with the address, when connections are accepted.
pub fn serve(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let address = (config.host.as_str(), config.port).to_socket_addrs();
    let address = address.ok().and_then(|mut all| all.next());
    let address = address.ok_or_else(|| ServeError::Host(config.host.clone()))?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => ServeError::PortInUse(address.port()),
            _ => ServeError::Bind(address, error),
        })?;
        let address = listener.local_addr()?;
        let end = end_signal()?;
        let router = routes::router(Arc::new(routes::State::new(config, address)?));
        ready(address);
        tokio::select! {
            () = connection::accept_all(&listener, &router) => {}
            () = end => {}
        }
        Ok(())
    })
    // The runtime is dropped here, with all tasks, and each child is killed with its task.
}

/// Completes when the user or the system asks the program to end.
#[cfg(unix)]
fn end_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Completes when the user asks the program to end.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "on Unix it can fail")]
fn end_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _no_handler = tokio::signal::ctrl_c().await;
    })
}
