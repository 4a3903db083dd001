//! Running other programs: quietly into a log with a heartbeat, loudly, or read line by line while they run.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How often a quiet step says that it is still at work.
const HEARTBEAT: Duration = Duration::from_secs(30);
/// How much of a failed step's log is shown.
const LOG_TAIL_LINES: usize = 20;

/// A command for programs of ours: without the variables that `cargo run` sets for xtask itself. Left in, they would
/// send nested tools to the wrong cargo, or a system rustc to the libraries of another toolchain.
pub fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        let Some(name) = name.to_str() else { continue };
        if name == "CARGO"
            || name == "LD_LIBRARY_PATH"
            || name.starts_with("CARGO_PKG_")
            || name.starts_with("CARGO_MANIFEST_")
        {
            command.env_remove(name);
        }
    }
    if std::io::stdout().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    command
}

/// Standard output of a short command, or `None` when it is missing or fails.
pub fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs with our own output streams; fails on a non-zero status.
pub fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("{}: {e}", shown(command)))?;
    success(status, command)
}

/// Runs into a log file. Says every so often that it is still at work, kills the program at `limit`, and on failure
/// returns the end of the log.
pub fn run_logged(command: &mut Command, log: &Path, label: &str, limit: Option<Duration>) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", log.display());
    let mut file = File::options().create(true).append(true).open(log).map_err(failed)?;
    writeln!(file, "$ {}", shown(command)).map_err(failed)?;
    command.stdout(file.try_clone().map_err(failed)?).stderr(file);
    let started = Instant::now();
    let mut child = command.spawn().map_err(|e| format!("{}: {e}", shown(command)))?;
    let mut next_beat = HEARTBEAT;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            break status;
        }
        let passed = started.elapsed();
        if limit.is_some_and(|limit| passed > limit) {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("no answer from `{}` within {}", shown(command), words(passed)));
        }
        if passed >= next_beat {
            println!("    {label}: at work for {}", words(passed));
            next_beat += HEARTBEAT;
        }
        thread::sleep(Duration::from_millis(50));
    };
    success(status, command).map_err(|e| format!("{e}; {} ends with\n{}", log.display(), tail(log)))
}

/// Runs, showing both streams as they come, and returns the lines of both in order of arrival, colours removed.
pub fn run_watched(command: &mut Command) -> Result<(bool, Vec<String>), String> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("{}: {e}", shown(command)))?;
    let lines = Arc::new(Mutex::new(Vec::new()));
    let out = child.stdout.take().map(|stream| watch(stream, Arc::clone(&lines), false));
    let err = child.stderr.take().map(|stream| watch(stream, Arc::clone(&lines), true));
    let status = child.wait().map_err(|e| e.to_string())?;
    for reader in [out, err].into_iter().flatten() {
        reader.join().map_err(|_| "a reader of the program's output panicked")?;
    }
    let lines = std::mem::take(&mut *lines.lock().map_err(|e| e.to_string())?);
    Ok((status.success(), lines))
}

fn watch(
    stream: impl Read + Send + 'static,
    lines: Arc<Mutex<Vec<String>>>,
    to_stderr: bool,
) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let mut reader = BufReader::new(stream);
        let mut bytes = Vec::new();
        while matches!(reader.read_until(b'\n', &mut bytes), Ok(read) if read > 0) {
            // A closed pipe downstream (`| head`) must not stop the tests.
            let _ = if to_stderr { std::io::stderr().write_all(&bytes) } else { std::io::stdout().write_all(&bytes) };
            let line = without_colours(String::from_utf8_lossy(&bytes).trim_end());
            if let Ok(mut lines) = lines.lock() {
                lines.push(line);
            }
            bytes.clear();
        }
    })
}

fn success(status: ExitStatus, command: &Command) -> Result<(), String> {
    if status.success() { Ok(()) } else { Err(format!("`{}` ended with {status}", shown(command))) }
}

/// A command as one would type it.
fn shown(command: &Command) -> String {
    let mut text =
        Path::new(command.get_program()).file_name().unwrap_or(command.get_program()).to_string_lossy().into_owned();
    for arg in command.get_args() {
        text.push(' ');
        text.push_str(&arg.to_string_lossy());
    }
    text
}

fn tail(log: &Path) -> String {
    let Ok(file) = File::open(log) else {
        return String::new();
    };
    let mut last = VecDeque::new();
    for line in BufReader::new(file).lines().map_while(Result::ok) {
        if last.len() == LOG_TAIL_LINES {
            last.pop_front();
        }
        last.push_back(format!("    {line}"));
    }
    last.into_iter().collect::<Vec<_>>().join("\n")
}

/// The first executable of that name on PATH.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

/// A span of time as a person says it.
pub fn words(span: Duration) -> String {
    match span.as_secs() {
        0..10 => format!("{:.1} s", span.as_secs_f64()),
        seconds @ 10..60 => format!("{seconds} s"),
        seconds => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

/// Removes terminal colour sequences.
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\u{1b}' {
            plain.push(c);
        } else if chars.next() == Some('[') {
            // A control sequence ends with its first letter.
            chars.find(char::is_ascii_alphabetic);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_and_text_stays() {
        assert_eq!(without_colours("\u{1b}[32;1m     Summary\u{1b}[0m [ 0.1s] ok"), "     Summary [ 0.1s] ok");
        assert_eq!(without_colours("test result: ok. 3 passed"), "test result: ok. 3 passed");
    }

    #[test]
    fn spans_read_like_speech() {
        assert_eq!(words(Duration::from_millis(400)), "0.4 s");
        assert_eq!(words(Duration::from_secs(42)), "42 s");
        assert_eq!(words(Duration::from_secs(160)), "2 min 40 s");
    }
}
