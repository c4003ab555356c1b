//! Tests of expressions.

use super::*;

#[test]
fn what_may_follow_is_said_of_each_part_once() {
    let mut all = Expressions::new(true);
    let ranks = all.leaf(Expression::World);
    let rank = all.leaf(Expression::Rank(ranks));
    let many: Vec<_> =
        (1..100).map(|origin| all.leaf(Expression::Origin(OriginId(origin)))).collect();
    for count in [1, 20, 99] {
        let made = Expression::Communicator {
            derivation: Derivation::Split,
            parent: ranks,
            color_and_key: Some((all.opaque(6, many[..count].iter().copied()), rank)),
            origin: OriginId(100),
        };
        let made = all.leaf(made);
        let opaque = all.opaque(7, many[..count].iter().copied().chain([rank, made]));
        let sum = many[..count]
            .iter()
            .fold(rank, |sum, part| all.binary(BinaryOperator::Add, 32, sum, *part));
        for whole in [opaque, sum] {
            let doubtful = all.doubtful(whole);
            assert_eq!(all.doubtful(doubtful), doubtful);
            let choice = all.select(doubtful, whole, rank);
            let again = all.doubtful(choice);
            assert_eq!(all.doubtful(again), again);
        }
    }
}

/// Functions of functions of much, as errors are that pass through many calls.
#[test]
fn what_a_function_of_functions_depends_on_is_kept_flat() {
    let mut all = Expressions::new(true);
    let origins: Vec<_> =
        (1..8).map(|origin| all.leaf(Expression::Origin(OriginId(origin)))).collect();
    let mut whole = all.opaque(0, origins);
    for key in 1..20 {
        let others = [1, 2, 3].map(|number| all.opaque(100 * key + number, [whole]));
        let large =
            others.iter().fold(whole, |sum, part| all.binary(BinaryOperator::Add, 32, sum, *part));
        whole = all.opaque(key, [large]);
        let Expression::Opaque { leaves, .. } = all.get(whole) else { panic!("a constant") };
        let is_opaque = |leaf: &ExpressionId| matches!(all.get(*leaf), Expression::Opaque { .. });
        assert!(!leaves.iter().any(is_opaque), "{leaves:?}");
    }
}

/// What functions answer by several returns, and how callers ask for it.
#[test]
fn a_choice_between_numbers_that_is_compared_is_what_it_was_made_by() {
    let mut all = Expressions::default();
    let [count, kind] = [0, 1].map(|number| all.leaf(Expression::Input(Input::Parameter(number))));
    let [zero, one, two] = [0, 1, 2].map(|number| all.integer(number));
    let any = all.compare(Comparison::NotEqual, 32, count, zero);
    let none = all.compare(Comparison::Equal, 32, count, zero);
    assert_eq!(all.select(any, one, zero), any);
    assert_eq!(all.select(any, zero, one), none);
    assert_eq!(all.compare(Comparison::NotEqual, 32, any, zero), any);
    assert_eq!(all.compare(Comparison::Equal, 32, any, zero), none);
    assert_eq!(all.binary(BinaryOperator::Xor, 1, any, one), none);

    let less = all.compare(Comparison::Less, 32, kind, two);
    let inner = all.select(less, one, two);
    let status = all.select(any, inner, zero);
    assert_eq!(all.compare(Comparison::GreaterEqual, 32, status, one), any);
    assert_eq!(all.compare(Comparison::Greater, 32, status, two), zero);
    let is_two = all.compare(Comparison::Equal, 32, status, two);
    let not_less = all.compare(Comparison::GreaterEqual, 32, kind, two);
    assert_eq!(is_two, all.select(any, not_less, zero));
    assert_eq!(all.compare(Comparison::GreaterUnsigned, 64, zero, count), zero);
    assert_eq!(all.compare(Comparison::GreaterEqualUnsigned, 64, count, zero), one);
    // `x == 0 ? 2 : x` is never 0; whether it is 1 is not known.
    let filled = all.select(none, two, count);
    assert_eq!(all.compare(Comparison::Equal, 32, filled, zero), zero);
    assert_eq!(all.compare(Comparison::NotEqual, 32, filled, zero), one);
    let kept = all.select(any, count, two);
    assert_eq!(all.compare(Comparison::Equal, 32, kept, zero), zero);
    let is_one = all.compare(Comparison::Equal, 32, filled, one);
    assert!(matches!(all.get(is_one), Expression::Compare(..)));
    // What is not a number is left as it is.
    let mixed = all.select(any, kind, zero);
    let is_one = all.compare(Comparison::Equal, 32, mixed, one);
    assert!(matches!(all.get(is_one), Expression::Compare(..)));
}

/// `if (!set) set = 1;`, also where the truth value was made wider.
#[test]
fn a_choice_by_a_truth_value_knows_it_on_each_way() {
    let mut all = Expressions::default();
    let count = all.leaf(Expression::Input(Input::Parameter(0)));
    let other = all.leaf(Expression::Input(Input::Parameter(1)));
    let zero = all.integer(0);
    let any = all.compare(Comparison::NotEqual, 32, count, zero);
    assert_eq!(all.select(any, zero, any), zero);
    let is_left = all.select(any, other, zero);
    assert_eq!(all.select(any, other, any), is_left);
    let signed = all.cast(Cast::SignExtend, 1, 32, any);
    assert_eq!(all.select(any, other, signed), is_left);
    // It is -1 there, not 1.
    let kept = all.select(any, signed, other);
    assert!(matches!(all.get(kept), Expression::Select(_, then, _) if *then == signed));
}
