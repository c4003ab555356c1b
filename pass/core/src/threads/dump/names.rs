//! Functions by name.

use crate::program::{FunctionId, Program};
use crate::threads::scene::function_name;
use crate::threads::survey::outlined;

/// What symbols have in them that compilers make of the code of regions and tasks.
const OUTLINED: [&str; 4] = [".omp_outlined", ".omp_task", ".omp.", "..omp_par"];

/// No function has the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The names there are, as the user wrote them, sorted.
    pub names: Vec<String>,
}

/// The functions of a name: the linker symbol, the name as the user wrote it, that without its parameters,
/// or its last part. The first of these that is a function's name is meant; files and classes may have
/// several of it.
///
/// # Errors
/// No function has the name.
pub fn find(program: &Program, name: &str) -> Result<Vec<FunctionId>, Unknown> {
    let outlined = outlined(program);
    let defined: Vec<FunctionId> =
        program.function_ids().filter(|id| program.function(*id).is_defined()).collect();
    let symbol = |id: &FunctionId| program.function(*id).name == name;
    // Demangled, they have the name of the function they were made of.
    let is_written = |id: &FunctionId| {
        let symbol = &program.function(*id).name;
        !outlined.contains(id) && !OUTLINED.iter().any(|part| symbol.contains(part))
    };
    let display = |id: &FunctionId| is_written(id) && function_name(program, *id) == name;
    let bare = |id: &FunctionId| {
        is_written(id) && without_parameters(&function_name(program, *id)) == name
    };
    let last = |id: &FunctionId| is_written(id) && last_part(&function_name(program, *id)) == name;
    let meanings: [&dyn Fn(&FunctionId) -> bool; 4] = [&symbol, &display, &bare, &last];
    let by = |is: &&dyn Fn(&FunctionId) -> bool| -> Vec<FunctionId> {
        defined.iter().filter(|id| is(id)).copied().collect()
    };
    let found = meanings.iter().map(by).find(|found| !found.is_empty());
    found.ok_or_else(|| {
        let written = defined.iter().filter(|id| is_written(id));
        let mut names: Vec<String> = written.map(|id| function_name(program, *id)).collect();
        names.sort_unstable();
        names.dedup();
        Unknown { names }
    })
}

/// `solver::step(int)`: `solver::step`.
fn without_parameters(name: &str) -> &str {
    name.find('(').filter(|at| *at > 0).map_or(name, |at| &name[..at])
}

/// `solver::step(int)`, `step_` of Fortran: `step`.
fn last_part(name: &str) -> &str {
    let bare = without_parameters(name);
    let last = bare.rsplit("::").next().unwrap_or(bare);
    last.strip_suffix('_').unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::{last_part, without_parameters};

    #[test]
    fn parts_of_names() {
        assert_eq!(without_parameters("solver::step(int)"), "solver::step");
        assert_eq!(without_parameters("(anonymous)"), "(anonymous)");
        for name in ["step", "step_", "solver::step(std::vector<int>)", "grid::step"] {
            assert_eq!(last_part(name), "step", "{name}");
        }
    }
}
