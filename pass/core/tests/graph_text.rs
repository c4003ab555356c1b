//! The text form of augmented graphs, and Algorithm 1.

use lockstep_core::finding::Location;
use lockstep_core::graph::augmented::{
    AugmentedBlock, Condition, Construct, Dependence, Ending, Event, EventKind, PlainBlock,
};
use lockstep_core::graph::{AugmentedCfg, Block, dot, parse};
use proptest::prelude::*;

const EXAMPLE: &str = "\
function main at solver.c:10
b0:
  branch \"rank == 0\" rank at solver.c:12:7 -> b1 b2
b1:
  collective MPI_Barrier on MPI_COMM_WORLD at solver.c:13:5
  goto b2
b2:
  return
";

#[test]
fn the_example_prints_as_it_was_read() {
    let functions = parse(EXAMPLE).unwrap();
    assert_eq!(functions.len(), 1);
    assert_eq!(functions[0].to_string(), EXAMPLE);
    assert_eq!(functions[0].collective(Block(1)), Some(("MPI_Barrier", "MPI_COMM_WORLD")));
    let spaced = EXAMPLE.replace("  ", "\t ").replace('\n', "\r\n\n # a comment\n");
    assert_eq!(parse(spaced).unwrap(), functions);
}

#[test]
fn errors_say_where() {
    let error = |text: &str| parse(text).unwrap_err().to_string();
    let body = |lines: &str| format!("function f\n{lines}");
    assert_eq!(error("b0:\n"), "1:1: expected `function`");
    assert_eq!(error("function f"), "1:1: a function without blocks");
    assert_eq!(error("function"), "1:9: expected the function's name");
    assert_eq!(error(&body("b1:\n")), "2:1: expected `b0:`");
    assert_eq!(error(&body("return\n")), "2:1: expected `b0:`");
    assert_eq!(error(&body("b0:\n")), "2:1: a block without an ending");
    assert_eq!(error(&body("b0:\nb1:\n")), "2:1: a block without an ending");
    assert_eq!(error(&body("b0:\n  goto b7\n")), "3:8: there is no block b7");
    assert_eq!(error(&body("b0:\n  goto b01\n")), "3:8: expected a block, as `b0`");
    assert_eq!(error(&body("b0:\n  goto b99999999999\n")), "3:8: expected a block, as `b0`");
    assert_eq!(error(&body("b0:\n  fly\n")), "3:3: `fly` is no event and no ending");
    assert_eq!(error(&body("b0:\n  barrier\n  barrier\n")), "4:3: a second event in one block");
    assert_eq!(error(&body("b0:\n  begin x\n")), "3:9: expected an OpenMP construct");
    assert_eq!(
        error(&body("b0:\n  collective A at f:1\n")),
        "3:16: expected `on` and the communicator"
    );
    assert_eq!(error(&body("b0:\n  call f at x.c\n")), "3:16: expected `:` and a line");
    assert_eq!(error(&body("b0:\n  call f at x.c:y\n")), "3:17: expected a number");
    assert_eq!(error(&body("b0:\n  call \"f\n")), "3:8: a quote that does not end on its line");
    assert_eq!(
        error(&body("b0:\n  call \"ü\\x\"\n")),
        "3:11: expected `\"`, `\\`, `n`, `t` or `u{..}` after `\\`"
    );
    assert_eq!(
        error(&body("b0:\n  branch \"c\" maybe -> b0\n")),
        "3:14: expected `uniform`, `unknown` or `rank`"
    );
    assert_eq!(error(&body("b0:\n  branch \"c\" rank b0\n")), "3:19: expected `->`");
    assert_eq!(error(&body("b0:\n  return b1\n")), "3:10: expected the end of the line");
    assert_eq!(parse(b"function f\xff").unwrap_err().to_string(), "1:11: not UTF-8");
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[A-Za-z_][A-Za-z0-9_]{0,8}", "\\PC{0,6}", any::<String>(), Just("at".to_owned())]
}

fn location() -> impl Strategy<Value = Location> {
    let number = || prop_oneof![Just(0), 1..1000_u32, any::<u32>()];
    let known = (name(), number(), number()).prop_map(|(file, line, column)| Location {
        file: file.into(),
        line,
        column,
    });
    prop_oneof![Just(Location::default()), known]
}

fn event() -> impl Strategy<Value = Event> {
    let construct = || proptest::sample::select(Construct::WORDS.map(|(known, _)| known).to_vec());
    let kind = prop_oneof![
        (name(), name())
            .prop_map(|(name, communicator)| EventKind::Collective { name, communicator }),
        name().prop_map(|name| EventKind::PointToPoint { name }),
        construct().prop_map(EventKind::Begin),
        construct().prop_map(EventKind::End),
        any::<bool>().prop_map(|implicit| EventKind::Barrier { implicit }),
        name().prop_map(|name| EventKind::Call { name }),
        name().prop_map(|name| EventKind::Exit { name }),
        name().prop_map(|name| EventKind::Abort { name }),
    ];
    (kind, location()).prop_map(|(kind, location)| Event { kind, location })
}

