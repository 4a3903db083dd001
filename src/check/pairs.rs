//! The id of a joined pair, taken apart again.

use crate::graph::Plan;
use crate::ids::EventId;
use crate::scenario::{OperatorKind, Scenario};

/// Of how many events an id can be made up, as bits: bit 0 for one event, bit 1 for a pair, and so on.
type Widths = u64;

/// The joins of a job, with what each side of theirs can bring.
///
/// `1⋈2⋈3` is the pair of `1⋈2` and `3` behind one join, and of `1` and `2⋈3` behind another: the graph tells which.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    joins: Vec<Join>,
}

#[derive(Clone, Copy, Debug)]
struct Join {
    operator: usize,
    left: Widths,
    right: Widths,
}

/// One way of taking an id apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// The join that makes such pairs.
    pub(super) operator: usize,
    pub(super) left: EventId,
    pub(super) right: EventId,
}

impl Pairs {
    pub(super) fn of(scenario: &Scenario) -> Pairs {
        let mut of_operator: Vec<Widths> = vec![0; scenario.operators.len()];
        let of_input = |known: &[Widths], input: &String| match scenario.operators.iter().position(|o| o.name == *input)
        {
            Some(operator) => known[operator],
            None => 1,
        };
        // As often as the longest way is long: each time round, what is known goes one operator further.
        for _ in 0..scenario.operators.len() {
            let before = of_operator.clone();
            for (i, spec) in scenario.operators.iter().enumerate() {
                let inputs = spec.inputs.iter().map(|input| of_input(&of_operator, input));
                of_operator[i] = match (spec.kind, &*inputs.collect::<Vec<_>>()) {
                    (OperatorKind::Join, [left, right]) => sums(*left, *right),
                    (_, all) => all.iter().fold(0, |a, b| a | b),
                };
            }
            if of_operator == before {
                break;
            }
        }
        let join = |(operator, spec): (usize, &crate::scenario::Operator)| match &*spec.inputs {
            [left, right] if spec.kind == OperatorKind::Join => {
                Some(Join { operator, left: of_input(&of_operator, left), right: of_input(&of_operator, right) })
            }
            _ => None,
        };
        Pairs { joins: scenario.operators.iter().enumerate().filter_map(join).collect() }
    }

    /// Every way in which a join of this job can have made the id. A side is the number where the input has that number
    /// (`is_there`), and else the text: the pair `5⋈7` says the same of the number 5 and of the text `5`.
    pub(super) fn splits(&self, id: &EventId, is_there: &dyn Fn(&EventId) -> bool) -> Vec<Split> {
        let EventId::Text(text) = id else { return Vec::new() };
        let cuts: Vec<usize> = text.match_indices(EventId::JOINED).map(|(at, _)| at).collect();
        if cuts.is_empty() {
            return Vec::new();
        }
        let side = |s: &str| {
            // `05` and `+5` are never how a number is written.
            let number = s.parse().ok().map(EventId::Int).filter(|n| n.to_string() == s && is_there(n));
            number.unwrap_or_else(|| EventId::Text(s.into()))
        };
        let split = |operator: usize, at: usize| Split {
            operator,
            left: side(&text[..at]),
            right: side(&text[at + EventId::JOINED.len_utf8()..]),
        };
        let mut found = Vec::new();
        for join in &self.joins {
            for (n, at) in cuts.iter().enumerate() {
                let has = |widths: Widths, events: usize| events < 64 && widths >> events & 1 == 1;
                if has(join.left, n) && has(join.right, cuts.len() - 1 - n) {
                    found.push(split(join.operator, *at));
                }
            }
        }
        found
    }

    /// `splits` of an id in the input of this job, the first.
    pub(super) fn first_in(&self, plan: &Plan, id: &EventId) -> Option<(EventId, EventId)> {
        let partitions = || plan.scenario.sources.iter().flat_map(|s| &s.partitions);
        let splits = self.splits(id, &|side| partitions().any(|p| p.find(side).is_some()));
        splits.into_iter().next().map(|s| (s.left, s.right))
    }
}

/// What the pairs of two sides are made up of.
fn sums(left: Widths, right: Widths) -> Widths {
    (0..63).filter(|n| left >> n & 1 == 1).fold(0, |all, n| all | right.checked_shl(n + 1).unwrap_or(0))
}
