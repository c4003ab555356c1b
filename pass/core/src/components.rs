//! Strongly connected components of any graph given as adjacency lists, and what is reached in one.

use smallvec::SmallVec;

/// The nodes of a strongly connected component; most have one.
pub type Component = SmallVec<[usize; 2]>;

/// The components (Tarjan's algorithm, without recursion), each after those it leads to.
#[must_use]
pub fn strongly_connected(successors: &[Vec<usize>]) -> Vec<Component> {
    const UNSEEN: usize = usize::MAX;
    let count = successors.len();
    let mut index = vec![UNSEEN; count];
    let mut low = vec![0_usize; count];
    let mut on_stack = vec![false; count];
    let (mut stack, mut result, mut next) = (Vec::new(), Vec::new(), 0_usize);
    // Each entry: a node and how many of its edges were followed.
    let mut work: Vec<(usize, usize)> = Vec::new();
    for start in 0..count {
        if index[start] != UNSEEN {
            continue;
        }
        work.push((start, 0));
        while let Some((node, followed)) = work.pop() {
            if followed == 0 {
                index[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            let mut descended = false;
            for (at, &target) in successors[node].iter().enumerate().skip(followed) {
                if index[target] == UNSEEN {
                    work.push((node, at + 1));
                    work.push((target, 0));
                    descended = true;
                    break;
                }
                if on_stack[target] {
                    low[node] = low[node].min(index[target]);
                }
            }
            if descended {
                continue;
            }
            if low[node] == index[node] {
                let mut component = Component::new();
                while let Some(member) = stack.pop() {
                    on_stack[member] = false;
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                result.push(component);
            }
            if let Some((parent, _)) = work.last()
                && on_stack[node]
            {
                low[*parent] = low[*parent].min(low[node]);
            }
        }
    }
    result
}

/// By node: it is one of these, or edges lead from them to it.
#[must_use]
pub fn reachable(mut from: Vec<usize>, successors: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; successors.len()];
    while let Some(node) = from.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            from.extend(&successors[node]);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::{reachable, strongly_connected};

    /// Who reaches whom, by the definition.
    fn closure(successors: &[Vec<usize>]) -> Vec<Vec<bool>> {
        let count = successors.len();
        let mut reach: Vec<Vec<bool>> =
            (0..count).map(|i| (0..count).map(|j| i == j).collect()).collect();
        for (from, targets) in successors.iter().enumerate() {
            for to in targets {
                reach[from][*to] = true;
            }
        }
        for middle in 0..count {
            for from in 0..count {
                for to in 0..count {
                    reach[from][to] |= reach[from][middle] && reach[middle][to];
                }
            }
        }
        reach
    }

    proptest::proptest! {
        #[test]
        fn components_are_mutual_reachability_in_order(
            edges in proptest::collection::vec((0..9_usize, 0..9_usize), 0..24)
        ) {
            let mut successors = vec![Vec::new(); 9];
            for (from, to) in edges {
                successors[from].push(to);
            }
            let reach = closure(&successors);
            for (from, reach) in reach.iter().enumerate() {
                proptest::prop_assert_eq!(&reachable(vec![from], &successors), reach);
            }
            let components = strongly_connected(&successors);
            let mut position = [usize::MAX; 9];
            for (at, component) in components.iter().enumerate() {
                for member in component {
                    proptest::prop_assert_eq!(position[*member], usize::MAX);
                    position[*member] = at;
                }
            }
            for from in 0..9 {
                for to in 0..9 {
                    let together = reach[from][to] && reach[to][from];
                    proptest::prop_assert_eq!(position[from] == position[to], together);
                    if reach[from][to] {
                        proptest::prop_assert!(position[to] <= position[from]);
                    }
                }
            }
        }
    }
}
