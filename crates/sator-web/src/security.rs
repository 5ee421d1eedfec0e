//! Which requests are answered at all, and the headers that every answer has.

use std::net::{IpAddr, SocketAddr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;

use crate::answer::Answer;

/// Nothing but the page's own files: no inline scripts or styles, no frames, no forms.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The names under which the server answers.
pub(crate) struct Names {
    host: String,
    address: SocketAddr,
}

impl Names {
    pub(crate) fn new(host: &str, address: SocketAddr) -> Self {
        Self { host: host.to_ascii_lowercase(), address }
    }

    /// Refuses a request under another name, or from a page of another server. A page elsewhere can
    /// let its own name mean this machine (DNS rebinding), but then the browser sends that name.
    pub(crate) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Answer> {
        let refuse = |message: String| Err(Answer::error(StatusCode::FORBIDDEN, message));
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = match (hosts.next(), hosts.next()) {
            (Some(host), None) => host.to_str().unwrap_or_default(),
            _ => return refuse("expected one Host header".to_owned()),
        };
        // A request to a proxy names the server in its address as well.
        let addressed = uri.authority().map(Authority::as_str);
        if let Some(other) = [Some(host), addressed].into_iter().flatten().find(|it| !self.has(it))
        {
            let port = self.address.port();
            return refuse(format!(
                "expected a Host of this server (localhost:{port}), found {other:?}"
            ));
        }
        for origin in headers.get_all(header::ORIGIN) {
            let origin = origin.to_str().unwrap_or_default();
            // The page is of this server only if both names are the same.
            if origin.strip_prefix("http://") != Some(host) {
                return refuse(format!(
                    "expected a page of this server, found the origin {origin:?}"
                ));
            }
        }
        Ok(())
    }

    /// Whether `name:port` is this server.
    fn has(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host.as_str(), Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        if name == "localhost" || name == self.host {
            return true;
        }
        // Addresses cannot be rebound. Where the server listens on all, each is right.
        let is_open = self.address.ip().is_unspecified();
        name.parse::<IpAddr>()
            .is_ok_and(|ip| ip.is_loopback() || is_open || ip == self.address.ip())
    }
}

/// Adds the headers that every answer has. Answers that say nothing about it are not stored.
pub(crate) fn protect(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let store = headers.entry(header::CACHE_CONTROL);
    store.or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &'static str, origin: Option<&'static str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        headers
    }

    /// Whether a request with these headers is answered.
    fn is_answered(names: &Names, headers: &HeaderMap) -> bool {
        names.check(&Uri::from_static("/"), headers).is_ok()
    }

    #[test]
    fn only_the_servers_own_names_are_answered() {
        let names = Names::new("127.0.0.1", "127.0.0.1:7283".parse().unwrap());
        for host in ["127.0.0.1:7283", "localhost:7283", "LOCALHOST:7283", "[::1]:7283"] {
            assert!(is_answered(&names, &headers(host, None)), "{host}");
        }
        for host in [
            "",
            "localhost",
            "localhost:80",
            "evil.example:7283",
            "127.0.0.1.evil.example:7283",
            "192.168.0.9:7283",
            "localhost:7283:7283",
            "[::1]",
            "localhost:7283x",
            "a@localhost:7283",
        ] {
            assert!(!is_answered(&names, &headers(host, None)), "{host}");
        }
        let open = Names::new("0.0.0.0", "0.0.0.0:7283".parse().unwrap());
        assert!(is_answered(&open, &headers("192.168.0.9:7283", None)));
        assert!(!is_answered(&open, &headers("evil.example:7283", None)));
    }

    #[test]
    fn pages_of_other_servers_are_refused() {
        let names = Names::new("127.0.0.1", "127.0.0.1:7283".parse().unwrap());
        let check = |origin| is_answered(&names, &headers("localhost:7283", Some(origin)));
        assert!(check("http://localhost:7283"));
        for origin in [
            "null",
            "",
            "http://localhost",
            "https://localhost:7283",
            "http://127.0.0.1:7283",
            "http://localhost:8080",
            "http://evil.example",
            "file://",
        ] {
            assert!(!check(origin), "{origin}");
        }
    }
}
