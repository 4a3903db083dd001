//! The embedded view: its address, and what it and the page around say to each other.

use barrierscope::scenario::{preset, presets, read as read_scenario};
use barrierscope::text::ENGLISH_WORKBENCH;
use barrierscope::time::SimTime;
use barrierscope::view::embed::address::{CHARS_MAX, Controls, NAMES, Part, read};
use barrierscope::view::embed::message::{self, fragment_of};
use barrierscope::view::embed::{AddressError, Ask, Load, MessageError, NoMoment, Span, What, When};
use barrierscope::view::show::{Show, Start};
use barrierscope::view::turning::MarkKind;
use barrierscope::view::verdict::verdict;
use serde_json::Value;

fn show(name: &str) -> Show {
    let scenario = read_scenario(preset(name).expect("a preset").json()).expect("it can be read");
    Show::open(scenario, Start::Beginning)
}

#[test]
fn a_moment_is_read_from_words() {
    let time = |ms| Some(When::Time(SimTime(ms)));
    let nth = |kind, nth| Some(When::Nth(kind, nth));
    let cases = [
        ("start", Some(When::Start)),
        ("end", Some(When::End)),
        ("812", Some(When::Step(812))),
        ("0", Some(When::Step(0))),
        ("10s", time(10_000)),
        ("10.5s", time(10_500)),
        ("0.05s", time(50)),
        ("10500ms", time(10_500)),
        ("crash", nth(MarkKind::Crash, 1)),
        ("crash-2", nth(MarkKind::Crash, 2)),
        ("barrier", nth(MarkKind::Barrier, 1)),
        ("checkpoint-12", nth(MarkKind::Checkpoint, 12)),
        ("commit", nth(MarkKind::Commit, 1)),
        ("restore", nth(MarkKind::Restore, 1)),
        ("duplicate-3", nth(MarkKind::Duplicate, 3)),
        ("", None),
        ("-1", None),
        ("+1", None),
        ("1e3", None),
        ("1.5", None),
        ("1.2345s", None),
        ("1.s", None),
        (".5s", None),
        ("s", None),
        ("ms", None),
        ("Crash", None),
        ("crash-0", None),
        ("crash-", None),
        ("crash-99999999999", None),
        ("99999999999999999999", None),
        ("9999999999999999s", None),
        ("start-2", None),
    ];
    for (text, expected) in cases {
        assert_eq!(When::read(text), expected, "{text}");
    }
}

#[test]
fn a_moment_is_a_step_of_the_run_or_says_what_the_run_has() {
    let show = show("21-one-crash-two-sinks");
    let last = show.pace().steps();
    let step = |text: &str| When::read(text).expect("a moment").step(&show);
    assert_eq!(step("start"), Ok(0));
    assert_eq!(step("end"), Ok(last));
    assert_eq!(step("7"), Ok(7));
    let crash = show.reel().crashes[0].step;
    assert_eq!(step("crash"), Ok(crash));
    let ms = show.pace().time_of(crash).ms();
    // All that happens at that moment has happened.
    assert!(step(&format!("{ms}ms")).is_ok_and(|step| step >= crash && show.pace().time_of(step).ms() == ms));
    let (Ok(first), Ok(second)) = (step("duplicate"), step("duplicate-2")) else { panic!("two rows stand twice") };
    assert!(crash < first && first < second);
    assert_eq!(step(&(last + 1).to_string()), Err(NoMoment::Step(last)));
    assert_eq!(step("crash-2"), Err(NoMoment::Nth(MarkKind::Crash, 1)));
    assert_eq!(step("commit"), Err(NoMoment::Nth(MarkKind::Commit, 0)));
    assert_eq!(step("999999s"), Err(NoMoment::Time(show.pace().time_of(last))));
}

