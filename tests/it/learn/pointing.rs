//! Pointing at the stage: whatever a lesson asks for stands at a place, and that place has its name.

use barrierscope::learn::{Answer, Kind};
use barrierscope::view::geometry::Point;
use barrierscope::view::layout::stage;
use barrierscope::view::pointing::part_at;
use barrierscope::view::show::{Show, Start};

use super::chapters;

#[test]
fn every_part_that_a_prediction_names_can_be_pointed_at() {
    let mut asked = 0;
    for chapter in chapters() {
        for p in chapter.predictions.iter().filter(|p| p.kind == Kind::Point) {
            let run = chapter.run(&p.run).expect("a run");
            let mut show = Show::open(run.scenario.clone(), Start::Beginning);
            show.seek(p.stop);
            for (width, height) in [(1280.0, 500.0), (820.0, 800.0), (360.0, 700.0)] {
                let drawing = stage(show.cast(), width, height);
                let (plan, scene) = (show.world().plan().clone(), show.scene());
                let mut found = Vec::new();
                for y in 0..(drawing.height as u32 / 6) {
                    for x in 0..(drawing.width as u32 / 6) {
                        let at = Point::at(f64::from(x) * 6.0, f64::from(y) * 6.0);
                        found.extend(part_at(&drawing, &plan, &scene, at));
                    }
                }
                for answer in [p.right()].into_iter().chain(p.wrong().map(|(_, answer)| answer)) {
                    let Answer::Point(part) = answer else { panic!("{}: {answer:?}", p.id) };
                    let places = found.iter().filter(|name| *name == part).count();
                    assert!(places >= 8, "{}, {}: {part} has {places} places at {width}", chapter.name, p.id);
                    asked += 1;
                }
            }
        }
    }
    assert!(asked >= 20, "{asked}");
}
