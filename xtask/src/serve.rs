//! `cargo xtask serve`: build, serve, rebuild on every change.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::words;
use crate::project::Project;
use crate::setup;
use crate::site::{self, Profile};

/// The inner command that waits for the server and prints its address.
pub const ANNOUNCE: &str = "announce";

const DEFAULT_PORT: u16 = 8080;
/// How many ports after the default one are tried when it is taken.
const PORTS_TRIED: u16 = 20;
/// A first release build on a slow machine stays well below.
const ANNOUNCE_LIMIT: Duration = Duration::from_secs(30 * 60);

#[derive(Debug, PartialEq, Eq)]
struct Options {
    port: Option<u16>,
    open: bool,
    profile: Profile,
}

pub fn run(project: &Project, args: &[String]) -> Result<(), String> {
    let options = Options::parse(args)?;
    let port = free_port(options.port)?;
    let toolbox = setup::ready(project, &options.profile.needs())?;
    site::fetch(project, &toolbox)?;
    println!("building, then serving; the address follows when it answers");
    announce_later(port)?;
    let mut trunk = site::trunk(project, &toolbox, "serve", options.profile, &project.served());
    trunk.args(["--port", &port.to_string(), "--address", "127.0.0.1"]);
    if options.open {
        trunk.args(["--open", "true"]);
    }
    become_program(&mut trunk)
}

impl Options {
    fn parse(args: &[String]) -> Result<Options, String> {
        let mut options = Options { port: None, open: false, profile: Profile::Dev };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--open" => options.open = true,
                "--release" => options.profile = Profile::Release,
                "--port" => {
                    let port = args.next().ok_or("--port wants a number")?;
                    options.port = Some(port.parse().map_err(|_| format!("--port wants a number, got `{port}`"))?);
                }
                other => {
                    return Err(format!("`serve` knows --port N, --open and --release, not `{other}`"));
                }
            }
        }
        Ok(options)
    }
}

/// The port asked for, or the first free one from the default on. Known before the build, not after it.
fn free_port(wanted: Option<u16>) -> Result<u16, String> {
    let is_free = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok();
    match wanted {
        Some(port) if is_free(port) => Ok(port),
        Some(port) => Err(format!("port {port} is taken; choose another with --port")),
        None => (DEFAULT_PORT..DEFAULT_PORT + PORTS_TRIED).find(|port| is_free(*port)).ok_or_else(|| {
            format!("ports {DEFAULT_PORT} to {} are taken; choose one with --port", DEFAULT_PORT + PORTS_TRIED - 1)
        }),
    }
}

/// Starts this program a second time to watch for the server, since this one is about to become Trunk.
fn announce_later(port: u16) -> Result<(), String> {
    let itself = std::env::current_exe().map_err(|e| e.to_string())?;
    let parent = std::process::id().to_string();
    Command::new(itself)
        .args([ANNOUNCE, &port.to_string(), &parent])
        .stdin(Stdio::null())
        .spawn()
        .map(drop)
        .map_err(|e| format!("cannot watch for the server: {e}"))
}

/// Waits until the server answers, then prints where. Ends early when the server's process is gone.
pub fn announce(args: &[String]) -> Result<(), String> {
    let [port, parent] = args else {
        return Err("announce wants a port and a process".to_string());
    };
    let port: u16 = port.parse().map_err(|_| "not a port")?;
    let started = Instant::now();
    while started.elapsed() < ANNOUNCE_LIMIT && parent_is(parent) {
        if let Some(status) = status_of_start_page(port) {
            let line = if status == 200 {
                format!(
                    "Barrierscope is at  http://127.0.0.1:{port}/   (after {}; Ctrl-C ends it)",
                    words(started.elapsed())
                )
            } else {
                "The build failed. Mend what it says above: it is built again on every change.".to_string()
            };
            println!("\n  {line}\n");
            return Ok(());
        }
        thread::sleep(Duration::from_millis(200));
    }
    Ok(())
}

#[cfg(unix)]
fn parent_is(process: &str) -> bool {
    std::os::unix::process::parent_id().to_string() == process
}

#[cfg(not(unix))]
fn parent_is(_process: &str) -> bool {
    true
}

fn status_of_start_page(port: u16) -> Option<u16> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_millis(500)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n\r\n").ok()?;
    let mut start = [0; 12];
    stream.read_exact(&mut start).ok()?;
    std::str::from_utf8(&start).ok()?.split(' ').nth(1)?.parse().ok()
}

/// Trunk takes this process's place, so that whoever stops this process stops the server.
#[cfg(unix)]
fn become_program(command: &mut Command) -> Result<(), String> {
    use std::os::unix::process::CommandExt;
    Err(format!("cannot start Trunk: {}", command.exec()))
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> Result<(), String> {
    crate::process::run(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<Options, String> {
        Options::parse(&args.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_read_in_any_order() {
        let options = parse(&["--release", "--port", "9000", "--open"]);
        assert_eq!(options, Ok(Options { port: Some(9000), open: true, profile: Profile::Release }));
        assert_eq!(parse(&[]), Ok(Options { port: None, open: false, profile: Profile::Dev }));
    }

    #[test]
    fn a_wrong_option_is_named() {
        assert!(parse(&["--prot"]).is_err_and(|e| e.contains("--prot")));
        assert!(parse(&["--port", "many"]).is_err_and(|e| e.contains("many")));
        assert!(parse(&["--port"]).is_err());
    }

    #[test]
    fn a_taken_port_is_refused_before_the_build() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = taken.local_addr().expect("an address").port();
        assert!(free_port(Some(port)).is_err_and(|e| e.contains("taken")));
    }
}