fn ending(count: u32) -> impl Strategy<Value = Ending> {
    let block = move || (0..count).prop_map(Block);
    let dependence = proptest::sample::select(vec![
        Dependence::Uniform,
        Dependence::Unknown,
        Dependence::RankDependent,
    ]);
    let condition = (name(), dependence, location())
        .prop_map(|(text, dependence, location)| Condition { text, dependence, location });
    prop_oneof![
        block().prop_map(Ending::Goto),
        (condition, proptest::collection::vec(block(), 1..4))
            .prop_map(|(condition, targets)| Ending::Branch { condition, targets }),
        Just(Ending::Return),
        Just(Ending::Unwind),
        Just(Ending::Stop),
    ]
}

fn function() -> impl Strategy<Value = AugmentedCfg> {
    let blocks = (1..6_u32).prop_flat_map(|count| {
        let block = (proptest::option::of(event()), ending(count))
            .prop_map(|(event, ending)| AugmentedBlock { event, ending });
        proptest::collection::vec(block, count as usize)
    });
    (name(), location(), blocks).prop_map(|(name, location, blocks)| AugmentedCfg {
        name,
        location,
        blocks,
    })
}

fn plain_blocks() -> impl Strategy<Value = Vec<PlainBlock>> {
    (1..6_u32).prop_flat_map(|count| {
        let block = (proptest::collection::vec(event(), 0..4), ending(count))
            .prop_map(|(events, ending)| PlainBlock { events, ending });
        proptest::collection::vec(block, count as usize)
    })
}

proptest! {
    #[test]
    fn what_is_printed_reads_as_it_was(functions in proptest::collection::vec(function(), 0..3)) {
        let text: String = functions.iter().map(ToString::to_string).collect();
        prop_assert_eq!(parse(&text), Ok(functions), "{}", text);
    }

    #[test]
    fn foreign_bytes_are_an_error_and_no_more(bytes in any::<Vec<u8>>()) {
        let _ = parse(bytes);
    }

    #[test]
    fn damaged_text_is_an_error_at_a_place_or_fine(
        function in function(),
        cuts in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = function.to_string().into_bytes();
        for (place, byte) in cuts {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let lines = bytes.split(|&byte| byte == b'\n').count();
        if let Err(error) = parse(&bytes) {
            prop_assert!(1 <= error.line && error.line as usize <= lines);
            let line = bytes.split(|&byte| byte == b'\n').nth(error.line as usize - 1);
            prop_assert!(error.column as usize <= line.map_or(0, <[u8]>::len) + 1);
        }
    }

    /// Algorithm 1: one event per block, and the same paths of events.
    #[test]
    fn augmenting_keeps_events_and_edges(plain in plain_blocks()) {
        let augmented =
            AugmentedCfg::from_blocks("f".to_owned(), Location::default(), plain.clone());
        let graph = augmented.graph;
        let count: usize = plain.iter().map(|block| block.events.len().max(1)).sum();
        prop_assert_eq!(graph.blocks.len(), count);
        for (before, &first) in plain.iter().zip(&augmented.first) {
            let mut at = first;
            for (number, event) in before.events.iter().enumerate() {
                prop_assert_eq!(graph.block(at).event.as_ref(), Some(event));
                if number + 1 < before.events.len() {
                    let next = Block(at.0 + 1);
                    prop_assert_eq!(&graph.block(at).ending, &Ending::Goto(next));
                    at = next;
                }
            }
            let targets: Vec<Block> = before
                .ending
                .targets()
                .iter()
                .map(|target| augmented.first[target.index()])
                .collect();
            prop_assert_eq!(graph.block(at).ending.targets(), &targets[..]);
            prop_assert_eq!(
                std::mem::discriminant(&graph.block(at).ending),
                std::mem::discriminant(&before.ending)
            );
        }
    }

    #[test]
    fn graphviz_strings_end_where_they_should(function in function()) {
        let text = dot(&function, &[Block(0)]);
        let (mut inside, mut escaped) = (false, false);
        for character in text.chars() {
            match character {
                _ if escaped => escaped = false,
                '\\' if inside => escaped = true,
                '"' => inside = !inside,
                '\n' => prop_assert!(!inside),
                _ => {}
            }
        }
        let ends = text.ends_with("}\n");
        prop_assert!(!inside && ends);
    }
}

#[test]
fn graphviz_marks_collectives_and_the_frontier() {
    let text = dot(&parse(EXAMPLE).unwrap()[0], &[Block(0)]);
    let expected = r#"digraph "main" {
  node [shape=box, fontname="monospace"];
  b0 [label="b0\nrank == 0\nsolver.c:12:7", style=dashed, shape=diamond, color=red, penwidth=2];
  b0 -> b1 [label="true"];
  b0 -> b2 [label="false"];
  b1 [label="b1\ncollective MPI_Barrier on MPI_COMM_WORLD\nsolver.c:13:5", style=filled, fillcolor=lightblue];
  b1 -> b2;
  b2 [label="b2\nreturn"];
}
"#;
    assert_eq!(text, expected);
}
