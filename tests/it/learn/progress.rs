//! What was done is kept, and comes back.

use barrierscope::learn::{ANALOGY, Analogy, Chapter, LESSONS, Progress, analogy_title, section_count};
use barrierscope::text::learn::ENGLISH;

#[test]
fn progress_survives_being_written_and_read() {
    let mut progress = Progress::default();
    progress.read("01-state-dies", "gone");
    progress.read("01-state-dies", "gone");
    progress.answered("01-state-dies", "sum", false);
    progress.answered("01-state-dies", "sum", true);
    progress.guided("06-ttl");
    let again = Progress::from_json(&progress.to_json());
    assert_eq!(again, progress);
    let done = again.of("01-state-dies").expect("something was done");
    assert_eq!(done.sections, ["gone"]);
    assert_eq!(done.predictions, [("sum".to_owned(), false)], "the first answer counts");
    assert!(again.of("06-ttl").is_some_and(|d| d.guided));
}

#[test]
fn what_cannot_be_read_is_left_out() {
    assert_eq!(Progress::from_json("nonsense"), Progress::default());
    let some = Progress::from_json(r#"{"a":{"sections":["x",3],"predictions":{"p":1}},"b":7}"#);
    assert_eq!(some.of("a").map(|d| d.sections.len()), Some(1));
    assert!(some.of("b").is_none());
}

#[test]
fn the_list_says_without_a_run_what_the_chapters_say_with_one() {
    for lesson in LESSONS {
        let chapter = Chapter::open(lesson.json, (ENGLISH.chapter)(lesson.name), &ENGLISH.tongue).expect("it opens");
        assert_eq!(section_count(lesson.json), chapter.sections.len(), "{}", lesson.name);
    }
    let analogy = Analogy::open(ANALOGY, ENGLISH.analogy, &ENGLISH.tongue).expect("it opens");
    assert_eq!(analogy_title(ENGLISH.analogy), Ok(analogy.title));
}
