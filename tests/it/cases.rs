//! Every case gives the report that it expects, and the digest that it always gave.

use crate::both::cases::{CASES, check};

#[test]
fn every_case_gives_what_it_expects() {
    let faults: Vec<String> = CASES
        .iter()
        .filter_map(|(name, text)| Some(format!("{name}: {}", check(name, text).err()?.join("; "))))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_file_in_the_folder_is_a_case() {
    let mut files: Vec<String> = std::fs::read_dir("cases")
        .unwrap()
        .map(|f| f.unwrap().file_name().to_string_lossy().trim_end_matches(".json").to_owned())
        .collect();
    files.sort();
    assert_eq!(files, CASES.iter().map(|(n, _)| *n).collect::<Vec<_>>());
}

#[test]
#[expect(clippy::print_stdout, reason = "that is what it is for")]
#[ignore = "prints what tests/golden/digests.txt should hold"]
fn print_digests() {
    for (name, text) in CASES.iter().filter(|(n, _)| !n.starts_with('e')) {
        let case: serde_json::Value = serde_json::from_str(text).unwrap();
        let scenario = barrierscope::scenario::read(&case["scenario"].to_string()).unwrap();
        println!("{name} {}", barrierscope::check::run(&scenario).digest);
    }
}
