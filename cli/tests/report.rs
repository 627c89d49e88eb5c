//! The report as a browser shows it: its numbers in the page and in what is drawn, light and dark.
//!
//! Needs a Chromium on PATH (`apt-get install chromium`); where there is none, that is said and
//! the page's text is still checked elsewhere.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_precision_loss,
    reason = "a test fails by panicking"
)]

mod common;

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::World;
use common::guard::guard;
use serde_json::json;

const ALLOWED: usize = 6;
const ASKED: usize = 2;
const BLOCKED: usize = 3;

fn chromium() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = names.iter().find_map(|name| which::which(name).ok());
    if found.is_none() {
        eprintln!("skipped: no chromium on PATH, so no browser looked at the report");
    }
    found
}

fn report(world: &World) -> PathBuf {
    let mut calls = vec![("read_file", json!({"path": "/tmp/notes.md"})); ALLOWED];
    for number in 0..ASKED {
        let path = format!("/tmp/{number}.md");
        calls.push(("write_file", json!({"path": path, "content": "x"})));
    }
    calls.extend(vec![
        ("terminal", json!({"command": "rm -rf /srv/data"}));
        BLOCKED
    ]);
    guard(world, "Read the notes. Do not delete anything.", &calls);
    let page = world.user.join("report.html");
    let arguments = ["report", "--from", "audit", "-o", page.to_str().unwrap()];
    world.run(&arguments).code(0);
    page
}

/// What a headless browser prints, or draws to `shot`.
fn browse(browser: &Path, world: &World, page: &Path, arguments: &[&str]) -> String {
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
        ])
        .args(["--window-size=1000,1600", "--virtual-time-budget=2000"])
        .arg(format!(
            "--user-data-dir={}",
            world.user.join("browser").display()
        ))
        .args(arguments)
        .arg(format!("file://{}", page.display()))
        .env("HOME", &world.user)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The colours of a picture's pixels, row by row.
fn pixels(shot: &Path) -> Vec<[u8; 3]> {
    let decoder = png::Decoder::new(BufReader::new(File::open(shot).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut bytes).unwrap();
    let size = frame.color_type.samples();
    bytes[..frame.buffer_size()]
        .chunks_exact(size)
        .map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect()
}

#[test]
fn a_browser_shows_the_numbers_in_light_and_dark() {
    let Some(browser) = chromium() else { return };
    let world = World::new();
    let page = report(&world);
    let dom = browse(&browser, &world, &page, &["--dump-dom"]);
    for number in [
        format!("<b>{}</b>calls", ALLOWED + ASKED + BLOCKED),
        format!("<b>{ALLOWED}</b>allowed"),
        format!("<b>{ASKED}</b>asked"),
        format!("<b>{BLOCKED}</b>blocked"),
        "<b>18.2</b>questions in a hundred calls".to_owned(),
    ] {
        assert!(dom.contains(&number), "{number} is not in the page");
    }
    // Paper, and the colours of what was allowed and blocked.
    let light = ([0xff, 0xff, 0xff], [0x2e, 0x8b, 0x57], [0xc0, 0x39, 0x2b]);
    let dark = ([0x14, 0x17, 0x1a], [0x4f, 0xbf, 0x84], [0xef, 0x6a, 0x5a]);
    for (scheme, (paper, allow, block)) in [("1", light), ("0", dark)] {
        let shot = world.user.join(format!("shot-{scheme}.png"));
        let to = format!("--screenshot={}", shot.display());
        let setting = format!("--blink-settings=preferredColorScheme={scheme}");
        browse(&browser, &world, &page, &[&to, &setting]);
        let pixels = pixels(&shot);
        assert_eq!(pixels.first(), Some(&paper), "scheme {scheme}");
        let area = |colour| pixels.iter().filter(|pixel| **pixel == colour).count() as f64;
        let ratio = area(allow) / area(block);
        let expected = ALLOWED as f64 / BLOCKED as f64;
        assert!(
            (ratio - expected).abs() < 0.2,
            "scheme {scheme}: {ratio}, not {expected}"
        );
    }
}
