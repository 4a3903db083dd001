//! Where each node of a job stands: its layer, and its row among the nodes of that layer.
//!
//! A layered layout for small graphs. Edges that skip a layer get a place of their own in it, so that no pipe runs
//! through a box. Everything is ordered, ties go by the order of the file: the same job always looks the same.

/// A job as a drawing needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The layer of each node: the longest path from a source.
    pub depth: Vec<usize>,
    /// From and to, as indices into `depth`; an edge goes to a deeper layer.
    pub edges: Vec<(usize, usize)>,
}

/// Rows as the drawing needs them: fractions, the smallest 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// The row of each node.
    pub node: Vec<f64>,
    /// Per edge, the rows in the layers that it skips.
    pub bends: Vec<Vec<f64>>,
    /// The largest row.
    pub last: f64,
    /// The number of layers.
    pub layers: usize,
}

/// A node or the place of an edge in a layer that it skips.
struct Place {
    layer: usize,
    near: Vec<usize>,
}

/// Puts every node and every bend into a row.
pub fn rows(shape: &Shape) -> Rows {
    let layers = shape.depth.iter().max().map_or(0, |d| d + 1);
    let mut places: Vec<Place> = shape.depth.iter().map(|d| Place { layer: *d, near: Vec::new() }).collect();
    let mut bends: Vec<Vec<usize>> = Vec::new();
    for &(from, to) in &shape.edges {
        let mut last = from;
        let mut bend = Vec::new();
        for layer in shape.depth[from] + 1..shape.depth[to] {
            places.push(Place { layer, near: Vec::new() });
            bend.push(places.len() - 1);
            join(&mut places, last, bend[bend.len() - 1]);
            last = bend[bend.len() - 1];
        }
        join(&mut places, last, to);
        bends.push(bend);
    }

    let mut order: Vec<Vec<usize>> = vec![Vec::new(); layers];
    for (i, place) in places.iter().enumerate() {
        order[place.layer].push(i);
    }
    let mut row: Vec<f64> = vec![0.0; places.len()];
    for layer in &order {
        spread(layer, &mut row, |_, i| i as f64 - (layer.len() as f64 - 1.0) / 2.0);
    }
    for sweep in 0..SWEEPS {
        let forward = sweep % 2 == 0;
        let layer_numbers: Vec<usize> = if forward { (0..layers).collect() } else { (0..layers).rev().collect() };
        for l in layer_numbers {
            let wanted: Vec<f64> = order[l].iter().map(|p| mean(&places[*p].near, &row).unwrap_or(row[*p])).collect();
            let mut by_wish: Vec<usize> = (0..order[l].len()).collect();
            crate::order::sort_by(&mut by_wish, |a, b| {
                wanted[*a].total_cmp(&wanted[*b]).then(order[l][*a].cmp(&order[l][*b]))
            });
            let sorted: Vec<usize> = by_wish.iter().map(|i| order[l][*i]).collect();
            let wishes: Vec<f64> = by_wish.iter().map(|i| wanted[*i]).collect();
            order[l] = sorted;
            let layer = order[l].clone();
            spread(&layer, &mut row, |_, i| wishes[i]);
        }
    }
    // Half rows line up where fractions nearly would.
    for layer in &order {
        let halves: Vec<f64> = layer.iter().map(|p| (row[*p] * 2.0).round() / 2.0).collect();
        let mut above = f64::NEG_INFINITY;
        for (place, half) in layer.iter().zip(halves) {
            row[*place] = half.max(above + 1.0);
            above = row[*place];
        }
    }
    let first = row.iter().copied().fold(f64::INFINITY, f64::min);
    let first = if first.is_finite() { first } else { 0.0 };
    for r in &mut row {
        *r -= first;
    }
    Rows {
        node: row[..shape.depth.len()].to_vec(),
        bends: bends.iter().map(|b| b.iter().map(|i| row[*i]).collect()).collect(),
        last: row.iter().copied().fold(0.0, f64::max),
        layers,
    }
}

/// Passes over the layers; small graphs settle after two or three.
const SWEEPS: usize = 8;

fn join(places: &mut [Place], a: usize, b: usize) {
    places[a].near.push(b);
    places[b].near.push(a);
}

fn mean(near: &[usize], row: &[f64]) -> Option<f64> {
    (!near.is_empty()).then(|| near.iter().map(|n| row[*n]).sum::<f64>() / near.len() as f64)
}

/// Puts the places of one layer where they wish, in order, at least one row apart, and as a whole not shifted.
fn spread(layer: &[usize], row: &mut [f64], wish: impl Fn(usize, usize) -> f64) {
    let mut down: Vec<f64> = Vec::new();
    for (i, place) in layer.iter().enumerate() {
        let at = wish(*place, i);
        down.push(down.last().map_or(at, |above: &f64| at.max(above + 1.0)));
    }
    let mut up = vec![0.0; layer.len()];
    for (i, place) in layer.iter().enumerate().rev() {
        let at = wish(*place, i);
        up[i] = if i + 1 == layer.len() { at } else { at.min(up[i + 1] - 1.0) };
    }
    // The middle of the two keeps the distance and favours neither end.
    for (i, place) in layer.iter().enumerate() {
        row[*place] = f64::midpoint(down[i], up[i]);
    }
}