#[test]
fn an_address_says_what_is_shown_and_how() {
    let (address, errors) =
        read("?embed&from=crash&to=12.5s&at=120&autoplay=1&controls=full&panels=verdict,lanes&theme=dark&lang=zh-CN");
    assert_eq!(errors, []);
    assert!(address.embed);
    let (from, to) = (Some(When::Nth(MarkKind::Crash, 1)), Some(When::Time(SimTime(12_500))));
    assert_eq!(address.span, Span { from, to, at: Some(When::Step(120)) });
    assert_eq!((address.autoplay, address.controls), (Some(true), Controls::Full));
    assert_eq!((address.panels, address.dark), (vec![Part::Verdict, Part::Lanes], Some(true)));
    assert_eq!(address.lang.as_deref(), Some("zh-CN"));
    // Nothing is asked for: the whole page; in a frame the verdict and what it takes to play.
    let (address, errors) = read("");
    assert_eq!((address.embed, address.span, address.autoplay, errors), (false, Span::default(), None, vec![]));
    let (address, _) = read("?embed=1");
    assert_eq!((address.embed, address.controls, address.panels), (true, Controls::Compact, vec![Part::Verdict]));
    // As a form or a program writes it.
    let (address, errors) = read("embed=true&panels=setup%2Cverdict&autoplay=&theme=auto");
    assert_eq!((address.panels, address.autoplay, errors), (vec![Part::Setup, Part::Verdict], Some(true), vec![]));
    assert_eq!(read("?embed&panels=none").0.panels, []);
    assert!(!read("?embed=0").0.embed);
}

#[test]
fn what_an_address_cannot_say_is_told_and_the_rest_counts() {
    let (address, errors) =
        read("?embed&autoply&at=soon&controls=many&panels=verdict,lane&theme=blue&lang=x&lang=en&at=3&z=1");
    assert!(address.embed);
    assert_eq!((address.span, address.controls), (Span::default(), Controls::Compact));
    let value = |name, found: &str| AddressError::Value(name, found.into());
    assert_eq!(
        errors,
        [
            value("at", "soon"),
            value("controls", "many"),
            value("panels", "verdict,lane"),
            value("theme", "blue"),
            value("lang", "x"),
            AddressError::Twice("lang"),
            AddressError::Twice("at"),
            AddressError::Unknown("autoply".into(), Some("autoplay")),
        ]
    );
    // What others put behind an address is no concern of the whole page.
    assert_eq!(read("?utm_source=mail&v=2&at=end").1, []);
    assert_eq!(read("?at=never").1, [value("at", "never")]);
    let long = format!("?at=3&embed&{}", "a".repeat(CHARS_MAX));
    let (address, errors) = read(&long);
    assert_eq!((address.embed, address.span, errors), (true, Span::default(), vec![AddressError::TooLong]));
}

#[test]
fn every_error_says_where_and_what_to_do() {
    let words = ENGLISH_WORKBENCH.embed;
    let said = |error: &AddressError| {
        let error = (words.address)(error);
        format!("{}: {}", error.path, error.message)
    };
    assert_eq!(
        said(&AddressError::Unknown("autoply".into(), Some("autoplay"))),
        "address?autoply: unknown parameter, did you mean \"autoplay\"?"
    );
    assert_eq!(
        said(&AddressError::Value("theme", "blue".into())),
        "address?theme: \"blue\" is not possible, expected light, dark or auto"
    );
    assert_eq!(
        said(&AddressError::NoMoment("at", NoMoment::Nth(MarkKind::Crash, 0))),
        "address?at: the run has no crash"
    );
    // Each parameter has a sentence of its own about what it can be.
    for name in NAMES {
        assert!(said(&AddressError::Value(name, "?".into())).contains("expected "), "{name}");
    }
    let message = |error: &MessageError| (words.message)(error);
    assert_eq!(message(&MessageError::Type("seak".into(), Some("seek"))).path, "message/type");
    assert!(message(&MessageError::Version(9)).message.contains("version 9"));
}

#[test]
fn nothing_that_a_stranger_writes_does_harm() {
    let pieces = [
        "embed",
        "at",
        "=",
        "&",
        "%",
        "%4",
        "%ff",
        "%00",
        "+",
        "crash-",
        "s",
        "-",
        "1",
        "panels",
        ",",
        "\u{1F980}",
        "é",
    ];
    let mut seed = 17_u64;
    for _ in 0..20_000 {
        let mut text = String::from("?");
        for _ in 0..12 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
        }
        let (_, errors) = read(&text);
        assert!(errors.len() <= 8, "{text}");
        let _ = message::read(&text);
        let _ = When::read(&text);
    }
}

