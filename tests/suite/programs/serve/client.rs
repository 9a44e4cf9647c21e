//! A client of one request: bytes out, an answer in.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

/// What came back.
pub(super) struct Answer {
    /// Number and phrase.
    pub(super) status: String,
    /// Names in lower case.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Everything that a server sends until it closes.
    pub(super) fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().strip_prefix("HTTP/1.1 ").unwrap().to_owned();
        let headers = lines.map(|line| {
            let (name, value) = line.split_once(": ").unwrap();
            (name.to_ascii_lowercase(), value.to_owned())
        });
        Self { status, headers: headers.collect(), body: bytes[end + 4..].to_vec() }
    }
}

/// Sends bytes as they are.
pub(super) fn ask(address: SocketAddr, request: &str) -> Answer {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    Answer::read(&mut stream)
}

pub(super) fn get(address: SocketAddr, target: &str) -> Answer {
    ask(address, &format!("GET {target} HTTP/1.1\r\nHost: {address}\r\n\r\n"))
}
