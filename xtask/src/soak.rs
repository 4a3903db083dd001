//! `cargo xtask soak`: the properties of the engine over very many random jobs, in a release build.

use crate::process;
use crate::project::Project;

const CASES: &str = "1000000";

/// Tries the invariants: a million cases, or as many as the first argument says; the second is another start for the
/// random choices.
pub fn run(project: &Project, args: &[String]) -> Result<(), String> {
    let cases = args.first().map_or(CASES, String::as_str);
    let seed = args.get(1).map_or("1", String::as_str);
    for number in [cases, seed] {
        number.parse::<u32>().map_err(|_| format!("soak [CASES [SEED]]: `{number}` is no number"))?;
    }
    println!("{cases} cases of the invariants, seed {seed}");
    let mut soak = process::command("cargo");
    soak.args(["test", "--release", "--locked", "--test", "it", "--", "invariants::"]);
    soak.env("BARRIERSCOPE_CASES", cases).env("BARRIERSCOPE_SEED", seed);
    process::run(soak.current_dir(&project.root))
}
