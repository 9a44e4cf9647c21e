//! A built site → a browser on this machine.
//!
//! Job: a preview that behaves like the plain file server a site is published on:
//! `GET` and `HEAD`, folders by their `index.html`, nothing outside the site. It
//! listens on 127.0.0.1 only, answers one request a connection, and bounds what a
//! client can cost: size of a request, wait for it, number at a time. [`Watch`]
//! sees the archive change. Neighbours: `build` writes the site; the program
//! prints, and rebuilds when [`Watch`] says so. No clock is read.

mod connection;
mod file;
mod request;
mod response;
mod watch;

pub use watch::Watch;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// What a client may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections served at the same time; others wait.
    pub workers: usize,
    /// Bytes of a request line and its headers.
    pub head: usize,
    /// Pieces in which they may arrive.
    pub pieces: usize,
    /// Wait for one piece, and for a client to take one piece of an answer.
    pub patience: Duration,
}

impl Limits {
    /// Limits that no browser meets.
    pub const STANDARD: Self =
        Self { workers: 16, head: 16 << 10, pieces: 16, patience: Duration::from_secs(5) };
}

/// Why a site cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program listens there.
    #[error(
        "cannot serve on 127.0.0.1:{port}: the port is in use; end the program that uses it, or \
         name another port with --port (0 takes any free one)"
    )]
    PortInUse {
        /// The port.
        port: u16,
    },
    /// The system refused to listen or to start a thread.
    #[error("cannot serve on 127.0.0.1:{port}: {cause}; name another port with --port")]
    Io {
        /// The port.
        port: u16,
        /// What the system said.
        cause: io::Error,
    },
}

/// A port that is taken, before anyone is answered.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Takes a port of 127.0.0.1; 0 takes any free one. Connections wait until [`Self::start`].
    ///
    /// # Errors
    /// [`ServeError`].
    pub fn bind(port: u16) -> Result<Self, ServeError> {
        let listen = || {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
            let address = listener.local_addr()?;
            Ok(Self { listener, address })
        };
        listen().map_err(|cause: io::Error| match cause.kind() {
            io::ErrorKind::AddrInUse => ServeError::PortInUse { port },
            _ => ServeError::Io { port, cause },
        })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests for files below `root` until the program ends.
    ///
    /// # Errors
    /// [`ServeError::Io`] if a thread cannot be started.
    pub fn start(self, root: &Path, limits: Limits) -> Result<(), ServeError> {
        let port = self.address.port();
        let (listener, root) = (Arc::new(self.listener), Arc::<Path>::from(root));
        for number in 0..limits.workers {
            let (listener, root) = (Arc::clone(&listener), Arc::clone(&root));
            thread::Builder::new()
                .name(format!("serve-{number}"))
                .spawn(move || work(&listener, &root, limits))
                .map_err(|cause| ServeError::Io { port, cause })?;
        }
        Ok(())
    }
}

/// Answers one connection after the other.
fn work(listener: &TcpListener, root: &Path, limits: Limits) {
    loop {
        match listener.accept() {
            // A client that left or did not take its answer concerns nobody else.
            Ok((stream, _)) => drop(connection::answer(&stream, root, limits)),
            // Out of file handles, as a rule: a moment later there are some.
            Err(_) => thread::sleep(Duration::from_millis(100)),
        }
    }
}