fn asked(text: &str) -> Result<Ask, MessageError> {
    message::read(text).expect("a message of ours")
}

#[test]
fn a_message_asks_for_one_thing() {
    assert_eq!(asked(r#"{"barrierscope":1,"type":"play"}"#), Ok(Ask::Play));
    assert_eq!(asked(r#"{"barrierscope":1,"type":"pause","more":1}"#), Ok(Ask::Pause));
    assert_eq!(asked(r#"{"barrierscope":1,"type":"seek","to":812}"#), Ok(Ask::Seek(When::Step(812))));
    assert_eq!(asked(r#"{"barrierscope":1,"type":"seek","to":"crash"}"#), Ok(Ask::Seek(When::Nth(MarkKind::Crash, 1))));
    let load = |what, span, autoplay| Ok(Ask::Load(Load { what, span, autoplay, wrong: Vec::new() }));
    let (name, none) = ("03-two-phase", Span::default());
    assert_eq!(
        asked(&format!(r#"{{"barrierscope":1,"type":"load","scenario":"{name}"}}"#)),
        load(What::Preset(name.into()), none, false)
    );
    let span = Span { from: Some(When::Start), to: None, at: Some(When::Step(4)) };
    assert_eq!(
        asked(
            r#"{"barrierscope":1,"type":"load","run":"https://x.test/?a#run=1.AbC","from":"start","to":null,"at":4,"autoplay":true}"#
        ),
        load(What::Run("run=1.AbC".into()), span, true)
    );
    assert_eq!(
        asked(r#"{"barrierscope":1,"type":"load","scenario":{"barrierscope":1,"title":"x"}}"#),
        load(What::Scenario(r#"{"barrierscope":1,"title":"x"}"#.into()), none, false)
    );
    assert_eq!(
        asked(r#"{"barrierscope":1,"type":"load","scenario":" {\"barrierscope\":1}"}"#),
        load(What::Scenario(r#" {"barrierscope":1}"#.into()), none, false)
    );
    // A moment that cannot be read is named, and the rest counts.
    assert_eq!(
        asked(r#"{"barrierscope":1,"type":"load","run":"1.a","from":"soon","at":{}}"#),
        Ok(Ask::Load(Load {
            what: What::Run("run=1.a".into()),
            span: none,
            autoplay: false,
            wrong: vec!["from", "at"]
        }))
    );
    assert_eq!(asked(r#"{"barrierscope":1,"type":"load","problem":"gone"}"#), Ok(Ask::Problem("gone".into())));
    assert_eq!(fragment_of("https://x.test/#preset=01-append"), "preset=01-append");
    for run in ["1.AbC", "run=1.AbC", "#run=1.AbC", " http://127.0.0.1/x/?embed#run=1.AbC\n"] {
        assert_eq!(fragment_of(run), "run=1.AbC", "{run}");
    }
}

#[test]
fn what_is_no_message_of_ours_gets_no_answer_and_what_is_wrong_in_one_does() {
    for text in [
        "",
        "7",
        "null",
        "[1]",
        "{",
        r#"{"type":"play"}"#,
        r#"{"barrierscope":"1","type":"play"}"#,
        r#"{"barrierscope":1.5,"type":"play"}"#,
        r#"{"barrierscope":-1,"type":"play"}"#,
        r#"{"barrierscope":1}"#,
        r#"{"barrierscope":1,"type":4}"#,
        r#"{"Barrierscope":1,"type":"play"}"#,
    ] {
        assert_eq!(message::read(text), None, "{text}");
    }
    let cases = [
        (r#"{"barrierscope":2,"type":"play"}"#, MessageError::Version(2)),
        (r#"{"barrierscope":1,"type":"plai"}"#, MessageError::Type("plai".into(), Some("play"))),
        (r#"{"barrierscope":1,"type":"constructor"}"#, MessageError::Type("constructor".into(), None)),
        (r#"{"barrierscope":1,"type":"seek"}"#, MessageError::Field("to")),
        (r#"{"barrierscope":1,"type":"seek","to":-1}"#, MessageError::Field("to")),
        (r#"{"barrierscope":1,"type":"seek","to":1.5}"#, MessageError::Field("to")),
        (r#"{"barrierscope":1,"type":"seek","to":{}}"#, MessageError::Field("to")),
        (r#"{"barrierscope":1,"type":"load"}"#, MessageError::ScenarioOrRun),
        (r#"{"barrierscope":1,"type":"load","scenario":"a","run":"b"}"#, MessageError::ScenarioOrRun),
        (r#"{"barrierscope":1,"type":"load","scenario":4}"#, MessageError::Field("scenario")),
        (r#"{"barrierscope":1,"type":"load","run":[]}"#, MessageError::Field("run")),
        (r#"{"barrierscope":1,"type":"load","run":"1.a","autoplay":"yes"}"#, MessageError::Field("autoplay")),
    ];
    for (text, expected) in cases {
        assert_eq!(asked(text), Err(expected), "{text}");
    }
    assert_eq!(asked(&" ".repeat(message::CHARS_MAX + 1)), Err(MessageError::TooLong));
}

#[test]
fn what_is_told_has_the_version_and_the_numbers_of_the_run() {
    let mut show = show("21-one-crash-two-sinks");
    show.pause();
    show.seek(u64::MAX);
    let told = |text: String| -> Value {
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["barrierscope"], 1);
        value
    };
    let steps = show.pace().steps();
    let ready = told(message::ready(&show));
    assert_eq!((&ready["type"], &ready["steps"]), (&"ready".into(), &steps.into()));
    assert_eq!(ready["title"], show.scenario().title.as_str());
    let step = told(message::step(&show));
    assert_eq!((&step["step"], &step["steps"], &step["playing"]), (&steps.into(), &steps.into(), &false.into()));
    let verdict = told(message::verdict(&verdict(&show), "in", "out"));
    assert_eq!((&verdict["state"], &verdict["output"]), (&"exactly_once".into(), &"at_least_once".into()));
    assert_eq!((&verdict["duplicates"], &verdict["missing"], &verdict["ended"]), (&50.into(), &0.into(), &true.into()));
    assert_eq!(verdict["text"]["output"], "out");
    assert_eq!(told(message::size(480))["height"], 480);
    assert_eq!(told(message::answer("q", "a", "b", false))["correct"], false);
    let error = (ENGLISH_WORKBENCH.embed.address)(&AddressError::Order);
    assert_eq!(told(message::error(&[error]))["errors"][0]["code"], "conflict");
}

#[test]
fn a_run_that_is_kept_to_a_span_stands_still_at_its_end_and_starts_over_at_its_beginning() {
    let mut show = show("21-one-crash-two-sinks");
    let crash = show.reel().crashes[0].step;
    let (from, to) = (crash - 20, crash + 5);
    show.keep_to(from, to);
    show.seek(from);
    show.playback_mut().play();
    for _ in 0..100_000 {
        if !show.playback().is_moving() {
            break;
        }
        assert!(!show.tick(16.0).ended, "the end of the span is not that of the run");
    }
    assert_eq!((show.history().step(), show.playback().is_playing()), (to, false));
    show.toggle();
    assert_eq!((show.history().step(), show.playback().is_playing()), (from, true));
    // Whoever goes beyond it plays on to the end.
    show.seek(to + 1);
    show.playback_mut().set_speed(64.0);
    let mut ended = false;
    for _ in 0..100_000 {
        ended |= show.tick(16.0).ended;
    }
    assert!(ended && show.at_end());
    show.restart();
    assert_eq!(show.history().step(), from);
    // What is done by hand makes a run of which all is played.
    show.act(barrierscope::sim::Hand::CrashProcess).expect("it runs");
    show.restart();
    assert_eq!(show.history().step(), 0);
    // A span that is none is the whole run.
    show.keep_to(50, 50);
    show.restart();
    assert_eq!(show.history().step(), 0);
}

#[test]
fn each_preset_can_be_shown_from_its_first_crash_on() {
    for preset in presets() {
        let show = show(preset.name);
        let crash = When::Nth(MarkKind::Crash, 1).step(&show);
        assert_eq!(crash.is_ok(), !show.reel().crashes.is_empty(), "{}: {crash:?}", preset.name);
    }
}
