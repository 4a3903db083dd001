//! `cargo xtask soak`: the properties of the engine over very many random jobs, or of the readers over very many damaged links
//! and scenarios, in a release build.

use crate::process;
use crate::project::Project;

/// The properties over random jobs: the engine's invariants, and what view, judge, reader and branches promise of any job.
const PROPERTIES: [&str; 7] = [
    "invariants::",
    "view::the_stage_and_the_judge",
    "corners::shared_ids_are_judged",
    "why::whatever_goes_wrong",
    "strip::the_tree_stays_whole",
    "scenario::hostile::nothing_panics_on_a_scenario",
    "scenario::what_is_written_reads_back",
];
const CASES: &str = "1000000";
const MUTATIONS: &str = "10000000";

/// Tries the properties: a million cases of the invariants and the others in proportion, or as many as the first argument says; the second is another start for the
/// random choices. `mutations`: ten million damaged links and as many scenarios, or as many as the next argument says.
pub fn run(project: &Project, args: &[String]) -> Result<(), String> {
    let number = |args: &[String], at: usize, otherwise: &str| {
        let said = args.get(at).map_or(otherwise, String::as_str);
        said.parse::<u32>().map(|_| said.to_owned()).map_err(|_| format!("soak: `{said}` is no number"))
    };
    let mut soak = process::command("cargo");
    soak.args(["test", "--release", "--locked", "--test", "it", "--"]);
    match args.split_first() {
        Some((what, rest)) if what == "mutations" => {
            let cases = number(rest, 0, MUTATIONS)?;
            println!("{cases} damaged links, and as many damaged scenarios");
            soak.args(["mutations::", "link::a_hundred_thousand", "link::what_a_stranger"]);
            soak.env("BARRIERSCOPE_MUTATIONS", cases);
        }
        _ => {
            let (cases, seed) = (number(args, 0, CASES)?, number(args, 1, "1")?);
            println!("{cases} cases of the invariants, the other properties in proportion, seed {seed}");
            soak.args(PROPERTIES).env("BARRIERSCOPE_CASES", cases).env("BARRIERSCOPE_SEED", seed);
        }
    }
    process::run(soak.current_dir(&project.root))
}
