//! A small static server for tests and measurements.
//!
//! It is what the least of hosts would be, made strict: the site lies in a sub-folder, and a Content-Security-Policy
//! forbids inline scripts, inline styles and every other origin. A page that works here works on any static host.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

/// Where the site lies on the server. Nothing is at the root, so an absolute address in the site fails.
const SUB_FOLDER: &str = "/courses/streaming/";
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// Serves a folder until the process ends; returns the address of the site.
pub fn serve(folder: PathBuf) -> Result<String, String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|e| format!("no port to serve on: {e}"))?;
    let port = listener.local_addr().map_err(|e| e.to_string())?.port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            // A browser that goes away in the middle is no concern of ours.
            thread::spawn(move || drop(answer(&stream, &folder)));
        }
    });
    Ok(format!("http://127.0.0.1:{port}{SUB_FOLDER}"))
}

fn answer(mut stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    for header in lines {
        if header?.is_empty() {
            break;
        }
    }
    let mut words = request.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let file = file_for(target).map(|name| folder.join(name));
    let found = file.and_then(|file| fs::read(&file).ok().map(|bytes| (bytes, media_type(&file))));
    let (status, bytes, media_type) = match found {
        _ if method != "GET" && method != "HEAD" => ("405 Method Not Allowed", Vec::new(), "text/plain"),
        Some((bytes, media_type)) => ("200 OK", bytes, media_type),
        None => ("404 Not Found", b"not found".to_vec(), "text/plain"),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\nContent-Security-Policy: {POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n",
        bytes.len()
    )?;
    if method != "HEAD" {
        stream.write_all(&bytes)?;
    }
    stream.flush()
}

/// The file, relative to the folder, that a request's target asks for.
fn file_for(target: &str) -> Option<String> {
    let path = target.split(['?', '#']).next()?.strip_prefix(SUB_FOLDER)?;
    let safe = path.split('/').all(|part| part != ".." && !part.contains(['\\', ':', '%']));
    safe.then(|| if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_string() })
}

fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript",
        "css" => "text/css",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn only_files_below_the_sub_folder_are_served() {
        let file = |name: &str| file_for(&format!("{SUB_FOLDER}{name}"));
        assert_eq!(file("").as_deref(), Some("index.html"));
        assert_eq!(file("app.js?v=1").as_deref(), Some("app.js"));
        assert_eq!(file("lessons/").as_deref(), Some("lessons/index.html"));
        assert_eq!(file("../Cargo.toml"), None);
        assert_eq!(file("%2e%2e/Cargo.toml"), None);
        assert_eq!(file_for("/index.html"), None);
    }

    #[test]
    fn a_page_comes_with_the_strict_policy() {
        let folder = std::env::temp_dir().join(format!("barrierscope-http-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("index.html"), "<!doctype html>").expect("a page");
        let address = serve(folder.clone()).expect("a server");
        let authority = address.trim_start_matches("http://").split('/').next().expect("an authority").to_string();
        let mut stream = TcpStream::connect(authority).expect("a connection");
        write!(stream, "GET {SUB_FOLDER} HTTP/1.1\r\nHost: x\r\n\r\n").expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        fs::remove_dir_all(&folder).expect("the folder goes");
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
        assert!(answer.contains("Content-Security-Policy: default-src 'none'"), "{answer}");
        assert!(answer.ends_with("<!doctype html>"), "{answer}");
    }
}
