//! Pins and branches: whatever is forked, dropped and pinned, in whatever order, the tree stays whole and each pin on it.

use barrierscope::scenario::{preset, read};
use barrierscope::sim::Hand;
use barrierscope::view::branches::{Branches, Done};
use barrierscope::view::show::{Show, Start};
use barrierscope::view::strip::{PINS_MAX, Strip, TEXT_CHARS_MAX};
use proptest::prelude::*;

use crate::support::random::trying;

fn show() -> Show {
    Show::open(read(preset("01-append").expect("it is there").json()).expect("it reads"), Start::Beginning)
}

#[derive(Clone, Debug)]
enum Deed {
    Fork(u64),
    Go(usize),
    Drop(usize),
    Pin(u64),
    Unpin(usize),
    Shift(usize, bool),
    Look(bool),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        3 => (1u64..200).prop_map(Deed::Fork),
        2 => (0usize..8).prop_map(Deed::Go),
        2 => (0usize..8).prop_map(Deed::Drop),
        3 => (0u64..200).prop_map(Deed::Pin),
        1 => (0usize..6).prop_map(Deed::Unpin),
        1 => (0usize..6, any::<bool>()).prop_map(|(p, l)| Deed::Shift(p, l)),
        1 => any::<bool>().prop_map(Deed::Look),
    ]
}

/// One root; every parent is there and older; the tree lists each once, behind its parent, one deeper.
fn assert_whole(branches: &Branches, strip: &Strip) {
    let list = branches.list();
    assert_eq!(list.iter().filter(|b| b.parent.is_none()).count(), 1, "one was opened");
    assert!(list.iter().any(|b| b.id == branches.current()), "the one that is played is there");
    let tree = branches.tree();
    assert_eq!(tree.len(), list.len());
    for (i, (depth, branch)) in tree.iter().enumerate() {
        assert_eq!(tree.iter().filter(|(_, b)| b.id == branch.id).count(), 1);
        assert_eq!(*depth, branches.depth(branch.id));
        if let Some(parent) = branch.parent {
            assert!(parent < branch.id);
            // The nearest row above that is less deep is what it came from.
            let above = tree[..i].iter().rev().find(|(d, _)| d < depth).expect("a parent stands above");
            assert_eq!(above.1.id, parent);
        }
    }
    assert!(strip.pins().len() <= PINS_MAX);
    assert!(strip.at().is_none_or(|at| at < strip.pins().len()));
    for pin in strip.pins() {
        assert!(list.iter().any(|b| b.id == pin.branch), "each pin is on a branch that is there");
    }
}

proptest! {
    #![proptest_config(trying(64))]
    #[test]
    fn the_tree_stays_whole(deeds in prop::collection::vec(deed(), 0..24)) {
        let mut show = show();
        let (mut branches, mut strip) = (Branches::of(&show), Strip::default());
        for deed in deeds {
            let nth = |n: usize, b: &Branches| b.list()[n % b.list().len()].id;
            match deed {
                Deed::Fork(step) => {
                    show.seek(step);
                    let (at, before) = (show.history().now(), show.history().step());
                    if show.act(Hand::StorageDown(1000)).is_ok() {
                        branches.fork(Done::Hand(Hand::StorageDown(1000)), at, before, &show);
                    }
                }
                Deed::Go(n) => {
                    let id = nth(n, &branches);
                    branches.leave(show.history().step());
                    show = branches.go_to(id).expect("it is there");
                }
                Deed::Drop(n) => {
                    let id = nth(n, &branches);
                    let was = (branches.list().len(), branches.current());
                    let stays = id == was.1 || branches.depth(id) == 0;
                    branches.drop_branch(id);
                    strip.keep_to(&branches);
                    prop_assert_eq!((branches.list().len(), branches.current()), (was.0 - usize::from(!stays), was.1));
                }
                Deed::Pin(step) => drop(strip.pin(branches.current(), step)),
                Deed::Unpin(place) => strip.unpin(place),
                Deed::Shift(place, later) => strip.shift(place, later),
                Deed::Look(forward) => {
                    let next = strip.neighbour(forward);
                    strip.look_at(next);
                }
            }
            assert_whole(&branches, &strip);
        }
        // A link carries what is played and what is pinned, and makes a whole tree again.
        let lesson = branches.lesson(show.history().step(), &strip, |b| format!("branch {}", b.id));
        let again = Branches::of_lesson(&lesson);
        assert_whole(&again, &Strip::of(lesson.pins.clone()));
        prop_assert_eq!(lesson.pins.len(), strip.pins().len());
        prop_assert_eq!(&again.peek(again.current()).map(|s| s.world().run_digest()), &Some(show.world().run_digest()));
        for (pin, before) in lesson.pins.iter().zip(strip.pins()) {
            let digest = |branches: &Branches, id: usize| {
                let mut show = branches.peek(id).expect("it is there");
                show.seek(before.step);
                show.world().run_digest()
            };
            prop_assert_eq!(pin.step, before.step);
            prop_assert_eq!(digest(&again, pin.branch), digest(&branches, before.branch));
        }
    }
}

#[test]
fn a_strip_holds_five_in_order_and_says_what_one_looks_at() {
    let mut strip = Strip::default();
    assert_eq!((strip.neighbour(true), strip.neighbour(false)), (None, None));
    for step in 0..PINS_MAX as u64 {
        assert_eq!(strip.pin(0, step), Some(step as usize));
    }
    assert_eq!(strip.pin(0, 99), None, "there is no room for a sixth");
    strip.unpin(4);
    assert_eq!(strip.pin(0, 2), None, "a moment is pinned once");
    assert_eq!(strip.look_at(Some(2)).map(|p| p.step), Some(2));
    strip.shift(2, false);
    assert_eq!((strip.at(), strip.pins()[1].step, strip.pins()[2].step), (Some(1), 2, 1), "one goes on looking at it");
    strip.shift(0, false);
    strip.shift(3, true);
    assert_eq!(
        strip.pins().iter().map(|p| p.step).collect::<Vec<_>>(),
        [0, 2, 1, 3],
        "there is nothing beyond the ends"
    );
    strip.unpin(0);
    assert_eq!(strip.at(), Some(0));
    assert_eq!((strip.neighbour(false), strip.neighbour(true)), (None, Some(1)));
    strip.unpin(0);
    assert_eq!((strip.at(), strip.neighbour(true)), (None, Some(0)));
    strip.say(0, &format!("two\nlines{}", "x".repeat(500)));
    assert!(strip.pins()[0].text.starts_with("two linesx"));
    assert_eq!(strip.pins()[0].text.chars().count(), TEXT_CHARS_MAX);
}
