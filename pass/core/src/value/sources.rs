//! What the user says differs between ranks, beyond what MPI and the libraries tell.

use crate::program::{Function, Program};

/// Functions whose answers differ from rank to rank, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    names: Vec<String>,
    /// What is read from files differs: ranks read different ones.
    input: bool,
}

/// Functions that read files.
const INPUT: &[&str] = &[
    "fgetc", "fgets", "fopen", "fopen64", "fread", "fscanf", "getc", "getchar", "getdelim",
    "getline", "open", "open64", "pread", "read", "scanf", "stat", "vfscanf",
];
/// How functions begin that read files in Fortran and C++.
const INPUT_PREFIXES: &[&str] = &[
    "_FortranAioInput",
    "_ZNSi",
    "_ZNSt13basic_filebuf",
    "_ZNSt14basic_ifstream",
    "_ZNSirs",
    "_ZStrs",
    "_ZSt7getline",
];

impl Sources {
    /// Reads names with commas between them; `input` stands for all that reads files. `None`: one of
    /// them is empty or has a blank in it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut sources = Self::default();
        for name in text.split(',') {
            match name {
                "" => return None,
                "input" => sources.input = true,
                _ if name.contains(char::is_whitespace) => return None,
                _ => sources.names.push(name.to_owned()),
            }
        }
        Some(sources)
    }

    /// Notes the functions in a program.
    pub fn apply(&self, program: &mut Program) {
        let found = program.function_ids().filter(|id| self.has(program.function(*id)));
        program.rank_dependent = found.collect();
    }

    /// Functions are named as the linker knows them or as the user wrote them, without parameters.
    fn has(&self, function: &Function) -> bool {
        let written = function.display.split('(').next().unwrap_or_default();
        let is_named = |name: &String| *name == function.name || name == written;
        self.names.iter().any(is_named) || (self.input && reads_input(function))
    }
}

fn reads_input(function: &Function) -> bool {
    let plain = function.name.strip_prefix("__isoc99_").unwrap_or(&function.name);
    let plain = plain.strip_prefix("__isoc23_").unwrap_or(plain);
    !function.is_defined()
        && (INPUT.contains(&plain) || INPUT_PREFIXES.iter().any(|start| plain.starts_with(start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, display: &str) -> Function {
        Function { name: name.to_owned(), display: display.to_owned(), ..Function::default() }
    }

    #[test]
    fn functions_are_found_by_symbol_and_by_written_name() {
        let mut program = Program {
            functions: vec![
                named("node_number", ""),
                named("_ZN4site4nodeEi", "site::node(int)"),
                named("other", ""),
                named("fopen", ""),
                named("__isoc99_fscanf", ""),
            ],
            ..Program::default()
        };
        let mut found = |text: &str| -> Vec<u32> {
            Sources::parse(text).expect(text).apply(&mut program);
            program.rank_dependent.iter().map(|id| id.0).collect()
        };
        assert_eq!(found("node_number,site::node"), [0, 1]);
        assert_eq!(found("_ZN4site4nodeEi"), [1]);
        assert_eq!(found("input"), [3, 4]);
        assert_eq!(found("nothing"), Vec::<u32>::new());
    }

    #[test]
    fn names_that_cannot_be_are_refused() {
        for text in ["", "a,,b", "a, b", ","] {
            assert_eq!(Sources::parse(text), None, "{text:?}");
        }
    }
}
